"""What the drawings need besides Python, and how it is said when it is not there."""

from __future__ import annotations

import os
import shutil
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

SCALE = 2
"""Dots of a PNG for each of an SVG."""


class MissingTool(RuntimeError):
    """A tool is not installed; the sentence says which, and how to get it."""


def rasterise(pictures: Iterable[str], folder: str) -> list[str]:
    """Make a PNG of every SVG file, in a folder, with Chromium; give their names."""
    chromium = shutil.which("chromium")
    if chromium is None:
        raise MissingTool("Chromium makes PNGs of the pictures and is not here: sudo apt install chromium")
    try:
        playwright = import_module("playwright.sync_api")
    except ImportError as error:
        raise MissingTool("Playwright is not here: pip install -r requirements/test.txt") from error
    names = []
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page(device_scale_factor=SCALE)
        for picture in pictures:
            with open(picture, encoding="utf-8") as file:
                page.set_content(f"<style>body {{ margin: 0 }} svg {{ display: block }}</style>{file.read()}")
            names.append(os.path.basename(picture).removesuffix(".svg") + ".png")
            page.locator("svg").first.screenshot(path=os.path.join(folder, names[-1]))
        browser.close()
    return names

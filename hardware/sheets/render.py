"""Sheets on paper: Chromium makes a PDF and a picture of each page."""

from __future__ import annotations

import os
import shutil
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser

DOTS = 2
"""Dots of a picture a CSS pixel: 192 an inch."""
MARGINS = ".page { box-sizing: content-box; padding: 21mm 12mm 27mm; }"
"""So that a picture shows the whole leaf, as it comes out of the printer."""


class MissingTool(RuntimeError):
    """A program that is needed is not there; the text says which, and how to get it."""


def chromium_path() -> str:
    """Find Chromium; raises `MissingTool`."""
    path = shutil.which("chromium")
    if path is None:
        raise MissingTool("There is no Chromium here, which makes the PDFs: on Debian, sudo apt install chromium")
    return path


@contextmanager
def browsing() -> Iterator[Browser]:
    """Start Chromium; raises `MissingTool`."""
    path = chromium_path()
    try:
        from playwright.sync_api import Error, sync_playwright
    except ImportError:
        raise MissingTool("There is no Playwright here, which drives Chromium: make test installs it") from None
    with sync_playwright() as playwright:
        sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
        try:
            browser = playwright.chromium.launch(executable_path=path, args=sandbox)
        except Error as error:
            raise MissingTool(f"{path} does not start: {error.message.splitlines()[0]}") from None
        try:
            yield browser
        finally:
            browser.close()


def print_sheet(browser: Browser, source: Path, *, style: str = MARGINS, width: int = 800) -> list[Path]:
    """Make the PDF of an HTML file beside it, and a picture of each page in its style; gives the paths."""
    context = browser.new_context(device_scale_factor=DOTS, viewport={"width": width, "height": 1100})
    try:
        page = context.new_page()
        page.emulate_media(media="print", color_scheme="light")
        page.goto(source.resolve().as_uri())
        made = [source.with_suffix(".pdf")]
        page.pdf(path=made[0], prefer_css_page_size=True, print_background=True)
        page.add_style_tag(content=style)
        for number, shown in enumerate(page.query_selector_all(".page"), start=1):
            picture = source.with_name(f"{source.stem}-{number}.png")
            shown.screenshot(path=picture)
            made.append(picture)
        return made
    finally:
        context.close()

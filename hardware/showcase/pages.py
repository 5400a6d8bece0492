"""The page as somebody sees it who has a match on the table: a box in a process of its own, and Chromium."""

from __future__ import annotations

import io
import os
import re
import socket
import subprocess
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Literal, NamedTuple

from PIL import Image

from firmware_py.storage.journal import Journal
from hardware.sheets.render import browsing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import Browser

    from engine.match import Match

TIMEOUT_MILLISECONDS = 30_000
"""Milliseconds after which something that should be seen will not be seen."""
DATE = "2026-11-20"
PROGRAM = "import sys; from firmware_py.cli import main; sys.exit(main(['run']))"
SETTINGS = 'language = "en"\nteaching = false\nhardware = "simulated"\n[network]\nport = '


class Window(NamedTuple):
    """How somebody looks at the page."""

    width: int
    height: int
    scale: float
    scheme: Literal["light", "dark"]
    view: Literal["table", "box"]


WINDOWS = {"desk": Window(1280, 800, 1, "light", "box"), "phone": Window(412, 872, 1.5, "dark", "table")}
READY = {"table": "#standing .seat", "box": "#box canvas"}


def photographs(
    folder: Path, matches: dict[str, Callable[[], Match[object]]]
) -> Iterator[tuple[str, Image.Image]]:
    """Photograph the table of each match in its window; raises `MissingTool`."""
    with browsing() as browser:
        for name, match in matches.items():
            with running(folder / name, match()) as address:
                yield name, photograph(browser, address, WINDOWS[name])


def photograph(browser: Browser, address: str, window: Window) -> Image.Image:
    """Return a picture of the page with the match on the table."""
    context = browser.new_context(
        viewport={"width": window.width, "height": window.height},
        device_scale_factor=window.scale,
        color_scheme=window.scheme,
        locale="en-GB",
        reduced_motion="reduce",
    )
    try:
        context.set_default_timeout(TIMEOUT_MILLISECONDS)
        page = context.new_page()
        page.goto(address)
        page.locator(".tabs [data-view=table]").click()
        page.locator("#drawing svg").first.wait_for()
        page.locator(f".tabs [data-view={window.view}]").click()
        page.locator(READY[window.view]).first.wait_for()
        return Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    finally:
        context.close()


@contextmanager
def running(folder: Path, match: Match[object]) -> Iterator[str]:
    """Run a box that has a match on its table; gives the address of its page."""
    folder.mkdir(parents=True)
    journal = Journal(str(folder / "journal.db"))
    number = journal.begin(match.setup, date=DATE)
    for place, act in enumerate(match.log):
        journal.keep(number, place, str(act))
    journal.close()
    settings = folder / "sideline.toml"
    settings.write_text(f"{SETTINGS}{_free_port()}\n", encoding="utf-8")
    machine = {**os.environ, "SIDELINE_DATA": str(folder), "SIDELINE_CONFIG": str(settings)}
    command = [sys.executable, "-c", PROGRAM]
    with subprocess.Popen(command, env=machine, stdout=subprocess.PIPE, text=True) as box:
        try:
            assert box.stdout is not None
            said = box.stdout.readline()
            found = re.search(r"http://\S+/", said)
            assert found is not None, said
            yield found[0]
        finally:
            box.terminate()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])

"""The manual as PDF: cmark-gfm makes HTML of the Markdown, Chromium prints it."""

from __future__ import annotations

import re
import shutil
import subprocess
from typing import TYPE_CHECKING

from firmware_py.i18n.locale import LANGUAGES
from hardware.manual.__main__ import manual
from hardware.sheets.render import MissingTool, browsing

if TYPE_CHECKING:
    from pathlib import Path

STYLE = """
body { font: 10.5pt/1.45 "DejaVu Sans", sans-serif; }
h1, h2, h3 { line-height: 1.2; break-after: avoid; }
h2 { margin-top: 9mm; border-bottom: 1px solid #888; }
img { display: block; width: auto; max-width: 100%; max-height: 90mm; margin: 2mm auto; break-inside: avoid; }
p:has(+ table), p:has(+ p > img) { break-after: avoid; }
table { border-collapse: collapse; width: 100%; font-size: 9.5pt; break-inside: avoid; }
td, th { border: 1px solid #aaa; padding: 1mm 2mm; text-align: left; vertical-align: top; }
code { font: 9.5pt "DejaVu Sans Mono", monospace; background: #f0f0f0; }
pre { background: #f0f0f0; padding: 2mm; white-space: pre-wrap; break-inside: avoid; }
"""
MARGIN = {"top": "16mm", "bottom": "18mm", "left": "16mm", "right": "16mm"}
FOOTER = (
    '<div style="font: 8pt sans-serif; width: 100%; text-align: center"><span class="pageNumber"></span></div>'
)


def print_manuals(folder: Path) -> list[Path]:
    """Write the manual of every language as PDF. Raises `MissingTool`."""
    made = []
    with browsing() as browser:
        for language in LANGUAGES:
            page = browser.new_page()
            source = folder / f"manual-{language}.html"
            source.write_text(as_html(manual(language), language), encoding="utf-8")
            page.goto(source.resolve().as_uri())
            made.append(folder / f"sideline-manual-{language}.pdf")
            page.pdf(
                path=made[-1],
                format="A4",
                margin=MARGIN,
                print_background=True,
                display_header_footer=True,
                header_template="<span></span>",
                footer_template=FOOTER,
            )
            page.close()
            source.unlink()
    return made


def as_html(source: Path, language: str) -> str:
    """Return a page of Markdown as HTML. Raises `MissingTool`."""
    if shutil.which("cmark-gfm") is None:
        raise MissingTool("There is no cmark-gfm here, which reads Markdown: sudo apt install cmark-gfm")
    command = ["cmark-gfm", "--unsafe", "--extension", "table", str(source)]
    body = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    head = f'<meta charset="utf-8"><title>Sideline</title><style>{STYLE}</style>'
    return f'<!doctype html><html lang="{language}">{head}{ready_to_print(body, source.parent)}'


def ready_to_print(body: str, folder: Path) -> str:
    """Return HTML whose pictures are found, whose contents lead to its headings, and without links to other files.

    >>> from pathlib import Path
    >>> ready_to_print('<h2>The keys</h2><a href="#the-keys">Keys</a> <a href="../README.md">README</a>', Path())
    '<h2 id="the-keys">The keys</h2><a href="#the-keys">Keys</a> README'
    """
    body = re.sub(
        r"<h(\d)>(.*?)</h\1>", lambda found: f'<h{found[1]} id="{slug(found[2])}">{found[2]}</h{found[1]}>', body
    )
    body = re.sub(r'<a href="(?!#|https?:)[^"]*">(.*?)</a>', r"\1", body, flags=re.DOTALL)
    return re.sub(
        r'(<img src=")([^"]+)"', lambda found: f'{found[1]}{(folder / found[2]).resolve().as_uri()}"', body
    )


def slug(heading: str) -> str:
    """Return the name that links use for a heading.

    >>> slug("Settings, displays and dice")
    'settings-displays-and-dice'
    """
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")

"""`python -m hardware.manual`: write the walks into the manuals of all languages, and their pictures."""

from __future__ import annotations

import os
import re
import sys
import tempfile
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING
from unittest.mock import patch

from PIL import Image

from firmware_py.i18n.locale import LANGUAGES
from hardware.manual.screens import explained
from hardware.manual.walks import TURNS, first_game, turn_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hardware.manual.walk import Row, Walk

ROOT = Path(__file__).parents[2]
PICTURES = ROOT / "hardware" / "pictures"
HEADS = {
    "en": ("The display asks", "Press", "Your answer"),
    "fr": ("L’écran demande", "Touches", "Votre réponse"),
    "de": ("Die Anzeige fragt", "Tasten", "Eure Antwort"),
}
BLOCK = re.compile(r"(?P<begin><!-- walk: (?P<name>[\w-]+) -->\n).*?(?P<end><!-- /walk -->)", re.DOTALL)
SCALE, GAP, PAPER = 3, 6, 160
FIRST_PICTURES = (0, 1, 10, 13)
"""The questions of the first game that are shown as pictures."""


def manual(language: str) -> Path:
    """Return where the manual of a language is."""
    return ROOT / "firmware_py" / ("MANUAL.md" if language == "en" else f"MANUAL.{language}.md")


def walks(language: str) -> dict[str, Walk]:
    """Return every walk by its name."""
    return {"first-game": first_game(language), **{f"turn-{game}": turn_of(game, language) for game in TURNS}}


def table(rows: Sequence[Row], language: str) -> str:
    """Return rows as a table of Markdown."""
    lines = ["| {} | {} | {} |".format(*HEADS[language]), "| --- | --- | --- |"]
    lines += [f"| {row.question} | {row.keys} | {row.answer} |" for row in rows]
    return "\n".join(lines) + "\n"


def with_walks(text: str, language: str) -> str:
    """Return a manual with its walks as they are played now."""
    known = walks(language)

    def written(found: re.Match[str]) -> str:
        return found["begin"] + table(known[found["name"]].rows, language) + found["end"]

    return BLOCK.sub(written, text)


def first_questions(language: str) -> Image.Image:
    """Return four questions of the first game, side by side."""
    shown = first_game(language).pictures
    return strip([shown[at] for at in FIRST_PICTURES])


def pictures(language: str) -> Iterator[tuple[str, bytes]]:
    """Yield the files of the pictures of a language: the first game, and the screens with callouts."""
    file = BytesIO()
    first_questions(language).save(file, "PNG", optimize=True)
    yield f"manual-first-game-{language}.png", file.getvalue()
    for name, drawing in explained(language):
        yield f"{name}.svg", drawing.encode()


def strip(images: Sequence[Image.Image]) -> Image.Image:
    """Return displays side by side, two in a row, enlarged."""
    width, height = images[0].width * SCALE + GAP, images[0].height * SCALE + GAP
    rows = -(-len(images) // 2)
    paper = Image.new("L", (2 * width + GAP, rows * height + GAP), PAPER)
    for at, image in enumerate(images):
        large = image.convert("L").resize((image.width * SCALE, image.height * SCALE), Image.Resampling.NEAREST)
        paper.paste(large, (GAP + at % 2 * width, GAP + at // 2 * height))
    return paper


def main() -> int:
    """Write everything again; the box that is played has a folder of its own, not that of this user."""
    with tempfile.TemporaryDirectory() as folder:
        own = {"SIDELINE_DATA": folder, "SIDELINE_CONFIG": f"{folder}/none.toml"}
        with patch.dict(os.environ, own):
            for language in LANGUAGES:
                _write(language)
    return 0


def _write(language: str) -> None:
    path = manual(language)
    path.write_text(with_walks(path.read_text(encoding="utf-8"), language), encoding="utf-8")
    sys.stdout.write(f"{path}\n")
    for name, content in pictures(language):
        (PICTURES / name).write_bytes(content)


if __name__ == "__main__":
    sys.exit(main())

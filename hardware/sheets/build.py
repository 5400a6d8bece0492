"""Build the printable sheets: `python -m hardware.sheets.build` writes build/hardware/sheets/GAME-LANGUAGE.pdf.

Offline's map and Insider's paths are those that the owner has entered on this machine, else the placeholders; each
sheet says which. `--placeholder` takes the placeholders in any case.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from firmware_py.errors import UserError
from firmware_py.i18n.locale import LANGUAGES
from firmware_py.i18n.translations import Translations
from hardware.sheets.printed_data import PrintedData, kept
from hardware.sheets.render import MissingTool, browsing, print_sheet
from hardware.sheets.sheet import PRINTED, sheet

OUTPUT = Path("build/hardware/sheets")


def write_sheets(folder: Path, games: list[str], languages: list[str], printed: PrintedData) -> list[Path]:
    """Write the sheets as HTML; gives the paths."""
    folder.mkdir(parents=True, exist_ok=True)
    made = []
    for game in games:
        for language in languages:
            made.append(folder / f"{game}-{language}.html")
            made[-1].write_text(sheet(game, language, printed), encoding="utf-8")
    return made


def main(arguments: list[str] | None = None) -> int:
    """Build what the command line asks for; what is wrong is told in a sentence."""
    parser = argparse.ArgumentParser(prog="python -m hardware.sheets.build", description=__doc__)
    parser.add_argument("--output", type=Path, default=OUTPUT, help="the folder for HTML, PDF and PNG")
    parser.add_argument("--game", choices=PRINTED, action="append", help="only this game")
    parser.add_argument("--language", choices=LANGUAGES, action="append", help="only this language")
    parser.add_argument("--placeholder", action="store_true", help="do not use what is kept on this machine")
    parser.add_argument("--html", action="store_true", help="only the HTML: it needs no Chromium")
    given = parser.parse_args(arguments)
    try:
        printed = PrintedData() if given.placeholder else kept()
        sources = write_sheets(
            given.output, given.game or list(PRINTED), given.language or list(LANGUAGES), printed
        )
        if given.html:
            return 0
        with browsing() as browser:
            for source in sources:
                sys.stdout.write(f"{print_sheet(browser, source)[0]}\n")
    except UserError as error:
        sys.stderr.write("".join(f"{Translations('en').text(line)}\n" for line in error.why))
        return 2
    except (MissingTool, OSError) as error:
        sys.stderr.write(f"{error}\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Every option of every game is described where people look for it.

A new option fails here until the help in every language and the manual describe it. That its labels for the
displays exist, `tests/firmware_py/i18n/test_translations.py` checks.
"""

import re
from pathlib import Path

import pytest

from engine import GAMES
from firmware_py.i18n.locale import LANGUAGES

ROOT = Path(__file__).parents[1]
OPTIONS = [(game.name, option) for game in GAMES.values() for option in game.options]
each_option = pytest.mark.parametrize(
    ("game", "option"), OPTIONS, ids=[f"{name}-{each.tag}" for name, each in OPTIONS]
)


@each_option
def test_the_manual_describes_every_value_of_an_option(game, option):
    manual = (ROOT / "firmware_py" / "MANUAL.md").read_text()
    row = re.search(rf"^\| {game.title()} \| `{option.tag}` \| (.+?) \| (.+?) \|$", manual, re.MULTILINE)
    assert row is not None, f"no row for {option.tag} in the table of options"
    assert [value for value in option.values if f"`{value}`" not in row[1]] == []


@each_option
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_help_of_run_names_an_option(language, game, option):
    page = (ROOT / "firmware_py" / "i18n" / "languages" / language / "help-run.txt").read_text()
    about = re.search(rf"\b{game}\s*: (.+?)(;|--)", page, re.DOTALL)
    assert about is not None, f"{game} has no options in the help"
    assert f"{option.tag}=" in about[1]

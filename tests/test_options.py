"""Every option of every game is described where people look for it.

A new option fails here until its rule, the help and the manual in every language and a picture of its question are
there, and until the rules refuse a value that it does not have. That its labels for the displays exist,
`tests/firmware_py/i18n/test_translations.py` checks.
"""

import re
from pathlib import Path

import pytest

from engine import GAMES
from engine.game import Setup
from engine.verdicts import BadSetup
from firmware_py.commands.help import page
from firmware_py.i18n.locale import LANGUAGES
from firmware_py.i18n.translations import Translations
from hardware.manual.__main__ import manual
from tests.engine.games import NAMES
from tests.firmware_py.screens import GOLDEN

ROOT = Path(__file__).parents[1]
OPTIONS = [(game.name, option) for game in GAMES.values() for option in game.options]
each_option = pytest.mark.parametrize(
    ("game", "option"), OPTIONS, ids=[f"{name}-{each.tag}" for name, each in OPTIONS]
)


@each_option
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_manual_describes_every_value_of_an_option(language, game, option):
    text = manual(language).read_text(encoding="utf-8")
    row = re.search(rf"^\| {game.title()} \| `{option.tag}` \| (.+?) \| (.+?) \|$", text, re.MULTILINE)
    assert row is not None, f"no row for {option.tag} in the table of options"
    assert [value for value in option.values if f"`{value}`" not in row[1]] == []


@each_option
def test_the_rules_say_which_option_they_mean(game, option):
    rules = (ROOT / "engine" / game / "RULES.md").read_text(encoding="utf-8")
    assert f"`{option.tag}`" in rules, f"no rule names the option `{option.tag}`"


@each_option
def test_a_value_that_an_option_does_not_have_is_refused_by_the_rules(game, option):
    players = NAMES[: GAMES[game].usual_players]
    tags = dict([option.only_if] if option.only_if else [])
    with pytest.raises(BadSetup) as refused:
        GAMES[game].rules().start(Setup(game, players, tags={**tags, option.tag: "nonsense"}))
    assert refused.value.tag == option.tag, "the refusal names the tag"


@each_option
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_question_for_an_option_is_explained_on_the_page(language, game, option):
    assert f"{game}.about-option-{option.tag.lower()}" in Translations(language).table


@each_option
def test_the_question_for_an_option_has_a_picture(game, option):  # noqa: ARG001 - each option has its game
    name = option.tag.lower()
    assert (GOLDEN / f"en-home-{name}.png").exists(), "tests/firmware_py/screens_stack.py, make golden"


@each_option
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_help_of_run_names_an_option_and_its_values(language, game, option):
    about = " ".join(page("run", Translations(language)).split())
    described = about.split(f" {game} {option.tag.lower()}=… ")[1].split("=…")[0]
    assert [value for value in option.values if value not in described] == []

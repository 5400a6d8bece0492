"""Every text fits where the panel shows it, in every language: titles, answers, legend and the line of news."""

import re

import pytest

from engine import GAMES
from engine.acts import read_act
from engine.game import Setup
from engine.match import Match
from firmware_py.display.canvas import Font, wrap
from firmware_py.display.prompt import NUMBER_ROW, ROWS
from firmware_py.i18n.locale import LANGUAGES
from firmware_py.i18n.translations import Translations
from firmware_py.ui.match.phrases import NEWS_COLUMNS, news_hint, news_of
from firmware_py.ui.match.screen import unsaved_screen
from firmware_py.ui.screens.news import NewsKind
from tests.depth import depth, slow_unless
from tests.engine.test_told import FORMS
from tests.firmware_py import fit
from tests.firmware_py.drawn_text import all_texts_fit
from tests.firmware_py.screens import NAMES

LINE = Font.SMALL.columns
ANSWER = 19
"""Characters of an answer in a list."""
LEGEND = 12
LONGEST = {
    "who": "Maximilian-Luca",
    "net": "A",
    "table": "7",
    "number": "7",
    "size": "7",
    "rule": "ON-12",
    "value": "100",
    "count": "60",
    "category": None,
    "tile": "RFB",
    "so_far": "RF",
    "at": "A3",
    "points": "12",
    "seat": "6",
    "site": "A3",
}
"""By argument: the longest that it is in a text of one line; None is the longest name of a category."""
GUARDED = ("swap", "vip", "meeting", "scandal", "rumours", "bomb", "hype")
"""The action cards that bodyguards block."""
ROLES = {
    r"menu\.(?!ask-|new-name).*": ANSWER,
    r"home\.(about|details|dice|end|finished|forget|go-on|home|my-copy|look-at|new|off|park|parked)": ANSWER,
    r"home\.(players|rematch|phones-code|phones-off|safe-about|safe-again|safe-park|settings|type)": ANSWER,
    r"settings\.(?!on|off|about-|language).*": ANSWER,
    r"(inside|insider|offline|online)\.(do|group|type|from|fix)-(?!.*words|cards$|spot).*": ANSWER,
    r"(insider|offline|online)\.option-(?!.*-page).*": ANSWER,
    r"offline\.(more|another-lead|tiles-of-a-net|cards-of-a-player|net|nobody-leads|other-count)": ANSWER,
    r"online\.(card|pile)-(?!words|of).*": ANSWER,
    r"menu\.ask-.*|menu\.new-name": LINE,
    r"home\.ask-.*": LINE,
    r"home\.(fault|cannot-begin|cannot-resume|other-rules|storage|safe-mode|language)": LINE,
    r"box\.(refused|refused-ruling|advice|over|lesson|orientation|not-saved|not-remembered|saving|sure)": LINE,
    r"box\.(table|menu|history|allowed-now|ask-.*)": LINE,
    r"pairing\.(title|code)": LINE,
    r"(inside|insider|offline|online)\.ask-(?!bonus|place|points|swapped|cleared|held|their|option-homes).*": LINE,
    r"(insider|offline|online)\.(corrected|skipped|new-bank|stand-in|evaluation)": LINE,
    r"box\.(corrected|did-.*|dice-(?!asks).*|not-asked)": NEWS_COLUMNS,
    r"legend\..*": LEGEND,
}
"""By pattern of keys: the characters that a text may have where the panel shows it on one line."""


def filled_in(text: str, table: dict[str, str]) -> str:
    """Return a text with long arguments in it."""
    category = max((table[f"offline.{name}"] for name in ("company", "language", "product")), key=len)
    words = {name: value or category for name, value in LONGEST.items()}
    use = max((table[f"insider.do-{name}"] for name in GUARDED), key=len)
    plain = re.sub(r"{\w+:([^|}]*)\|([^}]*)}", r"\2", text)
    plain = plain.partition("\n")[0]
    return re.sub(r"{(\w+)}", lambda found: {**words, "use": use}.get(found[1], "x" * 9), plain)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("role", ROLES)
def test_a_text_of_one_line_fits_on_it(language, role):
    table = Translations(language).for_panel().table
    keys = [key for key in table if re.fullmatch(role, key) and not key.endswith("-page")]
    assert keys, "the pattern finds no key"
    long = {key: filled_in(table[key], table) for key in keys}
    assert {key: text for key, text in long.items() if len(text) > ROLES[role]} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_values_of_a_card_are_on_a_line_of_their_own(language):
    translations = Translations(language).for_panel()
    for key in ("insider.ask-value", "insider.ask-corner"):
        asks = translations(key, table=7, so_far="20 20 20 20 20 20")
        lines = wrap(asks, LINE)
        assert lines[1:] == ["20 20 20 20 20 20"]
        assert len(lines) <= sum(row < NUMBER_ROW - 2 for row in ROWS)


def news_line(match: Match, act: str, translations: Translations) -> str:
    """Return the line that confirms an act on the panel."""
    news = news_of(NewsKind.PLAYED, read_act(act), match)
    return news_hint(news, translations.for_panel().naming(match.names)).text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "tags", "fix", "_key"), FORMS)
def test_a_correction_is_confirmed_in_a_line_that_fits(language, game, tags, fix, _key):
    match = Match(GAMES[game].rules(), Setup(game, NAMES[:2], tags=tags))
    line = news_line(match, fix, Translations(language))
    assert len(line) <= NEWS_COLUMNS
    assert fix.removeprefix("fix ") not in line, "that is what records write"


@pytest.mark.parametrize(
    ("names", "act", "line"),
    [
        (("Anna", "Ben"), "1 seat 1", "Anna takes table 1"),
        (("Maximilian", "Ben"), "1 seat 1", "Maximilian: table 1"),
        (("Maximilian", "Maximus"), "1 stop", "1: end of turn"),
        (("Player 1", "Player 2"), "1 roll 3", "Player 1 rolls 3"),
        (("Anna", "Anna B"), "2 draw", "Anna B draws cards"),
    ],
)
def test_what_was_understood_is_said_with_names(names, act, line):
    match = Match(GAMES["insider"].rules(), Setup("insider", names))
    assert news_line(match, act, Translations("en")) == line


@all_texts_fit()
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("at", slow_unless(range(len(fit.KINDS)), (1, 3, 6)))
def test_nothing_is_cut_in_a_random_game(language, at):
    game, seats, tags = fit.KINDS[at]
    match = Match(GAMES[game].rules(), Setup(game, NAMES[:seats], tags=tags))
    fit.play(unsaved_screen(match, Translations(language).for_panel()), at, depth(150, full=500))

"""A turn with few presses: a real box is asked, and what its displays show is printed.

A test plays the examples and compares the number of presses with the fewest that there are.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from drivers.presses import Key, Kind, Press
from engine import GAMES
from engine.acts import read_act
from engine.game import Setup
from engine.match import Match
from firmware_py.config.configuration import DEFAULTS
from firmware_py.games.drawing.svg_elements import element
from firmware_py.ui.match.screen import MatchScreen, unsaved_screen
from hardware.sheets.keys import key_picture
from hardware.sheets.markup import html, picture

if TYPE_CHECKING:
    from collections.abc import Mapping

    from PIL.Image import Image

    from hardware.sheets.texts import Texts

NAMES = ("Anna", "Ben", "Carla")
DISPLAYS = {"insider": 30.0}
USUAL_DISPLAY = 43.0
"""Millimetres that a display is wide on the sheet; smaller where more has to be shown."""


class Example(NamedTuple):
    """A moment of a game, the keys that are pressed then, and what was said by them."""

    game: str
    key: str
    """Of the text that tells what happens."""
    keys: tuple[Key, ...]
    says: tuple[str, ...]
    before: tuple[str, ...] = ()
    """What was played up to there."""
    tags: Mapping[str, str] = {}
    seats: int = 3
    seat_keys: int = 0


CARD = "card 4: 3 2 1 0 / -4"
DEALT = (
    "deal A3 BST", "deal A4 RFM", "deal B2 RFB", "deal B6 REM", "deal C2 GSM", "deal C5 YSC",
    "deal D4 GSC", "deal D5 BSM", "deal E2 YDC", "deal E4 RSC", "deal F3 RFC", "deal F4 RST",
    "deal G3 RSB", "deal G4 BSB", "deal H1 YSM", "deal H2 YET",
    "show YFM", "show GEM", "show YEM", "show YFC", "show GSB",
)  # fmt: skip
STAIR = Example("insider", "insider.turn-stair", (Key.SEAT_2, Key.SEAT_3), ("2 seat 3",), (CARD,), seat_keys=6)
SIX_KEYS = Example("insider", "insider.turn-six", (Key.RIGHT, Key.OK, Key.RIGHT), ("2 seat 3",), (CARD,))
EXAMPLES = (
    STAIR,
    Example(
        "insider",
        "insider.turn-board",
        (Key.UP, Key.OK, Key.OK),
        ("1 points", "1 move a1 a2-b2.2"),
        (CARD,),
        {"Depth": "board"},
    ),
    Example(
        "offline",
        "offline.turn",
        (Key.LEFT, Key.OK, *(Key.LEFT,) * 4),
        ("1 put YFM A1", "show REC"),
        DEALT,
    ),
    Example("inside", "inside.turn", (Key.UP, Key.OK, Key.OK), ("1 place L202",), seats=2),
    Example(
        "online",
        "online.turn",
        (Key.UP, Key.UP, Key.LEFT, Key.LEFT, Key.LEFT, Key.DOWN),
        ("1 draw", "1 lay on-line", "1 download e-mail", "1 stop"),
    ),
)
"""By game: what its sheet shows."""


def box_before(example: Example, texts: Texts) -> MatchScreen:
    """Make the box of an example, with all that it tells at the beginning read."""
    match = Match(GAMES[example.game].rules(), Setup(example.game, NAMES[: example.seats], tags=example.tags))
    for sentence in example.before:
        refusal = match.play(read_act(sentence))
        assert refusal is None, sentence
    box = unsaved_screen(match, texts.translations, config=DEFAULTS._replace(teaching=False))
    while box.view_model().message is not None:
        box.press(Press(Key.OK, Kind.SHORT))
    return box


def turn_section(game: str, texts: Texts) -> str:
    """Show the examples of a game."""
    shown = [_example(example, texts) for example in EXAMPLES if example.game == game]
    return html(
        "section",
        html("h2", texts.html("section.turn")),
        html("p", texts.html("turn.how"), class_="note"),
        *shown,
        class_="turns",
    )


def _example(example: Example, texts: Texts) -> str:
    box, width = box_before(example, texts), DISPLAYS.get(example.game, USUAL_DISPLAY)
    cells = []
    for key in example.keys:
        cells.append(_moment(box, width, key_picture(key, 9)))
        box.press(Press(key, Kind.SHORT))
    cells.append(_moment(box, width, html("span", f"✓ {texts.html('turn.understood')}", class_="understood")))
    count = texts("turn.presses", count=len(example.keys))
    acts = html("code", " · ".join(example.says))
    record = texts.html("turn.record", acts="\0").replace("\0", acts)
    also = ""
    if example is STAIR:
        keys = html("span", *(key_picture(key, 6) for key in SIX_KEYS.keys), class_="caps inline")
        also = html("span", texts.html(SIX_KEYS.key), keys, class_="also")
    return html(
        "div",
        html("h3", texts.html(example.key), html("span", count, class_="count")),
        html("div", *cells, class_="strip"),
        html("p", record, also, class_="note"),
        class_="example",
        data_example=example.key,
    )


def _moment(box: MatchScreen, width: float, answer: str) -> str:
    """Show what both displays show, and the answer to it; the table only where its cursor matters."""
    asked = box.view_model()
    shown = [display(box.prompt(), width)]
    if asked.shape == "board":
        shown.append(display(box.table(), width))
    return html(
        "div", html("div", *shown, class_="displays"), html("div", answer, class_="answer"), class_="moment"
    )


def display(image: Image, width: float) -> str:
    """Draw the picture of a display, black on white, dot by dot."""
    runs = []
    wide, high = image.size
    dots = image.convert("L").tobytes()
    for y in range(high):
        x = 0
        for is_lit, run in groupby(dots[y * wide : (y + 1) * wide]):
            length = len(list(run))
            if is_lit:
                runs.append(f"M{x} {y}h{length}v1h-{length}z")
            x += length
    frame = element("rect", x=-3, y=-3, width=wide + 6, height=high + 6, rx=4, class_="glass")
    dots_drawn = element("path", d="".join(runs) or "M0 0", class_="dots")
    return picture(frame + dots_drawn, (-4, -4, wide + 8, high + 8), "display", width)

"""The parts beside Offline's networks: the display, the offline area, and the tiles out of the game."""

from __future__ import annotations

from engine.offline.state import DISPLAY, OFFLINE, Phase, State
from engine.offline.tiles import NAMES, NONE
from engine.verdicts import player
from firmware_py.games.drawing.svg_elements import element, named, text
from firmware_py.games.drawing.svg_views import SvgView
from firmware_py.games.offline.svg_tiles import MINI, TILE, face, mini, place, ring, tappable, tile_words

WIDTH, HEIGHT = 400, 72
"""Size of the display and of the offline area."""
OUT_HEIGHT = 62
PITCH, FIRST, ROW = 47, 29, 45
"""Distance between the centres of tiles in a row, and x and y of the first."""
ASIDE = 204
"""The x of the buttons of the offline area."""
BUTTON, NARROW, FINGER = 106, 78, 48
"""Width of a button, width of the one beside it, and height of both."""
WIDE_LETTER = 8.6
"""Estimated largest width of a letter on a button."""
A_ROW, OUT_PITCH, OUT_ROW = 10, MINI + 3, 25
"""Most tiles out of the game that are shown with a title, and their distances."""
SCALES = (1.0, 0.75, 0.66, 0.5)
"""Scales for more and more tiles: with the last one all 64 fit."""
BAG = "M-7-11H7L4-5C11-1 13 5 13 9C13 14 8 15 0 15C-8 15-13 14-13 9C-13 5-11-1-4-5ZM-5-5H5"


def display(view: SvgView) -> str:
    """Return the five tiles to choose from, and the bag, with the origin at the upper left."""
    state: State = view.state
    title = view.translations("offline.drawn-display")
    ground = _panel(state, title, "display", DISPLAY * PITCH + 12)
    return ground + _row(view, state.display, DISPLAY) + _bag(view)


def offline(view: SvgView) -> str:
    """Return the four offline spaces, and beside them their buttons, or the tile that was taken off."""
    state: State = view.state
    title = view.translations("offline.drawn-offline")
    ground = _panel(state, title, "offline", OFFLINE * PITCH + 12)
    return ground + _row(view, state.offline, OFFLINE) + _beside(view)


def out(view: SvgView) -> str:
    """Return the tiles out of the game, small because there may be many."""
    state: State = view.state
    title = view.translations("offline.drawn-out")
    ground = element("rect", width=WIDTH, height=OUT_HEIGHT, rx=12, class_="card")
    hit = element("rect", x=2, y=2, width=WIDTH - 4, height=OUT_HEIGHT - 4, rx=10, class_="hit")
    label = text(title, 10, 16, class_="small muted") if len(state.out) <= A_ROW else ""
    top = 27 if label else 7
    scale = next(scale for scale in SCALES if _room(scale, top) >= len(state.out))
    columns = _columns(scale)
    tiles = [
        mini(tile, at % columns * OUT_PITCH, at // columns * OUT_ROW, view.translations)
        for at, tile in enumerate(state.out)
    ]
    row = element("g", *tiles, transform=f"{place(8, top)} scale({scale:g})") if tiles else ""
    return ground + tappable(("out",), title, hit, label, row, ring(2, 2, WIDTH - 4, OUT_HEIGHT - 4, 11))


def _columns(scale: float) -> int:
    return int((WIDTH - 10) / (OUT_PITCH * scale))


def _room(scale: float, top: float) -> int:
    """Return how many tiles fit below a height."""
    return _columns(scale) * int((OUT_HEIGHT - top - 4) / (OUT_ROW * scale) + 0.2)


# --- rows of tiles


def _panel(state: State, title: str, value: str, reach: float) -> str:
    """Draw the background of a row; a tap on it means the whole row.

    Except while a market analysis is possible: a tap that just misses a tile would start one.
    """
    ground = element("rect", width=WIDTH, height=HEIGHT, rx=12, class_="card")
    hit = element("rect", x=2, y=2, width=reach, height=HEIGHT - 4, rx=10, class_="hit")
    label = text(title, 10, 16, class_="small muted")
    if state.phase is Phase.TURN and state.deal.is_expert:
        return ground + label
    return ground + tappable((value,), title, hit, label, ring(2, 2, reach, HEIGHT - 4, 11))


def _row(view: SvgView, tiles: tuple[int, ...], spaces: int) -> str:
    parts, half = [], TILE / 2
    for at in range(max(spaces, len(tiles))):
        where = place(FIRST + at * PITCH, ROW)
        if at < len(tiles):
            title = tile_words(tiles[at], view.translations)
            around = ring(-half - 2, -half - 2, TILE + 4, TILE + 4, 10)
            parts.append(
                tappable((NAMES[tiles[at]],), title, face(tiles[at], view.translations), around, transform=where)
            )
        else:
            space = element("rect", x=-half, y=-half, width=TILE, height=TILE, rx=8, class_="free space")
            parts.append(element("g", space, transform=where))
    return "".join(parts)


def _bag(view: SvgView) -> str:
    state: State = view.state
    left = WIDTH - 112
    return tappable(
        ("show",),
        view.translations("offline.drawn-bag", bag=state.bag),
        element("rect", x=left, y=10, width=104, height=HEIGHT - 20, rx=10, class_="hit"),
        element("path", d=BAG, transform=place(left + 30, 35), class_="bag"),
        text(str(state.bag), left + 54, 44, class_="big"),
        ring(left, 8, 104, HEIGHT - 16, 10),
    )


# --- buttons of the offline area


def _beside(view: SvgView) -> str:
    state: State = view.state
    translations = view.translations
    match state.phase:
        case Phase.SWAPPED:
            return _hand(view)
        case Phase.CLEARED:
            return _button(translations("offline.do-pass"), ("pass",), ASIDE)
        case Phase.TURN if state.deal.is_expert:
            clear = _button(translations("offline.do-clear"), ("clear", "more"), ASIDE, NARROW)
            return clear + _button(translations("offline.do-analyse"), ("analyse", "more"), ASIDE + NARROW + 4)
        case Phase.TURN:
            return _button(translations("offline.do-clear"), ("clear",), ASIDE)
    return ""


def _hand(view: SvgView) -> str:
    """Draw the tile that was taken off and still has to be placed."""
    state: State = view.state
    if state.hand == NONE:
        return ""
    translations, who = view.translations, player(state.turn)
    title = translations("offline.shown-hand", who=who, tile=tile_words(state.hand, translations))
    ground = element("rect", x=-28, y=-32, width=184, height=64, rx=10, class_="hand")
    label = text(translations("offline.drawn-hand"), 32, -3, class_="small muted")
    name = text(shortened(translations.text(who), 15), 32, 15, class_="small strong")
    where = place(ASIDE + 34, HEIGHT / 2)
    return element("g", named(title), ground, face(state.hand, translations), label, name, transform=where)


def _button(label: str, values: tuple[str, ...], x: float, width: float = BUTTON) -> str:
    """Draw a button; a long label takes two lines."""
    y = (HEIGHT - FINGER) / 2
    first, _, second = label.partition(" ")
    if len(label) * WIDE_LETTER <= width:
        first, second = label, ""
    lines = (first, second) if second else (first,)
    top = HEIGHT / 2 + 5 - 8 * (len(lines) - 1)
    return tappable(
        values,
        label,
        element("rect", x=x, y=y, width=width, height=FINGER, rx=10, class_="button"),
        *(text(line, x + width / 2, top + 16 * at, class_="button-text") for at, line in enumerate(lines)),
        ring(x, y, width, FINGER, 10),
    )


def shortened(name: str, most: int) -> str:
    """Return a name, cut if it is too long; the page shows it in full elsewhere."""
    return name if len(name) <= most else f"{name[: most - 1].rstrip()}…"

"""Offline's players with their preference cards, and the key to the letters and signs of the tiles."""

from __future__ import annotations

from engine.offline.owner_data import MARKET_CARDS
from engine.offline.scoring import Account, sheet_of
from engine.offline.state import Analysis, Phase, State
from engine.offline.tiles import CATEGORIES, types_of
from engine.verdicts import player
from firmware_py.games.drawing.svg_elements import element, named, text
from firmware_py.games.drawing.svg_views import SvgView
from firmware_py.games.offline.svg_beside import WIDTH, shortened
from firmware_py.games.offline.svg_tiles import (
    MINI,
    PRODUCT,
    emblem,
    mini,
    place,
    ring,
    tappable,
    tile_words,
    type_words,
)

HALF, SEAT_HEIGHT = 196, 60
"""Size of a player's panel where there are more than two players."""
UPPER, LOWER = 17, 44
"""The y of the two lines of a player."""
LETTER = 9.6
"""Estimated width of a letter of a name."""
KEY_HEIGHT, KEY_HEAD, KEY_PITCH = 222, 40, 45
"""Heights of the key to the types, of its head, and of a type in it."""
KEY_COLUMNS = (0, 112, 244, WIDTH)
"""The x of its columns, and the end of the last one: products have the longest names."""


def seat_width(seats: int) -> int:
    """Return the width of a player's panel: two players have a row each."""
    return HALF if seats in {3, 4} else WIDTH


def seat(view: SvgView, account: Account) -> str:
    """Return a player's panel: turn, market analysis, and the cards with their pay, once shown."""
    state: State = view.state
    number = account.seat
    width = seat_width(state.deal.seats)
    name = view.translations.text(player(number))
    analysis = state.analysed[number - 1]
    is_turn = number == state.turn and state.phase not in {Phase.END, Phase.ENTRY}
    kind = "player turn" if is_turn else "player gone" if number in state.left else "player"
    middle = UPPER if account.earnings or analysis else SEAT_HEIGHT / 2
    left, right = (54 if is_turn else 38), width - 10
    parts = [
        element("rect", width=width, height=SEAT_HEIGHT, rx=12, class_="card"),
        element("circle", cx=20, cy=middle, r=10, class_=f"seat seat-{view.mark(number)}"),
        text(str(number), 20, middle + 5, class_="seat-number"),
    ]
    if is_turn:
        parts.append(element("path", d="M-4-7L7 0L-4 7Z", transform=place(43, middle), class_="turn-mark"))
    if account.earnings:
        parts.append(text(str(account.points), right, middle + 8, class_="big end"))
        right -= 50
    parts.append(text(shortened(name, int((right - left) / LETTER)), left, middle + 5.5, class_="name"))
    parts.append(_cards(view, account))
    if analysis is not None:
        parts.append(_analysis(view, number, analysis, width - 10 - MINI, LOWER - 11))
    return _tapped_seat(number, name, kind, *parts, ring(0, 0, width, SEAT_HEIGHT, 12))


def _tapped_seat(number: int, name: str, kind: str, *parts: str) -> str:
    return element("g", named(name), *parts, class_=kind, data_tap=f"seat:{number}")


def _analysis(view: SvgView, number: int, analysis: Analysis, x: float, y: float) -> str:
    """Draw the market card that a player has taken, with its tile."""
    card, translations = MARKET_CARDS[analysis.card], view.translations
    title = translations(
        "offline.shown-analysis", card=card, who=player(number), tile=tile_words(analysis.tile, translations)
    )
    badge = element("rect", x=x - 22, y=y, width=20, height=22, rx=3, class_="market")
    letter = text(card, x - 12, y + 16, class_="market-letter")
    return element("g", named(title), badge, letter, mini(analysis.tile, x, y, translations))


def _cards(view: SvgView, account: Account) -> str:
    """Draw the preference cards; their titles say what each pays."""
    parts = []
    for x, earning in zip((22, 52, 82), account.earnings, strict=False):
        title = f"{type_words(earning.kind, view.translations)}: {earning.points}"
        parts.append(element("g", named(title), emblem(earning.kind, x, LOWER, view.translations)))
    return "".join(parts)


def accounts(view: SvgView) -> tuple[Account, ...]:
    """Return the account of every player so far."""
    return sheet_of(view.state).accounts


def key(view: SvgView) -> str:
    """Return the twelve types with their names; they can be tapped where letters of tiles are asked for."""
    translations = view.translations
    parts = [element("rect", width=WIDTH, height=KEY_HEIGHT, rx=12, class_="card")]
    for category, name in enumerate(CATEGORIES):
        x, column = KEY_COLUMNS[category], KEY_COLUMNS[category + 1] - KEY_COLUMNS[category]
        title = translations(f"offline.{name}")
        hit = element("rect", x=x + 3, y=3, width=column - 6, height=KEY_HEAD - 4, rx=8, class_="hit")
        label = text(title, x + 14, 26, class_="small muted")
        parts.append(tappable((name,), title, hit, label, ring(x + 3, 3, column - 6, KEY_HEAD - 4)))
        for row, kind in enumerate(types_of(category)):
            parts.append(_type(view, kind, x, KEY_HEAD + row * KEY_PITCH, column - 6))
    return "".join(parts)


def _type(view: SvgView, kind: int, x: float, y: float, width: float) -> str:
    height = KEY_PITCH - 4
    title = type_words(kind, view.translations)
    inside = (
        element("rect", x=x + 3, y=y, width=width, height=height, rx=10, class_="hit"),
        emblem(kind, x + 26, y + height / 2, view.translations),
        text(title, x + (50 if kind in types_of(PRODUCT) else 46), y + height / 2 + 5, class_="small"),
    )
    return element("g", *inside)

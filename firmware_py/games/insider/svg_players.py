"""The players: whose turn it is, the step, the hand, and who misses turns, plays with one die, or has left."""

from __future__ import annotations

from engine.insider.state import State
from engine.verdicts import player
from firmware_py.games.drawing.svg_elements import element, named, text
from firmware_py.games.drawing.svg_views import SvgView
from firmware_py.games.insider.svg_tokens import (
    GAP,
    WIDTH,
    Room,
    box,
    cards,
    die,
    fitted,
    pause,
    polygon,
    star,
    tappable,
    token,
)

CELL = 128
HEIGHT = 2 * CELL + GAP
"""Always two rows, so that everything keeps its position."""
FEW = 2
"""Up to so many players get a whole row each."""
ROOMY = 12
"""Longer names are written smaller where two players share a row."""
LETTER = 17.5
"""Width of a letter in a pill."""


def draw(view: SvgView) -> str:
    """Return a panel for each player."""
    state: State = view.state
    columns = 1 if len(state.seats) <= FEW else 2
    width = (WIDTH - (columns - 1) * GAP) / columns
    cells = []
    for at, seat in enumerate(state.seats):
        x, y = at % columns * (width + GAP), at // columns * (CELL + GAP)
        cells.append(_player(view, seat, Room(x + 2, y + 2, width - 4, CELL - 4)))
    return element("g", *cells)


def _player(view: SvgView, seat: int, room: Room) -> str:
    state: State = view.state
    inn, name, step = state.inn, view.names[seat - 1], state.inn.steps[seat - 1]
    left, middle = room.x + 66, room.y + room.height / 2
    won = inn.end is not None and seat in inn.end.winners
    plays = inn.end is None and seat == state.turn and state.shows_turns
    size = "name tight" if len(name) > ROOMY and room.width < WIDTH / 2 else "name"
    parts = [
        box(room, "panel", 22),
        token(view.mark(seat), left, middle, 34, 34),
        fitted(name, left + 52, room.y + 50, room.width - 140, class_=size),
        text(str(step).replace("-", "−"), left + 52, room.y + 108, class_="standing"),
    ]
    if plays:
        tip = [(room.x + 8, middle - 18), (room.x + 26, middle), (room.x + 8, middle + 18)]
        parts += [box(room.grown(-3), "turn", 19), polygon(tip, "arrow")]
    if won:
        parts.append(star(left - 30, middle - 30))
    parts += _states(view, seat, left + 178, room.y + 90)
    said = view.translations("insider.drawn-step", who=name, step=step)
    plain = "gone" if seat in inn.left else ""
    return tappable(f"seat:{seat}", said, room.grown(-6), *parts, class_=f"player {plain}".strip())


def _states(view: SvgView, seat: int, x: float, y: float) -> list[str]:
    """Draw a player's hand and special states, from left to right."""
    state: State = view.state
    parts = []
    if state.town is not None and seat not in state.inn.left:
        hand = state.town.hands[seat - 1]
        said = view.translations("insider.drawn-hand", who=view.names[seat - 1], count=hand)
        parts.append(element("g", named(said), cards(x + 20, y), text(str(hand), x + 40, y + 12, class_="amount")))
        x += 82
    if seat in state.inn.left:
        return [*parts, _pill(view.translations("insider.has-left"), x - 28, y)]
    if seat in state.inn.rumours:
        parts.append(element("g", named(view.translations("insider.has-one-die")), die(1, x + 22, y)))
        x += 58
    if (owed := state.owed[seat - 1]) and state.shows_turns:
        said = named(view.translations("insider.misses", turns=owed))
        drawn = (
            box(Room(x, y - 23, 78, 46), "pill", 23),
            pause(x + 26, y),
            text(str(owed), x + 44, y + 12, class_="owed"),
        )
        parts.append(element("g", said, *drawn))
        x += 90
    if state.rolls_again == seat:
        said = named(view.translations("insider.ask-roll-again", who=player(seat)))
        parts.append(element("g", said, die(2, x + 22, y), text("7", x + 50, y + 12, class_="amount")))
    return parts


def _pill(words: str, x: float, y: float) -> str:
    """Draw a few words on a rounded background."""
    width = 28 + len(words) * LETTER
    return element(
        "g",
        box(Room(x, y - 23, width, 46), "pill", 23),
        text(words, x + width / 2, y + 11, class_="pill-text"),
    )

"""The restaurant: the open evaluation card, its tables with their values and who sits there, and the corner.

The buttons beside the title lead to all other acts; when a question can be ended ("that is all"), the button for
that covers them.
"""

from __future__ import annotations

from textwrap import wrap

from engine.insider.cards import Card
from engine.insider.publicity import MOST_ROUNDS
from engine.insider.state import State, over
from firmware_py.games.drawing.svg_elements import element, named, text
from firmware_py.games.drawing.svg_views import SvgView
from firmware_py.games.insider.svg_tokens import WIDTH, Room, box, panel, polygon, tappable, token

HEIGHT = 290
TITLE = 62
"""The baseline of the title."""
BUTTON = Room(WIDTH - 20 - 250, 16, 250, 68)
TABLES = Room(20, 96, WIDTH - 40 - 130, 178)
"""The area of the tables, left of the corner."""
WIDEST = 150
"""Largest distance from table to table."""
PLATE = 42
LETTERS = 50
"""Letters in a line of a message."""


def draw(view: SvgView) -> str:
    """Return the open card in a panel, or a message instead."""
    state: State = view.state
    inn = state.inn
    shown = min(inn.evaluations + (inn.card is not None or inn.end is None), MOST_ROUNDS)
    title = text(view.translations("insider.evaluation", number=shown), 30, TITLE, class_="title")
    parts = [title, _pile(view), *_buttons(view)]
    if inn.card is not None:
        pitch = min(TABLES.width / len(inn.tables), WIDEST)
        left = TABLES.middle[0] - pitch * len(inn.tables) / 2
        rooms = (Room(left + at * pitch + 4, TABLES.y, pitch - 8, TABLES.height) for at in range(len(inn.tables)))
        parts += [_table(view, at, room) for at, room in enumerate(rooms)]
        parts.append(_corner(view, inn.card))
    else:
        parts += _message(view)
    return panel(HEIGHT, *parts)


def _message(view: SvgView) -> list[str]:
    """Draw the message that replaces the card: turn one up, or the end."""
    state: State = view.state
    if state.inn.end is not None:
        said = view.translations.text(over(state, state.inn.end)[1])
    else:
        said = view.translations("insider.card-due", number=state.inn.evaluations + 1)
    lines = wrap(said, LETTERS)
    top = TABLES.middle[1] - len(lines) * 22 + 33
    return [text(line, WIDTH / 2, top + at * 44, class_="message") for at, line in enumerate(lines)]


def _pile(view: SvgView) -> str:
    """Draw the seven cards: those evaluated, the open one, and the rest."""
    inn = view.state.inn
    parts = [named(view.translations("insider.evaluation", number=min(inn.evaluations + 1, MOST_ROUNDS)))]
    for at in range(MOST_ROUNDS):
        kind = "spent" if at < inn.evaluations else "open" if at == inn.evaluations and inn.card else "hidden"
        room = Room(436 + at * 38, TITLE - 33, 28, 40)
        parts.append(box(room, f"round {kind}", 5))
        if kind == "spent":
            x, y = room.middle
            parts.append(element("path", d=f"M{x - 8} {y}l6 7 10 -14", class_="tick"))
    return element("g", *parts)


SPOTS = {"roll": ("do-roll", "⚄"), "cards": ("do-play", "♠"), "more": ("more", "…"), "end": ("do-stop", "■")}
"""The spots beside the tables or the city: the key of its name, and its sign."""


def _buttons(view: SvgView) -> list[str]:
    """Draw the buttons for all other acts, and over them the one that ends a question."""
    names = ("roll", "more") if view.state.town is None else ("cards", "more", "end")
    wide, found = BUTTON.width / len(names), []
    for at, name in enumerate(names):
        key, sign = SPOTS[name]
        room = BUTTON._replace(x=BUTTON.x + at * wide + 3, width=wide - 6)
        drawn = box(room, "button", 34), text(sign, room.middle[0], room.middle[1] + 11, class_="label")
        found.append(tappable(f"spot:{name}", view.translations(f"insider.{key}"), room, *drawn, class_="more"))
    label, (x, y) = view.translations("insider.that-is-all"), BUTTON.middle
    drawn = box(BUTTON, "button", 34), text(label, x, y + 11, class_="label")
    return [*found, tappable("spot:none spot:done", label, BUTTON, *drawn, class_="done")]


def _table(view: SvgView, at: int, room: Room) -> str:
    inn = view.state.inn
    sitting, value = inn.tables[at], str(inn.card.values[at]).replace("-", "−")
    x, y = room.middle[0], room.y + 54
    who = view.names[sitting - 1] if sitting else view.translations("insider.drawn-free")
    seat_y = room.y + room.height - 40
    chair = (
        token(view.mark(sitting), x, seat_y, 33, 33, piece="pawn")
        if sitting
        else element("circle", cx=x, cy=seat_y, r=29, class_="chair")
    )
    return tappable(
        f"spot:{at + 1} choice:insider.{at + 1}",
        f"{view.translations('insider.at-table', table=at + 1)} ({value}): {who}",
        room,
        box(room, "place", 16),
        element("circle", cx=x, cy=y, r=PLATE, class_="plate"),
        text(value, x, y + 16, class_="value"),
        text(str(at + 1), room.x + 10, room.y + room.height - 12, class_="spot-name"),
        chair,
        class_="at-table" if sitting else "at-table free",
    )


def _corner(view: SvgView, card: Card) -> str:
    """Draw the corner: the penalty for a player without a table."""
    room = Room(WIDTH - 20 - 120, TABLES.y, 120, TABLES.height)
    right, low = room.x + room.width, room.y + 96
    fold = polygon(
        [(room.x, room.y), (right, room.y), (right, low), (room.x + 34, low), (room.x, low - 34)], "corner"
    )
    penalty = str(card.corner).replace("-", "−")
    empty = element("circle", cx=room.x + 60, cy=room.y + room.height - 40, r=24, class_="nobody")
    line = element("path", d=f"M{room.x + 43} {room.y + room.height - 23}l34 -34", class_="nobody")
    return element(
        "g",
        named(view.translations("insider.penalty", change=penalty)),
        fold,
        text(penalty, room.x + 60, room.y + 62, class_="penalty"),
        empty,
        line,
    )

"""Insider's table picture at `board` depth: the city, the stair in numbers, and the open card.

Each place is a box with four corners; a player's pawns are shown in the corner where that player's home is. A
crossed-out box is a Total OUT. Pawns on a path are shown by their seat, pawns at home by how many they are.
"""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from engine.insider.board.prompts import PITCH
from engine.insider.board.walking import at_home
from engine.insider.city import GRID, INSIDER, PLACES, Plan, is_square, paths_of
from engine.insider.publicity import MOST_ROUNDS
from engine.insider.state import State, town_of
from engine.insider.town import Town
from firmware_py.display.canvas import BOTTOM, LIT, OFF, RIGHT, TINY, Canvas
from firmware_py.games.insider.display_board import BOX, TOP, corner, middle, streets
from firmware_py.games.views import TableView

SPOT = 60
"""The x of the spots beside the city."""
SPOTS = {"cards": ("###", "# #", "###"), "more": ("", "# #"), "end": ("# #", "# #", "# #")}
"""The spots beside the city from the top down, each with its icon."""
NUMBERS = 72
ROW = 9
CARD_TOP = 40
TABLE = 7
TURN = ("# ", "##", "# ")


def draw(view: TableView) -> Image.Image:
    """Return the picture of a position."""
    state: State = view.state
    canvas = Canvas()
    _city(canvas, view)
    for at, seat in enumerate(state.seats):
        _player(canvas, view, seat, at * ROW)
    _card(canvas, view)
    _spots(canvas, view.cursor)
    return canvas.image


@lru_cache(maxsize=1)
def _streets(plan: Plan) -> Image.Image:
    """Return a picture of the streets, which stay the same for a whole game."""
    return streets(paths_of(plan)).image


def _beside(town: Town, square: int) -> tuple[int, int]:
    """Return the pixel of a square of a path, between its two places in the order of the squares."""
    (one, other), number, length = town.plan.square(square)
    is_second = number > (length + 1) // 2
    names = PLACES[one], PLACES[other]
    if names not in GRID:
        x, y = middle(*names, 2 / 3 if is_second else 1 / 3)
        return x - 1, y - 2
    (x, y), (_, above) = map(corner, names)
    if names[0][1] == names[1][1]:
        return x + BOX + (3 if is_second else 0), y + 1
    return x + (4 if is_second else 0), above + BOX


def _city(canvas: Canvas, view: TableView) -> None:
    state: State = view.state
    town = town_of(state)
    canvas.image.paste(_streets(town.plan))
    for place in range(len(PLACES)):
        _place(canvas, view, place)
    for seat in state.seats:
        for spot in town.pawns[seat - 1]:
            if is_square(spot):
                x, y = _beside(town, spot)
                canvas.draw.rectangle((x, y, x + 2, y + 4), fill=OFF)
                canvas.icon(x, y, TINY[str(view.mark(seat))])
    pointed = town.plan.spots.get(view.cursor or "", INSIDER)
    if is_square(pointed):
        x, y = _beside(town, pointed)
        canvas.draw.rectangle((x - 1, y - 1, x + 3, y + 5), fill=LIT)
        if town.at(pointed):
            canvas.icon(x, y, TINY[str(view.mark(town.at(pointed)[0]))], OFF)


def _place(canvas: Canvas, view: TableView, place: int) -> None:
    """Draw a place: crossed out, the restaurant, a home with its seat, or the corners of the players there."""
    state: State = view.state
    town = town_of(state)
    x, y = corner(PLACES[place])
    name = "insider" if place == INSIDER else PLACES[place]
    here = view.cursor == name
    ink = OFF if here else LIT
    canvas.draw.rectangle((x, y, x + BOX - 1, y + BOX - 1), fill=LIT if here else OFF, outline=LIT)
    if place in town.outs:
        canvas.draw.line((x + 1, y + 1, x + BOX - 2, y + BOX - 2), fill=ink)
        canvas.draw.line((x + BOX - 2, y + 1, x + 1, y + BOX - 2), fill=ink)
    elif place == INSIDER:
        canvas.draw.rectangle((x + 2, y + 2, x + 4, y + 4), fill=ink)
    elif place in town.plan.homes:
        seat = town.plan.homes.index(place) + 1
        canvas.icon(x + 2, y + 1, TINY[str(at_home(state, seat))], ink)
    else:
        for seat in town.at(place):
            home = PLACES[town.plan.homes[seat - 1]]
            left = x + (1 if home[0] == "a" else 4)
            top = y + (4 if home[1] == "1" else 1)
            canvas.draw.rectangle((left, top, left + 1, top + 1), fill=ink)
    if name in view.marked:
        canvas.draw.rectangle((x - 1, y - 1, x + BOX, y + BOX), outline=LIT)


def _player(canvas: Canvas, view: TableView, seat: int, y: int) -> None:
    """Write a player's step and hand, with whose turn it is, and who misses one or has one die."""
    state: State = view.state
    town = town_of(state)
    has_left = seat in state.inn.left
    if seat == state.turn and state.inn.end is None:
        canvas.icon(NUMBERS - 3, y + 3, TURN)
    canvas.draw.rectangle((NUMBERS, y + 1, NUMBERS + 4, y + 7), fill=OFF if has_left else LIT)
    canvas.icon(NUMBERS + 1, y + 2, TINY[str(view.mark(seat))], LIT if has_left else OFF)
    canvas.text(NUMBERS + 7, y - 1, f"{state.inn.steps[seat - 1]:>3}")
    canvas.draw.rectangle((NUMBERS + 30, y + 1, NUMBERS + 36, y + 7), outline=LIT)
    canvas.icon(NUMBERS + 32, y + 2, TINY[str(town.hands[seat - 1])])
    if seat in state.inn.rumours:
        canvas.draw.rectangle((NUMBERS + 40, y + 3, NUMBERS + 43, y + 6), outline=LIT)
    if state.owed[seat - 1]:
        canvas.tiny(NUMBERS + 47, y + 2, str(state.owed[seat - 1]))
        canvas.draw.line((NUMBERS + 47, y + 8, NUMBERS + 49, y + 8), fill=LIT)


def _card(canvas: Canvas, view: TableView) -> None:
    """Draw the open card: the value of each table and who sits there, the corner, and the cards that are left."""
    inn = view.state.inn
    canvas.tiny(RIGHT - 4, BOTTOM - 6, str(MOST_ROUNDS - inn.evaluations))
    if inn.card is None:
        return
    canvas.tiny(SPOT, CARD_TOP + 7, str(inn.card.corner))
    for at, (value, sitting) in enumerate(zip(inn.card.values, inn.tables, strict=True)):
        x = NUMBERS + at * TABLE
        here = view.cursor == str(at + 1)
        canvas.tiny(x + (0 if len(str(value)) > 1 else 2), CARD_TOP + (at % 2) * 6, str(value))
        box = (x, CARD_TOP + 13, x + 5, BOTTOM - 1)
        canvas.draw.rectangle(box, fill=LIT if sitting or here else OFF, outline=LIT)
        if sitting:
            canvas.icon(x + 1, CARD_TOP + 15, TINY[str(view.mark(sitting))], OFF)


def _spots(canvas: Canvas, cursor: str | None) -> None:
    """Draw the spots beside the city: action cards, more, the end of the turn, or of what is entered."""
    for row, (name, icon) in enumerate(SPOTS.items(), start=2):
        y = TOP + row * PITCH
        is_here = cursor == name or (name == "end" and cursor in {"none", "done"})
        canvas.draw.rectangle((SPOT, y, SPOT + 6, y + BOX - 1), fill=LIT if is_here else OFF, outline=LIT)
        canvas.icon(SPOT + 2, y + 2, icon, OFF if is_here else LIT)

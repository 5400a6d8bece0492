"""The city on Insider's table display: who stands where, and what is pointed at.

A place is a box; if pawns stand there it is light, with the numbers of their players, each in its slot. A home has
the number of its player on a light ground and how many pawns are there. A crossed-out place is a Total OUT. The
place that is pointed at is inverted and has a thick frame. On the right, without frames: who plays, the action
cards with how many are in the hand, everything else, and the end of the turn.
"""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from engine.insider.board.walking import at_home
from engine.insider.city import GRID, INSIDER, PLACES, Plan, is_square, paths_of
from engine.insider.state import State, town_of
from engine.insider.town import Town
from firmware_py.display.canvas import LIT, OFF, TINY, TINY_WIDTH, Canvas
from firmware_py.games.insider.display_board import TOP, Grid
from firmware_py.games.views import TableView

CITY = Grid(24, 13, 17, 7)
DIGIT_HEIGHT = 5
BUTTONS, BUTTON_WIDTH, BUTTON_HEIGHT = 116, 10, 9
"""The x of what lies beside the city, and its size."""
ICONS = {
    "cards": ("#####", "#   #", "#   #", "#   #", "#   #", "#   #", "#####"),
    "more": ("", "", "", "## ## ##", "## ## ##"),
    "end": ("       #", "      ##", "#    ## ", "##  ##  ", " ####   ", "  ##    "),
}
"""From the top down, beside the three lower rows of places."""


def draw(view: TableView) -> Image.Image:
    """Return the picture of the city."""
    state: State = view.state
    town = town_of(state)
    canvas = Canvas()
    canvas.image.paste(_streets(town.plan))
    for place in range(len(PLACES)):
        _place(canvas, view, place)
    for seat in state.seats:
        for spot in filter(is_square, town.pawns[seat - 1]):
            x, y = _beside(town, spot)
            canvas.draw.rectangle((x, y, x + 2, y + 4), fill=OFF)
            canvas.icon(x, y, TINY[str(view.mark(seat))])
    pointed = town.plan.spots.get(view.cursor or "", INSIDER)
    if is_square(pointed):
        _pointed_square(canvas, view, pointed)
    _buttons(canvas, view)
    return canvas.image


@lru_cache(maxsize=1)
def _streets(plan: Plan) -> Image.Image:
    """Return a picture of the streets, which stay the same for a whole game."""
    return CITY.streets(paths_of(plan)).image


def _beside(town: Town, square: int) -> tuple[int, int]:
    """Return the pixel of a square of a path: beside the path, in the order of the squares."""
    (one, other), number, length = town.plan.square(square)
    is_second = number > (length + 1) // 2
    names = PLACES[one], PLACES[other]
    if names not in GRID:
        x, y = CITY.middle(*names, 2 / 3 if is_second else 1 / 3)
        return x - 1, y - 2
    (x, y), (_, above) = map(CITY.corner, names)
    if names[0][1] == names[1][1]:
        is_top = y == TOP  # there is no room above
        return x + CITY.width + (4 if is_second else 0), y + CITY.height if is_top else y - DIGIT_HEIGHT
    return x + (10 if is_second else 4), above + CITY.height


def _pointed_square(canvas: Canvas, view: TableView, square: int) -> None:
    town = town_of(view.state)
    x, y = _beside(town, square)
    canvas.draw.rectangle((x - 1, y - 1, x + 3, y + 5), fill=LIT)
    if town.at(square):
        canvas.icon(x, y, TINY[str(view.mark(town.at(square)[0]))], OFF)


def _place(canvas: Canvas, view: TableView, place: int) -> None:
    """Draw a place: crossed out, the restaurant, a home, or the players there; inverted under the cursor."""
    state: State = view.state
    town = town_of(state)
    (x, y), (_, _, width, height) = CITY.corner(PLACES[place]), CITY
    right, bottom = x + width - 1, y + height - 1
    name = "insider" if place == INSIDER else PLACES[place]
    canvas.draw.rectangle((x, y, right, bottom), fill=OFF, outline=LIT)
    if place in town.outs:
        canvas.draw.line((x + 1, y + 1, right - 1, bottom - 1), fill=LIT)
        canvas.draw.line((x + 1, bottom - 1, right - 1, y + 1), fill=LIT)
    elif place == INSIDER:
        canvas.draw.rectangle((x + 2, y + 2, right - 2, bottom - 2), fill=LIT)
    elif place in town.plan.homes:
        seat = town.plan.homes.index(place) + 1
        canvas.draw.rectangle((x, y, x + width // 2 - 1, bottom), fill=LIT)
        canvas.icon(x + 3, y + 1, TINY[str(view.mark(seat))], OFF)
        canvas.icon(x + width // 2 + 2, y + 1, TINY[str(at_home(state, seat))])
    else:
        there = town.at(place)
        canvas.draw.rectangle((x, y, right, bottom), fill=LIT if there else OFF, outline=LIT)
        for seat in there:
            canvas.icon(x + 1 + (seat - 1) * TINY_WIDTH, y + 1, TINY[str(view.mark(seat))], OFF)
    if view.cursor == name:
        canvas.invert(x + 1, y + 1, width - 2, height - 2)
    if name in {*view.marked, view.cursor}:
        canvas.draw.rectangle((x - 1, y - 1, right + 1, bottom + 1), outline=LIT)


def _buttons(canvas: Canvas, view: TableView) -> None:
    """Draw what lies beside the city; inverted under the cursor."""
    state: State = view.state
    if state.turn:
        canvas.draw.rectangle((BUTTONS + 3, TOP, BUTTONS + 7, TOP + 6), fill=LIT)
        canvas.icon(BUTTONS + 4, TOP + 1, TINY[str(view.mark(state.turn))], OFF)
        canvas.icon(BUTTONS + 7, TOP + 2 * CITY.down + 1, TINY[str(town_of(state).hands[state.turn - 1])])
    for row, (name, icon) in enumerate(ICONS.items(), start=2):
        y = TOP + row * CITY.down
        canvas.icon(BUTTONS + 1, y, icon)
        if view.cursor == name or (name == "end" and view.cursor in {"none", "done"}):
            canvas.invert(BUTTONS, y - 1, BUTTON_WIDTH, BUTTON_HEIGHT)

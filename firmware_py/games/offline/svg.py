"""Offline's table: eight networks as graphs, the display, the offline area, the players, and the key to the tiles.

Each part is a separate group, placed here for a phone with two networks per row. With the class `wide` and the
viewBox of `data-wide` the style sheet moves the parts: four networks per row, the rest around them. If you change
a size here, change it in `static/table-offline.css` too; a test compares them.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.offline.owner_data import NETS
from engine.offline.state import State
from firmware_py.games.drawing.svg_elements import element
from firmware_py.games.drawing.svg_views import SvgView
from firmware_py.games.offline import svg_beside as beside
from firmware_py.games.offline import svg_net as net
from firmware_py.games.offline import svg_players as players
from firmware_py.games.offline.svg_tiles import place

GAP, MARGIN = 8, 4
"""Gap between parts, and margin around all of them, for the rings of tap targets."""
WIDE = f"{-MARGIN} {-MARGIN} 816 746"
"""The viewBox for a wide screen."""


class Part(NamedTuple):
    """A part of the drawing."""

    name: str
    drawn: str
    width: int
    height: int


class Placed(NamedTuple):
    """A part and its position on a phone."""

    part: Part
    x: int
    y: int


def draw(view: SvgView) -> str:
    """Return the drawing of a position."""
    state: State = view.state
    placed = parts_of(view)
    height = max(y + part.height for part, _, y in placed)
    drawn = [
        element("g", part.drawn, class_=f"part at-{part.name}", transform=place(x, y)) for part, x, y in placed
    ]
    box = f"{-MARGIN} {-MARGIN} {beside.WIDTH + 2 * MARGIN} {height + 2 * MARGIN}"
    depth = "board" if state.deal.is_board else "score"
    return element(
        "svg",
        *drawn,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=box,
        data_wide=WIDE,
        class_=f"table-offline {depth} seats-{state.deal.seats}",
        role="group",
        aria_label=view.translations("offline.name"),
    )


def parts_of(view: SvgView) -> list[Placed]:
    """Return the parts with their positions, from the top."""
    state: State = view.state
    rows: list[list[Part]] = []
    if state.deal.is_board:
        rows += [
            [Part("display", beside.display(view), beside.WIDTH, beside.HEIGHT)],
            [Part("offline", beside.offline(view), beside.WIDTH, beside.HEIGHT)],
        ]
    nets = [Part(name, net.net_card(view, number), net.WIDTH, net.HEIGHT) for number, name in enumerate(NETS)]
    rows += [nets[at : at + 2] for at in range(0, len(nets), 2)]
    rows += _players(view)
    rows.append([Part("key", players.key(view), beside.WIDTH, players.KEY_HEIGHT)])
    if state.deal.is_board:
        rows.append([Part("out", beside.out(view), beside.WIDTH, beside.OUT_HEIGHT)])
    placed, y = [], 0
    for row in rows:
        x = 0
        for part in row:
            placed.append(Placed(part, x, y))
            x += part.width + GAP
        y += row[0].height + GAP
    return placed


def _players(view: SvgView) -> list[list[Part]]:
    """Return the players in two rows, for any number of players, so that every drawing has the same height."""
    width = players.seat_width(view.state.deal.seats)
    seats = [
        Part(f"seat-{account.seat}", players.seat(view, account), width, players.SEAT_HEIGHT)
        for account in players.accounts(view)
    ]
    half = (len(seats) + 1) // 2
    return [seats[:half], seats[half:]]

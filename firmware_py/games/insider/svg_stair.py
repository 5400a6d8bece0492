"""The publicity stair: every step from the cellar to the top, in flights of ten that rise to the right.

The lowest flight is at the bottom; the steps of the cellar are dark. Markers above the top are drawn on the top
step; the player's panel shows the actual step.
"""

from __future__ import annotations

from engine.insider.publicity import TOP
from engine.insider.state import State
from firmware_py.games.drawing.svg_elements import element, text
from firmware_py.games.drawing.svg_views import SvgView
from firmware_py.games.insider.svg_tokens import (
    WIDTH,
    Room,
    Stand,
    box,
    panel,
    polygon,
    star,
    tappable,
    together,
    token,
)

FLIGHT = 10
"""Steps per flight."""
FLIGHTS = 5
"""Flights of a stair whose cellar is at most one flight deep; more flights are drawn smaller."""
STEP, PITCH, RISE = 96, 102, 5
"""Width of a step, distance between flights, and rise of a step."""
BLOCK, MARKER = 36, 23
"""Height of a step, and half the size of a marker on it."""
TOP_EDGE, LEFT_EDGE = 30, 20
HEIGHT = TOP_EDGE + FLIGHTS * PITCH + 22


def draw(view: SvgView) -> str:
    """Return the stair in a panel."""
    state: State = view.state
    flights = TOP // FLIGHT - state.inn.cellar // FLIGHT + 1
    steps = "".join(_step(view, step, flights) for step in range(state.inn.cellar, TOP + 1))
    if flights == FLIGHTS:
        return panel(HEIGHT, steps)
    share = (FLIGHTS * PITCH + 10) / (flights * PITCH + 10)
    aside = WIDTH * (1 - share) / 2
    move = f"translate({aside:.1f} {TOP_EDGE * (1 - share):.1f}) scale({share:.3f})"
    return panel(HEIGHT, element("g", steps, transform=move))


def _step(view: SvgView, step: int, flights: int) -> str:
    state: State = view.state
    column, flight = step % FLIGHT, step // FLIGHT - state.inn.cellar // FLIGHT
    x = LEFT_EDGE + column * STEP
    floor = TOP_EDGE + (flights - flight) * PITCH - BLOCK - column * RISE
    kind = "cellar" if step < 0 else "top" if step == TOP else "shoes" if step == 0 else "plain"
    parts = [
        box(Room(x, floor, STEP, BLOCK), f"block {kind}"),
        element("path", d=f"M{x} {floor}h{STEP}", class_="tread"),
        text(str(step).replace("-", "−"), x + STEP / 2, floor + 29, class_="count"),
    ]
    if kind == "shoes":
        parts += [_shoe(x + 20, floor + 24), _shoe(x + STEP - 20, floor + 24)]
    if kind == "top":
        parts.append(star(x + STEP + 40, floor + 16))
    there = [
        seat for seat in state.seats if min(state.inn.steps[seat - 1], TOP) == step and seat not in state.inn.left
    ]
    room = Room(x, floor - PITCH + BLOCK, STEP, PITCH - BLOCK - 2)
    parts += [_marker(view, stand) for stand in together(there, room, MARKER)]
    return element("g", *parts, class_="step", data_step=step)


def _marker(view: SvgView, stand: Stand) -> str:
    step = view.state.inn.steps[stand.seat - 1]
    said = view.translations("insider.drawn-step", who=view.names[stand.seat - 1], step=step)
    return tappable(
        f"seat:{stand.seat}",
        said,
        stand.room,
        token(view.mark(stand.seat), *stand[1:], piece="marker"),
        class_="marker",
    )


def _shoe(x: float, y: float) -> str:
    """Draw a shoe: the sign of the start."""
    sole = (-14, 5), (-14, -10), (-6, -10), (-2, -3), (10, 0), (14, 5)
    return polygon([(x + across, y + down) for across, down in sole], "shoe")

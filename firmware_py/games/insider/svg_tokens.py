"""Shared elements of Insider's drawing: the tokens of the seats, panels, icons, and elements that can be tapped.

Seats differ by mark, shape (disc, square, hexagon, shield) and colour. Tokens on one step or place share its
room: two are side by side, more in two rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from firmware_py.games.drawing.svg_elements import Value, element, named, text

WIDTH = 1000
"""Width of every panel; on a phone a unit is about a third of a CSS pixel."""
GAP = 22
RIM = 8
"""Width of the coloured rim of a token; narrow tokens have less."""
SMALL, LARGE = 18, 32
"""Half the size of a token below which its number is small, and above which it is large."""
NUMBER_SIZES = {"small": 28, "fair": 33, "large": 44}
"""Font sizes of `table-insider.css`, to set a number in the middle."""
FONT_SIZES = {"title": 36, "name": 38, "name tight": 32, "lives": 32, "lives ending": 32}
"""Font sizes of texts that may be too long."""
THIN_LETTERS, BROAD_LETTERS, LAST_THIN = "Iiljtfr-'., ", "MWmw@", "\u2e7f"
"""Narrow letters and wide letters; East Asian letters are wide too."""
FLAT = 1.2
"""Tokens with a larger ratio of width to height have corners that point sideways, so that the number fits."""
HEXAGON_MARK = 3
"""Mark 1 has circles, mark 2 squares, mark 3 hexagons, mark 4 shields."""
CORNERS: dict[tuple[bool, bool], tuple[tuple[float, float], ...]] = {
    (True, False): ((0, -1), (1, -0.5), (1, 0.5), (0, 1), (-1, 0.5), (-1, -0.5)),
    (True, True): ((-1, 0), (-0.6, -1), (0.6, -1), (1, 0), (0.6, 1), (-0.6, 1)),
    (False, False): ((-1, -1), (1, -1), (1, 0.35), (0, 1), (-1, 0.35)),
    (False, True): ((-1, -1), (1, -1), (1, 0.4), (0.5, 1), (-0.5, 1), (-1, 0.4)),
}
"""By shape (hexagon or else shield) and flatness: the corners, in halves of the token's size."""


class Room(NamedTuple):
    """A box to draw in."""

    x: float
    y: float
    width: float
    height: float

    @property
    def middle(self) -> tuple[float, float]:
        """Its centre."""
        return self.x + self.width / 2, self.y + self.height / 2

    def grown(self, by: float) -> Room:
        """Return a room that is larger on every side."""
        return Room(self.x - by, self.y - by, self.width + 2 * by, self.height + 2 * by)


def box(room: Room, class_: str, radius: float = 0) -> str:
    """Draw a box with round corners."""
    return element(
        "rect", x=room.x, y=room.y, width=room.width, height=room.height, rx=float(radius), class_=class_
    )


def panel(height: float, *inside: str) -> str:
    """Draw a panel with a part of the drawing."""
    return element("g", box(Room(2, 2, WIDTH - 4, height - 4), "panel", 26), *inside)


def tappable(taps: str, name: str, room: Room, *inside: str, class_: str = "") -> str:
    """Return a group that can be tapped: its title, its content, and a ring that the page shows."""
    ring = box(room.grown(3), "ring", min(16, room.width / 4))
    return element("g", named(name), *inside, ring, class_=f"tap {class_}".strip(), data_tap=taps)


def finger(room: Room) -> str:
    """Draw an invisible touch area around a small element."""
    return box(room, "finger")


# --- tokens


def token(mark: int, x: float, y: float, half_width: float, half_height: float, *, piece: str = "") -> str:
    """Draw the token of a seat, given by its mark, around a point; `piece` names one that lies on the board."""
    half = min(half_width, half_height)
    rim = min(RIM, half / 3.5)
    size = "small" if half < SMALL else "fair" if half <= LARGE else "large"
    return element(
        "g",
        _shape(mark, x, y, (half_width, half_height), f"seat seat-{mark}"),
        _shape(mark, x, y, (half_width - rim, half_height - rim), "face"),
        text(str(mark), x, y + NUMBER_SIZES[size] * 0.36, class_=f"number {size}"),
        **({"data_piece": f"{piece}-{mark}"} if piece else {}),
    )


def _shape(mark: int, x: float, y: float, half: tuple[float, float], class_: str) -> str:
    across, down = half
    around = Room(x - across, y - down, 2 * across, 2 * down)
    match mark:
        case 1:
            return box(around, class_, min(half))
        case 2:
            return box(around, class_, 4)
    corners = CORNERS[mark == HEXAGON_MARK, across > FLAT * down]
    return polygon([(x + across * right, y + down * below) for right, below in corners], class_)


def polygon(corners: Sequence[tuple[float, float]], class_: str) -> str:
    """Draw a shape with corners."""
    return element("polygon", points=" ".join(f"{x:.1f},{y:.1f}" for x, y in corners), class_=class_)


class Stand(NamedTuple):
    """The position of a token, and half of its size."""

    seat: int
    x: float
    y: float
    half_width: float
    half_height: float

    @property
    def room(self) -> Room:
        """The box around it."""
        across, down = self.half_width, self.half_height
        return Room(self.x - across, self.y - down, 2 * across, 2 * down)


def together(seats: Sequence[int], room: Room, most: float) -> list[Stand]:
    """Return the positions of tokens that share a room, from the bottom; more than two are in two rows."""
    across = 1 if len(seats) == 1 else 2
    rows = max(-(-len(seats) // across), 1)
    wide, tall = min(room.width / across, 2 * most + 4), min(room.height / rows, 2 * most + 4)
    found = []
    for at, seat in enumerate(seats):
        row, column = divmod(at, across)
        in_row = min(across, len(seats) - row * across)
        x = room.middle[0] + (column - (in_row - 1) / 2) * wide
        found.append(Stand(seat, x, room.y + room.height - tall * (row + 0.5), wide / 2 - 2, tall / 2 - 1))
    return found


def fitted(words: str, x: float, y: float, most: float, **attributes: Value) -> str:
    """Return a text element; a text that is too long is condensed."""
    size = FONT_SIZES[str(attributes["class_"])]
    wide = size * sum(map(_breadth, words))
    pressed: dict[str, Value] = {"textLength": most, "lengthAdjust": "spacingAndGlyphs"} if wide > most else {}
    return text(words, x, y, **attributes, **pressed)


def _breadth(letter: str) -> float:
    """Return the estimated width of a letter, relative to the font size, in a wide font."""
    if letter in BROAD_LETTERS or letter > LAST_THIN:
        return 1.05
    return 0.42 if letter in THIN_LETTERS else 0.7


# --- icons

PIPS = {1: ((0, 0),), 2: ((-1, -1), (1, 1))}


def die(face: int, x: float, y: float) -> str:
    """Draw a die around a point."""
    pips = (
        element("circle", cx=x + 9 * across, cy=y + 9 * down, r=6, class_="pip") for across, down in PIPS[face]
    )
    return element("g", box(Room(x - 22, y - 22, 44, 44), "die", 10), *pips)


def cards(x: float, y: float, class_: str = "back") -> str:
    """Draw two action cards, one over the other, around a point."""
    under, over = (
        element("rect", x=x + by, y=y - 20 - by / 2, width=28, height=38, rx=5, class_=class_) for by in (-10, -18)
    )
    return element("g", under, over)


def pause(x: float, y: float) -> str:
    """Draw two bars around a point: a turn is missed."""
    bars = (box(Room(x + by, y - 13, 8, 26), "pause", 2) for by in (-12, 4))
    return element("g", *bars)


def star(x: float, y: float, class_: str = "star") -> str:
    """Draw a star around a point: for the top of the stair, and for winners."""
    rim = (0, -22), (6, -7), (21, -7), (9, 3), (13, 18), (0, 9), (-13, 18), (-9, 3), (-21, -7), (-6, -7)
    return polygon([(x + across, y + down) for across, down in rim], class_)

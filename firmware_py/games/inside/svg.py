"""Inside as SVG: the pyramid from three sides, the faces, the stocks, and every layer flat.

Seen from in front of face X, slightly from above, each cube shows its squares of X, Y and Z, because the cubes
stand on their corners; the square of X is the largest. A cube can only be hidden by cubes that rest on it, so each
side shows every cell that can be reached, and drawing from the board up is correct from every side. The page shows
one side at a time: class `show-x` on the drawing; an element with `data-show="y"` switches to another side. The
layers show the hidden cells. With the class `wide` and the viewBox of `data-wide` they are beside the pyramid
instead of below it.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.inside import State
from engine.inside.pyramid import CELLS, DEPTH, INDEX, XYZ
from engine.inside.scoring import MAJORITY, squares, standing
from engine.inside.state import COLOURS, CUBE, PLAYER, SEATS, is_over
from firmware_py.games.drawing import svg_elements
from firmware_py.games.drawing.lettering import cut
from firmware_py.games.drawing.svg_views import SvgView
from firmware_py.i18n.translations import Translations

WIDTH, GAP = 390, 8
FACES_HIGH, PYRAMID_HIGH, STOCKS_HIGH = 64, 388, 84
EDGE = 2
"""Margin for the strokes of elements at the border."""
ACROSS, BACK, DOWN = 36.5, 25.0, 32.0
"""Screen distance of a unit: sideways and down for the two digits at the sides, up for the one in front."""
TIP = (WIDTH / 2, 142.0)
HEXAGON = 40.0
"""Width of a cell in the layers."""
ROW = HEXAGON * 0.866
LAYER_NAME = 24
LAYERS_HIGH = 8 * ROW + 2 * LAYER_NAME + 24
SHADES = ("light", "dark")
SIDES = {"x": (0, 1, 2), "y": (1, 2, 0), "z": (2, 0, 1)}
"""By side: the digits that count to the back, to the right and to the left."""
SQUARES = {
    "front": f"M0 0l{ACROSS} {DOWN:g}-{ACROSS} {DOWN:g}-{ACROSS}-{DOWN:g}z",
    "left": f"M0 0v-{BACK:g}l-{ACROSS} {DOWN:g}v{BACK:g}z",
    "right": f"M0 0v-{BACK:g}l{ACROSS} {DOWN:g}v{BACK:g}z",
}
"""The visible squares of a cube, as paths from its nearest corner: the front face and the other two."""
OUTLINE = f"M0-{BACK:g}l{ACROSS} {DOWN:g}v{BACK:g}l-{ACROSS} {DOWN:g}-{ACROSS}-{DOWN:g}v-{BACK:g}z"
DEEPEST = 2 * DOWN - BACK
CORNER = f"M-{ACROSS} {DEEPEST - DOWN:g}L0 {DEEPEST:g}v{BACK:g}M0 {DEEPEST:g}L{ACROSS} {DEEPEST - DOWN:g}"
"""The outline of an empty cell, and the hollow corner for the next cube."""
MIDDLE = {"front": (0.0, DOWN), "left": (-ACROSS / 2, (DOWN - BACK) / 2), "right": (ACROSS / 2, (DOWN - BACK) / 2)}
SKEW = {"front": 0, "left": -41, "right": 41}
BADGE = "M0-11l9.5 5.5v11l-9.5 5.5-9.5-5.5v-11z"
"""A very small cube."""


class Look(NamedTuple):
    """A position with names and translations."""

    state: State
    translations: Translations
    names: tuple[str, ...]

    def colour(self, cell: int) -> int | None:
        """Return the colour of the cube on a cell; None if it is empty."""
        return next((colour for colour in (0, 1) if self.state.cubes[colour] >> cell & 1), None)

    def is_open(self, cell: int) -> bool:
        """Return whether a cell can take a cube (ID-2)."""
        return bool(self.state.open >> cell & 1)

    def is_owed(self, cell: int) -> bool:
        """Return whether a cell has to be filled first (ID-6)."""
        return bool(self.state.owed >> cell & 1)

    def letter(self, colour: int) -> str:
        """Return the letter of a colour."""
        return self.translations.text(PLAYER[colour])[0]

    def kind(self, cell: int) -> str:
        """Return the CSS classes of a cell."""
        colour = self.colour(cell)
        if colour is not None:
            return SHADES[colour]
        if not self.is_open(cell):
            return "closed"
        if self.is_owed(cell):
            return "open owed"
        return "open waits" if self.state.owed else "open"

    def title(self, cell: int) -> str:
        """Return the title of a cell."""
        name, colour = CELLS[cell], self.colour(cell)
        if colour is not None:
            return svg_elements.named(self.translations("inside.seen-filled", cell=name, cube=CUBE[colour]))
        if self.is_owed(cell):
            return svg_elements.named(self.translations("inside.seen-owed", cell=name))
        if self.is_open(cell):
            return svg_elements.named(self.translations("inside.seen-open", cell=name))
        return svg_elements.named(self.translations("inside.seen-closed", cell=name))


def draw(view: SvgView) -> str:
    """Return the drawing of a position."""
    look = Look(view.state, view.translations, view.names)
    stocks = FACES_HIGH + PYRAMID_HIGH
    layers = stocks + STOCKS_HIGH + GAP
    return svg_elements.element(
        "svg",
        svg_elements.named(view.translations("inside.name")),
        _faces(look),
        svg_elements.element(
            "g", *(_side(look, side) for side in SIDES), class_="pyramid", transform=f"translate(0 {FACES_HIGH})"
        ),
        svg_elements.element("g", *(_stock(look, seat) for seat in SEATS), transform=f"translate(0 {stocks})"),
        svg_elements.element("g", *_layers(look), class_="layers", transform=f"translate(0 {layers})"),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {layers + LAYERS_HIGH:.0f}",
        data_wide=f"0 0 {2 * WIDTH + GAP} {stocks + STOCKS_HIGH + EDGE}",
        class_="inside show-x",
        role="group",
    )


# --- the faces


def _faces(look: Look) -> str:
    wide = (WIDTH - 4 * GAP) / 3
    chips = (_face(look, face, wide, GAP + at * (wide + GAP)) for at, face in enumerate("XYZ"))
    return svg_elements.element("g", *chips, class_="faces")


def _face(look: Look, face: str, wide: float, x: float) -> str:
    """Draw the squares of a face and who has taken it; a tap shows that side of the pyramid."""
    counts = squares(look.state)[face]
    taker = next((colour for colour, count in enumerate(counts) if count >= MAJORITY), None)
    title = look.translations("inside.seen-face", face=face, light=counts[0], dark=counts[1])
    inside = [
        svg_elements.named(title),
        svg_elements.element("rect", width=wide, height=FACES_HIGH - GAP, rx=10, class_="panel"),
        svg_elements.text(face, 20, 35, class_="letter-of-face"),
    ]
    for colour, count in enumerate(counts):
        inside += [
            _badge(look, colour, 46 + colour * 41, 18),
            svg_elements.text(
                str(count), 58 + colour * 41, 24, class_="count won" if taker == colour else "count"
            ),
        ]
    if taker is None:
        inside.append(_bar(counts, wide))
    else:
        name = cut(look.names[taker], wide - 58, 12)
        inside.append(svg_elements.text(f"✓ {name}", 40, 45, class_="taken"))
    return svg_elements.element(
        "g",
        *inside,
        class_="face",
        data_show=face.lower(),
        transform=f"translate({x:g} {EDGE})",
        tabindex=0,
        role="button",
    )


def _badge(look: Look, colour: int, x: float, y: float, scale: float = 1) -> str:
    return svg_elements.element(
        "g",
        svg_elements.element("path", d=BADGE, class_="front"),
        svg_elements.text(look.letter(colour), 0, 4.5, class_="letter"),
        class_=f"badge {SHADES[colour]}",
        transform=f"translate({x:g} {y:g}) scale({scale:g})",
    )


def _bar(counts: tuple[int, int], wide: float) -> str:
    """Draw the progress of both players to eight squares."""
    step = (wide - 52) / (2 * MAJORITY - 1)
    spots = ["light"] * counts[0] + ["free"] * (2 * MAJORITY - 1 - sum(counts)) + ["dark"] * counts[1]
    return svg_elements.element(
        "g",
        *(
            svg_elements.element("rect", x=40 + at * step, y=37, width=step, height=8, class_=f"square {spot}")
            for at, spot in enumerate(spots)
        ),
    )


# --- the pyramid


def _point(side: str, x: float, y: float, z: float) -> tuple[float, float]:
    behind, right, left = ((x, y, z)[digit] for digit in SIDES[side])
    return TIP[0] + ACROSS * (right - left), TIP[1] + DOWN * (right + left) - BACK * behind


def _side(look: Look, side: str) -> str:
    cells = "".join(_cell(look, side, cell) for cell in range(len(CELLS)))
    _, right, left = ("XYZ"[digit] for digit in SIDES[side])
    signs = ((side.upper(), WIDTH / 2, PYRAMID_HIGH - 6), (right, 78, 120), (left, WIDTH - 78, 120))
    letters = [svg_elements.text(face, x, y, class_="side-letter") for face, x, y in signs]
    return svg_elements.element("g", _plate(side), *letters, cells, class_="side", data_side=side)


def _plate(side: str) -> str:
    corners = [_point(side, *(4.95 if digit == corner else 0.85 for digit in range(3))) for corner in range(3)]
    path = "M" + "L".join(f"{x:.0f} {y:.0f}" for x, y in corners) + "z"
    return svg_elements.element(
        "path", d=path, class_="plate under", transform="translate(0 7)"
    ) + svg_elements.element("path", d=path, class_="plate")


def _cell(look: Look, side: str, cell: int) -> str:
    """Draw the visible part of the cube on a cell, or an empty cell that can take one."""
    colour = look.colour(cell)
    if colour is None:
        inside = _ghost(cell) if look.is_open(cell) else []
    else:
        inside = _cube(look, side, cell, look.letter(colour))
    if not inside:
        return ""
    x, y = _point(side, *XYZ[cell])
    laid = {} if colour is None else {"data_piece": CELLS[cell]}
    return svg_elements.element(
        "g",
        look.title(cell),
        *inside,
        class_=f"cell {look.kind(cell)}",
        data_tap=f"spot:{CELLS[cell]}",
        transform=f"translate({x:g} {y:g})",
        **laid,
    )


def _ghost(cell: int) -> list[str]:
    return [
        svg_elements.element("path", d=OUTLINE, class_="outline"),
        svg_elements.element("path", d=CORNER, class_="corner"),
        svg_elements.text(CELLS[cell], 0, DEEPEST / 2 + 5, class_="name"),
    ]


def _cube(look: Look, side: str, cell: int, letter: str) -> list[str]:
    """Draw the uncovered squares; the first one that is completely visible has the name."""
    shown, signs, is_named = [], [], False
    for square, digit in zip(("front", "right", "left"), (0, 2, 1), strict=True):
        above = _toward(cell, SIDES[side][digit])
        if above is not None and look.colour(above) is not None:
            continue
        shown.append(svg_elements.element("path", d=SQUARES[square], class_=square))
        if above is None or not look.is_open(above):
            signs.append(_painted(letter if is_named else CELLS[cell], square, is_name=not is_named))
            is_named = True
    return shown + signs


def _painted(text: str, square: str, *, is_name: bool) -> str:
    """Draw a text on a square, skewed like the square."""
    (x, y), skew = MIDDLE[square], SKEW[square]
    size = "name" if is_name else "letter"
    if not skew:
        return svg_elements.text(text, x, y + 5, class_=size)
    return svg_elements.text(text, 0, 5, class_=f"{size} aside", transform=f"translate({x:g} {y:g}) skewY({skew})")


def _toward(cell: int, digit: int) -> int | None:
    """Return the cell that would cover the square of a face; None at the surface."""
    xyz = list(XYZ[cell])
    xyz[digit] -= 1
    return INDEX["".join(map(str, xyz))] if xyz[digit] >= 0 else None


# --- the stocks


def _stock(look: Look, seat: int) -> str:
    """Draw the cubes that a player has left; those of the stock in use can be tapped to choose a colour."""
    state, wide = look.state, (WIDTH - 3 * GAP) / 2
    stands = standing(state)
    giver = 3 - state.turn if state.owed else state.turn
    name = look.names[seat - 1]
    turn = seat == state.turn and not is_over(state)
    signs = ("▶ " if turn else "") + ("★ " if seat in stands.winners else "")
    player = svg_elements.element(
        "g",
        svg_elements.named(look.translations("inside.seen-player", who=name, player=PLAYER[seat - 1])),
        svg_elements.element("rect", width=wide, height=STOCKS_HIGH, rx=10, class_="panel"),
        svg_elements.element("circle", cx=19, cy=20, r=11, class_=f"seat seat-{seat}"),
        svg_elements.text(str(seat), 19, 25, class_="seat-number"),
        svg_elements.text(signs + cut(name, wide - 62, 15), 37, 25, class_="player"),
        class_="stock turn" if turn else "stock",
        data_tap=f"seat:{seat}",
    )
    cubes = (_stack(look, seat, colour, is_given=seat == giver and not is_over(state)) for colour in (0, 1))
    x = GAP + (seat - 1) * (wide + GAP)
    return svg_elements.element("g", player, *cubes, transform=f"translate({x:g} 0)")


def _stack(look: Look, seat: int, colour: int, *, is_given: bool) -> str:
    count = look.state.stocks[seat - 1][colour]
    title = look.translations("inside.seen-left", who=look.names[seat - 1], cube=CUBE[colour], count=count)
    tap: dict[str, svg_elements.Value] = {"data_tap": f"choice:{COLOURS[colour]}"} if is_given else {}
    return svg_elements.element(
        "g",
        svg_elements.named(title),
        svg_elements.element("rect", width=80, height=44, rx=8, class_="tray"),
        _badge(look, colour, 22, 22, 1.4),
        svg_elements.text(str(count), 40, 29, class_="count big"),
        class_="stack" if count else "stack none",
        transform=f"translate({8 + colour * 87} 36)",
        **tap,
    )


# --- the layers


def _layers(look: Look) -> list[str]:
    """Draw every layer as a flat grid, the board first; x grows to the back, y to the right."""
    upper, lower = float(LAYER_NAME), 2 * LAYER_NAME + 5 * ROW + 14
    places = {4: (GAP, upper), 3: (GAP + 5.35 * HEXAGON, upper + ROW), 2: (GAP, lower)}
    places |= {1: (GAP + 3.9 * HEXAGON, lower + ROW), 0: (GAP + 6.9 * HEXAGON, lower + 2 * ROW)}
    found = []
    for total, (x, y) in places.items():
        title = look.translations("inside.seen-layer", layer=DEPTH - total + 1)
        middle = x + (total + 1) * HEXAGON / 2
        found.append(svg_elements.text(title, middle, y - 8, class_="layer-name"))
        for cell, (behind, right, left) in enumerate(XYZ):
            if behind + right + left == total:
                across = middle + (right - left) * HEXAGON / 2
                found.append(_flat(look, cell, across, y + (total - behind) * ROW + HEXAGON / 2))
    return found


def _flat(look: Look, cell: int, x: float, y: float) -> str:
    half, quarter = HEXAGON / 2 - 1, (HEXAGON / 2 - 1) * 0.577
    path = f"M0-{2 * quarter:.1f}l{half:g} {quarter:.1f}v{2 * quarter:.1f}l-{half:g} {quarter:.1f}"
    colour = look.colour(cell)
    letter = [svg_elements.text(look.letter(colour), 0, 16, class_="letter")] if colour is not None else []
    return svg_elements.element(
        "g",
        look.title(cell),
        svg_elements.element("path", d=f"{path}-{half:g}-{quarter:.1f}v-{2 * quarter:.1f}z", class_="front"),
        svg_elements.text(CELLS[cell], 0, 3 if letter else 5, class_="name"),
        *letter,
        class_=f"cell flat {look.kind(cell)}",
        data_tap=f"spot:{CELLS[cell]}",
        transform=f"translate({x:g} {y:.1f})",
    )

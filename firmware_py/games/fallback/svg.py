"""The table of any game as SVG: a card for each player with the points, and below the details of the game."""

from __future__ import annotations

from engine.game import Rules
from firmware_py.games.drawing import svg_elements
from firmware_py.games.drawing.lettering import broken, cut, width
from firmware_py.games.drawing.svg_views import SvgView
from firmware_py.games.fallback import lines as plain
from firmware_py.games.seats import Seat, seats_of

WIDE, CARD, GAP = 390, 52, 8
TEXT = 17
LINE = 26
"""Line height."""


class Fallback:
    """Draws a game without its own drawing."""

    def __init__(self, game: str, rules: Rules[object]) -> None:
        """Draw one game."""
        self._game, self._rules = game, rules

    def draw(self, view: SvgView) -> str:
        """Return the drawing of a position."""
        caption = view.translations(f"{self._game}.points")
        players = seats_of(self._rules, view.state, view.names)
        cards = [
            _player(line, view.mark(line.seat), caption, LINE + at * (CARD + GAP))
            for at, line in enumerate(players)
        ]
        details = map(view.translations.text, plain.details(self._game, self._rules, view.state))
        lines = [line for text in details for line in broken(text, WIDE - 4 * GAP, TEXT)]
        top = LINE + len(cards) * (CARD + GAP)
        high = top + (len(lines) * LINE + 2 * GAP if lines else 0)
        box = f"0 0 {WIDE} {high}"
        return svg_elements.element(
            "svg",
            svg_elements.named(view.translations(f"{self._game}.name")),
            svg_elements.text(caption, WIDE - GAP, LINE - GAP, class_="caption"),
            *cards,
            *([_details(lines, top)] if lines else []),
            xmlns="http://www.w3.org/2000/svg",
            viewBox=box,
            data_wide=box,
            class_="table-plain",
            role="group",
        )


def _player(line: Seat, mark: int, caption: str, y: int) -> str:
    points = str(line.points)
    sign = "★ " if line.is_winner else "▸ " if line.is_turn else ""
    room = WIDE - 52 - 4 * GAP - width(points, 24) - width(sign, TEXT)
    kind = " won" if line.is_winner else " turn" if line.is_turn else ""
    return svg_elements.element(
        "g",
        svg_elements.named(f"{line.name}, {caption}: {points}"),
        svg_elements.element("rect", x=GAP, width=WIDE - 2 * GAP, height=CARD, rx=10, class_="panel"),
        svg_elements.element("circle", cx=34, cy=CARD // 2, r=13, class_=f"seat seat-{mark}"),
        svg_elements.text(str(mark), 34, CARD // 2 + 5, class_="seat-number"),
        svg_elements.text(sign + cut(line.name, room, TEXT), 58, CARD // 2 + 6, class_="player"),
        svg_elements.text(points, WIDE - 3 * GAP, CARD // 2 + 8, class_="points"),
        class_=f"line{kind}",
        data_tap=f"seat:{line.seat}",
        transform=f"translate(0 {y})",
    )


def _details(lines: list[str], top: int) -> str:
    return svg_elements.element(
        "g",
        svg_elements.element(
            "rect", x=GAP, y=top, width=WIDE - 2 * GAP, height=len(lines) * LINE + GAP, rx=10, class_="felt"
        ),
        *(
            svg_elements.text(line, 2 * GAP, top + (at + 1) * LINE - 4, class_="told")
            for at, line in enumerate(lines)
        ),
        class_="details",
    )

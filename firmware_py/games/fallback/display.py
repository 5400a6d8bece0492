"""The table picture of any game: a line for each player, and below the details of the game.

▸ marks whose turn it is; winners are inverted. If there are many details, the players are in two columns.
"""

from __future__ import annotations

from PIL import Image

from engine.acts import Act
from engine.game import Rules
from engine.verdicts import Sentence
from firmware_py.display.canvas import BOTTOM, LIT, OFF, RIGHT, Canvas, Font, shown, wrap
from firmware_py.games.fallback import lines as plain
from firmware_py.games.seats import Seat, seats_of
from firmware_py.games.views import Scene, TableView

ROW, MARK, GAP = 10, 6, 3
"""Pixels: height of a line, width of the mark before a name, gap between the players and the details."""
COLUMNS = Font.SMALL.columns


class Fallback:
    """Draws a game without its own display module."""

    def __init__(self, game: str, rules: Rules[object]) -> None:
        """Draw one game."""
        self._game, self._rules = game, rules

    def draw(self, view: TableView) -> Image.Image:
        """Return the picture of a position."""
        canvas = Canvas()
        players = seats_of(self._rules, view.state, view.players)
        details = [line for text in self._details(view) for line in wrap(text, COLUMNS)]
        is_wide = len(players) * ROW + bool(details) * GAP + len(details) * ROW <= BOTTOM
        rows = len(players) if is_wide else (len(players) + 1) // 2
        width = RIGHT if is_wide else RIGHT // 2
        for at, line in enumerate(players):
            _player(canvas, line, at // rows * width, at % rows * ROW, width)
        if details:
            y = rows * ROW + 1
            canvas.draw.line((0, y, RIGHT - 1, y), fill=LIT)
            _text(canvas, details, y + GAP - 1)
        return canvas.image

    def _details(self, view: TableView) -> list[str]:
        details = list(map(view.translations.text, self.summary(view.state)))
        return details if view.cursor is None else [f"→ {view.cursor}", *details]

    def summary(self, state: object) -> list[Sentence]:
        """Return the details of the game."""
        return plain.details(self._game, self._rules, state)

    def legend(self, _state: object) -> list[Sentence]:
        """Return no lines: every number of the picture has its label."""
        return []

    def opening(self, _state: object) -> list[Scene]:
        """Return no scenes."""
        return []

    def rounds(self, _state: object) -> int:
        """Return 0: there are no rounds to review."""
        return 0

    def scenes(self, _state: object, _number: int) -> list[Scene]:
        """Return no scenes: there are no rounds to review."""
        return []

    def scenes_after(self, _before: object, _after: object) -> list[Scene]:
        """Return no scenes."""
        return []

    def preview(self, state: object, _act: Act) -> object:
        """Return the current position."""
        return state


def _player(canvas: Canvas, line: Seat, x: int, y: int, width: int) -> None:
    points, letter = str(line.points), Font.SMALL.width
    letters = (width - MARK) // letter
    end = x + MARK + letters * letter
    if line.is_winner:
        canvas.draw.rectangle((x, y, end - 1, y + ROW - 1), fill=LIT)
    if line.is_turn:
        canvas.draw.polygon([(x, y + 2), (x + 3, y + 5), (x, y + 8)], fill=LIT)
    ink = OFF if line.is_winner else LIT
    canvas.text(x + MARK, y, shown(line.name, letters - len(points) - 1), ink=ink)
    canvas.text(end - len(points) * letter, y, points, ink=ink)


def _text(canvas: Canvas, details: list[str], y: int) -> None:
    """Write as many lines as fit; an ellipsis shows that there are more."""
    room = (BOTTOM - y) // ROW
    for at, line in enumerate(details[:room]):
        is_cut = at == room - 1 and len(details) > room
        canvas.text(0, y + at * ROW, shown(f"{line[: COLUMNS - 1]}…" if is_cut else line, COLUMNS))

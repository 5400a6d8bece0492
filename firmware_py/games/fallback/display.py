"""The table picture of any game: a line for each player, and below what else the game tells.

▸ marks whose turn it is; who has won is turned round. Where there is much to tell, players stand in two columns.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from firmware_py.display.canvas import BOTTOM, LIT, OFF, RIGHT, Canvas, Font, shown, wrap
from firmware_py.games.fallback import lines as plain

if TYPE_CHECKING:
    from PIL import Image

    from engine.acts import Act
    from engine.game import Rules
    from firmware_py.games.views import Scene, TableView
    from firmware_py.i18n.translations import Translations

ROW, MARK, GAP = 10, 6, 3
"""Dots of a line's height, of the mark before a name, and between the players and what is told below."""
COLUMNS = Font.SMALL.columns


class Fallback:
    """Draws a game that has no picture of its own."""

    def __init__(self, game: str, rules: Rules[Any]) -> None:
        """Know the game."""
        self._game, self._rules = game, rules

    def draw(self, view: TableView) -> Image.Image:
        """Draw how the game stands."""
        canvas = Canvas()
        players = plain.lines(self._rules, view.state, view.players)
        told = [line for text in self._told(view) for line in wrap(text, COLUMNS)]
        is_wide = len(players) * ROW + bool(told) * GAP + len(told) * ROW <= BOTTOM
        rows = len(players) if is_wide else (len(players) + 1) // 2
        width = RIGHT if is_wide else RIGHT // 2
        for at, line in enumerate(players):
            _player(canvas, line, at // rows * width, at % rows * ROW, width)
        if told:
            y = rows * ROW + 1
            canvas.draw.line((0, y, RIGHT - 1, y), fill=LIT)
            _text(canvas, told, y + GAP - 1)
        return canvas.image

    def _told(self, view: TableView) -> list[str]:
        told = plain.details(self._game, self._rules, view.state, view.translations)
        return told if view.cursor is None else [f"→ {view.cursor}", *told]

    def summary(self, state: Any, translations: Translations) -> list[str]:
        """Tell at the end what the picture tells."""
        return plain.details(self._game, self._rules, state, translations)

    def opening(self, _state: Any, _words: Translations) -> list[Scene]:
        """Nothing has to be said before the game begins."""
        return []

    def rounds(self, _state: Any) -> int:
        """There are no rounds to look back at."""
        return 0

    def scenes(self, _state: Any, _number: int, _words: Translations) -> list[Scene]:
        """Return no scenes: there are no rounds to look back at."""
        return []

    def told(self, _before: Any, _after: Any, _words: Translations) -> list[Scene]:
        """Nothing has to be told in scenes."""
        return []

    def preview(self, state: Any, _act: Act) -> Any:
        """Every act speaks of the position as it is."""
        return state


def _player(canvas: Canvas, line: plain.Line, x: int, y: int, width: int) -> None:
    points, letter = str(line.points), Font.SMALL.width
    letters = (width - MARK) // letter
    end = x + MARK + letters * letter
    if line.has_won:
        canvas.draw.rectangle((x, y, end - 1, y + ROW - 1), fill=LIT)
    if line.is_turn:
        canvas.draw.polygon([(x, y + 2), (x + 3, y + 5), (x, y + 8)], fill=LIT)
    ink = OFF if line.has_won else LIT
    canvas.text(x + MARK, y, shown(line.name, letters - len(points) - 1), ink=ink)
    canvas.text(end - len(points) * letter, y, points, ink=ink)


def _text(canvas: Canvas, told: list[str], y: int) -> None:
    """Write as many lines as there is room for; dots say that there are more."""
    room = (BOTTOM - y) // ROW
    for at, line in enumerate(told[:room]):
        is_cut = at == room - 1 and len(told) > room
        canvas.text(0, y + at * ROW, shown(f"{line[: COLUMNS - 1]}…" if is_cut else line, COLUMNS))

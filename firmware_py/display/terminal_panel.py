"""The box in a terminal: its two panels drawn in characters, and the keyboard for its keys."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from drivers.presses import Edge, Recogniser
from drivers.terminal import Signal, Stroke, Terminal, braille, half_blocks
from firmware_py.display.canvas import HEIGHT, WIDTH
from firmware_py.display.panel import NullPanel

if TYPE_CHECKING:
    from collections.abc import Callable

    from PIL import Image

    from drivers.presses import Press
    from firmware_py.display.panel import Screens

FRAME = 2
"""Columns and rows that the frame around a panel takes."""
BETWEEN_STROKES = 1000
"""Milliseconds that the keys' own clock goes on from one stroke to the next."""

FAINT = 100
"""Below this contrast the terminal writes faintly."""
HEARD = frozenset({"refused", "over"})
"""The sounds that a terminal's one bell is rung for."""


class Layout(NamedTuple):
    """How the panels fit into a terminal."""

    render: Callable[[Image.Image], list[str]]
    columns: int
    rows: int
    """Of one panel, without its frame."""
    displays: int
    beside: bool

    @property
    def width(self) -> int:
        """Columns that it needs."""
        return (self.columns + FRAME) * (self.displays if self.beside else 1)

    @property
    def height(self) -> int:
        """Rows that it needs, the line of help included."""
        return (self.rows + FRAME) * (1 if self.beside else self.displays) + 1


_HALVES = (half_blocks, WIDTH, HEIGHT // 2)
_DOTS = (braille, WIDTH // 2, HEIGHT // 4)
LAYOUTS = (
    Layout(*_HALVES, displays=2, beside=True),
    Layout(*_HALVES, displays=2, beside=False),
    Layout(*_DOTS, displays=2, beside=True),
    Layout(*_DOTS, displays=2, beside=False),
    Layout(*_DOTS, displays=1, beside=False),
)
"""From the largest to the smallest."""
SMALLEST = LAYOUTS[-1]


def fitting(columns: int, rows: int) -> Layout | None:
    """Choose the largest layout that fits.

    >>> fitting(200, 70).render.__name__, fitting(140, 40).render.__name__, fitting(80, 24).displays
    ('half_blocks', 'braille', 1)
    """
    return next((layout for layout in LAYOUTS if layout.width <= columns and layout.height <= rows), None)


def compose(pictures: list[tuple[str, Image.Image]], layout: Layout, help_line: str) -> list[str]:
    """Draw the panels, each with its name, and the line of help as lines of text."""
    panels = [framed(layout.render(image), name) for name, image in pictures]
    if layout.beside:
        rows = ["".join(parts) for parts in zip(*panels, strict=True)]
    else:
        rows = [row for panel in panels for row in panel]
    return [*rows, help_line]


def framed(rows: list[str], name: str) -> list[str]:
    """Put a frame around a panel.

    >>> framed(["▀▀▀▀▀▀▀▀"], "table")
    ['╭─ table ╮', '│▀▀▀▀▀▀▀▀│', '╰────────╯']
    """
    width = len(rows[0])
    head = f"─ {name} ".ljust(width, "─")
    return [f"╭{head}╮", *(f"│{row}│" for row in rows), f"╰{'─' * width}╯"]


class TerminalPanel(NullPanel):
    """The panels and the bell in a terminal."""

    def __init__(self, terminal: Terminal) -> None:
        """Show in a terminal that is entered."""
        self._terminal = terminal
        self._recogniser = Recogniser()
        self._clock = 0
        self._layout: Layout | None = None

    def presses(self, event: Stroke | Edge) -> list[Press]:
        """Tell what a stroke means; nothing while nothing can be seen."""
        if self._layout is None or isinstance(event, Edge):
            return []
        self._clock += BETWEEN_STROKES
        return [press for edge in event.edges(self._clock) for press in self._recogniser.feed(edge)]

    def show(self, stack: Screens, over: Image.Image | None = None) -> None:
        """Show the pictures of the desk, or another prompt over them."""
        translations, (columns, rows) = stack.translations, self._terminal.size()
        self._layout = layout = fitting(columns, rows)
        if layout is None:
            small = translations("terminal.too-small", columns=SMALLEST.width, rows=SMALLEST.height)
            self._terminal.show([small[:columns]])
            return
        stack.displays = min(layout.displays, stack.config.displays)
        name = (
            translations("terminal.table")
            if stack.shows_table and over is None
            else translations("terminal.prompt")
        )
        pictures = [(name, stack.prompt() if over is None else over)]
        if layout.displays > 1 and stack.config.displays > 1:
            pictures.insert(0, (translations("terminal.table"), stack.table()))
        faint = stack.config.night or stack.config.contrast < FAINT
        self._terminal.show(compose(pictures, layout, translations("terminal.help")), faint=faint)

    def sound(self, name: str) -> None:
        """Let be heard what a person should notice."""
        if name in HEARD:
            self._terminal.ring()

    def heed(self, signal: Signal) -> None:
        """Do what else a terminal asks for."""
        if signal is Signal.PAUSE:
            self._terminal.pause()
        self._terminal.invalidate()

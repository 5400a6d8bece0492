"""The panel in a terminal: both displays drawn in characters, and the keyboard as keys."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from PIL import Image

from drivers.buzzer import Sound
from drivers.presses import Edge, Press
from drivers.terminal import Signal, Stroke, Terminal, braille, half_blocks
from firmware_py.display.canvas import HEIGHT, WIDTH
from firmware_py.display.panel import NullPanel, Screens

FRAME = 2
"""The columns and rows of the frame around a display."""

FAINT_CONTRAST = 100
"""Below this contrast the terminal uses faint text."""
BELL_SOUNDS = frozenset({Sound.REFUSED, Sound.OVER})
"""The sounds that ring the bell of the terminal."""


class Layout(NamedTuple):
    """A way to arrange the displays in a terminal."""

    render: Callable[[Image.Image], list[str]]
    columns: int
    rows: int
    """The size of one display without its frame."""
    displays: int
    beside: bool

    @property
    def width(self) -> int:
        """The columns that it needs."""
        return (self.columns + FRAME) * (self.displays if self.beside else 1)

    @property
    def height(self) -> int:
        """The rows that it needs, including the help line."""
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
    """Return the largest layout that fits, or None.

    >>> fitting(200, 70).render.__name__, fitting(140, 40).render.__name__, fitting(80, 24).displays
    ('half_blocks', 'braille', 1)
    """
    return next((layout for layout in LAYOUTS if layout.width <= columns and layout.height <= rows), None)


def compose(pictures: list[tuple[str, Image.Image]], layout: Layout, help_line: str) -> list[str]:
    """Return the displays, each in a frame with its name, and the help line as lines of text."""
    panels = [framed(layout.render(image), name) for name, image in pictures]
    if layout.beside:
        rows = ["".join(parts) for parts in zip(*panels, strict=True)]
    else:
        rows = [row for panel in panels for row in panel]
    return [*rows, help_line]


def framed(rows: list[str], name: str) -> list[str]:
    """Return the rows of a display with a frame around them.

    >>> framed(["▀▀▀▀▀▀▀▀"], "table")
    ['╭─ table ╮', '│▀▀▀▀▀▀▀▀│', '╰────────╯']
    """
    width = len(rows[0])
    head = f"─ {name} ".ljust(width, "─")
    return [f"╭{head}╮", *(f"│{row}│" for row in rows), f"╰{'─' * width}╯"]


class TerminalPanel(NullPanel):
    """The displays and the bell in a terminal."""

    def __init__(self, terminal: Terminal) -> None:
        """Use a terminal that is already open."""
        self._terminal = terminal
        self._layout: Layout | None = None

    def presses(self, event: Stroke | Edge) -> list[Press]:
        """Return the press of a stroke; none while the terminal is too small to show anything."""
        if self._layout is None or isinstance(event, Edge):
            return []
        return [event.press]

    def show(self, stack: Screens, over: Image.Image | None = None) -> None:
        """Show the pictures of the screen stack; `over` replaces the prompt."""
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
        faint = stack.config.night or stack.config.contrast < FAINT_CONTRAST
        self._terminal.show(compose(pictures, layout, translations("terminal.help")), faint=faint)

    def sound(self, sound: Sound) -> None:
        """Ring the bell for the sounds that matter."""
        if sound in BELL_SOUNDS:
            self._terminal.ring()

    def handle_signal(self, signal: Signal) -> None:
        """Pause on request; redraw everything after any signal."""
        if signal is Signal.PAUSE:
            self._terminal.pause()
        self._terminal.invalidate()

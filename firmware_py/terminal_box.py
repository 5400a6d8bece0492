"""The box in a terminal: its two panels drawn in characters, and the keyboard for its keys."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from drivers.presses import Recogniser
from drivers.terminal import Quit, Terminal, braille, half_blocks
from firmware_py.panel.canvas import HEIGHT, WIDTH

if TYPE_CHECKING:
    from collections.abc import Callable

    from PIL import Image

    from firmware_py.box import Box

BLINK_SECONDS = 0.3
FRAME = 2
"""Columns and rows that the frame around a panel takes."""
BETWEEN_STROKES = 1000
"""Milliseconds that the keys' own clock goes on from one stroke to the next."""


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


def compose(box: Box, layout: Layout) -> list[str]:
    """Draw the panels and the line of help as lines of text."""
    name = box.words("terminal.table") if box.shows_table else box.words("terminal.prompt")
    panels = [framed(layout.render(box.prompt()), name)]
    if layout.displays > 1:
        panels.insert(0, framed(layout.render(box.table()), box.words("terminal.table")))
    if layout.beside:
        rows = ["".join(parts) for parts in zip(*panels, strict=True)]
    else:
        rows = [row for panel in panels for row in panel]
    return [*rows, box.words("terminal.help")]


def framed(rows: list[str], name: str) -> list[str]:
    """Put a frame around a panel.

    >>> framed(["▀▀▀▀▀▀▀▀"], "table")
    ['╭─ table ╮', '│▀▀▀▀▀▀▀▀│', '╰────────╯']
    """
    width = len(rows[0])
    head = f"─ {name} ".ljust(width, "─")
    return [f"╭{head}╮", *(f"│{row}│" for row in rows), f"╰{'─' * width}╯"]


def run(box: Box, terminal: Terminal) -> None:
    """Play until the person leaves."""
    recogniser = Recogniser()
    clock = 0
    while True:
        columns, rows = terminal.size()
        layout = fitting(columns, rows)
        if layout is None:
            small = box.words("terminal.too-small", columns=SMALLEST.width, rows=SMALLEST.height)
            terminal.show([small[:columns]])
        else:
            box.displays = layout.displays
            terminal.show(compose(box, layout))
        try:
            strokes = terminal.read(BLINK_SECONDS if box.blinking else None)
        except Quit:
            return
        if not strokes and box.blinking:
            box.blink()
        for stroke in strokes if layout is not None else ():
            for edge in stroke.edges(clock):
                for press in recogniser.feed(edge):
                    box.press(press)
            clock += BETWEEN_STROKES

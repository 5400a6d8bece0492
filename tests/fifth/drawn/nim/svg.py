"""Nim on the page: heaps of matches that can be tapped."""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware_py.games.drawing import svg_elements

if TYPE_CHECKING:
    from engine.nim import State

    from firmware_py.games.drawing.svg_views import SvgView

WIDE, ROW, LEFT, APART = 390, 70, 60, 40


def draw(view: SvgView) -> str:
    """Draw the heaps."""
    state: State = view.state
    box = f"0 0 {WIDE} {ROW * len(state.heaps)}"
    return svg_elements.element(
        "svg",
        svg_elements.named(view.translations("nim.name")),
        *(_heap(heap, size, view) for heap, size in enumerate(state.heaps, start=1)),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=box,
        data_wide=box,
        class_="table-nim",
        role="group",
    )


def _heap(heap: int, size: int, view: SvgView) -> str:
    matches = (
        svg_elements.element("rect", x=LEFT + at * APART, y=8, width=8, height=ROW - 16, rx=4, class_="match")
        for at in range(size)
    )
    return svg_elements.element(
        "g",
        svg_elements.named(view.translations("nim.heap", heap=heap, count=size)),
        svg_elements.text(str(heap), LEFT // 2, ROW // 2, class_="heap-number"),
        *matches,
        class_="heap",
        data_tap=f"choice:{heap}",
        transform=f"translate(0 {(heap - 1) * ROW})",
    )

"""Watch what is drawn on the panel: texts that are cut, and texts that are drawn over each other."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any, NamedTuple
from unittest.mock import patch
from weakref import WeakKeyDictionary

from PIL import Image, ImageChops

from firmware_py.display.canvas import HEIGHT, RIGHT, WIDTH, Canvas, Font, shown

TOUCHING = 2
"""So many dots may be shared: an accent touches a letter that goes below the line above."""


class Problems(NamedTuple):
    """What no display should show."""

    cut: list[str]
    """Texts that do not fit, or that have a letter which the font lacks."""
    overlapping: list[str]
    """Texts that are drawn over an earlier text of the same picture."""


@contextmanager
def watched() -> Iterator[Problems]:
    """Collect the problems of every picture that is drawn meanwhile."""
    problems = Problems([], [])
    texts_on = WeakKeyDictionary[Canvas, Image.Image]()
    """For every canvas the dots of its texts, without what else is drawn there."""

    def watch(draw: Callable[..., None], is_cut: Callable[..., bool]) -> Callable[..., None]:
        def draw_and_check(on: Canvas, x: int, y: int, text: str, *how: Any, **ink: int) -> None:
            if is_cut(x, text, *how):
                problems.cut.append(text)
            dots = _dots(draw, x, y, text, *how, **ink)
            earlier = texts_on.get(on, Canvas().image)
            if ImageChops.logical_and(earlier, dots).histogram()[-1] > TOUCHING:
                problems.overlapping.append(text)
            texts_on[on] = ImageChops.logical_or(earlier, dots)
            draw(on, x, y, text, *how, **ink)

        return draw_and_check

    with patch.multiple(
        Canvas,
        text=watch(Canvas.text, _is_text_cut),
        large=watch(Canvas.large, _is_large_text_cut),
        tiny=watch(Canvas.tiny, lambda *_: False),
    ):
        yield problems


@cache
def _dots(draw: Callable[..., None], *what: Any, **ink: int) -> Image.Image:
    """Return the dots that a drawing lights on a dark canvas or darkens on a lit one."""
    dark, lit = Canvas(), Canvas()
    lit.invert(0, 0, WIDTH, HEIGHT)
    draw(dark, *what, **ink)
    draw(lit, *what, **ink)
    return ImageChops.logical_or(dark.image, ImageChops.invert(lit.image))


def _is_text_cut(x: int, text: str, font: Font = Font.SMALL, *_ink: int) -> bool:
    return shown(text, (RIGHT - x) // font.width, font) != text


def _is_large_text_cut(x: int, text: str, scale: tuple[int, int], *_ink: int) -> bool:
    return len(text) * Font.SMALL.width * scale[0] > RIGHT - x


@contextmanager
def all_texts_fit() -> Iterator[None]:
    """Fail if a text is cut or drawn over another; a decorator of a test, or around a part of one."""
    with watched() as problems:
        yield
    assert problems == ([], [])

"""Watch what is drawn on the panel: texts that are cut, that run into each other, or that a highlight touches."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any, NamedTuple
from unittest.mock import patch
from weakref import WeakKeyDictionary

from PIL import Image, ImageChops

from firmware_py.display import prompt
from firmware_py.display.canvas import HEIGHT, RIGHT, WIDTH, Canvas, Font, shown
from firmware_py.display.prompt import LEGEND, LEGEND_GAP, NEWS_SQUARE, OK_KEY, SIDE_GAP


class Problems(NamedTuple):
    """What no display should show."""

    cut: list[str]
    """Texts that do not fit, or that have a letter which the font lacks."""
    overlapping: list[str]
    """Texts that are drawn over an earlier text of the same picture."""
    touched: list[str]
    """Texts that the highlight of another line touches."""
    beside: list[str]
    """Texts of the legend, or answers of a cross, that are too near to each other."""
    unlike_news: list[str]
    """News that could be read as an answer: its sign is not dark on light, or it is in the row of an answer."""


class Drawn(NamedTuple):
    """A text on a canvas."""

    text: str
    y: int
    dots: Image.Image
    """Its dots alone, without what else is drawn there."""


@contextmanager
def watched() -> Iterator[Problems]:
    """Collect the problems of every picture that is drawn meanwhile."""
    problems = Problems([], [], [], [], [])
    answers_on = WeakKeyDictionary[Canvas, list[tuple[str, int, int, int]]]()
    texts_on = WeakKeyDictionary[Canvas, list[Drawn]]()
    bars_on = WeakKeyDictionary[Canvas, list[tuple[int, int, int, int]]]()

    def watch(draw: Callable[..., None], is_cut: Callable[..., bool]) -> Callable[..., None]:
        def draw_and_check(on: Canvas, x: int, y: int, text: str, *how: Any, **ink: int) -> None:
            if is_cut(x, text, *how):
                problems.cut.append(text)
            new, earlier = Drawn(text, y, _dots(draw, x, y, text, *how, **ink)), texts_on.setdefault(on, [])
            if any(ImageChops.logical_and(new.dots, each.dots).getbbox() for each in earlier):
                problems.overlapping.append(text)
            problems.beside.extend(f"{each.text} | {text}" for each in earlier if _runs_into(each, new))
            earlier.append(new)
            problems.touched.extend(new.text for bar in bars_on.get(on, ()) if _is_touched(new, bar))
            draw(on, x, y, text, *how, **ink)

        return draw_and_check

    invert = Canvas.invert

    def invert_and_check(on: Canvas, x: int, y: int, width: int, height: int) -> None:
        bar = (x, y, x + width, y + height)
        bars_on.setdefault(on, []).append(bar)
        problems.touched.extend(drawn.text for drawn in texts_on.get(on, ()) if _is_touched(drawn, bar))
        invert(on, x, y, width, height)

    numbers, news = Canvas.numbers, prompt._news

    def answer_and_check(on: Canvas, x: int, y: int, text: str, right: int = RIGHT) -> None:
        end = x + Canvas.numbers_width(text, right - x)
        earlier = answers_on.setdefault(on, [])
        problems.beside.extend(
            f"{other} | {text}"
            for other, row, left, stop in earlier
            if row == y and max(x, left) - min(end, stop) < SIDE_GAP
        )
        earlier.append((text, y, x, end))
        numbers(on, x, y, text, right)

    def news_and_check(on: Canvas, y: int, hint: prompt.Hint) -> None:
        news(on, y, hint)
        border = [(x, y + edge) for x in range(NEWS_SQUARE) for edge in (0, NEWS_SQUARE - 1)]
        is_dark_on_light = all(map(on.image.getpixel, border))
        if not is_dark_on_light or any(row == y for _, row, _, _ in answers_on.get(on, ())):
            problems.unlike_news.append(hint.text)

    with (
        patch.object(prompt, "_news", news_and_check),
        patch.multiple(
            Canvas,
            numbers=answer_and_check,
            text=watch(Canvas.text, _is_text_cut),
            large=watch(Canvas.large, _is_large_text_cut),
            tiny=watch(Canvas.tiny, lambda *_: False),
            invert=invert_and_check,
        ),
    ):
        yield problems


def _runs_into(one: Drawn, other: Drawn) -> bool:
    """Return whether there is too little room for a key and dark dots between two texts of the legend."""
    first, second = one.dots.getbbox(), other.dots.getbbox()
    if not one.y == other.y == LEGEND or first is None or second is None:
        return False
    return max(first[0], second[0]) - min(first[2], second[2]) < LEGEND_GAP + len(OK_KEY[0])


def _is_touched(drawn: Drawn, bar: tuple[int, int, int, int]) -> bool:
    """Return whether a highlight is on or right beside the dots of a text that is not the highlighted one."""
    left, top, right, bottom = bar
    box = drawn.dots.getbbox()
    is_own = box is None or (box[1] >= top and box[3] <= bottom)
    return not is_own and drawn.dots.crop((left, max(top - 1, 0), right, bottom + 1)).getbbox() is not None


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
    assert not any(problems), problems

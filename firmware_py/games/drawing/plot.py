"""Line charts over turns or evaluations as SVG; lines differ by marker, dashes and the label at their end.

Fonts and colours are classes of `static/charts.css`. Screen readers get a title and the
last numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import NamedTuple

from firmware_py.games.drawing.svg_elements import element, named, text

WIDTH, HEIGHT = 480, 310
LEFT, RIGHT, TOP, BOTTOM = 40, 296, 16, 262
"""The area in which the lines are drawn."""
KEY, AFTER_KEY, DIGIT, AFTER_VALUE = 315, 14, 10.5, 8
"""The x of a label's marker; the gap to its number; the width of a digit; the gap to its text."""
LETTER, LINE = 15, 18
"""Font size and line height of a label."""
LABEL_LINES = 2
NEAR, NEAREST = 3.2, 2.2
"""Most and least distance between lines that would hide each other."""
TICKS_UP, TICKS_ACROSS = 7, 8
MARKERS = 9
"""Markers on a long line."""
DASHES = 6
SHAPES = (
    "M-4.5 0A4.5 4.5 0 1 1 4.5 0A4.5 4.5 0 1 1 -4.5 0Z",
    "M-4 -4H4V4H-4Z",
    "M0 -5.5L5.2 4H-5.2Z",
    "M0 -5.8L5.8 0L0 5.8L-5.8 0Z",
    "M0 5.5L5.2 -4H-5.2Z",
    "M-1.7 -5H1.7V-1.7H5V1.7H1.7V5H-1.7V1.7H-5V-1.7H-1.7Z",
)
"""Markers: circle, square, triangle, diamond, triangle downwards, cross."""
LAST_NARROW_SCRIPT = "\u2e7f"
"""The characters after it are Chinese, Japanese and Korean ones, and pictures."""
NARROW, WIDE = frozenset("fijlrtI1.,:;'|()[]-· "), frozenset("mwMWQOG@%&")


class Series(NamedTuple):
    """One line."""

    label: str
    values: tuple[int, ...]
    """One for the start and one for each turn."""
    tone: str
    """Its colour: a number from 1 to 6, or a company's letter."""


class Plot(NamedTuple):
    """A chart."""

    key: str
    """Part of the ids of its title and description."""
    title: str
    about: str
    across: str
    """Label of the x axis."""
    series: tuple[Series, ...]
    floor: int = 0
    ceiling: int = 1
    """The y axis reaches at least this number."""
    longest: int = 1
    """The x axis reaches at least this turn."""
    goal: int | None = None
    goal_label: str = ""
    is_stepped: bool = True
    """Whether to draw steps; otherwise straight lines between the values."""


class Scale(NamedTuple):
    """Converts numbers to coordinates."""

    floor: int
    ceiling: int
    longest: int

    def x(self, at: int) -> float:
        """Return the x of a turn."""
        return LEFT + (RIGHT - LEFT) * at / self.longest

    def y(self, value: float) -> float:
        """Return the y of a number."""
        return BOTTOM - (BOTTOM - TOP) * (value - self.floor) / (self.ceiling - self.floor)


def draw(plot: Plot) -> str:
    """Return the chart as `<svg>`."""
    values = [value for series in plot.series for value in series.values]
    floor, ceiling = min(plot.floor, *values), max(plot.ceiling, *values)
    step = tick_step(ceiling - floor, TICKS_UP)
    scale = Scale(
        floor // step * step,
        -(-ceiling // step) * step,
        max(plot.longest, *(len(series.values) - 1 for series in plot.series)),
    )
    title, about = f"chart-{plot.key}-title", f"chart-{plot.key}-about"
    return element(
        "svg",
        element("title", escape(plot.title), id=title),
        element("desc", escape(plot.about), id=about),
        *_axes(plot, scale, step),
        *_goal(plot, scale),
        *(_line(plot, scale, at) for at in reversed(range(len(plot.series)))),
        *_labels(plot, scale),
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        class_="chart",
        role="img",
        aria_labelledby=title,
        aria_describedby=about,
    )


def tick_step(span: int, most: int) -> int:
    """Return a round distance between ticks, so that there are at most `most`.

    >>> [tick_step(span, 7) for span in (1, 3, 8, 14, 45, 300)]
    [1, 1, 2, 5, 10, 50]
    """
    power = 1
    while True:
        for digit in (1, 2, 5):
            if span / (digit * power) < most:
                return digit * power
        power *= 10


def number(value: int) -> str:
    """Return a number with a real minus sign.

    >>> number(-4)
    '−4'
    """
    return str(value).replace("-", "−")


def _axes(plot: Plot, scale: Scale, step: int) -> Iterable[str]:
    for value in range(scale.floor, scale.ceiling + 1, step):
        y = scale.y(value)
        yield element("path", d=_path((LEFT, y), (RIGHT, y)), class_="zero" if value == 0 else "grid")
        yield text(number(value), LEFT - 9, y + 5, class_="tick up")
    step_across = tick_step(scale.longest, TICKS_ACROSS)
    for at in range(0, scale.longest + 1, step_across):
        x = scale.x(at)
        yield element("path", d=_path((x, BOTTOM), (x, BOTTOM + 5)), class_="axis")
        yield text(str(at), x, BOTTOM + 21, class_="tick across")
    yield text(plot.across, (LEFT + RIGHT) / 2, HEIGHT - 6, class_="across")


def _goal(plot: Plot, scale: Scale) -> Iterable[str]:
    if plot.goal is not None:
        y = scale.y(plot.goal)
        yield element("path", d=_path((LEFT, y), (RIGHT, y)), class_="goal")
        yield text(plot.goal_label, LEFT + 6, y + 16, class_="goal-label")


# --- the lines


def _line(plot: Plot, scale: Scale, at: int) -> str:
    series = plot.series[at]
    points = _points(plot, scale, at)
    last = len(points) - 1
    apart = max(1, -(-last // MARKERS))
    marked = {last, *range((at * apart // len(plot.series)) % apart, last - apart // 2, apart)}
    return element(
        "g",
        named(f"{series.label}: {number(series.values[-1])}"),
        element(
            "path", d=_path(*(_stairs(points) if plot.is_stepped else points)), class_=f"line dash-{at % DASHES}"
        ),
        *(_marker(at, *points[place]) for place in sorted(marked)),
        class_=f"tone-{series.tone}",
    )


def _points(plot: Plot, scale: Scale, at: int) -> list[tuple[float, float]]:
    """Return the points of a line, shifted a little so that lines do not hide each other."""
    count = len(plot.series)
    unit = scale.y(0) - scale.y(1)
    aside = (at - (count - 1) / 2) * min(NEAR, max(NEAREST, unit / 2 / count))
    return [(scale.x(turn), scale.y(value) + aside) for turn, value in enumerate(plot.series[at].values)]


def _stairs(points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """Return the points of a line of steps, without duplicates."""
    found = [points[0]]
    for x, y in points[1:]:
        if y != found[-1][1]:
            found += [(x, found[-1][1]), (x, y)]
    return [*found, points[-1]]


def _path(*points: tuple[float, float]) -> str:
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)


def _marker(at: int, x: float, y: float) -> str:
    return element("path", d=SHAPES[at % len(SHAPES)], transform=f"translate({x:.1f} {y:.1f})", class_="marker")


# --- the labels at their ends


def _labels(plot: Plot, scale: Scale) -> Iterable[str]:
    values = [number(series.values[-1]) for series in plot.series]
    value_end = KEY + AFTER_KEY + DIGIT * max(map(len, values))
    left = value_end + AFTER_VALUE
    labels = [wrapped(series.label, WIDTH - left) for series in plot.series]
    ends = [_points(plot, scale, at)[-1] for at in range(len(plot.series))]
    middles = spread([y for _, y in ends], [LINE * len(lines) + 4 for lines in labels], TOP - 8, BOTTOM + 8)
    for at, (series, lines, (x, y), middle) in enumerate(zip(plot.series, labels, ends, middles, strict=True)):
        top = middle - LINE * (len(lines) - 1) / 2
        yield element(
            "g",
            named(f"{series.label}: {values[at]}"),
            element("path", d=_path((x + 7, y), (RIGHT + 7, y), (KEY - 7, middle)), class_="leader"),
            _marker(at, KEY, middle),
            text(values[at], value_end, middle + 5, class_="value"),
            *(text(line, left, top + 5 + LINE * row, class_="label") for row, line in enumerate(lines)),
            class_=f"tone-{series.tone}",
        )


def spread(wanted: Sequence[float], heights: Sequence[float], top: float, bottom: float) -> list[float]:
    """Return the centres of labels, moved so that they do not overlap and stay between top and bottom.

    >>> spread([50, 50, 90], [20, 20, 20], 0, 100)
    [50, 70.0, 90]
    >>> spread([95, 95], [20, 20], 0, 100)
    [70.0, 90.0]
    """
    order = sorted(range(len(wanted)), key=lambda at: wanted[at])
    placed = list(wanted)
    edge = top
    for at in order:
        placed[at] = max(placed[at], edge + heights[at] / 2)
        edge = placed[at] + heights[at] / 2
    edge = bottom
    for at in reversed(order):
        placed[at] = min(placed[at], edge - heights[at] / 2)
        edge = placed[at] - heights[at] / 2
    return placed


def wrapped(label: str, width: float) -> list[str]:
    """Break a label into lines that fit; cut it if it is too long.

    >>> wrapped("Maximiliana von und zu Oberstein", 110)
    ['Maximiliana', 'von und zu…']
    >>> wrapped("Carla-Wilhelmine", 110), wrapped("Rumpelstilzchen", 110)
    (['Carla-', 'Wilhelmine'], ['Rumpelstilzc', 'hen'])
    """
    lines: list[str] = []
    rest = label
    while rest and len(lines) < LABEL_LINES:
        line = rest
        while _width(line) > width:
            line = line[: max(line.rfind(" "), line.rfind("-", 0, -1) + 1)] or line[:-1]
        lines.append(line.rstrip())
        rest = rest[len(line) :].lstrip()
    if rest:
        lines[-1] = _cut(f"{lines[-1]} {rest}", width)
    return lines


def _cut(line: str, width: float) -> str:
    while _width(f"{line}…") > width:
        line = line[:-1].rstrip()
    return f"{line}…"


def _width(label: str) -> float:
    """Return the estimated width of a text; rather too large, because fonts differ."""
    return LETTER * sum(
        0.36 if letter in NARROW else 0.96 if letter in WIDE else 1.06 if letter > LAST_NARROW_SCRIPT else
        0.72 if letter.isupper() else 0.63
        for letter in label
    )  # fmt: skip

"""A sheet to draw on: an SVG file, written line by line, the same every time."""

from __future__ import annotations

from html import escape

SANS = "'DejaVu Sans', Verdana, Helvetica, Arial, sans-serif"
INK, PALE_INK, PAPER = "#22262b", "#6b7178", "#fbfaf6"
TINTS = {
    "red": "#d62f2f",
    "black": "#26282b",
    "yellow": "#f0c419",
    "blue": "#2f6fd6",
    "brown": "#8a5a32",
    "orange": "#f08a24",
    "green": "#2f9e57",
    "violet": "#8a4fc4",
    "grey": "#8d949c",
}
"""The colours of the wires, as they are printed."""


def number(value: float) -> str:
    """Write a number as short as can be.

    >>> number(3.0), number(2.345)
    ('3', '2.35')
    """
    return f"{value:.2f}".rstrip("0").rstrip(".")


class Sheet:
    """A sheet of paper with rounded corners and a title for those who cannot see it."""

    def __init__(self, width: float, height: float, title: str) -> None:
        """Take an empty sheet."""
        self.width, self.height = width, height
        size = f'width="{number(width)}" height="{number(height)}" viewBox="0 0 {number(width)} {number(height)}"'
        opening = f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" font-family="{SANS}">'
        self._lines = [opening, f"<title>{escape(title)}</title>"]
        self.rectangle((0, 0, width, height), PAPER)

    def __str__(self) -> str:
        """Give the file."""
        return "\n".join([*self._lines, "</svg>"]) + "\n"

    def begin(self, **style: object) -> None:
        """Begin a group."""
        self._lines.append(f"<g{_style(style)}>")

    def end(self) -> None:
        """End it."""
        self._lines.append("</g>")

    def rectangle(
        self, box: tuple[float, float, float, float], fill: str, radius: float = 0, **style: object
    ) -> None:
        """Draw a rectangle: left, top, width, height."""
        x, y, width, height = map(number, box)
        rounded = f' rx="{number(radius)}"' if radius else ""
        self._lines.append(
            f'<rect x="{x}" y="{y}" width="{width}" height="{height}"{rounded} fill="{fill}"{_style(style)}/>'
        )

    def circle(self, at: tuple[float, float], radius: float, fill: str, **style: object) -> None:
        """Draw a circle."""
        x, y = map(number, at)
        self._lines.append(f'<circle cx="{x}" cy="{y}" r="{number(radius)}" fill="{fill}"{_style(style)}/>')

    def path(self, way: str, colour: str, width: float, **style: object) -> None:
        """Draw a line along a way."""
        self._lines.append(
            f'<path d="{way}" fill="none" stroke="{colour}" stroke-width="{number(width)}" '
            f'stroke-linecap="round" stroke-linejoin="round"{_style(style)}/>'
        )

    def area(self, way: str, fill: str, **style: object) -> None:
        """Fill what a way goes round."""
        self._lines.append(f'<path d="{way}" fill="{fill}"{_style(style)}/>')

    def text(self, at: tuple[float, float], text: str, size: float = 16, fill: str = INK, **style: object) -> None:
        """Write a line; `anchor` is start, middle or end."""
        x, y = map(number, at)
        anchor = style.pop("anchor", "start")
        anchored = "" if anchor == "start" else f' text-anchor="{anchor}"'
        self._lines.append(
            f'<text x="{x}" y="{y}" font-size="{number(size)}" fill="{fill}"{anchored}{_style(style)}>'
            f"{escape(text)}</text>"
        )


def _style(style: dict[str, object]) -> str:
    """Write attributes; `_` stands for a hyphen, `__` for a colon."""
    written = []
    for name, value in style.items():
        said = number(value) if isinstance(value, float | int) else str(value)
        written.append(f' {name.replace("__", ":").replace("_", "-")}="{said}"')
    return "".join(written)

"""Markup: HTML and SVG as text, and parts of the firmware's own drawings.

>>> html("p", "so", class_="note")
'<p class="note">so</p>'
>>> parts('<svg xmlns="http://www.w3.org/2000/svg"><g class="a b"><g class="c"/></g></svg>', "c")
['<g xmlns="http://www.w3.org/2000/svg" class="c" />']
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

from firmware_py.games.drawing.svg_elements import element

if TYPE_CHECKING:
    from firmware_py.games.drawing.svg_elements import Value

SVG = "http://www.w3.org/2000/svg"
ET.register_namespace("", SVG)


def html(name: str, *inside: str, **attributes: Value) -> str:
    """Write an element of HTML; one without contents is closed all the same."""
    return element(name, *(inside or ("",)), **attributes)


def picture(inside: str, box: tuple[float, float, float, float], class_: str, width: float) -> str:
    """Make an SVG of what lies in a box of its drawing, so many millimetres wide."""
    x, y, wide, high = box
    return element(
        "svg",
        inside,
        xmlns=SVG,
        viewBox=f"{x:g} {y:g} {wide:g} {high:g}",
        class_=class_,
        style=f"width:{width:g}mm;height:{width * high / wide:.2f}mm",
    )


def parts(drawing: str, *classes: str) -> list[str]:
    """Take the parts of a drawing that have these classes, in their order."""
    root = ET.fromstring(drawing)
    return [
        ET.tostring(part, encoding="unicode").strip()
        for part in root.iter()
        if set(classes) <= set(part.get("class", "").split())
    ]


def children(drawing: str, first: str) -> str:
    """Take all children of a drawing from that of a class on."""
    root = ET.fromstring(drawing)
    found = list(root)
    at = next(number for number, child in enumerate(found) if child.get("class") == first)
    return "".join(ET.tostring(child, encoding="unicode") for child in found[at:])

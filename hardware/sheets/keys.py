"""The keys: a picture of the box, a picture of each key, and the table of what they do.

The table is the manual's; a test compares the English one with it, and the keys with those of the firmware.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from drivers.presses import Key
from firmware_py.games.drawing.svg_elements import element, text
from hardware.sheets.markup import html, picture

if TYPE_CHECKING:
    from hardware.sheets.texts import Texts

ROWS: dict[str, tuple[Key, ...]] = {
    "arrows": (Key.LEFT, Key.UP, Key.DOWN, Key.RIGHT),
    "ok": (Key.OK,),
    "back": (Key.BACK,),
    "hold-arrow": (Key.UP,),
    "hold-ok": (Key.OK,),
    "hold-back": (Key.BACK,),
    "seats": tuple(key for key in Key if key.value.isdigit()),
}
"""By row of the key table: the keys that it speaks of."""
ARROWS = {
    Key.UP: "M0-9 8 6H-8z",
    Key.DOWN: "M0 9 8-6H-8z",
    Key.LEFT: "M-9 0 6-8V8z",
    Key.RIGHT: "M9 0-6-8V8z",
}
BACK = "M-9-3-3-9V3zM-4-3H3a6 6 0 0 1 0 12H-4"
HALF = 18
"""Half the width of a key."""


def key_cap(key: Key, x: float = 0, y: float = 0) -> str:
    """Draw a key around a point: an arrow, ok, the bent arrow of back, or a seat's number."""
    cap = element("rect", x=x - HALF, y=y - HALF, width=2 * HALF, height=2 * HALF, rx=7, class_="cap")
    moved = f"translate({x:g} {y:g})"
    if key in ARROWS:
        sign = element("path", d=ARROWS[key], class_="arrow", transform=moved)
    elif key is Key.BACK:
        sign = element("path", d=BACK, class_="bent", transform=moved)
    else:
        sign = text("ok" if key is Key.OK else key.value, x, y + 6, class_="key-name")
    return element("g", cap, sign, class_="key", data_key=key.value)


def key_picture(key: Key, width: float = 7) -> str:
    """Draw a key alone, so many millimetres wide."""
    return picture(key_cap(key), (-20, -20, 40, 40), "keys", width)


def box_picture(texts: Texts, width: float) -> str:
    """Draw the box from above: two displays, the six keys, and a row of seat keys."""
    drawn = [element("rect", x=2, y=2, width=436, height=276, rx=16, class_="case")]
    for x, name in ((20, "table"), (230, "prompt")):
        drawn += [
            element("rect", x=x, y=20, width=190, height=95, rx=4, class_="glass"),
            text(texts(f"picture.{name}"), x + 95, 72, class_="glass-name"),
        ]
    for seat, key in enumerate(ROWS["seats"]):
        drawn.append(key_cap(key, 48 + seat % 3 * 52, 168 + seat // 3 * 52))
    spots = {Key.UP: (270, 150), Key.LEFT: (226, 194), Key.RIGHT: (314, 194), Key.DOWN: (270, 238)}
    spots |= {Key.OK: (270, 194), Key.BACK: (392, 194)}
    drawn += [key_cap(key, *spot) for key, spot in spots.items()]
    drawn += [
        text(texts("key.seats"), 100, 264, class_="label"),
        text(texts("key.back"), 392, 238, class_="label"),
    ]
    return picture("".join(drawn), (0, 0, 440, 280), "keys", width)


def key_table(texts: Texts) -> str:
    """Return what each key does, with its picture."""
    rows = []
    for name, keys in ROWS.items():
        shown = keys if name != "seats" else (keys[0], keys[-1])
        caps = [key_picture(key) for key in shown]
        if name == "seats":
            caps.insert(1, html("span", "–"))
        if name.startswith("hold"):
            caps.append(html("span", texts.html("key.hold"), class_="hold"))
        rows.append(
            html(
                "tr",
                html("td", html("div", *caps, class_="caps")),
                html("th", texts.html(f"key.{name}"), class_="key-of"),
                html("td", texts.html(f"key.{name}-do"), class_="does"),
                data_row=name,
            )
        )
    return html("table", html("tbody", *rows), class_="key-table")


def keys_section(texts: Texts) -> str:
    """Return everything about the keys: the same for every game."""
    return html(
        "section",
        html("h2", texts.html("section.keys")),
        html(
            "div",
            html(
                "div",
                box_picture(texts, 54),
                html("p", texts.html("key.hold-how"), class_="note"),
                class_="box-and-note",
            ),
            key_table(texts),
            class_="beside",
        ),
    )

"""The cards of Online as SVG: the front, the back, and piles.

A card has a sign and a title; the band at its top has the colour and the sign of its group.
"""

from __future__ import annotations

from engine.online.cards import CATEGORIES, LINKS, NAMES, NONE, OBSTRUCTIONS
from engine.online.state import card_name
from firmware_py.games.drawing import svg_elements
from firmware_py.games.drawing.lettering import broken, fitted
from firmware_py.i18n.translations import Translations

SIGNS = {
    "on-line": "M7 12h10M7 12a3 3 0 1 0-6 0 3 3 0 0 0 6 0M23 12a3 3 0 1 0-6 0 3 3 0 0 0 6 0",
    "turbo-line": "M3 5l7 7-7 7M12 5l7 7-7 7",
    "extra-memory": "M5 5h14v14H5zM12 8.5v7M8.5 12h7M8 2v3M16 2v3M8 19v3M16 19v3M2 8h3M2 16h3M19 8h3M19 16h3",
    "password-ok": "M12 12a4.5 4.5 0 1 0-9 0 4.5 4.5 0 0 0 9 0M12 12h10M18 12v4M22 12v3",
    "antivirus": "M12 2l8 3v6c0 6-4 9-8 11-4-2-8-5-8-11V5zM8 12l3 3 5-6",
    "under-construction": "M12 3l10 18H2zM12 9v6M12 17.5v.8",
    "memory-full": "M5 5h14v14H5zM8 8l8 8M16 8l-8 8M8 2v3M16 2v3M8 19v3M16 19v3M2 8h3M2 16h3M19 8h3M19 16h3",
    "password-error": "M5 11h14v10H5zM8 11V7a4 4 0 0 1 8 0v4M9.5 13.5l5 5M14.5 13.5l-5 5",
    "virus": "M18 12a6 6 0 1 0-12 0 6 6 0 0 0 12 0M12 6V1M12 23v-5M6 12H1M23 12h-5M7.8 7.8L4 4M20 20l-3.8-3.8"
    "M16.2 7.8L20 4M4 20l3.8-3.8",
    "e-mail": "M2 5h20v14H2zM2 6l10 8 10-8",
    "music": "M9 18V4l11-2v14M9 18a3 3 0 1 1-6 0 3 3 0 0 1 6 0M20 16a3 3 0 1 1-6 0 3 3 0 0 1 6 0",
    "game": "M6 7h12a5 5 0 0 1 5 5v2a4 4 0 0 1-7 2H8a4 4 0 0 1-7-2v-2a5 5 0 0 1 5-5z"
    "M7 10v4M5 12h4M16 11v.5M18.5 13v.5",
    "movie": "M2 4h20v16H2zM6 4v16M18 4v16M2 9h4M2 15h4M18 9h4M18 15h4M10.5 9l4.5 3-4.5 3z",
    "hacker": "M2 10h20M6 10l2-6h8l2 6"
    "M10 16a3 3 0 1 1-6 0 3 3 0 0 1 6 0M20 16a3 3 0 1 1-6 0 3 3 0 0 1 6 0M10 16h4",
    "cyber-patrol": "M12 2l3 6.5 7 .8-5.2 4.8 1.4 7L12 17.6 5.8 21.1l1.4-7L2 9.3l7-.8z",
    "search": "M17 10a7 7 0 1 1-14 0 7 7 0 0 1 14 0M15 15l7 7",
}
"""By card: a path of 24 × 24, drawn with strokes."""
LOCK = "M6 11h12v10H6zM9 11V7.5a3 3 0 0 1 6 0V11"
GROUPS = {"link": LINKS, "obstruct": OBSTRUCTIONS, "category": CATEGORIES, "power": range(13, 16)}
GROUP_SIGNS = {"link": "+", "obstruct": "!", "category": "↓", "power": "★"}
TITLE = 13.0
"""Font size of a title."""
EDGES = 3
"""Most cards under the top one whose edges are drawn."""


def group_of(card: int) -> str:
    """Return the group of a card in the menus."""
    return next(group for group, cards in GROUPS.items() if card in cards)


def sign(path: str, x: float, y: float, scale: float) -> str:
    """Draw a sign; (x, y) is its middle."""
    shift = 12 * scale
    return svg_elements.element(
        "path", d=path, class_="sign", transform=f"translate({x - shift:g} {y - shift:g}) scale({scale:g})"
    )


def face(card: int, translations: Translations, wide: float, high: float) -> str:
    """Draw the front of a card, at the origin; an unknown card is drawn face down."""
    if card == NONE:
        return back(wide, high)
    group = group_of(card)
    lines = broken(translations.text(card_name(card)), wide - 8, TITLE)
    top = high - 7 - (TITLE + 1) * (len(lines) - 1)
    room = top - TITLE - 14
    return svg_elements.element(
        "g",
        svg_elements.element("rect", width=wide, height=high, rx=7, class_="paper"),
        svg_elements.element("path", d=f"M0 13V7a7 7 0 0 1 7-7h{wide - 14:g}a7 7 0 0 1 7 7v6z", class_="band"),
        svg_elements.text(GROUP_SIGNS[group], wide / 2, 11, class_="group-sign"),
        sign(SIGNS[NAMES[card]], wide / 2, 14 + room / 2 + 1, min(room * 0.8, 48) / 24),
        *(
            fitted(line, wide / 2, top + at * (TITLE + 1), wide - 8, TITLE, class_="title")
            for at, line in enumerate(lines)
        ),
        class_=f"card {group}",
    )


def back(wide: float, high: float) -> str:
    """Draw the back of a card."""
    right, bottom = wide - 6, high - 6
    sums = range(20, int(wide + high) - 16, 9)
    ends = ((min(right, total - 6), min(bottom, total - 6), total) for total in sums)
    stripes = "".join(f"M{x:g} {total - x:g}L{total - y:g} {y:g}" for x, y, total in ends)
    return svg_elements.element(
        "g",
        svg_elements.element("rect", width=wide, height=high, rx=7, class_="paper"),
        svg_elements.element("path", d=stripes, class_="stripes"),
        class_="card down",
    )


def pile(
    cards: tuple[int, ...], translations: Translations, wide: float, high: float, *, label: str, name: str = ""
) -> str:
    """Draw a pile: its top card, edges of those under it and their number; or an empty place with a label.

    Its `name` and their places name the cards, for those who want to see them move.
    """
    edges = min(len(cards) - 1, EDGES)
    if not cards:
        return svg_elements.element("rect", width=wide, height=high, rx=7, class_="empty") + fitted(
            label, wide / 2, high / 2 + 5, wide - 10, TITLE, class_="label"
        )
    shift = 4 * EDGES
    under = [
        svg_elements.element(
            "rect",
            x=shift - 4 * at,
            y=shift - 4 * at,
            width=wide - shift,
            height=high - shift,
            rx=7,
            class_="edge",
            data_piece=f"{name}.{len(cards) - at}",
        )
        for at in range(edges, 0, -1)
    ]
    top = svg_elements.element(
        "g",
        face(cards[-1], translations, wide - shift, high - shift),
        transform=f"translate({shift} {shift})",
        data_piece=f"{name}.{len(cards)}",
    )
    return "".join(under) + top + (_number(len(cards), wide, shift) if len(cards) > 1 else "")


def _number(count: int, wide: float, shift: float) -> str:
    """Draw the number of cards in a pile."""
    return svg_elements.element("circle", cx=wide - 13, cy=shift + 25, r=10, class_="many") + svg_elements.text(
        str(count), wide - 13, shift + 29.5, class_="many-number"
    )

"""How each game lies beside the box: small pictures of the table from above that fix the orientation."""

from __future__ import annotations

from math import cos, pi, sin
from typing import TYPE_CHECKING

from engine.insider.city import CORNERS, PLACES
from engine.online.state import TEAMS
from firmware_py.games.drawing.svg_elements import element, text
from firmware_py.games.offline.svg_layout import sites_of
from hardware.sheets.boards import plan
from hardware.sheets.markup import html, picture

if TYPE_CHECKING:
    from hardware.sheets.printed_data import PrintedData
    from hardware.sheets.texts import Texts

SEATS = 6


def _box(texts: Texts, x: float, y: float) -> str:
    """Draw the box and where people look from, its upper edge at a point."""
    return "".join(
        (
            element("rect", x=x - 34, y=y, width=68, height=34, rx=5, class_="case"),
            element("rect", x=x - 29, y=y + 5, width=26, height=13, rx=2, class_="glass"),
            element("rect", x=x + 3, y=y + 5, width=26, height=13, rx=2, class_="glass"),
            text(texts("picture.box"), x, y + 29, class_="small"),
            element("path", d=f"M{x} {y + 40}l7 11h-14z", class_="eye"),
            text(texts("picture.you"), x, y + 63, class_="small"),
        )
    )


def insider(texts: Texts) -> str:
    """Draw the board with its corners named, and the open card with its tables counted clockwise."""
    pitch, drawn = 26.0, [element("rect", x=-20, y=-20, width=144, height=144, rx=8, class_="rim")]
    for name in PLACES:
        x, y = (ord(name[0]) - ord("a")) * pitch, (5 - int(name[1])) * pitch
        is_named = name in CORNERS or name == "c3"
        kind = "corner" if name == "a1" else "spot"
        drawn.append(element("rect", x=x - 9, y=y - 9, width=18, height=18, rx=3, class_=kind))
        if is_named:
            drawn.append(text(name, x, y + 4.5, class_=f"name on-{kind}"))
    drawn.append(_box(texts, 52, 132))
    board = picture("".join(drawn), (-24, -24, 152, 224), "tabletop", 46)
    return board + _card(texts)


def _card(texts: Texts) -> str:
    """Draw an evaluation card with five tables."""
    drawn = [element("rect", x=-60, y=-52, width=120, height=104, rx=8, class_="rim")]
    for at in range(5):
        angle = -3 * pi / 4 + at * 2 * pi / 5
        x, y = 32 * cos(angle), 30 * sin(angle)
        drawn.append(element("circle", cx=x, cy=y, r=14, class_="corner" if at == 0 else "spot"))
        drawn.append(text(str(at + 1), x, y + 6, class_=f"large on-{'corner' if at == 0 else 'spot'}"))
    drawn.append(element("path", d="M-9 -5A10 10 0 1 1 -4 9", class_="round"))
    drawn.append(element("path", d="M-9 4l9 4.5-7.5 6.5z", class_="eye"))
    drawn.append(text(texts("insider.card"), 0, 68, class_="small"))
    return picture("".join(drawn), (-66, -58, 132, 132), "tabletop", 40)


def offline(texts: Texts, printed: PrintedData) -> str:
    """Draw net A as it is counted, and the board over the box."""
    net = printed.offline.nets[0]
    points = sites_of(net.size, net.links or ())
    spots = [(52 + point.x * 44, 50 + point.y * 40) for point in points]
    lines = "".join(
        f"M{spots[a - 1][0]:.1f} {spots[a - 1][1]:.1f}L{spots[b - 1][0]:.1f} {spots[b - 1][1]:.1f}"
        for a, b in net.links or ()
    )
    drawn = [element("rect", x=-20, y=-16, width=144, height=132, rx=8, class_="rim")]
    if lines:
        drawn.append(element("path", d=lines, class_="link"))
    for at, (x, y) in enumerate(spots):
        kind = "corner" if at == 0 else "spot"
        drawn.append(element("rect", x=x - 10, y=y - 9, width=20, height=18, rx=3, class_=kind))
        drawn.append(text(str(at + 1), x, y + 5, class_=f"name on-{kind}"))
    drawn += [text("A", -10, 4, class_="large"), _box(texts, 52, 124)]
    return picture("".join(drawn), (-24, -20, 152, 212), "tabletop", 42)


def inside(texts: Texts) -> str:
    """Draw the board from above, the box before face X."""
    below = picture(_box(texts, 0, 0), (-60, -4, 120, 72), "tabletop", 34)
    return html("div", plan(48), below, class_="stacked")


def online(texts: Texts) -> str:
    """Draw six seats around a table, clockwise."""
    drawn = [element("circle", cx=0, cy=0, r=62, class_="rim")]
    for seat in range(SEATS):
        angle = pi / 2 + seat * 2 * pi / SEATS
        x, y = 62 * cos(angle), 62 * sin(angle)
        drawn.append(element("circle", cx=x, cy=y, r=15, class_="corner" if seat == 0 else "spot"))
        drawn.append(text(str(seat + 1), x, y + 6, class_=f"large on-{'corner' if seat == 0 else 'spot'}"))
    drawn += [
        element("rect", x=-24, y=-15, width=48, height=24, rx=4, class_="case"),
        element("rect", x=-20, y=-11, width=18, height=9, rx=1.5, class_="glass"),
        element("rect", x=2, y=-11, width=18, height=9, rx=1.5, class_="glass"),
        text(texts("picture.box"), 0, 23, class_="small"),
        element("path", d="M-14 36A38 38 0 0 1 -38 14", class_="round"),
        element("path", d="M-41 8l9 6-10 6z", class_="eye", transform="rotate(-75 -38 12)"),
    ]
    return picture("".join(drawn), (-80, -80, 160, 160), "tabletop", 54)


def parties(texts: Texts) -> str:
    """List who plays with whom, by the number of players."""
    rows = []
    for (count, agreement), teams in TEAMS.items():
        told = "   ".join("+".join(map(str, team)) for team in teams)
        agreed = texts.html("online.agreed") if agreement != "teams" else ""
        players = html("th", texts.html("online.players", count=count))
        rows.append(html("tr", players, html("td", told, class_="teams"), html("td", agreed, class_="note")))
    return html("table", html("tbody", *rows), class_="plain")

"""The boards, drawn by the table page's own modules: one source for what is printed and what is shown.

A game that has just begun is drawn, with seats instead of names; what belongs to the page alone is left out.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from engine import GAMES
from engine.game import Setup
from engine.inside.pyramid import BOARD, CELLS, EVERY_CELL, XYZ
from engine.insider.city import PLACES
from engine.insider.owner_data import board_tags
from engine.offline.owner_data import NETS, neighbours
from engine.offline.state import Web
from engine.offline.tiles import CATEGORIES, NONE, letter_of, type_name, types_of
from engine.online.state import TEAMS
from firmware_py.games.drawing.svg_elements import element, text
from firmware_py.games.drawing.svg_views import SvgView
from firmware_py.games.inside import svg as inside
from firmware_py.games.insider import svg_city as insider_city
from firmware_py.games.offline import svg_net as offline_net
from firmware_py.games.offline.svg_tiles import place
from firmware_py.games.online import svg as online
from hardware.sheets.markup import children, html, parts, picture

if TYPE_CHECKING:
    from hardware.sheets.printed_data import PrintedData
    from hardware.sheets.texts import Texts

FULL_WIDTH = 186.0
"""Millimetres between the margins."""
COLUMNS = 4
"""Nets of Offline beside each other."""
MOST_PARTIES = max(len(teams) for teams in TEAMS.values())


def _view(game: str, seats: int, texts: Texts, **tags: str) -> SvgView:
    names = tuple(texts.translations("player", seat=seat) for seat in range(1, seats + 1))
    state: Any = GAMES[game].rules().start(Setup(game, names, tags=tags))
    return SvgView(state, names, texts.translations.naming(names))


# --- Insider


def city(texts: Texts, printed: PrintedData, width: float) -> str:
    """Draw Insider's city for four players at the start, with every place named."""
    tags = board_tags(printed.board) | {"Depth": "board"}
    drawn = children(insider_city.draw(_view("insider", 4, texts, **tags)), "ground")
    x, y = city_spot("c3")
    name = text("c3", x, y + insider_city.HALF_INSIDER - 14, class_="insider-taken")
    box = (14.0, 98.0, 972.0, insider_city.HEIGHT - 112.0)
    return picture(drawn + name, box, "table-insider board", width)


def city_spot(name: str) -> tuple[float, float]:
    """Return where the middle of a place is in that drawing."""
    assert name in PLACES
    column, row = ord(name[0]) - ord("a"), 5 - int(name[1])
    return insider_city.LEFT + column * insider_city.PITCH, insider_city.TOP + row * insider_city.PITCH


# --- Offline


def nets(texts: Texts, printed: PrintedData) -> str:
    """Draw Offline's networks, empty, with their links and the numbers of their sites."""
    view = _view("offline", 2, texts)
    webs = tuple(Web(net.size, neighbours(net)) for net in printed.offline.nets)
    deal = view.state.deal._replace(nets=webs, uses_map=True)
    empty = tuple((NONE,) * web.size for web in webs)
    view = view._replace(state=view.state._replace(deal=deal, nets=empty))
    wide, high, gap = offline_net.WIDTH, offline_net.HEIGHT, 6
    drawn = [
        element(
            "g",
            offline_net.net_card(view, at),
            transform=place(at % COLUMNS * (wide + gap), at // COLUMNS * (high + gap)),
        )
        for at in range(len(NETS))
    ]
    rows = len(NETS) // COLUMNS
    box = (-1.0, -1.0, COLUMNS * (wide + gap) - gap + 2.0, rows * (high + gap) - gap + 2.0)
    return picture("".join(drawn), box, "table-offline board", FULL_WIDTH)


def tile_letters(texts: Texts) -> str:
    """List the letters of Offline's tiles with what they mean, a line for each category."""
    rows = []
    for number, category in enumerate(CATEGORIES):
        kinds = [
            html(
                "td",
                html("b", escape(texts.translations.text(letter_of(kind))), class_="letter"),
                escape(texts.translations.text(type_name(kind))),
            )
            for kind in types_of(number)
        ]
        rows.append(html("tr", html("th", escape(texts.said(f"offline.{category}"))), *kinds))
    return html("table", html("tbody", *rows), class_="plain letters")


# --- Inside


def sides(texts: Texts, width: float) -> list[tuple[str, str]]:
    """Draw the whole pyramid from before each face, every cell that shows named."""
    view = _view("inside", 2, texts)
    full = view.state._replace(cubes=(EVERY_CELL, 0), open=0)
    drawing = inside.draw(view._replace(state=full))
    found = parts(drawing, "side")
    box = (0.0, 14.0, float(inside.WIDTH), inside.PYRAMID_HIGH - 14.0)
    return [
        (face, picture(side, box, f"inside show-{face.lower()}", width))
        for face, side in zip("XYZ", found, strict=True)
    ]


def layers(texts: Texts) -> str:
    """Draw every layer from above as the box's display shows it: X in front, Y left, Z right, the box below."""
    pitch, x, drawn = 42.0, 4.0, []
    for total in range(4, -1, -1):
        wide = (total + 1) * pitch
        middle, top = x + wide / 2, 40.0
        name = texts.said("inside.seen-layer", layer=5 - total)
        drawn.append(text(name, middle, 14, class_="layer-name"))
        for cell, xyz in enumerate(XYZ):
            if sum(xyz) == total:
                drawn.append(
                    _cell(cell, middle + (xyz[1] - xyz[2]) * pitch / 2, top + (total - xyz[0]) * pitch * 0.9)
                )
        x += max(wide, 70.0) + 12
    return picture("".join(drawn), (0.0, 0.0, x - 8, 40 + 4.6 * pitch), "plan", FULL_WIDTH)


def plan(width: float) -> str:
    """Draw the board of Inside from above with its faces and corners, the box before face X."""
    pitch = 42.0
    spots = [
        _cell(cell, (xyz[1] - xyz[2]) * pitch / 2, (4 - xyz[0]) * pitch * 0.9)
        for cell, xyz in enumerate(XYZ)
        if BOARD >> cell & 1
    ]
    rim = element("path", d="M-131 178H131L0 -54z", class_="rim")
    letters = [
        text("X", 0, 208, class_="face-letter"),
        text("Z", 104, 55, class_="face-letter"),
        text("Y", -104, 55, class_="face-letter"),
    ]
    return picture(rim + "".join((*spots, *letters)), (-140.0, -62.0, 280.0, 276.0), "plan", width)


def _cell(cell: int, x: float, y: float) -> str:
    name = CELLS[cell]
    kind = "corner" if "4" in name else "cell"
    return element(
        "g", element("circle", cx=x, cy=y, r=19, class_=kind), text(name, x, y + 5, class_="name"), class_=kind
    )


# --- Online


def tableau(texts: Texts, width: float) -> str:
    """Draw the tableau of a party, still empty."""
    drawing = online.draw(_view("online", 2, texts))
    box = (online.GAP - 2.0, 0.0, online.WIDE + 4.0, online.PARTY_HIGH - 4.0)
    return picture(parts(drawing, "party", "party-1")[0], box, "online", width)


def cards(texts: Texts, width: float) -> str:
    """Draw one of every card, by groups."""
    drawing = online.draw(_view("online", 2, texts))
    rack = parts(drawing, "rack")[0]
    top = 2.0 * online.PARTY_HIGH + online.BANK_HIGH
    return picture(rack, (online.GAP - 2.0, top, online.WIDE + 4.0, float(online.RACK_HIGH)), "online", width)

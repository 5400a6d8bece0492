"""Stickers: every spot of a game once, at a stated size in millimetres, with lines to cut along."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, NamedTuple

from engine import GAMES
from engine.inside.pyramid import BOARD, names
from engine.insider.cards import EVERY_SIZE
from engine.insider.city import COLUMNS, ROWS
from engine.online.cards import CATEGORIES
from engine.online.cards import NAMES as CARDS
from engine.online.state import card_name
from firmware_py.games.drawing.svg_elements import element, text
from hardware.sheets.boards import MOST_PARTIES
from hardware.sheets.markup import html, picture

if TYPE_CHECKING:
    from hardware.sheets.printed_data import PrintedData
    from hardware.sheets.texts import Texts

RULER = 50
"""Millimetres that the ruler is long."""


class Sticker(NamedTuple):
    """One sticker."""

    spot: str
    """As the engine calls it."""
    label: str
    below: str = ""
    """A smaller line."""
    kind: str = ""
    """A class of the style sheet."""


class Kit(NamedTuple):
    """Stickers of one kind and size."""

    key: str
    """Of the texts: what they are, and with `-where` where they go."""
    width: int
    height: int
    stickers: tuple[Sticker, ...]
    columns: int
    """Stickers beside each other: those of a board lie as on the board."""


def kits(game: str, texts: Texts, printed: PrintedData) -> list[Kit]:
    """List the stickers of a game."""
    made = {"insider": _insider, "offline": _offline, "inside": _inside, "online": _online}[game]
    return [*made(texts, printed), _seats(game, texts)]


def _insider(_texts: Texts, _printed: PrintedData) -> list[Kit]:
    places = tuple(
        Sticker(name, name, below="INSIDER" if name == "c3" else "", kind="two" if name == "c3" else "")
        for name in (f"{column}{row}" for row in reversed(ROWS) for column in COLUMNS)
    )
    tables = tuple(
        Sticker(f"insider.{table}", str(table), kind="round") for table in range(1, max(EVERY_SIZE) + 1)
    )
    return [Kit("insider.places", 18, 11, places, 5), Kit("insider.tables", 14, 14, tables, 7)]


def _offline(_texts: Texts, printed: PrintedData) -> list[Kit]:
    return [Kit("offline.sites", 13, 9, tuple(Sticker(site, site) for site in printed.sites), 14)]


def _inside(texts: Texts, _printed: PrintedData) -> list[Kit]:
    faces = tuple(Sticker(face, face, below=texts("inside.face", face=face), kind="large") for face in "XYZ")
    cells = tuple(Sticker(cell, cell, kind="corner" if "4" in cell else "") for cell in names(BOARD))
    return [Kit("inside.faces", 30, 18, faces, 3), Kit("inside.cells", 14, 11, cells, 5)]


def _online(texts: Texts, _printed: PrintedData) -> list[Kit]:
    parties = range(1, MOST_PARTIES + 1)
    numbers = tuple(
        Sticker(str(party), str(party), below=texts.said("online.party", party=party), kind="large")
        for party in parties
    )
    kinds = {pile: texts.said(f"online.pile-{pile}") for pile in ("line", "memory")}
    kinds |= {CARDS[card]: texts.translations.text(card_name(card)) for card in CATEGORIES}
    piles = tuple(
        Sticker(f"{party}.{pile}", f"{party}", below=label, kind="pile")
        for party in parties
        for pile, label in kinds.items()
    )
    return [Kit("online.party-numbers", 30, 20, numbers, 4), Kit("online.piles", 30, 12, piles, 6)]


def _seats(game: str, texts: Texts) -> Kit:
    most = max(GAMES[game].seats)
    sides = ("light", "dark") if game == "inside" else ("",) * most
    seats = tuple(
        Sticker(
            f"seat {seat}",
            texts.said("player", seat=seat),
            below=texts.said(f"inside.player-{side}") if side else "",
            kind="seat",
        )
        for seat, side in enumerate(sides, start=1)
    )
    return Kit("stickers.seats", 30, 12, seats, 6)


# --- on the page


def stickers_section(game: str, texts: Texts, printed: PrintedData) -> str:
    """Draw the stickers of a game, the ruler above them."""
    head = html(
        "div",
        html("p", texts.html("stickers.print"), " ", texts.html("stickers.cut")),
        _ruler(),
        class_="beside ruler-line",
    )
    sheets = [_kit(kit, texts) for kit in kits(game, texts, printed)]
    return html("section", html("h2", texts.html("section.stickers")), head, *sheets, class_="stickers")


def _kit(kit: Kit, texts: Texts) -> str:
    size = texts("stickers.size", count=len(kit.stickers), width=kit.width, height=kit.height)
    drawn = (_sticker(sticker, kit) for sticker in kit.stickers)
    return html(
        "div",
        html("h3", texts.html(kit.key), html("span", escape(size), class_="count")),
        html("p", texts.html(f"{kit.key}-where"), class_="note"),
        html("div", *drawn, class_="cut", style=f"grid-template-columns:repeat({kit.columns},{kit.width}mm)"),
        class_="kit",
        data_kit=kit.key,
    )


def _sticker(sticker: Sticker, kit: Kit) -> str:
    label = html("b", escape(sticker.label))
    below = html("small", escape(sticker.below)) if sticker.below else ""
    return html(
        "div",
        html("span", label, below, class_="printed"),
        class_=f"sticker {sticker.kind}".strip(),
        data_spot=sticker.spot,
        style=f"width:{kit.width}mm;height:{kit.height}mm",
    )


def _ruler() -> str:
    """Draw a ruler with a tick each millimetre."""
    ticks = "".join(f"M{at} 0v{5 if at % 10 == 0 else 3.5 if at % 5 == 0 else 2}" for at in range(RULER + 1))
    numbers = (text(str(at), at, 9, class_="number") for at in range(0, RULER + 1, 10))
    line = element("path", d=f"M0 0H{RULER}{ticks}", class_="ticks", data_ruler=RULER)
    unit = text("mm", RULER + 6.5, 9, class_="unit")
    return picture(line + "".join(numbers) + unit, (-3, -1, RULER + 14, 11.5), "ruler", RULER + 14)

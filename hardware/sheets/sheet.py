"""One sheet: the pages of a game in a language, as one well-formed HTML file without anything from elsewhere."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from firmware_py import page
from hardware.sheets import boards, lay
from hardware.sheets.keys import keys_section
from hardware.sheets.markup import html
from hardware.sheets.stickers import stickers_section
from hardware.sheets.texts import FOLDER, Texts
from hardware.sheets.turn import turn_section

if TYPE_CHECKING:
    from hardware.sheets.printed_data import PrintedData

from pathlib import Path

STATIC = Path(page.__file__).parent / "static"
PRINTED = ("insider", "inside", "offline", "online")
"""Games that have a sheet."""
PAGES = 3


def sheet(game: str, language: str, printed: PrintedData) -> str:
    """Make the sheet of a game."""
    texts = Texts(language)
    first = {"insider": _insider, "offline": _offline, "inside": _inside, "online": _online}[game](texts, printed)
    bodies = (first, keys_section(texts) + turn_section(game, texts), stickers_section(game, texts, printed))
    name = texts.said(f"{game}.name")
    pages = "".join(_page(texts, name, number, body) for number, body in enumerate(bodies, start=1))
    head = html(
        "head",
        '<meta charset="utf-8"/>',
        html("title", escape(f"Sideline: {name}, {texts('sheet.subtitle')}")),
        html("style", (FOLDER / "print.css").read_text() + (STATIC / f"table-{game}.css").read_text()),
        html("style", (FOLDER / "sheet.css").read_text()),
    )
    return f"<!DOCTYPE html>\n{html('html', head, html('body', pages), lang=language)}\n"


def _page(texts: Texts, name: str, number: int, body: str) -> str:
    heading = html(
        "header",
        html("h1" if number == 1 else "div", escape(name), class_="game"),
        html("span", texts.html("sheet.subtitle"), class_="subtitle"),
        html("span", "Sideline", class_="brand"),
    )
    footer = html(
        "footer",
        html("span", texts.html("sheet.footer")),
        html("span", texts.html("sheet.page", page=number, pages=PAGES)),
    )
    return html("article", heading, html("main", body), footer, class_="page")


def _lay(texts: Texts, pictures: str, *sentences: str) -> str:
    told = html("ol", *(html("li", escape(sentence)) for sentence in sentences))
    return html(
        "section",
        html("h2", texts.html("section.lay")),
        html("div", html("div", told, class_="told"), html("div", pictures, class_="pictures"), class_="beside"),
        class_="lay",
    )


def _names(texts: Texts, *drawn: str) -> str:
    return html("section", html("h2", texts.html("section.names")), *drawn, class_="names")


def _insider(texts: Texts, printed: PrintedData) -> str:
    sentences = [texts.html("insider.names-places")]
    if printed.first_square is not None:
        first, place = printed.first_square, printed.first_square.partition("-")[0]
        sentences.append(texts.naming("insider.names-squares", first=first, place=place))
    sentences.append(texts.naming("insider.names-tables", table="insider.2"))
    told = [html("p", sentence) for sentence in sentences]
    told.append(_whose(texts, "insider", "insider.paths", printed.board_key))
    return _lay(
        texts,
        lay.insider(texts),
        texts("insider.lay-box"),
        texts.said("insider.orientation-board"),
        texts.said("insider.orientation"),
    ) + _names(
        texts, html("div", boards.city(texts, printed, 124), html("div", *told, class_="told"), class_="beside")
    )


def _whose(texts: Texts, game: str, key: str, origin: str) -> str:
    """Return whether a picture shows the owner's data or a placeholder."""
    told = html("b", texts.html(key, whose=texts(origin)))
    if origin != "my-copy.own":
        told += " " + texts.naming("my-copy.enter", command=f"sideline my-copy {game}")
    return html("p", told, class_="whose", data_origin=origin)


def _offline(texts: Texts, printed: PrintedData) -> str:
    kinds = {"company": "yellow", "language": "german", "product": "music"}
    tile = {name: texts.said(f"offline.type-{kind}") for name, kind in kinds.items()}
    letters = "".join(texts.said(f"offline.letter-{kind}") for kind in kinds.values())
    return _lay(
        texts, lay.offline(texts, printed), texts("offline.lay-box"), texts.said("offline.orientation")
    ) + _names(
        texts,
        html("p", texts.naming("offline.names-sites", site="A3")),
        _whose(texts, "offline", "offline.map", printed.map_key),
        boards.nets(texts, printed),
        html("p", texts.naming("offline.names-tiles", tile=letters, **tile), class_="apart"),
        boards.tile_letters(texts),
    )


def _inside(texts: Texts, _printed: PrintedData) -> str:
    faces = [
        html("figure", drawn, role="img", aria_label=texts("inside.face", face=face))
        for face, drawn in boards.sides(texts, 60)
    ]
    return _lay(texts, lay.inside(texts), texts("inside.lay-box"), texts.said("inside.orientation")) + _names(
        texts,
        html("p", texts.html("inside.names-digits")),
        html("h3", texts.html("inside.names-layers")),
        boards.layers(texts),
        html("h3", texts.html("inside.names-faces")),
        html("div", *faces, class_="figures"),
    )


def _online(texts: Texts, _printed: PrintedData) -> str:
    parties = html(
        "div",
        html("h3", texts.html("online.parties")),
        lay.parties(texts),
        html("p", texts.html("online.seat-six"), class_="note"),
    )
    tableau = html(
        "div",
        html("h3", texts.html("online.tableau")),
        boards.tableau(texts, 90),
        html("p", texts.naming("online.names-piles", pile="2.line")),
        class_="half",
    )
    cards = html("div", html("h3", texts.html("online.names-cards")), boards.cards(texts, 90), class_="half")
    return _lay(
        texts,
        lay.online(texts) + parties,
        texts("online.lay-box"),
        texts.said("online.orientation"),
        texts("online.lay-pile"),
    ) + _names(texts, html("div", tableau, cards, class_="beside"))

"""A table to try the camera with: things that one drags, drawn as a camera would see them, read like photos.

It is the camera of a simulated box, and its panel on the page.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from drivers.camera import CameraFault, CameraReason
from firmware_py.games.drawing.svg_elements import element
from firmware_py.games.lookup import tabletop_of
from firmware_py.games.tabletop import Place, Thing
from firmware_py.i18n.translations import Translations

if TYPE_CHECKING:
    from firmware_py.games.contract import Tabletop

TROUBLES = ("hand", "blur", "lamp", "sheet")
AGREE = "agree"
"""The button that puts the table right."""


class TableView(NamedTuple):
    """What lies on the table, and what is switched on."""

    is_plugged: bool = False
    things: tuple[Thing, ...] = ()
    troubles: frozenset[str] = frozenset()


class VirtualTable:
    """A drawn table; the page's thread moves what lies there, the camera's thread takes pictures."""

    def __init__(self) -> None:
        """Start without a table; there is one when somebody wants to try it."""
        self._lock = threading.Lock()
        self._is_plugged = False
        self._match: tuple[int, str] | None = None
        self._state: Any = None
        self._laid: Any = None
        self._troubles: frozenset[str] = frozenset()
        self._pictures = 0

    # --- the camera

    def picture(self) -> bytes:
        """Return a picture of the table. Raises a `CameraFault` if there is none."""
        from firmware_py.page.virtual.table_picture import Trouble, draw  # late: numpy

        with self._lock:
            tabletop, laid = self._tabletop, self._laid
            troubles = {Trouble(name) for name in self._troubles}
            self._pictures += 1
        if tabletop is None or not self._is_plugged:
            raise CameraFault(CameraReason.ABSENT)
        return draw(tabletop.things(laid), troubles, self._pictures)

    def stop(self) -> None:
        """Do nothing: a drawing needs no power."""

    def taught(self, number: int, game: str, state: Any) -> Mapping[str, object] | None:
        """Return where things lie, for a match that goes on at this table; None if the camera is unplugged."""
        with self._lock:
            if not self._is_plugged:
                self._match = None
                return None
            self._state = state
            if self._match != (number, game):
                self._match = (number, game)
                self._laid = None if self._tabletop is None else self._tabletop.lies(state)
            return None if self._tabletop is None else self._tabletop.TAUGHT

    @property
    def _tabletop(self) -> Tabletop | None:
        return None if self._match is None else tabletop_of(self._match[1])

    # --- the panel

    def plug(self, *, is_in: bool) -> None:
        """Plug the camera in or out."""
        self._is_plugged = is_in

    def put(self, name: str, place: Place) -> None:
        """Put a thing somewhere."""
        with self._lock:
            if self._tabletop is not None:
                self._laid = self._tabletop.put(self._laid, name, place)

    def switch(self, name: str, *, is_on: bool) -> None:
        """Switch something on or off that troubles a camera, or put the table right."""
        with self._lock:
            if name != AGREE:
                self._troubles = self._troubles | {name} if is_on else self._troubles - {name}
            elif self._tabletop is not None:
                self._laid = self._tabletop.lies(self._state)

    def view(self) -> TableView:
        """Return what lies there."""
        with self._lock:
            tabletop = self._tabletop if self._is_plugged else None
            things = () if tabletop is None else tuple(tabletop.things(self._laid))
            return TableView(self._is_plugged, things, self._troubles)


def table_values(shown: TableView, looks: str, translations: Translations) -> dict[str, object]:
    """Return the panel of the table; `looks` is what the camera sees of it."""
    says = "page.table-none" if not shown.things else "page.table-looks" if not looks else f"look.state-{looks}"
    return {
        "name": translations("part.camera"),
        "plug": translations("part.camera"),
        "is_plugged": shown.is_plugged,
        "says": translations(says),
        "svg": _svg(shown.things, translations),
        "buttons": [
            *(_button(name, translations, is_on=name in shown.troubles) for name in TROUBLES),
            {"label": translations("page.table-agree"), "is_on": None, "action": _switch(AGREE, is_on=True)},
        ]
        if shown.things
        else [],
    }


def _button(name: str, translations: Translations, *, is_on: bool) -> dict[str, object]:
    label = translations(f"page.table-{name}")
    return {"label": label, "is_on": is_on, "action": _switch(name, is_on=not is_on)}


def _switch(name: str, *, is_on: bool) -> dict[str, object]:
    return {"do": "trouble", "name": name, "on": is_on}


def _svg(things: tuple[Thing, ...], translations: Translations) -> str:
    """Draw the table from straight above."""
    paper = element("rect", x=-18, y=-18, width=297, height=210, rx=2, fill="#f4f1e8")
    return element("svg", paper, *(_thing(each, translations) for each in things), viewBox="-20 -20 301 214")


def _thing(thing: Thing, translations: Translations) -> str:
    x, y = thing.place
    parts = [
        element(
            "polygon",
            points=" ".join(f"{px - x:.1f},{py - y:.1f}" for px, py, _ in face.points),
            fill=f"#{face.tone:02x}{face.tone * 9 // 10:02x}{face.tone * 7 // 10:02x}",
        )
        for face in thing.faces
    ]
    if thing.tag is not None:
        edge, white = thing.tag.edge, thing.tag.edge * 1.5
        parts += [
            element("rect", x=-white / 2, y=-white / 2, width=white, height=white, fill="#fff"),
            element("rect", x=-edge / 2, y=-edge / 2, width=edge, height=edge, rx=1, fill="#1d1b18"),
            element(
                "text", thing.name if thing.label else "", y=3, text_anchor="middle", font_size=9, fill="#fff"
            ),
        ]
    shared = {"transform": f"translate({x:.1f} {y:.1f})"}
    if not thing.label:
        return element("g", *parts, **shared)
    goes = thing.goes or thing.place
    return element(
        "g",
        *parts,
        **shared,
        data_key=f"thing {thing.name}",
        data_piece=thing.name,
        data_at=f"{x:.0f} {y:.0f}",
        data_next=f"{goes[0]:.0f} {goes[1]:.0f}",
        role="button",
        tabindex=0,
        aria_label=" ".join(filter(None, (translations(thing.label), thing.name))),
    )

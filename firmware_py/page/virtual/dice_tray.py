"""The tray of the simulated dice reader for the page: dice to turn, and what can be done with them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import NamedTuple

from firmware_py.games.drawing.svg_elements import element
from firmware_py.i18n.translations import Translations

TURNED = "turned"
"""Dice that somebody has turned by hand: the reader sees them when they are put down."""
EDGE, PITCH = 40, 62
PIPS = ("", "5", "19", "159", "1379", "13579", "134679")
"""Of a face, in three rows of three places."""
TILTS = {0: -7, 1: 5}
WIDTH, HEIGHT = 130, 70


class TrayView(NamedTuple):
    """What lies in the tray."""

    is_plugged: bool
    look: str
    """The state that the reader sees, or `turned`."""
    faces: tuple[int, ...]
    next_faces: tuple[int, ...]
    """What the next roll shows."""


def tray_values(shown: TrayView, translations: Translations) -> dict[str, object]:
    """Return the tray and its buttons."""
    faces = shown.faces
    rolls = (
        ("page.roll", "settled", shown.next_faces),
        ("page.lay", "settled", faces),
        ("page.cocked", "cocked", faces[1:]),
        ("page.pick-up", "handled", ()),
        ("page.take-one", "few", faces[1:]),
    )
    return {
        "name": translations("page.tray"),
        "plug": translations("page.reader"),
        "is_plugged": shown.is_plugged,
        "says": translations(f"page.tray-{shown.look}" if shown.is_plugged else "page.unplugged"),
        "svg": element(
            "svg",
            *(_die(at, face, shown.look, translations) for at, face in enumerate(faces)),
            viewBox=f"0 0 {WIDTH} {HEIGHT}",
            class_=shown.look,
        ),
        "buttons": [
            {
                "label": translations(name),
                "is_on": None,
                "action": {"do": "roll", "state": state, "faces": seen},
            }
            for name, state, seen in rolls
        ],
    }


def _die(at: int, face: int, look: str, translations: Translations) -> str:
    is_away = look == "handled" or (look == "few" and at == 0)
    tilt = 31 if look == "cocked" and at == 0 else TILTS.get(at, 0)
    x, y = WIDTH / 2 + PITCH * (at - 0.5), HEIGHT / 2
    parts = [
        element("rect", x=-EDGE / 2, y=-EDGE / 2 + 3, width=EDGE, height=EDGE, rx=8, fill="#b5ab95"),
        element("rect", x=-EDGE / 2, y=-EDGE / 2, width=EDGE, height=EDGE, rx=8, fill="#f8f3e6"),
        *(_pip(int(place) - 1) for place in PIPS[face]),
    ]
    return element(
        "g",
        element("g", *parts, class_="die"),
        data_key=f"die {at}",
        data_send=json.dumps({"do": "turn", "die": at}),
        transform=f"translate({x:g} {y:g}) rotate({tilt})",
        opacity=0.3 if is_away else 1,
        role="button",
        tabindex=0,
        aria_label=translations("page.die", number=at + 1, face=face),
    )


def _pip(place: int) -> str:
    row, column = divmod(place, 3)
    return element("circle", cx=(column - 1) * EDGE * 0.29, cy=(row - 1) * EDGE * 0.29, r=4, fill="#1d1b18")


def turned(faces: Sequence[int], die: int) -> tuple[int, ...]:
    """Return the faces after one die was turned to its next face."""
    return tuple(face % 6 + 1 if at == die else face for at, face in enumerate(faces))

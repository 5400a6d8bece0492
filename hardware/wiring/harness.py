"""The diagram: the plan as a source for WireViz, which draws it with graphviz."""

from __future__ import annotations

import os
import shutil
from contextlib import redirect_stderr
from importlib import import_module
from io import StringIO
from typing import TYPE_CHECKING, Any

from firmware_py.config.wiring import Wiring
from hardware.wiring.plan import bundles, displays
from hardware.wiring.tools import MissingTool

if TYPE_CHECKING:
    from hardware.wiring.plan import Bundle

CODES = {
    "red": "RD",
    "black": "BK",
    "yellow": "YE",
    "blue": "BU",
    "brown": "BN",
    "orange": "OG",
    "green": "GN",
    "violet": "VT",
    "grey": "GY",
}
"""WireViz's names of the colours."""
PI = "Raspberry Pi"
PARTS = {"displays": "Prompt display", "buzzer": "Buzzer", "seats": "Seat keys", "keys": "Keys"}
"""What each bundle is plugged into, in the order of the header."""
KINDS = {
    "keys": ("six keys", "one leg each; the other legs joined: GND"),
    "seats": ("six keys, one for each seat", "as the keys; may be left out"),
    "buzzer": ("active, 3.3 V", "sounds while its signal is high"),
}
LOOK = {"show_pincount": False, "bgcolor_title": "#dcebdc"}
CHAIN = "on to the second display"
NAME = "wiring"


def source(wiring: Wiring | None = None) -> dict[str, Any]:
    """Write the diagram in WireViz's words; not given: of the default configuration."""
    wiring = wiring or Wiring()
    planned = bundles(wiring)
    used = sorted((wire for bundle in planned.values() for wire in bundle.wires), key=lambda wire: wire.pin)
    connectors: dict[str, Any] = {
        PI: {
            "type": "40-pin header",
            "subtype": "pin 1 is next to the microSD card",
            "pins": [wire.pin for wire in used],
            "pinlabels": [wire.name for wire in used],
            **LOOK,
        }
    }
    cables: dict[str, Any] = {}
    connections: list[Any] = []
    for name, part in PARTS.items():
        if name not in planned:
            continue
        bundle = planned[name]
        if name != "displays":
            kind, notes = KINDS[name]
            connectors[part] = {"type": kind, "notes": notes, "pins": _ends(bundle), **LOOK}
        cable = f"to the {bundle.title.lower()}"
        cables[cable] = _cable(bundle)
        connections.append([{PI: bundle.pins}, {cable: _numbers(bundle)}, {part: _ends(bundle)}])
    for role, glass in displays(wiring).items():
        connectors[f"{role.capitalize()} display"] = {
            "type": f"OLED 128 × 64, {glass.kind.upper()}",
            "subtype": f"I²C address 0x{glass.address:02X}",
            "pins": _ends(planned["displays"]),
            **LOOK,
        }
    cables[CHAIN] = _cable(planned["displays"])
    ends = _ends(planned["displays"])
    connections.append([{"Prompt display": ends}, {CHAIN: _numbers(planned["displays"])}, {"Table display": ends}])
    return {
        "metadata": {"title": "Sideline: the wiring of the box"},
        "options": {"fontname": "DejaVu Sans", "color_mode": "full"},
        "connectors": connectors,
        "cables": cables,
        "connections": connections,
        "tweak": {"append": 'graph [pad="0.3"]'},
    }


def _ends(bundle: Bundle) -> list[str]:
    return [wire.end for wire in bundle.wires]


def _numbers(bundle: Bundle) -> list[int]:
    return list(range(1, len(bundle.wires) + 1))


def _cable(bundle: Bundle) -> dict[str, Any]:
    return {
        "category": "bundle",
        "colors": [CODES[wire.colour] for wire in bundle.wires],
        "gauge": "0.14 mm2",
        "show_wirecount": False,
        "bgcolor_title": "#f3efe6",
    }


def draw(folder: str, wiring: Wiring | None = None) -> list[str]:
    """Write the source and the diagram into a folder; give the names of the files."""
    if shutil.which("dot") is None:
        raise MissingTool("graphviz draws the wiring diagram and is not here: sudo apt install graphviz")
    try:
        wireviz, yaml = import_module("wireviz.wireviz"), import_module("yaml")
    except ImportError as error:
        raise MissingTool("WireViz is not here: pip install -r requirements/test.txt") from error
    given = source(wiring)
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, f"{NAME}.yml"), "w", encoding="utf-8") as file:
        yaml.safe_dump(given, file, allow_unicode=True, sort_keys=False)
    with redirect_stderr(StringIO()):  # graphviz complains of table sizes that it then gets right
        wireviz.parse(given, output_formats=("svg", "png"), output_dir=folder, output_name=NAME)
    return [f"{NAME}.yml", f"{NAME}.svg", f"{NAME}.png"]

"""Ready boards by name: what a display with keys, bought as one piece, sets in a configuration.

The pins are from the documents of their makers; nobody has tried them with Sideline yet.

>>> with_board({"board": "oled-hat", "buzzer": {"pin": 12}})["buzzer"]
{'pin': 12}
"""

from __future__ import annotations

from collections.abc import Mapping

NO_BUZZER = -1

BOARDS: Mapping[str, Mapping[str, object]] = {
    # Adafruit 3531, OLED Bonnet
    "oled-bonnet": {
        "displays": 1,
        "keys": {"up": 17, "down": 22, "left": 27, "right": 23, "centre": 4, "ok": 5, "back": 6},
        "prompt": {"kind": "ssd1306", "address": 0x3C},
        "buzzer": {"pin": NO_BUZZER},
    },
    # Waveshare 1.3 inch OLED HAT
    "oled-hat": {
        "displays": 1,
        "keys": {"up": 6, "down": 19, "left": 5, "right": 26, "centre": 13, "ok": 21, "back": 20},
        "prompt": {"kind": "sh1106", "interface": "spi", "bus": 0, "dc": 24, "reset": 25},
        "buzzer": {"pin": NO_BUZZER},
    },
}


def with_board(values: Mapping[str, object]) -> dict[str, object]:
    """Return the values of a configuration with those of its board, which the owner's own lines override."""
    name = values.get("board")
    board = BOARDS.get(name, {}) if isinstance(name, str) else {}
    merged: dict[str, object] = {**board, **values}
    for key, of_board in board.items():
        own = values.get(key)
        if isinstance(of_board, Mapping) and isinstance(own, Mapping):
            merged[key] = {**of_board, **own}
    return merged

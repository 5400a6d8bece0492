"""Inside in a terminal: the three faces side by side, and the stocks.

A face is a triangle with the tip on top: five squares lie on the board. `●` is a light cube, `○` a dark one
(as on a dark screen), `·` an empty cell.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.inside.pyramid import DEPTH, INDEX
from engine.inside.referee import squares

if TYPE_CHECKING:
    from engine.inside import State
    from firmware_py.words import Words

LIGHT, DARK, EMPTY = "●", "○", "·"
WIDTH = 24
FACES = {"X": "0{a}{b}", "Y": "{a}0{b}", "Z": "{a}{b}0"}


def draw(state: State, words: Words) -> str:
    """Draw a position.

    >>> from engine import GAMES
    >>> from engine.game import Setup
    >>> from firmware_py.words import Words
    >>> print(draw(GAMES["inside"].rules().start(Setup("inside", ("Anna", "Ben"))), Words("en")))
    ... # doctest: +NORMALIZE_WHITESPACE
             X                       Y                       Z
             ·                       ·                       ·
            · ·                     · ·                     · ·
           · · ·                   · · ·                   · · ·
          · · · ·                 · · · ·                 · · · ·
         · · · · ·               · · · · ·               · · · · ·
       ● 0   ○ 0               ● 0   ○ 0               ● 0   ○ 0
    <BLANKLINE>
    Light  ● 13  ○ 5
    Dark   ● 5   ○ 13
    """
    counts = squares(state)
    rows = [
        list(FACES),
        *([_row(state, face, level) for face in FACES.values()] for level in range(DEPTH + 1)),
        [f"{LIGHT} {light:<2}  {DARK} {dark}" for light, dark in counts.values()],
    ]
    lines = [*map(_side_by_side, rows), ""]
    names = [words("inside.player-light"), words("inside.player-dark")]
    wide = max(map(len, names))
    for name, (light, dark) in zip(names, state.stocks, strict=True):
        lines.append(f"{name:{wide}}  {LIGHT} {light:<2}  {DARK} {dark}")
    return "\n".join(lines)


def _row(state: State, face: str, level: int) -> str:
    return " ".join(_cube(state, face.format(a=a, b=level - a)) for a in range(level + 1))


def _cube(state: State, cell: str) -> str:
    light, dark = state.cubes
    bit = 1 << INDEX[cell]
    return LIGHT if light & bit else DARK if dark & bit else EMPTY


def _side_by_side(parts: list[str]) -> str:
    return "".join(part.center(WIDTH) for part in parts).rstrip()

"""Inside in a terminal: the three faces side by side, the cells that no face shows, and the stocks.

A face is a triangle with the tip on top; five of its cells lie on the board. After the name of a cell `●` is
a light cube, `○` a dark one (as on a dark screen), `·` none.
"""

from __future__ import annotations

from engine.inside import State
from engine.inside.pyramid import DEPTH, EVERY_CELL, FACES, INDEX, names
from engine.inside.scoring import squares
from firmware_py.i18n.translations import Translations

LIGHT, DARK, EMPTY = "●", "○", "·"
WIDTH = 26
CELLS = {"X": "0{a}{b}", "Y": "{a}0{b}", "Z": "{a}{b}0"}


def draw(state: State, translations: Translations) -> str:
    """Return a position as text.

    >>> from engine import GAMES
    >>> from engine.game import Setup
    >>> from firmware_py.i18n.translations import Translations
    >>> print(draw(GAMES["inside"].rules().start(Setup("inside", ("Anna", "Ben"))), Translations("en")))
    ... # doctest: +NORMALIZE_WHITESPACE
                 X                         Y                         Z
               000·                      000·                      000·
             001· 010·                 001· 100·                 010· 100·
          002· 011· 020·            002· 101· 200·            020· 110· 200·
        003· 012· 021· 030·       003· 102· 201· 300·       030· 120· 210· 300·
     004· 013· 022· 031· 040·  004· 103· 202· 301· 400·  040· 130· 220· 310· 400·
             ●  0  ○  0                ●  0  ○  0                ●  0  ○  0
    <BLANKLINE>
    Within: 112· 121· 211· 111·
    Light  ● 13  ○  5
    Dark   ●  5  ○ 13
    """
    rows = [
        list(CELLS),
        *([_row(state, face, level) for face in CELLS.values()] for level in range(DEPTH + 1)),
        [_both(*counts) for counts in squares(state).values()],
    ]
    within = names(EVERY_CELL & ~(FACES["X"] | FACES["Y"] | FACES["Z"]))
    players = [translations("inside.player-light"), translations("inside.player-dark")]
    wide = max(map(len, players))
    return "\n".join(
        [
            *("".join(part.center(WIDTH) for part in row).rstrip() for row in rows),
            "",
            translations("inside.within", cells=" ".join(_cube(state, cell) for cell in within)),
            *(f"{name:{wide}}  {_both(*stock)}" for name, stock in zip(players, state.stocks, strict=True)),
        ]
    )


def _row(state: State, face: str, level: int) -> str:
    return " ".join(_cube(state, face.format(a=a, b=level - a)) for a in range(level + 1))


def _cube(state: State, cell: str) -> str:
    light, dark = state.cubes
    bit = 1 << INDEX[cell]
    return cell + (LIGHT if light & bit else DARK if dark & bit else EMPTY)


def _both(light: int, dark: int) -> str:
    return f"{LIGHT} {light:2}  {DARK} {dark:2}"


def sheet(_state: State, _translations: Translations) -> str:
    """Return no score sheet: everything is in the standing."""
    return ""

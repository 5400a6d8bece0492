"""Positions as the searches see them: seven numbers that hold what can still matter, and nothing else.

Which colour a cube has matters in two ways only: it counts on the faces where it shows, and it decides whether an
empty cell above can still get three carriers of one colour. So a position keeps counts of the faces, and for each
cell that is not open yet the colours that lie under it. Games that differ in nothing else share one key, which
lets a table of positions answer many of them at once.

>>> from engine.game import Setup
>>> from engine.inside.state import start
>>> position = pack(start(Setup("inside", ("Anna", "Ben"))))
>>> cells_left(position), len(moves(position)), act_of(position, moves(position)[0])
(35, 30, Act(seat=1, verb='place', args=('L400',)))
"""

from __future__ import annotations

from engine.acts import Act
from engine.inside.legal import BONUS, PLACE
from engine.inside.pyramid import BOARD, CARRIED, CELLS, FACES, members
from engine.inside.scoring import MAJORITY
from engine.inside.state import State

Position = tuple[int, int, int, int, int, int, int]
"""Filled cells, open cells, owed cells, colours under closed cells, counts, stocks, and who moves: 0 is Light.

Colours: a bit for each cell above the board with a light cube under it, then as many for dark ones. Counts: four
bits for each face, the light squares of X, Y and Z first, then the dark ones. Stocks: four bits each, the light
and the dark cubes of Light, then those of Dark.
"""
FILLED, OWED, COUNTS, STOCKS, TO_MOVE = 0, 2, 4, 5, 6
"""Where some of them are."""

GROUND = BOARD.bit_count()
UPPER = len(CELLS) - GROUND
"""How many cells lie on the board, and how many above it."""
_UPPER_CELLS = (1 << UPPER) - 1

# Counts: 8 of 15 take a face, which is the highest of its four bits.
LIGHT_TAKEN = MAJORITY * 0x111
DARK_SHIFT = 12
TAKEN = LIGHT_TAKEN | LIGHT_TAKEN << DARK_SHIFT
TWO_FACES = frozenset((0x088, 0x808, 0x880, 0x888))
"""The values of three taken bits with which a colour has won."""
_LIGHT_COUNTS, _FACE, _DARK_HAS_IT = 0xFFF, 0xF, 0x9

# A move is a number: the cell, the colour, and above them what to try first.
_CELL, _COLOUR_SHIFT, _RANK_SHIFT = 63, 6, 7
_MAKES_BONUS = 16 << _RANK_SHIFT
_MIDDLE_RANK = 4

_TAKE = ((1, 1 << 4), (1 << 8, 1 << 12))
"""By player and colour: one cube in the stocks."""
_STOCK, _DARK_STOCK_SHIFT = 0xFF, 8


def _above(cell: int) -> int:
    return sum(above >> GROUND for above, _ in CARRIED[cell])


_UNDER = tuple(tuple(_above(cell) << UPPER * colour for cell in range(len(CELLS))) for colour in (0, 1))
"""By colour and cell: what a cube there adds to the colours under closed cells."""
_SHOWS = tuple(
    sum((cells >> cell & 1) << 4 * face for face, cells in enumerate(FACES.values())) for cell in range(len(CELLS))
)
_COUNT = (_SHOWS, tuple(shows << DARK_SHIFT for shows in _SHOWS))
"""By colour and cell: what a cube there adds to the counts."""
_NEAR = tuple(
    sum({1 << other for _, carriers in CARRIED[cell] for other in members(carriers)}) & ~(1 << cell)
    for cell in range(len(CELLS))
)
"""For each cell those that carry a cell together with it."""


def _opens(cell: int) -> dict[int, int]:
    """Return which upper cells a cube opens, by the filled cells near it."""
    found, near = {}, _NEAR[cell]
    filled = near
    while True:
        found[filled] = sum(above >> GROUND for above, carriers in CARRIED[cell] if not carriers & near & ~filled)
        if not filled:
            return found
        filled = (filled - 1) & near  # the next smaller subset


_OPENS = tuple(_opens(cell) for cell in range(len(CELLS)))


def _ranked(player: int, colour: int) -> tuple[int, ...]:
    """Return the moves with a colour, by cell; the own colour ranks higher the more faces show it."""
    sign = 1 if colour == player else -1
    return tuple(
        _MIDDLE_RANK + sign * _SHOWS[cell].bit_count() << _RANK_SHIFT | colour << _COLOUR_SHIFT | cell
        for cell in range(len(CELLS))
    )


_MOVES = tuple(tuple(_ranked(player, colour) for colour in (0, 1)) for player in (0, 1))


def pack(state: State) -> Position:
    """Return the position of a state."""
    light, dark = state.cubes
    under = counts = 0
    for colour, cubes in enumerate(state.cubes):
        for cell in members(cubes):
            under |= _UNDER[colour][cell]
            counts += _COUNT[colour][cell]
    stocks = sum(_TAKE[player][colour] * state.stocks[player][colour] for player in (0, 1) for colour in (0, 1))
    return (light | dark, state.open, state.owed, under, counts, stocks, state.turn - 1)


def cells_left(position: Position) -> int:
    """Return how many cells are empty."""
    return len(CELLS) - position[FILLED].bit_count()


def winner(position: Position) -> int | None:
    """Return the player, 0 or 1, who has two faces already; None if nobody has."""
    taken = position[COUNTS] & TAKEN
    if taken & LIGHT_TAKEN in TWO_FACES:
        return 0
    return 1 if taken >> DARK_SHIFT in TWO_FACES else None


def moves(position: Position) -> list[int]:
    """List the moves, the most promising first: bonus makers, then the own colour where it shows most."""
    filled, opened, owed, under, _, stocks, player = position
    giver = player ^ 1 if owed else player
    stock = stocks >> _DARK_STOCK_SHIFT if giver else stocks & _STOCK
    cells = owed or opened
    has_light, has_dark = stock & _FACE, stock >> 4
    light, dark = _MOVES[player]
    found = []
    while cells:
        bit = cells & -cells
        cells ^= bit
        cell = bit.bit_length() - 1
        new = _OPENS[cell][filled & _NEAR[cell]]
        if has_light:
            found.append(light[cell] + _MAKES_BONUS if new & ~(under >> UPPER) else light[cell])
        if has_dark:
            found.append(dark[cell] + _MAKES_BONUS if new & ~under else dark[cell])
    found.sort(reverse=True)
    return found


def can_make_bonus(position: Position) -> bool:
    """Return whether the player to move has a move after which a cell rests on three cubes of one colour."""
    found = moves(position)
    return bool(found) and found[0] >= _MAKES_BONUS


def after(position: Position, move: int) -> Position:
    """Return the position after a move."""
    filled, opened, owed, under, counts, stocks, player = position
    cell, colour = move & _CELL, move >> _COLOUR_SHIFT & 1
    bit = 1 << cell
    new = _OPENS[cell][filled & _NEAR[cell]]
    if owed:
        stocks -= _TAKE[player ^ 1][colour]
        owed ^= bit
    else:
        stocks -= _TAKE[player][colour]
    if new:
        owed |= (new & ~(under if colour else under >> UPPER)) << GROUND
        new <<= GROUND
    if not (stocks & _STOCK if player else stocks >> _DARK_STOCK_SHIFT):
        owed = 0  # the opponent has nothing to give, and is passed over
    elif not owed:
        player ^= 1
    return (
        filled | bit,
        opened ^ bit | new,
        owed,
        under | _UNDER[colour][cell],
        counts + _COUNT[colour][cell],
        stocks,
        player,
    )


def key(position: Position) -> int:
    """Return a number that is the same for all positions between which no future move can tell."""
    filled, opened, owed, under, counts, stocks, player = position
    closed = _UPPER_CELLS & ~((filled | opened) >> GROUND)
    light = counts & _LIGHT_COUNTS
    if counts & TAKEN:  # of a face that is taken only the colour counts
        by_light = counts & LIGHT_TAKEN
        by_dark = counts >> DARK_SHIFT & LIGHT_TAKEN
        light = light & ~((by_light | by_dark) // MAJORITY * _FACE) | by_light | by_dark // MAJORITY * _DARK_HAS_IT
    colours = under & (closed | closed << UPPER)
    return ((filled << 2 * UPPER | colours) << 32 | light << UPPER | owed >> GROUND) << 17 | stocks << 1 | player


def act_of(position: Position, move: int) -> Act:
    """Return the act that a move is."""
    acts = BONUS if position[OWED] else PLACE
    return acts[position[TO_MOVE] + 1][move >> _COLOUR_SHIFT & 1][move & _CELL]

"""The levels of the opponent: how far each looks ahead, and how careless it is.

A weak level does not blunder at random: it looks ahead less, and takes any move that seems nearly as good as the
best one. Those are the mistakes of people.
"""

from __future__ import annotations

from typing import NamedTuple


class Level(NamedTuple):
    """How one level plays."""

    depth: int
    """Turns that it looks ahead."""
    margin: float
    """It takes any move that is worse by no more than this; 2 is the difference between lost and won."""
    solves_from: int
    """With so few cells left it tries to solve the game."""


ALWAYS_SOLVED = 18
"""With so few cells left the strongest level plays what is proven, however long that takes."""
MOVE_NODES = 200_000
"""Before that it looks at so many positions for a proof, and at as many to look ahead."""

LEVELS = {
    "beginner": Level(depth=1, margin=0.4, solves_from=0),
    "easy": Level(depth=1, margin=0.1, solves_from=0),
    "medium": Level(depth=2, margin=0.05, solves_from=4),
    "hard": Level(depth=4, margin=0.02, solves_from=10),
    "perfect": Level(depth=40, margin=0.0, solves_from=26),
}
"""By name, the weakest first; `engine.GAMES` lists the same names."""

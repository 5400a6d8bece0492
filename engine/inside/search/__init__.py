"""An advisor for Inside: an opponent of five levels, hints with reasons, and proofs of who wins.

With 18 cells left or fewer a game is solved in a fraction of a second, so the second half of every game can be
played perfectly; before that alpha-beta looks ahead. `position` is the board as both searches see it, `solver` the
proof, `alphabeta` with `estimate` the look ahead, `levels` what makes an opponent weaker.

>>> from engine.game import Setup
>>> from engine.inside.state import start
>>> thinking = Advisor().think(start(Setup("inside", ("Anna", "Ben"))), "easy")
>>> thinking.work(10_000)
True
>>> print(thinking.best)
1 place L220
"""

from __future__ import annotations

from engine.inside.search.advisor import Advisor

__all__ = ["Advisor"]

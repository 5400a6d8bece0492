"""What an ad is worth on a site, feature by feature (OF-6), and where a tile would be worth more (OF-8).

>>> from engine.offline.tiles import TILES
>>> net = Web(5, ((1, 3), (0, 2, 3), (1,), (0, 1), ()))
>>> tiles = tuple(TILES[name] for name in ("YFB", "YEM", "YSM", "GEB")) + (NONE,)
>>> free, chances = openings(0, net, tiles)
>>> free, [chance.now for chance in chances]
((4,), [2, 4, 2, 2])
>>> [chance.site for chance in chances if chance.then[TILES["YSB"]] > chance.now]
[1, 3]
"""

from __future__ import annotations

from functools import lru_cache
from operator import add
from typing import TYPE_CHECKING, NamedTuple

from engine.offline.owner_data import SIZES
from engine.offline.state import Web, site_name
from engine.offline.tiles import CATEGORIES, FEATURES, NONE, SHARED, tile_name
from engine.verdicts import say

if TYPE_CHECKING:
    from engine.offline.state import Place, State
    from engine.verdicts import Sentence


class Chance(NamedTuple):
    """A site where a swap may be possible."""

    site: int
    now: int
    """What the tile there is worth."""
    then: tuple[int, ...]
    """By tile: what it would be worth there."""


class Openings(NamedTuple):
    """What can be done in a net: the sites that are free, and those where a swap may be possible."""

    free: tuple[int, ...]
    """Sites are counted through all nets, as if each had seven."""
    chances: tuple[Chance, ...]


@lru_cache(maxsize=4096)
def openings(number: int, net: Web, tiles: tuple[int, ...]) -> Openings:
    """Look at a net, which stays as it is for most turns; a tile without neighbours is worth nothing (OF-6)."""
    first = number * SIZES[-1]
    chances = []
    for at, (others, lying) in enumerate(zip(net.linked, tiles, strict=True)):
        around = [SHARED[tiles[other]] for other in others if tiles[other] != NONE]
        if lying != NONE and around:
            then = around.pop()
            for shared in around:
                then = tuple(map(add, then, shared))
            chances.append(Chance(first + at, then[lying], then))
    return Openings(tuple(first + at for at, tile in enumerate(tiles) if tile == NONE), tuple(chances))


class Swap(NamedTuple):
    """The arithmetic of a swap."""

    place: Place
    old: int
    new: int
    now: tuple[int, ...]
    then: tuple[int, ...]
    """By category: what the old tile is worth there, and what the new one would be."""

    @property
    def missing(self) -> int:
        """How many points the new tile lacks to be worth more."""
        return max(sum(self.now) - sum(self.then) + 1, 0)

    def told(self) -> Sentence:
        """Return the arithmetic as a sentence."""
        features = zip(CATEGORIES, self.now, self.then, strict=True)
        return say(
            "offline.arithmetic",
            site=site_name(self.place),
            old=tile_name(self.old),
            new=tile_name(self.new),
            now=sum(self.now),
            then=sum(self.then),
            features=tuple(say(f"offline.points-{name}", now=now, then=then) for name, now, then in features),
        )


def swap_at(state: State, place: Place, old: int, new: int) -> Swap:
    """Return a swap on a site; what lies there itself does not matter."""
    tiles = state.nets[place.net]
    around = [tiles[other] for other in state.deal.nets[place.net].linked[place.at]]
    return Swap(place, old, new, _by_category(old, around), _by_category(new, around))


def worth_among(tile: int, around: tuple[int, ...]) -> int:
    """Return what a tile is worth among others: the features that it shares with them; `NONE` shares nothing."""
    shared = SHARED[tile]
    return sum(shared[other] for other in around)


def _by_category(tile: int, around: list[int]) -> tuple[int, ...]:
    return tuple(sum(kind in FEATURES[other] for other in around if other != NONE) for kind in FEATURES[tile])

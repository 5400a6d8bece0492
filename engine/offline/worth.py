"""What an ad is worth on a site, feature by feature (OF-6), and where a tile would be worth more (OF-8).

>>> from engine.offline.tiles import TILES
>>> net = Web(5, ((1, 3), (0, 2, 3), (1,), (0, 1), ()))
>>> tiles = tuple(TILES[name] for name in ("YFB", "YEM", "YSM", "GEB")) + (NONE,)
>>> free, better = openings(net, tiles)
>>> list(free), list(better[TILES["YSB"] :: ALL])
([0, 0, 0, 0, 1, 0, 0], [0, 1, 0, 1, 0, 0, 0])
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from engine.offline.owner_data import SIZES
from engine.offline.state import Place, State, Web, site_name
from engine.offline.tiles import ALL, CATEGORIES, FEATURES, NONE, SHARED, SHARED_BY_ALL, tile_name
from engine.verdicts import Sentence, say

MOST_WORTH = len(CATEGORIES) * (SIZES[-1] - 1)
"""An ad that shares everything with all other tiles of the largest net."""
ABOVE = tuple(bytes(worth > now for worth in range(256)) for now in range(MOST_WORTH + 1))
"""By what a tile is worth: tables for `bytes.translate`, with a 1 for everything that is more."""
NO_TILE_BETTER = bytes(ALL)


class Openings(NamedTuple):
    """What can be done in a net, as ones and zeros; sites are counted as if each net had seven."""

    free: bytes
    """By site: whether it is free."""
    better: bytes
    """By site, and there by tile: whether it would be worth more than the tile that lies there."""


@lru_cache(maxsize=4096)
def openings(net: Web, tiles: tuple[int, ...]) -> Openings:
    """Look at a net, which stays as it is for most turns."""
    better = []
    for others, lying in zip(net.linked, tiles, strict=True):
        if lying == NONE:
            better.append(NO_TILE_BETTER)
        else:
            worth = worth_by_tile(tiles, others)
            better.append(worth.translate(ABOVE[worth[lying]]))
    return Openings(free_sites(tiles).ljust(SIZES[-1], b"\0"), b"".join(better).ljust(SIZES[-1] * ALL, b"\0"))


@lru_cache(maxsize=4096)
def free_sites(tiles: tuple[int, ...]) -> bytes:
    """Return the free sites of a net: a one or a zero for each site."""
    return bytes([tile == NONE for tile in tiles])


def worth_by_tile(tiles: tuple[int, ...], others: tuple[int, ...]) -> bytes:
    """Return what each of the 64 tiles would be worth beside those on other sites; without neighbours 0 (OF-6)."""
    return sum([SHARED_BY_ALL[tiles[other]] for other in others]).to_bytes(ALL, "little")


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

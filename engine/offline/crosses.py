"""How nets, sites and tiles are found: nets and tiles with one press or two, sites with a cursor on the drawn net.

A net has its arrow: A, which is the largest, by itself, the others behind two groups. Tiles of the display have
three arrows; if there are more than four, the others lie behind the arrow below. They keep their places unless one
of the first three is refused now and one behind is allowed: then the two change places.

>>> [at.side.name if at.first is None else "behind" for at in arranged((1, 0, 1, 1, 1))]
['LEFT', 'behind', 'RIGHT', 'UP', 'behind']
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import NamedTuple

from engine.offline.layout import SITES
from engine.offline.state import State, Web
from engine.offline.tiles import NAMES, NONE, tile_name
from engine.offline.timing import WHERE
from engine.offline.worth import worth_among
from engine.steps import Direction, Step, across, spot
from engine.verdicts import Sentence, say

LEFT, RIGHT, UP, DOWN = Direction
GROUPS = {"A": LEFT, "BCD": UP, "EFGH": RIGHT}
"""The nets as the keys find them, and the side of each group on the cross."""
SIDES = (LEFT, UP, RIGHT, DOWN)
"""The sides of nets of a group and of tiles, in their order."""
IN_FRONT = 3
"""How many have an arrow of their own if there are more than four."""
WIDTH, HEIGHT = 33, 29
"""Dots from the middle of the drawn net to its outer sites, and from its first row of sites to its last."""
NET, TILE = say("offline.ask-net"), say("offline.ask-tile")


class Spot(NamedTuple):
    """Where a tile lies on a cross, or on the one behind it."""

    side: Direction
    first: int | None = None
    """Which one is the first of those behind the arrow below, if this is one of them."""


@cache
def arranged(likely: tuple[int, ...]) -> tuple[Spot, ...]:
    """Return where each of some tiles lies; what is refused now (0) makes room for what is likelier."""
    if len(likely) <= len(SIDES):
        return tuple(map(Spot, SIDES[: len(likely)]))
    front, behind = list(range(IN_FRONT)), list(range(IN_FRONT, len(likely)))
    for at in range(IN_FRONT):
        better = max(behind, key=likely.__getitem__)
        if not likely[at] and likely[better]:
            behind[behind.index(better)], front[at] = at, better
    behind.sort()
    spots = {other: Spot(SIDES[at]) for at, other in enumerate(front)}
    spots |= {other: Spot(SIDES[at], behind[0]) for at, other in enumerate(behind)}
    return tuple(spots[at] for at in range(len(likely)))


# --- nets


def group_step(group: str, asks: Sentence = WHERE) -> Step:
    """Make the step to some nets, or to a net that is a group by itself."""
    label = say("offline.nets", nets=" ".join(group)) if len(group) > 1 else say("offline.net", net=group)
    return across(GROUPS[group], asks, group, label)


def net_step(net: str) -> Step:
    """Make the step to one of the nets of a group."""
    side = next(SIDES[group.index(net)] for group in GROUPS if net in group)
    return across(side, NET, net, say("offline.net", net=net))


@lru_cache(maxsize=512)  # the steps of every act are made again after every act
def steps_to_net(net: str, asks: Sentence = WHERE) -> tuple[Step, ...]:
    """Make the steps to a net; where it is a group by itself there is nothing to ask at the second one."""
    return group_step(next(group for group in GROUPS if net in group), asks), net_step(net)


# --- sites


def _site_label(site: str, tile: int) -> Sentence:
    """Return the label of a site: what lies on it."""
    if tile == NONE:
        return say("offline.site-free", site=site)
    return say("offline.site-tile", site=site, tile=tile_name(tile))


def steps_to_site(state: State, site: str, asks: Sentence) -> tuple[Step, ...]:
    """Make the steps to a site: its net, then the place on the drawing; the cursor starts on a free one."""
    return *steps_to_net(site[0], asks), site_step(state, site)


def site_step(state: State, site: str) -> Step:
    """Make the step to a site of a drawn net."""
    place = state.places[site]
    return _site_step(site, place.at, len(state.nets[place.net]), state.tile(place))


@lru_cache(maxsize=4096)  # the steps of every act are made again after every act
def _site_step(site: str, at: int, size: int, tile: int) -> Step:
    x, y = SITES[size][at]
    asks = say("offline.ask-site", net=site[0])
    step = spot(asks, site, round(x * WIDTH), round(y * HEIGHT), _site_label(site, tile))
    return step._replace(key=at + 1, is_likely=tile == NONE)


# --- tiles of the display


def steps_to_lay(state: State, tile: int, site: str) -> tuple[Step, ...]:
    """Make the steps to a site and a tile of the display; the last one says what the tile would be worth there."""
    place = state.places[site]
    ways = _ways_to_tiles(site, place.at, state.deal.nets[place.net], state.nets[place.net], state.display)
    return ways[state.display.index(tile)]


@lru_cache(maxsize=1024)  # five tiles of the display share the way to a site
def _ways_to_tiles(
    site: str, at: int, net: Web, lying: tuple[int, ...], display: tuple[int, ...]
) -> tuple[tuple[Step, ...], ...]:
    """Make the steps to a site and each tile of the display."""
    way = *steps_to_net(site[0]), _site_step(site, at, len(lying), lying[at])
    around = tuple(lying[other] for other in net.linked[at])
    return tuple(way + to_tile for to_tile in _tile_steps(around, lying[at], display))


def _tile_steps(around: tuple[int, ...], lying: int, display: tuple[int, ...]) -> Iterator[tuple[Step, ...]]:
    """Make the steps to each tile of the display, for a site with some tiles around it."""
    now = NONE if lying == NONE else worth_among(lying, around)
    worth = [worth_among(tile, around) for tile in display]
    places = arranged(tuple(int(then > now) for then in worth))
    behind = tuple(tile for tile, place in zip(display, places, strict=True) if place.first is not None)
    for at, (tile, place, then) in enumerate(zip(display, places, worth, strict=True)):
        step = _worth_step(tile, at, now, then, place.side)
        yield (step,) if place.first is None else (_other_tiles(behind), step)


@lru_cache(maxsize=4096)
def _worth_step(tile: int, at: int, now: int, then: int, side: Direction) -> Step:
    """Make the step to a tile at a place of the display; `now` is the worth of what lies on the site."""
    name = tile_name(tile)
    if now == NONE:
        label = say("offline.tile-worth", tile=name, then=then)
    else:
        label = say("offline.tile-instead", tile=name, then=then, now=now)
    return across(side, TILE, NAMES[tile], label, key=at + 1)


@lru_cache(maxsize=512)
def _other_tiles(tiles: tuple[int, ...]) -> Step:
    """Make the step to the tiles of the display that have no arrow of their own."""
    return across(DOWN, TILE, "rest", say("offline.more-tiles", tiles=tuple(map(tile_name, tiles))))

"""Owner data of Offline: the networks and the market cards of an owner's own copy (OF-23 to OF-26).

It is what a TOML file says, as Python values: here they are checked, never read or written. A file may give the
sizes without links: that is all the expert score needs, and a game on the board says so.

>>> market = {"A": [15, 25, 40], "B": [12, 20, 20], "C": [9, 15, 24], "D": [6, 10, 16]}
>>> data, faults = read_owner_data({"market": market})
>>> [(place, why.key) for place, why in faults]
[(('market', 'B'), 'my-copy.not-rising')]
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import NamedTuple

from engine.acts import shown
from engine.owner_data import canonical, carried, tags_for
from engine.values import Fault, KeyPath, number, table, yes_or_no
from engine.verdicts import say

NETS = "ABCDEFGH"
SIZES = range(4, 8)
MARKET_CARDS = "ABCD"
VALUES = range(1, 1000)
OF_A_CARD = 3
MOST_DIGIT = 9
"""The highest site that a link can name, where the size of a net is not known."""

Link = tuple[int, int]
"""Two sites of one net, counted from 1, the lower first."""


class Net(NamedTuple):
    """A network: how many sites it has, and which of them are linked."""

    size: int
    links: tuple[Link, ...] | None
    """In order; None if nobody has told them."""


class OwnerData(NamedTuple):
    """All that an owner can tell."""

    nets: tuple[Net, ...]
    market: tuple[tuple[int, ...], ...]
    """By market card, A first: three rising values."""
    map_verified: bool = False
    market_verified: bool = False


def _net(size: int, links: str) -> Net:
    return Net(size, tuple((int(link[0]), int(link[2])) for link in links.split()))


PLACEHOLDER = OwnerData(
    nets=(
        _net(7, "1-2 1-7 2-3 2-7 3-4 3-6 4-5 5-6 6-7"),
        _net(6, "1-2 1-6 2-3 2-5 3-4 4-5 5-6"),
        _net(5, "1-2 1-4 2-3 2-4 3-5 4-5"),
        _net(5, "1-2 1-5 2-3 2-5 3-4 4-5"),
        _net(5, "1-2 1-5 2-3 3-4 3-5 4-5"),
        _net(4, "1-2 1-4 2-3 3-4"),
        _net(6, "1-2 1-6 2-3 2-6 3-4 4-5 5-6"),
        _net(4, "1-2 1-3 1-4 2-3 3-4"),
    ),
    market=((15, 25, 40), (12, 20, 32), (9, 15, 24), (6, 10, 16)),
)
"""Agrees with all that is known, and is not verified (OF-23, OF-25)."""


SHEET_SIZES = {"A": 7, "C": 5}
"""By net: the sites that the rule sheet fixes (OF-24)."""
SHEET_VALUES = {"B": (12, 20)}
"""By market card: the lowest values that the rule sheet fixes (OF-25)."""


# --- in a record


def owner_values(data: OwnerData) -> dict[str, dict[str, object]]:
    """Return owner data as the values of a file."""
    nets: dict[str, object] = {name: _net_values(name, net) for name, net in zip(NETS, data.nets, strict=True)}
    market: dict[str, object] = {
        name: list(values) for name, values in zip(MARKET_CARDS, data.market, strict=True)
    }
    return {
        "map": {"verified": data.map_verified, **nets},
        "market": {"verified": data.market_verified, **market},
    }


def _net_values(name: str, net: Net) -> dict[str, object]:
    if net.links is None:
        return {"sites": net.size}
    return {"sites": net.size, "links": [f"{name}{a}-{name}{b}" for a, b in net.links]}


def owner_text(data: OwnerData) -> str:
    """Return owner data in its canonical form."""
    return canonical(owner_values(data))


def owner_tags(data: OwnerData) -> dict[str, str]:
    """Make the tags with which a record carries its map; the placeholder needs none."""
    return {} if data == PLACEHOLDER else tags_for("Map", owner_text(data))


def owner_data_in(tags: Mapping[str, str]) -> OwnerData:
    """Find the map that a record was played on; raises `BadSetup`."""
    return carried(tags, "Map", PLACEHOLDER, _read, owner_text) or PLACEHOLDER


# --- values of a file


def read_owner_data(values: object) -> tuple[OwnerData, list[Fault]]:
    """Return the values of a file as owner data, and every fault with its place."""
    faults: list[Fault] = []
    return _read(values, faults), faults


def _read(values: object, faults: list[Fault]) -> OwnerData:
    found = table(values, ("map", "market"), (), faults)
    data = PLACEHOLDER
    if "map" in found:
        nets, verified = _read_map(found["map"], faults)
        data = data._replace(nets=nets, map_verified=verified)
    if "market" in found:
        market, verified = _read_market(found["market"], faults)
        data = data._replace(market=market, market_verified=verified)
    return data


def _read_map(values: object, faults: list[Fault]) -> tuple[tuple[Net, ...], bool]:
    place: KeyPath = ("map",)
    found = table(values, ("verified", *NETS), place, faults)
    verified = yes_or_no(found.get("verified", False), (*place, "verified"), faults)
    missing = [name for name in NETS if name not in found]
    if missing and isinstance(values, dict):
        faults.append((place, say("my-copy.nets-missing", nets=tuple(missing))))
    nets = {name: _read_net(name, found[name], faults) for name in NETS if name in found}
    unlinked = [name for name, net in nets.items() if net.links is None]
    if len(unlinked) < len(nets):
        faults.extend(((*place, name), say("my-copy.links-missing", net=name)) for name in unlinked)
    return tuple(nets.get(name, Net(SIZES[0], ())) for name in NETS), verified


def _read_net(name: str, values: object, faults: list[Fault]) -> Net:
    place: KeyPath = ("map", name)
    found = table(values, ("sites", "links"), place, faults)
    size = number(found.get("sites"), SIZES, (*place, "sites"), faults)
    is_known = found.get("sites") == size
    if "links" not in found:
        return Net(size, None)
    words = found["links"]
    if not isinstance(words, list):
        faults.append(((*place, "links"), say("my-copy.not-links", net=name)))
        return Net(size, ())
    most = size if is_known else MOST_DIGIT
    links = [_read_link(name, most, word, (*place, "links", at), faults) for at, word in enumerate(words)]
    good = [link for link in links if link is not None]
    for at, link in enumerate(links):
        if link is not None and link in links[:at]:
            faults.append(((*place, "links", at), say("my-copy.link-twice", link=_said(name, link))))
    apart = _apart(size, good)
    if apart and is_known and None not in links:
        sites = tuple(f"{name}{site}" for site in apart)
        faults.append(((*place, "links"), say("my-copy.not-connected", net=name, sites=sites)))
    return Net(size, tuple(sorted(good)))


def _said(name: str, link: Link) -> str:
    return f"{name}{link[0]}-{name}{link[1]}"


def _read_link(name: str, size: int, word: object, place: KeyPath, faults: list[Fault]) -> Link | None:
    """Read `A1-A2`."""
    match word.split("-") if isinstance(word, str) else []:
        case (start, end) if _is_site(start) and _is_site(end):
            a, b = sorted((int(start[1]), int(end[1])))
        case _:
            faults.append((place, say("my-copy.bad-link", net=name, given=shown(word))))
            return None
    if {start[0], end[0]} != {name}:
        faults.append((place, say("my-copy.two-nets", link=f"{start}-{end}", net=name)))
        return None
    if a == b:
        faults.append((place, say("my-copy.own-link", site=start)))
        return None
    if a < 1 or b > size:
        faults.append((place, say("my-copy.no-such-site", link=f"{start}-{end}", net=name, size=size)))
        return None
    return a, b


def _is_site(word: str) -> bool:
    return len(word) == len("A1") and word[0] in NETS and word[1] in "0123456789"


def _apart(size: int, links: list[Link]) -> list[int]:
    """List the sites that no way leads to from site 1."""
    reached = {1}
    for _ in range(size):
        reached |= {there for link in links for here, there in (link, link[::-1]) if here in reached}
    return [site for site in range(1, size + 1) if site not in reached]


def _read_market(values: object, faults: list[Fault]) -> tuple[tuple[tuple[int, ...], ...], bool]:
    place: KeyPath = ("market",)
    found = table(values, ("verified", *MARKET_CARDS), place, faults)
    verified = yes_or_no(found.get("verified", False), (*place, "verified"), faults)
    market = []
    for card in MARKET_CARDS:
        worth = found.get(card)
        if not isinstance(worth, list) or len(worth) != OF_A_CARD:
            at = (*place, card) if card in found else place
            faults.append((at, say("my-copy.three-values", card=card)))
            worth = [1, 2, 3]
        three = tuple(number(value, VALUES, (*place, card, at), faults) for at, value in enumerate(worth))
        numbers = [value for value in worth if type(value) is int]
        if any(a >= b for a, b in pairwise(numbers)):
            faults.append(((*place, card), say("my-copy.not-rising", card=card)))
        market.append(three)
    return tuple(market), verified


def doubts(data: OwnerData) -> list[Fault]:
    """List where owner data contradicts what the rule sheet fixes; it is accepted all the same (OF-24).

    >>> doubts(PLACEHOLDER)
    []
    """
    found: list[Fault] = []
    for name, known in SHEET_SIZES.items():
        size = data.nets[NETS.index(name)].size
        if size != known:
            why = say("my-copy.other-size", net=name, given=size, known=known)
            found.append((("map", name, "sites"), why))
    for name, values in SHEET_VALUES.items():
        given = data.market[MARKET_CARDS.index(name)][: len(values)]
        if given != values:
            found.append((("market", name), say("my-copy.other-values", card=name, given=given, known=values)))
    return found


def neighbours(net: Net) -> tuple[tuple[int, ...], ...]:
    """List for each site of a net, counted from 0, those that it is linked with."""
    links = net.links or ()
    return tuple(
        tuple((b if a == site else a) - 1 for a, b in links if site in {a, b}) for site in range(1, net.size + 1)
    )

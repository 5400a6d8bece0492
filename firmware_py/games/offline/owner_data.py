"""Offline's owner data: the map of the eight networks, and the values of the market cards."""

from __future__ import annotations

from engine.offline.owner_data import (
    MARKET_CARDS,
    NETS,
    PLACEHOLDER,
    SIZES,
    VALUES,
    Net,
    OwnerData,
    doubts,
    owner_tags,
)
from engine.offline.owner_data import owner_values as form
from engine.offline.owner_data import read_owner_data as read
from engine.values import KeyPath
from engine.verdicts import say
from firmware_py.games.memory import Memory
from firmware_py.games.owner_data import Section, checked_mark, ends
from firmware_py.i18n.capitals import capital
from firmware_py.i18n.translations import Translations

__all__ = [
    "BOX_ENTRIES",
    "PARTS",
    "PLACEHOLDER",
    "doubts",
    "form",
    "is_checked",
    "limits",
    "memory",
    "place_name",
    "read",
]
__all__ += ["show", "tags", "unknown", "write"]

PARTS = frozenset({"map", "market"})
BOX_ENTRIES = ()
"""A map cannot be entered with six keys."""


def write(data: OwnerData) -> str:
    """Return the data as TOML."""
    lines = [
        "# Offline: what the owner has read off the box. What to do with it: sideline my-copy offline --help",
        "# Number the sites of each net as you like, best clockwise from the top; links join sites of one net.",
        "",
        "[map]",
        f"verified = {str(data.map_verified).lower()}  # true once somebody has compared it with the board",
    ]
    for name, net in zip(NETS, data.nets, strict=True):
        lines += ["", f"[map.{name}]", f"sites = {net.size}"]
        if net.links is not None:
            links = ", ".join(f'"{link}"' for link in _links(name, net))
            lines.append(f"links = [{links}]")
    lines += [
        "",
        "[market]",
        f"verified = {str(data.market_verified).lower()}  # true once somebody has compared it with the cards",
    ]
    lines += [f"{card} = {list(values)}" for card, values in zip(MARKET_CARDS, data.market, strict=True)]
    return "\n".join(lines) + "\n"


def _links(name: str, net: Net) -> list[str]:
    return [f"{name}{a}-{name}{b}" for a, b in net.links or ()]


def show(data: OwnerData) -> list[Section]:
    """Return the data in words."""
    nets = tuple(
        say("my-copy.net-unlinked", net=name, size=net.size)
        if net.links is None
        else say("my-copy.net", net=name, size=net.size, links=" ".join(_links(name, net)))
        for name, net in zip(NETS, data.nets, strict=True)
    )
    cards = tuple(
        say("my-copy.market-card", card=card, values=values)
        for card, values in zip(MARKET_CARDS, data.market, strict=True)
    )
    return [
        Section(say("my-copy.map", mark=checked_mark(is_checked=data.map_verified)), nets),
        Section(say("my-copy.market", mark=checked_mark(is_checked=data.market_verified)), cards),
    ]


def is_checked(data: OwnerData) -> bool:
    """Return whether all of the data was checked against the real game."""
    return data.map_verified and data.market_verified


def tags(data: OwnerData) -> dict[str, str]:
    """Return the tags that a record needs for a replay on another machine."""
    return owner_tags(data)


def memory(_data: OwnerData) -> Memory:
    """Return an empty memory: nothing is learnt during a match."""
    return Memory()


# --- on the page


def limits() -> dict[str, object]:
    """Return the limits of the values, for the editor."""
    return {"nets": list(NETS), "sites": ends(SIZES), "market": list(MARKET_CARDS), "values": ends(VALUES)}


def unknown(data: OwnerData, translations: Translations) -> list[str]:
    """Return texts about unknown and unchecked data."""
    texts = []
    if any(net.links is None for net in data.nets):
        texts.append(translations("page.my-copy-map-unlinked"))
    if not data.map_verified:
        texts.append(translations("page.my-copy-map-unverified"))
    if not data.market_verified:
        texts.append(translations("page.my-copy-market-unverified"))
    return texts + [f"{capital(translations.text(why))}." for _, why in doubts(data)]


def place_name(place: KeyPath, translations: Translations) -> str:
    """Return the name of the place of a fault, for people."""
    match place:
        case ("map", str(net), "sites") if net in NETS:
            return f"{translations('page.my-copy-net', net=net)}, {translations('page.my-copy-sites')}"
        case ("map", str(net), *_) if net in NETS:
            return translations("page.my-copy-net", net=net)
        case ("map", *_):
            return translations("page.my-copy-map")
        case ("market", str(card), *_) if card in MARKET_CARDS:
            return translations("page.my-copy-market-card", card=card)
        case ("market", *_):
            return translations("page.my-copy-market")
        case _:
            return translations("offline.name")

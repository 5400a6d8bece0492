"""Offline's house data: the map of the eight networks, and the values of the market cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.offline.house import MARKET_CARDS, NETS, STAND_IN, House, Net, doubts, house_tags
from engine.offline.house import read_house as read
from firmware_py.games.memory import Memory

if TYPE_CHECKING:
    from firmware_py.i18n.translations import Translations

__all__ = ["STAND_IN", "doubts", "is_verified", "memory", "read", "show", "tags", "write"]


def write(house: House) -> str:
    """Write a house as TOML."""
    lines = [
        "# Offline: what the owner has read off the box. What to do with it: sideline house offline --help",
        "# Number the sites of each net as you like, best clockwise from the top; links join sites of one net.",
        "",
        "[map]",
        f"verified = {str(house.map_verified).lower()}  # true once somebody has compared it with the board",
    ]
    for name, net in zip(NETS, house.nets, strict=True):
        lines += ["", f"[map.{name}]", f"sites = {net.size}"]
        if net.links is not None:
            links = ", ".join(f'"{link}"' for link in _links(name, net))
            lines.append(f"links = [{links}]")
    lines += [
        "",
        "[market]",
        f"verified = {str(house.market_verified).lower()}  # true once somebody has compared it with the cards",
    ]
    lines += [f"{card} = {list(values)}" for card, values in zip(MARKET_CARDS, house.market, strict=True)]
    return "\n".join(lines) + "\n"


def _links(name: str, net: Net) -> list[str]:
    return [f"{name}{a}-{name}{b}" for a, b in net.links or ()]


def show(house: House, translations: Translations) -> str:
    """Show a house to people."""
    mark = {True: translations("house.verified"), False: translations("house.unverified")}
    lines = [translations("house.map", mark=mark[house.map_verified])]
    for name, net in zip(NETS, house.nets, strict=True):
        if net.links is None:
            lines.append("  " + translations("house.net-unlinked", net=name, size=net.size))
        else:
            lines.append(
                "  " + translations("house.net", net=name, size=net.size, links=" ".join(_links(name, net)))
            )
    lines.append(translations("house.market", mark=mark[house.market_verified]))
    for card, values in zip(MARKET_CARDS, house.market, strict=True):
        lines.append("  " + translations("house.market-card", card=card, values=values))
    return "\n".join(lines) + "\n"


def is_verified(house: House) -> bool:
    """Tell whether all of it was compared with the real box."""
    return house.map_verified and house.market_verified


def tags(house: House) -> dict[str, str]:
    """Make the tags that a record needs to be replayed elsewhere."""
    return house_tags(house)


def memory(_house: House) -> Memory:
    """Nothing is learnt while a game is played."""
    return Memory()

"""Whose data the sheets show: what the owner has entered on this machine, else the placeholders.

>>> PrintedData().offline.map_verified
False
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from engine.offline.owner_data import NETS, OwnerData
from engine.offline.owner_data import PLACEHOLDER as OFFLINE_PLACEHOLDER
from firmware_py.games import owner_data
from firmware_py.games.insider.owner_data import PLACEHOLDER as INSIDER_PLACEHOLDER

if TYPE_CHECKING:
    from engine.insider.owner_data import Board


class PrintedData(NamedTuple):
    """What is printed of the two games whose boards differ from box to box."""

    offline: OwnerData = OFFLINE_PLACEHOLDER
    board: Board = INSIDER_PLACEHOLDER.board
    is_own_map: bool = False
    is_own_board: bool = False

    @property
    def map_key(self) -> str:
        """The text that says where the map comes from."""
        return _key(is_own=self.is_own_map, is_verified=self.offline.map_verified)

    @property
    def board_key(self) -> str:
        """The text that says where the paths come from."""
        return _key(is_own=self.is_own_board, is_verified=self.board.verified)

    @property
    def sites(self) -> list[str]:
        """The names of all sites."""
        return [
            f"{name}{at}"
            for name, net in zip(NETS, self.offline.nets, strict=True)
            for at in range(1, net.size + 1)
        ]

    @property
    def first_square(self) -> str | None:
        """The name of the first square of a path, if the paths have squares."""
        return next((f"{one}-{other}.1" for one, other, squares in self.board.links if squares), None)


def _key(*, is_own: bool, is_verified: bool) -> str:
    if not is_own:
        return "my-copy.placeholder"
    return "my-copy.own" if is_verified else "my-copy.own-unverified"


def kept() -> PrintedData:
    """Read what is kept on this machine; raises a `UserError` where a file is not good."""
    offline, insider = owner_data.load("offline"), owner_data.load("insider")
    placeholder, board = OFFLINE_PLACEHOLDER, INSIDER_PLACEHOLDER.board
    is_own_map = offline.map_verified or offline.nets != placeholder.nets
    is_own_board = insider.board.verified or insider.board.links != board.links
    return PrintedData(offline, insider.board, is_own_map, is_own_board)

"""The contract of a game that can be played against the box: an advisor looks for good acts and proves who wins.

It is optional: the line of a game in `engine.GAMES` names the levels of its opponent, and the game then has a
package or module `search` with a class `Advisor`. Like the rules it has no clock and no chance of its own: whoever
asks says how many positions it may look at, a few at a time, and which seed its choices have. What an advisor
answers depends on nothing but states, so undo and corrections cannot confuse it.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple, Protocol, TypeVar

from engine.acts import Act
from engine.game import Setup
from engine.verdicts import Sentence

State = TypeVar("State", contravariant=True)  # noqa: PLC0105 - the name that all protocols of games use

OPPONENT = "Opponent"
"""The tag of a match against the box: `[Opponent "2 hard"]`."""


class Verdict(NamedTuple):
    """What is known of a state: who wins with best play, or an estimate."""

    winner: int | None
    """The seat that wins whatever the others do; None if that is not solved."""
    best: tuple[Act, ...] | None
    """Every act that keeps the win for the player to move, in the order of `legal`; None if it is not solved."""
    chances: tuple[float, ...]
    """By seat, how likely it wins: 1 and 0 if that is solved, else an estimate."""


class Thinking(Protocol):
    """The search for one act, a few positions at a time."""

    @property
    def best(self) -> Act:
        """Return the best act that was found so far."""

    @property
    def is_proven(self) -> bool:
        """Return whether no other act can be better."""

    def work(self, nodes: int) -> bool:
        """Look at so many more positions; return whether it has finished."""

    def reason(self) -> Sentence:
        """Return why the best act is good, as far as that is known."""


class Advisor(Protocol[State]):
    """Looks for good acts. One advisor serves a whole match, and keeps what it has computed."""

    def think(self, state: State, level: str, seed: int = 0) -> Thinking:
        """Look for an act of the player to move, as a player of some level would; the game must not be over."""

    def verdict(self, state: State, left: int, nodes: int) -> Verdict:
        """Find who wins, if at most so many turns are left; look at no more positions than `nodes`."""

    def left(self, state: State) -> int:
        """Return how much of a game is left: empty cells, cards to come …, at the end 0."""


def opponent_tag(seat: int, level: str) -> str:
    """Return the value of the tag that names the box as an opponent.

    >>> opponent_tag(2, "hard")
    '2 hard'
    """
    return f"{seat} {level}"


def opponent_of(setup: Setup, levels: Collection[str]) -> tuple[int, str] | None:
    """Return the seat that the box plays, and its level; None if it plays none, or the tag says something else.

    >>> from engine.game import Setup
    >>> opponent_of(Setup("inside", ("Anna", "Box"), tags={OPPONENT: "2 hard"}), ("easy", "hard"))
    (2, 'hard')
    """
    seat, _, level = setup.tags.get(OPPONENT, "").partition(" ")
    seats = {str(number): number for number in range(1, len(setup.players) + 1)}
    return (seats[seat], level) if seat in seats and level in levels else None

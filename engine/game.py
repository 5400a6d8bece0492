"""The contract that every game fulfils.

A game is a module (or a package) that satisfies the protocol `Rules`; `engine.GAMES` lists them. Its state is
an immutable value, so undo is simply the state before. `legal` is fast, `judge` explains; they are written
apart and tests prove over whole games that they agree on every act of `wellformed`.

    start, seats, play     begin, who plays which seat, and the next state
    ask                    what the box waits for, and from whom
    legal, wellformed      what would be accepted now; what could be said at all
    judge, explain         no, with its rule and the reason; the arithmetic behind a yes
    steps, answers         how a person says an act with a few keys; what can stand for an open value
    tell, reveals          an act in a few words; whether it shows something that cannot be unseen
    standing               points, winners, over or not
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, Protocol, TypeVar

from engine.acts import OPEN, Act
from engine.steps import Answer, Step
from engine.verdicts import Impossible, Refusal, Sentence, player, say

State = TypeVar("State")

LONGEST_NAME_IN_RECORD = 40
"""Characters that a player's name may have."""
FIX = Act(None, "fix", (OPEN,))
"""Stands for every correction."""
UNLISTED = frozenset({"fix", "quit", "time"})
"""Acts that are never listed and can be said out of turn, in games that know them."""
MATCH_VERBS = ("fix", "quit", "undo", "redo", "amend", "overrule", "name", "hint")
"""What can be said in every game; the first two are each game's own business."""


class Setup(NamedTuple):
    """How a game begins: what the tags of a record say.

    >>> setup = Setup("inside", ("Anna", "Ben"), tags={"Date": "2026-11-20"})
    >>> setup.tags.get("Depth", "board"), setup.first
    ('board', 1)
    """

    game: str
    players: tuple[str, ...]
    first: int = 1
    tags: Mapping[str, str] = {}
    """Every other tag: the game's options and whatever else the record keeps."""


class Ask(NamedTuple):
    """What the box waits for: who has to say what.

    >>> from engine.verdicts import say
    >>> [(ask.first, ask.only) for ask in (Ask(seats, say("inside.ask-place")) for seats in ((), (2,), (2, 1)))]
    [(None, None), (2, 2), (2, None)]
    """

    seats: tuple[int, ...]
    """Who may speak now, the likeliest first; none if only the table itself can, or the game is over."""
    what: Sentence
    who: Sentence | None = None
    """The question to ask where several may speak, if it is not simply who."""
    is_optional: bool = False
    """The game is decided, but the table may play on."""

    @property
    def first(self) -> int | None:
        """The likeliest seat to speak; None if no seat may."""
        return next(iter(self.seats), None)

    @property
    def only(self) -> int | None:
        """The seat that has to speak, if it is one alone."""
        return self.first if len(self.seats) == 1 else None

    @property
    def turn(self) -> int | None:
        """The seat whose turn it is: the only one that may speak, or the one that the question names.

        Others may speak too: a partner, who repairs. None if everybody is asked alike.
        """
        named = dict(self.what.args).values()
        return next((seat for seat in self.seats if player(seat) in named), self.only)


class Standing(NamedTuple):
    """How the game stands, in a form that any screen can show."""

    over: bool
    """Nothing is left to play or to tell."""
    winners: tuple[int, ...]
    """Seats."""
    points: Mapping[int, int]
    """By seat."""
    details: Mapping[str, object] = {}
    """What else the game has to tell; plain values that fit into JSON."""
    played_out: bool = False
    """Play has ended, but hands or cards are still to be told; nobody can leave any more."""

    @property
    def is_decided(self) -> bool:
        """Whether it is known who has won, though perhaps not yet by how much."""
        return self.over or bool(self.winners)


def no_seat(act: Act, seats: Iterable[int]) -> Sentence:
    """Return why nobody of this game can do an act: it lacks a seat, or names one that does not exist."""
    if act.seat is None:
        return say("act.needs-seat", verb=act.verb, seats=tuple(seats))
    return say("act.no-such-seat", seat=act.seat)


def check_stop(act: Act, *, is_playing: bool) -> None:
    """Read `time`, with which a table stops early; raises `Impossible` if there is no play to stop (M-8)."""
    if act.seat is not None:
        raise Impossible(say("act.table-only", verb=act.verb))
    if act.args:
        raise Impossible(say("act.stands-alone", verb=act.verb))
    if not is_playing:
        raise Impossible(say("match.nothing-to-stop"), "M-8")


def who_quits(act: Act, seats: Iterable[int]) -> int:
    """Read `2 quit`; raises `Impossible` if that is no act of this game."""
    if act.args:
        raise Impossible(say("act.stands-alone", verb=act.verb))
    if act.seat is None or act.seat not in seats:
        raise Impossible(no_seat(act, seats))
    return act.seat


def as_written(act: Act) -> Sentence:
    """Return the words of an act as they are written: what is told of a correction that nobody understands."""
    return say("match.told-words", words=" ".join(act.args))


def option_value(game: str, tag: str, value: str) -> Sentence:
    """Return what an option is set to; values that are numbers share a sentence.

    >>> option_value("online", "Limit", "30"), option_value("insider", "Depth", "board").key
    (Sentence(key='online.option-limit', args=(('value', '30'),)), 'insider.option-depth-board')
    """
    name = tag.lower()
    return (
        say(f"{game}.option-{name}", value=value) if value[0].isdigit() else say(f"{game}.option-{name}-{value}")
    )


def nothing_to_explain(_state: object, _act: Act) -> Sentence | None:
    """Return None: the `explain` of a game whose verdicts rest on no arithmetic."""
    return None


class Rules(Protocol[State]):
    """What a game can be asked. `State` is its own."""

    VERSION: str
    """The version of the rules that a match is stored with."""
    RULINGS: frozenset[tuple[str, str]]
    """The refusals that rest on a ruling, the rule sheet being silent: the rule and the sentence."""

    def start(self, setup: Setup) -> State:
        """Return the state in which a game starts. Raises `BadSetup` with the reason."""

    def seats(self, state: State) -> tuple[int, ...]:
        """Return for each seat, seat 1 first, which player plays it; nearly always its own."""

    def ask(self, state: State) -> Ask:
        """Return what the box waits for."""

    def legal(self, state: State) -> Sequence[Act]:
        """List every canonical act that would be accepted now, by anyone."""

    def wellformed(self, state: State) -> Sequence[Act]:
        """List every canonical act that could be said at all, legal or not, in a fixed order."""

    def answers(self, state: State, act: Act) -> Sequence[Answer]:
        """List the answers to the first open value of an act; every correction begins as `FIX`."""

    def steps(self, state: State, act: Act) -> tuple[Step, ...]:
        """Return the steps to a well-formed act; none if the keys do not offer it in this state."""

    def judge(self, state: State, act: Act) -> Refusal | None:
        """Return why an act is refused, whatever it says; None if it is accepted.

        An act with an open value is refused, by no rule if nothing else is wrong with it.
        """

    def play(self, state: State, act: Act) -> State:
        """Return the state after an act that it can hold, legal or not; raises `Impossible` on others."""

    def explain(self, state: State, act: Act) -> Sentence | None:
        """Return the arithmetic on which the acceptance of an act rests, if there is some."""

    def tell(self, state: State, act: Act) -> Sentence:
        """Return in a few words what an act does in a state, a `fix` too; only `quit` is told by the match."""

    def reveals(self, act: Act) -> bool:
        """Return whether the act shows something new (a roll, a card, a tile) that nobody can forget again."""

    def standing(self, state: State) -> Standing:
        """Return how the game stands."""

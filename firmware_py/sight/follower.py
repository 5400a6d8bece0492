"""Explain what was read by the shortest sequence of legal acts that leads there from the state in the box.

One explanation is entered, several are offered (at most three, the likeliest first), none means that table and box
differ. What differs is named like a refusal, if one act that the rules forbid explains it.

The search goes `DEEPEST` acts deep and keeps `WIDTH` states at each depth. It follows only acts that the game says
a picture can show, and after which the picture does not fit much worse: at most WIDTH × the number of those acts
at each depth.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any, NamedTuple, Protocol, TypeAlias

from engine.acts import Act
from engine.game import Rules
from engine.verdicts import Impossible, Refusal
from firmware_py.sight.reading import CLEAR, Reading

State: TypeAlias = Any
Result: TypeAlias = tuple[State, tuple[Act, ...]]
"""Where acts lead: the state, and those of them that nobody saw."""

DEEPEST = 9
"""Acts between two pictures: a card of Insider and its seven tables are eight."""
WIDTH = 24
AN_ACT = 3.0
"""What each act costs: people show the table after nearly every act, and shadows look like cubes now and then."""
ENOUGH = CLEAR
"""A sequence explains a picture if it fits nearly as well as the pieces that were read."""
MOST_ANSWERS = 3


class GameSight(Protocol):
    """What a game says of its pictures; a state is of the game's own type."""

    DETOUR: float
    """How much worse a picture may fit after an act, if others follow: turning up a card empties all tables."""

    def expected(self, state: State) -> Iterable[tuple[str, str]]:
        """Return what should be seen in a state: place and piece; places that do not show are left out."""

    def shown(self, acts: Iterable[Act], state: State, reading: Reading) -> Iterable[Act]:
        """Return those of some acts that a picture can show; the picture says what stands for open values."""

    def is_asked(self, act: Act, state: State) -> bool:
        """Return whether an act that leads to a state is never entered without a question."""


class Explanation(NamedTuple):
    """Acts that lead to what was read, and how well."""

    acts: tuple[Act, ...]
    cost: float
    state: State

    @property
    def fit(self) -> float:
        """How badly the picture fits, whatever the acts cost."""
        return self.cost - AN_ACT * len(self.acts)


class Difference(NamedTuple):
    """Table and box differ: where, and which forbidden act would explain it."""

    places: tuple[tuple[str, str, str], ...]
    """Place, the piece that is seen, the piece that the box has."""
    act: Act | None = None
    refusal: Refusal | None = None


class Finding(NamedTuple):
    """What follows from a picture. At most one of the three is there; none if table and box agree."""

    acts: tuple[Act, ...] = ()
    """To be entered, in this order."""
    question: tuple[tuple[Act, ...], ...] = ()
    """Sequences to choose from, the likeliest first; an empty one leaves everything as it is."""
    differs: Difference | None = None


def follow(rules: Rules[State], state: State, sight: GameSight, reading: Reading) -> Finding:
    """Return what follows from a reading in a state."""
    found = explanations(rules, state, sight, reading)
    likely = [each for each in found if each.cost <= found[0].cost + CLEAR] if found else []
    if not likely:
        return Finding(differs=_difference(rules, state, sight, reading))
    if len(likely) == 1 and not _asked(likely[0], sight):
        return Finding(acts=likely[0].acts)
    return Finding(question=tuple(each.acts for each in likely[:MOST_ANSWERS]))


def explanations(rules: Rules[State], state: State, sight: GameSight, reading: Reading) -> list[Explanation]:
    """Return the sequences of legal acts that explain a reading, the likeliest first.

    There is one for each state, and for each choice of acts that nobody saw, such as dice.
    """
    front = [Explanation((), reading.cost(sight.expected(state)), state)]
    known = {_result(front[0], sight): front[0]}
    for _ in range(DEEPEST):
        following: dict[Result, Explanation] = {}
        orders: set[frozenset[tuple[Act, int]]] = set()
        for reached in front:
            for each in _next(rules, reached, sight, reading):
                result, same = _result(each, sight), frozenset(Counter(each.acts).items())
                if result in known or same in orders:  # in another order they are no other explanation
                    continue
                if result not in following or each.cost < following[result].cost:
                    orders.add(same)
                    following[result] = each
        front = sorted(following.values(), key=lambda each: each.cost)[:WIDTH]
        if not front:
            break
        known |= {_result(each, sight): each for each in front}
    found = sorted(known.values(), key=lambda each: each.cost)
    good = [each for each in found if each.fit <= ENOUGH]
    return [each for each in good if not any(_is_enough(other, each) for other in good)]


def _next(rules: Rules[State], reached: Explanation, sight: GameSight, reading: Reading) -> Iterable[Explanation]:
    """Return an explanation with one act more, for each after which the picture does not fit much worse."""
    for act in sight.shown(rules.legal(reached.state), reached.state, reading):
        then = rules.play(reached.state, act)
        cost = reading.cost(sight.expected(then)) + AN_ACT * (len(reached.acts) + 1)
        if cost <= reached.cost + sight.DETOUR:
            yield Explanation((*reached.acts, act), cost, then)


def _result(explanation: Explanation, sight: GameSight) -> Result:
    return explanation.state, _asked(explanation, sight)


def _asked(explanation: Explanation, sight: GameSight) -> tuple[Act, ...]:
    """Return the acts that are never entered without a question."""
    return tuple(act for act in explanation.acts if sight.is_asked(act, explanation.state))


def _is_enough(shorter: Explanation, longer: Explanation) -> bool:
    """Return whether some of an explanation's acts explain as much as all of them."""
    return set(shorter.acts) < set(longer.acts) and shorter.fit <= longer.fit


def _difference(rules: Rules[State], state: State, sight: GameSight, reading: Reading) -> Difference:
    """Return where a clear reading differs from the box, and the forbidden act that would explain it."""
    places = tuple(
        (place, reading.piece(place), piece)
        for place, piece in sight.expected(state)
        if place in reading.costs and reading.is_clear(place) and reading.piece(place) != piece
    )
    act = _forbidden(rules, state, sight, reading)
    return Difference(places, act, None if act is None else rules.judge(state, act))


def _forbidden(rules: Rules[State], state: State, sight: GameSight, reading: Reading) -> Act | None:
    """Return the one act that explains a reading though the rules forbid it, if possible of who has the turn."""
    asked = rules.ask(state).seats
    legal = set(rules.legal(state))
    found: list[tuple[bool, Act]] = []
    for act in sight.shown(rules.wellformed(state), state, reading):
        if act in legal:
            continue
        try:
            then = rules.play(state, act)
        except Impossible:
            continue
        if reading.cost(sight.expected(then)) <= ENOUGH:
            found.append((act.seat not in asked, act))
    return min(found, key=lambda each: each[0])[1] if found else None

"""Games that are shaken: corrections, overruled acts, players who leave and undo, among what is allowed."""

import random
from collections.abc import Callable, Iterator
from copy import deepcopy
from json import dumps
from typing import Any

import pytest

from engine import GAMES
from engine.acts import Act, is_open, read_act
from engine.game import FIX, Setup
from engine.match import Match, about, inner_of
from engine.steps import Kind
from engine.verdicts import Refusal
from tests.depth import seeds
from tests.engine.games import filled
from tests.engine.test_contract import agree

ACTIONS = 250
MANY = 300
"""Corrected games of each game in `make test-all`."""
FEW = 3
"""Those of each test that `make test` plays too."""


def games(count: int) -> pytest.MarkDecorator:
    """Play corrected games with these many seeds, most of them only in `make test-all`."""
    return pytest.mark.parametrize("seed", seeds(count, fast=FEW))


UNDO, REDO = read_act("undo"), read_act("redo")


def shaken(
    match: Match[Any], chance: random.Random, *, leaving: float
) -> Iterator[tuple[Act | None, Refusal | None]]:
    """Do something to a match, again and again; give what was said, if anything, and the answer."""
    rules = match.rules
    for _ in range(ACTIONS):
        kind, act, refusal = chance.random(), None, None
        if kind < 0.15:
            act = filled(rules, match.state, FIX, chance)
            refusal = match.play(act)
        elif kind < 0.3:
            act = chance.choice(rules.wellformed(match.state))
            if not is_open(act):
                match.play(about("overrule", act))
        elif kind < 0.3 + leaving:
            match.play(Act(chance.choice(match.state.seats), "quit"))
        elif kind < 0.4:
            match.play(read_act("undo"))
        elif allowed := match.legal():
            assert match.play(filled(rules, match.state, chance.choice(allowed), chance)) is None
        yield act, refusal


def replays(match: Match[Any]) -> bool:
    """Return whether the log of a match, said once more from its sentences, leads to the same position."""
    again = Match(match.rules, match.setup)
    for act in match.log:
        assert again.play(read_act(str(act))) is None
    return again.state == match.state


# --- whole games in which the table changes its mind


class Ledger:
    """The log of a match once more, naively: which acts stand, and a copy of a second implementation for each.

    A second implementation `hear`s every act of the game that was accepted; None where there is none.
    """

    def __init__(self, second: Any = None) -> None:
        self.standing: list[tuple[Act, Any]] = [(read_act("begin"), second)]
        self.undone: list[tuple[Act, Any]] = []

    @property
    def second(self) -> Any:
        return self.standing[-1][1]

    @property
    def acts(self) -> list[Act]:
        return [act for act, _ in self.standing[1:]]

    def say(self, act: Act) -> None:
        """Follow an act that was accepted."""
        if act == UNDO:
            self.undone.append(self.standing.pop())
        elif act == REDO:
            self.standing.append(self.undone.pop())
        else:
            if act.verb == "amend":
                self.standing.pop()
            second = deepcopy(self.second)
            if second is not None and act.verb != "name":
                second.hear(inner_of(act))
            self.standing.append((act, second))
            self.undone.clear()


def corrected(
    setup: Setup,
    seed: int,
    whole: Callable[[Any], None],
    second: Any = None,
    likes: Callable[[Any, Act], bool] = lambda *_: False,
) -> Iterator[tuple[Match[Any], Any]]:
    """Play a whole game with corrections, amends, overruled acts, undo, redo and players who leave.

    Gives the match and the second implementation after each act that was accepted. What every game has to keep is
    checked here: the acts that stand, the invariants, that nothing refused changes anything, that `legal` and
    `judge` agree, and that the log leads to the same position again. What a test `likes` is done more often.
    """
    chance = random.Random(seed)
    match, ledger = Match(GAMES[setup.game].rules(), setup), Ledger(second)
    for number in range(ACTIONS):
        act, before = wish(match, chance, likes), match.state
        refusal = match.play(act)
        if refusal is not None:
            assert match.state == before
            assert act.verb in {"fix", "quit", "amend", "overrule"}, (act, refusal)
        else:
            ledger.say(act)
            yield match, ledger.second
        assert match.acts == ledger.acts
        whole(match.state)
        standing = match.standing()
        assert dumps(standing.details)
        assert not (standing.over and standing.played_out)
        if number % 25 == seed % 25:
            agree(match.rules, match.state, chance, most=40)
        if not match.legal() and chance.random() < 0.2:
            break
    agree(match.rules, match.state, chance, most=40)
    assert replays(match)


def wish(match: Match[Any], chance: random.Random, likes: Callable[[Any, Act], bool] = lambda *_: False) -> Act:
    """Choose what the table says next: mostly what is allowed, and now and then anything else."""
    rules, allowed = match.rules, match.legal()
    kind = chance.choices(list(SAID), list(SAID.values()))[0]
    if match._undone and chance.random() < 0.3:
        return REDO
    if kind == "overrule":
        act = chance.choice(rules.wellformed(match.state))
        return about("overrule", UNDO if is_open(act) else act)
    if kind == "amend" and (last := match.amendable()) is not None:
        return _amended(match, last, chance)
    if kind == "undo" and match.acts:
        return UNDO
    if kind == "quit":
        return Act(chance.choice(range(1, len(match.names) + 1)), "quit")
    if kind == "name":
        return read_act('name 1 "Dora"')
    if kind == "fix" or not allowed:
        return _fix(match, chance)
    if chance.random() < 0.5 and (liked := [act for act in allowed if likes(match.state, act)]):
        return filled(rules, match.state, chance.choice(liked), chance)
    group = chance.choice(sorted({_group(act) for act in allowed}))
    return filled(rules, match.state, chance.choice([act for act in allowed if _group(act) == group]), chance)


SAID = {"allowed": 66, "fix": 10, "overrule": 7, "amend": 8, "undo": 7, "name": 1, "quit": 0.3}
"""How often a table says what."""


def _fix(match: Match[Any], chance: random.Random) -> Act:
    """Correct something; where a number is asked for it is nearly always close to what it was."""
    act = FIX
    while is_open(act):
        offered = [answer for answer in match.rules.answers(match.state, act) if not answer.hollow]
        if offered[0].step.kind is Kind.NUMBER and chance.random() < 0.95:
            offered.sort(key=lambda answer: abs(int(answer.step.value) - answer.step.start))
            offered = offered[:8]
        act = chance.choice(offered).act
    return act


def _group(act: Act) -> tuple[str, ...]:
    """Return what is done, without its details: there are many more moves than robberies, and swaps than bombs."""
    return (act.verb, *act.args[:3]) if act.verb == "play" else (act.verb,)


def _amended(match: Match[Any], last: Act, chance: random.Random) -> Act:
    """Type the last entry again, rightly or wrongly."""
    acts = match.rules.legal(match.before) if chance.random() < 0.8 else match.rules.wellformed(match.before)
    alike = [act for act in acts if (act.seat, act.verb) == (last.seat, last.verb)]
    if not alike:
        return about("amend", last)
    act = chance.choice(alike)
    try:
        return about("amend", filled(match.rules, match.before, act, chance))
    except IndexError:  # nothing can be said in place of an open value
        return about("amend", last)

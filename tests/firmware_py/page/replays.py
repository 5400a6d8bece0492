"""Matches for the page's tests: whole games at random, and games with everything a match knows among the acts."""

import random
from collections.abc import Sequence
from typing import Any

from engine import GAMES
from engine.acts import Act, is_open, quote, read_act
from engine.game import FIX, Setup
from engine.match import REDO, UNDO, Base, Match, about
from firmware_py.ui.match.history import History, HistoryRecorder
from tests.engine.games import filled, random_game

ACTIONS = 120


def name_of(setup: Setup) -> str:
    """Name a setup for a test's id."""
    return "-".join((setup.game, str(len(setup.players)), *setup.tags.values()))


def replayed(setup: Setup, log: Sequence[Act] = (), base: Base[Any] | None = None) -> History:
    """Return the history of a match with this log."""
    match = Match[Any](GAMES[setup.game].rules(), setup, base)
    for act in log[len(match.log) :]:
        assert match.play(act) is None
    return shadow_of(match)


def shadow_of(match: Match[Any]) -> History:
    return HistoryRecorder(match).follow()


def whole_game(setup: Setup, seed: int = 1) -> History:
    """Play a allowed game to its end, as far as random players come to one."""
    return replayed(
        setup, tuple(act for _, (_, _, act) in zip(range(600), random_game(setup, seed), strict=False))
    )


def mixed_match(setup: Setup, seed: int) -> Match[Any]:
    """Play with undo, redo, amend, overrule, name, fix, quit and hints among what is allowed."""
    chance = random.Random(seed)
    match = Match[Any](GAMES[setup.game].rules(), setup)
    for _ in range(ACTIONS):
        kind = chance.random()
        if kind < 0.08:
            match.play(filled(match.rules, match.state, FIX, chance))
        elif kind < 0.14:
            act = chance.choice(match.rules.wellformed(match.state))
            if not is_open(act):
                match.play(about("overrule", act))
        elif kind < 0.26:
            match.play(chance.choice((UNDO, UNDO, REDO)))
        elif kind < 0.32:
            _amend(match, chance)
        elif kind < 0.37:
            match.play(_about_a_seat(match, kind, chance))
        elif allowed := match.legal():
            assert match.play(filled(match.rules, match.state, chance.choice(allowed), chance)) is None
    return match


def _about_a_seat(match: Match[Any], kind: float, chance: random.Random) -> Act:
    seat = chance.randrange(len(match.players)) + 1
    if kind < 0.35:
        return Act(None, "name", (str(seat), quote(chance.choice(("Zoë", "<b>Max</b>", 'A "B" & C')))))
    if kind < 0.355:
        return Act(chance.choice(getattr(match.state, "seats", (seat,))), "quit")
    return Act(seat, "hint")


def _amend(match: Match[Any], chance: random.Random) -> None:
    last = match.amendable()
    if last is None:
        return
    alike = [act for act in match.rules.legal(match.before) if (act.seat, act.verb) == (last.seat, last.verb)]
    if alike:
        match.play(about("amend", filled(match.rules, match.before, chance.choice(alike), chance)))


def played(setup: Setup, *sentences: str) -> History:
    return replayed(setup, tuple(map(read_act, sentences)))

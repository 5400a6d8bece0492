"""The navigator with which input begins: of a turn, of one seat, of the menu, or to amend the last act."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from engine.acts import Act
from engine.game import Rules
from engine.steps import SIDES, Kind, Step, choice, seat
from engine.verdicts import Sentence, say
from firmware_py.ui.navigation.navigator import Navigator
from firmware_py.ui.navigation.options import Path, menu_of, paths_of

A_PLAYER = say("box.a-player")


def navigator_for(rules: Rules[object], state: object, seats: Collection[int]) -> Navigator | None:
    """Return the navigator for the acts of `seats` and of no seat; None if there are none.

    If several seats may act, the first question asks which one. If acts of no seat exist, their question comes
    first, and "a player" is one more answer to it.
    """
    offered = [path for path in paths_of(rules, state, {None, *seats}) if not path.steps[0].is_aside]
    table = [path for path in offered if path.leaf.seat is None]
    players = [path for path in offered if path.leaf.seat is not None]
    if len(seats) > 1:
        asks = rules.ask(state).who or say("box.ask-seat")
        before = _a_player(table) if table else None
        players = [Path((*_speaker(path, asks, before), *path.steps), path.leaf) for path in players]
    paths = table + players
    if not paths:
        return None
    navigator = Navigator(paths, frozenset(rules.legal(state)))
    if navigator.option.step.kind is Kind.SEAT:
        navigator.point(next(iter(seats)))
    return navigator


def _speaker(path: Path, asks: Sentence, before: Step | None) -> tuple[Step, ...]:
    """Return the step that names who acts, unless the path has one; `before` leads there from acts of no seat."""
    first = () if before is None or path.steps[0].asks == before.asks else (before,)
    is_named = any(step.is_speaker for step in path.steps)
    return first if is_named or path.leaf.seat is None else (*first, seat(asks, path.leaf.seat))


def is_for_everyone(navigator: Navigator) -> bool:
    """Return whether the players act only behind another answer: first something is entered for everyone."""
    return any(option.step.label == A_PLAYER for option in navigator.options)


def _a_player(table: Sequence[Path]) -> Step:
    """Return the step that leads from acts of no seat to those of the players: one more answer beside them."""
    taken = {path.steps[0].side for path in table}
    side = next(side for side in SIDES if side not in taken) if None not in taken else None
    return choice(table[0].steps[0].asks, "player", A_PLAYER)._replace(side=side)


def navigator_of(rules: Rules[object], state: object, speaker: int) -> Navigator | None:
    """Return the navigator for the acts of one seat; its menu acts if it has no others, None if it has none."""
    paths = paths_of(rules, state, {speaker})
    paths = [path for path in paths if not path.steps[0].is_aside] or paths
    return Navigator(paths, frozenset(rules.legal(state))) if paths else None


def navigator_to_amend(rules: Rules[object], before: object, last: Act) -> Navigator:
    """Return the navigator that replaces the last act: same verb and seat, from the state before it."""
    same = {act for act in rules.wellformed(before) if (act.seat, act.verb) == (last.seat, last.verb)}
    paths = [path for path in paths_of(rules, before) if path.leaf in same]
    return Navigator(paths, frozenset(rules.legal(before)))


def navigator_aside(rules: Rules[object], state: object) -> Navigator | None:
    """Return the navigator for what a game adds to the menu; None if it adds nothing."""
    paths = menu_of(rules, state)
    return Navigator(paths, frozenset(rules.legal(state))) if paths else None

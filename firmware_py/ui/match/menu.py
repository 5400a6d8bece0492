"""The menu of a match: rarely used acts, and actions that are not acts.

Its first question is a cross that is the same in every game, so that players can learn it: correct, look back,
match, and what only this game has. Most entries end in acts of the match; `MenuEntry` entries and `AMEND` do not.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engine import GAMES
from engine.acts import OPEN, Act
from engine.game import FIX
from engine.match import REDO, UNDO, Match
from engine.steps import Direction, Step, aside, choice, number, seat
from engine.verdicts import Refusal, say
from firmware_py.ui.match.advice import NO_HINTS
from firmware_py.ui.navigation.navigator import Navigator
from firmware_py.ui.navigation.options import Leaf, Path, menu_of
from firmware_py.ui.screens.choices import MenuEntry
from firmware_py.ui.screens.effects import AskName, Do, Leave, Leaving, ShowRound

FINAL = ("insist", "end", "quit", "stop")
"""Entries on which the cursor does not start."""
STOP = Act(None, "time")
AMEND = Act(None, "amend", (OPEN,))
LEAVES = ("park", "settings", "end")
NOTHING_TO_AMEND = Refusal("M-3", say("match.nothing-to-amend"))
NOTHING_REFUSED = Refusal("M-4", say("box.nothing-refused"))


class MenuState(NamedTuple):
    """What the menu depends on besides the match."""

    rounds: int = 0
    """The number of rounds that can be shown again."""
    has_legend: bool = False
    """Whether there is something to say about the picture."""
    is_over: bool = False
    has_refused: bool = False
    """Whether an act was refused in this turn."""
    no_hint: Refusal | None = NO_HINTS
    """Why there is no hint now; None if there is one."""


def menu_of_match(match: Match[object], state: MenuState) -> Navigator:
    """Return the navigator of the menu."""
    paths = menu_paths(match, state)
    return Navigator(paths, {*match.legal(), *(path.leaf for path in paths if _is_allowed(match, path.leaf))})


def menu_paths(match: Match[object], state: MenuState) -> list[Path]:
    """Return every path of the menu."""
    return [
        *_corrections(state),
        *_looks(match, state),
        *_match(match, state),
        *_games_own(match, state),
    ]


def _is_allowed(match: Match[object], leaf: Leaf) -> bool:
    if not isinstance(leaf, Act):
        return leaf.is_allowed
    if leaf == AMEND:
        return match.amendable() is not None
    if leaf == FIX:
        return bool(match.rules.answers(match.state, FIX))
    return (leaf in {UNDO, REDO, STOP} or leaf.verb == "quit") and match.judge(leaf) is None


def _group(side: Direction, value: str) -> Step:
    """Return an answer to the first question."""
    return aside(value, say(f"menu.{value}"))._replace(side=side)


def _entry(asks: str, value: str) -> Step:
    return choice(say(asks), value, say(f"menu.{value}"))._replace(is_final=value in FINAL)


def _corrections(state: MenuState) -> Iterator[Path]:
    first, asks = _group(Direction.LEFT, "correct"), "menu.ask-correct"
    for value, act in (("fix", FIX), ("undo", UNDO), ("redo", REDO), ("amend", AMEND)):
        yield Path((first, _entry(asks, value)), act)
    step = _entry(asks, "insist")
    refusal = None if state.has_refused else NOTHING_REFUSED
    yield Path((first, step), MenuEntry(step, (Do.INSIST,), state.has_refused, refusal))


def _looks(match: Match[object], state: MenuState) -> Iterator[Path]:
    first, asks = _group(Direction.UP, "look"), "menu.ask-look"
    own = choice(say(asks), "rounds", say(f"{match.setup.game}.rounds"))
    for at in range(1, state.rounds + 1):
        step = number(say("box.ask-round"), at, state.rounds)
        yield Path((first, own, step), MenuEntry(step, (Do.BEGIN_TURN, ShowRound(at))))
    step = _entry(asks, "history")
    yield Path((first, step), MenuEntry(step, (Do.BEGIN_TURN, Do.SHOW_HISTORY)))
    if state.has_legend:
        step = _entry(asks, "legend")
        yield Path((first, step), MenuEntry(step, (Do.BEGIN_TURN, Do.SHOW_LEGEND)))


def _match(match: Match[object], state: MenuState) -> Iterator[Path]:
    first, asks = _group(Direction.RIGHT, "match"), "menu.ask-match"
    leaves = {value: _entry(asks, value) for value in LEAVES if not (state.is_over and value == "park")}
    end = leaves.pop("end")
    for value, step in leaves.items():
        yield Path((first, step), MenuEntry(step, (Do.BEGIN_TURN, Leave(Leaving(value)))))
    seats = [seat(say("box.ask-seat"), at) for at in range(1, len(match.players) + 1)]
    for at, who in enumerate(seats, start=1):
        yield Path((first, _entry(asks, "rename"), who), MenuEntry(who, (Do.BEGIN_TURN, AskName(at))))
    for at, who in enumerate(seats, start=1):
        yield Path((first, _entry(asks, "quit"), who), Act(at, "quit"))
    is_timed = GAMES[match.setup.game].time_limit is not None  # such a game has an entry of its own
    if not is_timed and match.rules.judge(match.state, STOP) is None:
        yield Path((first, _entry(asks, "stop")), STOP)
    yield Path((first, end), MenuEntry(end, (Do.BEGIN_TURN, Leave(Leaving.END))))


def _games_own(match: Match[object], state: MenuState) -> Iterator[Path]:
    """Yield the menu entries of this game below the cross; several are grouped, a single one is not."""
    own = menu_of(match.rules, match.state)
    if state.is_over and match.ask().is_optional:
        step = aside("play-on", say("box.play-on"))
        own.append(Path((step,), MenuEntry(step, (Do.PLAY_ON,))))
    if state.no_hint != NO_HINTS and not state.is_over:
        step = aside("hint", say("menu.hint"))
        asks = (Do.BEGIN_TURN, Do.ASK_HINT)
        own.append(Path((step,), MenuEntry(step, asks, state.no_hint is None, state.no_hint)))
    if len({path.steps[0] for path in own}) > 1:
        group = _group(Direction.DOWN, "game")
        own = [Path((group, *path.steps), path.leaf) for path in own]
    for (first, *rest), leaf in own:
        yield Path((first._replace(side=Direction.DOWN), *rest), leaf)

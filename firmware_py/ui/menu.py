"""The menu of a match: what is neither an act of the game nor always at hand.

Its first question is a compass that is the same in every game, so that fingers learn it: correct, look back,
players, match; what a game has of its own lies under ok. Most of it leads to acts of the match; the verbs below
never reach it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.acts import OPEN, Act
from engine.game import FIX
from engine.match import REDO, UNDO
from engine.steps import aside, choice, number, seat
from engine.verdicts import Refusal, say
from firmware_py.ui.navigator import Path, menu_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.match import Match
    from engine.steps import Step

AMEND, INSIST = Act(None, "amend", (OPEN,)), Act(None, "menu-insist")
LOOK, HISTORY, PLAY_ON = "menu-look", "menu-history", "menu-play-on"
RENAME, LEAVE = "menu-rename", "menu-leave"
"""Verbs that no game has."""
LEAVES = ("park", "end", "settings")
OURS = frozenset({LOOK, HISTORY, PLAY_ON, RENAME, LEAVE, INSIST.verb, AMEND.verb, "undo", "redo"})
"""Verbs that the menu does by itself."""
REFUSED = {
    AMEND: Refusal("M-3", say("match.nothing-to-amend")),
    INSIST: Refusal("M-4", say("box.nothing-refused")),
}
"""Why something of it cannot be done."""


def menu_paths(match: Match[Any], rounds: int, *, is_over: bool) -> list[Path]:
    """List all of it; `rounds` can be looked back at."""
    return [
        *_corrections(),
        *_looks(match, rounds),
        *_players(match),
        *_leaves(is_over=is_over),
        *_games_own(match, is_over=is_over),
    ]


def menu_lawful(match: Match[Any], paths: list[Path], refused: Act | None) -> set[Act]:
    """Tell which of it can be done now."""
    lawful = set(match.legal())
    for path in paths:
        act = path.act
        if act == AMEND:
            is_lawful = match.amendable() is not None
        elif act == INSIST:
            is_lawful = refused is not None
        elif act == FIX:
            is_lawful = bool(match.rules.answers(match.state, FIX))
        elif act in {UNDO, REDO} or act.verb == "quit":
            is_lawful = match.judge(act) is None
        else:
            is_lawful = act.verb in OURS
        if is_lawful:
            lawful.add(act)
    return lawful


def _entry(asks: str, value: str) -> Step:
    return choice(say(asks), value, say(f"menu.{value}"))


def _corrections() -> Iterator[Path]:
    first = aside("correct", say("menu.correct"))
    asks = "menu.ask-correct"
    for value, act in (("fix", FIX), ("undo", UNDO), ("redo", REDO), ("amend", AMEND), ("insist", INSIST)):
        yield Path((first, _entry(asks, value)), act)


def _looks(match: Match[Any], rounds: int) -> Iterator[Path]:
    first, asks = aside("look", say("menu.look")), "menu.ask-look"
    if rounds:
        own = choice(say(asks), "rounds", say(f"{match.setup.game}.rounds"))
        for at in range(1, rounds + 1):
            yield Path((first, own, number(say("box.ask-round"), at, rounds)), Act(None, LOOK, (str(at),)))
    yield Path((first, _entry(asks, "history")), Act(None, HISTORY))


def _players(match: Match[Any]) -> Iterator[Path]:
    first, asks = aside("players", say("menu.players")), "menu.ask-players"
    for at in range(1, len(match.players) + 1):
        who = seat(say("box.ask-seat"), at)
        yield Path((first, _entry(asks, "rename"), who), Act(None, RENAME, (str(at),)))
    for at in range(1, len(match.players) + 1):
        who = seat(say("box.ask-seat"), at)
        yield Path((first, _entry(asks, "quit"), who), Act(at, "quit"))


def _leaves(*, is_over: bool) -> Iterator[Path]:
    first = aside("match", say("menu.match"))
    for value in LEAVES:
        if not (is_over and value == "park"):
            yield Path((first, _entry("menu.ask-match", value)), Act(None, LEAVE, (value,)))


def _games_own(match: Match[Any], *, is_over: bool) -> Iterator[Path]:
    """List what this very game has in the menu; a single thing lies there by itself."""
    own = menu_of(match.rules, match.state)
    if is_over and match.ask().is_optional:
        own.append(Path((aside(PLAY_ON, say("box.play-on")),), Act(None, PLAY_ON)))
    if len({path.steps[0] for path in own}) > 1:
        group = aside("game", say("menu.game"))
        own = [Path((group, *path.steps), path.act) for path in own]
    yield from own

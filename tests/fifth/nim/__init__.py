"""Nim: heaps of matches, and who takes the last one wins. The rules are in RULES.md.

It is as small as a game can be, and has all that the contract asks for: begin here if you write a fifth one.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.acts import OPEN, Act
from engine.game import MATCH_VERBS, Ask, Setup, Standing, as_written, no_seat, who_quits
from engine.game import nothing_to_explain as explain
from engine.steps import Answer, Step, choice, number, seat
from engine.verdicts import BadSetup, Impossible, Refusal, Sentence, player, say

__all__ = ["RULINGS", "VERSION", "State", "answers", "ask", "explain", "judge", "legal", "play", "reveals"]
__all__ += ["seats", "standing", "start", "steps", "tell", "wellformed"]

VERSION = "1"
RULINGS: frozenset[tuple[str, str]] = frozenset()
HEAPS = {"1 3 5 7": (1, 3, 5, 7), "3 4 5": (3, 4, 5)}
MOST = 7
"""Matches of a heap."""


class State(NamedTuple):
    """A position. It is a value: undo is simply the one before."""

    heaps: tuple[int, ...]
    turn: int
    taken: tuple[int, ...]
    """Matches that each seat has taken."""
    left: frozenset[int] = frozenset()
    winner: int = 0


def start(setup: Setup) -> State:
    """Lay the heaps (NI-1)."""
    heaps, count = setup.tags.get("Heaps", "1 3 5 7"), len(setup.players)
    if heaps not in HEAPS:
        raise BadSetup(say("nim.which-heaps", heaps=tuple(HEAPS)), "Heaps")
    if count not in range(2, 5):
        raise BadSetup(say("nim.how-many", given=count), "Players")
    if setup.first not in range(1, count + 1):
        raise BadSetup(say("act.no-such-seat", seat=setup.first), "First")
    return State(HEAPS[heaps], setup.first, (0,) * count)


def seats(state: State) -> tuple[int, ...]:
    """Return who plays each seat."""
    return tuple(range(1, len(state.taken) + 1))


# --- what can be said, and with which keys


def wellformed(state: State) -> list[Act]:
    """List all acts that could be said: any seat, any heap, any number."""
    heaps, counts = range(1, len(state.heaps) + 1), range(1, MOST + 1)
    return [Act(who, "take", (f"{heap}", f"{n}")) for who in seats(state) for heap in heaps for n in counts]


def legal(state: State) -> list[Act]:
    """List every act that would be accepted (NI-2)."""
    if state.winner:
        return []
    heaps = enumerate(state.heaps, start=1)
    return [Act(state.turn, "take", (f"{heap}", f"{n}")) for heap, size in heaps for n in range(1, size + 1)]


def steps(state: State, act: Act) -> tuple[Step, ...]:
    """Return the steps of an act: the heap, then how many."""
    heap, count = map(int, act.args)
    return _heap(state, say("nim.ask-heap"), heap), number(say("nim.ask-count"), count)


def answers(state: State, act: Act) -> list[Answer]:
    """List the answers to the first open value of a correction; no other act of Nim has one."""
    asks, said, is_begun = say("nim.ask-fix"), act.args[:-1], act.args != (OPEN,)
    match act.args:
        case ("*",):
            heaps = [_heap(state, asks, heap) for heap in range(1, len(state.heaps) + 1)]
            steps = [*heaps, choice(asks, "turn", say("nim.fix-turn"))]
        case ("turn", "*"):
            steps = [seat(say("box.ask-seat"), who) for who in seats(state)]
        case _:
            steps = [number(say("nim.ask-count"), count) for count in range(MOST + 1)]
    fixes = [Act(None, "fix", (*said, step.value) if is_begun else (step.value, OPEN)) for step in steps]
    hollow = [is_begun and judge(state, fix) is not None for fix in fixes]
    return [Answer(*answer) for answer in zip(steps, fixes, hollow, strict=True)]


def _heap(state: State, asks: Sentence, heap: int) -> Step:
    return choice(asks, f"{heap}", say("nim.heap", heap=heap, count=state.heaps[heap - 1]), heap)


# --- verdicts, and what acts do


def judge(state: State, act: Act) -> Refusal | None:
    """Rule on any act; None is yes."""
    instead = tuple(sorted(legal(state), key=lambda other: other.args[:1] != act.args[:1])[:3])
    try:
        play(state, act)
    except Impossible as impossible:
        return Refusal(impossible.rule, impossible.why, instead if impossible.rule else ())
    if act.verb != "take":
        return None
    if state.winner:
        return Refusal("NI-3", say("nim.over", who=player(state.winner)))
    if act.seat != state.turn:
        return Refusal("NI-2", say("nim.not-your-turn", who=player(state.turn)), instead)
    return None


def play(state: State, act: Act) -> State:
    """Apply any act that the state can hold, whosever turn it is; raise `Impossible` on others."""
    playing = [who for who in seats(state) if who not in state.left]
    match act:
        case Act(int(who), "take", (heap, count)) if who in playing:
            return _take(state, who, _number(heap, len(state.heaps)), _number(count, MOST))
        case Act(None, "fix", ("turn", who)) if who in map(str, playing):
            return state._replace(turn=int(who))
        case Act(None, "fix", (heap, count)) if heap != "turn":
            return _fix(state, _number(heap, len(state.heaps)), _number(count, MOST, least=0))
        case Act(_, "quit", _):
            return _quit(state, who_quits(act, playing))
        case Act(_, "take", _):
            raise Impossible(no_seat(act, playing) if act.seat not in playing else say("nim.words"))
        case Act(_, "fix", _):
            raise Impossible(say("nim.words"))
    raise Impossible(say("act.unknown", verb=act.verb, verbs=("take", *MATCH_VERBS)))


def _number(word: str, most: int, least: int = 1) -> int:
    if word not in map(str, range(least, most + 1)):
        raise Impossible(say("nim.words"))
    return int(word)


def _take(state: State, who: int, heap: int, count: int) -> State:
    """Take matches (NI-2); the last of all wins (NI-3)."""
    size = state.heaps[heap - 1]
    if count > size:
        raise Impossible(say("nim.too-many", heap=heap, count=size), "NI-2")
    heaps = (*state.heaps[: heap - 1], size - count, *state.heaps[heap:])
    taken = (*state.taken[: who - 1], state.taken[who - 1] + count, *state.taken[who:])
    winner = state.winner or (0 if any(heaps) else who)
    return state._replace(heaps=heaps, taken=taken, turn=_following(state, who), winner=winner)


def _quit(state: State, who: int) -> State:
    """Leave the game (NI-4)."""
    if state.winner:
        raise Impossible(say("nim.over", who=player(state.winner)), "M-6")
    state = state._replace(left=state.left | {who})
    turn = _following(state, who) if state.turn == who else state.turn
    return state._replace(turn=turn, winner=turn if _following(state, turn) == turn else 0)


def _following(state: State, who: int) -> int:
    """Find who plays after a seat."""
    count = len(state.taken)
    order = ((who + ahead) % count + 1 for ahead in range(count))
    return next(other for other in order if other not in state.left)


def _fix(state: State, heap: int, size: int) -> State:
    """Put a heap right; the last match goes only by being taken (NI-3)."""
    heaps = (*state.heaps[: heap - 1], size, *state.heaps[heap:])
    if not any(heaps):
        raise Impossible(say("nim.not-empty"), "NI-3")
    return state._replace(heaps=heaps, winner=state.winner if any(state.heaps) else 0)


# --- what there is to say


def ask(state: State) -> Ask:
    """Return whose turn it is."""
    if state.winner:
        return Ask((), say("nim.over", who=player(state.winner)))
    return Ask((state.turn,), say("nim.ask-take", who=player(state.turn)))


def tell(_state: State, act: Act) -> Sentence:
    """Return in a few words what an act does."""
    match act:
        case Act(verb="fix", args=("turn", who)) if who.isdecimal():
            return say("match.told-turn", who=player(int(who)))
        case Act(verb="fix", args=(heap, count)):
            return say("nim.told-heap", heap=heap, count=count)
        case Act(args=(heap, count)):
            return say("nim.told", heap=heap, count=count)
    return as_written(act)


def reveals(_act: Act) -> bool:
    """Return whether an act shows something new: in Nim everything lies open."""
    return False


def standing(state: State) -> Standing:
    """Return who has taken how many, who has won, and what lies on the table."""
    winners = (state.winner,) if state.winner else ()
    points = dict(enumerate(state.taken, start=1))
    return Standing(bool(winners), winners, points, {"heaps": list(state.heaps)})

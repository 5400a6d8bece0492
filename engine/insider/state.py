"""The state of a game of Insider at both depths: the restaurant and the turns, and at `board` depth the city.

>>> state = start(Setup("insider", ("Anna", "Ben", "Carla"), first=2))
>>> state.seats, state.turn, state.inn.steps
(range(1, 4), 2, (0, 0, 0))
"""

from __future__ import annotations

from typing import NamedTuple

from engine.colours import COLOURS, are_colours, choices_of
from engine.game import Setup
from engine.insider.cards import MOST_TABLES, SIZES
from engine.insider.city import CORNERS, HOMES, plan_of
from engine.insider.owner_data import read_board
from engine.insider.publicity import MOST_ROUNDS
from engine.insider.restaurant import End, Restaurant
from engine.insider.town import Town
from engine.verdicts import BadSetup, Impossible, Sentence, player, say

VERSION = "3"
TABLES = {str(number): number for number in range(1, MOST_TABLES + 1)}


class State(NamedTuple):
    """A position."""

    inn: Restaurant
    turn: int
    """Whose turn it is, as far as the table says so."""
    owed: tuple[int, ...]
    """By seat: the turns to be missed (IR-24)."""
    rolls_again: int = 0
    """The seat that has rolled a seven (IR-10); 0 is nobody."""
    verified: bool = False
    """Whether an owner has compared the board with their own (IR-34)."""
    town: Town | None = None
    """The city and the turn at `board` depth; None at `stair` depth."""
    has_turns: bool = False
    """Whether a turn was ever ended or corrected: at `stair` depth nobody has to."""

    @property
    def shows_turns(self) -> bool:
        """Whether pictures say whose turn it is and who misses one."""
        return self.has_turns or self.town is not None

    @property
    def seats(self) -> range:
        """The seats of this game."""
        return range(1, len(self.owed) + 1)


def start(setup: Setup) -> State:
    """Return the start: all markers on the shoes, the first card still to be turned up."""
    players = len(setup.players)
    if players not in SIZES:
        raise BadSetup(say("insider.players", given=players), "Players")
    if not 1 <= setup.first <= players:
        raise BadSetup(say("insider.no-first", given=setup.first, players=players), "First")
    depth = setup.tags.get("Depth", "stair")
    if depth not in {"stair", "board"}:
        raise BadSetup(say("insider.depth", given=depth[:40]), "Depth")
    if COLOURS in setup.tags and not are_colours(setup.game, setup.tags[COLOURS].split(), players):
        raise BadSetup(say("insider.colours", players=players, colours=choices_of(setup.game)), COLOURS)
    board = read_board(setup.tags)
    town = Town.of(plan_of(board.links, _homes(setup))) if depth == "board" else None
    inn = Restaurant.of(players, board.cellar)
    return State(inn, setup.first, (0,) * players, verified=board.verified, town=town)


def _homes(setup: Setup) -> tuple[str, ...]:
    """Read who lives where (IR-1)."""
    players = len(setup.players)
    homes = tuple(setup.tags.get("Homes", " ".join(HOMES[players])).split())
    if len(homes) != players or len(set(homes)) != players or not set(homes) <= set(CORNERS):
        raise BadSetup(say("insider.homes", players=players, corners=CORNERS), "Homes")
    return homes


def town_of(state: State) -> Town:
    """Return what is around the restaurant, in a game at `board` depth."""
    assert state.town is not None
    return state.town


def owing(state: State, seat: int, turns: int) -> State:
    """Note how many turns a player will miss."""
    owed = (*state.owed[: seat - 1], turns, *state.owed[seat:])
    return state._replace(owed=owed)


# --- what is wrong, in words: both depths share it


def gone(seat: int) -> Sentence:
    """Return the sentence that a player has left."""
    return say("insider.gone", who=player(seat))


def seat_named(state: State, word: str) -> int:
    """Read a seat of this game; raises `Impossible`."""
    if word not in map(str, state.seats):
        raise Impossible(say("act.no-such-seat", seat=word[:9]))
    return int(word)


def present(state: State, word: str) -> int:
    """Read the seat of somebody who has not left."""
    seat = seat_named(state, word)
    if seat in state.inn.left:
        raise Impossible(gone(seat), "M-6")
    return seat


def no_card(state: State) -> Sentence:
    """Return the sentence that no card is open."""
    if state.inn.evaluations == MOST_ROUNDS:
        return say("insider.no-more-cards", rounds=MOST_ROUNDS)
    return say("insider.no-card", number=state.inn.evaluations + 1)


def on_card(inn: Restaurant, table: int) -> None:
    """Raise `Impossible` unless the open card has this table."""
    if table > len(inn.tables):
        raise Impossible(say("insider.not-on-card", table=str(table), count=len(inn.tables)), "IR-7")


def against_dice(inn: Restaurant, seat: int, dice: int) -> tuple[str, Sentence] | None:
    """Return why a player cannot have so many dice, or points instead of any (IR-9, IR-10, IR-24)."""
    if seat not in inn.rumours:
        return ("IR-10", say("insider.two-dice", who=player(seat))) if dice == 1 else None
    if not dice:
        return "IR-24", say("insider.no-points", who=player(seat))
    return ("IR-24", say("insider.one-die", who=player(seat))) if dice > 1 else None


def seated(state: State) -> tuple[Sentence, ...]:
    """Name who sits in the restaurant, one by one."""
    return tuple(player(sitting) for sitting in sorted(state.inn.tables) if sitting)


def over(state: State, end: End) -> tuple[str, Sentence]:
    """Return the rule that has ended the game, and why."""
    winners = tuple(player(seat) for seat in end.winners)
    best = state.inn.steps[end.winners[0] - 1]
    match end.rule:
        case "M-6":
            return end.rule, say("insider.over-left", who=winners)
        case "M-8":
            return end.rule, say("insider.over-stopped", who=winners, step=best)
        case "IR-32":
            key = "insider.over-top" if end.after else "insider.over-marked"
            return end.rule, say(key, who=winners, number=end.after)
    return end.rule, say("insider.over-rounds", who=winners, rounds=MOST_ROUNDS, step=best)


RULINGS = frozenset(
    {
        ("IR-1", "insider.not-your-turn"),
        ("IR-3", "insider.closed-home"),
        ("IR-5", "insider.stays"),
        ("IR-13", "insider.no-way"),
        ("IR-13", "insider.same-spot"),
        ("IR-13", "insider.too-far"),
        ("IR-19", "insider.not-struck"),
        ("IR-21", "insider.nobody-seated"),
        ("IR-22", "insider.table-to-table"),
        ("IR-22", "insider.total-out"),
        ("IR-23", "insider.not-oneself"),
        ("IR-24", "insider.not-oneself"),
        ("IR-28", "insider.points-first"),
        ("IR-28", "insider.second-turn-alone"),
    }
)


def seats(state: State) -> tuple[int, ...]:
    """Return who plays each seat."""
    return tuple(state.seats)

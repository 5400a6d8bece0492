"""Insider at both depths: how fast its engine is, and how many presses pawns and cards take."""

from collections.abc import Iterator, Sequence
from functools import partial

from engine import GAMES
from engine.insider.board.walking import walks
from engine.insider.city import ways
from tests.bench.chess_yardstick import chess_games
from tests.bench.engines import PER_ACT, PER_LEGAL, Case, cases_of, median_presses, presses_goal, replaying
from tests.bench.presses import fewest_presses
from tests.bench.rows import Figure, Goal, Row, best, measured
from tests.engine.games import BOARDS, STAIRS
from tests.firmware_py.screens import Catalogue

STAIR_GAMES, STAIR_GAMES_PRESSED, BOARD_GAMES = 10, 2, 1
BOARD_STEP = 25
"""Presses are counted for every so many acts on the board."""


def stair_speed() -> Iterator[Row]:
    """Time the engine at stair depth beside python-chess."""
    yield from measured(_stair_speed, Goal(PER_ACT, 1 / 10), Goal(PER_LEGAL, 1))


def board_speed() -> Iterator[Row]:
    """Time the engine at board depth beside python-chess."""
    yield from measured(_board_speed, Goal(PER_LEGAL, 1), Goal(PER_ACT, 2))


def presses() -> Iterator[Row]:
    """Count the presses for seats and cards at stair depth, and for pawns on the board."""
    yield from measured(
        _presses_per_seat,
        presses_goal("presses to seat a pawn, six keys, median", 3),
        presses_goal("presses to seat a pawn, seat keys, median", 2),
    )
    yield from measured(_presses_per_card, presses_goal("presses for a card from a full catalogue", 3))
    yield from measured(_presses_per_pawn, presses_goal("presses per pawn moved, six keys, median", 7))


def _stair_speed() -> Sequence[Figure]:
    cases = cases_of(STAIRS, STAIR_GAMES)
    (ply, move), (act, listed) = best(chess_games, partial(replaying, "insider", cases))
    return Figure(act, ply), Figure(listed, move)


def _board_speed() -> Sequence[Figure]:
    cases = cases_of(BOARDS, BOARD_GAMES)
    (ply, move), (act, listed) = best(chess_games, partial(_replay_board, cases))
    return Figure(listed, move), Figure(act, ply)


def _replay_board(cases: Sequence[Case]) -> tuple[float, float]:
    """Replay as if for the first time: no way is remembered from an earlier round."""
    ways.cache_clear()
    walks.cache_clear()
    return replaying("insider", cases)


def _stair_cases(verb: str) -> list[Case]:
    return [case for case in cases_of(STAIRS, STAIR_GAMES_PRESSED) if case.act.verb == verb]


def _presses_per_seat() -> Sequence[Figure]:
    rules, cases = GAMES["insider"].rules(), _stair_cases("seat")
    return (
        median_presses(fewest_presses(rules, state, act) for state, act in cases),
        median_presses(fewest_presses(rules, state, act, seat_keys=6) for state, act in cases),
    )


def _presses_per_card() -> Sequence[Figure]:
    """Count the presses for every card that the catalogue offers, whenever one is turned up."""
    rules, recall = GAMES["insider"].rules(), Catalogue().recall
    counted = [
        fewest_presses(rules, state, answer.act, recall=recall)
        for state, _ in _stair_cases("card")
        for said in rules.legal(state)
        for answer in recall(said)
    ]
    return (median_presses(counted),)


def _presses_per_pawn() -> Sequence[Figure]:
    rules, cases = GAMES["insider"].rules(), cases_of(BOARDS, BOARD_GAMES)[::BOARD_STEP]
    return (median_presses(fewest_presses(rules, state, act) for state, act in cases if act.verb == "move"),)

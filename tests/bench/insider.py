"""Insider at both depths: how fast its engine is, and how many presses pawns and cards take."""

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from engine import GAMES
from engine.insider.board.legal import flights_from
from engine.insider.board.walking import walks
from engine.insider.city import ways
from engine.insider.stair.legal import allowed
from engine.insider.stair.prompts import GRID
from firmware_py.i18n.translations import Translations
from firmware_py.ui.match.screen import MatchScreen
from tests.bench.chess_yardstick import chess_games
from tests.bench.engines import PER_ACT, PER_LEGAL, Case, cases_of, median_presses, presses_goal, replaying
from tests.bench.rows import Figure, Goal, Row, best, measured
from tests.bench.typing_presses import typed
from tests.engine.games import BOARDS, STAIRS
from tests.firmware_py.screens import CITY, Catalogue, new_box
from tests.firmware_py.ui.presses import fewest_presses
from tests.firmware_py.ui.stacks import press

STAIR_GAMES, STAIR_GAMES_PRESSED, BOARD_GAMES = 10, 2, 1
RECORDS = Path(__file__).parents[1] / "records" / "insider"
CARD = "card 5: 3 2 1 1 0 / -4"
BOARD_STEP = 25
"""Presses are counted for every so many acts on the board."""


def stair_speed() -> Iterator[Row]:
    """Time the engine at stair depth beside python-chess."""
    yield from measured(_stair_speed, Goal(PER_ACT, 0.085), Goal(PER_LEGAL, 1))


def board_speed() -> Iterator[Row]:
    """Time the engine at board depth beside python-chess."""
    yield from measured(_board_speed, Goal(PER_LEGAL, 0.8), Goal(PER_ACT, 2))


def presses() -> Iterator[Row]:
    """Count the presses for seats and cards at stair depth, and for pawns on the board."""
    yield from measured(
        _presses_per_seat,
        presses_goal("presses to seat a pawn, six keys, median", 3),
        presses_goal("presses to seat a pawn, seat keys, median", 2),
    )
    yield from measured(_presses_per_card, presses_goal("presses for a card from a full catalogue", 3))
    yield from measured(
        _presses_per_typed_card,
        presses_goal("presses for a new card of five tables, six keys, median", 15),
        presses_goal("presses for a new card of five tables, seat keys, median", 10),
    )
    yield from measured(
        _presses_per_roll,
        presses_goal("presses for a roll in the city, six keys, median", 4),
        presses_goal("presses for a roll in the city, seat keys, most", 3),
        presses_goal("presses for a roll at the stair, seat keys, most", 4),
    )
    yield from measured(_presses_per_action, presses_goal("presses for an action card, six keys, median", 6))
    yield from measured(_presses_per_pawn, presses_goal("presses per pawn moved, six keys, median", 7))


def _stair_speed() -> Sequence[Figure]:
    cases = cases_of(STAIRS, STAIR_GAMES)
    (ply, move), (act, listed) = best(chess_games, partial(_replay, cases))
    return Figure(act, ply), Figure(listed, move)


def _board_speed() -> Sequence[Figure]:
    cases = cases_of(BOARDS, BOARD_GAMES)
    (ply, move), (act, listed) = best(chess_games, partial(_replay, cases))
    return Figure(listed, move), Figure(act, ply)


def _replay(cases: Sequence[Case]) -> tuple[float, float]:
    """Replay as if for the first time: neither ways nor tables are remembered from an earlier round."""
    for remembered in (allowed, ways, walks, flights_from):
        remembered.cache_clear()
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
        if said.verb == "card"
        for behind in (said, said._replace(args=(said.args[0], "another", *said.args[2:])))
        for answer in recall(behind)
    ]
    return (median_presses(counted),)


def _box(*sentences: str, **tags: str) -> MatchScreen:
    return new_box(Translations("en"), *sentences, game="insider", seats=3, **tags)


def _presses_per_typed_card() -> Sequence[Figure]:
    """Count the presses for every card of five tables in the recorded games, with its confirmation."""
    found = {line for path in RECORDS.glob("*.txt") for line in path.read_text().splitlines()}
    cards = sorted(line.partition(";")[0].split()[2:] for line in found if line.startswith("card 5: "))
    ways = [("5", *(word for word in card if word != "/"), "right") for card in cards]
    return tuple(
        median_presses(typed(_box(), way, seat_keys=seat_keys) for way in ways) for seat_keys in (False, True)
    )


def _presses_per_roll() -> Sequence[Figure]:
    def presses(face: str, *, seat_keys: bool) -> int:
        return typed(_box(CARD, Depth="board"), ("roll", face), seat_keys=seat_keys)

    return (
        median_presses(presses(face, seat_keys=False) for face in GRID),
        Figure(max(presses(face, seat_keys=True) for face in GRID)),
        Figure(max(map(_presses_at_the_stair, GRID))),
    )


def _presses_at_the_stair(face: str) -> int:
    """Count the presses for a roll: the dice, who rolls, and both faces."""
    box, keys = _box(CARD), ("UP", "SEAT_1", *(f"SEAT_{digit}" for digit in face))
    assert str(press(box, *keys).match.acts[-1]) == f"1 roll {' '.join(face)}"
    return len(keys)


def _presses_per_action() -> Sequence[Figure]:
    """Count the presses for the action cards that strike a player, that move pawns, or that need nothing more."""
    ways = [
        *(("cards", "scandal", count, whom) for count in "12" for whom in "23"),
        *(("cards", "helicopter", "3", whom) for whom in "23"),
        ("cards", "scandal", "3"),
        ("cards", "trendsetter", "1"),
        ("cards", "trendsetter", "3"),
    ]
    return (median_presses(typed(_box(*CITY, "1 points", Depth="board"), way) for way in ways),)


def _presses_per_pawn() -> Sequence[Figure]:
    rules, cases = GAMES["insider"].rules(), cases_of(BOARDS, BOARD_GAMES)[::BOARD_STEP]
    return (median_presses(fewest_presses(rules, state, act) for state, act in cases if act.verb == "move"),)

"""The league: who is placed better never gains less, teams share, and ratings follow from the results alone."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_py.club.league import LEAST_GAMES, Rating, counts, league_of, opponents_of, ranks_of, teams_of
from tests.firmware_py.club.clubs import duel, player, stored

NAMES = ("Anna", "Ben", "Cleo", "Dora", "Emil", "Fritz")


def ratings(*results):
    return {row.name: row.rating for row in league_of(results).standings}


def test_whoever_wins_rises_and_whoever_loses_falls():
    rated = ratings(duel(1, "Anna", "Ben"))
    assert rated["Anna"].mu > Rating().mu > rated["Ben"].mu
    assert rated["Anna"].sigma < Rating().sigma
    assert (Rating().shown, Rating().uncertainty) == (1500, 333)


def test_with_ties_the_third_gains_less_than_the_tied_seconds():
    """The trap of Plackett-Luce in openskill 6.2: ranks 1, 2, 3, 2, 4."""
    scores = {"Anna": 9, "Ben": 7, "Cleo": 5, "Dora": 7, "Emil": 1}
    players = [player(at, name, score, won=at == 1) for at, (name, score) in enumerate(scores.items(), start=1)]
    rated = ratings(stored(1, *players))
    assert rated["Ben"].mu == pytest.approx(rated["Dora"].mu)
    assert rated["Anna"].mu > rated["Ben"].mu > rated["Cleo"].mu > rated["Emil"].mu


@given(st.lists(st.integers(0, 5), min_size=2, max_size=6))
def test_who_is_placed_better_never_gains_less(scores):
    best = max(scores)
    players = [player(at, NAMES[at - 1], score, won=score == best) for at, score in enumerate(scores, start=1)]
    ranks = ranks_of(teams_of(stored(1, *players)))
    rated = ratings(stored(1, *players))
    placed = sorted(zip(ranks, (rated[one.name].mu for one in players), strict=True))
    for (rank, mu), (next_rank, next_mu) in pairwise(placed):
        assert mu == pytest.approx(next_mu) if rank == next_rank else mu > next_mu


def test_partners_share_their_rank():
    teams = [player(1, "Anna", 5, won=True, team=1), player(2, "Ben", 3, team=2)]
    teams += [player(3, "Cleo", 5, won=True, team=1), player(4, "Dora", 3, team=2)]
    rated = ratings(stored(1, *teams))
    assert rated["Anna"] == pytest.approx(rated["Cleo"])
    assert rated["Ben"] == pytest.approx(rated["Dora"])
    assert rated["Anna"].mu > rated["Ben"].mu


def test_what_does_not_count():
    assert counts(duel(1, "Anna", "Ben"))
    assert not counts(duel(1, "Anna", "")), "without names"
    assert not counts(duel(1, "Anna", "Anna")), "twice the same"
    assert not counts(stored(1, player(1, "Anna", won=True), player(2, "Box", is_box=True))), "against the box"
    assert not counts(stored(1, player(1, "Anna", team=1), player(2, "Ben", team=1))), "without opponents"


def test_ratings_are_shown_from_the_fifth_game_on_and_those_lines_come_first():
    results = [duel(at, "Anna", "Ben") for at in range(LEAST_GAMES)]
    league = league_of([*results, duel(90, "Zoe", "Anna")])
    assert [(row.name, row.is_rated) for row in league.standings] == [
        ("Anna", True),
        ("Ben", True),
        ("Zoe", False),
    ]


def test_a_player_who_improves_is_seen_after_many_games():
    """Forty even games, then twenty wins: with openskill's own tau the rating would hardly move."""
    even = [duel(at, *(("Anna", "Ben") if at % 2 else ("Ben", "Anna"))) for at in range(40)]
    better = [duel(at, "Anna", "Ben") for at in range(40, 60)]
    before, after = ratings(*even), ratings(*even, *better)
    assert after["Anna"].shown - before["Anna"].shown > 60
    assert after["Anna"].uncertainty < 150


def test_the_history_of_a_player_and_whom_they_lose_to():
    league = league_of([duel(1, "Ben", "Anna"), duel(2, "Anna", "Cleo"), duel(3, "Ben", "Anna")])
    history = league.history["Anna"]
    assert [entry.rank for entry in history] == [2, 1, 2]
    assert history[-1].rating == next(row.rating for row in league.standings if row.name == "Anna")
    assert [(one.name, one.games, one.lost) for one in opponents_of("Anna", history)] == [
        ("Ben", 2, 2),
        ("Cleo", 1, 0),
    ]

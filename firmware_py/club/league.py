"""The league: who has played how often, who has won, and how strong they are.

Ratings are computed again from all results whenever they are asked for and something has changed. The model is
openskill's BradleyTerryFull: with ties its Plackett-Luce gives the third more than the two seconds. What is shown
is a number like those of chess, with its uncertainty; below five games it says too little to be shown.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from openskill.models import BradleyTerryFull

from firmware_py.club.messages import Player
from firmware_py.club.store import Stored

LEAST_GAMES = 5
"""Below so many games a rating is not shown."""
CENTRE, SCALE = 1500, 40
"""What is shown of a rating: openskill's mu begins at 25, this at 1500."""
MU, SIGMA = 25.0, 25.0 / 3
TAU = 0.25
"""How much a rating may move after many games; openskill's own 0.083 hardly sees that somebody has improved."""


class Rating(NamedTuple):
    """How strong somebody is, and how sure that is."""

    mu: float = MU
    sigma: float = SIGMA

    @property
    def shown(self) -> int:
        """The number that is shown."""
        return round(CENTRE + SCALE * (self.mu - MU))

    @property
    def uncertainty(self) -> int:
        """What is shown behind ±."""
        return round(SCALE * self.sigma)


class Standing(NamedTuple):
    """A line of the league."""

    name: str
    games: int
    wins: int
    rating: Rating

    @property
    def is_rated(self) -> bool:
        """Whether there were enough games for a rating."""
        return self.games >= LEAST_GAMES


class PlayedMatch(NamedTuple):
    """A match in the history of a player."""

    result: Stored
    rank: int
    rating: Rating
    """After the match."""


class League(NamedTuple):
    """The lines of the league, the best first, and every player's history, the oldest match first."""

    standings: tuple[Standing, ...]
    history: dict[str, list[PlayedMatch]]


def counts(result: Stored) -> bool:
    """Return whether a result counts for people: named ones, without the box, and with opponents."""
    names = [player.name for player in result.players]
    is_of_people = all(names) and len(set(names)) == len(names) and not any(p.is_box for p in result.players)
    return is_of_people and len(teams_of(result)) > 1


def teams_of(result: Stored) -> list[list[Player]]:
    """Return the players of each team; somebody who plays alone is a team."""
    teams: dict[int, list[Player]] = {}
    for player in result.players:
        teams.setdefault(player.team, []).append(player)
    return list(teams.values())


def ranks_of(teams: Sequence[Sequence[Player]]) -> list[int]:
    """Return the rank of each team: winners are first, the others are ordered by points; equal ones share a rank.

    >>> from firmware_py.club.messages import Player
    >>> ranks_of([[Player(1, "A", 7, False, 1, False)], [Player(2, "B", 9, True, 2, False)],
    ...           [Player(3, "C", 7, False, 3, False)], [Player(4, "D", 2, False, 4, False)]])
    [2, 1, 2, 4]
    """
    scores = [
        (any(p.won for p in team), 0 if any(p.won for p in team) else max(p.points for p in team))
        for team in teams
    ]
    return [1 + sum(other > score for other in scores) for score in scores]


def league_of(results: Iterable[Stored]) -> League:
    """Compute the league from results, the oldest first; those that do not count are left out."""
    model = BradleyTerryFull(mu=MU, sigma=SIGMA, tau=TAU)
    ratings: dict[str, Rating] = {}
    games, wins, history = Counter[str](), Counter[str](), dict[str, list[PlayedMatch]]()
    for result in results:
        if not counts(result):
            continue
        teams = teams_of(result)
        ranks = ranks_of(teams)
        known = [[ratings.get(player.name, Rating()) for player in team] for team in teams]
        rated = model.rate([[model.rating(*one) for one in team] for team in known], ranks=list(map(float, ranks)))
        for team, rank, after in zip(teams, ranks, rated, strict=True):
            for player, one in zip(team, after, strict=True):
                rating = ratings[player.name] = Rating(one.mu, one.sigma)
                games[player.name] += 1
                wins[player.name] += player.won
                history.setdefault(player.name, []).append(PlayedMatch(result, rank, rating))
    standings = [Standing(name, games[name], wins[name], rating) for name, rating in ratings.items()]
    standings.sort(
        key=lambda one: (not one.is_rated, -one.rating.mu if one.is_rated else -one.wins, one.name.casefold())
    )
    return League(tuple(standings), history)


class Opponent(NamedTuple):
    """How somebody has done against another player."""

    name: str
    games: int
    lost: int


def opponents_of(name: str, history: Sequence[PlayedMatch]) -> list[Opponent]:
    """Return the opponents of a player, whom they have lost to most often first."""
    games, lost = Counter[str](), Counter[str]()
    for entry in history:
        own = next(player for player in entry.result.players if player.name == name)
        for player in entry.result.players:
            if player.team != own.team:
                games[player.name] += 1
                lost[player.name] += player.won and not own.won
    found = [Opponent(other, count, lost[other]) for other, count in games.items()]
    return sorted(found, key=lambda one: (-one.lost, one.games, one.name.casefold()))

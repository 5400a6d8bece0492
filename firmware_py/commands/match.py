"""`sideline match`: levels of the box play each other."""

from __future__ import annotations

import random
import sys
from collections.abc import Sequence

from engine import GAMES, Game
from engine.game import Setup
from engine.verdicts import say
from firmware_py.commands.shared.options import Arguments
from firmware_py.commands.shared.output import json_line
from firmware_py.commands.shared.progress import Progress
from firmware_py.errors import UserError
from firmware_py.i18n.translations import Translations

MOST_GAMES, MOST_SEED, MOST_NODES = 10_000, 999_999_999, 10**7
USUAL_GAMES, USUAL_SEED, USUAL_NODES = 10, 1, 20_000
OPENING_ACTS = 2
"""Random acts at the beginning, the same in as many games as there are seats; else all games would be alike."""
SLICE_NODES = 1_000_000


def main(given: Arguments, translations: Translations) -> int:
    """Let levels play each other, and print how often each has won."""
    game, levels = _check(given.arguments)
    games = given.number("games", USUAL_GAMES, range(1, MOST_GAMES + 1))
    seed = given.number("seed", USUAL_SEED, range(MOST_SEED + 1))
    nodes = given.number("nodes", USUAL_NODES, range(1, MOST_NODES + 1))
    if "json" not in given:
        sys.stdout.write(translations("match.head", game=game.name, games=games, seed=seed) + "\n")
    won = [[0] * len(levels) for _ in levels]
    played = [[0] * len(levels) for _ in levels]
    with Progress(games) as progress:
        for number in range(games):
            seats = [(seat + number) % len(levels) for seat in range(len(levels))]
            winners = play_game(game, [levels[which] for which in seats], seed * MOST_GAMES + number, nodes)
            for seat, which in enumerate(seats):
                played[which][seat] += 1
                won[which][seat] += seat + 1 in winners
            progress.show(number + 1)
    if "json" in given:
        results = [{"level": level, "won": won[at], "played": played[at]} for at, level in enumerate(levels)]
        sys.stdout.write(json_line({"game": game.name, "games": games, "seed": seed, "levels": results}))
        return 0
    for which, level in enumerate(levels):
        by_seat = "  ".join(f"{won[which][seat]:4}/{played[which][seat]}" for seat in range(len(levels)))
        sys.stdout.write(
            translations("match.line", level=f"{level:12}", won=f"{sum(won[which]):4}", seats=by_seat) + "\n"
        )
    return 0


def _check(rest: Sequence[str]) -> tuple[Game, list[str]]:
    """Return the game and a level for each seat. Raises a `UserError`."""
    able = {name: game for name, game in GAMES.items() if game.levels}
    if not rest or rest[0] not in able:
        raise UserError(say("match.which-game", given=rest[0] if rest else "", games=tuple(able)))
    game, levels = able[rest[0]], list(rest[1:])
    for level in levels:
        if level not in game.levels:
            raise UserError(say("match.bad-level", given=level, levels=game.levels))
    if len(levels) not in game.seats:
        raise UserError(say("match.how-many", given=len(levels), game=game.name))
    return game, levels


def play_game(game: Game, levels: Sequence[str], seed: int, nodes: int) -> tuple[int, ...]:
    """Play a game, seat by seat at some level; return the winners."""
    rules = game.rules()
    state: object = rules.start(Setup(game.name, tuple(levels)))
    opening = random.Random(seed // len(levels))
    for _ in range(OPENING_ACTS):
        state = rules.play(state, opening.choice(list(rules.legal(state))))
    advisors = [game.advisor(nodes=nodes) for _ in levels]
    while not rules.standing(state).over:
        (seat, *_) = rules.ask(state).seats
        thinking = advisors[seat - 1].think(state, levels[seat - 1], seed)
        while not thinking.work(SLICE_NODES):
            pass
        state = rules.play(state, thinking.best)
    return rules.standing(state).winners

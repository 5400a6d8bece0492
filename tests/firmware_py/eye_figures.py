"""`make test-eye`: whole games under the eye with random faults, and pictures with fresh seeds; the long versions.

    make test-eye                                 a hundred games and 10,000 pictures, with a seed of the day
    make test-eye SEED=7 GAMES=20 PICTURES=0      a part of it

Every game goes through drawn pictures, the eye's firmware, a pseudo-terminal, the driver and the program. The exit
status is 1 if a goal is missed.
"""

import argparse
import os
import random
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from tests.firmware_py.eye_faults import any_fault
from tests.firmware_py.eye_party import MOST_SECONDS, Party
from tests.hardware.eye_pictures import picture
from tests.hardware.eye_rates import Rates

ROUNDS = 7
WHOLE = 0.99
"""The part of good pictures that must be read whole."""


def play(seed: int, fault: Callable[[Party], None] = lambda _party: None, rounds: int = ROUNDS) -> Party:
    """Play a game without a key press. Raises an `AssertionError` at the first wrong act."""
    party = Party(seed)
    try:
        for number in range(rounds):
            if not party.inn.is_over:
                party.play_a_round(number, fault)
        return party
    finally:
        party.close()


def try_games(first: int, count: int) -> bool:
    """Play games with random faults; return whether no wrong act was entered, and few questions were asked."""
    wrong, evaluations, questions, acts, nudges, slowest = 0, 0, 0, 0, 0, 0.0
    for seed in range(first, first + count):
        with tempfile.TemporaryDirectory(prefix="sideline-eye-") as folder:
            os.environ["SIDELINE_DATA"] = str(Path(folder) / "data")
            os.environ["SIDELINE_CONFIG"] = str(Path(folder) / "sideline.toml")
            try:
                party = play(seed, any_fault)
            except AssertionError as error:
                wrong += 1
                print(f"seed {seed}: {error}", flush=True)
                continue
        asked = party.box.live.eye.questions
        evaluations, questions = evaluations + party.inn.evaluations, questions + asked
        acts, nudges, slowest = acts + len(party.acts), nudges + party.nudges, max(slowest, party.slowest)
        told = f"{party.inn.evaluations} evaluations, {len(party.acts)} acts, {asked} questions"
        print(f"seed {seed}: {told}, {party.nudges} nudges", flush=True)
    print(f"games: {count}, with a wrong act: {wrong}")
    print(f"acts: {acts}, evaluations: {evaluations}, questions: {questions}")
    print(f"straightened by the players, because of a question or because it could not be read: {nudges} times")
    print(f"from a pawn that stands still to the act: at most {slowest:.1f} s of simulated time")
    return not wrong and questions <= evaluations and slowest <= MOST_SECONDS


def try_pictures(seed: int, count: int) -> bool:
    """Read pictures; return whether nothing was read wrongly and nearly all good ones whole."""
    chance, rates = random.Random(seed), Rates()
    for _ in range(count):
        rates.add(*picture(chance))
    print("\n".join([f"seed {seed}: {count} pictures", *rates.lines()]), flush=True)
    return not rates.wrong.total() and (not rates.count("good") or rates.share("good") >= WHOLE)


def main(arguments: list[str]) -> int:
    options = argparse.ArgumentParser()
    options.add_argument("--seed", type=int, default=int(time.strftime("%Y%m%d")) * 1000)
    options.add_argument("--games", type=int, default=100)
    options.add_argument("--pictures", type=int, default=10_000)
    given = options.parse_args(arguments)
    are_read = given.pictures == 0 or try_pictures(given.seed, given.pictures)
    return int(not (try_games(given.seed, given.games) and are_read))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""Kill the box with SIGKILL at random moments, many of them during its start, and look for seen moves."""

import random
import tempfile
import time
from pathlib import Path

from engine import GAMES
from tests.attack.rows import Row
from tests.firmware_py.storage.plug.slow_plug import pull_again_and_again

KILLS = 1000
"""At most so many in one run."""
AT_A_TIME = 25
"""Kills of one box before the next one, with an empty disk."""


def run(seed: int, seconds: float) -> list[Row]:
    """Kill boxes until the time is over."""
    chance, end = random.Random(seed), time.monotonic() + seconds
    kills = moves = 0
    lost = ""
    while not lost and kills < KILLS and time.monotonic() < end:
        with tempfile.TemporaryDirectory() as folder:
            try:
                moves += pull_again_and_again(
                    Path(folder), chance.choice(list(GAMES)), chance.randrange(10**6), AT_A_TIME
                )
            except AssertionError as error:
                lost = str(error)
        kills += AT_A_TIME
    return [
        Row(
            "moves that were shown and are lost after a kill: 0",
            lost or f"0 of {moves} in {kills} kills",
            not lost,
        )
    ]

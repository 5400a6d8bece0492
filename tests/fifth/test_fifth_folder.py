"""One folder and one line, to the letter: both are added to a copy of the sources, where the real commands run."""

import json
import os
import subprocess
import sys

import pytest

from tests.firmware_py.runtime.test_terminal import Screen, has

SIDELINE = (sys.executable, "-c", "import sys; from firmware_py.cli import main; sys.exit(main())")
RECORD = """[Game "nim"]
[Players "Anna, Ben"]

1 take 1 1
1 take 2 3
2 take 2 3
"""


def sideline(*arguments, given="", **more):
    done = subprocess.run(
        [*SIDELINE, *arguments],
        input=given,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        env={**os.environ, **more},
    )
    assert "Traceback" not in done.stderr, done.stderr
    return done.stdout


@pytest.mark.usefixtures("copied")
def test_every_command_knows_the_game():
    assert "nim       Nim, players: 2–4\n          Take matches from heaps" in sideline("games")
    told = sideline("referee", "-", given=RECORD)
    assert "    5 ✗ 1 take 2 3\n        NI-2: it is Ben's turn\n        allowed instead: 2 take 2 1, " in told
    assert told.endswith("matches taken: Anna 1, Ben 3 — not over yet\n")
    last = json.loads(sideline("referee", "--json", "-", given=RECORD).splitlines()[-1])
    assert last["standing"]["heaps"] == [0, 0, 5, 7]
    assert sideline("legal", "-", given=RECORD).splitlines()[0] == "1 take 3 1"
    assert "▸ Anna  1\n  Ben   3\n\nHeaps: 0 0 5 7\n" in sideline("show", "-", given=RECORD)
    assert "de Ben" in sideline("referee", "-", given=RECORD, LC_ALL="fr_FR.UTF-8", SIDELINE_CONFIG="none")


@pytest.mark.usefixtures("copied")
def test_a_match_in_a_terminal_from_the_list_of_games_to_its_end_and_over_a_restart():
    with Screen(132, 70, command=[*SIDELINE, "run", "--terminal", "nim", "-pAnna", "-pBen"]) as screen:
        screen.wait_for(has("q quit"))
        screen.type("1123")
        screen.next_frame()
        screen.type("q")
        assert "Match 1 is saved" in screen.read_to_end()[0]
    assert "Heaps: 0 0 5 7" in sideline("matches", "show", "1")
    with Screen(132, 70, command=[*SIDELINE, "run", "--terminal"]) as screen:
        screen.wait_for(has("q quit"))
        screen.type("35" + "46" + "41" + "q")
        assert screen.read_to_end()[1] == 0
    assert "nim: Anna, Ben (over, 5 moves)" in sideline("matches")

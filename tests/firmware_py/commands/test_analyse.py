"""`sideline analyse` and `sideline match` as people and programs use them: the real command on real files."""

import json
import os
import pty
import subprocess
from itertools import pairwise

import pytest

from tests.depth import depth
from tests.firmware_py.commands.test_cli import GAME, HEAD, RECORDS, SIDELINE, sideline

ONLINE = '[Game "online"]\n[Players "Anna, Ben"]\n'
WHOLE = RECORDS / "inside" / "whole-game.txt"


def objects(*arguments, **options):
    status, out, err = sideline("analyse", "--json", *arguments, **options)
    return status, [json.loads(line) for line in out.splitlines()], err


def test_the_json_is_one_object_for_each_act_as_the_contract_says():
    status, lines, err = objects(WHOLE)
    assert (status, err) == (0, "")
    acts = WHOLE.read_text().splitlines()[5:]
    assert [line["act"] for line in lines] == acts
    assert [line["line"] for line in lines] == list(range(6, 6 + len(acts)))
    assert [line["left"] for line in lines] == list(range(35, 0, -1))
    assert all(
        list(line) == ["game", "line", "act", "left", "winner_before", "winner_after", "best"] for line in lines
    )
    assert all((line["winner_before"] is None) == (line["left"] > 18) == (line["best"] is None) for line in lines)
    assert all(one["winner_after"] == two["winner_before"] for one, two in pairwise(lines))
    for line in lines[17:]:
        seat = int(line["act"][0])
        assert (line["winner_before"] == seat) == bool(line["best"])
        assert (line["act"] in line["best"]) == (line["winner_after"] == seat)
    *_, standing = map(json.loads, sideline("referee", "--json", WHOLE)[1].splitlines())
    assert [lines[-1]["winner_after"]] == standing["standing"]["winners"]


def test_left_and_nodes_bound_what_is_solved():
    _, lines, _ = objects("--left", "10", WHOLE)
    assert [line["left"] for line in lines if line["best"] is not None] == list(range(10, 0, -1))
    _, bounded, _ = objects("--nodes", "40", WHOLE)
    solved = [line for line in bounded if line["winner_before"] is not None]
    assert 0 < len(solved) < 18
    _, free, _ = objects(WHOLE)
    truth = {line["line"]: line for line in free}
    for line in bounded:
        for name in ("winner_before", "winner_after"):
            assert line[name] in {None, truth[line["line"]][name]}, "not solved, but never a wrong claim"


def test_the_text_marks_the_decisive_mistakes_and_says_what_was_better():
    status, out, err = sideline("analyse", WHOLE)
    assert (status, err) == (0, "")
    _, lines, _ = objects(WHOLE)
    mistakes = [
        line["line"]
        for line in lines
        if line["winner_before"] == int(line["act"][0]) and line["winner_after"] != line["winner_before"]
    ]
    marked = [int(line[:5]) for line in out.splitlines() if line[6:7] == "?"]
    assert marked == mistakes
    assert f"decisive mistakes: {len(mistakes)}\n" in out
    assert "% (an estimate)" in out
    assert " wins with best play" in out
    assert out.splitlines()[-2].endswith("Ben has won")


def test_a_mistake_is_shown_with_what_was_better():
    """Seeds are tried until a game has a mistake in its last ten cells; random play makes many."""
    from engine.game import Setup
    from engine.records import write_record
    from tests.engine.games import random_game

    setup = Setup("inside", ("Anna", "Ben"))
    record = write_record(setup, [act for _, _, act in random_game(setup, 2)])
    _, out, _ = sideline("analyse", "--left", "10", "-", given=record)
    assert "        better: " in out
    assert " the win)\n" in out


def test_refused_acts_are_named_and_skipped():
    status, lines, err = objects("-", given=GAME)
    assert status == 1
    assert [line["act"] for line in lines] == ["1 place L310", "2 place D400"]
    assert "sideline: line 5: 1 place L400: ID-5: " in err
    assert len(err.splitlines()) == 3


def test_several_games_are_numbered():
    _, lines, _ = objects("-", given=HEAD + "1 place L310\n" + HEAD + "1 place L400\n")
    assert [(line["game"], line["act"]) for line in lines] == [(1, "1 place L310"), (2, "1 place L400")]


@pytest.mark.parametrize(
    ("arguments", "given", "sentence"),
    [
        (["-"], "", "line 1: "),
        (
            ["-"],
            ONLINE,
            "-, line 1: the box cannot analyse online; it can: inside",
        ),
        (["/nowhere"], "", "/nowhere: cannot be read"),
        ([], "", "which record?"),
        (["--left", "x", "-"], HEAD, '--left wants a number from 0 to 1000, not "x"'),
        (["--left", "1001", "-"], HEAD, "--left wants a number"),
        (["--nodes", "0", "-"], HEAD, "--nodes wants a number from 1 to 999999999"),
        (["--nodes", "9" * 5000, "-"], HEAD, "--nodes wants a number"),
        (["--depth", "3", "-"], HEAD, "unknown option “--depth”"),
    ],
)
def test_bad_input_gets_one_sentence(arguments, given, sentence):
    status, out, err = sideline("analyse", *arguments, given=given)
    assert (status, out) == (2, "")
    assert sentence in err
    assert len(err.splitlines()) == 1


def test_a_progress_bar_is_drawn_on_a_terminal_and_removed():
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [SIDELINE, "analyse", "--left", "8", WHOLE], stdout=subprocess.PIPE, stderr=theirs
    ) as running:
        os.close(theirs)
        assert running.stdout is not None
        out = running.stdout.read()
    err = os.read(ours, 65536)
    os.close(ours)
    assert b"\r[" + b"." * 40 + b"] 0/36" in err
    assert b"\r[" + b"#" * 40 + b"] 36/36" in err
    assert err.endswith(b"\r\x1b[K")
    assert b"#" * 10 not in out


# --- match


def test_levels_play_each_other_and_the_same_seed_gives_the_same_table():
    arguments = ("match", "inside", "beginner", "easy", "--games", str(depth(6, full=40)), "--seed", "3")
    status, out, err = sideline(*arguments)
    assert (status, err) == (0, "")
    head, beginner, easy = out.splitlines()
    assert head.startswith("inside: ")
    assert beginner.split()[:2] == ["beginner", "won"]
    won = [int(line.split()[2]) for line in (beginner, easy)]
    assert sum(won) == depth(6, full=40)
    assert won[1] > won[0]
    assert sideline(*arguments) == (0, out, "")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([], "which game? The box can play: inside"),
        (["online", "easy", "easy"], "which game? The box can play: inside"),
        (["inside"], "inside cannot be played by 0 levels"),
        (["inside", "easy"], "inside cannot be played by 1 level;"),
        (["inside", "easy", "easy", "easy"], "inside cannot be played by 3 levels"),
        (["inside", "easy", "godlike"], 'there is no level "godlike"; the levels are: beginner, easy, medium'),
        (["inside", "easy", "hard", "--games", "0"], "--games wants a number from 1 to 10000"),
        (["inside", "easy", "hard", "--seed", "-1"], "--seed wants a number from 0"),
        (["inside", "easy", "hard", "--speed"], "unknown option “--speed”"),
    ],
)
def test_a_match_that_cannot_be_gets_one_sentence(arguments, sentence):
    status, out, err = sideline("match", *arguments)
    assert (status, out) == (2, "")
    assert sentence in err
    assert len(err.splitlines()) == 1

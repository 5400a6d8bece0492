"""The benchmark itself: what it counts, how it reports, and that one bad row spoils no other."""

import json
import os
import sys
from collections.abc import Iterator

import pytest

from tests.bench.__main__ import PARTS, chosen, main
from tests.bench.box import first_picture
from tests.bench.memory import family_memory, peak_memory
from tests.bench.processes import running
from tests.bench.report import LAST, chart, load, save
from tests.bench.rows import Figure, Goal, Row, Unit, measured

MEGABYTE = 1_000_000
READY = """
import os, signal, socket
ballast = bytearray({bytes})
socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM).sendto(b"READY=1", os.environ["NOTIFY_SOCKET"])
signal.pause()
"""


# --- memory


def memory_of_a_child(folder, size: int) -> int:
    folder.mkdir()
    with running([sys.executable, "-c", READY.format(bytes=size)], {}, str(folder)) as child:
        return peak_memory(child.pid)


def test_the_memory_of_a_process_is_its_own_and_not_that_of_its_parent(tmp_path):
    before = memory_of_a_child(tmp_path / "before", 0)
    ballast = bytearray(100 * MEGABYTE)
    small, large = memory_of_a_child(tmp_path / "small", 0), memory_of_a_child(tmp_path / "large", 50 * MEGABYTE)
    assert abs(small - before) < 5 * MEGABYTE, "whatever its parent has"
    assert 45 * MEGABYTE < large - small < 55 * MEGABYTE
    assert small < len(ballast)


def test_the_memory_of_a_family_is_that_of_all_its_members(tmp_path):
    with running([sys.executable, "-c", READY.format(bytes=50 * MEGABYTE)], {}, str(tmp_path)) as child:
        assert family_memory(os.getpid()) >= peak_memory() + peak_memory(child.pid)


def test_the_box_and_the_script_beside_it_come_to_a_first_picture_and_differ_in_memory():
    (seconds, memory), (script_seconds, script_memory) = first_picture("box", "run"), first_picture("script")
    assert min(seconds, script_seconds) > 0
    assert script_memory + MEGABYTE < memory < 3 * script_memory


def test_a_program_that_ends_before_it_is_ready_says_why(tmp_path):
    with (
        pytest.raises(ChildProcessError, match="ended before it was ready: no display"),
        running([sys.executable, "-c", "raise SystemExit('no display')"], {}, str(tmp_path)),
    ):
        pass


# --- choosing parts


def test_a_part_is_chosen_by_any_word_of_its_name_and_several_by_commas_and_spaces():
    assert list(chosen([])) == list(PARTS)
    assert list(chosen(["offline"])) == ["presses offline", "offline"]
    assert list(chosen(["page,displays", "stair"])) == ["displays", "insider stair", "page"]


def test_an_unknown_part_gets_one_sentence_with_all_parts(capsys):
    assert main(["offlin"]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err == (
        "There is no part 'offlin' of the benchmark. The parts are: box, keys, displays, presses, inside,"
        " insider, offline, online, acts, taps, stair, board, search, solver, levels, commands, journal,"
        " large, start, idle, page, looking, club.\n"
    )


def test_what_counts_most_comes_first():
    assert [name.split()[0] for name in PARTS][:3] == ["box", "displays", "presses"]


# --- running and reporting


def good() -> Iterator[Row]:
    yield from measured(lambda: [Figure(1.0, 2.0)], Goal("a good row", 1))


def bad() -> Iterator[Row]:
    yield from measured(lambda: [Figure(3.0, 2.0)], Goal("a slow row", 1))
    yield from measured(lambda: [1 / 0], Goal("a row that crashes", 1))
    yield from measured(lambda: [Figure(5, note="p90 7, most 9")], Goal("some presses", 6, Unit.PRESSES))


def broken() -> Iterator[Row]:
    raise OSError("no\nplace")
    yield


def test_rows_that_miss_or_fail_are_named_and_the_others_are_printed(tmp_path, capsys):
    parts = {"broken": broken, "bad": bad, "good": good}
    assert main([], parts, tmp_path / "bench.json") == 1
    told = capsys.readouterr().out
    assert told.endswith(
        "3 of 5 rows miss their goal:\n"
        "  broken: all rows: OSError: no place\n"
        "  bad: a slow row: 1.500, goal 1.000\n"
        "  bad: a row that crashes: ZeroDivisionError: division by zero\n"
    )
    assert "a row that crashes                               failed: ZeroDivisionError: division by zero\n" in told
    assert "some presses" in told
    assert "a good row" in told
    assert "minutes, at most " in told


def test_when_all_rows_meet_their_goal_the_exit_status_is_0(tmp_path, capsys):
    assert main([], {"good": good}, tmp_path / "bench.json") == 0
    assert capsys.readouterr().out.endswith("All 1 rows meet their goal.\n")


def row(part: str, name: str, ours: float | None, yardstick: float | None = 2.0) -> Row:
    return Row(name, 1, ours=ours, yardstick=yardstick, part=part)


def test_a_partial_run_changes_its_own_rows_only_and_keeps_the_last_results(tmp_path):
    path = tmp_path / "build" / "bench.json"
    assert save([row("a", "one", 1.0), row("b", "two", 1.0)], path, is_partial=False) == {}
    last = save([row("b", "two", 3.0)], path, is_partial=True)
    found = load(path)
    assert {(row["part"], row["name"]): (row["ratio"], row["met"]) for row in found["rows"]} == {
        ("a", "one"): (0.5, True),
        ("b", "two"): (1.5, False),
    }
    assert last == json.loads(path.with_name(LAST).read_text())
    assert {"machine", "commit", "date"} < found.keys()
    save([row("b", "two", 1.0)], path, is_partial=False)
    assert [row["name"] for row in load(path)["rows"]] == ["two"], "a whole run leaves nothing behind"


def test_results_that_cannot_be_read_are_none(tmp_path):
    path = tmp_path / "bench.json"
    path.write_text("{")
    assert save([row("a", "one", 1.0)], path, is_partial=True) == {}


def test_the_chart_draws_bars_and_the_change_since_the_last_run(tmp_path):
    path = tmp_path / "bench.json"
    before = [row("a", "faster", 2.0), row("a", "slower", 2.0), row("a", "same", 2.0), row("b", "failed", None)]
    now = [row("a", "faster", 1.0), row("a", "slower", 2.2), row("a", "same", 2.0), row("b", "failed", None)]
    save(before, path, is_partial=False)
    lines = chart([*now, row("b", "presses", 7, None)], save(now, path, is_partial=False))
    assert [line.split() for line in lines[1:]] == [
        ["A"],
        ["faster", "0.500", "▇▇▇▇▇", "last", "1.000", "−50", "%"],
        ["slower", "1.100", "▇▇▇▇▇▇▇▇▇▇▇", "last", "1.000", "+10", "%"],
        ["same", "1.000", "▇▇▇▇▇▇▇▇▇▇", "last", "1.000", "±0", "%"],
        ["B"],
        ["failed", "failed"],
        ["presses", "7.000", "▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇", "new"],
    ]


def test_the_chart_without_a_last_run_fits_100_columns():
    lines = chart([row("a", "x" * 48, 2000.0)], {})
    assert lines[0].endswith("There was no last run.")
    assert lines[2].endswith("new")
    assert max(map(len, lines)) <= 100

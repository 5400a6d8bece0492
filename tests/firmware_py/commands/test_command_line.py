"""The command line as its users expect it: help, options, suggestions, completion, colours, JSON, plain text."""

import json
import os
import pty
import shutil
import subprocess

import pytest

from engine import GAMES
from firmware_py.commands.help import Texts
from firmware_py.commands.help import page as page_of_help
from firmware_py.commands.shared.table import COMMANDS, GLOBAL, HIDDEN
from firmware_py.i18n.locale import LANGUAGES
from firmware_py.i18n.translations import Translations
from systemd.package.man import man_pages
from tests.firmware_py.command import SIDELINE
from tests.firmware_py.command import call_sideline as sideline
from tests.firmware_py.commands.test_cli import HEAD, RECORDS

NAMED = ("--player", "Anna", "--player", "Ben")
INSIDE = RECORDS / "inside/whole-game.txt"
VISIBLE = [name for name, command in COMMANDS.items() if command.group != HIDDEN]


def on_terminal(*arguments, typed="", **environment):
    """Run the command on a terminal, type something, and return the status and everything it shows."""
    leader, follower = pty.openpty()
    os.write(leader, typed.encode())
    process = subprocess.Popen(
        [SIDELINE, *arguments], stdin=follower, stdout=follower, stderr=follower, env={**os.environ, **environment}
    )
    os.close(follower)
    shown = b""
    try:
        while part := os.read(leader, 65536):
            shown += part
    except OSError:  # the other end is closed
        pass
    os.close(leader)
    return process.wait(60), shown.decode().replace("\r\n", "\n")


# --- help and version


@pytest.mark.parametrize("command", COMMANDS)
def test_help_of_a_command_can_be_asked_for_in_three_ways(command):
    pages = {sideline(*words)[:2] for words in (["help", command], [command, "--help"], [command, "-h"])}
    ((status, page),) = pages
    assert status == 0
    assert page.startswith(f"sideline {command}")
    for option in COMMANDS[command].options:
        assert (f"--{option.name} " in page.replace("\n", " ").replace("]", " ")) != option.is_internal


def test_the_first_page_of_help_is_in_groups_and_leaves_out_what_only_the_machine_calls():
    page = sideline("help")[1]
    assert page.index("\nPlay\n") < page.index("\nRecords of games\n") < page.index("\nThe box\n")
    assert "last-picture" not in page
    assert "sideline last-picture" in sideline("help", "last-picture")[1]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("columns", "most"), [("80", 80), ("200", 110), ("20", 60)])
def test_help_is_as_wide_as_the_terminal(language, columns, most, monkeypatch):
    monkeypatch.setenv("COLUMNS", columns)
    for command in ("", *COMMANDS):
        page, _, _ = page_of_help(command, Translations(language)).partition(
            Texts(language).table["head.examples"]  # examples are not broken
        )
        assert max(len(line) for line in page.splitlines()) <= most, command


def test_version_has_a_short_option():
    assert sideline("-V") == sideline("--version") == sideline("run", "-V")


@pytest.mark.parametrize(
    ("typed", "near"),
    [
        (["refere", "x"], "referee"),
        (["help", "matchs"], "matches"),
        (["run", "--terminl"], "--terminal"),
        (["run", "insde"], "inside"),
        (["run", "online", "-o", "limt=30"], "limit"),
        (["matches", "exprt", "1"], "export"),
        (["my-copy", "ofline"], "offline"),
        (["my-copy", "offline", "chek", "x"], "check"),
        (["config", "--set", "nigth=on"], "night"),
        (["completion", "bsh"], "bash"),
    ],
)
def test_a_word_that_is_almost_right_is_suggested(typed, near):
    status, out, err = sideline(*typed)
    assert (status, out) == (2, "")
    assert err.endswith(f" Did you mean “{near}”?\n")


def test_a_word_that_is_like_nothing_gets_no_suggestion():
    assert "mean" not in sideline("xyzzy")[2]
    assert sideline("games", "-x")[2] == "sideline: unknown option “-x”; see: sideline games --help\n"
    assert sideline("-x", "games")[2] == "sideline: unknown option “-x”; see: sideline --help\n"
    assert sideline("completion")[2] == "sideline: which shell? bash, zsh, fish\n"
    assert sideline("run", "--port")[2] == "sideline: --port needs a value; see: sideline run --help\n"
    assert "unknown option “--json=x”" in sideline("games", "--json=x")[2]


# --- options


def test_short_options_can_stand_together_and_long_ones_can_be_cut_short(tmp_path):
    file = tmp_path / "game.txt"
    file.write_text(HEAD + "1 place L310\n")
    whole = sideline("referee", "--json", "--stop", file)
    assert sideline("referee", "-j", "--sto", "--", file) == whole
    leading = sideline("run", "-tpAnna", "-pBen", "inside")
    assert leading[2].startswith("sideline: there is no terminal"), "-t and -p in one word, and the value too"


def test_options_of_every_command_stand_before_or_after_it(tmp_path):
    for place in ([f"--data={tmp_path}", "matches"], ["matches", "--data", tmp_path], ["-d", tmp_path, "matches"]):
        assert sideline(*place) == (0, "No match has been played yet.\n", "")
    assert (tmp_path / "journal.db").exists()
    assert sideline("-l", "fr", "games")[1].count("joueurs\u00a0:") == len(GAMES)
    assert sideline("games", "--language=de")[1] != sideline("games")[1]
    assert "--language cannot be “xx”; possible: en, fr, de" in sideline("games", "--language", "xx")[2]
    (tmp_path / "own.toml").write_text("night = true\n")
    assert "night = true  # " in sideline("--config", tmp_path / "own.toml", "config")[1]


def test_the_port_and_the_language_of_one_run_are_not_saved():
    assert 'language = "de"  # für diesen Aufruf' in sideline("config", "--language", "de")[1]
    assert '# language = ""' in sideline("config")[1]
    status, _, err = sideline("run", "--port", "80800")
    assert (status, err) == (2, "sideline: a port is a number from 1 to 65535, not “80800”\n")


TAGS = dict.fromkeys(option.tag.lower() for option in GAMES["online"].options)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["run", "online", "-o", "Foo=1"], f"online has no option “Foo”; options: {', '.join(TAGS)}, first"),
        (["run", "online", "-o", "depth=board"], "online has no option “depth”"),
        (["run", "inside", "-o", "Depth=board"], "inside has no option “Depth”; options: opponent"),
        (["run", "insider", "-o", "depth=cellar"], "not “cellar”"),
        (["run", "insider", "-o", "homes=a1 e5 a5"], "homes only counts together with depth=board"),
        (["run", "online", "-o", "limit=soon"], "soon"),
        (["run", "inside", "-o", "opponent=3 hard"], "opponent wants a seat and one of these levels: beginner, "),
        (["run", "inside", "-p", "Anna"], "this game needs 2 names"),
        (["run", "inside", "-p", "Anna", "-p", "Anna"], "the names of the players must differ"),
        (["run", "-p", "Anna"], "--player and --option need a game"),
        (["run", "inside", "-o", "opponent"], "--option wants a name and a value"),
    ],
)
def test_players_and_options_are_checked_for_that_game(arguments, sentence):
    status, out, err = sideline(*arguments)
    assert (status, out) == (2, "")
    assert sentence in err


@pytest.mark.parametrize(
    "arguments",
    [
        ["insider", "-p", "Anna", "-p", "Ben", "-o", "DEPTH=Board", "--option", "homes=a1 e5"],
        ["Insider", "-pAnna", "--player=Ben", "-odepth=board", "-o", "Homes=A1 E5"],
    ],
)
def test_games_and_options_are_written_in_any_case(arguments):
    status, _, _ = sideline("run", "--plain", *arguments, given="q\n")
    assert status == 0
    record = sideline("matches", "export", "1")[1]
    assert '[Players "Anna, Ben"]' in record
    assert '[Depth "board"]' in record
    assert '[Homes "a1 e5"]' in record


def test_who_begins_and_an_opponent_can_be_named():
    sideline("run", "--plain", "offline", *NAMED, "-o", "first=2", given="q\n")
    sideline("run", "--plain", "inside", *NAMED, "-o", "opponent=2 Hard", given="q\n")
    sideline("run", "--plain", "inside", "-o", "opponent=1 easy", given="q\n")
    record = sideline("matches", "export", "1", "2", "3")[1]
    assert '[First "2"]' in record
    assert '[Opponent "2 hard"]' in record
    assert '[Players "Box, Dark"]' in record


# --- several records


@pytest.mark.parametrize("command", ["referee", "legal", "show"])
def test_several_records_are_read_one_after_the_other_even_if_one_is_none(command, tmp_path):
    good, bad = tmp_path / "good.txt", tmp_path / "bad.txt"
    good.write_text(HEAD + "1 place L310\n")
    bad.write_text("Dear Anna,\n")
    status, out, err = sideline(command, good, bad, tmp_path / "none.txt", good)
    assert status == 2
    alone = sideline(command, good)[1]
    assert out == f"{good}:\n{alone}{bad}:\n{tmp_path / 'none.txt'}:\n{good}:\n{alone}"
    assert [line.split(",")[0].split(": ")[1] for line in err.splitlines()] == [
        str(bad),
        f"{tmp_path / 'none.txt'}",
    ]


def test_the_json_of_several_records_names_each():
    other = RECORDS / "online/two-players.txt"
    status, out, _ = sideline("referee", "--json", INSIDE, other)
    lines = [json.loads(line) for line in out.splitlines()]
    assert {line["record"] for line in lines} == {str(INSIDE), str(other)}
    assert status in {0, 1}
    assert "record" not in json.loads(sideline("referee", "--json", INSIDE)[1].splitlines()[0])


# --- JSON and colours


def test_everything_that_lists_or_checks_speaks_json(tmp_path):
    sideline("matches", "import", INSIDE)
    (tmp_path / "bad.toml").write_text("night = 1\n")
    wanted = {
        ("games",): lambda lines: {line["name"] for line in lines} == set(GAMES),
        ("matches",): lambda lines: lines[0]["players"] == ["Anna", "Ben"] and lines[0]["status"] == "over",
        ("matches", "show", "1"): lambda lines: lines[0]["winners"] is not None,
        ("matches", "check"): lambda lines: all(line["ok"] for line in lines),
        ("my-copy", "offline"): lambda lines: "map" in lines[0],
        ("my-copy", "offline", "check", tmp_path / "bad.toml"): lambda lines: lines[0]["faults"],
        ("config",): lambda lines: {"name": "night", "value": False, "source": "default"} in lines,
        ("config", "--check"): lambda lines: lines[0]["ok"],
        ("config", "--check", tmp_path / "bad.toml"): lambda lines: "night: " in lines[0]["faults"][0],
        ("doctor",): lambda lines: {"part": "keys", "ok": None, "simulated": True} in lines,
        ("legal", INSIDE): lambda lines: lines[0]["legal"] == [],
        ("match", "inside", "beginner", "beginner", "--games", "1"): lambda lines: lines[0]["games"] == 1,
        ("show", INSIDE): lambda lines: (
            lines[0]["standing"]["over"] and lines[0]["drawing"][0].split() == [*"XYZ"]
        ),
        ("backup", tmp_path / "box.zip"): lambda lines: lines[0]["matches"] == 1 and lines[0]["bytes"] > 0,
        ("restore", tmp_path / "box.zip"): lambda lines: lines[0]["ok"] and not lines[0]["restored"],
        ("restore", tmp_path / "bad.toml"): lambda lines: "not a backup" in lines[0]["faults"][0],
        ("setup",): lambda lines: lines[0]["pi"] is False,
        ("update", "--try", tmp_path / "bad.toml"): lambda lines: not lines[0]["ok"] and lines[0]["faults"],
    }
    for arguments, is_right in wanted.items():
        _, out, err = sideline(*arguments, "--json")
        assert err == ""
        assert is_right([json.loads(line) for line in out.splitlines()]), arguments


def test_a_program_gets_no_json_where_it_would_mean_nothing(tmp_path):
    for arguments, other in (
        (("setup", "--yes"), "does not work together with --yes"),
        (("backup", "-"), "does not work together with -"),
        (("update", tmp_path / "new.deb"), "only works together with --try"),
    ):
        status, out, err = sideline(*arguments, "--json")
        assert (status, out, err) == (2, "", f"sideline: --json {other}\n")


@pytest.mark.parametrize(
    ("arguments", "environment", "is_coloured"),
    [
        ([], {"TERM": "xterm"}, True),
        ([], {"TERM": "xterm", "NO_COLOR": "1"}, False),
        ([], {"TERM": "dumb"}, False),
        (["--color", "never"], {"TERM": "xterm"}, False),
        (["--color=always"], {"NO_COLOR": "1"}, True),
    ],
)
def test_ticks_have_colours_on_a_terminal_unless_somebody_says_no(arguments, environment, is_coloured):
    _, shown = on_terminal("doctor", *arguments, **environment)
    assert ("\x1b[32m✓\x1b[0m Storage" in shown) == is_coloured
    assert "✓" in shown


def test_a_pipe_gets_no_colours_but_on_demand():
    assert "\x1b" not in sideline("referee", INSIDE)[1]
    assert "\x1b[32m✓" in sideline("referee", "--color=always", INSIDE)[1]


# --- changes


def test_deleting_a_match_asks_first():
    sideline("matches", "import", INSIDE)
    status, _, err = sideline("matches", "delete", "1")
    assert (status, err.startswith("sideline: no terminal to ask on")) == (2, True)
    status, shown = on_terminal("matches", "delete", "1", typed="n\n")
    assert status == 1
    assert "Delete 1 match with all moves? This cannot be undone. [y/N]" in shown
    assert "Anna, Ben" in shown, "it says what would be deleted"
    assert sideline("matches")[1].count("\n") == 1
    assert on_terminal("matches", "delete", "1", typed="y\n")[0] == 0
    assert sideline("matches")[1] == "No match has been played yet.\n"


def test_a_setting_can_be_changed_and_taken_back():
    status, out, _ = sideline("config", "--set", "night=on", "-s", "contrast=40", "--set", "Language=fr")
    assert status == 0
    assert {"night = true", "contrast = 40", 'language = "fr"'} <= {
        line.split("  #")[0] for line in out.splitlines()
    }
    assert "joueurs" in sideline("games")[1]
    sideline("config", "--unset", "language", "--unset", "night")
    out = sideline("config")[1]
    assert "night = false  # default" in out
    assert "contrast = 40  # " in out


@pytest.mark.parametrize("pair", ["night=maybe", "contrast=300", "language=xx", "night", "keys=1"])
def test_a_wrong_setting_changes_nothing(pair):
    before = sideline("config")
    status, out, err = sideline("config", "--set", "hints=off", "--set", pair)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert sideline("config") == before


# --- man pages


def test_every_command_has_a_man_page_in_every_language_that_groff_reads_without_a_warning(tmp_path):
    pages = dict(man_pages())
    assert len(pages) == len(LANGUAGES) * (len(VISIBLE) + 1)
    for path, page in pages.items():
        assert page.startswith(".TH SIDELINE")
        for option in GLOBAL:
            assert f"\\-\\-{option.name}" in page, path
        if "sideline-" in path:
            assert page.partition(".SH")[2].count("\n.PP\n"), "groff fills the text to the width of the terminal"
    if shutil.which("groff") is None:
        pytest.skip("groff is not installed")
    file = tmp_path / "all.1"
    file.write_text("\n".join(pages.values()))
    done = subprocess.run(
        ["groff", "-man", "-Kutf8", "-Tutf8", "-ww", "-rF0", file], capture_output=True, check=True
    )
    assert [line for line in done.stderr.decode().splitlines() if "cannot adjust" not in line] == []
    assert "sideline run [GAME]" in " ".join(done.stdout.decode().split())


# --- the box as lines of text


def test_a_match_is_played_in_plain_text():
    typed = "\n\n14\n1\n1 place D400\n\nu\nt\n77\n?\n\nh\nq\n"
    status, out, err = sideline("run", "--terminal", "--plain", "inside", *NAMED, given=typed)
    assert (status, err) == (0, "")
    assert "\x1b" not in out
    assert out.startswith("Type the number of an answer and Enter.")
    assert "Hold" not in out, "there are no keys to hold"
    assert "Light: place a cube\n  1 004\n" in out
    assert "\n 14 310\n" in out
    assert "light cube on 310" in out
    assert "Dark: place a cube" in out
    assert "ID-5" in out, "the move out of turn is refused with its rule"
    assert "\nUndone: light cube on 310\nAnna\nLight: place a cube\n" in out
    assert "“77” is not an answer here; h: help" in out
    assert sideline("matches")[1].startswith("1  ")


@pytest.mark.parametrize("language", LANGUAGES)
def test_plain_text_asks_from_the_first_question_to_a_named_player(language):
    words = Translations(language)
    status, out, _ = sideline("run", "--plain", "--language", language, given="t\n9999\nb\nq\n")
    assert status == 0
    assert out.startswith(words("plain.help") + "\n")
    assert words("plain.no-match") in out
    assert words("plain.not-understood", given="9999") in out
    assert "\n  1 " in out


@pytest.mark.parametrize(
    "arguments", [["-l", "fr", "foo"], ["--language=fr", "games", "--foo"], ["games", "x", "-l", "fr"]]
)
def test_errors_of_the_command_line_are_told_in_the_language_that_it_names(arguments):
    assert (
        sideline(*arguments)[2] != sideline(*(word for word in arguments if "fr" not in word and word != "-l"))[2]
    )

"""Completion as people meet it: the scripts in real shells, with a line and a press of Tab."""

import os
import pty
import shutil
import subprocess

import pytest

from firmware_py.commands.completion import script
from firmware_py.commands.shared.table import COMMANDS, HIDDEN
from firmware_py.i18n.locale import LANGUAGES

VISIBLE = [name for name, command in COMMANDS.items() if command.group != HIDDEN]
LINES = {
    "ref": ["referee"],
    "--data x ru": ["run"],
    "help an": ["analyse"],
    "run --te": ["--terminal"],
    "run insi": ["inside", "insider"],
    "run -o depth=bo": ["depth=board"],
    "match inside pe": ["perfect"],
    "matches exp": ["export"],
    "my-copy offline che": ["check"],
    "config --set ni": ["night="],
    "games --lang": ["--language"],
    "games --js": ["--json"],
    "--language f": ["fr"],
    "referee gam": ["game.txt"],
    "restore gam": ["game.txt"],
}
"""What stands before Tab is pressed, and what can follow. A folder has the file game.txt in it."""


def shell_or_skip(name):
    """Skip the test without the shell; CI has it."""
    if shutil.which(name) is None:
        if os.environ.get("CI"):
            pytest.fail(f"{name} is not installed")
        pytest.skip(f"{name} is not installed")


@pytest.fixture(name="folder")
def fixture_folder(tmp_path):
    (tmp_path / "work").mkdir()
    (tmp_path / "work" / "game.txt").touch()
    return tmp_path


# --- bash


def complete(*words):
    """Let bash complete the last word of a line that readline has parted."""
    setting = "compopt() { :; }; " + f"COMP_WORDS=({' '.join(repr(word) for word in words)}); "
    setting += f"COMP_CWORD={len(words) - 1}; _sideline; printf '%s\\n' \"${{COMPREPLY[@]}}\""
    done = subprocess.run(
        ["bash", "-c", f"{script('bash')}\n{setting}"], capture_output=True, check=True, text=True
    )
    assert done.stderr == ""
    return done.stdout.split()


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (["ref"], ["referee"]),
        (["--data", "x", "ru"], ["run"]),
        (["help", "an"], ["analyse"]),
        (["run", "--te"], ["--terminal"]),
        (["run", "-o", "depth", "=", "bo"], ["board"]),
        (["--language", "=", "f"], ["fr"]),
        (["run", "insi"], ["insider", "inside"]),
        (["match", "inside", "pe"], ["perfect"]),
        (["matches", "ex"], ["export"]),
        (["config", "--set", "ni"], ["night="]),
        (["games", "--lang"], ["--language"]),
    ],
)
def test_bash_completes(words, found):
    assert complete("sideline", *words) == found


# --- zsh and fish


@pytest.mark.parametrize("shell", ["zsh", "fish"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_other_shells_accept_their_script(shell, language, tmp_path):
    for command in VISIBLE:
        assert f"'{command}:" in script("zsh", language)
        assert f" -a {command} " in script("fish", language)
    shell_or_skip(shell)
    (tmp_path / "script").write_text(script(shell, language))
    subprocess.run([shell, "-n", tmp_path / "script"], check=True)


ZSH_SETTINGS = r"""
fpath=($ZDOTDIR $fpath)
autoload -Uz compinit && compinit -u -D
PROMPT='ready>'
note() { print -r -- $BUFFER >>$ZDOTDIR/lines }
zle -N note
zle -N kill-buffer
bindkey '^I' complete-word
bindkey '^X^N' note
bindkey '^X^K' kill-buffer
"""
"""For a shell that notes its line when somebody presses Ctrl-X Ctrl-N, and empties it with Ctrl-X Ctrl-K."""


def zsh(folder, lines, language="en"):
    """Type lines into a zsh on a terminal, Tab after each; return what the lines became, and everything shown."""
    (folder / "_sideline").write_text(script("zsh", language))
    (folder / ".zshrc").write_text(ZSH_SETTINGS)
    (folder / "lines").touch()
    leader, follower = pty.openpty()
    shell = subprocess.Popen(
        ["zsh", "-i"],
        stdin=follower,
        stdout=follower,
        stderr=follower,
        cwd=folder / "work",
        env={**os.environ, "ZDOTDIR": str(folder), "TERM": "dumb", "LC_ALL": "C.UTF-8"},
        start_new_session=True,
    )
    os.close(follower)
    keys = "".join(f"sideline {line}\t\x18\x0e\x18\x0b" for line in lines) + "exit\r"
    shown, is_typed = b"", False
    try:
        while part := os.read(leader, 65536):
            shown += part
            if not is_typed and b"ready>" in shown:
                os.write(leader, keys.encode())
                is_typed = True
    except OSError:  # the other end is closed
        pass
    os.close(leader)
    assert shell.wait(60) == 0
    completed = [line.removeprefix("sideline ") for line in (folder / "lines").read_text().splitlines()]
    return completed, shown.decode()


@pytest.mark.parametrize("language", LANGUAGES)
def test_zsh_completes_on_a_terminal(folder, language):
    shell_or_skip("zsh")
    single = {line: found[0] for line, found in LINES.items() if len(found) == 1}
    completed, shown = zsh(folder, single, language)
    wanted = [line.rsplit(" ", 1)[0] + f" {word}" if " " in line else word for line, word in single.items()]
    assert [line.removesuffix(" ").removesuffix("=") for line in completed] == [
        word.removesuffix("=") for word in wanted
    ]
    assert "sideline: " not in shown
    assert "bad option" not in shown
    assert "_arguments" not in shown


def test_zsh_lists_what_can_follow_with_its_description(folder):
    shell_or_skip("zsh")
    completed, shown = zsh(folder, ["", "run -", "run insi", "config --set ni", "--language=f", "matches "])
    for command in VISIBLE:
        assert f"{command} " in shown
    assert "-- the settings of this box: show, change, check" in shown
    assert "--player" in shown
    assert "-p  -- the name of a player" in shown
    assert completed[2:5] == ["run inside", "config --set night=", "--language=fr "], (
        "a value follows without a space"
    )
    assert "game.txt" in shown.rpartition("matches ")[0], "verbs and files"


@pytest.mark.parametrize("language", LANGUAGES)
def test_fish_completes(folder, language):
    shell_or_skip("fish")
    (folder / "script").write_text(script("fish", language))
    asked = "; ".join(f"complete -C 'sideline {line}'; echo ." for line in LINES)
    done = subprocess.run(
        ["fish", "--no-config", "-c", f"source {folder / 'script'}; {asked}"],
        capture_output=True,
        check=True,
        cwd=folder / "work",
        env={**os.environ, "HOME": str(folder)},
        text=True,
    )
    assert done.stderr == ""
    answers = [part.split("\n") for part in done.stdout.removesuffix(".\n").split(".\n")]
    found = [sorted(line.split("\t")[0] for line in answer if line) for answer in answers]
    assert dict(zip(LINES, found, strict=True)) == LINES

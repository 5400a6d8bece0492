"""The terminal box as a person meets it: the real command on a pseudo-terminal, read by an emulator."""

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import termios
from itertools import pairwise
from pathlib import Path

import pyte
import pytest

from drivers.terminal import END_FRAME, FIRST_SCREEN, SHOW
from firmware_py.display.terminal_panel import LAYOUTS, SMALLEST, fitting
from firmware_py.storage.lock import note_address, take_lock
from firmware_py.ui.screens.dialog import BLINKS
from tests.depth import seeds
from tests.firmware_py.command import SIDELINE, sideline

RIGHT, LEFT, HELD_RIGHT = "\x1b[C", "\x1b[D", "\x1b[1;2C"
ENTER = "\r"
TABLE_LINES = 34
PATIENCE = 20
"""Seconds until a test gives up; it never waits that long when things work."""


@pytest.fixture(autouse=True)
def _no_teaching(own_machine):  # noqa: ARG001 - the machine comes first
    Path(os.environ["SIDELINE_CONFIG"]).write_text("teaching = false\n")


def own_terminal():
    """Make the standard input the terminal of a new session, as a terminal window does."""
    os.setsid()
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # a shell lets its background jobs ignore it


class Screen:
    """A terminal window with the box in it."""

    def __init__(self, columns, rows, *arguments, command=(SIDELINE, "run", "--terminal", "inside")):
        self.master, slave = pty.openpty()
        self.frame = self.unread = b""
        self.display = pyte.Screen(columns, rows)
        self.stream = pyte.ByteStream(self.display)
        self.resize(columns, rows, tell=False)
        self.process = subprocess.Popen(
            [*command, *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            preexec_fn=own_terminal,  # noqa: PLW1509 - no threads here
        )
        os.close(slave)

    def resize(self, columns, rows, *, tell=True):
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.display.resize(rows, columns)
        if tell:
            self.process.send_signal(signal.SIGWINCH)

    def type(self, text):
        os.write(self.master, text.encode())

    def next_frame(self):
        """Read until the box has shown one more whole picture."""
        while END_FRAME.encode() not in self.unread:
            ready, _, _ = select.select([self.master], [], [], PATIENCE)
            assert ready, self.text
            self.unread += os.read(self.master, 65536)
        self.frame, _, self.unread = self.unread.partition(END_FRAME.encode())
        self.stream.feed(self.frame)
        return self.text

    def wait_for(self, condition):
        """Read frames until a condition holds."""
        while not condition(self):
            self.next_frame()
        return self

    @property
    def text(self):
        return "\n".join(self.display.display)

    def read_to_end(self):
        """Read until the box has ended; what it still wrote, and its exit status."""
        while True:
            ready, _, _ = select.select([self.master], [], [], PATIENCE)
            assert ready, self.text
            try:
                self.unread += os.read(self.master, 65536)
            except OSError:  # nobody holds the other end any more
                return self.unread.decode(), self.process.wait(PATIENCE)

    def leave(self):
        self.type("q")
        return self.read_to_end()[1]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        os.close(self.master)


def begun(screen):
    """Wait for a game that begins at once, and read what is said before it."""
    screen.wait_for(has("q quit"))
    screen.type(ENTER)
    screen.next_frame()
    return screen


def table_of(screen):
    """Return the lines of the table display, which stands above the prompt."""
    return screen.text.splitlines()[:TABLE_LINES]


def has(*texts):
    return lambda screen: all(text in screen.text for text in texts)


@pytest.mark.parametrize(
    ("columns", "rows", "texts"),
    [
        (132, 70, ["─ table ─", "─ prompt ─", "▀", "q quit"]),
        (270, 40, ["─ table ─", "─ prompt ─", "▄", "q quit"]),
        (140, 40, ["─ table ─", "─ prompt ─", "⣿", "q quit"]),
        (80, 24, ["─ prompt ─", "q quit"]),
        (40, 10, ["too small: the box needs 66 x 19"]),
    ],
)
def test_the_box_fits_itself_into_the_window(columns, rows, texts):
    with Screen(columns, rows) as screen:
        screen.wait_for(has(*texts))
        assert screen.leave() == 0


def test_a_game_of_insider_is_played_learns_its_cards_and_is_kept(tmp_path):
    env = ["env", f"SIDELINE_DATA={tmp_path}"]
    players = ["-pAnna", "-pBen", "-pCarla"]
    with Screen(132, 70, command=[*env, SIDELINE, "run", "--terminal", "insider", *players]) as screen:
        begun(screen)
        screen.type(LEFT + LEFT)  # four tables, and the card that is known
        screen.type("23" + "11" + "12" + "24" + ENTER * 3)
        screen.type("uq")
        said, status = screen.read_to_end()
    assert status == 0
    assert "Match 1 is saved" in said
    done = subprocess.run([*env, SIDELINE, "matches", "export", "1"], capture_output=True, check=True, text=True)
    assert "card 4: 3 2 1 0 / -4\n2 seat 3\n1 seat 1\n1 seat 2\n2 seat 4\nundo\n" in done.stdout
    assert "verified = true" in (tmp_path / "insider.toml").read_text()


def test_keys_play_and_undo_and_the_pictures_follow():
    with Screen(132, 70) as screen:
        begun(screen)
        pictures = [screen.text]
        for keys in (ENTER, ENTER, RIGHT, ENTER, ENTER, "u", "?"):
            screen.type(keys)
            pictures.append(screen.next_frame())
        assert all(before != after for before, after in pairwise(pictures))
        screen.type(ENTER)
        screen.next_frame()
        screen.wait_for(lambda shown: shown.text in pictures)  # the list is closed again
        closed = screen.text
        screen.type(HELD_RIGHT)
        assert screen.next_frame() != closed
        assert screen.leave() == 0


def test_a_refusal_blinks_by_itself():
    with Screen(132, 70) as screen:
        begun(screen)
        for keys in (HELD_RIGHT, ENTER):
            screen.type(keys)
            screen.next_frame()
        assert len({screen.next_frame() for _ in range(BLINKS)}) == 2


def test_a_new_window_size_is_followed_without_a_key():
    with Screen(132, 70) as screen:
        screen.wait_for(has("─ table ─", "q quit"))
        screen.resize(80, 24)
        screen.wait_for(lambda shown: "─ prompt ─" in shown.text and "─ table ─" not in shown.text)
        screen.resize(132, 70)
        screen.wait_for(has("─ table ─", "q quit"))


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 0), (signal.SIGQUIT, 0)])
def test_signals_leave_the_terminal_as_it_was(number, status):
    with Screen(132, 70) as screen:
        before = termios.tcgetattr(screen.master)[3]
        screen.wait_for(has("q quit"))
        assert termios.tcgetattr(screen.master)[3] != before
        screen.process.send_signal(number)
        rest, ended = screen.read_to_end()
        assert ended == status
        assert SHOW + FIRST_SCREEN in rest
        assert termios.tcgetattr(screen.master)[3] == before


@pytest.mark.parametrize("seed", seeds(8, fast=2))
def test_a_signal_in_the_middle_of_typing_does_no_harm(seed):
    with Screen(132, 70) as screen:
        begun(screen)
        for _ in range(seed):
            screen.type(RIGHT + ENTER + LEFT)
        screen.process.send_signal(signal.SIGTERM)
        rest, ended = screen.read_to_end()
        assert ended == 0
        assert "Traceback" not in rest


def test_ctrl_z_gives_the_terminal_back_and_going_on_takes_it_again():
    job = f"'{SIDELINE}' run --terminal inside; fg"
    with Screen(132, 70, command=["bash", "-m", "-c", job]) as screen:
        picture = screen.wait_for(has("q quit")).text
        screen.type("\x1a")
        assert screen.next_frame() == picture
        assert SHOW + FIRST_SCREEN in screen.frame.decode(), "it was given back in between"
        screen.type("q")
        rest, status = screen.read_to_end()
        assert status == 0
        assert "Traceback" not in rest


def test_what_was_played_is_there_again_the_next_time():
    with Screen(132, 70, "-pAnna", "-pBen") as screen:
        empty = table_of(begun(screen))
        screen.type(ENTER + ENTER)
        played = table_of(screen.wait_for(lambda shown: table_of(shown) != empty))
        screen.type("q")
        assert "Match 1 is saved" in screen.read_to_end()[0]
    assert sideline("matches")[1].startswith("1  ")
    with Screen(132, 70, command=[SIDELINE, "run", "--terminal"]) as screen:
        screen.wait_for(has("q quit"))
        screen.type(ENTER + ENTER)  # English, go on
        screen.wait_for(lambda shown: table_of(shown) == played)
        screen.type("q")
        assert screen.read_to_end()[1] == 0
    assert sideline("matches", "export", "1")[1].endswith("\n\n1 place L112\n")


def test_a_second_box_on_the_same_folder_ends_unless_it_is_asked_for_and_then_keeps_nothing():
    with Screen(132, 70) as screen:
        screen.wait_for(has("q quit"))
        status, _, told = sideline("run", "--terminal", "inside")
        assert (status, told.count("A box is running already"), told.count("--another")) == (2, 1, 1)
        with Screen(132, 70, "--another") as other:
            other.wait_for(has("q quit"))
            other.type("q")
            assert "What you play now is not saved" in other.read_to_end()[0]


def test_a_second_box_is_told_the_address_of_the_first():
    with take_lock() as lock:
        note_address(lock, "http://localhost:8080/")
        assert "open http://localhost:8080/" in sideline("run")[2]
    with take_lock() as lock:
        assert lock.seek(0) == 0
        assert lock.read() == "", "an old address is forgotten"


def test_keys_do_nothing_while_the_window_is_too_small():
    with Screen(40, 10) as screen:
        screen.wait_for(has("too small"))
        screen.type(ENTER + ENTER)
        screen.next_frame()
        screen.type("q")
        assert "place" not in screen.read_to_end()[0]


def test_a_window_that_is_closed_ends_the_box():
    screen = Screen(132, 70)
    screen.wait_for(has("q quit"))
    os.close(screen.master)
    assert screen.process.wait(PATIENCE) in {0, -signal.SIGHUP}


def test_names_are_shown():
    with Screen(132, 70, "-pAnna", "-pBen") as screen:
        screen.wait_for(has("q quit"))
        with Screen(132, 70, "--another") as other:
            other.wait_for(has("q quit"))
            assert screen.text != other.text


def test_the_layouts_are_tried_from_the_largest_and_the_smallest_fits_a_plain_terminal():
    assert fitting(500, 200) == LAYOUTS[0]
    assert fitting(80, 24) == SMALLEST
    assert fitting(SMALLEST.width - 1, 24) is None

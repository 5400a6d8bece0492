"""Keyboards: the kernel's events as edges of our keys, and devices that come and go.

There is no input device on a test machine: a pipe carries the same events, and a socket the news of the kernel.
"""

import os
import socket
from queue import SimpleQueue

import pytest

from drivers.keyboard import DOWN, EV_KEY, EVENT, UP, Keyboard, find_keyboards, open_keyboard, read_events
from drivers.presses import Edge, Key

SECONDS = 10
REPEAT, EV_SYN, EV_MSC = 2, 0, 4
KP_1, KP_ENTER, LETTER_A, ESCAPE = 79, 96, 30, 1


def event(code, value, kind=EV_KEY):
    return EVENT.pack(17, 5, kind, code, value)


class Desk:
    """A machine to which keyboards can be plugged in."""

    def __init__(self):
        self.plugged = {}
        self.edges = SimpleQueue()
        self.kernel, news = socket.socketpair(type=socket.SOCK_DGRAM)
        news.setblocking(False)
        self.keyboard = Keyboard(
            self.edges.put,
            find=lambda _port: list(self.plugged),
            open_device=lambda path: os.dup(self.plugged[path][0]),
            open_news=lambda: news,
            clock=lambda: 1.5,
        )

    def plug_in(self, path):
        self.plugged[path] = os.pipe()
        self.kernel.send(b"add@" + path.encode())

    def pull_out(self, path):
        for file in self.plugged.pop(path):
            os.close(file)

    def press(self, path, *events):
        os.write(self.plugged[path][1], b"".join(events))

    def edge(self):
        return self.edges.get(timeout=SECONDS)

    def close(self):
        self.keyboard.close()
        self.kernel.close()
        for path in list(self.plugged):
            self.pull_out(path)


@pytest.fixture
def desk():
    desk = Desk()
    yield desk
    desk.close()


def test_a_key_is_an_edge_down_and_an_edge_up(desk):
    desk.plug_in("pad")
    desk.press("pad", event(KP_1, DOWN), event(0, 0, EV_SYN), event(KP_1, REPEAT), event(KP_1, UP))
    assert [desk.edge(), desk.edge()] == [Edge(Key.SEAT_1, True, 1500), Edge(Key.SEAT_1, False, 1500)]


def test_two_keyboards_may_be_there_and_one_may_go(desk):
    desk.plug_in("pad")
    desk.plug_in("board")
    desk.press("pad", event(KP_ENTER, DOWN))
    assert desk.edge() == Edge(Key.OK, True, 1500)
    desk.pull_out("pad")
    assert desk.edge() == Edge(Key.OK, False, 1500), "a key of a keyboard that is gone is not held for ever"
    desk.press("board", event(ESCAPE, DOWN))
    assert desk.edge() == Edge(Key.BACK, True, 1500)
    desk.plug_in("pad")
    desk.press("pad", event(KP_1, DOWN))
    assert desk.edge() == Edge(Key.SEAT_1, True, 1500)


def test_what_the_box_has_no_use_for_is_not_passed_on():
    assert read_events(event(LETTER_A, DOWN) + event(KP_1, DOWN, EV_MSC) + event(KP_1, REPEAT)) == []


def test_damaged_and_short_input_does_no_harm():
    assert read_events(b"") == read_events(b"\xff" * (EVENT.size - 1)) == []
    assert read_events(b"\xff" * EVENT.size * 3) == []


def test_a_file_that_is_no_keyboard_is_refused_and_closed(tmp_path):
    path = tmp_path / "event0"
    path.write_bytes(b"")
    before = len(os.listdir("/proc/self/fd"))
    with pytest.raises(OSError, match=r"."):
        open_keyboard(str(path))
    assert len(os.listdir("/proc/self/fd")) == before


def test_a_named_keyboard_is_the_only_one_that_is_tried():
    assert find_keyboards("/dev/input/by-id/usb-pad-event-kbd") == ["/dev/input/by-id/usb-pad-event-kbd"]

"""The dice reader at its port: over real pseudo-terminals and sockets, with every fault a reader can have."""

import errno
import os
import random
import select
import socket
import termios
import threading
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from queue import Empty, Queue

import pytest
import serial

from drivers import dice_port
from drivers.dice import Findings, Hello, Roll, State, Trouble, write
from drivers.dice_port import (
    PORT_PATTERNS,
    Connected,
    DiceReader,
    Disconnected,
    Reason,
    Timing,
    find_ports,
    open_port,
)
from drivers.frames import Dropped, next_sequence
from drivers.simulated.reader import Fault, SimulatedReader
from tests.depth import depth

PATIENCE = 60
QUICK = Timing(answer_seconds=0.02, questions=100_000, shortest_wait_seconds=0.001, longest_wait_seconds=0.01)
"""Asks again soon, and never gives up."""
HASTY = Timing(answer_seconds=0.02, questions=2, shortest_wait_seconds=0.001, longest_wait_seconds=0.01)
STUBBORN = Timing(answer_seconds=3600, questions=2, shortest_wait_seconds=3600, longest_wait_seconds=3600)
"""Whatever it waits for does not come: only closing ends it."""


class Listener(Queue):
    """Hears what a reader puts."""

    def next(self):
        return self.get(timeout=PATIENCE)

    def until(self, event):
        heard = [self.next()]
        while heard[-1] != event:
            heard.append(self.next())
        return heard

    def until_a(self, kind):
        while not isinstance(event := self.next(), kind):
            pass
        return event


@pytest.fixture(autouse=True)
def nothing_is_left_over():
    threads, files = set(threading.enumerate()), len(os.listdir("/proc/self/fd"))
    yield
    assert set(threading.enumerate()) <= threads
    assert len(os.listdir("/proc/self/fd")) <= files


@pytest.fixture
def events():
    return Listener()


@pytest.fixture
def tray():
    with SimulatedReader() as tray:
        yield tray


@pytest.fixture
def connected(tray, events):
    with DiceReader(tray.path, events.put, timing=QUICK) as reader:
        assert isinstance(events.next(), Connected)
        assert events.next() == tray.sees
        yield reader


def test_a_reader_says_hello_and_what_it_sees_and_then_every_roll_in_its_order(tray, events):
    tray.show(State.SETTLED, 6, 6)
    with DiceReader(tray.path, events.put):
        hello = events.next().hello
        assert hello == Hello(hello.sequence, 1, 2, "simulated")
        assert events.next() == tray.sees == Roll(tray.sees.sequence, State.SETTLED, (6, 6))
        tray.show(State.HANDLED)
        tray.roll(3, 5)
        tray.show(State.FEW, 3)
        rolls = [events.next() for _ in range(4)]
        assert [roll[1:] for roll in rolls] == [
            (State.HANDLED, ()),
            (State.ROLLING, ()),
            (State.SETTLED, (3, 5)),
            (State.FEW, (3,)),
        ]
        assert all(next_sequence(roll.sequence) == later.sequence for roll, later in pairwise(rolls))


@pytest.mark.parametrize(
    "faults",
    [
        {Fault.NOISE},
        {Fault.HALF},
        {Fault.REPEATED},
        {Fault.FLIPPED},
        {Fault.RESET},
        {Fault.COCKED},
        {Fault.NOISE, Fault.HALF, Fault.REPEATED, Fault.FLIPPED, Fault.RESET},
    ],
    ids=lambda faults: "-".join(sorted(fault.value for fault in faults)),
)
def test_whatever_the_line_does_every_roll_arrives_and_none_that_was_not_sent(tray, events, connected, faults):
    chance, heard = random.Random(8), []
    tray.faults |= faults
    for _ in range(depth(8, full=50)):
        tray.roll(chance.randint(1, 6), chance.randint(1, 6))
        heard += events.until(tray.sees)
    sent = iter(tray.sent)
    assert all(roll in sent for roll in heard if isinstance(roll, Roll))
    assert sum(connected.dropped.values()) > 0 or faults <= {Fault.COCKED, Fault.RESET}


def test_a_repeated_frame_is_told_once(tray, events, connected):
    tray.faults.add(Fault.REPEATED)
    tray.roll(1, 2)
    tray.faults.clear()
    tray.show(State.HANDLED)
    assert [events.next().state for _ in range(3)] == [State.ROLLING, State.SETTLED, State.HANDLED]
    assert connected.dropped[Dropped.REPEATED] >= 2


@pytest.mark.usefixtures("connected")
def test_a_cocked_die_is_told_as_one(tray, events):
    tray.faults.add(Fault.COCKED)
    tray.roll(3, 5)
    assert events.next().state is State.ROLLING
    assert events.next() == Roll(tray.sees.sequence, State.COCKED, (5,))


@pytest.mark.usefixtures("connected")
def test_a_reader_that_cannot_read_says_so(tray, events):
    tray.show(State.UNSURE)
    assert events.next() == tray.sees == Roll(tray.sees.sequence, State.UNSURE)


@pytest.mark.parametrize("troubles", [(), (Trouble.DARK, Trouble.SLOW)])
def test_a_reader_tells_what_its_self_test_finds(tray, events, connected, troubles):
    tray.troubles = troubles
    connected.test()
    found = events.next()
    assert isinstance(found, Findings)
    assert found.troubles == troubles


def test_a_reader_that_knows_no_self_test_is_kept(events, server):
    hello, roll = Hello(1, 1, 2, "tray"), Roll(2, State.FEW)
    with DiceReader(at(server), events.put, timing=HASTY) as reader, called(server) as (questions, say):
        while "state?" not in (said := questions.readline()):
            if "hello?" in said:
                say(write(hello))
        say(write(roll))
        assert [events.next(), events.next()] == [Connected(hello), roll]
        reader.test()
        while "test?" not in questions.readline():
            pass
        say(write(Roll(3, State.ROLLING)))
        assert events.next() == Roll(3, State.ROLLING)


@pytest.mark.usefixtures("connected")
def test_a_reader_that_starts_anew_is_told_with_its_new_number(tray, events):
    before = tray.sees
    tray.reset()
    hello = events.next().hello
    assert hello in tray.sent
    assert events.next() == tray.sees == before._replace(sequence=next_sequence(hello.sequence))


@pytest.mark.usefixtures("connected")
def test_unplugged_in_mid_roll_it_comes_back_with_what_lies_in_the_tray(tray, events):
    tray.faults.add(Fault.UNPLUGGED)
    tray.roll(3, 5)
    assert not tray.is_plugged
    assert events.until_a(Disconnected) == Disconnected(Reason.ABSENT)
    tray.plug()
    assert isinstance(events.next(), Connected)
    assert events.next() == tray.sees == Roll(tray.sees.sequence, State.SETTLED, (3, 5))


def test_while_it_is_gone_that_is_told_once(tray, events):
    tries = Queue()

    def opened(name):
        tries.put(name)
        return open_port(name)

    tray.unplug()
    with DiceReader(tray.path, events.put, opened, timing=QUICK):
        for _ in range(20):
            tries.get(timeout=PATIENCE)
        assert events.next() == Disconnected(Reason.ABSENT)
        tray.plug()
        assert isinstance(events.next(), Connected)


def test_the_waits_between_tries_double_up_to_the_longest_and_begin_anew_after_a_reader_was_there(
    monkeypatch, tray, events
):
    waits, real = Queue(), select.select

    def recorded(watched, *arguments):
        if threading.current_thread().name == "dice" and len(watched) == 1:
            waits.put(arguments[-1])
        return real(watched, *arguments)

    monkeypatch.setattr(dice_port.select, "select", recorded)
    tray.unplug()
    with DiceReader(tray.path, events.put, timing=Timing(shortest_wait_seconds=0.001, longest_wait_seconds=0.006)):
        for _ in range(2):
            assert events.next() == Disconnected(Reason.ABSENT)
            tried = [waits.get(timeout=PATIENCE) for _ in range(6)]
            assert tried == [0.001, 0.002, 0.004, 0.006, 0.006, 0.006]
            tray.plug()
            assert isinstance(events.next(), Connected)
            assert events.next() == tray.sees
            while not waits.empty():
                waits.get()
            tray.unplug()
        assert events.next() == Disconnected(Reason.ABSENT)


def test_nothing_polls_while_nothing_happens(monkeypatch, tray, events):
    waits, real = Queue(), select.select

    def recorded(*arguments):
        if threading.current_thread().name == "dice":
            waits.put(arguments[-1])
        return real(*arguments)

    monkeypatch.setattr(dice_port.select, "select", recorded)
    with DiceReader(tray.path, events.put, timing=STUBBORN) as reader:
        assert isinstance(events.next(), Connected)
        assert events.next() == tray.sees
        while waits.get(timeout=PATIENCE) is not None:
            pass
        reader.ask()  # the answer is known, and ends the waiting for it
        while waits.get(timeout=PATIENCE) is not None:
            pass
        assert waits.empty()  # it sleeps until something comes


def test_a_reader_that_never_answers_is_silent_until_it_does(tray, events):
    tray.faults.add(Fault.SILENT)
    with DiceReader(tray.path, events.put, timing=HASTY):
        assert events.next() == Disconnected(Reason.SILENT)
        tray.faults.clear()
        events.until_a(Connected)


def test_a_reader_that_hangs_is_let_go_when_it_is_asked(tray, events):
    with DiceReader(
        tray.path, events.put, timing=Timing(answer_seconds=0.2, questions=2, shortest_wait_seconds=3600)
    ) as reader:
        assert isinstance(events.next(), Connected)
        assert events.next() == tray.sees
        tray.faults.add(Fault.SILENT)
        reader.ask()
        assert events.next() == Disconnected(Reason.SILENT)


def test_asked_it_tells_what_the_box_does_not_know_yet_and_nothing_else(tray, events, connected):
    connected.ask()
    tray.faults.add(Fault.SILENT)
    tray.show(State.SETTLED, 2, 2)
    tray.faults.clear()
    connected.ask()
    assert events.next() == tray.sees
    with pytest.raises(Empty):
        events.get_nowait()


def test_another_version_is_refused_with_its_number(events):
    with SimulatedReader(version=9) as tray, DiceReader(tray.path, events.put, timing=STUBBORN):
        refused = events.next()
    assert refused == Disconnected(Reason.VERSION, Hello(refused.hello.sequence, 9))


def test_the_port_is_ours_alone(tray, events):
    other = Listener()
    with DiceReader(tray.path, events.put, timing=QUICK):
        assert isinstance(events.next(), Connected)
        with DiceReader(tray.path, other.put, timing=STUBBORN):
            assert other.next() == Disconnected(Reason.BUSY)
        with pytest.raises(serial.SerialException):
            open_port(tray.path)


def test_a_port_that_another_program_has_is_tried_again(tray, events):
    theirs = open_port(tray.path)
    with DiceReader(tray.path, events.put, timing=QUICK):
        assert events.next() == Disconnected(Reason.BUSY)
        theirs.close()
        assert isinstance(events.next(), Connected)


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (PermissionError(errno.EACCES, "no"), Reason.FORBIDDEN),
        (serial.SerialException(errno.EBUSY, "no"), Reason.BUSY),
        (serial.SerialException("no"), Reason.ABSENT),
        (OSError(errno.EIO, "no"), Reason.ABSENT),
        (termios.error(errno.EIO, "no"), Reason.ABSENT),
        (ValueError("no such protocol"), Reason.ABSENT),
    ],
)
def test_why_a_port_does_not_open_is_told(error, reason, events):
    def refuse(_name):
        raise error

    with DiceReader("/dev/reader", events.put, refuse, timing=STUBBORN):
        assert events.next() == Disconnected(reason)


@pytest.mark.parametrize(
    "error", [serial.SerialException("gone"), OSError(errno.EIO, "gone"), termios.error("gone")]
)
@pytest.mark.parametrize("where", ["read", "write"])
def test_a_port_may_fail_in_any_way_and_the_next_try_heals_it(monkeypatch, tray, events, error, where):
    bad = [True]

    def opened(name):
        port = open_port(name)

        def fail(_data):
            raise error

        if bad:
            bad.pop()
            monkeypatch.setattr(port, where, fail)
        return port

    with DiceReader(tray.path, events.put, opened, timing=QUICK):
        assert events.next() == Disconnected(Reason.ABSENT)
        assert isinstance(events.next(), Connected)


def test_the_lines_that_reset_a_board_are_low_before_the_port_opens(monkeypatch, tray):
    seen, real = [], serial.Serial.open

    def watched(port):
        seen.append((port.dtr, port.rts, port.exclusive, port.baudrate))
        real(port)

    monkeypatch.setattr(serial.Serial, "open", watched)
    open_port(tray.path).close()
    assert seen == [(False, False, True, 115_200)]


def test_a_board_that_waits_for_dtr_gets_it_in_the_end(tray, events):
    class Waiting(serial.Serial):
        @property
        def dtr(self):
            return False

        @dtr.setter
        def dtr(self, high):
            if high:
                tray.faults.clear()

    tray.faults.add(Fault.SILENT)
    with DiceReader(tray.path, events.put, lambda name: Waiting(name, timeout=0), timing=HASTY):
        events.until_a(Connected)


def test_auto_takes_the_first_that_answers(tray, events):
    tray.faults.add(Fault.SILENT)
    with SimulatedReader(name="second") as second, SimulatedReader(name="third") as third:
        ports = ["/dev/no-such-reader", tray.path, second.path, third.path]
        with DiceReader(
            "auto", events.put, find_ports=lambda: ports, timing=Timing(answer_seconds=0.2, questions=2)
        ):
            assert events.next().hello.name == "second"
            assert events.next() == second.sees
            second.unplug()
            assert events.next() == Disconnected(Reason.ABSENT)
            assert events.until_a(Connected).hello.name == "third"


@pytest.mark.parametrize(("fault", "reason"), [(None, Reason.ABSENT), (Fault.SILENT, Reason.SILENT)])
def test_auto_without_a_reader_tells_what_is_most_worth_telling(events, tray, fault, reason):
    tray.faults |= {fault}
    ports = [tray.path, "/dev/no-such-reader"] if fault else []
    timing = Timing(answer_seconds=0.02, questions=2, shortest_wait_seconds=3600, longest_wait_seconds=3600)
    with DiceReader("auto", events.put, find_ports=lambda: ports, timing=timing):
        assert events.next() == Disconnected(reason)


def test_stable_names_are_tried_first_and_each_device_once(tmp_path):
    names = tmp_path / "by-id"
    names.mkdir()
    for device in ("ttyACM0", "ttyACM1", "ttyUSB0"):
        (tmp_path / device).touch()
    (names / "usb-tray").symlink_to(tmp_path / "ttyUSB0")
    places = [str(names / "*"), str(tmp_path / "ttyACM*"), str(tmp_path / "ttyUSB*")]
    found = [Path(path).name for path in find_ports(places)]
    assert found == ["usb-tray", "ttyACM0", "ttyACM1"]


def test_the_name_that_udev_gives_a_reader_is_tried_before_all_others(tmp_path):
    assert PORT_PATTERNS[0] == "/dev/sideline-dice"
    for device in ("ttyACM0", "ttyACM1"):
        (tmp_path / device).touch()
    (tmp_path / "by-id").mkdir()
    (tmp_path / "by-id" / "usb-tray").symlink_to(tmp_path / "ttyACM1")
    (tmp_path / "sideline-dice").symlink_to("ttyACM1")
    places = [str(tmp_path / place.removeprefix("/dev/").removeprefix("serial/")) for place in PORT_PATTERNS]
    assert [Path(path).name for path in find_ports(places)] == ["sideline-dice", "ttyACM0"]


@pytest.mark.parametrize("fault", [None, Fault.UNPLUGGED, Fault.SILENT])
def test_close_ends_every_wait_at_once_and_nothing_is_put_after_it(tray, events, fault):
    tray.faults |= {fault}
    if fault is Fault.UNPLUGGED:
        tray.unplug()
    reader = DiceReader(tray.path, events.put, timing=STUBBORN)
    if fault is not Fault.SILENT:
        events.next()
    reader.close()
    assert "dice" not in {thread.name for thread in threading.enumerate()}
    while not events.empty():
        events.get()
    reader.close()
    reader.ask()
    tray.roll(1, 2)
    assert events.empty()


@pytest.fixture
def server():
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(PATIENCE)
        yield server


@contextmanager
def called(server):
    """Play a reader at a socket: a file to read questions from, and a way to say something."""
    line, _ = server.accept()
    line.settimeout(PATIENCE)
    with line, line.makefile("r", newline="\n") as questions:
        yield questions, lambda said: line.sendall(said if isinstance(said, bytes) else said.encode())


def at(server):
    return "socket://{}:{}".format(*server.getsockname())


def test_a_hello_that_comes_twice_is_no_answer_to_another_question(events, server):
    hello, roll = Hello(1, 1, 2, "tray"), Roll(2, State.SETTLED, (3, 5))
    with DiceReader(at(server), events.put, timing=QUICK), called(server) as (questions, say):
        while "state?" not in questions.readline():
            say(write(hello))
        say(write(hello))
        while "state?" not in questions.readline():
            pass
        say(write(roll))
        assert [events.next(), events.next()] == [Connected(hello), roll]


def test_before_a_hello_nothing_is_believed(events, server):
    with DiceReader(at(server), events.put, timing=QUICK), called(server) as (questions, say):
        assert "hello?" in questions.readline() + questions.readline()
        say(write(Roll(1, State.SETTLED, (6, 6))) + write(Hello(1, 1, 2, "tray")))
        while "state?" not in questions.readline():
            pass
        say(write(Roll(2, State.SETTLED, (3, 5))))
        assert [events.next(), events.next()] == [
            Connected(Hello(1, 1, 2, "tray")),
            Roll(2, State.SETTLED, (3, 5)),
        ]


def test_after_a_reconnect_the_state_is_told_even_if_its_number_is_known(events, server):
    hello, roll = Hello(1, 1, 2, "tray"), Roll(2, State.SETTLED, (3, 5))
    with DiceReader(at(server), events.put, timing=QUICK):
        for _ in range(2):
            with called(server) as (questions, say):
                assert "hello?" in questions.readline() + questions.readline()
                say(write(hello) + write(roll) + b"half a li")
                assert [events.next(), events.next()] == [Connected(hello), roll]
            assert events.next() == Disconnected(Reason.ABSENT)


def test_the_reader_of_the_contract_is_understood_over_a_socket(events, server):
    program = Path("hardware/dice-protocol.md").read_text().split("```python\n")[1].split("```")[0]
    contract = {}
    exec(program, contract)  # noqa: S102 - builders are told to run it
    with DiceReader(at(server), events.put):
        with called(server) as (questions, say):
            reader = contract["Reader"](say)
            said = ""
            while "state?" not in said:
                said = questions.readline()
                reader.hear(said)
            assert events.next().hello == Hello(reader.hello, 1, 2, "tray")
            assert events.next() == Roll(reader.number, State.FEW)
            for seen in [("rolling",), None, ("settled", 3, 5), ("settled", 3, 5), ("handled",)]:
                reader.look(seen)
            assert [events.next().state for _ in range(3)] == [State.ROLLING, State.SETTLED, State.HANDLED]
        assert events.next() == Disconnected(Reason.ABSENT)


def test_unplugged_and_plugged_in_again_and_again_nothing_is_lost_and_nothing_leaks(tray, events):
    chance = random.Random(8)
    with DiceReader(tray.path, events.put, timing=QUICK):
        events.until(tray.sees)
        threads, files = threading.active_count(), len(os.listdir("/proc/self/fd"))
        for _ in range(depth(15, full=200)):
            faces = chance.choices(range(1, 7), k=2)
            if chance.random() < 1 / 2:
                tray.faults.add(Fault.UNPLUGGED)
                tray.roll(*faces)
            else:
                tray.roll(*faces)
                events.until(tray.sees)
                tray.unplug()
            assert events.until_a(Disconnected) == Disconnected(Reason.ABSENT)
            tray.plug()
            assert isinstance(events.next(), Connected)
            assert events.next() == Roll(tray.sees.sequence, State.SETTLED, tuple(faces))
            assert threading.active_count() == threads
            assert len(os.listdir("/proc/self/fd")) == files


# --- a reader that sends without end


def test_of_a_flood_only_the_newest_lines_are_parsed_and_the_last_state_is_heard(tray, events):
    timing = Timing(reads_at_once=1, reads_per_second=5)  # slow enough for a sender on a busy machine
    lines = [write(Roll(number, State.SETTLED, (number % 6 + 1,))) for number in range(1000)]
    with DiceReader(tray.path, events.put, timing=timing) as reader:
        events.until_a(Roll)
        for start in range(0, len(lines), 100):
            send_all(tray, b"".join(lines[start : start + 100]))
        assert events.until(Roll(999, State.SETTLED, (4,)))
    assert reader.dropped[Dropped.EXCESS] > 100
    assert reader.dropped[Dropped.DAMAGED] == reader.dropped[Dropped.NOISE] == 0, "lines are skipped whole"


def send_all(tray, data):
    """Send everything, however slowly the other side reads."""
    os.set_blocking(tray._far, True)
    try:
        while data:
            data = data[os.write(tray._far, data) :]
    finally:
        os.set_blocking(tray._far, False)

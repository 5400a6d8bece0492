"""The parts of `make test-pi` that need no emulator: its initramfs, its reading of the bus, its comparing."""

import lzma
import os
import socket
import time
from types import SimpleNamespace

import pytest
from PIL import Image, ImageChops

from drivers.displays import SHIFTS, Display, Kind
from drivers.frames import seal
from drivers.simulated.panels import SimulatedPanel
from drivers.simulated.reader import SimulatedReader
from drivers.wire import panel_on
from firmware_py.config import configuration
from firmware_py.config.configuration import read_config
from firmware_py.config.toml import read_checked
from firmware_py.config.wiring import Wiring
from firmware_py.storage.journal import Journal
from tests.appliance.report import Report, Wrong
from tests.drivers.panels import OTHER, PICTURE
from tests.firmware_py.ui.stacks import new_stack
from tests.pi.beside import Beside
from tests.pi.bus import Bus, TraceFile
from tests.pi.card import SETTINGS, Machine, in_tools
from tests.pi.emulator import ADDRESSES, TRIES, Emulator, command, processor_seconds, waited_seconds
from tests.pi.initramfs import PROGRAM, File, Modules, archive, initramfs
from tests.pi.serial_lines import SerialLines
from tests.pi.steps import STEPS, Proof, forgetful_card, plug
from tests.pi.twin import Forgotten, Pull, Twin, is_any_shown, is_shown, pictures_of


def entries(packed):
    """Read an archive as the kernel does."""
    at, found = 0, {}
    while True:
        assert packed[at : at + 6] == b"070701"
        fields = [int(packed[at + 6 + 8 * field : at + 14 + 8 * field], 16) for field in range(13)]
        size, name_size = fields[6], fields[11]
        name = packed[at + 110 : at + 110 + name_size - 1].decode()
        at += 110 + name_size
        at += -at % 4
        if name == "TRAILER!!!":
            return found
        found[name] = packed[at : at + size]
        at += size
        at += -at % 4


def test_the_archive_of_the_initramfs_is_read_as_it_was_written():
    files = [File("bin", 0o40755), File("bin/a", PROGRAM, b"12345"), File("init", PROGRAM, b"#!/bin/sh\n")]
    assert entries(archive(files)) == {"bin": b"", "bin/a": b"12345", "init": b"#!/bin/sh\n"}


@pytest.fixture
def modules(tmp_path):
    for name, needed in (("ext4", "jbd2,crc-16"), ("jbd2", ""), ("crc-16", ""), ("snd", "ext4")):
        text = b"\0depends=" + needed.encode() + b"\0name=" + name.encode() + b"\0"
        (tmp_path / f"{name}.ko.xz").write_bytes(lzma.compress(text))
    return Modules(tmp_path)


def test_a_module_comes_behind_those_that_it_depends_on(modules):
    assert list(modules.with_needed(["ext4", "jbd2"])) == ["jbd2", "crc_16", "ext4"]


def test_the_initramfs_loads_its_modules_in_order(modules):
    import gzip

    found = entries(gzip.decompress(initramfs(b"busybox", modules.with_needed(["ext4"]))))
    assert [b"name=ext4" in found[name] for name in sorted(found) if name.startswith("modules/")] == [
        False,
        False,
        True,
    ]
    assert found["bin/sh"] == b"busybox"
    assert found["init"].startswith(b"#!/bin/sh\n")


class Traced:
    """A serial interface of luma that writes what QEMU would write about it."""

    def __init__(self, address):
        self.address, self.lines = address, []

    def command(self, *given):
        self._write(0x00, given)

    def data(self, given):
        for at in range(0, len(given), 32):
            self._write(0x40, given[at : at + 32])

    def cleanup(self):
        pass

    def _write(self, control, given):
        where = f"(addr:0x{self.address:02x})"
        self.lines.append(f"i2c_event start{where}\n")
        self.lines += [f"i2c_send send{where} data:0x{byte:02x}\n" for byte in (control, *given)]
        self.lines.append(f"i2c_event finish{where}\n")


def test_the_bus_shows_what_the_kernel_has_sent_to_each_display(tmp_path):
    panels = {address: SimulatedPanel(Kind.SSD1306, address) for address in ADDRESSES.values()}
    trace = TraceFile(tmp_path / "trace", Bus(panels))
    assert not trace.follow()
    for address, picture in ((0x3C, PICTURE), (0x3D, OTHER)):
        traced = Traced(address)
        display = Display(lambda wire=traced: panel_on(wire, Kind.SSD1306))
        display.show(picture, now=0)
        text = "".join(traced.lines)
        for at in range(0, len(text), 7_001):  # QEMU's file may end anywhere while we read it
            with (tmp_path / "trace").open("a") as file:
                file.write(text[at : at + 7_001])
            assert trace.follow()
    assert is_shown(PICTURE, panels[0x3C].image(), (0, 0))
    assert is_shown(OTHER, panels[0x3D].image(), (0, 0))
    assert not is_shown(OTHER, panels[0x3C].image(), (0, 0))


@pytest.mark.parametrize("shift", SHIFTS)
def test_a_picture_that_has_moved_against_burn_in_is_known(shift):
    assert is_shown(PICTURE, ImageChops.offset(PICTURE, *shift), shift)
    assert not is_shown(PICTURE, Image.new("1", PICTURE.size), shift)


def test_qemu_has_a_chip_for_every_display_of_the_default_wiring(tmp_path):
    wiring = Wiring()
    assert {"prompt": wiring.prompt.address, "table": wiring.table.address} == ADDRESSES
    given = " ".join(command(Machine(tmp_path, tmp_path)))
    assert all(f"bus=i2c-bus.{wiring.prompt.bus},address={address:#x}" in given for address in ADDRESSES.values())


def test_qemu_ends_if_we_end_and_writes_nothing_into_the_root_that_it_comes_from(tmp_path):
    begun = in_tools(Machine(tmp_path / "tools", tmp_path / "work"))
    assert begun[:2] == ["setpriv", "--pdeathsig=KILL"]
    assert "--mount" in begun


def test_the_configuration_of_the_card_has_no_fault():
    assert read_checked("sideline.toml", SETTINGS, read_config)["wiring"].poll_keys


class Line:
    """A UART: the end that QEMU writes to, and ours."""

    def __init__(self):
        self.machine, self.ours = socket.socketpair()
        self.machine.settimeout(10)

    def send_one_by_one(self, text):
        for byte in text:
            self.machine.sendall(bytes([byte]))

    def line(self):
        heard = b""
        while not heard.endswith(b"\n"):
            heard += self.machine.recv(1)
        return heard


@pytest.fixture
def uarts():
    console, dice = Line(), Line()
    lines = SerialLines(console.ours, dice.ours)
    yield console, dice, lines
    lines.close()
    for end in (console.machine, console.ours, dice.machine, dice.ours):
        end.close()


def test_a_machine_is_never_kept_waiting_by_a_uart_that_nobody_listens_to(uarts):
    console, dice, lines = uarts
    for uart in (console, dice):
        uart.send_one_by_one(b"." * 3000)  # a socket alone takes 278 single bytes
    console.send_one_by_one(b"END")
    console.machine.close()
    lines.close()
    assert lines.said == b"." * 3000 + b"END"


def test_a_dice_reader_on_the_uart_is_asked_and_answers(uarts):
    _, dice, lines = uarts
    with SimulatedReader() as tray:
        lines.connect_dice_reader(tray.path)
        assert b"hello" in dice.line()
        tray.roll(3, 5)
        assert [b"settled" in dice.line() for _ in range(2)] == [False, True]
        dice.send_one_by_one(b"\n" + seal("state? 0"))
        assert b"settled" in dice.line()


class Hanging(Emulator):
    """A machine whose kernel never comes up."""

    def __init__(self, report):
        self.restarts, self.pulled, self._report, self._lines = 0, 0, report, None

    def _start(self):
        pass

    def comes(self, *_):
        return False

    def pull_the_plug(self):
        self.pulled += 1


def test_a_kernel_that_does_not_come_up_is_started_again_and_counted(tmp_path, capsys):
    machine = Hanging(Report("raspi3b", tmp_path / "log"))
    with pytest.raises(Wrong, match="times in a row"):
        machine.switch_on()
    assert machine.restarts == machine.pulled == TRIES
    assert capsys.readouterr().out.count("QEMU is started again: userspace has not come") == TRIES


def test_waiting_is_counted_in_the_processor_time_of_qemu():
    assert processor_seconds(os.getpid()) == pytest.approx(time.process_time(), abs=0.1)


def test_the_time_that_a_process_waits_for_a_processor_only_grows():
    before = waited_seconds(os.getpid())
    assert 0 <= before <= waited_seconds(os.getpid()) <= time.monotonic()


FORK = "ignore:.*use of fork:DeprecationWarning"
"""Newer versions of Python warn because pytest-xdist has threads; `make test-pi` has none when it forks."""
ANSWERS = {"cat /proc/meminfo": "MemTotal: 9 kB\nMemAvailable: 5 kB", "journalctl": "watchdog"}
"""What the shell of a sound machine says; all other answers are numbers."""


class Sound(Emulator):
    """A machine without QEMU: its displays show what they should as soon as somebody waits for it."""

    lines = SimpleNamespace(connect_dice_reader=str)

    def __init__(self, *, loses=False, shows=False):
        """Lose the last act when the plug is pulled, or not; show it before somebody waits for it, or not."""
        self._loses, self._shows, self._has_lost = loses, shows, False
        self.panels = {role: SimpleNamespace(image=lambda role=role: self._shown[role]) for role in ADDRESSES}
        self._shown = dict.fromkeys(ADDRESSES, Image.new("1", (128, 64)))
        self.began, self.pulled, self.restarts, self.processor_seconds = 0.0, 0, 0, 0.0

    def beside(self, _number):
        return Sound(loses=self._loses, shows=self._shows)

    def clock(self):
        return 0.0

    def comes(self, is_so, *_):
        if is_so():
            return True
        self._shown = self.twin.pictures
        return is_so()

    def press(self, _pin):
        if self._shows:
            self._shown = self.twin.pictures

    def switch_on(self):
        before = self.twin._folder / "before.db"
        if (self._loses or self._has_lost) and before.exists():
            lost = before.with_name(
                f"lost-{self.pulled}.db"
            )  # a new name: files beside the one before may be open
            lost.write_bytes(before.read_bytes())
            stack = new_stack(Journal(str(lost)), configuration.load(), str(before.parent))
            self._shown = pictures_of(stack)

    def pull_the_plug(self):
        self.pulled += 1
        self.processor_seconds += 1

    def keep_card(self):
        pass

    def put_back_card(self):
        self._has_lost = True

    def ask(self, command):
        if command.startswith("sideline matches export"):
            return "\n".join(self.twin.acts)
        return next((said for asked, said in ANSWERS.items() if command.startswith(asked)), "1")


class TwinOfSound(Twin):
    """A twin that a sound machine can ask what it should show."""

    def __init__(self, emulator, folder):
        emulator.twin = self
        super().__init__(emulator, folder)


@pytest.fixture
def proof_of(tmp_path, monkeypatch):
    for name in ("SIDELINE_DATA", "SIDELINE_CONFIG"):
        monkeypatch.setenv(name, "")  # the twin sets them

    def proof(machines=1, **faults):
        twin = TwinOfSound(Sound(**faults), tmp_path / "twin")
        return Proof(twin, Report("raspi3b", tmp_path / "log"), seed=1, pulls=3, machines=machines)

    return proof


@pytest.mark.parametrize(
    ("faults", "found"),
    [
        ({}, "shown 0 times, and there 3 times"),
        ({"loses": True}, "shown 0 times, and there 0 times"),
        ({"shows": True}, "shown 3 times, and there 3 times"),
    ],
)
def test_the_steps_find_their_way_through_the_screens(proof_of, capsys, faults, found):
    proof = proof_of(**faults)
    for _, tried in STEPS:
        tried(proof)
    assert proof.emulator.pulled == 2 + proof.pulls + 1
    assert found in capsys.readouterr().out


@pytest.mark.filterwarnings(FORK)
def test_two_machines_share_the_plugs(proof_of, capsys):
    proof = proof_of(machines=2, shows=True)
    for _, tried in STEPS:
        tried(proof)
    assert proof.emulator.pulled == 2 + 2 + 1
    assert proof.emulator.processor_seconds == proof.emulator.pulled + 1 + 1, "and that of the other machine"
    assert "3 plugs pulled: the act on its way was shown 3 times, and there 3 times" in capsys.readouterr().out


@pytest.mark.filterwarnings(FORK)
def test_what_another_machine_loses_is_not_proven(proof_of, monkeypatch):
    proof = proof_of(machines=2, shows=True)
    monkeypatch.setattr(Sound, "beside", lambda *_: Sound(loses=True, shows=True))
    for _, tried in STEPS[:-2]:
        tried(proof)
    with pytest.raises(Forgotten, match="an act that a display had shown is missing"):
        plug(proof)


def fail():
    raise ValueError("no card")


@pytest.mark.filterwarnings(FORK)
def test_another_process_passes_its_errors_on():
    assert Beside(lambda: 7).result() == 7
    with pytest.raises(Wrong, match="ValueError: no card"):
        Beside(fail).result()
    with pytest.raises(Wrong, match="without a word"):
        Beside(lambda: os._exit(1)).result()


def test_a_box_that_loses_an_act_that_it_has_shown_is_not_proven(proof_of):
    proof = proof_of(loses=True, shows=True)
    for _, tried in STEPS[:-2]:
        tried(proof)
    with pytest.raises(Forgotten, match="an act that a display had shown is missing"):
        plug(proof)


def test_a_journal_that_lacks_an_act_is_not_proven(proof_of, monkeypatch):
    proof = proof_of()
    acts = "\n".join
    monkeypatch.setattr(
        Sound, "ask", lambda machine, command: acts(machine.twin.acts[:-1]) if "export" in command else "1"
    )
    proof.twin.switch_on()
    proof.twin.answer("en")
    proof.twin.answer("new", "insider")
    proof.twin.play_until(1)
    with pytest.raises(Wrong, match="the journal has"):
        plug(proof)


def test_a_check_that_notices_nothing_is_not_proven(proof_of, monkeypatch):
    proof = proof_of()
    for _, tried in STEPS[:-1]:
        tried(proof)
    monkeypatch.setattr(Pull, "check", lambda _pull: None)
    with pytest.raises(Wrong, match="nothing was noticed"):
        forgetful_card(proof)


@pytest.mark.parametrize("role", ADDRESSES)
def test_one_display_is_enough_to_acknowledge_an_act(role):
    before, after = dict.fromkeys(ADDRESSES, PICTURE), dict.fromkeys(ADDRESSES, OTHER)
    panels = {
        name: SimpleNamespace(image=lambda name=name: (after if name == role else before)[name])
        for name in ADDRESSES
    }
    assert is_any_shown(before, after, panels)
    assert not is_any_shown(before, after, {name: SimpleNamespace(image=lambda: PICTURE) for name in ADDRESSES})
    assert not is_any_shown(after, after, panels), "a picture that the act does not change tells nothing"

"""The pin factory on gpiod: against a fake chip everywhere, against a kernel's gpio-sim where there is one."""

import importlib.util
import os
import queue
import sys
import threading
import time
from pathlib import Path
from types import SimpleNamespace

import pytest
from gpiozero import OutputDevice, exc
from gpiozero.pins.local import LocalPiFactory

import drivers.gpiod_factory
from drivers.buzzer import Buzzer, Sound
from drivers.gpiod_factory import EVENTS, GpiodFactory, best_factory, find_chip
from drivers.keys import Keys
from drivers.presses import Key
from tests.drivers.fake_gpiod import (
    Bias,
    Direction,
    Event,
    FakeGpiod,
    LineEdge,
    LineSettings,
    Type,
    Value,
)

OK, UP = Key.OK, Key.UP
SECOND = 1_000_000_000
PATIENCE = 20
"""Seconds: only a test that fails waits so long."""


@pytest.fixture
def gpiod():
    return FakeGpiod()


@pytest.fixture
def factory(gpiod):
    factory = GpiodFactory(0, gpiod=gpiod)
    yield factory
    factory.close()
    assert all(request.is_released for request in gpiod.requests)


@pytest.fixture(autouse=True)
def no_reservations():
    """Forget what a test that failed has left: all local factories of gpiozero share it."""
    yield
    LocalPiFactory._reservations.clear()


@pytest.fixture
def edges():
    return queue.Queue()


def heard(edges, number):
    return [edges.get(timeout=PATIENCE) for _ in range(number)]


def ear_threads():
    return [thread for thread in threading.enumerate() if thread.name == "gpiod edges"]


def test_edges_come_in_order_with_the_kernels_time_stamps(gpiod, factory, edges):
    keys = Keys({5: OK}, edges.put, factory, clock=factory.ticks)
    now = time.monotonic_ns() // 1_000_000 * 1_000_000
    gpiod.push((5, False, now), (5, True, now + 3_000_000), (5, False, now + 4_000_000))
    came = heard(edges, 3)
    first = came[0].at
    assert [(edge.down, edge.at - first) for edge in came] == [(True, 0), (False, 3), (True, 4)]
    assert abs(first - now // 1_000_000) <= 1, "the kernel's clock is the loop's"
    keys.close()


def test_edges_of_two_keys_at_once_come_in_the_order_in_which_they_happened(gpiod, factory, edges):
    keys = Keys({5: OK, 6: UP}, edges.put, factory, clock=factory.ticks)
    is_busy, may_go_on = threading.Event(), threading.Event()

    def busy(_ticks, _state):
        is_busy.set()
        may_go_on.wait(PATIENCE)

    factory.pin(7).when_changed = busy
    now = time.monotonic_ns()
    gpiod.push((7, True, now))
    assert is_busy.wait(PATIENCE)
    gpiod.push((6, False, now + 2), (5, False, now), (6, True, now + 3), (5, True, now + 1))
    may_go_on.set()
    came = [(edge.key, edge.down) for edge in heard(edges, 4)]
    assert came == [(OK, True), (OK, False), (UP, True), (UP, False)]
    keys.close()


def test_a_key_is_an_input_with_a_pull_up_and_both_edges(gpiod, factory, edges):
    keys = Keys({5: OK}, edges.put, factory)
    settings = gpiod.line_of(5).settings
    told = (settings.direction, settings.bias, settings.edge_detection)
    assert told == (Direction.INPUT, Bias.PULL_UP, LineEdge.BOTH)
    assert settings.debounce_period.total_seconds() == 0
    assert gpiod.asked == {"consumer": "sideline", "event_buffer_size": EVENTS}
    keys.close()


def test_closing_a_key_gives_its_line_back_as_it_was(gpiod, factory, edges):
    keys = Keys({5: OK}, edges.put, factory)
    (request,) = gpiod.requests
    keys.close()
    last = request.history[-1]
    assert request.is_released
    assert (last.direction, last.bias, last.edge_detection) == (Direction.INPUT, Bias.DISABLED, LineEdge.NONE)


def test_a_line_is_requested_once_and_anew_after_it_was_given_back(gpiod, factory, edges):
    Keys({5: OK}, edges.put, factory).close()
    assert len(gpiod.requests) == 1
    keys = Keys({5: OK}, edges.put, factory)
    assert len(gpiod.requests) == 2
    gpiod.push((5, False, time.monotonic_ns()))
    assert heard(edges, 1)[0].down
    keys.close()


def test_a_line_that_somebody_else_has_is_named_and_the_others_work(edges):
    gpiod = FakeGpiod(taken=[5])
    factory = GpiodFactory("gpiochip0", gpiod=gpiod)
    keys = Keys({5: OK, 6: UP}, edges.put, factory)
    assert keys.missing == {5: "GPIO5: [Errno 16] Device or resource busy"}
    gpiod.push((6, False, time.monotonic_ns()))
    assert heard(edges, 1)[0].key is UP
    keys.close()
    factory.close()


def test_one_thread_serves_all_keys_and_ends_with_the_factory(gpiod, edges):
    before = threading.enumerate()
    factory = GpiodFactory(0, gpiod=gpiod)
    assert threading.enumerate() == before, "nobody listens yet"
    keys = Keys(dict(enumerate(Key, start=5)), edges.put, factory)
    assert len(ear_threads()) == 1
    keys.close()
    factory.close()
    factory.close()
    assert threading.enumerate() == before
    assert gpiod.closed == ["/dev/gpiochip0"]


def test_a_factory_that_is_closed_first_takes_its_keys_with_it(gpiod, edges):
    factory = GpiodFactory(0, gpiod=gpiod)
    keys = Keys({5: OK}, edges.put, factory)
    factory.close()
    keys.close()
    assert gpiod.requests[0].is_released


def test_what_a_callback_raises_is_logged_and_the_thread_lives(gpiod, factory, edges, caplog):
    keys = Keys({5: OK}, edges.put, factory)
    pin = factory.pin(6)

    def fail(_ticks, _state):
        raise RuntimeError("a bug")

    pin.when_changed = fail
    gpiod.push((6, True, 1))
    gpiod.push((5, False, time.monotonic_ns()))
    assert heard(edges, 1)[0].key is OK
    assert "A callback of GPIO6 failed" in caplog.text
    keys.close()


def test_a_chip_that_disappears_is_logged_once_and_nobody_spins(gpiod, factory, edges, caplog):
    keys = Keys({5: OK, 6: UP}, edges.put, factory)
    gone = gpiod.line_of(5)
    gone.is_gone = True
    os.eventfd_write(gone.fd, 1)  # stays readable, as the kernel's descriptor does
    for state in (False, True, False):
        gpiod.push((6, state, time.monotonic_ns()))
        heard(edges, 1)
    assert caplog.text.count("A line tells of no more edges") == 1
    assert "No such device" in caplog.text
    keys.close()
    assert gone.is_released


def test_an_event_for_a_callback_that_is_gone_is_nothing(gpiod, factory):
    told = []
    pin = factory.pin(5)
    pin.when_changed = told.append
    event = Event(event_type=Type.RISING_EDGE, timestamp_ns=SECOND, line_offset=5)
    pin.when_changed = None
    pin._edge(event)
    assert told == []
    assert gpiod.line_of(5).settings.edge_detection is LineEdge.NONE


def test_a_descriptor_that_was_used_anew_is_not_read_while_it_is_empty(gpiod, factory):
    pin = factory.pin(5)
    pin.when_changed = print
    assert factory.listener._read([(gpiod.line_of(5).fd, 1), (10**6, 1)]) == []


def test_an_output_has_the_right_level_from_the_first_moment(gpiod, factory):
    device = OutputDevice(18, active_high=False, pin_factory=factory)
    (request,) = gpiod.requests
    device.on()
    device.off()
    device.close()
    assert [(line.direction, getattr(line, "output_value", None)) for line in request.history] == [
        (Direction.OUTPUT, Value.ACTIVE),
        (Direction.OUTPUT, Value.INACTIVE),
        (Direction.OUTPUT, Value.ACTIVE),
        (Direction.INPUT, None),
    ]


def test_the_buzzer_sounds_through_it(gpiod, factory):
    buzzer = Buzzer(18, factory)
    buzzer.play(Sound.ACCEPTED, now=0)
    assert gpiod.line_of(18).settings.output_value is Value.ACTIVE
    buzzer.advance(30)
    assert gpiod.line_of(18).settings.output_value is Value.INACTIVE
    gpiod.line_of(18).is_gone = True
    buzzer.play(Sound.ACCEPTED, now=100)
    assert buzzer.why == "[Errno 19] No such device"


def test_a_pin_tells_what_it_is_as_gpiozeros_own_do(gpiod, factory):
    pin = factory.pin("GPIO5")
    assert (pin.function, pin.pull, pin.edges, pin.bounce, pin.state) == ("input", "floating", "both", None, False)
    pin.input_with_pull("down")
    pin.bounce = 0.005
    pin.edges = "rising"
    pin.when_changed = print
    settings = gpiod.line_of(5).settings
    assert (pin.pull, pin.bounce, pin.edges) == ("down", 0.005, "rising")
    assert (settings.bias, settings.edge_detection) == (Bias.PULL_DOWN, LineEdge.RISING)
    assert settings.debounce_period.total_seconds() == 0.005


@pytest.mark.parametrize(
    ("attribute", "value", "error"),
    [
        ("function", "pwm", exc.PinInvalidFunction),
        ("pull", "sideways", exc.PinInvalidPull),
        ("edges", "all", exc.PinInvalidEdges),
        ("state", 1, exc.PinSetInput),
        ("frequency", 100, exc.PinPWMUnsupported),
    ],
)
def test_what_a_pin_cannot_be_is_refused_as_gpiozero_refuses_it(factory, attribute, value, error):
    with pytest.raises(error):
        setattr(factory.pin(5), attribute, value)


def test_a_pull_that_is_soldered_on_or_has_no_input_is_refused(factory):
    with pytest.raises(exc.PinFixedPull, match="physical pull-up"):
        factory.pin(2).pull = "down"
    factory.pin(5).function = "output"
    with pytest.raises(exc.PinFixedPull, match="non-input"):
        factory.pin(5).pull = "up"


@pytest.fixture
def folder(tmp_path):
    for name in ("gpiochip0", "gpiochip1", "gpiochip2", "gpiomem", "null"):
        (tmp_path / name).touch()
    return tmp_path


@pytest.mark.parametrize(
    ("labels", "found"),
    [
        (["pinctrl-bcm2835"], 0),
        (["raspberrypi-exp-gpio", "pinctrl-bcm2711"], 1),
        (["gpio-brcmstb@107d508500", "gpio-brcmstb@107d517c00", "pinctrl-rp1"], 2),
        (["pinctrl-bcm2712", "pinctrl-rp1"], 1),
    ],
)
def test_the_chip_behind_the_header_is_found_by_its_label(folder, labels, found):
    gpiod = FakeGpiod(labels)
    assert find_chip(gpiod, str(folder)) == str(folder / f"gpiochip{found}")
    assert len(gpiod.closed) == len(labels), "those that were looked at are closed again"


def test_where_there_is_no_such_chip_the_reason_names_those_that_are_there(folder):
    with pytest.raises(exc.BadPinFactory, match=r"gpiochip0: INT3450:00, .*gpiochip1: Permission denied"):
        find_chip(FakeGpiod(["INT3450:00", "pinctrl-rp1"], locked=["gpiochip1"]), str(folder))
    with pytest.raises(exc.BadPinFactory, match=r"no .*/gpiochip\*"):
        find_chip(FakeGpiod([]), str(folder))


@pytest.mark.parametrize("chip", [3, "gpiochip3", "/dev/gpiochip3"])
def test_a_chip_that_is_given_is_the_one_that_is_opened(chip):
    factory = GpiodFactory(chip, gpiod=FakeGpiod(["a", "b", "c", "d"]))
    assert (factory.path, factory.label) == ("/dev/gpiochip3", "d")
    factory.close()


def test_a_chip_that_cannot_be_opened_is_named():
    with pytest.raises(exc.BadPinFactory, match=r"^/dev/gpiochip7: No such file or directory$"):
        GpiodFactory(7, gpiod=FakeGpiod())
    with pytest.raises(exc.BadPinFactory, match=r"^/dev/gpiochip0: Permission denied$"):
        GpiodFactory(0, gpiod=FakeGpiod(locked=["gpiochip0"]))


def test_a_binding_that_is_too_old_is_refused():
    with pytest.raises(exc.BadPinFactory, match="older than 2"):
        GpiodFactory(0, gpiod=SimpleNamespace(Chip=None))


@pytest.mark.parametrize(
    ("label", "model"), [("pinctrl-rp1", "5B"), ("pinctrl-bcm2711", "4B"), ("other", "Zero2W")]
)
def test_a_pi_whose_revision_is_hidden_is_known_by_its_chip(monkeypatch, label, model):
    def hidden():
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("gpiozero.pins.local.get_pi_revision", hidden)
    factory = GpiodFactory(0, gpiod=FakeGpiod([label]))
    assert factory.board_info.model == model
    assert factory.pin(27).info.name == "GPIO27"
    factory.close()


def test_a_pi_that_says_what_it_is_is_believed(monkeypatch, factory):
    monkeypatch.setattr("gpiozero.pins.local.get_pi_revision", lambda: 0xA02082)
    assert factory.board_info.model == "3B"


def test_the_best_factory_is_ours(monkeypatch):
    monkeypatch.setitem(sys.modules, "gpiod", FakeGpiod())
    factory, why = best_factory("gpiochip0")
    assert isinstance(factory, GpiodFactory)
    assert why == "gpiod is used"
    factory.close()


def test_without_gpiod_it_is_gpiozeros_on_lgpio(monkeypatch):
    monkeypatch.setitem(sys.modules, "gpiod", None)
    monkeypatch.setenv("LG_WD", "")
    monkeypatch.delenv("LG_WD")
    monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", SimpleNamespace(LGPIOFactory=lambda: "on lgpio"))
    factory, why = best_factory()
    assert factory == "on lgpio"
    assert why.startswith("gpiod: import of gpiod halted")
    assert why.endswith("; lgpio is used")
    assert os.path.isdir(os.environ["LG_WD"]), "its pipe is not left where we work"


def test_without_either_there_is_none_and_the_reasons_are_said(monkeypatch):
    monkeypatch.setenv("LG_WD", "/tmp")
    monkeypatch.setitem(sys.modules, "gpiod", FakeGpiod([]))
    monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", None)
    monkeypatch.setattr(drivers.gpiod_factory, "find_chip", lambda gpiod: find_chip(gpiod, "/proc/self/fdinfo"))
    factory, why = best_factory()
    assert factory is None
    assert why.startswith("gpiod: no chip of a Raspberry Pi (no /proc/self/fdinfo/gpiochip*); lgpio: import of ")


HAS_GPIOD = importlib.util.find_spec("gpiod") is not None
GPIO_SIM = Path("/sys/kernel/config/gpio-sim")

if HAS_GPIOD:  # a test that is skipped is a failure under CI: these are there only where they can run

    def test_the_fake_has_the_names_of_the_real_binding():
        import gpiod

        for name in ("Chip", "LineSettings", "is_gpiochip_device"):
            assert hasattr(gpiod, name)
        assert {"fd", "wait_edge_events", "read_edge_events", "release"} <= set(dir(gpiod.LineRequest))
        assert {"get_value", "reconfigure_lines"} <= set(dir(gpiod.LineRequest))
        assert vars(LineSettings()).keys() <= gpiod.LineSettings.__dataclass_fields__.keys()
        assert {"output_value", "debounce_period"} <= gpiod.LineSettings.__dataclass_fields__.keys()
        for ours, theirs in (
            (Value, gpiod.line.Value),
            (Direction, gpiod.line.Direction),
            (Bias, gpiod.line.Bias),
            (LineEdge, gpiod.line.Edge),
            (Type, gpiod.EdgeEvent.Type),
        ):
            assert ours.__members__.keys() == theirs.__members__.keys()


if HAS_GPIOD and os.access(GPIO_SIM, os.W_OK):

    class Simulated:
        """A chip that the kernel simulates."""

        def __init__(self, name):
            self.folder = GPIO_SIM / name
            bank = self.folder / "bank0"
            bank.mkdir(parents=True)
            (bank / "num_lines").write_text("28\n")
            (self.folder / "live").write_text("1\n")
            self.chip = (bank / "chip_name").read_text().strip()
            self.device = (self.folder / "dev_name").read_text().strip()

        def line(self, number):
            return Path("/sys/devices/platform") / self.device / self.chip / f"sim_gpio{number}"

        def pull(self, number, where):
            (self.line(number) / "pull").write_text(f"pull-{where}\n")

        def level(self, number):
            return int((self.line(number) / "value").read_text())

        def remove(self):
            (self.folder / "live").write_text("0\n")
            (self.folder / "bank0").rmdir()
            self.folder.rmdir()

    @pytest.fixture
    def simulated():
        chip = Simulated(f"sideline-{os.getpid()}")
        yield chip
        chip.remove()

    def test_a_real_kernel_tells_of_keys_and_moves_the_buzzer(simulated, edges):
        before = threading.enumerate()
        factory = GpiodFactory(simulated.chip)
        keys = Keys({5: OK, 6: UP}, edges.put, factory)
        assert keys.missing == {}
        assert keys.held == [], "the kernel has pulled the lines up"
        began = time.monotonic() * 1000
        came = []
        for where in ("down", "up", "down", "up"):
            for pin in (5, 6):
                simulated.pull(pin, where)
                came += heard(edges, 1)  # a simulated interrupt that still waits swallows the next one
        assert [(edge.key, edge.down) for edge in came] == [(OK, True), (UP, True), (OK, False), (UP, False)] * 2
        times = [edge.at for edge in came]
        assert times == sorted(times)
        assert began - 2 <= times[0]
        assert times[-1] <= time.monotonic() * 1000

        buzzer = Buzzer(18, factory)
        buzzer.play(Sound.ACCEPTED, now=0)
        assert simulated.level(18) == 1
        buzzer.advance(30)
        assert simulated.level(18) == 0
        buzzer.close()
        keys.close()
        factory.close()
        assert threading.enumerate() == before

    def test_on_a_real_kernel_a_taken_line_is_named_and_can_be_had_later(simulated, edges):
        factory, other = GpiodFactory(simulated.chip), GpiodFactory(simulated.chip)
        theirs = other.request(6, other.gpiod.LineSettings())
        keys = Keys({5: OK, 6: UP}, edges.put, factory)
        assert keys.missing == {6: "GPIO6: [Errno 16] Device or resource busy"}
        theirs.release()
        keys.close()
        again = Keys({6: UP}, edges.put, factory)
        assert again.missing == {}
        simulated.pull(6, "down")
        assert heard(edges, 1)[0].down
        again.close()
        factory.close()
        other.close()

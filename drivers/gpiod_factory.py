"""A pin factory for gpiozero on libgpiod's own binding, `gpiod` 2: edges with the kernel's times, no polling.

gpiozero's lgpio factory polls 1,600 times a second, and one exception in a callback ends its only thread. Here one
thread sleeps in the kernel until a line has changed, and whatever a callback raises is logged and over. gpiozero
finds the factory by its entry point (`GPIOZERO_PIN_FACTORY=gpiod`); the box calls `best_factory`.

    a line   ── edge ──> the kernel's buffer ──> Ear, the one thread ──> GpiodPin ──> `when_changed(ticks, state)`
    ticks    seconds of CLOCK_MONOTONIC, as `time.monotonic` counts them
"""

from __future__ import annotations

import logging
import os
import select
import tempfile
import threading
from contextlib import suppress
from datetime import timedelta
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

from gpiozero import exc
from gpiozero.pins.local import LocalPiFactory, LocalPiPin

if TYPE_CHECKING:
    from collections.abc import Callable

log = logging.getLogger(__name__)

LABELS = ("pinctrl-rp1", "pinctrl-bcm")
"""How the chip behind the header is called: on a Pi 5 (which has others besides), and on all before it."""
REVISIONS = {"pinctrl-rp1": 0xC04170, "pinctrl-bcm2711": 0xC03111, "": 0x902120}
"""A Pi 5, a Pi 4, a Zero 2 W: where a sandbox hides which Pi it is. The header is the same on all of them."""
EVENTS = 64
"""How many edges the kernel keeps for us; after that the oldest are lost, so the last one is always true."""
BIASES = {"up": "PULL_UP", "down": "PULL_DOWN", "floating": "DISABLED"}
EDGES = {"both": "BOTH", "rising": "RISING", "falling": "FALLING", "none": "NONE"}


class Ear:
    """The one thread that waits for edges. It sleeps without a timeout."""

    def __init__(self, lock: threading.Lock) -> None:
        """Share a lock with whoever else uses the requests: gpiod's objects do not lock."""
        self._lock = lock
        self._lines: dict[int, tuple[Any, Callable[[Any], None]]] = {}
        self._epoll = select.epoll()
        self._stop = os.eventfd(0)
        self._epoll.register(self._stop, select.EPOLLIN)
        self._thread: threading.Thread | None = None

    def listen(self, request: Any, tell: Callable[[Any], None]) -> None:
        """Tell of every event of a request from now on."""
        with self._lock:
            self._lines[request.fd] = (request, tell)
            self._epoll.register(request.fd, select.EPOLLIN)
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="gpiod edges", daemon=True)
                self._thread.start()

    def forget(self, request: Any) -> None:
        """Listen to a request no more."""
        with self._lock:
            self._drop(request.fd)

    def close(self) -> None:
        """End the thread."""
        if self._thread is not None:
            os.eventfd_write(self._stop, 1)
            self._thread.join()
        self._epoll.close()
        os.close(self._stop)

    def _run(self) -> None:
        while (self._stop, select.EPOLLIN) not in (ready := self._epoll.poll()):
            for event, tell in self._read(ready):
                try:
                    tell(event)
                except Exception:
                    log.exception("A callback of GPIO%s failed", event.line_offset)

    def _read(self, ready: list[tuple[int, int]]) -> list[tuple[Any, Callable[[Any], None]]]:
        """Read what has come, of all lines, in the order in which it happened."""
        heard = []
        with self._lock:
            for descriptor in [descriptor for descriptor, _ in ready if descriptor in self._lines]:
                request, tell = self._lines[descriptor]
                try:
                    # Asked once more: a line opened meanwhile may have got the number of one that was closed.
                    events = request.read_edge_events() if request.wait_edge_events(0) else []
                    heard += [(event, tell) for event in events]
                except Exception:  # the chip is gone, say: to go on listening would be to spin
                    log.exception("A line tells of no more edges")
                    self._drop(descriptor)
        return sorted(heard, key=lambda pair: pair[0].timestamp_ns)

    def _drop(self, descriptor: int) -> None:
        if self._lines.pop(descriptor, None) is not None:
            with suppress(OSError):
                self._epoll.unregister(descriptor)


class Line(NamedTuple):
    """What a line is told to be, in gpiozero's words."""

    pull: str
    function: str = "input"
    level: bool = False
    edges: str = "both"
    bounce: float | None = None
    is_heard: bool = False

    def settings(self, gpiod: Any) -> Any:
        """Say it in gpiod's words."""
        line = gpiod.line
        if self.function == "output":
            level = line.Value.ACTIVE if self.level else line.Value.INACTIVE
            return gpiod.LineSettings(direction=line.Direction.OUTPUT, output_value=level)
        return gpiod.LineSettings(
            direction=line.Direction.INPUT,
            bias=line.Bias[BIASES[self.pull]],
            edge_detection=line.Edge[EDGES[self.edges] if self.is_heard else "NONE"],
            debounce_period=timedelta(seconds=self.bounce or 0),
        )


class GpiodPin(LocalPiPin):  # type: ignore[misc]  # its base has no types
    """A pin. Its line is requested when it is first used, and then reconfigured in place: it stays ours."""

    def __init__(self, factory: GpiodFactory, info: Any) -> None:
        """Begin as an input that nobody uses."""
        super().__init__(factory, info)
        self._request: Any = None
        self._line = Line(pull=info.pull or "floating")

    def close(self) -> None:
        """Give the line back as the input that it was: the kernel may leave a released output as it is."""
        with suppress(OSError):
            self.when_changed = None
        if self._request is not None:
            with suppress(OSError):
                self._become(**Line(pull=self.info.pull or "floating")._asdict())
            with self.factory.lock:
                self._request.release()
                self._request = None

    def output_with_state(self, state: float) -> None:
        """Become an output with the right level from the first moment: no blip."""
        self._become(function="output", level=bool(state))

    def _become(self, **changes: Any) -> None:
        """Change what the line is."""
        wanted = self._line._replace(**changes)
        settings = wanted.settings(self.factory.gpiod)
        with self.factory.lock:
            if self._request is None:
                self._request = self.factory.request(self._number, settings)
            else:
                self._request.reconfigure_lines({self._number: settings})
        self._line = wanted

    def _get_function(self) -> str:
        return self._line.function

    def _set_function(self, value: str) -> None:
        if value not in {"input", "output"}:
            raise exc.PinInvalidFunction(f'invalid function "{value}" for pin {self!r}')
        self._become(function=value)

    def _get_state(self) -> bool:
        if self._request is None:
            self._become()
        with self.factory.lock:
            return bool(self._request.get_value(self._number))

    def _set_state(self, value: float) -> None:
        if self._line.function == "input":
            raise exc.PinSetInput(f"cannot set state of pin {self!r}")
        self._become(level=bool(value))

    def _get_pull(self) -> str:
        return self._line.pull

    def _set_pull(self, value: str) -> None:
        if self._line.function != "input":
            raise exc.PinFixedPull(f"cannot set pull on non-input pin {self!r}")
        if self.info.pull not in {value, ""}:
            raise exc.PinFixedPull(f"{self!r} has a physical pull-{self.info.pull} resistor")
        if value not in BIASES:
            raise exc.PinInvalidPull(f'invalid pull "{value}" for pin {self!r}')
        self._become(pull=value)

    def _get_bounce(self) -> float | None:
        return self._line.bounce

    def _set_bounce(self, value: float | None) -> None:
        self._become(bounce=value or None)

    def _get_edges(self) -> str:
        return self._line.edges

    def _set_edges(self, value: str) -> None:
        if value not in EDGES:
            raise exc.PinInvalidEdges(f'invalid edges "{value}" for pin {self!r}')
        self._become(edges=value)

    def _enable_event_detect(self) -> None:
        self._become(is_heard=True)
        self.factory.ear.listen(self._request, self._heard)

    def _disable_event_detect(self) -> None:
        if self._request is not None:
            self.factory.ear.forget(self._request)
            self._become(is_heard=False)

    def _heard(self, event: Any) -> None:
        reference = self._when_changed  # taken once: it may be withdrawn this very moment
        if reference is not None and (changed := reference()) is not None:
            changed(event.timestamp_ns / 1_000_000_000, int(event.event_type == event.Type.RISING_EDGE))


class GpiodFactory(LocalPiFactory):  # type: ignore[misc]  # its base has no types
    """Pins on the chip behind the header, or on the chip that is given: `3`, `"gpiochip3"`, `"/dev/gpiochip3"`."""

    def __init__(self, chip: int | str | None = None, *, gpiod: Any = None) -> None:
        """Open the chip; tests bring a binding of their own."""
        super().__init__()
        self.gpiod = gpiod or import_module("gpiod")
        if not hasattr(self.gpiod, "LineSettings"):
            raise exc.BadPinFactory("gpiod is older than 2")
        name = f"gpiochip{chip}" if isinstance(chip, int) else chip
        self.path = find_chip(self.gpiod) if name is None else os.path.join("/dev", name)
        try:
            self._chip: Any = self.gpiod.Chip(self.path)
        except OSError as error:
            raise exc.BadPinFactory(f"{self.path}: {error.strerror or error}") from error
        self.label: str = self._chip.get_info().label
        self.lock = threading.Lock()
        self.ear = Ear(self.lock)
        self.pin_class = GpiodPin

    def close(self) -> None:
        """Give all lines back, end the thread, close the chip."""
        if self._chip is not None:
            super().close()
            self.ear.close()
            self._chip.close()
            self._chip = None

    def request(self, number: int, settings: Any) -> Any:
        """Request a line; its offset on the chip is the number of the GPIO, on every Pi."""
        return self._chip.request_lines({number: settings}, consumer="sideline", event_buffer_size=EVENTS)

    def _get_revision(self) -> int:
        try:
            return int(super()._get_revision())
        except (OSError, exc.PinUnknownPi):
            return REVISIONS.get(self.label, REVISIONS[""])


def find_chip(gpiod: Any, folder: str = "/dev") -> str:
    """Find the chip behind the header by its label; its number differs from one kernel to the next."""
    seen: dict[str, str] = {}
    for name in sorted(os.listdir(folder)):
        path = os.path.join(folder, name)
        if name.startswith("gpiochip") and gpiod.is_gpiochip_device(path):
            try:
                with gpiod.Chip(path) as chip:
                    seen[path] = chip.get_info().label
            except OSError as error:
                seen[path] = error.strerror or str(error)
    right = [path for label in LABELS for path, found in seen.items() if found.startswith(label)]
    if right:
        return right[0]
    chips = ", ".join(f"{path}: {label}" for path, label in seen.items())
    raise exc.BadPinFactory(f"no chip of a Raspberry Pi ({chips or f'no {folder}/gpiochip*'})")


class Choice(NamedTuple):
    """A pin factory, or None; and why it is this one."""

    factory: Any
    why: str


def best_factory(chip: int | str | None = None) -> Choice:
    """Open the best pin factory that works here: ours, else the one on lgpio, else none. The caller closes it."""
    faults: list[str] = []
    for name, make in (("gpiod", lambda: GpiodFactory(chip)), ("lgpio", _lgpio)):
        try:
            return Choice(make(), "; ".join([*faults, f"{name} is used"]))
        except Exception as error:  # noqa: BLE001 - each factory has errors of its own
            faults.append(f"{name}: {str(error) or type(error).__name__}")
    return Choice(None, "; ".join(faults))


def _lgpio() -> Any:
    os.environ.setdefault("LG_WD", tempfile.gettempdir())  # lgpio leaves a pipe in the working directory otherwise
    return import_module("gpiozero.pins.lgpio").LGPIOFactory()

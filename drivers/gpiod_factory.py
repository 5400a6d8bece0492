"""A pin factory for gpiozero on libgpiod's own binding, `gpiod` 2: edges with the kernel's times, no polling.

gpiozero's lgpio factory polls 1,600 times a second, and one exception in a callback ends its only thread. Here one
thread sleeps in the kernel until a line changes, and an exception in a callback is only logged. gpiozero finds the
factory by its entry point (`GPIOZERO_PIN_FACTORY=gpiod`); the box calls `best_factory`.

    line ── edge ──> kernel buffer ──> EdgeListener (one thread) ──> GpiodPin ──> `when_changed(ticks, state)`
    ticks: seconds of CLOCK_MONOTONIC, like `time.monotonic`
"""

from __future__ import annotations

import logging
import os
import select
import tempfile
import threading
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

from gpiozero import exc
from gpiozero.pins.local import LocalPiFactory, LocalPiPin

if TYPE_CHECKING:  # optional: other systems than Linux lack it
    from gpiod import EdgeEvent, LineRequest

log = logging.getLogger(__name__)

LABELS = ("pinctrl-rp1", "pinctrl-bcm")
"""The label of the chip behind the header: on a Pi 5 (which also has other chips), and on all older models."""
REVISIONS = {"pinctrl-rp1": 0xC04170, "pinctrl-bcm2711": 0xC03111, "": 0x902120}
"""A Pi 5, a Pi 4, a Zero 2 W: used if a sandbox hides the model. The header is the same on all of them."""
EVENTS = 64
"""Size of the kernel's buffer for edges. If it is full, the oldest edges are lost, never the last one."""
FULL_WAIT_SECONDS = 0.05
"""Pause after a full buffer, so that a line that changes without end does not take the whole processor."""
BIASES = {"up": "PULL_UP", "down": "PULL_DOWN", "floating": "DISABLED"}
EDGES = {"both": "BOTH", "rising": "RISING", "falling": "FALLING", "none": "NONE"}


class EdgeListener:
    """One thread that waits for edges of all lines, without a timeout."""

    def __init__(self, lock: threading.Lock) -> None:
        """Share a lock with the pins: gpiod's objects are not thread-safe."""
        self._lock = lock
        self._lines: dict[int, tuple[LineRequest, Callable[[EdgeEvent], None]]] = {}
        self._epoll = select.epoll()
        self._stop = os.eventfd(0)
        self._epoll.register(self._stop, select.EPOLLIN)
        self._thread: threading.Thread | None = None

    def listen(self, request: LineRequest, callback: Callable[[EdgeEvent], None]) -> None:
        """Call back for every event of a request from now on."""
        with self._lock:
            self._lines[request.fd] = (request, callback)
            self._epoll.register(request.fd, select.EPOLLIN)
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="gpiod edges", daemon=True)
                self._thread.start()

    def remove(self, request: LineRequest) -> None:
        """Stop listening to a request."""
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
            events = self._read(ready)
            for event, callback in events:
                try:
                    callback(event)
                except Exception:
                    log.exception("A callback of GPIO%s failed", event.line_offset)
            if len(events) >= EVENTS:
                select.select([self._stop], [], [], FULL_WAIT_SECONDS)

    def _read(self, ready: list[tuple[int, int]]) -> list[tuple[EdgeEvent, Callable[[EdgeEvent], None]]]:
        """Return the waiting events of all lines, ordered by time."""
        pending = []
        with self._lock:
            for descriptor in [descriptor for descriptor, _ in ready if descriptor in self._lines]:
                request, callback = self._lines[descriptor]
                try:
                    # Checked again: a new line may have got the file descriptor of a closed one.
                    events = request.read_edge_events() if request.wait_edge_events(0) else []
                    pending += [(event, callback) for event in events]
                except Exception:  # the chip may be gone: listening on would be a busy loop
                    log.exception("A line tells of no more edges")
                    self._drop(descriptor)
        return sorted(pending, key=lambda pair: pair[0].timestamp_ns)

    def _drop(self, descriptor: int) -> None:
        if self._lines.pop(descriptor, None) is not None:
            with suppress(OSError):
                self._epoll.unregister(descriptor)


class Line(NamedTuple):
    """The configuration of a line in gpiozero's terms."""

    pull: str
    function: str = "input"
    level: bool = False
    edges: str = "both"
    bounce: float | None = None
    detects_edges: bool = False

    def settings(self, gpiod: Any) -> Any:
        """Return the configuration in gpiod's terms."""
        line = gpiod.line
        if self.function == "output":
            level = line.Value.ACTIVE if self.level else line.Value.INACTIVE
            return gpiod.LineSettings(direction=line.Direction.OUTPUT, output_value=level)
        return gpiod.LineSettings(
            direction=line.Direction.INPUT,
            bias=line.Bias[BIASES[self.pull]],
            edge_detection=line.Edge[EDGES[self.edges] if self.detects_edges else "NONE"],
            debounce_period=timedelta(seconds=self.bounce or 0),
        )


class GpiodPin(LocalPiPin):  # type: ignore[misc]  # its base has no types
    """A pin. Its line is requested at its first use, and then reconfigured without being released."""

    def __init__(self, factory: GpiodFactory, info: Any) -> None:
        """Start as an input without a request."""
        super().__init__(factory, info)
        self._request: Any = None
        self._line = Line(pull=info.pull or "floating")

    def close(self) -> None:
        """Make the line an input again and release it: the kernel may leave a released output driven."""
        with suppress(OSError):
            self.when_changed = None
        if self._request is not None:
            with suppress(OSError):
                self._configure(**Line(pull=self.info.pull or "floating")._asdict())
            with self.factory.lock:
                self._request.release()
                self._request = None

    def output_with_state(self, state: float) -> None:
        """Make the pin an output that has the right level from the start."""
        self._configure(function="output", level=bool(state))

    def _configure(self, **changes: Any) -> None:
        """Change the configuration of the line."""
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
        self._configure(function=value)

    def _get_state(self) -> bool:
        if self._request is None:
            self._configure()
        with self.factory.lock:
            return bool(self._request.get_value(self._number))

    def _set_state(self, value: float) -> None:
        if self._line.function == "input":
            raise exc.PinSetInput(f"cannot set state of pin {self!r}")
        self._configure(level=bool(value))

    def _get_pull(self) -> str:
        return self._line.pull

    def _set_pull(self, value: str) -> None:
        if self._line.function != "input":
            raise exc.PinFixedPull(f"cannot set pull on non-input pin {self!r}")
        if self.info.pull not in {value, ""}:
            raise exc.PinFixedPull(f"{self!r} has a physical pull-{self.info.pull} resistor")
        if value not in BIASES:
            raise exc.PinInvalidPull(f'invalid pull "{value}" for pin {self!r}')
        self._configure(pull=value)

    def _get_bounce(self) -> float | None:
        return self._line.bounce

    def _set_bounce(self, value: float | None) -> None:
        self._configure(bounce=value or None)

    def _get_edges(self) -> str:
        return self._line.edges

    def _set_edges(self, value: str) -> None:
        if value not in EDGES:
            raise exc.PinInvalidEdges(f'invalid edges "{value}" for pin {self!r}')
        self._configure(edges=value)

    def _enable_event_detect(self) -> None:
        self._configure(detects_edges=True)
        self.factory.listener.listen(self._request, self._edge)

    def _disable_event_detect(self) -> None:
        if self._request is not None:
            self.factory.listener.remove(self._request)
            self._configure(detects_edges=False)

    def _edge(self, event: EdgeEvent) -> None:
        reference = self._when_changed  # read once: another thread may clear it
        if reference is not None and (changed := reference()) is not None:
            changed(event.timestamp_ns / 1_000_000_000, int(event.event_type == event.Type.RISING_EDGE))


class GpiodFactory(LocalPiFactory):  # type: ignore[misc]  # its base has no types
    """Pins on the chip behind the header, or on a given chip: `3`, `"gpiochip3"`, `"/dev/gpiochip3"`."""

    def __init__(self, chip: int | str | None = None, *, gpiod: Any = None) -> None:
        """Open the chip; tests pass their own binding."""
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
        self.listener = EdgeListener(self.lock)
        self.pin_class = GpiodPin

    def close(self) -> None:
        """Release all lines, end the thread, close the chip."""
        if self._chip is not None:
            super().close()
            self.listener.close()
            self._chip.close()
            self._chip = None

    def request(self, number: int, settings: Any) -> Any:
        """Request a line; its offset on the chip is the GPIO number on every Pi."""
        return self._chip.request_lines({number: settings}, consumer="sideline", event_buffer_size=EVENTS)

    def _get_revision(self) -> int:
        try:
            return int(super()._get_revision())
        except (OSError, exc.PinUnknownPi):
            return REVISIONS.get(self.label, REVISIONS[""])


def find_chip(gpiod: Any, folder: str = "/dev") -> str:
    """Return the path of the chip behind the header, found by its label; its number depends on the kernel."""
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
    """A pin factory or None, and the reason for this choice."""

    factory: Any
    why: str


def best_factory(chip: int | str | None = None) -> Choice:
    """Open the best pin factory that works here: gpiod, else lgpio, else none. The caller closes it."""
    faults: list[str] = []
    for name, make in (("gpiod", lambda: GpiodFactory(chip)), ("lgpio", _lgpio)):
        try:
            return Choice(make(), "; ".join([*faults, f"{name} is used"]))
        except Exception as error:  # noqa: BLE001 - each factory has its own errors
            faults.append(f"{name}: {str(error) or type(error).__name__}")
    return Choice(None, "; ".join(faults))


def _lgpio() -> Any:
    os.environ.setdefault("LG_WD", tempfile.gettempdir())  # otherwise lgpio leaves a pipe in the working directory
    return import_module("gpiozero.pins.lgpio").LGPIOFactory()

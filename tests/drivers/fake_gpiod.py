"""A fake of the few calls of gpiod that our pin factory makes, with lines that tests pull."""

import os
import threading
from enum import Enum
from types import SimpleNamespace

SECOND = 1_000_000_000
PATIENCE = 20
"""Seconds: only a test that fails waits so long."""

Value = Enum("Value", {"INACTIVE": 0, "ACTIVE": 1})
Value.__bool__ = lambda self: self is Value.ACTIVE
Direction = Enum("Direction", "AS_IS INPUT OUTPUT")
Bias = Enum("Bias", "AS_IS UNKNOWN DISABLED PULL_UP PULL_DOWN")
LineEdge = Enum("Edge", "NONE RISING FALLING BOTH")
Type = Enum("Type", "RISING_EDGE FALLING_EDGE")


class LineSettings(SimpleNamespace):
    """The settings of a line, with gpiod's names and defaults."""

    def __init__(self, **settings):
        plain = {"direction": Direction.AS_IS, "bias": Bias.AS_IS, "edge_detection": LineEdge.NONE}
        super().__init__(**plain | settings)


class Event(SimpleNamespace):
    Type = Type


class FakeRequest:
    """One line. Its descriptor is readable while it holds events, as the kernel's is."""

    def __init__(self, number, settings):
        self.number, self.settings, self.history = number, settings, [settings]
        self.events, self.is_gone, self.is_released = [], False, False
        self.level = settings.bias is Bias.PULL_UP
        self.fd, self.lock = os.eventfd(0), threading.Lock()

    def push(self, event):
        with self.lock:
            self.events.append(event)
            os.eventfd_write(self.fd, 1)

    def reconfigure_lines(self, config):
        if self.is_gone:
            raise OSError(19, "No such device")
        (self.settings,) = config.values()
        self.history.append(self.settings)
        self.level = self.settings.bias is Bias.PULL_UP

    def get_value(self, _number):
        return Value.ACTIVE if self.level else Value.INACTIVE

    def wait_edge_events(self, timeout):
        assert timeout == 0, "whoever waits here holds the lock"
        return bool(self.events) or self.is_gone

    def read_edge_events(self):
        if self.is_gone:
            raise OSError(19, "No such device")
        assert self.events, "the real one would block"
        with self.lock:
            os.eventfd_read(self.fd)
            events, self.events = self.events, []
        return events

    def release(self):
        assert not self.is_released
        self.is_released = True
        os.close(self.fd)


class FakeGpiod:
    """The few names of gpiod that the factory uses."""

    LineSettings = LineSettings
    line = SimpleNamespace(Value=Value, Direction=Direction, Bias=Bias, Edge=LineEdge)

    def __init__(self, labels=("pinctrl-bcm2835",), taken=(), locked=()):
        self.labels = {f"gpiochip{number}": label for number, label in enumerate(labels)}
        self.taken, self.locked = taken, locked
        self.requests, self.closed, self.asked = [], [], {}

    def is_gpiochip_device(self, path):
        return os.path.basename(path) in self.labels

    def Chip(self, path):  # noqa: N802 - gpiod's name
        if os.path.basename(path) in self.locked:
            raise PermissionError(13, "Permission denied")
        if os.path.basename(path) not in self.labels:
            raise FileNotFoundError(2, "No such file or directory")
        return FakeChip(self, path)

    def push(self, *strokes):
        """Let edges happen: (number of the line, is it high now, at which nanosecond)."""
        for number, is_high, at in strokes:
            request = self.line_of(number)
            request.level = is_high
            kind = Type.RISING_EDGE if is_high else Type.FALLING_EDGE
            request.push(Event(event_type=kind, timestamp_ns=at, line_offset=number))

    def line_of(self, number):
        return next(line for line in self.requests if line.number == number and not line.is_released)


class FakeChip:
    def __init__(self, gpiod, path):
        self.gpiod, self.path = gpiod, path

    def __enter__(self):
        return self

    def __exit__(self, *_error):
        self.close()

    def close(self):
        self.gpiod.closed.append(self.path)

    def get_info(self):
        return SimpleNamespace(label=self.gpiod.labels[os.path.basename(self.path)])

    def request_lines(self, config, **options):
        ((number, settings),) = config.items()
        if number in self.gpiod.taken:
            raise OSError(16, "Device or resource busy")
        self.gpiod.asked = options
        self.gpiod.requests.append(FakeRequest(number, settings))
        return self.gpiod.requests[-1]

"""What the tests of the firmware share: a clock of our own, a worker, and where a journal lies."""

from unittest.mock import Mock

import pytest

from firmware_py.runtime import program
from firmware_py.runtime.worker import Worker


@pytest.fixture(name="path")
def fixture_path(tmp_path):
    return str(tmp_path / "data" / "journal.db")


@pytest.fixture(autouse=True)
def without_systemd(monkeypatch):
    monkeypatch.delenv("WATCHDOG_USEC", raising=False)
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)


@pytest.fixture(autouse=True)
def without_garbage_collection(monkeypatch):
    """Let no program collect garbage at its start: beside everything that tests have loaded, that takes long."""
    monkeypatch.setattr(program, "gc", Mock())


class Clock:
    """A clock that goes on when it is told to, or by a step whenever somebody looks at it."""

    def __init__(self):
        self.now, self.step = 1000.0, 0.0

    def __call__(self):
        self.now += self.step
        return self.now


@pytest.fixture(name="clock")
def fixture_clock():
    return Clock()


@pytest.fixture(name="worker")
def fixture_worker():
    worker = Worker("disk")
    yield worker
    worker.stop()

"""Other processes seen from outside, by what the kernel tells of them in /proc."""

import os
import select
import socket
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from tests.bench.memory import status_number

ROOT = Path(__file__).parents[2]
READY_TIMEOUT_SECONDS = 60
NOTE_BYTES = 4096


def voluntary_switches(process: int) -> dict[str, int]:
    """Return how often each thread of a process has gone to sleep; each time something woke it."""
    found, folder = {}, f"/proc/{process}/task"
    for thread in os.listdir(folder):
        with suppress(FileNotFoundError, ProcessLookupError):  # a thread may end meanwhile
            found[thread] = status_number(f"{folder}/{thread}/status", "voluntary_ctxt_switches")
    return found


def wake_ups(process: int, seconds: float) -> float:
    """Watch a process for some seconds; return how often a second one of its threads was woken."""
    before = voluntary_switches(process)
    began = time.monotonic()
    time.sleep(seconds)
    after = voluntary_switches(process)
    return sum(count - before.get(thread, 0) for thread, count in after.items()) / (time.monotonic() - began)


class Running(NamedTuple):
    """A program that has said that it is ready."""

    pid: int
    at: float
    """Seconds of `time.monotonic`, just before it was started."""


@contextmanager
def running(command: Sequence[str], env: Mapping[str, str], folder: str) -> Iterator[Running]:
    """Start a program, wait until it sends READY=1 as to systemd, and end it at last."""
    notify = os.path.join(folder, "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as channel:
        channel.bind(notify)
        started = time.monotonic()
        with subprocess.Popen(
            command,
            cwd=ROOT,
            env={**env, "NOTIFY_SOCKET": notify},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        ) as process:
            try:
                _wait_until_ready(process, channel)
                yield Running(process.pid, started)
            finally:
                process.kill()


def _wait_until_ready(process: subprocess.Popen[bytes], channel: socket.socket) -> None:
    ended = os.pidfd_open(process.pid)
    try:
        while channel in (found := select.select([channel, ended], [], [], READY_TIMEOUT_SECONDS)[0]):
            if channel.recv(NOTE_BYTES) == b"READY=1":
                return
    finally:
        os.close(ended)
    if not found:
        raise TimeoutError(f"not ready after {READY_TIMEOUT_SECONDS} seconds: {' '.join(process.args)}")
    assert process.stderr is not None
    told = process.stderr.read().decode().strip().splitlines() or [f"exit status {process.wait()}"]
    raise ChildProcessError(f"it ended before it was ready: {told[-1]}")

"""A camera: a program that writes one JPEG after the other (MJPEG) to its standard output.

    find ──> start ──> a picture, a picture …
      ^                    │ ended, silent, no pictures, one without end
      └──── the next call ─┴── CameraFault

`rpicam-vid`, `ffmpeg` and `v4l2-ctl` are such programs; any other can be named. A thread reads all that comes, so
that a picture is never old; only the newest is kept. The program runs from the first call of `picture` to `stop`.

>>> end_of_picture(bytearray.fromhex("ffd8 ffe0 0004 ffd9 ffda 0002 1234 ffd9 ffd8"))
16
"""

from __future__ import annotations

import os
import select
import shlex
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from enum import Enum
from glob import glob
from shutil import which
from types import TracebackType
from typing import NamedTuple, Self

from drivers.budget import Allowance

AUTO, NONE = "auto", "none"
WIDTH, HEIGHT, PICTURES_PER_SECOND = 1920, 1080, 5
MOST_BYTES = 8_000_000
"""Of one picture."""
MOST_READ_AT_ONCE = 1 << 16
MOST_MESSAGE = 200
"""Characters of what a program says about its end."""
MOST_PER_SECOND = 60.0
"""Pictures; a program that writes more has to wait."""
DEVICES = "/sys/class/video4linux/video*"
CAMERA_MODULES = ("unicam", "rp1-cfe", "bcm2835-unicam")
START, END = b"\xff\xd8\xff", b"\xff\xd9"
FILLING = b"\0\r\n"
"""What some programs write between two pictures."""
START_OF_SCAN = 0xDA
MOST_SEGMENTS = 1000
"""Of a picture, before its dots; a camera writes some twenty."""
END_SECONDS = 2.0
"""So long is waited for the end of a program; one that hangs in the kernel is left to itself."""
HEAD_BYTES = 2
"""Of a picture, before its first segment."""


class CameraReason(Enum):
    """Why there is no picture."""

    ABSENT = "camera-absent"
    """No camera was found, or its program is not installed."""
    ENDED = "camera-ended"
    """The program has ended."""
    SILENT = "camera-silent"
    """The program writes nothing."""
    GARBAGE = "camera-garbage"
    """What the program writes is not a sequence of JPEGs."""
    TOO_LARGE = "camera-too-large"
    """A picture does not end."""


class CameraFault(Exception):
    """There is no picture; the reason, and what the program has said."""

    def __init__(self, reason: CameraReason, detail: str = "") -> None:
        """Keep both."""
        super().__init__(reason.value)
        self.reason, self.detail = reason, detail


class CameraTiming(NamedTuple):
    """Timeouts."""

    first_seconds: float = 15.0
    """Until the first picture: a camera has to be started."""
    next_seconds: float = 5.0


class Camera:
    """A camera that may be connected and disconnected at any time."""

    def __init__(self, find: Callable[[], Sequence[str] | None], timing: CameraTiming | None = None) -> None:
        """Start nothing yet; `find` returns the command of the program, or None if there is no camera."""
        self._find, self._timing = find, timing or CameraTiming()
        self._running: _Running | None = None
        self._lock = threading.Lock()
        """It may be stopped by another thread than that which waits for a picture."""

    def __enter__(self) -> Self:
        """Look as long as a `with` block lasts."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End the program."""
        self.stop()

    def picture(self) -> bytes:
        """Return the newest picture, each only once. Raises a `CameraFault`; the next call starts again."""
        timeout = self._timing.next_seconds
        with self._lock:
            if self._running is None:
                timeout = self._timing.first_seconds
                self._running = self._start()
            running = self._running
        try:
            return running.newest(timeout)
        except CameraFault:
            self.stop()
            raise

    def _start(self) -> _Running:
        command = self._find()
        if not command:
            raise CameraFault(CameraReason.ABSENT)
        try:
            return _Running(command)
        except (OSError, ValueError) as error:
            raise CameraFault(CameraReason.ABSENT, str(error)) from None

    @property
    def is_running(self) -> bool:
        """Whether its program runs."""
        return self._running is not None

    def stop(self) -> None:
        """End the program."""
        with self._lock:
            running, self._running = self._running, None
        if running is not None:
            running.stop()


class _Running:
    """A program that runs, and the thread that reads what it writes."""

    def __init__(self, command: Sequence[str]) -> None:
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,  # what it has started itself ends with it
        )
        self._changed = threading.Condition()
        self._newest: bytes | None = None
        self._fault: CameraReason | None = None
        self._message = b""
        self._is_stopping = threading.Event()
        self._is_given_up = threading.Event()
        """What the program has started holds its pipes open after its end."""
        self._thread = threading.Thread(target=self._read, name="camera", daemon=True)
        self._thread.start()

    def newest(self, timeout: float) -> bytes:
        """Return the next picture. Raises a `CameraFault`."""
        with self._changed:
            self._changed.wait_for(lambda: self._newest is not None or self._fault is not None, timeout)
            if self._newest is not None:
                picture, self._newest = self._newest, None
                return picture
            raise CameraFault(self._fault or CameraReason.SILENT, _last_line(self._message))

    def _read(self) -> None:
        """Read until the program ends or is stopped; runs on its own thread."""
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        output, messages = self._process.stdout.fileno(), self._process.stderr.fileno()
        pictures, opened = _Pictures(self._keep), {output, messages}
        fault = CameraReason.ENDED
        while output in opened and not self._is_given_up.is_set():
            for source in select.select(list(opened), [], [], END_SECONDS)[0]:
                data = os.read(source, MOST_READ_AT_ONCE)
                if not data:
                    opened.discard(source)
                elif source == messages:
                    self._message = (self._message + data)[-4 * MOST_MESSAGE :]
                elif (wrong := pictures.feed(data)) is not None:
                    fault = wrong
                    opened.discard(output)
        if messages in opened and select.select([messages], [], [], 0)[0]:
            self._message = (self._message + os.read(messages, MOST_READ_AT_ONCE))[-4 * MOST_MESSAGE :]
        with self._changed:
            self._fault = fault
            self._changed.notify_all()

    def _keep(self, picture: bytes, wait: float) -> None:
        with self._changed:
            self._newest = picture
            self._changed.notify_all()
        if wait:
            self._is_stopping.wait(wait)

    def stop(self) -> None:
        """End the program and all that it has started."""
        self._is_stopping.set()
        with suppress(OSError):
            os.killpg(self._process.pid, signal.SIGKILL)
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(END_SECONDS)
        self._thread.join(END_SECONDS)
        self._is_given_up.set()
        self._thread.join()
        for pipe in (self._process.stdout, self._process.stderr):
            assert pipe is not None
            pipe.close()


class _Pictures:
    """Cuts what a program writes into pictures."""

    def __init__(self, keep: Callable[[bytes, float], None]) -> None:
        self._keep, self._buffer, self._searched = keep, bytearray(), 0
        self._allowance = Allowance(round(MOST_PER_SECOND), MOST_PER_SECOND)

    def feed(self, data: bytes) -> CameraReason | None:
        """Take what was written; return what is wrong with it."""
        buffer = self._buffer
        buffer += data
        while True:
            if not buffer.startswith(START[: len(buffer)]):
                return CameraReason.GARBAGE
            end = end_of_picture(buffer, self._searched)
            if end is None:
                self._searched = max(0, len(buffer) - len(END))
                return CameraReason.TOO_LARGE if len(buffer) > MOST_BYTES else None
            now = time.monotonic()
            wait = 0.0 if self._allowance.take(now) else self._allowance.wait(now)
            self._keep(bytes(buffer[:end]), wait)
            del buffer[:end]
            self._searched = 0
            del buffer[: len(buffer) - len(buffer.lstrip(FILLING))]


def end_of_picture(data: bytearray, searched: int = 0) -> int | None:
    """Return where the JPEG ends that begins the data; None if that has not come yet.

    Its segments are skipped by their lengths: a thumbnail in one of them has an end of its own.
    """
    at = HEAD_BYTES
    for _ in range(MOST_SEGMENTS):
        if at + 4 > len(data) or data[at] != END[0]:
            break
        after = at + 2 + int.from_bytes(data[at + 2 : at + 4], "big")
        if data[at + 1] == START_OF_SCAN:
            found = data.find(END, max(after, searched))
            return None if found < 0 else found + len(END)
        at = after
    return None


def _last_line(message: bytes) -> str:
    lines = message.decode(errors="replace").split("\n")
    printable = ("".join(filter(str.isprintable, line)).strip() for line in reversed(lines))
    return next(filter(None, printable), "")[:MOST_MESSAGE]


def finder(program: str) -> Callable[[], Sequence[str] | None]:
    """Return what finds the command of a camera: one that is named, or with `auto` what is connected."""
    if program == NONE:
        return lambda: None
    if program == AUTO:
        return find_camera
    try:
        command = shlex.split(program)
    except ValueError:
        command = [program]
    return lambda: command


def find_camera(
    devices: str = DEVICES,
    find_program: Callable[[str], str | None] = which,
    real: Callable[[str], str] = os.path.realpath,
) -> Sequence[str] | None:
    """Return the command for the first USB webcam or camera module, if a program for it is installed."""
    for device in sorted(glob(devices)):
        name, number = _read_line(f"{device}/name"), _read_line(f"{device}/index")
        node = f"/dev/{os.path.basename(device)}"
        if name.startswith(CAMERA_MODULES):
            if program := find_program("rpicam-vid") or find_program("libcamera-vid"):
                return _module_command(program)
        elif "/usb" in real(f"{device}/device") and number == "0":  # the others of it show no pictures
            if program := find_program("ffmpeg"):
                return _ffmpeg_command(program, node)
            if program := find_program("v4l2-ctl"):
                return _v4l2_command(program, node)
    return None


def _module_command(program: str) -> Sequence[str]:
    size = ("--width", str(WIDTH), "--height", str(HEIGHT), "--framerate", str(PICTURES_PER_SECOND))
    return (program, "-n", "-t", "0", "-v", "0", "--codec", "mjpeg", *size, "-o", "-")


def _ffmpeg_command(program: str, node: str) -> Sequence[str]:
    source = ("-f", "v4l2", "-input_format", "mjpeg", "-video_size", f"{WIDTH}x{HEIGHT}", "-i", node)
    return (program, "-loglevel", "error", "-nostdin", *source, "-c", "copy", "-f", "mjpeg", "-")


def _v4l2_command(program: str, node: str) -> Sequence[str]:
    shape = f"--set-fmt-video=width={WIDTH},height={HEIGHT},pixelformat=MJPG"
    return (program, "-d", node, shape, "--stream-mmap", "--stream-to=-")


def _read_line(path: str) -> str:
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return file.readline().strip()
    except OSError:
        return ""

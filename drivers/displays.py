"""Displays: pictures of 128 × 64 dots on small OLED panels, which may be unplugged and fail at any time.

Only changed bytes are sent. A bus error is never raised, it only sets `is_lost`: the display keeps its picture,
retries with growing intervals, and redraws everything when the panel is back. To prevent burn-in, the picture is
shifted by a few dots, dimmed and switched off. At each of these steps the panel is initialised again, because a
panel that lost its supply for a moment comes back blank and reports no error.

The caller passes the time in milliseconds of any monotonic clock. Nothing here sleeps, and there are no threads.

>>> from drivers.simulated.panels import SimulatedPanel
>>> panel = SimulatedPanel(Kind.SSD1306)
>>> display = Display(panel.device)
>>> display.show(Image.new("1", SIZE, 1), now=0)
>>> panel.image().getpixel((5, 5))
255
>>> panel.unplug()
>>> display.show(Image.new("1", SIZE, 0), now=10)
>>> display.is_lost, display.why, display.next_try
(True, 'I2C device not found on address: 0x3C', 1010)
>>> panel.plug_in()
>>> display.advance(now=display.deadline)
>>> display.is_lost, panel.image().getpixel((5, 5))
(False, 0)
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from enum import Enum
from typing import NamedTuple, Protocol

import luma.core.error
from PIL import Image

SIZE = WIDTH, HEIGHT = 128, 64
PAGES = HEIGHT // 8
"""The panel's memory has eight pages, from top to bottom, with a byte per column; bit 0 is the topmost dot."""

FIRST_RETRY_MILLISECONDS, MAX_RETRY_MILLISECONDS = 1_000, 30_000
MINUTE_MILLISECONDS = 60_000

ERRORS = (luma.core.error.Error, OSError)
"""A failing bus raises luma's error for a command, and an OSError for data."""

SET_PAGE, SET_LOW_COLUMN, SET_HIGH_COLUMN = 0xB0, 0x00, 0x10
ADDRESSING = 6
"""Bytes that a further run on a page costs: address and control byte of two writes, and two for its column."""

_RUN = re.compile(rb"[^\0]+(?:\0{1,%d}[^\0]+)*" % ADDRESSING)
"""Changed bytes; short unchanged gaps are sent too where that costs no more than a new address."""

SHIFTS = ((0, 0), (1, 0), (2, 0), (2, 1), (2, 2), (1, 2), (0, 2), (0, 1), (1, 1))
"""The positions of the shifted picture, in order, one dot apart."""
NO_SHIFT = -1


class Kind(Enum):
    """The supported controllers."""

    SSD1306 = "ssd1306"
    SSD1309 = "ssd1309"
    SH1106 = "sh1106"


class Brightness(Enum):
    """The brightness of a display."""

    BRIGHT = "bright"
    DIM = "dim"
    DARK = "dark"
    """Switched off."""


class DisplaySettings(NamedTuple):
    """Contrast and burn-in protection. Times are in milliseconds; None switches a step off.

    >>> DisplaySettings(contrast=40, sleep_after=None).dim_after // MINUTE_MILLISECONDS
    5
    """

    contrast: int = 160
    dim_contrast: int = 8
    shift_every: int | None = MINUTE_MILLISECONDS
    dim_after: int | None = 5 * MINUTE_MILLISECONDS
    sleep_after: int | None = 30 * MINUTE_MILLISECONDS


DEFAULT_SETTINGS = DisplaySettings()


class Device(Protocol):
    """A luma device that is addressed by pages; see `drivers.wire`."""

    first_column: int
    persist: bool

    def command(self, *given: int) -> None:
        """Send command bytes."""

    def data(self, given: bytes) -> None:
        """Send data bytes."""

    def contrast(self, level: int) -> None:
        """Set the contrast, 0 to 255."""

    def show(self) -> None:
        """Switch the panel on."""

    def hide(self) -> None:
        """Switch the panel off."""

    def cleanup(self) -> None:
        """Clear the panel and close the connection."""


class Run(NamedTuple):
    """Adjacent bytes on a page."""

    page: int
    column: int
    data: bytes


def pack(image: Image.Image, place: tuple[int, int] = (0, 0)) -> bytes:
    """Return a picture in the layout of the panel's memory, shifted right and down by `place`.

    >>> image = Image.new("1", SIZE)
    >>> image.putpixel((3, 9), 1)
    >>> pack(image).index(2) == 1 * WIDTH + 3
    True
    """
    if image.mode != "1" or image.size != SIZE:
        raise ValueError(f"a picture has one bit and 128 × 64 dots, not {image.mode} and {image.size}")
    if place != (0, 0):
        right, down = place
        image = image.crop((-right, -down, WIDTH - right, HEIGHT - down))
    columns = image.transpose(Image.Transpose.TRANSPOSE).tobytes("raw", "1;R")
    return b"".join([columns[page::PAGES] for page in range(PAGES)])


def changes(before: bytes | None, after: bytes) -> Iterator[Run]:
    """Yield the runs that change the memory from `before` to `after`; everything if `before` is unknown.

    >>> list(changes(bytes(1024), bytes(200) + b"ab" + bytes(822)))
    [Run(page=1, column=72, data=b'ab')]
    """
    for page in range(PAGES):
        start = page * WIDTH
        new = after[start : start + WIDTH]
        if before is None:
            yield Run(page, 0, new)
            continue
        old = before[start : start + WIDTH]
        if old != new:
            differing = int.from_bytes(old) ^ int.from_bytes(new)
            for found in _RUN.finditer(differing.to_bytes(WIDTH)):
                yield Run(page, found.start(), new[found.start() : found.end()])


class Display:
    """A display with retries and burn-in protection; its owner calls `advance`."""

    def __init__(
        self, make_device: Callable[[], Device], settings: DisplaySettings = DEFAULT_SETTINGS, now: int = 0
    ) -> None:
        """Start with a black picture. The device is opened with the first picture, and again after errors."""
        self._make_device = make_device
        self._device: Device | None = None
        self._settings = settings
        self._picture = Image.new("1", SIZE)
        self._sent: bytes | None = None
        """The content of the panel's memory, if it is known."""
        self._active = now
        self._shift = self._due_shift(now)
        self._wait = FIRST_RETRY_MILLISECONDS
        self.brightness = Brightness.BRIGHT
        self.why = ""
        """The error of a lost display."""
        self.next_try: int | None = now
        """The time at which `reconnect` tries again, or None."""

    @property
    def is_lost(self) -> bool:
        """Whether the panel does not answer."""
        return bool(self.why)

    @property
    def deadline(self) -> int | None:
        """The time at which `advance` must be called, or None."""
        settings, times = self._settings, [self.next_try]
        if self.brightness is not Brightness.DARK:
            if settings.shift_every is not None:
                times.append((self._shift + 1) * settings.shift_every)
            if settings.dim_after is not None and self.brightness is Brightness.BRIGHT:
                times.append(self._active + settings.dim_after)
            if settings.sleep_after is not None:
                times.append(self._active + settings.sleep_after)
        return min((time for time in times if time is not None), default=None)

    def show(self, picture: Image.Image, now: int) -> None:
        """Show a picture, now or as soon as the panel is connected and awake."""
        self._picture = picture.copy()
        if self._device is None:
            self.reconnect(now)
        elif self.brightness is not Brightness.DARK:
            self._attempt(self._draw, now)

    def reconnect(self, now: int) -> bool:
        """Try to open a lost panel, if a retry is due; return whether it is back."""
        return self.next_try is not None and self.next_try <= now and self._attempt(self._open, now)

    def check(self, now: int) -> None:
        """Initialise the panel now and redraw everything, to find out whether it is connected."""
        self._attempt(self._open if self._device is None else self._reinitialise, now)

    def advance(self, now: int) -> None:
        """Do what is due: reconnect, shift the picture, dim, switch off."""
        before = self.brightness, self._shift
        self.brightness, self._shift = self._due_brightness(now), self._due_shift(now)
        if self._device is None:
            self.reconnect(now)
        elif self.brightness is Brightness.DARK:
            if before[0] is not Brightness.DARK:
                self._attempt(self._device.hide, now)
        elif before != (self.brightness, self._shift):
            self._attempt(self._reinitialise, now)

    def wake(self, now: int) -> bool:
        """Restart the idle time; return whether the display was off (a press that wakes it does nothing else)."""
        was_dark = self.brightness is Brightness.DARK
        self._active = now
        self.advance(now)
        return was_dark

    def adjust(self, settings: DisplaySettings, now: int) -> None:
        """Apply other settings."""
        self._settings = settings
        self._shift = NO_SHIFT
        self.advance(now)

    def close(self, *, keeps_picture: bool = False) -> None:
        """Close the panel: switched off, or with its last picture for as long as it has power."""
        if self._device is not None and not keeps_picture:
            with suppress(*ERRORS):
                self._device.hide()
        self._release()
        self.next_try = None

    def _due_brightness(self, now: int) -> Brightness:
        idle = now - self._active
        if self._settings.sleep_after is not None and idle >= self._settings.sleep_after:
            return Brightness.DARK
        if self._settings.dim_after is not None and idle >= self._settings.dim_after:
            return Brightness.DIM
        return Brightness.BRIGHT

    def _due_shift(self, now: int) -> int:
        """Return the number of shifts until a time; it is the same for all displays."""
        return 0 if self._settings.shift_every is None else now // self._settings.shift_every

    def _attempt(self, action: Callable[[], None], now: int) -> bool:
        try:
            action()
        except Exception as error:  # noqa: BLE001 - luma also raises AssertionError, and the kernel module may be missing
            self._release()
            self.why = getattr(error, "strerror", None) or str(error) or type(error).__name__
            self.next_try = now + self._wait
            self._wait = min(2 * self._wait, MAX_RETRY_MILLISECONDS)
            return False
        self.why, self.next_try, self._wait = "", None, FIRST_RETRY_MILLISECONDS
        return True

    def _open(self) -> None:
        """Open a panel that was not connected, hidden until the random content of its memory is overwritten."""
        device = self._make()
        device.hide()
        if self.brightness is not Brightness.DARK:
            self._draw_whole(device)
            device.show()

    def _reinitialise(self) -> None:
        """Initialise a connected panel and redraw everything; it is dark for about a millisecond."""
        self._draw_whole(self._make())

    def _make(self) -> Device:
        self._release()
        self._device = device = self._make_device()
        return device

    def _draw_whole(self, device: Device) -> None:
        most = self._settings.contrast
        device.contrast(min(self._settings.dim_contrast, most) if self.brightness is Brightness.DIM else most)
        self._sent = None
        self._draw()

    def _draw(self) -> None:
        assert self._device is not None
        command, data, first = self._device.command, self._device.data, self._device.first_column
        packed = pack(self._picture, SHIFTS[self._shift % len(SHIFTS)])
        page_set = None
        for page, column, run in changes(self._sent, packed):
            at = first + column
            place = (SET_LOW_COLUMN | at & 0x0F, SET_HIGH_COLUMN | at >> 4)
            command(*place) if page == page_set else command(SET_PAGE | page, *place)
            page_set = page
            data(run)
        self._sent = packed

    def _release(self) -> None:
        """Close the device without sending anything."""
        if self._device is not None:
            device, self._device = self._device, None
            device.persist = True
            with suppress(*ERRORS):
                device.cleanup()

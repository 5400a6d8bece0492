"""Displays: pictures of 128 × 64 dots on small OLED panels that may come, go and fail while the evening goes on.

Only what changed goes over the wire. Whatever the wire answers, nobody outside notices more than `is_lost`: the
display remembers its picture, tries again with growing patience, and draws everything anew once the panel is back.
The picture wanders, dims and sleeps, so that nothing burns in; at each such step the panel is initialised anew,
because one that lost its supply for a moment comes back blank and reports no error.

Time is what the caller says, in milliseconds of any steady clock. Nothing here sleeps, and there are no threads.

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
from contextlib import suppress
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple, Protocol

import luma.core.error
from PIL import Image

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

SIZE = WIDTH, HEIGHT = 128, 64
PAGES = HEIGHT // 8
"""The panel's memory: eight pages, one above the other, of a byte a column. Its lowest bit is the topmost dot."""

FIRST_WAIT, LONGEST_WAIT = 1_000, 30_000
MINUTE = 60_000

ERRORS = (luma.core.error.Error, OSError)
"""What luma makes of a failing bus for a command, and what it lets through for data."""

SET_PAGE, SET_LOW_COLUMN, SET_HIGH_COLUMN = 0xB0, 0x00, 0x10
ADDRESSING = 7
"""Bytes on the wire around a run: the address and the control byte of two writes, and the place."""

_RUN = re.compile(rb"[^\0]+(?:\0{1,%d}[^\0]+)*" % ADDRESSING)
"""Changed bytes; what is the same between them is sent too where that costs no more than a new address."""

PATH = ((0, 0), (1, 0), (2, 0), (2, 1), (2, 2), (1, 2), (0, 2), (0, 1), (1, 1))
"""Where the picture wanders, one step after the other, never far at once."""
NOWHERE = -1


class Kind(Enum):
    """The controllers that are known."""

    SSD1306 = "ssd1306"
    SSD1309 = "ssd1309"
    SH1106 = "sh1106"


class Light(Enum):
    """How a display shines."""

    BRIGHT = "bright"
    DIM = "dim"
    DARK = "dark"
    """It sleeps."""


class Habits(NamedTuple):
    """What a display does by itself; None for what it never does. Times are milliseconds.

    >>> Habits(contrast=40, sleep_after=None).dim_after // MINUTE
    5
    """

    contrast: int = 160
    dim_contrast: int = 8
    wander_every: int | None = MINUTE
    dim_after: int | None = 5 * MINUTE
    sleep_after: int | None = 30 * MINUTE


HABITS = Habits()


class Device(Protocol):
    """A panel of luma's that is addressed by pages; see `drivers.wire`."""

    first_column: int
    persist: bool

    def command(self, *given: int) -> None: ...  # noqa: D102 - these are luma's
    def data(self, given: bytes) -> None: ...  # noqa: D102 - as above
    def contrast(self, level: int) -> None: ...  # noqa: D102 - as above
    def show(self) -> None: ...  # noqa: D102 - as above
    def hide(self) -> None: ...  # noqa: D102 - as above
    def cleanup(self) -> None: ...  # noqa: D102 - as above


class Run(NamedTuple):
    """Bytes side by side on a page."""

    page: int
    column: int
    data: bytes


def pack(image: Image.Image, place: tuple[int, int] = (0, 0)) -> bytes:
    """Put a picture into the order of the panel's memory, page by page, moved right and down to its place.

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
    """Find the runs to send, so that a memory becomes another one; all of it, if nobody knows what it was.

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
    """A display that looks after itself, as far as its owner tells it the time."""

    def __init__(self, make_device: Callable[[], Device], habits: Habits = HABITS, now: int = 0) -> None:
        """Begin with a dark picture. The device is made with the first one, and anew when need be."""
        self._make_device = make_device
        self._device: Device | None = None
        self._habits = habits
        self._picture = Image.new("1", SIZE)
        self._sent: bytes | None = None
        """What the panel's memory holds, if that is known."""
        self._active = now
        self._walked = self._steps(now)
        self._wait = FIRST_WAIT
        self.light = Light.BRIGHT
        self.why = ""
        """What is wrong with a lost display."""
        self.next_try: int | None = now
        """When `heal` tries again."""

    @property
    def is_lost(self) -> bool:
        """Whether the panel was tried and did not answer."""
        return bool(self.why)

    @property
    def deadline(self) -> int | None:
        """When `advance` has something to do."""
        habits, times = self._habits, [self.next_try]
        if self.light is not Light.DARK:
            if habits.wander_every is not None:
                times.append((self._walked + 1) * habits.wander_every)
            if habits.dim_after is not None and self.light is Light.BRIGHT:
                times.append(self._active + habits.dim_after)
            if habits.sleep_after is not None:
                times.append(self._active + habits.sleep_after)
        return min((time for time in times if time is not None), default=None)

    def show(self, picture: Image.Image, now: int) -> None:
        """Show a picture, now or as soon as the panel is awake and there."""
        self._picture = picture.copy()
        if self._device is None:
            self.heal(now)
        elif self.light is not Light.DARK:
            self._attempt(self._draw, now)

    def heal(self, now: int) -> bool:
        """Try a lost panel again, if it is time; tell whether it is back."""
        return self.next_try is not None and self.next_try <= now and self._attempt(self._open, now)

    def check(self, now: int) -> None:
        """Find out at once whether the panel is there, and draw everything anew."""
        self._attempt(self._open if self._device is None else self._renew, now)

    def advance(self, now: int) -> None:
        """Do what is due: heal, wander, dim, sleep."""
        before = self.light, self._walked
        self.light, self._walked = self._due_light(now), self._steps(now)
        if self._device is None:
            self.heal(now)
        elif self.light is Light.DARK:
            if before[0] is not Light.DARK:
                self._attempt(self._device.hide, now)
        elif before != (self.light, self._walked):
            self._attempt(self._renew, now)

    def wake(self, now: int) -> bool:
        """Note that somebody is there; tell whether the display slept: a press that wakes does nothing else."""
        slept = self.light is Light.DARK
        self._active = now
        self.advance(now)
        return slept

    def adjust(self, habits: Habits, now: int) -> None:
        """Take other habits on, from now."""
        self._habits = habits
        self._walked = NOWHERE
        self.advance(now)

    def close(self, *, keeps_picture: bool = False) -> None:
        """Let the panel go: switched off, or with the last picture on it for as long as there is power."""
        if self._device is not None and not keeps_picture:
            with suppress(*ERRORS):
                self._device.hide()
        self._let_go()
        self.next_try = None

    def _due_light(self, now: int) -> Light:
        idle = now - self._active
        if self._habits.sleep_after is not None and idle >= self._habits.sleep_after:
            return Light.DARK
        if self._habits.dim_after is not None and idle >= self._habits.dim_after:
            return Light.DIM
        return Light.BRIGHT

    def _steps(self, now: int) -> int:
        """Count the steps of the wandering picture until a time: every display is at the same place."""
        return 0 if self._habits.wander_every is None else now // self._habits.wander_every

    def _attempt(self, deed: Callable[[], None], now: int) -> bool:
        try:
            deed()
        except Exception as error:  # noqa: BLE001 - luma also asserts, and a bus may lack its module
            self._let_go()
            self.why = getattr(error, "strerror", None) or str(error) or type(error).__name__
            self.next_try = now + self._wait
            self._wait = min(2 * self._wait, LONGEST_WAIT)
            return False
        self.why, self.next_try, self._wait = "", None, FIRST_WAIT
        return True

    def _open(self) -> None:
        """Begin with a panel that was not there. What its memory holds by chance stays hidden."""
        device = self._make()
        device.hide()
        if self.light is not Light.DARK:
            self._draw_whole(device)
            device.show()

    def _renew(self) -> None:
        """Initialise a panel that is there, and draw everything. It is dark for a millisecond only."""
        self._draw_whole(self._make())

    def _make(self) -> Device:
        self._let_go()
        self._device = device = self._make_device()
        return device

    def _draw_whole(self, device: Device) -> None:
        most = self._habits.contrast
        device.contrast(min(self._habits.dim_contrast, most) if self.light is Light.DIM else most)
        self._sent = None
        self._draw()

    def _draw(self) -> None:
        assert self._device is not None
        command, data, first = self._device.command, self._device.data, self._device.first_column
        packed = pack(self._picture, PATH[self._walked % len(PATH)])
        for page, column, run in changes(self._sent, packed):
            at = first + column
            command(SET_PAGE | page, SET_LOW_COLUMN | at & 0x0F, SET_HIGH_COLUMN | at >> 4)
            data(run)
        self._sent = packed

    def _let_go(self) -> None:
        """Close the wire, and send nothing over it any more."""
        if self._device is not None:
            device, self._device = self._device, None
            device.persist = True
            with suppress(*ERRORS):
                device.cleanup()

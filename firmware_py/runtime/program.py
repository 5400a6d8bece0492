"""The program on the box: the loop with a desk, a panel and a black box around it.

One event at a time goes to the desk, then the pictures are shown. A crash in a screen loses nothing: what was
accepted is in the journal, so the desk is made anew from there and says that there was a fault; after several in a
row it is safe mode.
"""

from __future__ import annotations

from contextlib import suppress
from enum import Enum
from functools import partial
from typing import TYPE_CHECKING, Protocol

from drivers.dice import Roll
from drivers.dice_port import Connected, Disconnected
from drivers.presses import Edge, Press
from drivers.terminal import Signal, Stroke, TerminalGone
from firmware_py.display.panel import Part
from firmware_py.display.prompt import Pages, pages
from firmware_py.runtime.event_loop import Pong, Watchdog, notify_systemd
from firmware_py.storage.crash_log import CALM_SECONDS, TOO_MANY_CRASHES
from firmware_py.ui.flows.home import restart, start
from firmware_py.ui.flows.phones import NoPage
from firmware_py.ui.phrases import wrapped
from firmware_py.ui.screen_stack import SwitchOff
from firmware_py.ui.task import UiTask

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PIL import Image

    from firmware_py.i18n.translations import Translations
    from firmware_py.runtime.event_loop import EventLoop
    from firmware_py.runtime.worker import Worker
    from firmware_py.storage.crash_log import CrashLog
    from firmware_py.ui.flows.phones import Page
    from firmware_py.ui.screen_stack import ScreenStack

BLINK_SECONDS, MINUTE = 0.3, 60.0


class Tick(Enum):
    """What the clock says."""

    MINUTE = "minute"
    BLINK = "blink"
    PANEL = "panel"
    """Something is due at the panel: a key is held, a sound goes on, a display tries again."""


class Panel(Protocol):
    """Whatever shows the pictures."""

    def show(self, stack: ScreenStack, over: Image.Image | None = None) -> None:
        """Show the pictures of the desk, or another prompt over them."""

    def presses(self, event: Stroke | Edge) -> Sequence[Press]:
        """Tell what a stroke of a keyboard or an edge of a key means."""

    def deadline(self) -> float | None:
        """Tell when something is due there, in the seconds of the loop's clock."""

    def advance(self) -> Sequence[Press]:
        """Do what is due; give the presses that are complete by now."""

    def wake(self) -> bool:
        """Let what sleeps be seen; tell whether something slept."""

    def parts(self) -> Sequence[Part]:
        """Tell of every part how it is."""

    def news(self) -> Sequence[Part]:
        """Give the parts that were lost or came back since the last time."""

    def sound(self, name: str) -> None:
        """Let something be heard."""

    def heed(self, signal: Signal) -> None:
        """Do what else the panel's own events ask for."""


class Program:
    """Runs until somebody leaves."""

    def __init__(  # noqa: PLR0913 - each by its name
        self,
        loop: EventLoop,
        panel: Panel,
        make_stack: Callable[[], ScreenStack],
        crash_log: CrashLog,
        *,
        workers: Sequence[Worker] = (),
        page: Page | None = None,
        power: Callable[[], str] | None = None,
    ) -> None:
        """Know everybody; `make_desk` makes a desk from what the journal says, `page` shows it on phones.

        `power` switches the machine off, if that is ours to do.
        """
        self._power = power
        self._page = page or NoPage()
        self._loop, self._panel, self._make_stack, self._crash_log = loop, panel, make_stack, crash_log
        self._watchdog = Watchdog(loop, workers)
        self._is_due = False
        """A `Tick.PANEL` is in the queue: until it is taken the panel's deadline stays where it was."""
        self._reader = "reader-absent"
        """What is wrong with the dice reader."""
        self._has_reader = False
        """It was there once since the start."""
        self._tray: tuple[str, tuple[int, ...]] | None = None
        self._stale: tuple[str, tuple[int, ...]] | None = None
        """What lay in the tray last, and before the reader was lost: that is no new roll."""
        self.stack = make_stack()
        self._dress()

    def _dress(self) -> None:
        self.stack.store.slow = self._show_saving
        self.stack.parts, self.stack.wake = self._panel.parts, self._panel.wake
        self.stack.reader = self._reader
        self.stack.page, self.stack.power = self._page, self._power

    def run(self, begin: Callable[[ScreenStack], None] = start) -> None:
        """Show the first picture, then take event by event; `begin` lays the first screen."""
        if self._crash_log.crashes:
            self._loop.after(CALM_SECONDS, "calm", self._crash_log.clear_crashes)
        with suppress(SwitchOff, TerminalGone):
            self._guarded(partial(self._begin, begin))
            notify_systemd("READY=1")
            while (event := self._loop.take()) is not Signal.LEAVE:
                self._guarded(partial(self._take, event))
        notify_systemd("STOPPING=1")
        self._crash_log.clear_crashes()

    def _begin(self, begin: Callable[[ScreenStack], None]) -> bool:
        begin(self.stack)
        return True

    def _take(self, event: object) -> bool:
        """Do what an event means; return whether the pictures may have changed.

        A key bounces, and a press is complete only with one of its edges: the others change no picture.
        """
        match event:
            case Stroke():
                self._press_all(self._panel.presses(event))
            case Edge():
                return self._press_all(self._panel.presses(event))
            case Tick():
                return self._take_tick(event)
            case Press():
                self.stack.press(event)
            case None:  # only timers have rung, and each puts an event if it changes something
                return False
            case Roll() | Connected() | Disconnected():
                self._hear_reader(event)
            case UiTask(do=do):
                do(self.stack)
            case Pong():
                self._watchdog.hear(event)
            case Signal():
                self._panel.heed(event)
        return True

    def _take_tick(self, tick: Tick) -> bool:
        match tick:
            case Tick.PANEL:
                self._is_due = False
                return self._press_all(self._panel.advance())
            case Tick.MINUTE:
                self.stack.minute()
            case Tick.BLINK:
                self.stack.blink()
        return True

    def _hear_reader(self, event: Roll | Connected | Disconnected) -> None:
        match event:
            case Roll(state=state, faces=faces):
                self._roll(state.value, faces)
            case Connected():
                self._find_reader("")
                self._stale = self._tray
            case Disconnected(reason=reason):
                self._find_reader(reason.value)

    def _find_reader(self, why: str) -> None:
        """The reader is there, or not; who had it once is told when it goes and when it is back."""
        is_news = self._has_reader and bool(why) != bool(self._reader)
        self._has_reader = self._has_reader or not why
        self._reader = self.stack.reader = why
        if is_news:
            self.stack.tell_parts([Part("dice", why and self.stack.translations(f"part.{why}"))])

    def _roll(self, state: str, faces: tuple[int, ...]) -> None:
        """Take what lies in the tray, unless it lay there already before the reader was lost."""
        is_old, self._stale, self._tray = self._stale == (state, faces), None, (state, faces)
        if not is_old:
            self._panel.wake()
            self.stack.rolled(state, faces)

    def _press_all(self, presses: Sequence[Press]) -> bool:
        for press in presses:
            self.stack.press(press)
        return bool(presses)

    def _guarded(self, work: Callable[[], bool]) -> None:
        """Do something, and redraw if it says so; after a crash, begin again from the journal."""
        try:
            if work():
                self._redraw()
            self._follow()
        except (SwitchOff, TerminalGone):
            raise
        except Exception as error:  # noqa: BLE001 - whatever it is, the players go on
            self._begin_anew(error)

    def _begin_anew(self, error: Exception) -> None:
        """Be there again; if that crashes too, again, up to safe mode: it rests on the journal alone."""
        is_safe = self._crash_log.crash(error) >= TOO_MANY_CRASHES
        self._loop.after(CALM_SECONDS, "calm", self._crash_log.clear_crashes)
        self.stack = self._make_stack()
        self._dress()
        try:
            restart(self.stack)
            self._redraw()
            self._follow()
        except Exception as again:
            if is_safe:
                raise
            self._begin_anew(again)

    def _redraw(self) -> None:
        self._panel.show(self.stack)
        if self.stack.blinking:
            self._loop.after(BLINK_SECONDS, "blink", partial(self._loop.put, Tick.BLINK))

    def _follow(self) -> None:
        """Do what follows every event: name lost parts, play sounds, set timers, publish on the page."""
        if news := self._panel.news():
            for part in news:
                self._crash_log.note(f"{part.name}: {part.why or 'good'}")
            self.stack.tell_parts(news)
            self._panel.show(self.stack)
        for name in self.stack.take_sounds():
            self._panel.sound(name)
        if not self._is_due and (due := self._panel.deadline()) is not None:
            self._loop.at(due, "panel", self._tick)
        if self.stack.is_timed and not self._loop.is_set("minute"):
            self._loop.after(MINUTE, "minute", partial(self._loop.put, Tick.MINUTE))
        self._page.hear(self.stack)

    def _tick(self) -> None:
        self._is_due = True
        self._loop.put(Tick.PANEL)

    def _show_saving(self) -> None:
        """The disk takes its time: say so."""
        self._panel.show(self.stack, saving(self.stack.translations))


def saving(translations: Translations) -> Image.Image:
    """Draw that the disk takes its time."""
    return pages(
        Pages(translations("box.saving"), tuple(wrapped([translations("box.saving-text")]))), [], translations
    )

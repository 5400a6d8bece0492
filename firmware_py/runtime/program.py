"""The program: connects the event loop, the screen stack, the panel and the crash log.

Each event goes to the screen stack, then the pictures are shown. A crash in a screen loses nothing: accepted acts
are in the journal, so a new screen stack is made from it and shows that there was a fault; after several crashes
in a row it starts safe mode.
"""

from __future__ import annotations

import gc
import sys
import threading
from collections.abc import Callable, Sequence
from enum import Enum
from functools import partial
from typing import Protocol

from PIL import Image

from drivers.budget import TooMuch
from drivers.buzzer import Sound
from drivers.dice import Roll
from drivers.dice import State as DiceState
from drivers.dice_port import Connected, Disconnected
from drivers.presses import Edge, Press
from drivers.terminal import Signal, Stroke, TerminalGone
from engine.verdicts import say
from firmware_py.display.panel import Part
from firmware_py.display.prompt import Pages, pages, wrapped
from firmware_py.i18n.sentences import plain
from firmware_py.i18n.translations import Translations
from firmware_py.runtime.event_loop import EventLoop, Pong, Watchdog, notify_systemd
from firmware_py.runtime.helpers import Helpers
from firmware_py.runtime.watcher import CameraState
from firmware_py.runtime.worker import Worker
from firmware_py.sight.looking import Looked
from firmware_py.storage.crash_log import CALM_SECONDS, TOO_MANY_CRASHES
from firmware_py.ui.flows.home import restart, start
from firmware_py.ui.match.thinker import Answered
from firmware_py.ui.stack.screen_stack import ScreenStack
from firmware_py.ui.stack.services import Page, Services, ShowWork, Work
from firmware_py.ui.stack.switch_off import Restart, SwitchOff
from firmware_py.ui.stack.task import PhoneAction, PhoneFault, UiTask
from firmware_py.ui.stack.waiting import Tick

TICK_SECONDS = {Tick.BLINK: 0.3, Tick.IDLE: 6.0, Tick.MINUTE: 60.0}
SWITCH_SECONDS = 0.0005
"""How long another thread, such as that of the page, may keep the interpreter while the keys wait for it."""


class Due(Enum):
    """The deadline of something that the program itself has to do."""

    PANEL = "panel"
    """A held key, the next tone of a sound, a retry of a display."""


class Panel(Protocol):
    """Shows the pictures and reads the keys."""

    def show(self, stack: ScreenStack, over: Image.Image | None = None) -> None:
        """Show the pictures of the screen stack; `over` replaces the prompt."""

    def presses(self, event: Stroke | Edge) -> Sequence[Press]:
        """Return the presses that a keyboard stroke or an edge of a key completes."""

    def deadline(self) -> float | None:
        """Return when `advance` has to be called next, in seconds of the clock of the loop."""

    def advance(self) -> Sequence[Press]:
        """Do what is due; return the presses that are complete now."""

    def wake(self) -> bool:
        """Wake sleeping displays; return whether one was asleep."""

    def parts(self) -> Sequence[Part]:
        """Return the state of every part."""

    def news(self) -> Sequence[Part]:
        """Return the parts that were lost or work again since the last call."""

    def sound(self, sound: Sound) -> None:
        """Play a sound."""

    def handle_signal(self, signal: Signal) -> None:
        """Handle a signal of the panel, such as a resized terminal."""


class PublishedPage(Page, Protocol):
    """The page for phones, as far as the program needs it."""

    def publish(self, stack: ScreenStack) -> None:
        """Send the current screen to all phones."""

    def carry_out(self, action: PhoneAction, stack: ScreenStack) -> bool:
        """Carry out what a phone asks for; return whether the box itself may show something else.

        Raises `PhoneFault` if that has failed half way.
        """


class Program:
    """Runs the box until it is left or switched off."""

    def __init__(
        self,
        loop: EventLoop,
        panel: Panel,
        make_stack: Callable[[Services], ScreenStack],
        *,
        page: PublishedPage,
        workers: Sequence[Worker] = (),
        helpers: Helpers | None = None,
    ) -> None:
        """Connect the parts; `make_stack` makes a screen stack from the journal, `page` shows it on phones."""
        self._page, self._helpers = page, helpers or Helpers()
        self._loop, self._panel, self._make_stack = loop, panel, make_stack
        self._watchdog = Watchdog(loop, workers)
        self._is_due = False
        """`Due.PANEL` is in the queue; until it is taken, the deadline of the panel does not change."""
        self._reader = "reader-absent"
        """What is wrong with the dice reader; empty if it works."""
        self._has_reader = False
        """The dice reader has worked since the start."""
        self._tray: tuple[DiceState, tuple[int, ...]] | None = None
        self._stale: tuple[DiceState, tuple[int, ...]] | None = None
        """The last reading, and the one from before the reader was lost, which is not a new roll."""
        self._camera: CameraState | None = None
        """Whether the camera works; None if no match has wanted pictures yet."""
        self._has_camera = False
        """The camera has worked since the start."""
        self._watched: tuple[object, ...] = ()
        """Which position of which match the camera was asked to look at."""
        self._too_much: dict[TooMuch, Part] = {}
        """The parts that send too much now."""
        self._background = threading.Lock()
        self._services = Services(
            page,
            self._helpers.thinker,
            self._helpers.power,
            self._parts,
            self._readers,
            panel.wake,
            self._helpers.looker,
            self._helpers.taught,
            self._do_in_background,
        )
        self.stack = make_stack(self._services)
        self._crash_log = self.stack.crash_log
        self.stack.store.slow = self._show_saving

    def _parts(self) -> list[Part]:
        return [*self._panel.parts(), *self._too_much.values()]

    def _readers(self) -> list[Part]:
        camera = [] if self._camera is None else [_camera_part(self._camera)]
        return [
            Part("dice", self._reader and say(f"part.{self._reader}")),
            *camera,
        ]

    def _do_in_background(self, stack: ScreenStack, work: Work, show: ShowWork) -> None:
        """Do work in a thread of its own, one after the other, then show what came of it on the main thread.

        It is shown on the box if the program has recovered from a crash meanwhile: the stack is gone then.
        """

        def run() -> None:
            with self._background:
                try:
                    lines = work()
                except Exception as error:  # noqa: BLE001 - somebody waits for what came of it
                    lines = [plain(str(error) or type(error).__name__)]
            self._loop.put(UiTask(lambda box: show(stack if stack.box is box else box, lines)))

        threading.Thread(target=run, name="background", daemon=True).start()

    def run(self, begin: Callable[[ScreenStack], None] = start) -> bool:
        """Show the first screen with `begin`, then handle events until the program is left.

        Return whether it has to start again.
        """
        sys.setswitchinterval(SWITCH_SECONDS)
        if self._crash_log.crashes:
            self._loop.after(CALM_SECONDS, "calm", self._crash_log.clear_crashes)
        try:
            self._run_with_recovery(partial(self._begin, begin))
            notify_systemd("READY=1")
            gc.collect()  # what an earlier program in this process has left is freed, not frozen
            gc.freeze()  # a full collection would hold up a key: it need not look at what the start has made
            while (event := self._loop.take()) is not Signal.LEAVE:
                self._run_with_recovery(partial(self._take, event))
        except Restart:
            return True
        except (SwitchOff, TerminalGone):
            pass
        finally:
            gc.unfreeze()  # a program that starts again does so in this process
        notify_systemd("STOPPING=1")
        self._crash_log.clear_crashes()
        return False

    def _begin(self, begin: Callable[[ScreenStack], None]) -> bool:
        begin(self.stack)
        return True

    def _take(self, event: object) -> bool:  # noqa: C901 - one case for each event
        """Handle an event; return whether the pictures may have changed.

        A press is complete with one edge of its key; the other edges, and bounces, change no picture.
        """
        match event:
            case Stroke():
                self._press_all(self._panel.presses(event))
            case Edge():
                return self._press_all(self._panel.presses(event))
            case Due.PANEL:
                self._is_due = False
                return self._press_all(self._panel.advance())
            case Tick():
                self.stack.tick(event)
            case Press():
                self.stack.press(event)
            case None:  # only timers have fired; each puts an event if it changes something
                return False
            case Roll() | Connected() | Disconnected() | TooMuch() | Answered() | Looked() | CameraState():
                self._take_part_event(event)
            case PhoneAction():
                return self._carry_out(event)
            case UiTask():
                return event.do(self.stack) is not False
            case Pong():
                self._watchdog.receive(event)
                return False
            case Signal():
                self._panel.handle_signal(event)
        return True

    def _carry_out(self, action: PhoneAction) -> bool:
        """Do what a phone asks for; if that fails half way, make the screens again."""
        try:
            return self._page.carry_out(action, self.stack)
        except PhoneFault:  # it is noted; whoever sends requests cannot lead the box into safe mode
            self._renew_screens()
            return True

    def _take_part_event(
        self, event: Roll | Connected | Disconnected | TooMuch | Answered | Looked | CameraState
    ) -> None:
        match event:
            case Roll(state=state, faces=faces):
                self._roll(state, faces)
            case Connected():
                self._set_reader_fault("")
                self._stale = self._tray
            case Disconnected(reason=reason):
                self._set_reader_fault(reason.value)
            case TooMuch():
                self._take_too_much(event)
            case Answered():
                self.stack.take_answer(event)
            case Looked():
                self.stack.take_looked(event)
            case CameraState():
                self._set_camera_state(event)

    def _set_camera_state(self, state: CameraState) -> None:
        """Store the state of the camera; show a dialog on changes, once it has worked."""
        before, self._camera = self._camera, state
        is_news = self._has_camera and before is not None and bool(state.why) != bool(before.why)
        self._has_camera = self._has_camera or not state.why
        self._crash_log.note(f"camera: {state.why or 'good'} {state.detail}".strip())
        if is_news:
            self.stack.show_parts([_camera_part(state)])

    def _watch(self) -> None:
        """Let the camera look at the position that the match has now."""
        watcher, screen = self._helpers.watcher, self.stack.match_screen
        if watcher is None:
            return
        looks_at = () if screen is None else (screen, len(screen.match.log), self.stack.taught)
        if looks_at != self._watched:
            self._watched = looks_at
            watcher.watch(self.stack.wanted)

    def _set_reader_fault(self, why: str) -> None:
        """Store the state of the dice reader; show a dialog on changes, once the reader has worked."""
        is_news = self._has_reader and bool(why) != bool(self._reader)
        self._has_reader = self._has_reader or not why
        self._reader = why
        if is_news:
            self.stack.show_parts([Part("dice", why and say(f"part.{why}"))])

    def _take_too_much(self, event: TooMuch) -> None:
        """Note and show that a part sends too much, or that it has calmed down."""
        begun = event._replace(is_over=False)
        why = say(f"part.too-much-{event.part}", which=event.which)
        if event.is_over:
            self._too_much.pop(begun, None)
        else:
            self._too_much[begun] = Part(event.part, why)
        name = " ".join(filter(None, (event.part, event.which)))
        self._crash_log.note(f"{name}: {'good' if event.is_over else 'sends too much'}")
        self.stack.show_parts([Part(event.part, "" if event.is_over else why)])

    def _roll(self, state: DiceState, faces: tuple[int, ...]) -> None:
        """Pass a reading on, unless the same dice were there before the reader was lost."""
        is_stale, self._stale, self._tray = self._stale == (state, faces), None, (state, faces)
        if not is_stale:
            self._panel.wake()
            self.stack.take_roll(state, faces)

    def _press_all(self, presses: Sequence[Press]) -> bool:
        for press in presses:
            self.stack.press(press)
        return bool(presses)

    def _run_with_recovery(self, work: Callable[[], bool]) -> None:
        """Run `work` and redraw if it returns True; after a crash, recover from the journal."""
        try:
            if work():
                self._redraw()
            self._finish_event()
        except (SwitchOff, TerminalGone):
            raise
        except Exception as error:  # noqa: BLE001 - the players go on after any error
            self._recover(error)

    def _recover(self, error: Exception) -> None:
        """Log a crash and make a new screen stack; if that crashes too, try again, up to safe mode."""
        is_safe = self._crash_log.crash(error) >= TOO_MANY_CRASHES
        self._loop.after(CALM_SECONDS, "calm", self._crash_log.clear_crashes)
        try:
            self._renew_screens()
            self._redraw()
            self._finish_event()
        except Exception as again:
            if is_safe:
                raise
            self._recover(again)

    def _renew_screens(self) -> None:
        """Make a new screen stack from the journal, with the match that was on the table."""
        self.stack = self._make_stack(self._services)
        self.stack.store.slow = self._show_saving
        restart(self.stack)

    def _redraw(self) -> None:
        self._panel.show(self.stack)
        for tick in self.stack.ticks:
            if tick is not Tick.MINUTE or not self._loop.is_set(tick.value):  # minutes pass whoever plays
                self._loop.after(TICK_SECONDS[tick], tick.value, partial(self._loop.put, tick))

    def _finish_event(self) -> None:
        """Finish an event: show lost parts, play sounds, set timers, publish on the page."""
        if news := self._panel.news():
            for part in news:
                self._crash_log.note(f"{part.name}: {part.why or 'good'}")
            self.stack.show_parts(news)
            self._panel.show(self.stack)
        for sound in self.stack.take_sounds():
            self._panel.sound(sound)
        if not self._is_due and (due := self._panel.deadline()) is not None:
            self._loop.at(due, "panel", self._tick)
        self._watch()
        self._page.publish(self.stack)
        for publisher in self._helpers.publishers:
            publisher.publish(self.stack)

    def _tick(self) -> None:
        self._is_due = True
        self._loop.put(Due.PANEL)

    def _show_saving(self) -> None:
        """Show that saving takes long."""
        self._panel.show(self.stack, saving(self.stack.translations))


def _camera_part(state: CameraState) -> Part:
    return Part("camera", state.why and say(f"part.{state.why}"))


def saving(translations: Translations) -> Image.Image:
    """Draw the prompt that says that saving takes long."""
    return pages(
        Pages(translations("box.saving"), tuple(wrapped([translations("box.saving-text")]))), [], translations
    )

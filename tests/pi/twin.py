"""A box twice: on the emulated machine, and as screens in this process.

Every press goes to both. What the emulated displays show must be what the screens here draw, dot by dot.
"""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple, Self

from PIL import Image

from drivers.displays import SHIFTS
from drivers.presses import Key, Kind, Press
from drivers.simulated.panels import SimulatedPanel
from firmware_py.config import configuration
from firmware_py.config.wiring import Wiring
from firmware_py.display.shapes import Shape
from firmware_py.storage.journal import Journal
from firmware_py.ui.flows.home import restart
from firmware_py.ui.match.screen import MatchScreen
from firmware_py.ui.navigation.cursor import DIRECTIONS
from firmware_py.ui.stack.screen_stack import ScreenStack
from tests.appliance.report import Wrong
from tests.firmware_py.ui.stacks import navigator_of, new_stack, offer
from tests.pi.card import SETTINGS
from tests.pi.emulator import BOOT_SECONDS, LOOK_SECONDS, Emulator

PICTURE_SECONDS = 60.0
"""In which a press must have changed the displays, in processor time of QEMU."""
AGAIN_SECONDS, TAPS = 5.0, 5
"""After that time with the same picture a press was not seen; so often it is made at most."""
KEYS = {direction: key for key, direction in DIRECTIONS.items()}
Pictures = dict[str, Image.Image]


class Forgotten(Wrong):
    """An act that was acknowledged is missing."""


class Pull(NamedTuple):
    """What a pulled plug has done to the act on its way."""

    was_shown: bool
    """A display had shown it: the box has acknowledged it."""
    is_there: bool
    """It is there after the next start."""

    def check(self) -> None:
        """Raise `Forgotten` if an act is missing that was acknowledged."""
        if self.was_shown and not self.is_there:
            raise Forgotten("an act that a display had shown is missing after the next start")


class Twin:
    """The two boxes; both are switched off at first."""

    def __init__(self, emulator: Emulator, folder: Path) -> None:
        """Give the screens here the configuration of the card, and a journal of their own."""
        self.emulator, self._folder = emulator, folder
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        (folder / "sideline.toml").write_text(SETTINGS, encoding="utf-8")
        os.environ |= {"SIDELINE_DATA": str(folder), "SIDELINE_CONFIG": str(folder / "sideline.toml")}
        self.journal = Journal(":memory:")
        self.answer_seconds = 0.0
        """How long the machine took from the release of the last key to its pictures, in its own time."""
        self.stack = self._new_stack()

    def copy_files(self, number: int) -> Path:
        """Return a folder with a copy of all files and of the journal, for another machine."""
        folder = self._folder.with_name(f"{self._folder.name}-{number}-copy")
        shutil.copytree(self._folder, folder)
        self.journal.copy_to(str(folder / "journal.db"))
        return folder

    def beside(self, emulator: Emulator, files: Path) -> Self:
        """Return screens for another machine that go on where these were when their files were copied."""
        folder = files.with_name(f"{files.name}-used")
        other = type(self)(emulator, folder)
        shutil.copytree(files, folder, dirs_exist_ok=True)
        other.journal = Journal(str(folder / "journal.db"))
        other.stack = other._new_stack()
        return other

    def _new_stack(self) -> ScreenStack:
        stack = new_stack(self.journal, configuration.load(), str(self._folder))
        offer(stack, power=str)  # the service may switch the machine off, so its menu says so
        return stack

    # --- pictures

    @property
    def pictures(self) -> Pictures:
        """What the displays should show."""
        return pictures_of(self.stack)

    def expect(
        self, wanted: Pictures, what: str, seconds: float = PICTURE_SECONDS, *, other: Pictures | None = None
    ) -> None:
        """Wait until the emulated displays show pictures or others. Raises `Wrong`, and keeps what they show."""
        try:
            ways = [wanted] if other is None else [wanted, other]
            self.emulator.wait_for(lambda: any(map(self.shows, ways)), what, seconds)
        except Wrong as error:
            kept = self._folder / "instead.png"
            self._sheet(wanted).save(kept)
            raise Wrong(f"{error}; wanted (left) and seen (right): {kept}") from error

    def shows(self, wanted: Pictures) -> bool:
        """Return whether both emulated displays show pictures, wherever these have moved against burn-in."""
        return any(
            all(is_shown(wanted[role], panel.image(), shift) for role, panel in self.emulator.panels.items())
            for shift in SHIFTS
        )

    def _sheet(self, wanted: Pictures) -> Image.Image:
        sheet = Image.new("1", (264, 136), 1)
        for row, (role, panel) in enumerate(self.emulator.panels.items()):
            sheet.paste(wanted[role], (0, row * 72))
            sheet.paste(panel.image(), (136, row * 72))
        return sheet

    # --- power

    def switch_on(self) -> None:
        """Switch both on, and wait for the first pictures."""
        self.stack = self._new_stack()
        self.emulator.switch_on()
        self.expect(self.pictures, "the first picture", BOOT_SECONDS)

    def restart_after(self, how: str) -> None:
        """Make the screens here those of a program whose last run was ended by systemd."""
        self.stack = self._new_stack()
        self.stack.crash_log.killed(how)
        restart(self.stack)

    def pull_the_plug_after(
        self, press: Press, seconds: float | None, meanwhile: Callable[[], object] = tuple
    ) -> Pull:
        """Make a press that plays an act, pull the plug some seconds of the machine later, and switch both on.

        Without a number of seconds it is pulled when the displays show the act. Something may be done to the card
        meanwhile. Raises `Forgotten` if what a display had shown is missing.
        """
        before, without = self.pictures, pictures_of(self._new_stack())
        kept = self._folder / "before.db"
        self.journal.copy_to(str(kept))
        self.stack.press(press)
        after = self.pictures
        if seconds is None:
            self._tap_until_shown(press.key, before, after)
        else:
            self.tap(press.key)
            self.emulator.run_for(seconds)
        self.emulator.pull_the_plug()
        was_shown = is_any_shown(before, after, self.emulator.panels)
        meanwhile()
        self.stack = self._new_stack()
        self.emulator.switch_on()
        self.expect(self.pictures, "the match, as it was seen last", BOOT_SECONDS, other=without)
        pull = Pull(was_shown=was_shown, is_there=self.shows(self.pictures))
        pull.check()
        if not pull.is_there:
            self.journal.close()
            self.journal = Journal(str(kept.rename(self._folder / f"journal-{time.monotonic_ns()}.db")))
            self.stack = self._new_stack()
        return pull

    # --- keys

    def press(self, press: Press) -> None:
        """Press a key of both, and wait until the displays show the same; only short presses."""
        before = self.pictures
        self.stack.press(press)
        after = self.pictures
        if _same(before, after):
            raise Wrong(f"{press.key.value} changes no picture, so nobody can see that it was taken")
        self._tap_until_shown(press.key, before, after)

    def _tap_until_shown(self, key: Key, before: Pictures, after: Pictures) -> None:
        for _ in range(TAPS):
            self.tap(key)
            released = self.emulator.clock()
            if self.emulator.comes(lambda: self.shows(after), AGAIN_SECONDS, LOOK_SECONDS):
                self.answer_seconds = self.emulator.clock() - released
                return
            if not self.shows(before):  # it was seen
                break
        self.expect(after, f"the picture after {key.value}")

    def tap(self, key: Key) -> None:
        """Press a key of the emulated machine for a moment."""
        self.emulator.press(Wiring().keys[key.value])

    # --- answers

    def next_press(self, value: str | None = None) -> Press:
        """Return the press that takes an answer or leads to it: the one that is proposed, or a given one."""
        if isinstance(self.stack.top, MatchScreen) and self.stack.top.dialog is not None:
            return Press(Key.OK, Kind.SHORT)
        navigator = navigator_of(self.stack)
        at = navigator.cursor
        if value is not None:
            at = [option.step.value for option in navigator.options].index(value)
        if navigator.shape is Shape.CROSS:
            return Press(KEYS[navigator.options[at].step.side], Kind.SHORT)
        return Press(Key.OK if at == navigator.cursor else Key.DOWN, Kind.SHORT)

    @property
    def will_play(self) -> bool:
        """Whether the next press plays an act."""
        navigator = navigator_of(self.stack)
        paths = navigator.option.paths
        is_reading = isinstance(self.stack.top, MatchScreen) and self.stack.top.dialog is not None
        return not is_reading and len(paths) == 1 and len(paths[0].steps) == navigator.depth + 1

    def answer(self, *values: str) -> None:
        """Answer questions with the keys."""
        for value in values:
            navigator = navigator_of(self.stack)
            while navigator.shape is not Shape.CROSS and navigator.option.step.value != value:
                self.press(self.next_press(value))
            self.press(self.next_press(value))

    @property
    def acts(self) -> list[str]:
        """The acts of the match on the table."""
        screen = self.stack.top
        if not isinstance(screen, MatchScreen):
            raise Wrong("there is no match on the table")
        return [str(act) for act in screen.match.log]

    def play_until(self, count: int) -> None:
        """Take what the box proposes until there are so many acts."""
        while not isinstance(self.stack.top, MatchScreen) or len(self.acts) < count:
            self.press(self.next_press())


def pictures_of(stack: ScreenStack) -> Pictures:
    """Return what both displays show of a screen stack."""
    return {"prompt": stack.prompt(), "table": stack.table()}


def is_shown(wanted: Image.Image, seen: Image.Image, shift: tuple[int, int]) -> bool:
    """Return whether a display shows a picture that was moved by some dots."""
    x, y = shift
    moved = wanted.convert("1").transform(wanted.size, Image.Transform.AFFINE, (1, 0, -x, 0, 1, -y))
    return moved.tobytes() == seen.convert("1").tobytes()


def is_any_shown(before: Pictures, after: Pictures, panels: Mapping[str, SimulatedPanel]) -> bool:
    """Return whether any display shows its picture of an act: one is enough to acknowledge it."""
    return any(
        is_shown(after[role], panel.image(), shift) and not is_shown(before[role], panel.image(), shift)
        for role, panel in panels.items()
        for shift in SHIFTS
    )


def _same(one: Pictures, other: Pictures) -> bool:
    return all(one[role].tobytes() == other[role].tobytes() for role in one)

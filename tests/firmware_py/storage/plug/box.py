"""The box as it stands on a table, but for its displays and its keys.

    PLUG_SHOWN=1 python -m tests.firmware_py.storage.plug.box GAME SEED [ACTS]

Somebody with a seed for a mind plays allowed games with it, press by press through the loop's queue. Whenever the
pictures are ready, and not before, a line goes to the file descriptor in `PLUG_SHOWN`: what a person sees then has
been accepted, so a pulled plug must not take it away. It is killed and started again as often as one likes; an
unfinished match goes on.
"""

import os
import random
import sys
from typing import Any

from drivers.presses import Key, Kind, Press
from drivers.terminal import Signal
from firmware_py.config.configuration import DEFAULTS
from firmware_py.display.panel import NullPanel
from firmware_py.display.shapes import Shape
from firmware_py.i18n.translations import Translations
from firmware_py.runtime.event_loop import EventLoop
from firmware_py.runtime.program import Program
from firmware_py.runtime.worker import Worker
from firmware_py.storage.crash_log import CrashLog
from firmware_py.storage.match_store import MatchStore
from firmware_py.storage.paths import data_folder, journal_file
from firmware_py.storage.reconcile import open_journal
from firmware_py.ui.flows.home import FLOWS
from firmware_py.ui.match.screen import MatchScreen
from firmware_py.ui.navigation.cursor import DIRECTIONS
from firmware_py.ui.navigation.navigator import Navigator
from firmware_py.ui.screens.question import NavigatorScreen
from firmware_py.ui.stack.screen_stack import ScreenStack
from firmware_py.ui.stack.services import Services
from tests.firmware_py.ui.stacks import NoPage

ARROWS = {direction: key for key, direction in DIRECTIONS.items()}
OK, UNDO = Press(Key.OK, Kind.SHORT), Press(Key.BACK, Kind.LONG)
UNDO_CHANCE, CHOOSE_CHANCE = 0.01, 0.6


class Player:
    """Whoever presses the keys: always something allowed, now and then an undo."""

    def __init__(self, game: str, seed: int) -> None:
        self._game, self._chance = game, random.Random(seed)

    def press(self, stack: ScreenStack) -> Press:
        """Choose the next press."""
        top: Any = stack.top
        if isinstance(top, MatchScreen) and top.dialog is None and top.turn.navigator is not None:
            return (
                UNDO if top.match.acts and self._chance.random() < UNDO_CHANCE else self._steer(top.turn.navigator)
            )
        return self._answer(top.navigator) if isinstance(top, NavigatorScreen) else OK

    def _steer(self, navigator: Navigator) -> Press:
        """Go somewhere allowed in a question of a game, and choose."""
        if navigator.shape is Shape.CROSS:
            return self._take(navigator, [at for at, option in enumerate(navigator.options) if not option.hollow])
        if not navigator.option.hollow and self._chance.random() < CHOOSE_CHANCE:
            return OK
        return Press(self._chance.choice(list(ARROWS.values())), Kind.SHORT)

    def _answer(self, navigator: Navigator) -> Press:
        """Answer a question of the desk: begin a new match of the game with any options."""
        values = [option.step.value for option in navigator.options]
        wanted = [values.index(value) for value in ("new", self._game) if value in values]
        left_out = {"type", "box"}  # names are typed elsewhere; against the box one undo takes back two acts
        offered = [
            at for at, option in enumerate(navigator.options) if not option.hollow and values[at] not in left_out
        ]
        return self._take(navigator, wanted[:1] or offered)

    def _take(self, navigator: Navigator, places: list[int]) -> Press:
        if navigator.shape is not Shape.CROSS:
            return OK if navigator.cursor in places else Press(Key.DOWN, Kind.SHORT)
        return Press(ARROWS[navigator.options[self._chance.choice(places)].step.side], Kind.SHORT)


class Panel(NullPanel):
    """Displays that nobody looks at; what they show is reported, then the next key is pressed."""

    def __init__(self, loop: EventLoop, player: Player, shown: int, acts: int | None) -> None:
        self._loop, self._player, self._shown, self._acts = loop, player, shown, acts
        self._seen: set[tuple[int, int]] = set()

    def show(self, stack: ScreenStack, over: Any = None) -> None:
        """Draw both pictures, and only then say what can be seen: the match, its acts so far and the last one."""
        _pictures = (over or stack.prompt(), stack.table())
        boxes: list[Any] = [screen for screen in stack.screens if isinstance(screen, MatchScreen)]
        for box in boxes:
            number, log = box.live.session.number, box.match.log
            os.write(self._shown, f"{number} {len(log)} {log[-1] if log else ''}\n".encode())
            self._seen.add((number, len(log)))
            if len(self._seen) == self._acts:
                self._loop.put(Signal.LEAVE)
        if over is None and not self._loop.waiting:
            self._loop.put(self._player.press(stack))


def main(game: str, seed: str, acts: str | None = None) -> None:
    """Play until somebody pulls the plug, or until so many acts were seen."""
    work = open_journal(journal_file())
    work.finish()
    journal, report = work.journal, work.report
    assert (report.rebuilt, report.cut, report.lost) == (None, {}, []), report.sentences()
    loop, disk, crash_log = EventLoop(), Worker("disk"), CrashLog(data_folder())
    store, settings = MatchStore(journal, disk), DEFAULTS._replace(language="en")
    panel = Panel(loop, Player(game, int(seed)), int(os.environ["PLUG_SHOWN"]), int(acts) if acts else None)
    crash_log.note("start")

    def make_stack(services: Services) -> ScreenStack:
        return ScreenStack(
            store,
            settings,
            crash_log,
            Translations("en"),
            flows=FLOWS,
            services=services,
            today=lambda: "2026-11-20",
        )

    Program(loop, panel, make_stack, page=NoPage(), workers=[disk]).run()
    disk.stop()
    journal.close()


if __name__ == "__main__":
    main(*sys.argv[1:])

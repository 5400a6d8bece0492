"""Players who say at the page what a record says, or something allowed at random.

Beside the page a box of our own goes the same way in this process: it tells which answer leads where, and the page
has to offer the same answers as it does. In the end both must have come to the same.
"""

import random
from typing import Any

from drivers.presses import Key, Kind, Press
from engine.acts import Act, is_open
from engine.match import Match
from firmware_py.games.owner_data import memory_of
from firmware_py.i18n.translations import Translations
from firmware_py.ui.match.screen import unsaved_screen
from firmware_py.ui.navigation.navigator import Navigator
from firmware_py.ui.navigation.options import Path
from firmware_py.ui.screens.view_model import ViewModel
from tests.firmware_py.page.browser.browsers import Shown, Visitor
from tests.firmware_py.ui.fingers import drawn

WORDS = Translations("en")


class Player:
    """Somebody at the page, with a box of their own to compare it with."""

    def __init__(self, visitor: Visitor, match: Match[Any]) -> None:
        """Go on from how the match stands; page and box have shown everything that is to be read."""
        self.visitor, self.box = visitor, unsaved_screen(match, WORDS, memory=memory_of(match.setup.game))
        self._read_on()

    @property
    def match(self) -> Match[Any]:
        return self.box.match

    def say(self, wanted: Act) -> None:
        """Enter an act, by taps where the drawing offers them, and by answers elsewhere."""
        act, said = self._sayable(wanted), len(self.match.log)
        while len(self.match.log) == said:
            navigator, shown = self._look()
            if not self._tap(navigator, shown, act):
                self._answer(
                    next(at for at, option in enumerate(navigator.options) if self._is_behind(option.paths, act))
                )
            self._read_on()

    def say_out_of_turn(self, act: Act) -> None:
        """Tap what the page offers a player whose turn it is not."""
        before = self.visitor.shown()
        self.visitor.locate(f'#ask .mine [data-key="say {act}"]').click()
        self.visitor.until_moved(before)
        self.box.submit(act)
        self._read_on()

    def say_anything(self, chance: random.Random) -> bool:
        """Enter an allowed act; return False when there is none."""
        said = len(self.match.log)
        while len(self.match.log) == said:
            if self.box.turn.navigator is None:
                return False
            navigator, _ = self._look()
            self._answer(drawn(navigator, chance))
            self._read_on()
        return True

    def _look(self) -> tuple[Navigator, Shown]:
        """See what is asked: the page offers what the box offers, and marks the same as not allowed."""
        navigator, shown = self.box.turn.navigator, self.visitor.shown()
        assert navigator is not None, "the game is over"
        offered = [option.step.tap for option in navigator.options]
        assert shown.options == offered, f"{shown.options} rather than {offered}"
        assert shown.allowed == [option.step.tap for option in navigator.options if not option.hollow]
        return navigator, shown

    def _tap(self, navigator: Navigator, shown: Shown, act: Act) -> bool:
        """Tap something that leads on to an act, if the drawing has it."""
        for taps in shown.drawn:
            paths = navigator.paths_with(taps)
            before = self._asked
            if len(paths) < len(_paths(navigator)) and self._is_behind(paths, act):
                self.box.tap(taps)
                self._confirm()
                assert self._asked != before
                self.visitor.tap(*taps)
                return True
        return False

    def _answer(self, at: int) -> None:
        assert self.box.turn.navigator is not None
        token = self.box.turn.navigator.options[at].step.tap
        self.box.choose(at)
        self._confirm()
        self.visitor.answer(token)

    def _confirm(self) -> None:
        """Confirm at the box what was said value by value; the page does not ask that."""
        while (navigator := self.box.turn.navigator) is not None and navigator.options[0].step.is_check:
            self.box.choose(0)

    def _read_on(self) -> None:
        self.visitor.read_on()
        while self.box.dialog is not None:
            self.box.press(Press(Key.OK, Kind.SHORT))

    @property
    def _asked(self) -> tuple[ViewModel, int]:
        return self.box.view_model(), len(self.match.log)

    def _sayable(self, wanted: Act) -> Act:
        """Give the act as keys and taps say it: a record may name cards that nobody at the table has shown."""
        rules, state = self.match.rules, self.match.state
        offered = [act for act in rules.wellformed(state) if rules.steps(state, act)]
        if any(_may_become(act, wanted) for act in offered):
            return wanted
        return next(act for act in offered if str(wanted).startswith(f"{act} "))

    def _is_behind(self, paths: list[Path] | tuple[Path, ...], act: Act) -> bool:
        return any(_may_become(path.leaf, act) for path in paths)


def _paths(navigator: Navigator) -> list[Path]:
    return [path for option in navigator.options for path in option.paths]


def _may_become(said: Act, wanted: Act) -> bool:
    """Return whether an act is another, or becomes it when what is open in it is said."""
    before, _, behind = str(said).replace("another", "*").partition("*")  # `card 6: another / *`: values follow
    counted, last = behind.strip(), wanted.args[-1] if wanted.args else ""
    # a count that was said before the rest: `lead A company * 4`; `other`: the count is asked for next
    is_counted = last == counted if counted.isdigit() else counted != "other" or last.isdigit()
    is_like = str(wanted).startswith(before.rstrip()) and is_counted
    return said == wanted or (is_open(said) and is_like)

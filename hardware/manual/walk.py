"""Play a walk at the box with its keys: for each answer, find the keys that give it, press them, and note both.

The keys are found by trying the arrows on a copy of the question. So the manual shows the keys as they work,
in every language, and `python -m hardware.manual` writes them again when they change.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from drivers.presses import Key, Kind, Press
from engine.acts import read_act
from engine.steps import Direction
from firmware_py.config.configuration import DEFAULTS
from firmware_py.display.prompt import label
from firmware_py.display.shapes import Shape
from firmware_py.i18n.translations import Translations
from firmware_py.page.switch import PageSwitch
from firmware_py.storage.crash_log import CrashLog
from firmware_py.storage.journal import Journal
from firmware_py.storage.match_store import MatchStore
from firmware_py.ui.flows.home import FLOWS, start
from firmware_py.ui.match.screen import MatchScreen
from firmware_py.ui.stack.screen_stack import ScreenStack
from firmware_py.ui.stack.services import Services

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PIL import Image

    from engine.match import Match
    from firmware_py.ui.navigation.navigator import Navigator
    from firmware_py.ui.navigation.options import Option

ARROWS = {
    Direction.UP: (Key.UP, "▲"),
    Direction.DOWN: (Key.DOWN, "▼"),
    Direction.LEFT: (Key.LEFT, "◀"),
    Direction.RIGHT: (Key.RIGHT, "▶"),
}
OK = "ok"
HELD = {"en": "hold {}", "fr": "{} maintenue", "de": "{} halten"}
"""How a key that is held is written."""
MOST_PRESSES, MOST_QUESTIONS = 15, 8


class Row(NamedTuple):
    """A question of the box, the keys that answer it, and the answer."""

    question: str
    keys: str
    answer: str


class Walk:
    """A box that is played with keys, one answer after the other."""

    def __init__(self, language: str, *, is_new: bool = False) -> None:
        """Switch a box on; a new one asks for the language first, and gives the tips that are on by default."""
        config = DEFAULTS._replace(language="" if is_new else language, teaching=is_new and DEFAULTS.teaching)
        store, log = MatchStore(Journal(":memory:")), CrashLog("/nowhere")
        self.words = Translations(language)
        page = PageSwitch(lambda _event: True, config.wiring.network)
        offered = Services(page, None, None, tuple, tuple, bool)
        self.stack = ScreenStack(
            store, config, log, self.words, flows=FLOWS, services=offered, today=lambda: "2026-11-20"
        )
        self.stack.displays = 2
        self.rows: list[Row] = []
        self.pictures: list[Image.Image] = []
        start(self.stack)

    def begin(self, game: str, players: Sequence[str], tags: dict[str, str]) -> None:
        """Begin a match without questions."""
        from engine.game import Setup
        from firmware_py.ui.flows import match as match_flow

        match_flow.begin(self.stack, Setup(game, tuple(players), tags=tags))

    def answer(self, *values: str) -> None:
        """Give answers by their values; `ok` closes a dialog."""
        for value in values:
            if value == OK:
                self._close()
            else:
                self._give(lambda option, value=value: option.step.value == value)

    def play(self, sentence: str) -> None:
        """Answer the questions that lead to an act."""
        act, before = read_act(sentence), len(self._match.log)
        for _ in range(MOST_QUESTIONS):
            self._give(lambda option: any(path.leaf == act for path in option.paths))
            if len(self._match.log) > before:
                break
        assert self._match.log[-1] == act, sentence

    def try_hollow(self) -> None:
        """Choose the nearest answer that is not allowed, with held arrows, and close the refusal."""
        navigator = self._navigator()
        hollow = [option for option in navigator.options if option.hollow]
        nearest = min(hollow, key=lambda option: len(keys_for(navigator, option, is_held=True)))
        self._give(lambda option: option == nearest, is_held=True)
        self._close()

    @property
    def _match(self) -> Match[object]:
        screen = self.stack.match_screen
        assert screen is not None
        return screen.match

    def first_answer(self) -> str:
        """Return the value of the first answer of the question."""
        return self._navigator().options[0].step.value

    def clear(self) -> None:
        """Close dialogs, and forget the rows so far."""
        while self.stack.top.view_model().message is not None:
            self._press(Key.OK)
        self.rows.clear()
        self.pictures.clear()

    def _close(self) -> None:
        """Close the dialog that is open with ok."""
        message = self.stack.top.view_model().message
        assert message is not None
        self.pictures.append(self.stack.prompt())
        self._press(Key.OK)
        self.rows.append(Row(self.words.page_text(message.title), OK, self.words(message.yes)))

    def _give(self, is_meant: Callable[[Option], bool], *, is_held: bool = False) -> None:
        """Give the answer that is meant, with the fewest presses; held arrows also reach what is not allowed."""
        asked, navigator = self.stack.top.view_model(), self._navigator()
        named = self.words.naming(asked.names)
        found = next((option for option in navigator.options if is_meant(option)), None)
        assert found is not None, [option.step.value for option in navigator.options]
        self.pictures.append(self.stack.prompt())
        presses = keys_for(navigator, found, is_held=is_held)
        question = " — ".join(dict.fromkeys(named.text(text) for text in (asked.title, asked.text) if text))
        held = HELD[self.words.language] if is_held else "{}"
        for key, _ in presses:
            self._press(key, Kind.LONG if is_held and key is not Key.OK else Kind.SHORT)
        keys = (", " if is_held else " ").join(
            sign if key is Key.OK else held.format(sign) for key, sign in presses
        )
        self.rows.append(Row(re.sub(r"[ \n]+", " ", question), keys, label(found, asked.names, named)))

    def _navigator(self) -> Navigator:
        top = self.stack.top
        navigator = top.turn.navigator if isinstance(top, MatchScreen) else getattr(top, "navigator", None)
        assert navigator is not None
        return navigator

    def _press(self, key: Key, kind: Kind = Kind.SHORT) -> None:
        self.stack.press(Press(key, kind))


def keys_for(navigator: Navigator, wanted: Option, *, is_held: bool = False) -> list[tuple[Key, str]]:
    """Return the fewest presses that give an answer, as keys and as signs."""
    states: list[tuple[Navigator, list[tuple[Key, str]]]] = [(navigator.copy(), [])]
    seen = {navigator.cursor}
    for _ in range(MOST_PRESSES):
        further = []
        for state, presses in states:
            if _is_given(state, state.copy(), None, wanted, is_held=is_held):
                return [*presses, (Key.OK, OK)]
            for direction, key in ARROWS.items():
                if _is_given(state, after := state.copy(), direction, wanted, is_held=is_held):
                    return [*presses, key]
                if len(after.answered) == len(state.answered) and after.cursor not in seen:
                    seen.add(after.cursor)
                    further.append((after, [*presses, key]))
        states = further
    raise AssertionError(f"no keys for {wanted.step.value}")


def _is_given(
    before: Navigator, after: Navigator, direction: Direction | None, wanted: Option, *, is_held: bool
) -> bool:
    """Press ok or an arrow; return whether that gives the wanted answer, and nothing else."""
    if direction is None and before.shape is Shape.CROSS:
        return False  # a cross is answered by its arrows
    leaf = after.choose() if direction is None else after.press(direction, held=is_held)
    count = len(before.answered)
    if len(after.answered) > count:
        return after.answered[count].step == wanted.step
    return leaf is not None and any(path.leaf == leaf for path in wanted.paths)

"""Moments worth showing: matches of the records in tests/records, stopped where something is to be seen."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from drivers.presses import Key, Kind, Press
from engine import GAMES
from engine.acts import read_act
from engine.game import Setup
from engine.match import Match
from engine.records import read_records
from firmware_py.config.configuration import DEFAULTS
from firmware_py.i18n.translations import Translations
from firmware_py.ui.match.screen import MatchScreen, unsaved_screen

if TYPE_CHECKING:
    from collections.abc import Callable

RECORDS = Path(__file__).parents[2] / "tests" / "records"
TO_210 = tuple(Press(key, Kind.LONG) for key in (Key.LEFT, Key.UP, Key.RIGHT, Key.RIGHT, Key.RIGHT))
"""Held arrows also go where nothing can be laid yet."""


def replayed(record: str, acts: int) -> Match[object]:
    """Give a recorded match as it stood after so many acts."""
    (read,) = read_records((RECORDS / record).read_text(encoding="utf-8"))
    return begun(read.setup, *[sentence for _, sentence in read.lines][:acts])


def begun(setup: Setup, *sentences: str) -> Match[object]:
    """Give a match in which something was said."""
    match = Match(GAMES[setup.game].rules(), setup)
    for sentence in sentences:
        refusal = match.play(read_act(sentence))
        assert refusal is None, (sentence, refusal)
    return match


def box_with(match: Match[object], *keys: Key | Press, language: str = "en") -> MatchScreen:
    """Give the box with a match on it, after some keys were pressed; it teaches nothing."""
    box = unsaved_screen(match, Translations(language), config=DEFAULTS._replace(teaching=False))
    for key in keys:
        box.press(key if isinstance(key, Press) else Press(key, Kind.SHORT))
    return box


def evaluation() -> MatchScreen:
    """Insider: Ben takes the last table, and the box evaluates."""
    return box_with(replayed("insider/three-to-the-top.txt", 5), Key.SEAT_2, Key.SEAT_5)


def swap() -> MatchScreen:
    """Offline: a tile was swapped; the sum is shown, and the box asks where the old one goes."""
    return box_with(replayed("offline/basic-for-three.txt", 80))


def hacker() -> MatchScreen:
    """Online: a hacker is announced, and everybody else may send a patrol."""
    return box_with(replayed("online/four-in-teams.txt", 15))


def bonus() -> MatchScreen:
    """Inside: a cell is surrounded, and has to be filled from the other stock."""
    return box_with(replayed("inside/whole-game.txt", 21))


def refusal() -> MatchScreen:
    """Inside: the refusal that the README quotes."""
    return box_with(begun(Setup("inside", ("Anna", "Ben")), "1 place L310"), *TO_210, Key.OK)


def evening() -> MatchScreen:
    """Insider, in the middle: what the displays of the case show."""
    return box_with(replayed("insider/three-to-the-top.txt", 24))


SCREENS: dict[str, Callable[[], MatchScreen]] = {
    "insider": evaluation,
    "offline": swap,
    "online": hacker,
    "inside": bonus,
    "refusal": refusal,
}
"""By the name of the picture: the moment that both displays show."""
PAGES: dict[str, Callable[[], Match[object]]] = {
    "desk": partial(replayed, "offline/basic-for-three.txt", 80),
    "phone": partial(replayed, "inside/whole-game.txt", 21),
}
"""By the kind of window: the match that the page shows there."""

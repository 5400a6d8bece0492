"""A desk for tests: the whole box without a loop, on a journal in memory or in a file."""

from typing import Any

from drivers.presses import Key, Kind, Press
from engine.acts import read_act
from engine.game import Setup
from engine.match import Match
from firmware_py.config.configuration import DEFAULTS, Config
from firmware_py.i18n.translations import Translations
from firmware_py.storage.crash_log import CrashLog
from firmware_py.storage.journal import Journal
from firmware_py.storage.match_store import MatchStore
from firmware_py.ui.flows.home import start
from firmware_py.ui.match_screen import MatchScreen
from firmware_py.ui.match_session import begin
from firmware_py.ui.screen_stack import ScreenStack

PLAIN = DEFAULTS._replace(language="en", teaching=False)


def new_desk(
    journal: Journal | None = None, config: Config = PLAIN, folder: str = "/nowhere", displays: int = 2
) -> ScreenStack:
    """Make a desk as it is when the box is switched on."""
    desk = ScreenStack(
        MatchStore(journal or Journal(":memory:")),
        config,
        CrashLog(folder),
        Translations("en"),
        today="2026-11-20",
    )
    desk.displays = displays
    start(desk)
    return desk


def press(desk: ScreenStack, *keys: str) -> ScreenStack:
    """Press keys by name; `OK!` is a long press."""
    for key in keys:
        desk.press(Press(Key[key.rstrip("!")], Kind.LONG if key.endswith("!") else Kind.SHORT))
    return desk


def choose(desk: ScreenStack, *values: str) -> ScreenStack:
    """Answer questions by what is to be answered, whatever the keys for it are."""
    for value in values:
        walk = navigator_of(desk)
        walk.cursor = next(at for at, option in enumerate(walk.options) if option.step.value == value)
        act = walk.choose()
        screen: Any = desk.top
        if act is not None:
            screen._take(walk, act) if isinstance(screen, MatchScreen) else screen._take(act)
    return desk


def navigator_of(desk: ScreenStack) -> Any:
    screen: Any = desk.top
    return screen._walk if isinstance(screen, MatchScreen) else screen.walk


def text(desk: ScreenStack) -> str:
    """Give the text that is to be read."""
    screen: Any = desk.top
    pages = screen._notice.pages if isinstance(screen, MatchScreen) else screen._pages
    return " ".join((pages.title, *pages.lines))


def box(desk: ScreenStack) -> MatchScreen:
    assert isinstance(desk.top, MatchScreen), desk.top
    return desk.top


def match(desk: ScreenStack) -> Match[Any]:
    return box(desk).match


def new_match(desk: ScreenStack, game: str, *answers: str) -> ScreenStack:
    """Begin a match from the start, with the usual names and options but for some answers."""
    choose(desk, "new", game)
    waiting = list(answers)
    while not isinstance(desk.top, MatchScreen):
        values = [option.step.value for option in navigator_of(desk).options]
        answer = waiting.pop(0) if waiting and waiting[0] in values else usual(values)
        choose(desk, answer)
    while box(desk)._notice is not None:
        press(desk, "OK")
    return desk


def usual(values: list[str]) -> str:
    return values[-2] if values[-1] == "type" else values[0]


def values(desk):
    return [option.step.value for option in navigator_of(desk).options]


def read_on(desk: ScreenStack) -> None:
    """Read everything that is told before the game goes on."""
    while box(desk)._notice is not None:
        press(desk, "OK")


def playing(*sentences, game="inside", players=("Anna", "Ben"), journal=None, config=PLAIN, **tags):
    """Make a desk with a match on it in which something was said; all of it is in the journal."""
    desk = new_desk(journal, config)
    begin(desk, Setup(game, players, tags=tags))
    for sentence in sentences:
        act = read_act(sentence)
        assert match(desk).judge(act) is None, sentence
        box(desk)._play(act)
    read_on(desk)
    return desk


def said(desk):
    return [str(act) for act in match(desk).log]


def menu(desk):
    return press(desk, "BACK")

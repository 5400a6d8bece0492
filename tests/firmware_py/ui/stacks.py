"""A screen stack for tests: the whole box without an event loop, on a journal in memory or in a file."""

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
from firmware_py.ui.flows.home import home, start
from firmware_py.ui.match_screen import MatchScreen
from firmware_py.ui.match_session import begin
from firmware_py.ui.screen_stack import ScreenStack

PLAIN = DEFAULTS._replace(language="en", teaching=False)


def new_stack(
    journal: Journal | None = None, config: Config = PLAIN, folder: str = "/nowhere", displays: int = 2
) -> ScreenStack:
    """Make a screen stack as it is when the box is switched on."""
    stack = ScreenStack(
        MatchStore(journal or Journal(":memory:")),
        config,
        CrashLog(folder),
        Translations("en"),
        home,
        today=lambda: "2026-11-20",
    )
    stack.displays = displays
    start(stack)
    return stack


def press(stack: ScreenStack, *keys: str) -> ScreenStack:
    """Press keys by name; `OK!` is a long press."""
    for key in keys:
        stack.press(Press(Key[key.rstrip("!")], Kind.LONG if key.endswith("!") else Kind.SHORT))
    return stack


def choose(stack: ScreenStack, *values: str) -> ScreenStack:
    """Answer questions by what is to be answered, whatever the keys for it are."""
    for value in values:
        navigator = navigator_of(stack)
        navigator.cursor = next(at for at, option in enumerate(navigator.options) if option.step.value == value)
        act = navigator.choose()
        screen: Any = stack.top
        if act is not None:
            screen.take(act) if isinstance(screen, MatchScreen) else screen._take(act)
    return stack


def navigator_of(stack: ScreenStack) -> Any:
    screen: Any = stack.top
    return screen.turn.navigator if isinstance(screen, MatchScreen) else screen.navigator


def text(stack: ScreenStack) -> str:
    """Give the text that is to be read."""
    screen: Any = stack.top
    pages = screen.dialog.pages(screen.translations if isinstance(screen, MatchScreen) else screen._translations)
    return " ".join((pages.title, *pages.lines))


def box(stack: ScreenStack) -> MatchScreen:
    assert isinstance(stack.top, MatchScreen), stack.top
    return stack.top


def match(stack: ScreenStack) -> Match[Any]:
    return box(stack).match


def new_match(stack: ScreenStack, game: str, *answers: str) -> ScreenStack:
    """Begin a match from the start, with the usual names and options but for some answers."""
    choose(stack, "new", game)
    waiting = list(answers)
    while not isinstance(stack.top, MatchScreen):
        values = [option.step.value for option in navigator_of(stack).options]
        answer = waiting.pop(0) if waiting and waiting[0] in values else usual(values)
        choose(stack, answer)
    while box(stack).dialog is not None:
        press(stack, "OK")
    return stack


def usual(values: list[str]) -> str:
    return values[-2] if values[-1] == "type" else values[0]


def values(stack):
    return [option.step.value for option in navigator_of(stack).options]


def read_on(stack: ScreenStack) -> None:
    """Read everything that is told before the game goes on."""
    while box(stack).dialog is not None:
        press(stack, "OK")


def playing(*sentences, game="inside", players=("Anna", "Ben"), journal=None, config=PLAIN, **tags):
    """Make a screen stack with a match in which something was played; all of it is in the journal."""
    stack = new_stack(journal, config)
    begin(stack, Setup(game, players, tags=tags))
    for sentence in sentences:
        act = read_act(sentence)
        assert match(stack).judge(act) is None, sentence
        box(stack).play.play(act)
    read_on(stack)
    return stack


def said(stack):
    return [str(act) for act in match(stack).log]


def menu(stack):
    return press(stack, "BACK")

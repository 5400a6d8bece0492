"""A screen stack for tests: the whole box without an event loop, on a journal in memory or in a file."""

from typing import Any, TypeVar

from drivers.presses import Key, Kind, Press
from engine.acts import read_act
from engine.game import Setup
from engine.match import Match
from engine.verdicts import say
from firmware_py.config.configuration import DEFAULTS, Config
from firmware_py.display.shapes import Shape
from firmware_py.i18n.translations import Translations
from firmware_py.storage.crash_log import CrashLog
from firmware_py.storage.journal import Journal
from firmware_py.storage.match_store import MatchStore
from firmware_py.ui.flows.home import FLOWS, start
from firmware_py.ui.flows.match import begin
from firmware_py.ui.match.screen import MatchScreen
from firmware_py.ui.stack.screen_stack import ScreenStack
from firmware_py.ui.stack.services import PairedPhone, Services, Status


class NoPage:
    """A page that is never on."""

    status = Status(why=say("page.none"))

    def turn_on(self, stack: object) -> Status:
        """Return the status: there is no page."""
        del stack
        return self.status

    def turn_off(self) -> None:
        """Do nothing: there is no page."""

    def publish(self, stack: object) -> None:
        """Do nothing: there are no phones."""

    def carry_out(self, action: object, stack: object) -> bool:
        """Do nothing: there are no phones."""
        del action, stack
        return False

    def paired_phones(self) -> tuple[PairedPhone, ...]:
        """Return nothing: there are no phones."""
        return ()

    def forget(self, number: int) -> None:
        """Do nothing: there are no phones."""


def services(**given: Any) -> Services:
    """Make what a program without parts offers to its screens, but for what is given."""
    nothing = {"page": NoPage(), "thinker": None, "power": None, "parts": tuple, "readers": tuple, "wake": bool}
    return Services(**{**nothing, **given})


PLAIN = DEFAULTS._replace(language="en", teaching=False)


def new_stack(
    journal: Journal | None = None,
    config: Config = PLAIN,
    folder: str = "/nowhere",
    displays: int = 2,
    **offered: Any,
) -> ScreenStack:
    """Make a screen stack as it is when the box is switched on; `offered` are services."""
    stack = ScreenStack(
        MatchStore(journal or Journal(":memory:")),
        config,
        CrashLog(folder),
        Translations("en"),
        flows=FLOWS,
        services=services(**offered),
        today=lambda: "2026-11-20",
    )
    stack.displays = displays
    start(stack)
    return stack


def offer(stack: ScreenStack, **given: Any) -> Services:
    """Give a screen stack other services, and return them."""
    stack.services = stack.services._replace(**given)
    return stack.services


Box = TypeVar("Box", ScreenStack, MatchScreen)


def press(box: Box, *keys: str) -> Box:
    """Press keys by name; `OK!` is a long press."""
    for key in keys:
        box.press(Press(Key[key.rstrip("!")], Kind.LONG if key.endswith("!") else Kind.SHORT))
    return box


def choose(box: Box, *values: str) -> Box:
    """Answer questions by the values of their answers: with an arrow, or with ok once the cursor is there."""
    for value in values:
        navigator = navigator_of(box)
        at = [option.step.value for option in navigator.options].index(value)
        if navigator.shape is Shape.CROSS:
            press(box, navigator.options[at].step.side.name)
        else:
            navigator.cursor = at
            press(box, "OK")
    return box


def navigator_of(box: ScreenStack | MatchScreen) -> Any:
    screen: Any = getattr(box, "top", box)
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


def playing(*sentences, game="inside", players=("Anna", "Ben"), journal=None, config=PLAIN, offered=None, **tags):
    """Make a screen stack with a match in which something was played; all of it is in the journal."""
    stack = new_stack(journal, config, **(offered or {}))
    begin(stack, Setup(game, players, tags=tags))
    for sentence in sentences:
        act = read_act(sentence)
        assert match(stack).judge(act) is None, sentence
        box(stack).play(act)
    read_on(stack)
    return stack


def said(stack):
    return [str(act) for act in match(stack).log]


def menu(stack):
    return press(stack, "BACK")

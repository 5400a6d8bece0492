"""The first screens: first start, unfinished match, safe mode, and the home screen."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from engine.verdicts import say
from firmware_py import __version__
from firmware_py.display.panel import Part
from firmware_py.games import owner_data
from firmware_py.games.lookup import owner_data_of
from firmware_py.i18n.locale import LANGUAGES
from firmware_py.i18n.sentences import plain
from firmware_py.storage.crash_log import TOO_MANY_CRASHES
from firmware_py.storage.journal import Status
from firmware_py.ui.choices import entries, entry
from firmware_py.ui.flows.matches import matches, picture_of, title_of
from firmware_py.ui.flows.owner_data import show_owner_data
from firmware_py.ui.flows.phones import page_line
from firmware_py.ui.flows.players import players
from firmware_py.ui.screens import ChoiceScreen
from firmware_py.ui.stack_events import part_line
from firmware_py.ui.switch_off import SwitchOff
from firmware_py.ui.tutor import HELD_KEYS

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.verdicts import Sentence
    from firmware_py.storage.journal import Entry
    from firmware_py.ui.screen_stack import ScreenStack


TITLE = plain("Sideline")


def start(stack: ScreenStack) -> None:
    """Show the first screen, depending on crashes, the language and an unfinished match."""
    if stack.crash_log.crashes >= TOO_MANY_CRASHES:
        _safe_mode(stack, _unfinished(stack))
    elif not stack.config.language:
        _first_start(stack)
    elif stack.crash_log.last:
        restart(stack)
    elif (kept := _unfinished(stack)) is not None:
        _found(stack, kept)
    else:
        home(stack)


def restart(stack: ScreenStack) -> None:
    """Show the same match again after a crash, or safe mode after several crashes."""
    kept = _unfinished(stack)
    if stack.crash_log.crashes >= TOO_MANY_CRASHES:
        _safe_mode(stack, kept)
        return
    home(stack)
    if kept is not None:
        _resume(stack, kept)
    stack.tell(say("desk.fault"), [say("desk.fault-text"), plain(stack.crash_log.last)])


def _unfinished(stack: ScreenStack) -> Entry | None:
    """Return the match that was being played, if there is one."""
    return next(iter(stack.journal.entries(Status.OPEN)), None)


def _choose(
    stack: ScreenStack, title: Sentence, asks: str, leaves: dict[str, Callable[[], None]], *, kept: Entry | None
) -> None:
    """Show a list of choices as the only screen; the table display shows the match `kept`."""
    picture = None if kept is None else picture_of(stack, kept)
    stack.replace_all(ChoiceScreen(stack.translations, title, entries(asks, "desk", leaves), picture=picture))


def _first_start(stack: ScreenStack) -> None:
    """Ask for the language, each in its own name."""

    def take(language: str) -> None:
        stack.set(language=language)
        dialogs = stack.screens[1:]
        start(stack)
        stack.screens += dialogs

    choices = [
        entry("desk.ask-language", code, plain(name), partial(take, code)) for code, name in LANGUAGES.items()
    ]
    stack.replace_all(ChoiceScreen(stack.translations, say("desk.language"), choices))


def _found(stack: ScreenStack, kept: Entry) -> None:
    """Ask whether to go on with an unfinished match, park it or end it."""

    def mark(status: Status) -> None:
        stack.store.mark(kept, status)
        home(stack)

    ways: dict[str, Callable[[], None]] = {
        "go-on": lambda: _resume(stack, kept),
        "park": lambda: mark(Status.PARKED),
        "end": lambda: stack.ask(say("box.sure"), [say("desk.end-asks")], lambda: mark(Status.ENDED)),
    }
    _choose(stack, title_of(kept), "desk.ask-unfinished", ways, kept=kept)


def _safe_mode(stack: ScreenStack, kept: Entry | None) -> None:
    """Show safe mode after several crashes in a row: park the match, try again, details, off."""

    def again() -> None:
        home(stack)
        if kept is not None:
            _resume(stack, kept)

    def park() -> None:
        assert kept is not None  # otherwise it is not offered
        stack.store.mark(kept, Status.PARKED)
        stack.crash_log.clear_crashes()
        home(stack)

    def about() -> None:
        log = stack.crash_log
        text = [say("desk.safe-text", crashes=log.crashes, path=log.path), plain(log.last)]
        stack.tell(say("desk.safe-mode"), text)

    ways: dict[str, Callable[[], None]] = {
        **({"safe-park": park} if kept is not None else {}),
        "safe-again": again,
        "safe-about": about,
        "off": lambda: switch_off(stack),
    }
    _choose(stack, say("desk.safe-mode"), "desk.ask-safe", ways, kept=None)


def home(stack: ScreenStack) -> None:
    """Show the home screen as the only screen."""
    parked = stack.journal.count(Status.PARKED)
    finished = stack.journal.count(Status.OVER, Status.ENDED)
    ways: dict[str, Callable[[], None]] = {
        "new": lambda: _new_match(stack),
        "parked": lambda: matches(stack, Status.PARKED),
        "finished": lambda: matches(stack, Status.OVER, Status.ENDED),
        "players": lambda: players(stack),
        "house": lambda: show_owner_data(stack),
        "settings": lambda: _settings(stack),
        "about": lambda: about(stack),
        "off": lambda: switch_off(stack),
    }
    asks = "desk.ask-home-menu"
    counts = {"parked": parked, "finished": finished}
    choices = [
        entry(
            asks,
            name,
            say(f"desk.{name}", count=counts.get(name, 0)),
            action,
            is_allowed=bool(counts.get(name, 1)),
        )
        for name, action in ways.items()
    ]
    stack.replace_all(ChoiceScreen(stack.translations, TITLE, choices))
    stack.is_ready = True


# What the first picture does not need is imported late.


def _new_match(stack: ScreenStack) -> None:
    from firmware_py.ui.flows.new_match import choose_game
    from firmware_py.ui.match_session import begin

    choose_game(stack, begin)


def _resume(stack: ScreenStack, kept: Entry) -> None:
    from firmware_py.ui.match_session import resume

    resume(stack, kept)


def _settings(stack: ScreenStack) -> None:
    from firmware_py.ui.flows.settings import settings

    settings(stack, lambda: home(stack))


def about(stack: ScreenStack) -> None:
    """Show the version, the path of the data, the state of all parts, and missing owner data."""
    dice = Part("dice", stack.reader and say(f"part.{stack.reader}"))
    eye = Part("eye", stack.eye.why and say(f"part.{stack.eye.why}"))
    missing = [
        say("desk.stand-in", game=say(f"{game}.name")) for game in owner_data.games() if not _is_checked(game)
    ]
    text = [
        say("desk.version", version=__version__),
        *HELD_KEYS,
        say("desk.data", path=stack.journal.path),
        *map(part_line, stack.parts()),
        *([part_line(dice)] if stack.config.wiring.dice != "none" else []),
        *([part_line(eye)] if stack.config.wiring.eye != "none" else []),
        page_line(stack),
        *missing,
    ]
    stack.tell(say("desk.about"), text)


def _is_checked(game: str) -> bool:
    """Return whether the owner has compared the owner data of a game with their copy."""
    known, own = owner_data.look(game), owner_data_of(game)
    return known is not None and bool(own.is_checked(known))


def switch_off(stack: ScreenStack) -> None:
    """Ask, then switch the machine off, or end the program if it may not do that. All data is stored already."""
    power = stack.power

    def end() -> None:
        raise SwitchOff

    def off() -> None:
        assert power is not None  # otherwise it is not asked
        why = power()
        text = [say("desk.off-failed"), plain(why)] if why else [say("desk.off-waits")]
        stack.tell(say("desk.off"), text)

    if power is None:
        stack.ask(say("desk.off"), [say("desk.end-program-asks")], end, is_for_box=True)
    else:
        stack.ask(say("desk.off"), [say("desk.off-asks")], off, is_for_box=True)

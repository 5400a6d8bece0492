"""The first screens: first start, unfinished match, safe mode, and the home screen."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial

from engine.verdicts import say
from firmware_py import __version__
from firmware_py.display.panel import Part
from firmware_py.games import owner_data
from firmware_py.games.lookup import owner_data_of
from firmware_py.i18n.locale import LANGUAGES
from firmware_py.i18n.sentences import plain
from firmware_py.storage.crash_log import TOO_MANY_CRASHES
from firmware_py.storage.journal import Entry, JournalFault, Status
from firmware_py.ui.flows.match import begin, leave, rename, resume
from firmware_py.ui.flows.matches import matches
from firmware_py.ui.flows.new_match import choose_game
from firmware_py.ui.flows.owner_data import show_owner_data
from firmware_py.ui.flows.phones import page_line
from firmware_py.ui.flows.players import players
from firmware_py.ui.flows.settings import settings
from firmware_py.ui.match.tutor import HELD_KEYS
from firmware_py.ui.screens.choices import entries, entry
from firmware_py.ui.screens.question import ChoiceScreen
from firmware_py.ui.stack.screen_stack import Flows, ScreenStack
from firmware_py.ui.stack.switch_off import SwitchOff
from firmware_py.ui.stack.waiting import part_line

TITLE = plain("Sideline")


def start(stack: ScreenStack) -> None:
    """Show the first screen, depending on crashes and the language; an unfinished match goes on by itself."""
    if stack.crash_log.crashes >= TOO_MANY_CRASHES:
        _safe_mode(stack, _unfinished(stack))
    elif not stack.config.language:
        _first_start(stack)
    elif stack.crash_log.last:
        restart(stack)
    else:
        _go_on(stack)


def restart(stack: ScreenStack) -> None:
    """Show the same match again after a crash, or safe mode after several crashes."""
    if stack.crash_log.crashes >= TOO_MANY_CRASHES:
        _safe_mode(stack, _unfinished(stack))
        return
    _go_on(stack)
    reason = [plain(stack.crash_log.last)] if stack.crash_log.last else []
    stack.tell(say("home.fault"), [say("home.fault-text"), *reason])


def _go_on(stack: ScreenStack) -> None:
    """Show the match that was being played, or the home screen; one that cannot be read is parked."""
    home(stack)
    kept = _unfinished(stack)
    if kept is not None:
        resume(stack, kept)
        if stack.match_screen is None:
            with suppress(JournalFault):  # the disk may be full: the next start tries again
                stack.store.mark(kept, Status.PARKED)
            why = stack.screens[1:]
            home(stack)
            stack.screens += why


def _unfinished(stack: ScreenStack) -> Entry | None:
    """Return the match that was being played, if there is one."""
    return next(iter(stack.journal.entries(Status.OPEN)), None)


def _first_start(stack: ScreenStack) -> None:
    """Ask for the language, each in its own name."""

    def take(language: str) -> None:
        stack.set(language=language)
        dialogs = stack.screens[1:]
        start(stack)
        stack.screens += dialogs

    choices = [
        entry("home.ask-language", code, plain(name), partial(take, code)) for code, name in LANGUAGES.items()
    ]
    stack.replace_all(ChoiceScreen(stack.translations, say("home.language"), choices))


def _safe_mode(stack: ScreenStack, kept: Entry | None) -> None:
    """Show safe mode after several crashes in a row: park the match, try again, details, off."""

    def park() -> None:
        assert kept is not None  # otherwise it is not offered
        stack.store.mark(kept, Status.PARKED)
        stack.crash_log.clear_crashes()
        home(stack)

    def about() -> None:
        log = stack.crash_log
        text = [say("home.safe-text", crashes=log.crashes, path=log.path), plain(log.last)]
        stack.tell(say("home.safe-mode"), text)

    ways: dict[str, Callable[[], None]] = {
        **({"safe-park": park} if kept is not None else {}),
        "safe-again": lambda: _go_on(stack),
        "safe-about": about,
        "off": lambda: switch_off(stack),
    }
    choices = entries("home.ask-safe", "home", ways)
    stack.replace_all(ChoiceScreen(stack.translations, say("home.safe-mode"), choices))


def home(stack: ScreenStack) -> None:
    """Show the home screen as the only screen."""
    parked = stack.journal.count(Status.PARKED)
    finished = stack.journal.count(Status.OVER, Status.ENDED)
    ways: dict[str, Callable[[], None]] = {
        "new": lambda: choose_game(stack, begin),
        "parked": lambda: matches(stack, Status.PARKED),
        "finished": lambda: matches(stack, Status.OVER, Status.ENDED),
        "players": lambda: players(stack),
        "my-copy": lambda: show_owner_data(stack),
        "settings": lambda: settings(stack, lambda: home(stack)),
        "about": lambda: about(stack),
        "off": lambda: switch_off(stack),
    }
    asks = "home.ask-home-menu"
    counts = {"parked": parked, "finished": finished}
    choices = [
        entry(
            asks,
            name,
            say(f"home.{name}", count=counts.get(name, 0)),
            action,
            is_allowed=bool(counts.get(name, 1)),
        )
        for name, action in ways.items()
    ]
    stack.replace_all(ChoiceScreen(stack.translations, TITLE, choices))
    stack.is_ready = True


def about(stack: ScreenStack) -> None:
    """Show the version, the path of the data, the state of all parts, and missing owner data."""
    missing = [
        say("home.stand-in", game=say(f"{game}.name")) for game in owner_data.games() if not _is_checked(game)
    ]
    text = [
        say("home.version", version=__version__),
        *HELD_KEYS,
        say("home.data", path=stack.journal.path),
        *map(part_line, (*stack.services.parts(), *_readers(stack))),
        page_line(stack),
        *missing,
    ]
    stack.tell(say("home.about"), text)


def _readers(stack: ScreenStack) -> list[Part]:
    """Return the readers that this box can have."""
    wired = {"dice": stack.config.wiring.dice}
    return [part for part in stack.services.readers() if wired.get(part.name) != "none"]


def _is_checked(game: str) -> bool:
    """Return whether the owner has compared the owner data of a game with their copy."""
    known, own = owner_data.look(game), owner_data_of(game)
    return known is not None and bool(own.is_checked(known))


def switch_off(stack: ScreenStack) -> None:
    """Ask, then switch the machine off, or end the program if it may not do that. All data is stored already."""
    power = stack.services.power

    def end() -> None:
        raise SwitchOff

    def off() -> None:
        assert power is not None  # otherwise it is not asked
        why = power()
        text = [say("home.off-failed"), plain(why)] if why else [say("home.off-waits")]
        stack.tell(say("home.off"), text)

    if power is None:
        stack.ask(say("home.off"), [say("home.end-program-asks")], end, is_for_box=True)
    else:
        stack.ask(say("home.off"), [say("home.off-asks")], off, is_for_box=True)


FLOWS = Flows(home, leave, rename)
"""Where the screen stack of a box leads to by itself."""

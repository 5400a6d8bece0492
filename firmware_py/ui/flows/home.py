"""Where the desk begins: the first start, an unfinished match, safe mode, and the list of everything there is."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from engine.verdicts import say
from firmware_py import __version__
from firmware_py.display.panel import Part
from firmware_py.games import owner_data
from firmware_py.games.lookup import owner_data_of
from firmware_py.i18n.locale import LANGUAGES
from firmware_py.storage.crash_log import TOO_MANY_CRASHES
from firmware_py.storage.journal import Status
from firmware_py.ui.choices import entries, entry
from firmware_py.ui.flows.matches import matches, picture_of, title_of
from firmware_py.ui.flows.new_match import choose_game
from firmware_py.ui.flows.owner_data import house
from firmware_py.ui.flows.phones import told as page_line
from firmware_py.ui.flows.players import players
from firmware_py.ui.flows.settings import settings
from firmware_py.ui.match_session import begin, resume
from firmware_py.ui.screen_stack import SwitchOff
from firmware_py.ui.screens import ChoiceScreen

if TYPE_CHECKING:
    from collections.abc import Callable

    from firmware_py.storage.journal import Entry
    from firmware_py.ui.screen_stack import ScreenStack


def start(stack: ScreenStack) -> None:
    """Lay the first screen: what it is depends on what happened before."""
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
    """Be there again after a crash: in the same match, or if that happens again and again in safe mode."""
    translations = stack.translations
    kept = _unfinished(stack)
    if stack.crash_log.crashes >= TOO_MANY_CRASHES:
        _safe_mode(stack, kept)
        return
    home(stack)
    if kept is not None:
        resume(stack, kept)
    stack.tell(translations("desk.fault"), [translations("desk.fault-text"), stack.crash_log.last])


def _unfinished(stack: ScreenStack) -> Entry | None:
    """Find the match that was on the table."""
    return next(iter(stack.journal.entries(Status.OPEN)), None)


def _choose(
    stack: ScreenStack, title: str, asks: str, leaves: dict[str, Callable[[], None]], *, kept: Entry | None
) -> None:
    """Ask which way to go."""
    picture = None if kept is None else picture_of(stack, kept)
    stack.replace_all(ChoiceScreen(stack.translations, title, entries(asks, "desk", leaves), picture=picture))


def _first_start(stack: ScreenStack) -> None:
    """Ask for the language, each in its own name."""

    def take(language: str) -> None:
        stack.set(language=language)
        told = stack.screens[1:]
        start(stack)
        stack.screens += told

    choices = [
        entry("desk.ask-language", code, say("desk.name", name=name), partial(take, code))
        for code, name in LANGUAGES.items()
    ]
    stack.replace_all(ChoiceScreen(stack.translations, "Sideline", choices))


def _found(stack: ScreenStack, kept: Entry) -> None:
    """A match was on the table when the box went off: go on, park it or end it."""

    def mark(status: Status) -> None:
        stack.store.mark(kept, status)
        home(stack)

    ways: dict[str, Callable[[], None]] = {
        "go-on": lambda: resume(stack, kept),
        "park": lambda: mark(Status.PARKED),
        "end": lambda: stack.ask(
            stack.translations("box.sure"), [stack.translations("desk.end-asks")], lambda: mark(Status.ENDED)
        ),
    }
    _choose(stack, title_of(stack, kept), "desk.ask-unfinished", ways, kept=kept)


def _safe_mode(stack: ScreenStack, kept: Entry | None) -> None:
    """The program has crashed several times in a row: say so, and what can be done."""
    translations = stack.translations

    def again() -> None:
        home(stack)
        if kept is not None:
            resume(stack, kept)

    def park() -> None:
        assert kept is not None  # else it is not offered
        stack.store.mark(kept, Status.PARKED)
        stack.crash_log.clear_crashes()
        home(stack)

    def about() -> None:
        stack.tell(
            translations("desk.safe-mode"),
            [
                translations("desk.safe-text", crashes=stack.crash_log.crashes, path=stack.crash_log.path),
                stack.crash_log.last,
            ],
        )

    ways: dict[str, Callable[[], None]] = {
        **({"safe-park": park} if kept is not None else {}),
        "safe-again": again,
        "safe-about": about,
        "off": lambda: switch_off(stack),
    }
    _choose(stack, translations("desk.safe-mode"), "desk.ask-safe", ways, kept=None)


def home(stack: ScreenStack) -> None:
    """Lay the list of everything there is."""
    parked = len(stack.journal.entries(Status.PARKED))
    finished = len(stack.journal.entries(Status.OVER, Status.ENDED))
    ways: dict[str, Callable[[], None]] = {
        "new": lambda: choose_game(stack, begin),
        "parked": lambda: matches(stack, Status.PARKED),
        "finished": lambda: matches(stack, Status.OVER, Status.ENDED),
        "players": lambda: players(stack),
        "house": lambda: house(stack),
        "settings": lambda: settings(stack, lambda: home(stack)),
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
    stack.replace_all(ChoiceScreen(stack.translations, "Sideline", choices))


def about(stack: ScreenStack) -> None:
    """Tell the version, where everything lies, and what is missing."""
    translations = stack.translations
    dice = Part("dice", stack.reader and translations(f"part.{stack.reader}"))
    missing = [
        translations("desk.stand-in", game=translations(f"{game}.name"))
        for game in owner_data.games()
        if not _is_verified(game)
    ]
    text = [
        translations("desk.version", version=__version__),
        translations("desk.data", path=stack.journal.path),
        *(stack.part_line(part) for part in stack.parts()),
        *([stack.part_line(dice)] if stack.config.wiring.dice != "none" else []),
        page_line(stack),
        *missing,
    ]
    stack.tell(translations("desk.about"), text)


def _is_verified(game: str) -> bool:
    """Return whether somebody has compared the owner data of a game with the real one."""
    known, own = owner_data.look(game), owner_data_of(game)
    return known is not None and bool(own.is_verified(known))


def switch_off(stack: ScreenStack) -> None:
    """Ask, and switch the machine off, or end the program where that is all we may; everything is kept already."""
    translations, power = stack.translations, stack.power

    def end() -> None:
        raise SwitchOff

    def off() -> None:
        assert power is not None  # else it is not asked
        why = power()
        told = [translations("desk.off-failed"), why] if why else [translations("desk.off-waits")]
        stack.tell(translations("desk.off"), told)

    if power is None:
        stack.ask(translations("desk.off"), [translations("desk.end-program-asks")], end, is_for_box=True)
    else:
        stack.ask(translations("desk.off"), [translations("desk.off-asks")], off, is_for_box=True)

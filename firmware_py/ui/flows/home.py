"""Where the desk begins: the first start, an unfinished match, safe mode, and the list of everything there is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.acts import Act
from engine.verdicts import say
from firmware_py import __version__
from firmware_py.display.panel import Part
from firmware_py.games import owner_data
from firmware_py.games.lookup import owner_data_of
from firmware_py.i18n.locale import LANGUAGES
from firmware_py.storage.crash_log import SEVERAL
from firmware_py.storage.journal import Status
from firmware_py.ui.flows.matches import matches, picture_of, title_of
from firmware_py.ui.flows.new_match import choose_game
from firmware_py.ui.flows.phones import told as page_line
from firmware_py.ui.match_session import resume
from firmware_py.ui.navigator import Path
from firmware_py.ui.screen_stack import SwitchOff
from firmware_py.ui.screens import QuestionScreen, entry

if TYPE_CHECKING:
    from collections.abc import Callable

    from firmware_py.storage.journal import Entry
    from firmware_py.ui.screen_stack import ScreenStack


def start(desk: ScreenStack) -> None:
    """Lay the first screen: what it is depends on what happened before."""
    if desk.blackbox.crashes >= SEVERAL:
        _safe_mode(desk, _unfinished(desk))
    elif not desk.config.language:
        _first_start(desk)
    elif desk.blackbox.last:
        restart(desk)
    elif (kept := _unfinished(desk)) is not None:
        _found(desk, kept)
    else:
        home(desk)


def restart(desk: ScreenStack) -> None:
    """Be there again after a crash: in the same match, or if that happens again and again in safe mode."""
    words = desk.words
    kept = _unfinished(desk)
    if desk.blackbox.crashes >= SEVERAL:
        _safe_mode(desk, kept)
        return
    home(desk)
    if kept is not None:
        resume(desk, kept)
    desk.tell(words("desk.fault"), [words("desk.fault-text"), desk.blackbox.last])


def _unfinished(desk: ScreenStack) -> Entry | None:
    """Find the match that was on the table."""
    return next(iter(desk.journal.entries(Status.OPEN)), None)


def _choose(
    desk: ScreenStack, title: str, asks: str, leaves: dict[str, Callable[[], None]], *, kept: Entry | None
) -> None:
    """Ask which way to go."""
    paths = [Path((entry(asks, name, say(f"desk.{name}")),), Act(None, name)) for name in leaves]
    picture = None if kept is None else picture_of(desk, kept)
    desk.clear(QuestionScreen(desk.words, title, paths, lambda act: leaves[act.verb](), picture=picture))


def _first_start(desk: ScreenStack) -> None:
    """Ask for the language, each in its own name."""
    paths = [
        Path((entry("desk.ask-language", code, say("desk.name", name=name)),), Act(None, code))
        for code, name in LANGUAGES.items()
    ]

    def take(act: Act) -> None:
        desk.set(language=act.verb)
        told = desk.stack[1:]
        start(desk)
        desk.stack += told

    desk.clear(QuestionScreen(desk.words, "Sideline", paths, take))


def _found(desk: ScreenStack, kept: Entry) -> None:
    """A match was on the table when the box went off: go on, park it or end it."""

    def mark(status: Status) -> None:
        desk.keeper.mark(kept, status)
        home(desk)

    ways: dict[str, Callable[[], None]] = {
        "go-on": lambda: resume(desk, kept),
        "park": lambda: mark(Status.PARKED),
        "end": lambda: desk.ask(desk.words("box.sure"), [desk.words("desk.end-asks")], lambda: mark(Status.ENDED)),
    }
    _choose(desk, title_of(desk, kept), "desk.ask-unfinished", ways, kept=kept)


def _safe_mode(desk: ScreenStack, kept: Entry | None) -> None:
    """The program has crashed several times in a row: say so, and what can be done."""
    words = desk.words

    def again() -> None:
        home(desk)
        if kept is not None:
            resume(desk, kept)

    def park() -> None:
        assert kept is not None  # else it is not offered
        desk.keeper.mark(kept, Status.PARKED)
        desk.blackbox.calm()
        home(desk)

    def about() -> None:
        desk.tell(
            words("desk.safe-mode"),
            [words("desk.safe-text", crashes=desk.blackbox.crashes, path=desk.blackbox.path), desk.blackbox.last],
        )

    ways: dict[str, Callable[[], None]] = {
        **({"safe-park": park} if kept is not None else {}),
        "safe-again": again,
        "safe-about": about,
        "off": lambda: switch_off(desk),
    }
    _choose(desk, words("desk.safe-mode"), "desk.ask-safe", ways, kept=None)


def home(desk: ScreenStack) -> None:
    """Lay the list of everything there is."""
    from firmware_py.ui.flows.owner_data import house
    from firmware_py.ui.flows.players import players
    from firmware_py.ui.flows.settings import settings

    parked = len(desk.journal.entries(Status.PARKED))
    finished = len(desk.journal.entries(Status.OVER, Status.ENDED))
    ways: dict[str, Callable[[], None]] = {
        "new": lambda: choose_game(desk),
        "parked": lambda: matches(desk, Status.PARKED),
        "finished": lambda: matches(desk, Status.OVER, Status.ENDED),
        "players": lambda: players(desk),
        "house": lambda: house(desk),
        "settings": lambda: settings(desk, lambda: home(desk)),
        "about": lambda: about(desk),
        "off": lambda: switch_off(desk),
    }
    asks = "desk.ask-home-menu"
    counts = {"parked": parked, "finished": finished}
    paths = [
        Path((entry(asks, name, say(f"desk.{name}", count=counts.get(name, 0))),), Act(None, name))
        for name in ways
    ]
    lawful = {Act(None, name) for name in ways if counts.get(name, 1)}
    desk.clear(QuestionScreen(desk.words, "Sideline", paths, lambda act: ways[act.verb](), lawful=lawful))


def about(desk: ScreenStack) -> None:
    """Tell the version, where everything lies, and what is missing."""
    words = desk.words
    dice = Part("dice", desk.reader and words(f"part.{desk.reader}"))
    missing = [
        words("desk.stand-in", game=words(f"{game}.name")) for game in owner_data.GAMES if not _is_verified(game)
    ]
    text = [
        words("desk.version", version=__version__),
        words("desk.data", path=desk.journal.path),
        *(desk.part_line(part) for part in desk.parts()),
        *([desk.part_line(dice)] if desk.config.wiring.dice != "none" else []),
        page_line(desk),
        *missing,
    ]
    desk.tell(words("desk.about"), text)


def _is_verified(game: str) -> bool:
    """Tell whether somebody has compared the house data of a game with the real box."""
    known, own = owner_data.look(game), owner_data_of(game)
    return known is not None and bool(own.is_verified(known))


def switch_off(desk: ScreenStack) -> None:
    """Ask, and switch the machine off, or end the program where that is all we may; everything is kept already."""
    words, power = desk.words, desk.power

    def end() -> None:
        raise SwitchOff

    def off() -> None:
        assert power is not None  # else it is not asked
        why = power()
        told = [words("desk.off-failed"), why] if why else [words("desk.off-waits")]
        desk.tell(words("desk.off"), told)

    if power is None:
        desk.ask(words("desk.off"), [words("desk.end-program-asks")], end, is_for_box=True)
    else:
        desk.ask(words("desk.off"), [words("desk.off-asks")], off, is_for_box=True)

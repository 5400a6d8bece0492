"""Begin, resume and leave a match."""

from __future__ import annotations

from collections.abc import Sequence

from engine import GAMES
from engine.acts import Act, quote
from engine.advisor import OPPONENT, opponent_of, opponent_tag
from engine.game import Setup
from engine.match import Match
from engine.verdicts import BadSetup, Sentence, say
from firmware_py.errors import UserError
from firmware_py.games import owner_data
from firmware_py.games.memory import Memory
from firmware_py.games.standings import agrees, standing_lines
from firmware_py.i18n.default_names import default_name, is_default_name
from firmware_py.storage.journal import Entry, JournalFault, Status
from firmware_py.storage.match_store import UnreadableMatch, new_match, restore_match
from firmware_py.ui.flows.new_match import ask_player, choose_game, first_choices
from firmware_py.ui.flows.settings import settings
from firmware_py.ui.match.live_match import LiveMatch
from firmware_py.ui.match.screen import MatchScreen
from firmware_py.ui.match.session import MatchSession, Outcome
from firmware_py.ui.screens.choices import entries
from firmware_py.ui.screens.effects import Leaving
from firmware_py.ui.screens.question import ChoiceScreen
from firmware_py.ui.stack.screen_stack import ScreenStack

TAGS_OF_ONE_MATCH = frozenset({"Rules", "Date"})
"""Tags that a rematch does not copy."""
VERIFIED_WHEN_RESUMED = frozenset({Status.OVER, Status.ENDED})
"""Matches whose log is not verified at every start."""


def begin(stack: ScreenStack, setup: Setup, series: int | None = None) -> None:
    """Begin a match and show it, or show why it cannot begin."""
    if why := try_to_begin(stack, setup, series):
        stack.tell(say("home.cannot-begin"), why)


def try_to_begin(stack: ScreenStack, setup: Setup, series: int | None = None) -> Sequence[Sentence]:
    """Begin a match and show it; return why it cannot begin, or nothing."""
    today = stack.today()
    try:
        own = owner_data.owner_tags(setup.game)
        players = tuple(map(stack.journal.people.player, setup.players))
        players = players if len(set(players)) == len(players) else setup.players
        match = new_match(setup._replace(players=players, tags={"Date": today, **setup.tags, **own}))
        number = stack.store.begin(match, today, series)
    except (BadSetup, JournalFault) as error:
        return [error.why]
    except UserError as error:
        return error.why
    _show(stack.box, match, MatchSession(stack.store, match, number, series or number))
    return ()


def resume(stack: ScreenStack, kept: Entry) -> None:
    """Resume a match of the journal and show it, or show why it cannot be resumed."""
    has_ended = kept.status is Status.OVER
    try:
        found = stack.store.reconcile(kept.number).sentences() if kept.status in VERIFIED_WHEN_RESUMED else []
        match, notice = restore_match(stack.journal, kept)
        ended = stack.journal.result(kept.number)
        if not has_ended:
            stack.store.settle(kept.number, match, Outcome.of(match).status)
    except (UnreadableMatch, JournalFault) as error:
        stack.tell(say("home.cannot-resume"), [error.why, say("home.still-there")])
        return
    lines = found if notice is None else [*found, notice]
    if ended is not None and not agrees(match, ended):
        lines += [say("journal.result-stays"), *standing_lines(kept.setup.game, ended, kept.players)]
    session = MatchSession(stack.store, match, kept.number, kept.series, kept.minutes, has_ended=has_ended)
    _show(stack.box, match, session)
    if lines:
        stack.box.tell(say("home.storage" if found else "home.other-rules"), lines)


def _show(stack: ScreenStack, match: Match[object], session: MatchSession) -> None:
    try:
        memory = owner_data.memory_of(match.setup.game)
    except UserError:  # a match works without owner data; `sideline my-copy` shows the error
        memory = Memory()
    live = LiveMatch(match, session, memory, stack.services.thinker)
    stack.replace_all(MatchScreen(live, stack.translations, config=stack.config, displays=stack.displays))
    stack.is_ready = True


def rename(stack: ScreenStack, screen: MatchScreen, seat: int) -> None:
    """Ask for the name of a known player or a new name for a seat."""

    def chosen(name: str) -> None:
        stack.pop()
        screen.submit(Act(None, "name", (str(seat), quote(name))))

    ask_player(stack, say("menu.new-name", seat=seat), screen.match.players, chosen)


def leave(stack: ScreenStack, screen: MatchScreen, how: Leaving) -> None:
    """Leave the match screen: park or end the match, open the settings, begin a rematch, or ask what next."""

    def settle(status: Status) -> None:
        screen.live.session.settle(status)
        stack.go_home()

    match how:
        case Leaving.PARK:
            settle(Status.PARKED)
        case Leaving.END:
            stack.ask(say("box.sure"), [say("home.end-asks")], lambda: settle(Status.ENDED))
        case Leaving.SETTINGS:
            settings(stack, stack.pop)
        case Leaving.REMATCH:
            _rematch(stack, screen)
        case Leaving.OVER:
            _ask_next(stack, screen)


def _ask_next(stack: ScreenStack, screen: MatchScreen) -> None:
    """Ask what to do after a match that is over."""

    def go_home() -> None:
        screen.live.session.settle(Status.OVER)
        stack.go_home()

    def new() -> None:
        go_home()
        choose_game(stack, begin)

    actions = {"rematch": lambda: _rematch(stack, screen), "new": new, "home": go_home}
    choices = entries("home.ask-next", "home", actions)
    stack.push(ChoiceScreen(stack.translations, say("box.over"), choices, stack.pop))


def _rematch(stack: ScreenStack, screen: MatchScreen) -> None:
    """Begin a rematch that the next player begins; if the winner may begin, ask for the first player.

    If the rules fix the seat that begins, the players change seats instead.
    """
    match, before = screen.match, screen.match.setup
    players, first = match.players, before.first % len(before.players) + 1
    tags = {name: value for name, value in before.tags.items() if name not in TAGS_OF_ONE_MATCH}
    if (begins := GAMES[before.game].begins) is not None:
        players, first = (*players[1:], players[0]), begins
        players = tuple(  # a name that is a colour belongs to its seat, not to a person
            default_name(before.game, seat, stack.translations) if is_default_name(name) else name
            for seat, name in enumerate(players, start=1)
        )
        if (opponent := opponent_of(before, GAMES[before.game].levels)) is not None:
            tags[OPPONENT] = opponent_tag((opponent[0] - 2) % len(players) + 1, opponent[1])
    setup = before._replace(players=players, first=first, tags=tags)

    def again(setup: Setup) -> None:
        screen.live.session.settle(Status.OVER)
        stack.go_home()
        begin(stack, setup, screen.live.session.series)

    proposed = match.standing().details.get("next_first")
    if isinstance(proposed, int):
        choices = first_choices(setup, lambda seat: again(setup._replace(first=seat)), proposed)
        stack.push(ChoiceScreen(stack.translations, say("box.over"), choices, stack.pop, players=players))
    else:
        again(setup)

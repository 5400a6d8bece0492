"""The questions before a new match: game, number of players, names, options, first player."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from engine import GAMES
from engine.advisor import OPPONENT, opponent_of, opponent_tag
from engine.game import Setup, option_value
from engine.steps import choice
from engine.steps import seat as seat_step
from engine.verdicts import say
from firmware_py.i18n.default_names import default_name, is_default_name
from firmware_py.i18n.sentences import plain
from firmware_py.ui.choices import Choice, entry
from firmware_py.ui.screens import ChoiceScreen

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from engine.verdicts import Sentence
    from firmware_py.ui.screen_stack import ScreenStack

NAMES_OFFERED = 30


Begin = Callable[["ScreenStack", Setup], None]
"""Begins a match with a complete setup."""


def choose_game(stack: ScreenStack, begin: Begin) -> None:
    """Ask for the game, then for everything else; `begin` gets the setup."""
    asks = "desk.ask-game"
    choices = [entry(asks, name, say(f"{name}.name"), NewMatch(stack, begin, name).opponent) for name in GAMES]
    stack.push(ChoiceScreen(stack.translations, say("desk.new"), choices, stack.pop))


def ask_player(
    stack: ScreenStack, title: Sentence, taken: Sequence[str], then: Callable[[str], None], default: str = ""
) -> None:
    """Ask for a player: a known player, the default name of a seat, or a name to type."""
    asks = "desk.ask-player"
    known = [name for name in stack.journal.names() if name not in taken and not is_default_name(name)]
    offered = [*known[:NAMES_OFFERED], *([default] if default and default not in taken else [])]

    def typed(name: str) -> None:
        if name in taken:
            stack.tell(title, [say("desk.name-taken", name=name)])
        else:
            then(name)

    choices = [entry(asks, f"={name}", plain(name), partial(then, name)) for name in offered]
    choices.append(entry(asks, "type", say("desk.type"), partial(stack.ask_name, title, typed)))
    stack.push(ChoiceScreen(stack.translations, title, choices, stack.pop))


class NewMatch:
    """The answers so far for a new match."""

    def __init__(
        self,
        stack: ScreenStack,
        begin: Begin,
        game: str,
        names: tuple[str, ...] = (),
        *,
        tags: Mapping[str, str] | None = None,
        players: int = 0,
    ) -> None:
        """Start with the game; `begin` gets the setup in the end."""
        self._stack, self._begin_match = stack, begin
        self._game, self._names, self._tags, self._players = game, names, dict(tags or {}), players

    def _with(self, *, name: str = "", players: int = 0, tag: str = "", value: str = "") -> NewMatch:
        names = (*self._names, name) if name else self._names
        tags = {**self._tags, tag: value} if tag else self._tags
        return NewMatch(
            self._stack, self._begin_match, self._game, names, tags=tags, players=players or self._players
        )

    @property
    def _title(self) -> Sentence:
        return say(f"{self._game}.name")

    def _ask(self, choices: list[Choice]) -> None:
        stack = self._stack
        stack.push(ChoiceScreen(stack.translations, self._title, choices, stack.pop, players=self._names))

    def opponent(self) -> None:
        """Ask whether the box plays too, if it can."""
        if not GAMES[self._game].levels:
            self.seats()
            return
        asks = "desk.ask-opponent"
        people = entry(asks, "people", say("desk.opponent-people"), self.seats)
        self._ask([people, entry(asks, "box", say("desk.opponent-box"), self._level)])

    def _level(self) -> None:
        """Ask for the level of the box."""
        asks = "desk.ask-level"
        levels = GAMES[self._game].levels
        self._ask([entry(asks, level, say(f"level.{level}"), partial(self._seat, level)) for level in levels])

    def _seat(self, level: str) -> None:
        """Ask for the seat of the person who plays against the box."""
        asks, names = "desk.ask-own-seat", GAMES[self._game].seat_names

        def take(own: int) -> None:
            """Give the other seat to the box."""
            self._with(tag=OPPONENT, value=opponent_tag(3 - own, level), players=2).names()

        if not names:
            self._ask([Choice(seat_step(say(asks), own), partial(take, own)) for own in (1, 2)])
            return
        self._ask(
            [
                entry(asks, name, say(f"{self._game}.player-{name}"), partial(take, own))
                for own, name in enumerate(names[:2], start=1)
            ]
        )

    def seats(self) -> None:
        """Ask for the number of players, if the game leaves it open."""
        counts = GAMES[self._game].seats
        if len(counts) == 1:
            self._with(players=counts[0]).names()
            return
        asks = "desk.ask-seats"
        choices = [
            entry(asks, str(n), say("desk.players-count", count=n), self._with(players=n).names) for n in counts
        ]
        self._ask(
            [choice._replace(step=choice.step._replace(key=n)) for choice, n in zip(choices, counts, strict=True)]
        )

    def names(self) -> None:
        """Ask for the name of each seat."""
        seat = len(self._names) + 1
        if seat > self._players:
            self.options(0)
            return
        opponent = opponent_of(Setup(self._game, ("",) * self._players, tags=self._tags), GAMES[self._game].levels)
        if opponent is not None and opponent[0] == seat:
            self._with(name=self._stack.translations("opponent.name")).names()
            return
        title = say("menu.new-name", seat=seat)
        default = default_name(self._game, seat, self._stack.translations)
        ask_player(self._stack, title, self._names, lambda name: self._with(name=name).names(), default)

    def options(self, at: int) -> None:
        """Ask for the options of the game, one by one."""
        options = GAMES[self._game].options
        while at < len(options) and not options[at].is_asked(self._players, self._tags):
            at += 1
        if at == len(options):
            self.first()
            return
        option = options[at]
        if option.is_for_each:
            self.for_each(at, ())
            return
        asks = say(f"{self._game}.ask-option-{option.tag.lower()}").key
        labels = {value: option_value(self._game, option.tag, value) for value in option.values}

        def take(value: str) -> None:
            is_default = value == option.values[0]
            self._with(tag="" if is_default else option.tag, value=value).options(at + 1)

        self._ask([entry(asks, value, label, partial(take, value)) for value, label in labels.items()])

    def for_each(self, at: int, chosen: tuple[str, ...]) -> None:
        """Ask each player for the value of an option; no two players have the same value."""
        option = GAMES[self._game].options[at]
        if len(chosen) == self._players:
            self._with(tag=option.tag, value=" ".join(chosen)).options(at + 1)
            return
        asks = say(f"{self._game}.ask-option-{option.tag.lower()}", who=self._names[len(chosen)])
        labels = {value: option_value(self._game, option.tag, value) for value in option.values}
        self._ask(
            [
                Choice(
                    choice(asks, value, label),
                    partial(self.for_each, at, (*chosen, value)),
                    is_allowed=value not in chosen,
                )
                for value, label in labels.items()
            ]
        )

    def first(self) -> None:
        """Ask for the first player, if the rules leave it open."""
        if (first := GAMES[self._game].begins) is not None:
            self._begin(first)
            return
        asks = say("desk.ask-first")
        self._ask([Choice(seat_step(asks, n), partial(self._begin, n)) for n in range(1, self._players + 1)])

    def _begin(self, first: int) -> None:
        self._begin_match(self._stack, Setup(self._game, self._names, first, self._tags))

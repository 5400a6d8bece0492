"""The questions before a new match: game, number of players, names, options, first player."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from engine import GAMES, GameOption
from engine.advisor import OPPONENT, opponent_of, opponent_tag
from engine.colours import COLOURS, KEY_COLOURS, choices_of, marks_of
from engine.game import Setup, option_value
from engine.steps import choice
from engine.steps import seat as seat_step
from engine.verdicts import Sentence, say
from firmware_py.i18n.default_names import colour_named, default_name, is_person
from firmware_py.i18n.sentences import pair, plain
from firmware_py.storage.roster import load_roster
from firmware_py.ui.screens.choices import Choice, entry
from firmware_py.ui.screens.question import ChoiceScreen
from firmware_py.ui.stack.screen_stack import ScreenStack

NAMES_OFFERED = 30
ASK_FIRST = say("home.ask-first")


Begin = Callable[["ScreenStack", Setup], None]
"""Begins a match with a complete setup."""


def choose_game(stack: ScreenStack, begin: Begin) -> None:
    """Ask for the game, then for everything else; `begin` gets the setup."""
    asks = "home.ask-game"
    choices = [entry(asks, name, say(f"{name}.name"), NewMatch(stack, begin, name).opponent) for name in GAMES]
    stack.push(ChoiceScreen(stack.translations, say("home.new"), choices, stack.pop))


def ask_player(
    stack: ScreenStack,
    title: Sentence,
    taken: Sequence[str],
    then: Callable[[str], None],
    default: str = "",
    *,
    typed_before: str = "",
) -> None:
    """Ask for a player: a known one, one that was just typed, the default name of a seat, or a name to type."""
    asks = "home.ask-player"
    names = dict.fromkeys((typed_before, *stack.journal.names()[:NAMES_OFFERED], *load_roster()))
    known = [name for name in names if name and name not in taken and is_person(name)]
    offered = [*known, *([default] if default and default not in taken else [])]

    def typed(name: str) -> None:
        if name in taken:
            stack.tell(title, [say("home.name-taken", name=name)])
            return
        stack.pop()  # who comes back finds the name in the list
        ask_player(stack, title, taken, then, default, typed_before=name)
        then(name)

    choices = [entry(asks, f"={name}", plain(name), partial(then, name)) for name in offered]
    choices.append(entry(asks, "type", say("home.type"), partial(stack.ask_name, title, typed)))
    stack.push(ChoiceScreen(stack.translations, title, choices, stack.pop))


def first_choices(setup: Setup, then: Callable[[int], None], proposed: int = 0) -> list[Choice]:
    """Return the choices for the first player; the cursor starts on the one that is proposed."""
    named = enumerate(zip(setup.players, marks_of(setup), strict=False), start=1)
    steps = {seat: choice(ASK_FIRST, str(seat), pair(str(mark), name), key=mark) for seat, (name, mark) in named}
    return [Choice(step._replace(is_likely=seat == proposed), partial(then, seat)) for seat, step in steps.items()]


class ColoursSoFar(NamedTuple):
    """The colours of the first seats of a new match, where players choose colours."""

    chosen: tuple[str, ...] = ()
    is_remembered: bool = False
    """One of them was not asked for: a player had it in the last match."""
    is_asked_again: bool = False
    """The players want other colours than those that they had last."""

    def plus(self, colour: str) -> ColoursSoFar:
        """Return the colours with that of the next seat."""
        return self._replace(chosen=(*self.chosen, colour))


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
        colours: ColoursSoFar | None = None,
    ) -> None:
        """Start with the game; `begin` gets the setup in the end."""
        self._stack, self._begin_match = stack, begin
        self._game, self._names, self._tags, self._players = game, names, dict(tags or {}), players
        self._colours = colours or ColoursSoFar()

    def _with(
        self,
        *,
        name: str = "",
        players: int = 0,
        tag: str = "",
        value: str = "",
        colours: ColoursSoFar | None = None,
    ) -> NewMatch:
        names = (*self._names, name) if name else self._names
        tags = {**self._tags, tag: value} if tag else self._tags
        return NewMatch(
            self._stack,
            self._begin_match,
            self._game,
            names,
            tags=tags,
            players=players or self._players,
            colours=colours or self._colours,
        )

    @property
    def _title(self) -> Sentence:
        return say(f"{self._game}.name")

    def _ask(self, choices: list[Choice], title: Sentence | None = None) -> None:
        stack = self._stack
        title = self._title if title is None else title
        stack.push(ChoiceScreen(stack.translations, title, choices, stack.pop, players=self._names))

    def opponent(self) -> None:
        """Ask whether the box plays too, if it can."""
        if not GAMES[self._game].levels:
            self.seats()
            return
        asks = "home.ask-opponent"
        people = entry(asks, "people", say("home.opponent-people"), self.seats)
        self._ask([people, entry(asks, "box", say("home.opponent-box"), self._level)])

    def _level(self) -> None:
        """Ask for the level of the box."""
        asks = "home.ask-level"
        levels = GAMES[self._game].levels
        self._ask([entry(asks, level, say(f"level.{level}"), partial(self._seat, level)) for level in levels])

    def _seat(self, level: str) -> None:
        """Ask for the seat of the person who plays against the box."""
        asks, names = "home.ask-own-seat", GAMES[self._game].seat_names

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
        asks = "home.ask-seats"
        choices = [
            entry(asks, str(n), say("home.players-count", count=n), self._with(players=n).names) for n in counts
        ]
        self._ask(
            [choice._replace(step=choice.step._replace(key=n)) for choice, n in zip(choices, counts, strict=True)]
        )

    def names(self) -> None:
        """Ask for the name of each seat, and for the colour of its pieces if the players have a choice."""
        seat = len(self._names) + 1
        if choices_of(self._game) and len(self._colours.chosen) < len(self._names):
            self._colour(self._names[len(self._colours.chosen)])
            return
        if seat > self._players:
            self.options(0)
            return
        opponent = opponent_of(Setup(self._game, ("",) * self._players, tags=self._tags), GAMES[self._game].levels)
        if opponent is not None and opponent[0] == seat:
            self._with(name=self._stack.translations("opponent.name")).names()
            return
        title = say("menu.new-name", seat=seat)
        default = default_name(self._game, self._free_mark(seat), self._stack.translations)
        ask_player(self._stack, title, self._names, lambda name: self._with(name=name).names(), default)

    # --- colours

    def _free_mark(self, seat: int) -> int:
        """Return the mark of a seat that takes its default colour, or the first one that is free."""
        colours = (KEY_COLOURS[seat - 1], *choices_of(self._game))
        free = [colour for colour in colours if colour not in self._colours.chosen]
        return KEY_COLOURS.index(free[0]) + 1

    def _named(self, name: str) -> str | None:
        """Return the colour that a name stands for, in the language of the box or any other."""
        marks = range(1, len(choices_of(self._game)) + 1)
        own = {default_name(self._game, mark, self._stack.translations): KEY_COLOURS[mark - 1] for mark in marks}
        return own.get(name) or colour_named(self._game, name)

    def _colour(self, name: str) -> None:
        """Take the colour that a name stands for, or that the player had last; else ask for it."""
        named = self._named(name)
        taken = {*self._colours.chosen, *map(self._named, self._names)}
        if named is not None and named not in self._colours.chosen:
            self._with(colours=self._colours.plus(named)).names()
            return
        last = None if self._colours.is_asked_again else self._stack.journal.last_colour(name)
        if last is not None and last not in taken:
            self._with(colours=self._colours.plus(last)._replace(is_remembered=True)).names()
            return
        asks = say(f"{self._game}.ask-option-{COLOURS.lower()}")
        choices = [
            Choice(
                choice(asks, colour, option_value(self._game, COLOURS, colour), key=mark),
                self._with(colours=self._colours.plus(colour)).names,
                is_allowed=colour not in taken,
            )
            for mark, colour in enumerate(choices_of(self._game), start=1)
        ]
        self._ask(choices, plain(name))

    def _change_colours(self) -> None:
        """Ask every player for the colour, although the last one is known; then for the first player."""
        self._with(colours=ColoursSoFar(is_asked_again=True)).names()

    def options(self, at: int) -> None:
        """Ask for the options of the game, one by one; the colours are known already."""
        options = [option for option in GAMES[self._game].options if option.tag != COLOURS]
        while at < len(options) and not options[at].is_asked(self._players, self._tags):
            at += 1
        if at == len(options) or self._colours.is_asked_again:
            self.first()
            return
        option = options[at]
        if option.is_for_each:
            self.for_each(option, at, ())
            return
        asks = say(f"{self._game}.ask-option-{option.tag.lower()}").key
        labels = {value: option_value(self._game, option.tag, value) for value in option.values}

        def take(value: str) -> None:
            is_default = value == option.values[0]
            self._with(tag="" if is_default else option.tag, value=value).options(at + 1)

        self._ask([entry(asks, value, label, partial(take, value)) for value, label in labels.items()])

    def for_each(self, option: GameOption, at: int, chosen: tuple[str, ...]) -> None:
        """Ask each player for the value of an option; no two players have the same value."""
        if len(chosen) == self._players:
            self._with(tag=option.tag, value=" ".join(chosen)).options(at + 1)
            return
        asks = say(f"{self._game}.ask-option-{option.tag.lower()}", who=self._names[len(chosen)])
        labels = {value: option_value(self._game, option.tag, value) for value in option.values}
        self._ask(
            [
                Choice(
                    choice(asks, value, label),
                    partial(self.for_each, option, at, (*chosen, value)),
                    is_allowed=value not in chosen,
                )
                for value, label in labels.items()
            ]
        )

    def first(self) -> None:
        """Ask for the first player, if the rules leave it open."""
        game = GAMES[self._game]
        if game.begins is not None or game.orderless in {*self._tags.items()}:
            self._begin(game.begins or 1)
            return
        choices = first_choices(self._setup(1), self._begin)
        if self._colours.is_remembered:
            choices.append(entry(ASK_FIRST.key, "colours", say("home.change-colours"), self._change_colours))
        self._ask(choices)

    def _begin(self, first: int) -> None:
        self._begin_match(self._stack, self._setup(first))

    def _setup(self, first: int) -> Setup:
        """Return the setup; it names the colours unless every player is called by the default one of the seat."""
        chosen = self._colours.chosen
        default = KEY_COLOURS[: len(chosen)]
        is_default = chosen == default and all(
            self._named(name) == colour for name, colour in zip(self._names, default, strict=False)
        )
        tags = self._tags if is_default else {**self._tags, COLOURS: " ".join(chosen)}
        return Setup(self._game, self._names, first, tags)

"""A new match, question by question: the game, how many, who, which options, who begins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import GAMES
from engine.acts import Act
from engine.game import Setup, option_value
from engine.steps import seat as seat_step
from engine.verdicts import say
from firmware_py.i18n.default_names import default_name, is_default_name
from firmware_py.ui.match_session import begin
from firmware_py.ui.navigator import Path
from firmware_py.ui.screens import QuestionScreen, entry

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    from firmware_py.ui.screen_stack import ScreenStack

NAMES_OFFERED = 30


def choose_game(stack: ScreenStack) -> None:
    """Begin with the game."""
    asks = "desk.ask-game"
    paths = [Path((entry(asks, name, say(f"{name}.name")),), Act(None, name)) for name in GAMES]
    stack.push(
        QuestionScreen(
            stack.translations,
            stack.translations("desk.new"),
            paths,
            lambda act: NewMatch(stack, act.verb).seats(),
            stack.pop,
        )
    )


def ask_player(
    stack: ScreenStack, title: str, taken: Sequence[str], then: Callable[[str], None], usual: str = ""
) -> None:
    """Ask for a player: somebody who played before, the usual name of a seat, or a name to be typed."""
    asks = "desk.ask-player"
    known = [name for name in stack.journal.names() if name not in taken and not is_default_name(name)][
        :NAMES_OFFERED
    ]
    offered = [*known, *([usual] if usual and usual not in taken else [])]
    paths = [
        Path((entry(asks, f"={name}", say("desk.name", name=name)),), Act(None, "is", (name,))) for name in offered
    ]
    paths.append(Path((entry(asks, "type", say("desk.type")),), Act(None, "type")))

    def typed(name: str) -> None:
        if name in taken:
            stack.tell(title, [stack.translations("desk.name-taken", name=name)])
        else:
            then(name)

    def take(act: Act) -> None:
        if act.verb == "type":
            stack.ask_name(title, typed)
        else:
            then(act.args[0])

    stack.push(QuestionScreen(stack.translations, title, paths, take, stack.pop))


class NewMatch:
    """What is known so far of a match that is about to begin."""

    def __init__(
        self,
        stack: ScreenStack,
        game: str,
        names: tuple[str, ...] = (),
        tags: Mapping[str, str] | None = None,
        players: int = 0,
    ) -> None:
        """Know the game."""
        self._stack, self._game, self._names, self._tags = stack, game, names, dict(tags or {})
        self._players = players

    def _with(self, *, name: str = "", players: int = 0, tag: str = "", value: str = "") -> NewMatch:
        names = (*self._names, name) if name else self._names
        tags = {**self._tags, tag: value} if tag else self._tags
        return NewMatch(self._stack, self._game, names, tags, players or self._players)

    @property
    def _title(self) -> str:
        return self._stack.translations(f"{self._game}.name")

    def _ask(self, paths: list[Path], take: Callable[[Act], None], lawful: Collection[Act] | None = None) -> None:
        stack = self._stack
        stack.push(
            QuestionScreen(
                stack.translations, self._title, paths, take, stack.pop, lawful=lawful, players=self._names
            )
        )

    def seats(self) -> None:
        """Ask how many play, where that is open."""
        counts = GAMES[self._game].seats
        if len(counts) == 1:
            self._with(players=counts[0]).names()
            return
        asks = "desk.ask-seats"
        paths = [
            Path((entry(asks, str(n), say("desk.players-count", count=n))._replace(key=n),), Act(None, str(n)))
            for n in counts
        ]
        self._ask(paths, lambda act: self._with(players=int(act.verb)).names())

    def names(self) -> None:
        """Ask who sits where, seat by seat."""
        seat = len(self._names) + 1
        if seat > self._players:
            self.options(0)
            return
        title = self._stack.translations("menu.new-name", seat=seat)
        usual = default_name(self._game, seat, self._stack.translations)
        ask_player(self._stack, title, self._names, lambda name: self._with(name=name).names(), usual)

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
        paths = [
            Path((entry(asks, value, label),), Act(None, option.tag, (value,))) for value, label in labels.items()
        ]

        def take(act: Act) -> None:
            value = act.args[0]
            is_default_name = value == option.values[0]
            self._with(tag="" if is_default_name else option.tag, value=value).options(at + 1)

        self._ask(paths, take)

    def for_each(self, at: int, chosen: tuple[str, ...]) -> None:
        """Ask for an option player by player; everybody takes another value."""
        option = GAMES[self._game].options[at]
        if len(chosen) == self._players:
            self._with(tag=option.tag, value=" ".join(chosen)).options(at + 1)
            return
        asks = say(f"{self._game}.ask-option-{option.tag.lower()}", who=self._names[len(chosen)])
        labels = {value: option_value(self._game, option.tag, value) for value in option.values}
        paths = [
            Path((entry(asks.key, value, label)._replace(asks=asks),), Act(None, value))
            for value, label in labels.items()
        ]
        lawful = {path.act for path in paths if path.act.verb not in chosen}
        self._ask(paths, lambda act: self.for_each(at, (*chosen, act.verb)), lawful)

    def first(self) -> None:
        """Ask who begins, where the rules leave it open."""
        if (first := GAMES[self._game].begins) is not None:
            self._begin(first)
            return
        asks = say("desk.ask-first")
        paths = [Path((seat_step(asks, n),), Act(n, "begins")) for n in range(1, self._players + 1)]
        self._ask(paths, lambda act: self._begin(act.seat or 1))

    def _begin(self, first: int) -> None:
        begin(self._stack, Setup(self._game, self._names, first, self._tags))

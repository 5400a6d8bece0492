"""The history of a match: every line of the log with its sentence, what is undone, and the state after any line.

The session keeps a `HistoryRecorder`, which adds a line for each act that was played; nothing is judged or played
again for it. `History` is what is published: it holds the first lines of the recorder and never changes, so that
other threads may read it. Places count from 1: place 12 is after the first twelve lines of the log; place 0 is the
start.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeVar, overload

from engine.acts import Act
from engine.game import Rules, Setup, Standing
from engine.match import REDO, UNDO, Match, inner_of, names_of, renamed, tell_act
from engine.moves import count_moves, is_move, running_counts
from engine.verdicts import Refusal, Sentence, player, say
from firmware_py.games.lookup import display_of, log_of

STATES_APART = 32
"""One state in so many is kept; the others are played again when somebody looks at them."""

Item = TypeVar("Item")


class LogView(Sequence[Item]):
    """The first lines of a log that only grows; taking one costs the same however long the log is."""

    def __init__(self, log: Sequence[Item]) -> None:
        """Take all lines that the log has now."""
        self.source, self._length = log, len(log)

    def __len__(self) -> int:
        """Return how many lines there were."""
        return self._length

    def __eq__(self, other: object) -> bool:
        """Return whether it is the same part of the same log."""
        return isinstance(other, LogView) and other.source is self.source and len(other) == len(self)

    __hash__ = None  # type: ignore[assignment]  # like a list

    @overload
    def __getitem__(self, at: int) -> Item: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Item]: ...
    def __getitem__(self, at: int | slice) -> Item | Sequence[Item]:
        """Return a line, or some of them."""
        if isinstance(at, slice):
            return self.source[slice(*at.indices(self._length))]
        return self.source[range(self._length)[at]]


class Moment(NamedTuple):
    """A line of the log and what was there after it; the first one is the start."""

    act: Act | None
    """None for the start."""
    sentence: Sentence | None
    """What the act did, phrased for the state before it; None for the start."""
    speakers: tuple[str, ...]
    """The names before the act, seat 1 first."""
    players: tuple[str, ...]
    names: tuple[str, ...]
    """The name of the player of each seat, after the act."""
    source: int = 0
    """The place that its state comes from; of an act in effect, the place of the one before it."""
    played: Act | None = None
    """The act of the game that leads from there to its state; None if the state is the same."""
    last: int = 0
    """The place of the last act in effect."""
    overruled: Refusal | None = None
    """The refusal that the players have overruled with this act."""
    round_number: int | None = None
    """The round that the act has completed, if the game counts rounds."""
    consequences: tuple[Sentence, ...] = ()
    """What else the act has brought about."""
    moves: int = 0
    """How many moves of the game stand after it."""

    @property
    def number(self) -> int | None:
        """The number of the move that its act is; None for acts of the match, such as an undo or a correction."""
        return self.moves if self.act is not None and is_move(self.act) else None


class History:
    """The history of a match up to some line."""

    def __init__(self, match: Match[object], moments: LogView[Moment], states: dict[int, object]) -> None:
        """Take the lines that there are, and the states of some of them; the match gives its rules and setup."""
        self.rules: Rules[object] = match.rules
        self.setup: Setup = match.setup
        self.remembered = 0 if match.base is None else len(match.base.log)
        """How many lines are remembered only: they cannot be undone."""
        self.moments, self._states, self.state_now = moments, states, match.state
        self._recent: dict[int, object] = {}

    def __eq__(self, other: object) -> bool:
        """Return whether it is the same part of the same history."""
        return isinstance(other, History) and self.moments == other.moments

    __hash__ = None  # type: ignore[assignment]  # like its lines

    @property
    def now(self) -> Moment:
        """The moment after the last line."""
        return self.moments[-1]

    @property
    def standing(self) -> Standing:
        """The standing now."""
        return self.rules.standing(self.state_now)

    def state(self, place: int) -> object:
        """Return the state at a place; what leads there from a state that was kept is played again."""
        between: list[int] = []
        while place not in self._states and place not in self._recent:
            between.append(place)
            place = self.moments[place].source
        state = self._states[place] if place in self._states else self._recent[place]
        for each in reversed(between):
            act = self.moments[each].played
            state = state if act is None else self.rules.play(state, act)
            self._recent[each] = state
        while len(self._recent) > 2 * STATES_APART:
            del self._recent[next(iter(self._recent))]
        return state

    @property
    def standing_places(self) -> list[int]:
        """The places of the acts in effect (not undone), oldest first."""
        found, place = [], self.now.last
        while place:
            found.append(place)
            place = self.moments[place].source
        return found[::-1]

    @property
    def line_of_play(self) -> list[tuple[Act | None, object]]:
        """The start and the acts in effect, each with the state after it."""
        return [(self.moments[place].act, self.state(place)) for place in (0, *self.standing_places)]

    def undos_to(self, place: int) -> int | None:
        """Return how many undos make the act at a place the last one in effect; None if it is not in effect.

        Place 0 is the start: everything is undone.
        """
        in_effect = [0, *self.standing_places]
        return len(in_effect) - 1 - in_effect.index(place) if place in in_effect else None


class HistoryRecorder:
    """Adds a line to the history of a match for each act that was played."""

    def __init__(self, match: Match[object]) -> None:
        """Begin with the start of a match; `follow` adds what was played since."""
        self._match, game = match, match.setup.game
        self._pictures, self._log = display_of(game), log_of(game)
        base = match.base
        state = match.rules.start(match.setup) if base is None else base.state
        self._state: object | None = state
        """The state after the last line, as far as it is known."""
        players = match.setup.players if base is None else base.players
        names = names_of(match.rules, state, players)
        log = () if base is None else base.log
        begun = Moment(None, None, names, players, names, moves=count_moves(log))
        self._moments = [begun]
        self._states: dict[int, object] = {0: state}
        """The states at some places."""
        self._steps = bytearray(1)
        """For each place, how many steps away the next state is that was kept."""
        self._in_effect: list[int] = []
        self._undone: list[int] = []
        self._sentences: dict[Sentence, Sentence] = {}
        """Each sentence once: in a long match most of them come again and again."""
        for act, moves in zip(log, running_counts(log), strict=True):
            told = say("history.as-said", act=str(act))
            self._append(begun._replace(act=act, sentence=told, moves=moves))

    def follow(self) -> History:
        """Add what was played since the last call; return the history."""
        log = self._match.log
        for place in range(len(self._moments), len(log) + 1):
            self._add(place, log[place - 1], is_newest=place == len(log))
        return self._view()

    def _view(self) -> History:
        return History(self._match, LogView(self._moments), self._states)

    def _last_state(self) -> object:
        """Return the state after the last line."""
        if self._state is None:
            self._state = self._view().state(len(self._moments) - 1)
        return self._state

    def _add(self, place: int, act: Act, *, is_newest: bool) -> None:
        if act in {UNDO, REDO}:
            self._add_undo(place, act, is_newest=is_newest)
            return
        rules, before, now = self._match.rules, self._last_state(), self._moments[-1]
        sentence, inner = told_by(rules, before, act), inner_of(act)
        overruled = rules.judge(before, inner) if act.verb == "overrule" else None
        source, played = self._change_line_of_play(place, act)
        base = self._view().state(source) if act.verb == "amend" else before
        if is_newest:
            self._state = self._match.state
        else:
            self._state = base if played is None else rules.play(base, played)
        players = renamed(now.players, act)
        moment = Moment(
            act,
            self._sentences.setdefault(sentence, sentence),
            now.names,
            now.players if players == now.players else players,
            names_of(rules, self._state, players),
            source,
            played,
            self._in_effect[-1] if self._in_effect else 0,
            overruled,
            moves=self._moments[source].moves + is_move(act),
        )
        if self._state is not before:
            moment = self._with_consequences(moment, before, base, inner)
        self._append(moment)

    def _add_undo(self, place: int, act: Act, *, is_newest: bool) -> None:
        """Add an undo or a redo; what was there after another line is there again."""
        source, _ = self._change_line_of_play(place, act)
        self._state = self._match.state if is_newest else None
        told, again = say(f"match.told-{act.verb}"), self._moments[source]
        names = self._moments[-1].names
        self._append(Moment(act, told, names, again.players, again.names, source, None, source, moves=again.moves))

    def _append(self, moment: Moment) -> None:
        """Add a line; its state is kept if too much would have to be played again otherwise."""
        steps, names = self._steps[moment.source] + 1, self._moments[-1].names
        if steps > STATES_APART:
            kept = self._view().state(moment.source) if self._state is None else self._state
            steps, self._states[len(self._moments)] = 0, kept
        self._steps.append(steps)
        self._moments.append(moment._replace(names=names) if moment.names == names else moment)

    def _with_consequences(self, moment: Moment, before: object, base: object, act: Act) -> Moment:
        """Return a moment with what its act has brought about; a correction says itself what it changes."""
        scenes = self._pictures.scenes_after(before, self._state)
        is_told = act.verb in {"fix", "name", "hint"}
        found = () if is_told else self._log.consequences(base, self._state, act.seat)
        return moment._replace(
            round_number=next((one.round_number for one in scenes), None),
            consequences=tuple(self._sentences.setdefault(sentence, sentence) for sentence in found),
        )

    def _change_line_of_play(self, place: int, act: Act) -> tuple[int, Act | None]:
        """Note which acts are in effect after an act; return the place that its state comes from, and how."""
        in_effect = self._in_effect
        if act == UNDO:
            self._undone.append(in_effect.pop())
            return in_effect[-1] if in_effect else 0, None
        if act == REDO:
            in_effect.append(self._undone.pop())
            return in_effect[-1], None
        if act.verb == "hint":  # it is noted, and nothing else
            return place - 1, None
        if act.verb == "amend":
            in_effect.pop()
        before = in_effect[-1] if in_effect else 0
        in_effect.append(place)
        self._undone.clear()
        return before, None if act.verb == "name" else inner_of(act)


def told_by(rules: Rules[object], state: object, act: Act) -> Sentence:
    """Return a sentence for an act in a state that names its player."""
    if act.verb in {"amend", "overrule"}:
        return say(f"match.told-{act.verb}", act=told_by(rules, state, inner_of(act)))
    sentence = tell_act(rules, state, act)
    if act.seat is None or any(name == "who" for name, _ in sentence.args):
        return sentence
    return say("history.by", who=player(act.seat), what=sentence)

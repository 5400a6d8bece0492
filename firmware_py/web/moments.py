"""The moments of a match for the page: each line of its log, with the state after it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, overload

if TYPE_CHECKING:
    from engine.acts import Act
    from engine.game import Rules
    from engine.verdicts import Refusal, Sentence

STATES_APART = 32
"""One state in so many is kept; the others are played again when somebody looks at them."""


class Moment(NamedTuple):
    """A line of the log and the state after it."""

    act: Act | None
    """None for the start."""
    sentence: Sentence | None
    """What the act did, phrased for the state before it."""
    speakers: tuple[str, ...]
    """The names before the act, seat 1 first."""
    overruled: Refusal | None
    """The refusal that the players have overruled with this act."""
    state: object
    players: tuple[str, ...]
    names: tuple[str, ...]
    """The name of the player of each seat, after the act."""
    round_number: int | None = None
    """The round that the act has completed, if the game counts rounds."""
    consequences: tuple[Sentence, ...] = ()
    """What else the act has brought about."""


class Source(NamedTuple):
    """Where the state after a line comes from."""

    place: int
    """Another place; its state, or what an act makes of it."""
    act: Act | None
    """The act of the game; None if the state is that of the other place."""


class Moments(Sequence[Moment]):
    """The start of a match and every line of its log; most states are played again when somebody asks for them."""

    def __init__(self, rules: Rules[object], begun: Moment) -> None:
        """Begin with the start."""
        self._rules = rules
        self._lines = [begun._replace(state=None)]
        self._sources = [Source(0, None)]
        self._states = {0: begun.state}
        self._steps = bytearray(1)
        """For each place, how many steps away the next state is that was kept."""
        self._recent: dict[int, object] = {}

    def append(self, moment: Moment, source: Source) -> None:
        """Add a line; its state is kept if too much would have to be played again otherwise."""
        steps = self._steps[source.place] + 1
        if steps > STATES_APART:
            steps, self._states[len(self._lines)] = 0, moment.state
        self._steps.append(steps)
        self._sources.append(source)
        names = self._lines[-1].names
        moment = moment._replace(speakers=names) if moment.speakers == names else moment  # the same object, once
        self._lines.append(moment._replace(state=None, names=names if moment.names == names else moment.names))

    def line(self, place: int) -> Moment:
        """Return the moment at a place without its state, which costs more."""
        return self._lines[place]

    def __len__(self) -> int:
        """Return the number of lines, and one for the start."""
        return len(self._lines)

    @overload
    def __getitem__(self, place: int) -> Moment: ...
    @overload
    def __getitem__(self, place: slice) -> list[Moment]: ...
    def __getitem__(self, place: int | slice) -> Moment | list[Moment]:
        """Return the moment at a place, or those of a slice."""
        places = range(len(self))[place]
        if isinstance(places, int):
            return self._lines[places]._replace(state=self._state(places))
        return [self[each] for each in places]

    def _state(self, place: int) -> object:
        """Return the state at a place."""
        between: list[int] = []
        while place not in self._states and place not in self._recent:
            between.append(place)
            place = self._sources[place].place
        state = self._states[place] if place in self._states else self._recent[place]
        for each in reversed(between):
            act = self._sources[each].act
            state = state if act is None else self._rules.play(state, act)
            self._recent[each] = state
        while len(self._recent) > 2 * STATES_APART:
            del self._recent[next(iter(self._recent))]
        return state

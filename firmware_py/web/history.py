"""The history of a match: every line of the log, what is undone, and the state after any line.

A `Replay` plays the log of a published snapshot in its own `Match`, so that the server's thread never touches
the match of the program. Places count from 1: place 12 is the state after the first twelve lines of the log;
place 0 is the start.

>>> from engine.acts import read_act
>>> from engine.game import Setup
>>> from firmware_py.i18n.translations import Translations
>>> said = ("1 place L310", "2 place D400", "undo", "2 place D301")
>>> replay = Replay(Setup("inside", ("Anna", "Ben")), tuple(map(read_act, said)))
>>> for line in replay.lines(Translations("en")):
...     print(line.place, line.text, "(undone)" if line.is_undone else "", line.undos)
1 Anna: light cube on 310  1
2 Ben: dark cube on 400 (undone) None
3 undone  None
4 Ben: dark cube on 301  0
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from engine import GAMES
from engine.game import MATCH_VERBS
from engine.match import REDO, UNDO, Base, Match, inner_of
from engine.verdicts import EngineError, Refusal, Sentence, player, say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.acts import Act
    from engine.game import Setup, Standing
    from firmware_py.i18n.translations import Translations


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
    state: Any
    players: tuple[str, ...]
    names: tuple[str, ...]
    """The name of the player of each seat, after the act."""


class Line(NamedTuple):
    """A line of the log as text."""

    place: int
    act: str
    text: str
    kind: str
    """`act` for what belongs to the game, `match` for undo, redo, amend, overrule, name and fix."""
    is_undone: bool
    """Whether the act was undone, or replaced by an amended one."""
    undos: int | None
    """Number of undos after which this is the last act in effect; None if it is not in effect."""


class Replay:
    """Replays a match from its setup and its log."""

    def __init__(self, setup: Setup, log: Sequence[Act] = (), base: Base[Any] | None = None) -> None:
        """Replay a log from a setup, or from the base that the match continues from. Raises `BadSetup`."""
        self._begin(setup, base)
        self._go_on(log)

    def follow(self, setup: Setup, log: Sequence[Act], base: Base[Any] | None = None) -> None:
        """Play the new lines of a log; another match or log is replayed from its start. Raises `BadSetup`."""
        known = len(self.moments) - 1
        is_other = (setup, base) != (self.setup, self._match.base)
        if is_other or [moment.act for moment in self.moments[1:]] != list(log[:known]):
            self._begin(setup, base)
        self._go_on(log)

    def _begin(self, setup: Setup, base: Base[Any] | None) -> None:
        self._match: Match[Any] = Match(GAMES[setup.game].rules(), setup, base)
        self.setup = setup
        begun = _moment(self._match)
        remembered = [
            begun._replace(act=act, sentence=say("history.as-said", act=str(act))) for act in self._match.log
        ]
        self.moments = [begun, *remembered]
        """The start, then one for each line of the log."""
        self.standing_places: list[int] = []
        """The places of the acts in effect (not undone), oldest first."""
        self._undone_places: list[int] = []
        self.problem: Sentence | None = None
        """Why the replay stopped before the end of the log; None if it did not."""

    def _go_on(self, log: Sequence[Act]) -> None:
        self.problem = None
        for place, act in enumerate(log[len(self.moments) - 1 :], start=len(self.moments)):
            try:
                refusal = self._match.judge(act)
                if refusal is None:
                    self._play(place, act)
                    continue
                why = refusal.why
            except EngineError as error:
                why = error.why
            except Exception as error:  # noqa: BLE001 - the page still shows what was replayed
                why = say("journal.replay-fails", error=type(error).__name__)
            self.problem = say("journal.refused-act", place=place, act=str(act), why=why)
            return

    def _play(self, place: int, act: Act) -> None:
        match = self._match
        sentence, speakers = _sentence_of(match, act), match.names
        overruled = match.rules.judge(match.state, inner_of(act)) if act.verb == "overrule" else None
        match.play(act)
        self.moments.append(_moment(match, act, sentence, speakers, overruled))
        if act == UNDO:
            self._undone_places.append(self.standing_places.pop())
        elif act == REDO:
            self.standing_places.append(self._undone_places.pop())
        elif act.verb != "hint":  # a hint is noted, and nothing else
            if act.verb == "amend":
                self.standing_places.pop()
            self.standing_places.append(place)
            self._undone_places.clear()

    # --- queries

    @property
    def now(self) -> Moment:
        """The moment after the last line."""
        return self.moments[-1]

    @property
    def standing(self) -> Standing:
        """The standing now."""
        return self._match.standing()

    def standing_of(self, state: Any) -> Standing:
        """Return the standing in a state of this match."""
        return self._match.rules.standing(state)

    def is_ruling(self, refusal: Refusal) -> bool:
        """Return whether a refusal rests on one of our rulings."""
        return self._match.is_ruling(refusal)

    @property
    def line_of_play(self) -> list[Moment]:
        """The start and the acts in effect, without those that were undone."""
        return [self.moments[place] for place in (0, *self.standing_places)]

    def text_of(self, act: Act, translations: Translations) -> str:
        """Return a text for an act in the current state, with who plays it."""
        return translations.text(_sentence_of(self._match, act))

    def lines(self, translations: Translations, first: int = 1, *, is_named: bool = True) -> list[Line]:
        """Return the lines from a place on; with `is_named`, using the names that players had then."""
        undos = {place: count for count, place in enumerate(reversed(self.standing_places))}
        remembered = 0 if self._match.base is None else len(self._match.base.log)
        return [
            _line(
                place,
                self.moments[place],
                translations.naming(self.moments[place].speakers) if is_named else translations,
                undos.get(place),
                is_undoable=place > remembered,
            )
            for place in range(max(first, 1), len(self.moments))
        ]

    def undos_to(self, place: int) -> int | None:
        """Return how many undos make the act at a place the last one in effect; None if it is not in effect.

        Place 0 is the start: everything is undone.
        """
        if place == 0:
            return len(self.standing_places)
        if place not in self.standing_places:
            return None
        return len(self.standing_places) - 1 - self.standing_places.index(place)


def _moment(
    match: Match[Any],
    act: Act | None = None,
    sentence: Sentence | None = None,
    speakers: tuple[str, ...] = (),
    overruled: Refusal | None = None,
) -> Moment:
    return Moment(act, sentence, speakers, overruled, match.state, match.players, match.names)


def _sentence_of(match: Match[Any], act: Act) -> Sentence:
    """Return a sentence for an act that names its player."""
    if act.verb in {"amend", "overrule"}:
        return say(f"match.told-{act.verb}", act=_sentence_of(match, inner_of(act)))
    sentence = match.tell(act)
    if act.seat is None or any(name == "who" for name, _ in sentence.args):
        return sentence
    return say("history.by", who=player(act.seat), what=sentence)


def _line(place: int, moment: Moment, translations: Translations, undos: int | None, *, is_undoable: bool) -> Line:
    assert moment.act is not None
    assert moment.sentence is not None
    verb = moment.act.verb
    return Line(
        place,
        str(moment.act),
        translations.text(moment.sentence),
        "match" if verb in MATCH_VERBS and verb != "quit" else "act",
        is_undone=is_undoable and undos is None and verb not in {"undo", "redo", "hint"},
        undos=undos,
    )

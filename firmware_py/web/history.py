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

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from engine import GAMES
from engine.game import MATCH_VERBS
from engine.match import REDO, UNDO, Base, Match, inner_of
from engine.verdicts import EngineError, Refusal, Sentence, player, say
from firmware_py.games.lookup import display_of, log_of
from firmware_py.i18n.capitals import capital
from firmware_py.web.moments import Moment, Moments, Source

if TYPE_CHECKING:
    from engine.acts import Act
    from engine.game import Setup, Standing
    from firmware_py.i18n.translations import Translations


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
    round: int | None
    """The round that the act has completed."""
    then: list[str]
    """What else the act has brought about."""


class Replay:
    """Replays a match from its setup and its log."""

    def __init__(self, setup: Setup, log: Sequence[Act] = (), base: Base[object] | None = None) -> None:
        """Replay a log from a setup, or from the base that the match continues from. Raises `BadSetup`."""
        self._source: Sequence[Act] | None = None
        """The growing log that was replayed last, if it was a view of one."""
        self._begin(setup, base)
        self._go_on(log)

    def follow(self, setup: Setup, log: Sequence[Act], base: Base[object] | None = None) -> None:
        """Play the new lines of a log; another match or log is replayed from its start. Raises `BadSetup`."""
        source = getattr(log, "source", None)
        if source is None or source is not self._source:
            is_other = (setup, base) != (self.setup, self._match.base)
            if is_other or self._match.log != list(log[: len(self._match.log)]):
                self._begin(setup, base)
        self._source = source
        self._go_on(log)

    def _begin(self, setup: Setup, base: Base[object] | None) -> None:
        self._match: Match[object] = Match(GAMES[setup.game].rules(), setup, base)
        self.setup, self._pictures, self._log = setup, display_of(setup.game), log_of(setup.game)
        begun = _moment(self._match)
        self.moments = Moments(self._match.rules, begun)
        """The start, then one for each line of the log."""
        for act in self._match.log:
            remembered = begun._replace(act=act, sentence=say("history.as-said", act=str(act)))
            self.moments.append(remembered, Source(0, None))
        self.standing_places: list[int] = []
        """The places of the acts in effect (not undone), oldest first."""
        self._undone_places: list[int] = []
        self._sentences: dict[Sentence, Sentence] = {}
        """Each sentence once: in a long match most of them come again and again."""
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
        sentence = self._sentences.setdefault(sentence, sentence)
        overruled = match.rules.judge(match.state, inner_of(act)) if act.verb == "overrule" else None
        before = match.state
        match.play(act)
        moment = _moment(match, act, sentence, speakers, overruled)
        source = self._change_line_of_play(place, act)
        if act not in {UNDO, REDO} and match.state is not before:
            base = self.moments[source.place].state if act.verb == "amend" else before
            scenes = self._pictures.scenes_after(before, match.state)
            moment = moment._replace(
                round_number=next((one.round_number for one in scenes), None),
                consequences=self._consequences(base, match.state, inner_of(act)),
            )
        self.moments.append(moment, source)

    def _consequences(self, before: object, after: object, act: Act) -> tuple[Sentence, ...]:
        """Return what an act has brought about; a correction says itself what it changes."""
        if act.verb in {"fix", "name", "hint"}:
            return ()
        found = self._log.consequences(before, after, act.seat)
        return tuple(self._sentences.setdefault(sentence, sentence) for sentence in found)

    def _change_line_of_play(self, place: int, act: Act) -> Source:
        """Note which acts are in effect after an act; return where its state comes from."""
        standing = self.standing_places
        if act == UNDO:
            self._undone_places.append(standing.pop())
            return Source(standing[-1] if standing else 0, None)
        if act == REDO:
            standing.append(self._undone_places.pop())
            return Source(standing[-1], None)
        if act.verb == "hint":  # it is noted, and nothing else
            return Source(place - 1, None)
        if act.verb == "amend":
            standing.pop()
        before = standing[-1] if standing else 0
        standing.append(place)
        self._undone_places.clear()
        return Source(before, None if act.verb == "name" else inner_of(act))

    # --- queries

    @property
    def now(self) -> Moment:
        """The moment after the last line."""
        return self.moments[-1]

    @property
    def standing(self) -> Standing:
        """The standing now."""
        return self._match.standing()

    def standing_of(self, state: object) -> Standing:
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
                self._corrected(self.moments.line(place)) if place in undos else self.moments.line(place),
                translations.naming(self.moments.line(place).speakers) if is_named else translations,
                undos.get(place),
                is_undoable=place > remembered,
            )
            for place in range(max(first, 1), len(self.moments))
        ]

    def _corrected(self, moment: Moment) -> Moment:
        """Return a moment with the consequences that its round has now: it may have been corrected since."""
        number, state = moment.round_number, self._match.state
        if number is None or moment.act is None or inner_of(moment.act).verb == "fix":
            return moment
        return moment._replace(consequences=tuple(self._log.retold(moment.consequences, state, number)))

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
    match: Match[object],
    act: Act | None = None,
    sentence: Sentence | None = None,
    speakers: tuple[str, ...] = (),
    overruled: Refusal | None = None,
) -> Moment:
    return Moment(act, sentence, speakers, overruled, match.state, match.players, match.names)


def _sentence_of(match: Match[object], act: Act) -> Sentence:
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
        round=moment.round_number,
        then=[capital(translations.text(sentence)) for sentence in moment.consequences],
    )

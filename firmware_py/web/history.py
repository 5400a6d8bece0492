"""The history of a match for the page: what was said, what stands, and the table as it was at any place.

A `Replay` plays the log of a published snapshot again with a match of its own, so that the server's thread never
touches the one on the table. Places are counted from 1: after place 12 means after the log's first twelve lines,
and place 0 is the beginning.

>>> from engine.acts import read_act
>>> from engine.game import Setup
>>> from firmware_py.i18n.translations import Translations
>>> said = ("1 place L310", "2 place D400", "undo", "2 place D301")
>>> shadow = Replay(Setup("inside", ("Anna", "Ben")), tuple(map(read_act, said)))
>>> for line in shadow.lines(Translations("en")):
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

SEATS_IN_WORDS = frozenset({"who", "other"})
"""What the engine calls the seats of which a sentence speaks; on the page they have names."""


class Moment(NamedTuple):
    """A line of the log, and what was true after it."""

    act: Act | None
    """None for the beginning."""
    told: Sentence | None
    """What it did, as it was understood in the state in which it was said."""
    speakers: tuple[str, ...]
    """The names when it was said, seat 1 first."""
    overruled: Refusal | None
    """What the table has overruled with it."""
    state: Any
    players: tuple[str, ...]
    names: tuple[str, ...]
    """The name of whoever plays each seat now."""


class Line(NamedTuple):
    """A line of the log as a person reads it."""

    place: int
    act: str
    text: str
    kind: str
    """`act` for what belongs to the game, `match` for undo, redo, amend, overrule, name and fix."""
    is_undone: bool
    """It does not stand any more: it was undone, or replaced by an amended one."""
    undos: int | None
    """How many times undo leads to where this was the last act that stands; None if it does not stand."""


class Replay:
    """Follows a match from its setup and its log."""

    def __init__(self, setup: Setup, log: Sequence[Act] = (), base: Base[Any] | None = None) -> None:
        """Begin with a setup, and where it goes on from if that is not the beginning. Raises `BadSetup`."""
        self._begin(setup, base)
        self._go_on(log)

    def follow(self, setup: Setup, log: Sequence[Act], base: Base[Any] | None = None) -> None:
        """Go on to a longer log; another match or another log is played from its beginning. Raises `BadSetup`."""
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
            begun._replace(act=act, told=say("history.as-said", act=str(act))) for act in self._match.log
        ]
        self.moments = [begun, *remembered]
        """The beginning, and one for each line of the log."""
        self.standing_places: list[int] = []
        """Where in the log the acts are that stand, oldest first."""
        self._undone_places: list[int] = []
        self.trouble: Sentence | None = None
        """Why the log was not followed to its end, if it was not."""

    def _go_on(self, log: Sequence[Act]) -> None:
        self.trouble = None
        for place, act in enumerate(log[len(self.moments) - 1 :], start=len(self.moments)):
            try:
                refusal = self._match.judge(act)
                if refusal is None:
                    self._play(place, act)
                    continue
                why = refusal.why
            except EngineError as error:
                why = error.why
            except Exception as error:  # noqa: BLE001 - whatever a log does, the page shows the rest of it
                why = say("journal.replay-fails", error=type(error).__name__)
            self.trouble = say("journal.refused-act", place=place, act=str(act), why=why)
            return

    def _play(self, place: int, act: Act) -> None:
        match = self._match
        told, speakers = _told_by(match, act), match.names
        overruled = match.rules.judge(match.state, inner_of(act)) if act.verb == "overrule" else None
        match.play(act)
        self.moments.append(_moment(match, act, told, speakers, overruled))
        if act == UNDO:
            self._undone_places.append(self.standing_places.pop())
        elif act == REDO:
            self.standing_places.append(self._undone_places.pop())
        else:
            if act.verb == "amend":
                self.standing_places.pop()
            self.standing_places.append(place)
            self._undone_places.clear()

    # --- what there is to see

    @property
    def now(self) -> Moment:
        """What is true after the last line."""
        return self.moments[-1]

    @property
    def standing(self) -> Standing:
        """How the game stands."""
        return self._match.standing()

    def standing_of(self, state: Any) -> Standing:
        """Tell how the game stood in a state of this match."""
        return self._match.rules.standing(state)

    def is_ruling(self, refusal: Refusal) -> bool:
        """Tell whether a refusal rests on a ruling of ours."""
        return self._match.is_ruling(refusal)

    @property
    def line_of_play(self) -> list[Moment]:
        """The beginning and the acts that stand: how the game went, without what was taken back."""
        return [self.moments[place] for place in (0, *self.standing_places)]

    def told(self, act: Act, translations: Translations) -> str:
        """Say what an act would do now, and who would do it."""
        return translations.text(_told_by(self._match, act))

    def lines(self, translations: Translations, first: int = 1, *, is_named: bool = True) -> list[Line]:
        """Tell every line from a place on, with the names that players had then or as the words have them."""
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
        """Count the undos after which the act of a line is the last that stands; None if it does not stand.

        Place 0 is the beginning: everything is taken back.
        """
        if place == 0:
            return len(self.standing_places)
        if place not in self.standing_places:
            return None
        return len(self.standing_places) - 1 - self.standing_places.index(place)


def _moment(
    match: Match[Any],
    act: Act | None = None,
    told: Sentence | None = None,
    speakers: tuple[str, ...] = (),
    overruled: Refusal | None = None,
) -> Moment:
    return Moment(act, told, speakers, overruled, match.state, match.players, match.names)


def _told_by(match: Match[Any], act: Act) -> Sentence:
    """Say what an act does and who does it; the panel has no room for names, the page has."""
    if act.verb == "quit" and act.seat is not None:
        return say("history.quit", who=player(act.seat))
    if act.verb in {"amend", "overrule"}:
        return say(f"match.told-{act.verb}", act=_told_by(match, inner_of(act)))
    told = match.tell(act)
    args = tuple(
        (name, player(value) if name in SEATS_IN_WORDS and isinstance(value, int) and value else value)
        for name, value in told.args
    )
    told = Sentence(told.key, args)
    if act.seat is None or any(name == "who" for name, _ in args):
        return told
    return say("history.by", who=player(act.seat), what=told)


def _line(place: int, moment: Moment, translations: Translations, undos: int | None, *, is_undoable: bool) -> Line:
    assert moment.act is not None
    assert moment.told is not None
    verb = moment.act.verb
    return Line(
        place,
        str(moment.act),
        translations.text(moment.told),
        "match" if verb in MATCH_VERBS and verb != "quit" else "act",
        is_undone=is_undoable and undos is None and moment.act not in {UNDO, REDO},
        undos=undos,
    )

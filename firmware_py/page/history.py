"""The history of a match as text: every line of the log, with what is undone and what it has brought about."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engine.game import MATCH_VERBS
from engine.match import inner_of
from firmware_py.games.lookup import log_of
from firmware_py.i18n.capitals import capital
from firmware_py.i18n.translations import Translations
from firmware_py.ui.match.history import History, Moment


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


def lines(history: History, translations: Translations, first: int = 1, *, is_named: bool = True) -> list[Line]:
    """Return the lines from a place on; with `is_named`, using the names that players had then."""
    return list(iter_lines(history, translations, first, is_named=is_named))


def iter_lines(
    history: History, translations: Translations, first: int = 1, *, is_named: bool = True
) -> Iterator[Line]:
    """Yield the lines from a place on; with `is_named`, using the names that players had then."""
    undos = {place: count for count, place in enumerate(reversed(history.standing_places))}
    for place in range(max(first, 1), len(history.moments)):
        moment = history.moments[place]
        named = translations.naming(moment.speakers) if is_named else translations
        told = _corrected(history, moment) if place in undos else moment
        yield _line(place, told, named, undos.get(place), is_undoable=place > history.remembered)


def _corrected(history: History, moment: Moment) -> Moment:
    """Return a moment with the consequences that its round has now: it may have been corrected since."""
    number = moment.round_number
    if number is None or moment.act is None or inner_of(moment.act).verb == "fix":
        return moment
    retold = log_of(history.setup.game).retold(moment.consequences, history.state_now, number)
    return moment._replace(consequences=tuple(retold))


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

"""The score of Insider: the gain of each player in every evaluation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.insider.publicity import Mark, account
from firmware_py.games.insider.text import arithmetic
from firmware_py.games.plot import number
from firmware_py.games.score_tables import Table

if TYPE_CHECKING:
    from engine.insider import State
    from engine.insider.publicity import Gain
    from firmware_py.i18n.translations import Translations


def tables(state: State, labels: tuple[str, ...], translations: Translations) -> list[Table]:
    """Return one table: a row for each evaluation, a column for each player."""
    return [_evaluations(state, labels, translations)]


def notes(state: State, translations: Translations) -> list[str]:
    """Return a note if the match was played on a board that was not checked (IR-36)."""
    return [translations("insider.unverified")] if state.town is not None and not state.verified else []


def _evaluations(state: State, labels: tuple[str, ...], translations: Translations) -> Table:
    inn, rows = state.inn, []
    accounts = enumerate(account(inn.history, len(inn.steps), inn.cellar)[1:], start=1)
    for entry in inn.history:
        if isinstance(entry, Mark):
            moved = ["–"] * len(labels)
            moved[entry.seat - 1] = number(entry.by) if entry.by < 0 else f"+{entry.by}"
            rows.append((translations("insider.corrected"), *moved))
        else:
            at, (gains, _, _) = next(accounts)
            by_seat = {gain.seat: _gain(gain, state, translations) for gain in gains}
            card = translations("insider.face", face=entry.card.face)
            head = f"{translations('insider.evaluation', number=at)}\n{card}"
            rows.append((head, *(by_seat.get(seat, translations("insider.has-left")) for seat in state.seats)))
    total = (translations("insider.points"), *map(number, inn.steps))
    return Table(translations("insider.rounds"), ("", *labels), tuple(rows), (total,))


def _gain(gain: Gain, state: State, translations: Translations) -> str:
    _, *lines = arithmetic(gain, state)
    return "\n".join(map(translations.text, lines))

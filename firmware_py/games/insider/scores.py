"""The score of Insider: the gain of each player in every evaluation."""

from __future__ import annotations

from engine.insider import State
from engine.insider.cards import CORNERS, VALUES
from engine.insider.publicity import Gain, Shift, account, rounds_of
from firmware_py.games.drawing.plot import number as number_text
from firmware_py.games.drawing.score_tables import Correction, Field, Table
from firmware_py.games.insider.text import arithmetic
from firmware_py.i18n.translations import Translations


def tables(state: State, labels: tuple[str, ...], translations: Translations) -> list[Table]:
    """Return one table: a row for each evaluation, a column for each player."""
    return [_evaluations(state, labels, translations)]


def round_tables(state: State, number: int, labels: tuple[str, ...], translations: Translations) -> list[Table]:
    """Return an evaluation: a row for each player, a column for each table of the card."""
    inn = state.inn
    card = rounds_of(inn.history)[number - 1].card
    found = {gain.seat: gain for gain in account(inn.history, len(inn.steps), inn.cellar)[number].gains}
    heads = [f"{table}\n{_signed(value)}" for table, value in enumerate(card.values, start=1)]
    has_none = not all(gain.tables for gain in found.values())
    ends = (
        *((f"{translations('insider.column-none')}\n{_signed(card.corner)}",) if has_none else ()),
        translations("insider.column-change"),
        translations("insider.column-after"),
    )
    rows, details = [], []
    for seat, label in zip(state.seats, labels, strict=True):
        if (gain := found.get(seat)) is None:
            rows.append((label, *("" for _ in heads), *("" for _ in ends[1:]), translations("insider.has-left")))
            details.append("")
            continue
        sat = (_signed(value) if at in gain.tables else "" for at, value in enumerate(card.values, start=1))
        none = ("" if gain.tables else _signed(card.corner),) if has_none else ()
        rows.append((label, *sat, *none, _signed(gain.change), number_text(gain.after)))
        details.append(_gain(gain, state, translations).replace("\n", " · "))
    caption = translations("insider.evaluation", number=number)
    return [Table(caption, ("", *heads, *ends), tuple(rows), details=tuple(details))]


def corrections(
    state: State, number: int, labels: tuple[str, ...], translations: Translations
) -> list[Correction]:
    """Return the values of the card, and who sat at each table; a round that is being entered is asked for."""
    if number == 0:
        return []
    card, sitting, left = rounds_of(state.inn.history)[number - 1]
    tables = range(1, len(card.values) + 1)
    values = [
        Field(translations("insider.round-value", table=table), str(value), (), VALUES[0], VALUES[-1])
        for table, value in zip(tables, card.values, strict=True)
    ]
    corner = Field(translations("insider.round-corner"), str(card.corner), (), CORNERS[0], CORNERS[-1])
    there = ((str(seat), label) for seat, label in zip(state.seats, labels, strict=True) if seat not in left)
    seats = (*there, ("-", translations("nobody")))
    return [
        Correction(f"fix round {number} card {len(values)}: {'* ' * len(values)}/ *", (*values, corner)),
        *(
            Correction(
                f"fix round {number} table {table} *",
                (Field(translations("insider.round-sits", table=table), str(seat or "-"), seats),),
            )
            for table, seat in zip(tables, sitting, strict=True)
        ),
    ]


def _signed(value: int) -> str:
    return number_text(value) if value <= 0 else f"+{value}"


def notes(state: State, translations: Translations) -> list[str]:
    """Return a note if the match was played on a board that was not checked (IR-36)."""
    return [translations("insider.unverified")] if state.town is not None and not state.verified else []


def _evaluations(state: State, labels: tuple[str, ...], translations: Translations) -> Table:
    inn, rows = state.inn, []
    accounts = enumerate(account(inn.history, len(inn.steps), inn.cellar)[1:], start=1)
    for entry in inn.history:
        if isinstance(entry, Shift):
            moved = ["–"] * len(labels)
            moved[entry.seat - 1] = _signed(entry.by)
            rows.append((translations("insider.corrected"), *moved))
        else:
            at, (gains, _, _) = next(accounts)
            by_seat = {gain.seat: _gain(gain, state, translations) for gain in gains}
            card = translations("insider.face", face=entry.card.face)
            head = f"{translations('insider.evaluation', number=at)}\n{card}"
            rows.append((head, *(by_seat.get(seat, translations("insider.has-left")) for seat in state.seats)))
    total = (translations("insider.points"), *map(number_text, inn.steps))
    return Table(translations("insider.rounds"), ("", *labels), tuple(rows), (total,))


def _gain(gain: Gain, state: State, translations: Translations) -> str:
    _, *lines = arithmetic(gain, state)
    return "\n".join(map(translations.text, lines))

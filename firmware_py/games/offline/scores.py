"""The score of Offline: who leads which net, and what each player is paid for it."""

from __future__ import annotations

from engine.offline import State
from engine.offline.owner_data import NETS
from engine.offline.scoring import Field, sheet_of
from engine.offline.tiles import CATEGORIES, NONE, type_name
from engine.verdicts import player
from firmware_py.games.drawing.score_tables import Correction, Table
from firmware_py.games.offline.text import account_lines, unchecked_notes
from firmware_py.i18n.translations import Translations


def tables(state: State, _labels: tuple[str, ...], translations: Translations) -> list[Table]:
    """Return the nets with who leads them, and what the players are paid."""
    return [*_nets(state, translations), *_accounts(state, translations)]


def round_tables(state: State, _number: int, labels: tuple[str, ...], translations: Translations) -> list[Table]:
    """Return the final count: the only round there is."""
    return tables(state, labels, translations)


def corrections(
    _state: State, _number: int, _labels: tuple[str, ...], _translations: Translations
) -> list[Correction]:
    """Return nothing to correct: what is counted lies on the table, and is corrected there."""
    return []


def notes(state: State, translations: Translations) -> list[str]:
    """Return a note if the match depends on unchecked owner data (OF-23)."""
    return [translations.text(note) for note in unchecked_notes(state)]


def _nets(state: State, translations: Translations) -> list[Table]:
    """Return a table like the printed block: nets down, categories across; who leads, the pay, and to whom."""
    fields = sheet_of(state).fields
    is_hidden = None in state.cards
    rows = [
        (_net(state, net, translations), *(_field(field, translations, is_hidden=is_hidden) for field in row))
        for net, row in enumerate(fields)
        if any(row)
    ]
    columns = ("", *(translations(f"offline.{category}") for category in CATEGORIES))
    return [Table(translations("offline.rounds"), columns, tuple(rows))] if rows else []


def _net(state: State, net: int, translations: Translations) -> str:
    if not state.deal.is_expert:
        return translations("offline.net-name", net=NETS[net])
    return translations("offline.net-size", net=NETS[net], size=state.size(net))


def _field(field: Field | None, translations: Translations, *, is_hidden: bool) -> str:
    if field is None:
        return "–"
    if field.lead.kind == NONE:
        return translations("offline.tied")
    kind, tiles = translations.text(type_name(field.lead.kind)), field.lead.tiles
    paid = f"{kind} {tiles}" if field.size == 1 else f"{kind} {tiles} × {field.size} = {field.points}"
    if field.seat:
        return f"{paid}\n{translations.text(player(field.seat))}"
    return paid if is_hidden else f"{paid}\n{translations('nobody')}"


def _accounts(state: State, translations: Translations) -> list[Table]:
    """Return what each preference card and market analysis has paid, if the cards are shown."""
    shown = [entry for entry in sheet_of(state).accounts if entry.earnings]
    rows = []
    for entry in shown:
        lines = "\n".join(map(translations.text, account_lines(state, entry)))
        rows.append((translations.text(player(entry.seat)), lines, str(entry.points)))
    if not rows:
        return []
    columns = ("", translations("sheet.account"), translations("offline.points"))
    return [Table(translations("sheet.accounts"), columns, tuple(rows))]

"""The score of Offline: who leads which net, and what each player is paid for it."""

from __future__ import annotations

from collections.abc import Iterator

from engine.offline import State
from engine.offline.owner_data import MARKET_CARDS, NETS
from engine.offline.scoring import Field as Paid
from engine.offline.scoring import sheet_of
from engine.offline.state import Lead
from engine.offline.tiles import CATEGORIES, LETTERS, NAMES, NONE, spelled, type_name, types_of
from engine.verdicts import player
from firmware_py.games.drawing.score_tables import Correction, Field, Table
from firmware_py.games.offline.text import account_lines, unchecked_notes
from firmware_py.i18n.translations import Translations


def tables(state: State, _labels: tuple[str, ...], translations: Translations) -> list[Table]:
    """Return the nets with who leads them, and what the players are paid."""
    return [*_nets(state, translations), *_accounts(state, translations)]


def round_tables(state: State, _number: int, labels: tuple[str, ...], translations: Translations) -> list[Table]:
    """Return the final count: the only round there is."""
    return tables(state, labels, translations)


def corrections(
    state: State, _number: int, labels: tuple[str, ...], translations: Translations
) -> list[Correction]:
    """Return everything that is told where only the score is kept; on the board it is corrected on the table."""
    if state.deal.is_board:
        return []
    seats = tuple(zip(state.seats, labels, strict=True))
    return [
        *_leads(state, translations),
        *(_analysis(state, seat, label, translations) for seat, label in seats if state.deal.is_expert),
        *(_cards(state, seat, label, translations) for seat, label in seats),
    ]


def _leads(state: State, translations: Translations) -> Iterator[Correction]:
    """Yield who leads where, net by net; what tiles were told of follows from them."""
    for net, name in enumerate(NETS):
        if any(tile != NONE for tile in state.nets[net]):
            continue
        group = translations("offline.net-name", net=name)
        for category, lead in enumerate(state.leads[net]):
            leading = tuple(
                (f"{LETTERS[kind]} {count}", f"{translations.text(type_name(kind))} {count}")
                for kind in types_of(category)
                for count in range(1, state.deal.rooms[net] + 1)
            )
            options = (("-", translations("offline.tied")), *leading)
            act = f"lead {name} {CATEGORIES[category]} *"
            label = translations(f"offline.{CATEGORIES[category]}")
            yield _told(act, group, (Field(label, _lead(lead), options),), is_told=lead is not None)


def _lead(lead: Lead | None) -> str:
    if lead is None:
        return ""
    return "-" if lead.kind == NONE else f"{LETTERS[lead.kind]} {lead.tiles}"


def _analysis(state: State, seat: int, label: str, translations: Translations) -> Correction:
    made = state.analysed[seat - 1]
    card, tile = ("", "") if made is None else (MARKET_CARDS[made.card], NAMES[made.tile])
    cards = tuple((MARKET_CARDS[each],) * 2 for each in state.deal.market)
    tiles = tuple((each, translations.text(spelled(each))) for each in NAMES)
    fields = (
        Field(translations("offline.market-card"), card, cards),
        Field(translations("offline.tile-on-it"), tile, tiles),
    )
    act = f"analysed {seat} * *" if made is not None else f"{seat} analysed * *"
    return _told(act, label, fields, is_told=made is not None)


def _cards(state: State, seat: int, label: str, translations: Translations) -> Correction:
    shown = state.cards[seat - 1]
    fields = tuple(
        Field(
            translations(f"offline.{category}"),
            "" if shown is None else LETTERS[shown[at]],
            tuple((LETTERS[kind], translations.text(type_name(kind))) for kind in types_of(at)),
        )
        for at, category in enumerate(CATEGORIES)
    )
    act = f"cards {seat} * * *" if shown is not None else f"{seat} reveal * * *"
    return _told(act, label, fields, is_told=shown is not None)


def _told(act: str, group: str, fields: tuple[Field, ...], *, is_told: bool) -> Correction:
    """Return a form for an act: a correction if it was told already, else it can be left open."""
    if is_told:
        return Correction(f"fix {act}", fields, group)
    return Correction(act, tuple(each._replace(options=(("", "–"), *each.options)) for each in fields), group)


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


def _field(field: Paid | None, translations: Translations, *, is_hidden: bool) -> str:
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

"""The score of each game as tables for the printable sheet, and what it rests on that nobody has verified."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from engine.inside.referee import MAJORITY, squares
from engine.insider.stair import Mark, account
from engine.offline.house import NETS
from engine.offline.scoring import Field, sheet_of
from engine.offline.tiles import CATEGORIES, NONE, type_name
from engine.online.cards import CATEGORIES as DOWNLOADS
from engine.online.referee import score
from engine.online.state import card_name
from engine.verdicts import player
from firmware_py.games.insider.text import arithmetic
from firmware_py.games.offline.text import account_lines, unverified
from firmware_py.web.charts import party_labels, seat_labels
from firmware_py.web.plot import number

if TYPE_CHECKING:
    from engine import inside, insider, offline, online
    from engine.insider.stair import Gain
    from firmware_py.i18n.translations import Translations
    from firmware_py.web.history import Replay


class Table(NamedTuple):
    """A table of plain texts; a cell of several lines has line breaks in it."""

    caption: str
    columns: tuple[str, ...]
    """The first one stands over the names of the rows."""
    rows: tuple[tuple[str, ...], ...]
    totals: tuple[tuple[str, ...], ...] = ()


def score_tables(replay: Replay, translations: Translations) -> list[Table]:
    """Write down how the score came about, with the names of the players now."""
    translations = translations.naming(replay.now.names)
    state = replay.now.state
    match replay.setup.game:
        case "insider":
            return [_evaluations(state, seat_labels(replay), translations)]
        case "inside":
            return [_faces(state, seat_labels(replay), translations)]
        case "online":
            return [_downloads(state, party_labels(replay), translations)]
        case "offline":
            return [*_nets(state, translations), *_accounts(state, translations)]
    return []  # the points of each player are on every sheet


def stand_ins(replay: Replay, translations: Translations) -> list[str]:
    """Say which house data a match rests on that nobody has verified (IR-36, OF-23)."""
    state = replay.now.state
    match replay.setup.game:
        case "offline":
            note = unverified(state, translations)
        case "insider" if state.town is not None and not state.verified:
            note = translations("insider.unverified")
        case _:
            note = ""
    return [note] if note else []


# --- Insider


def _evaluations(state: insider.State, labels: tuple[str, ...], translations: Translations) -> Table:
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
            head = f"{translations('insider.evaluation', number=at)}\n{entry.card.face}"
            rows.append((head, *(by_seat.get(seat, translations("insider.has-left")) for seat in state.seats)))
    total = (translations("insider.points"), *map(number, inn.steps))
    return Table(translations("insider.rounds"), ("", *labels), tuple(rows), (total,))


def _gain(gain: Gain, state: insider.State, translations: Translations) -> str:
    _, *told = arithmetic(gain, state, translations)
    return "\n".join(told)


# --- Inside


def _faces(state: inside.State, labels: tuple[str, ...], translations: Translations) -> Table:
    rows = []
    taken = [0, 0]
    for face, counts in squares(state).items():
        rows.append((translations("sheet.face", face=face), *(_squares(count, translations) for count in counts)))
        for at, count in enumerate(counts):
            taken[at] += count >= MAJORITY
    kinds = translations("inside.player-light"), translations("inside.player-dark")
    columns = ("", *(f"{label}\n{kind}" for label, kind in zip(labels, kinds, strict=True)))
    return Table(
        translations("sheet.faces"), columns, tuple(rows), ((translations("inside.points"), *map(str, taken)),)
    )


def _squares(count: int, translations: Translations) -> str:
    return translations("sheet.taken", count=count) if count >= MAJORITY else str(count)


# --- Online


def _downloads(state: online.State, labels: tuple[str, ...], translations: Translations) -> Table:
    rows = []
    for at, (card, goal) in enumerate(zip(DOWNLOADS, state.deal.goals, strict=True)):
        cells = [
            f"{party.piles[at]} / {goal}"
            + (f"\n{translations('online.shown-secured')}" if party.secured[at] else "")
            for party in state.parties
        ]
        rows.append((translations.text(card_name(card)), *cells))
    whole = sum(state.deal.goals)
    totals = [(translations("online.points"), *(f"{sum(party.piles)} / {whole}" for party in state.parties))]
    if state.end is not None:
        noted = score(state).values()
        totals += [
            (
                translations("sheet.gain"),
                *("?" if entry["gain"] is None else str(entry["gain"]) for entry in noted),
            ),
            (translations("sheet.loss"), *(str(entry["loss"] or 0) for entry in noted)),
        ]
    return Table(translations("chart.downloads"), ("", *labels), tuple(rows), tuple(totals))


# --- Offline


def _nets(state: offline.State, translations: Translations) -> list[Table]:
    """Write the block in the box: nets down, categories across; who leads, what that pays, and whom."""
    fields = sheet_of(state).fields
    is_hidden = None in state.cards
    rows = [
        (_net(state, net, translations), *(_field(field, translations, is_hidden=is_hidden) for field in row))
        for net, row in enumerate(fields)
        if any(row)
    ]
    columns = ("", *(translations(f"offline.{category}") for category in CATEGORIES))
    return [Table(translations("offline.rounds"), columns, tuple(rows))] if rows else []


def _net(state: offline.State, net: int, translations: Translations) -> str:
    if not state.deal.is_expert:
        return translations("offline.net-name", net=NETS[net])
    return translations("offline.net-size", net=NETS[net], size=state.deal.nets[net].size)


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


def _accounts(state: offline.State, translations: Translations) -> list[Table]:
    """Write what each preference card and market analysis has paid, as far as the cards are shown."""
    shown = [entry for entry in sheet_of(state).accounts if entry.earnings]
    rows = []
    for entry in shown:
        lines = "\n".join(account_lines(state, entry, translations))
        rows.append((translations.text(player(entry.seat)), lines, str(entry.points)))
    if not rows:
        return []
    columns = ("", translations("sheet.account"), translations("offline.points"))
    return [Table(translations("sheet.accounts"), columns, tuple(rows))]

"""Offline in a terminal: the eight nets with their links and tiles, and the score sheet."""

from __future__ import annotations

from engine.acts import Act
from engine.offline import State
from engine.offline.layout import SITES
from engine.offline.owner_data import MARKET_CARDS, NETS
from engine.offline.scoring import Account, Bonus, Earning, Field, Sheet, leads_of, sheet_of
from engine.offline.state import Phase
from engine.offline.tiles import CATEGORIES, NONE, letter_of, tile_name, type_name
from engine.offline.timing import wrong_phase
from engine.verdicts import Sentence, player, say
from firmware_py.i18n.sentences import pair, total
from firmware_py.i18n.translations import Translations

WIDTH, HEIGHT, LABEL = 38, 9, 5
"""Size of a net and width of a site in it, in characters."""


def draw(state: State, translations: Translations) -> str:
    """Return a position as text: the nets in pairs, the other tiles, and the score as far as it is known."""
    parts = []
    if state.deal.is_board or any(tile != NONE for tiles in state.nets for tile in tiles):
        parts += [_pair(state, at, translations) for at in range(0, len(NETS), 2)]
    if state.deal.is_board:
        parts.append(_beside(state, translations))
    if state.phase in {Phase.END, Phase.ENTRY}:
        parts.append(sheet(state, translations))
    else:
        parts += map(translations.text, unchecked_notes(state))
    return "\n\n".join(parts)


# --- the nets


def _pair(state: State, at: int, translations: Translations) -> str:
    left, right = (_net(state, net, translations) for net in (at, at + 1))
    return "\n".join(f"{a:{WIDTH}}  {b}".rstrip() for a, b in zip(left, right, strict=True))


def _net(state: State, net: int, translations: Translations) -> list[str]:
    """Draw a net: its sites clockwise, the first one on top, and dots for its links."""
    web, lying = state.deal.nets[net], state.nets[net]
    tiles = lying if any(tile != NONE for tile in lying[web.size :]) else lying[: web.size]
    rows = [[" "] * WIDTH for _ in range(HEIGHT)]
    centres = [_centre(at, len(tiles)) for at in range(len(tiles))]
    for at, others in enumerate(web.linked if len(web.linked) == len(tiles) else ()):
        for other in others:
            _line(rows, centres[at], centres[other])
    for at, (tile, (x, y)) in enumerate(zip(tiles, centres, strict=True)):
        label = f"{at + 1} {translations.text(tile_name(tile)) if tile != NONE else '---'}"
        start = x - LABEL // 2
        rows[y][start - 1 : start + LABEL + 1] = f" {label} "
    leads = (
        f"{translations.text(letter_of(lead.kind))} {lead.tiles}"
        if lead.kind != NONE
        else translations("offline.tied")
        for lead in leads_of(state)[net]
        if lead is not None
    )
    head = ", ".join((translations("offline.net-size", net=NETS[net], size=len(tiles)), *leads))
    return [head, *("".join(row) for row in rows)]


def _centre(at: int, count: int) -> tuple[int, int]:
    x, y = SITES[count][at]
    return round(WIDTH / 2 + x * (WIDTH - LABEL - 4) / 2), round(y * (HEIGHT - 1))


def _line(rows: list[list[str]], start: tuple[int, int], end: tuple[int, int]) -> None:
    (x1, y1), (x2, y2) = start, end
    steps = max(abs(x2 - x1) // 2, abs(y2 - y1), 1)
    for step in range(steps + 1):
        rows[round(y1 + (y2 - y1) * step / steps)][round(x1 + (x2 - x1) * step / steps)] = "·"


def _beside(state: State, translations: Translations) -> str:
    def row(tiles: tuple[int, ...]) -> str:
        return " ".join(translations.text(tile_name(tile)) for tile in tiles) or "-"

    lines = [
        translations("offline.shown-display", tiles=row(state.display), bag=state.bag),
        translations("offline.shown-offline", tiles=row(state.offline)),
    ]
    if state.hand != NONE:
        lines.append(translations("offline.shown-hand", who=player(state.turn), tile=tile_name(state.hand)))
    if state.phase is Phase.CLEARED:
        lines.append(translations.text(wrong_phase(state, Act(None, "show"))[1]))
    if state.out:
        lines.append(translations("offline.shown-out", tiles=row(state.out)))
    lines += [
        translations(
            "offline.shown-analysis", who=player(seat), card=MARKET_CARDS[made.card], tile=tile_name(made.tile)
        )
        for seat, made in zip(state.seats, state.analysed, strict=True)
        if made is not None
    ]
    return "\n".join(lines)


# --- the score sheet


def sheet(state: State, translations: Translations) -> str:
    """Return the score like the printed score block: nets down, categories across, then each player's account.

    >>> from engine import GAMES
    >>> from engine.acts import read_act
    >>> from engine.game import Setup
    >>> from firmware_py.i18n.translations import Translations
    >>> rules = GAMES["offline"].rules()
    >>> state = rules.start(Setup("offline", ("Anna", "Ben"), tags={"Depth": "score", "Mode": "expert"}))
    >>> leads = ("lead C company Y 4", "lead C language -", "lead C product B 3", "lead E language D 4")
    >>> cards = ("1 analysed A YDM", "1 reveal R F B", "2 reveal Y S C")
    >>> for said in (*leads, *cards):
    ...     state = rules.play(state, read_act(said))
    >>> print(sheet(state, Translations("en").naming(("Anna", "Ben"))))
                company               language              product
    Net C (5)   yellow 4 × 5 = 20     tied                  books 3 × 5 = 15
                Ben                                         Anna
    Net E (5)                         German 4 × 5 = 20
                                      nobody
    <BLANKLINE>
    Anna: 55
      red: leads nowhere
      French: leads nowhere
      books: net C 3 × 5 sites = 15
      market analysis A (YDM): yellow 15 + German 25 = 40
    Ben: 20
      yellow: net C 4 × 5 sites = 20
      Spanish: leads nowhere
      computing: leads nowhere
    <BLANKLINE>
    Not entered, or not completely: nets A, B, D, E, F, G, H
    <BLANKLINE>
    Placeholders, not checked: the map and the market cards. Enter your own with: sideline my-copy offline
    """
    found = sheet_of(state)
    shown = [account for account in found.accounts if account.earnings]
    accounts = [line for account in shown for line in _account(state, account, translations)]
    notes = map(translations.text, unchecked_notes(state))
    blocks = [_table(state, found, translations), "\n".join(accounts), _untold(state, translations), *notes]
    return "\n\n".join(block for block in blocks if block)


def _table(state: State, found: Sheet, translations: Translations) -> str:
    """Return the nets down and the categories across; empty if nothing is known of any net."""
    known = [at for at, row in enumerate(found.fields) if any(row)]
    heads = [_head(state, at, translations) for at in known]
    hidden = None in state.cards
    cells = [[_cell(field, translations, hidden=hidden) for field in found.fields[at]] for at in known]
    names = [translations(f"offline.{category}") for category in CATEGORIES]
    wide = max(map(len, heads), default=0) + 3
    texts = [line for row in cells for cell in row for line in cell]
    column = max(map(len, [*texts, *names])) + 5
    lines = [" " * wide + "".join(f"{name:{column}}" for name in names)] if known else []
    for head, row in zip(heads, cells, strict=True):
        lines.append(f"{head:{wide}}" + "".join(f"{upper:{column}}" for upper, _ in row))
        lines.append(" " * wide + "".join(f"{lower:{column}}" for _, lower in row))
    return "\n".join(line.rstrip() for line in lines)


def _untold(state: State, translations: Translations) -> str:
    """Return which nets were not entered completely: they pay nothing so far."""
    nets = [
        name
        for number, (name, tiles, leads) in enumerate(zip(NETS, state.nets, state.leads, strict=True))
        if number not in state.closed and tiles.count(NONE) == len(tiles) and None in leads
    ]
    return translations("offline.untold", nets=tuple(nets)) if nets and not state.deal.is_board else ""


def _head(state: State, net: int, translations: Translations) -> str:
    if not state.deal.is_expert:
        return translations("offline.net-name", net=NETS[net])
    return translations("offline.net-size", net=NETS[net], size=state.size(net))


def _cell(field: Field | None, translations: Translations, *, hidden: bool) -> tuple[str, str]:
    """Return who leads and what that pays, and below it to whom, unless some cards are still hidden."""
    if field is None:
        return "", ""
    if field.lead.kind == NONE:
        return translations("offline.tied"), ""
    kind = translations.text(type_name(field.lead.kind))
    who = translations.text(player(field.seat)) if field.seat else "" if hidden else translations("nobody")
    if field.size == 1:
        return f"{kind} {field.lead.tiles}", who
    return f"{kind} {field.lead.tiles} × {field.size} = {field.points}", who


def _account(state: State, account: Account, translations: Translations) -> list[str]:
    head = translations("offline.scored", who=player(account.seat), points=account.points)
    return [head, *(f"  {translations.text(line)}" for line in account_lines(state, account))]


def account_lines(state: State, account: Account) -> list[Sentence]:
    """Return what a player gets, a line for each card."""
    lines = [_earning(state, earning) for earning in account.earnings]
    return [*lines, _bonus(account.bonus)] if account.bonus is not None else lines


def _earning(state: State, earning: Earning) -> Sentence:
    card = type_name(earning.kind)
    if not earning.fields:
        return say("offline.earned-nothing", card=card)
    key = "offline.in-net-expert" if state.deal.is_expert else "offline.in-net"
    nets = total(
        [say(key, net=NETS[field.net], count=field.lead.tiles, size=field.size) for field in earning.fields]
    )
    points = sum(field.points for field in earning.fields)
    if earning.times == 1:
        return say("offline.earned", card=card, nets=nets, points=points)
    return say(
        "offline.earned-times", card=card, nets=nets, sum=points, times=earning.times, points=earning.points
    )


def _bonus(bonus: Bonus) -> Sentence:
    card, tile = MARKET_CARDS[bonus.card], tile_name(bonus.tile)
    if not bonus.kinds:
        return say("offline.no-bonus", card=card, tile=tile)
    features = total([pair(type_name(kind), value) for kind, value in zip(bonus.kinds, bonus.values, strict=True)])
    return say("offline.bonus", card=card, tile=tile, features=features, points=bonus.points)


def unchecked_notes(state: State) -> list[Sentence]:
    """Return a note about the unchecked data that this game depends on; none if all is checked."""
    deal = state.deal
    needs_map = (deal.is_board or deal.is_expert) and not deal.map_verified
    needs_market = deal.is_expert and not deal.market_verified
    if needs_map and needs_market:
        return [say("offline.unverified-both")]
    if needs_map:
        return [say("offline.unverified-map")]
    return [say("offline.unverified-market")] if needs_market else []

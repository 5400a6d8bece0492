"""The answers to open values: what is told to the box, and every correction, which begins as `fix *`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.acts import OPEN, is_open
from engine.offline.fixes import ROWS
from engine.offline.house import MARKET_CARDS, NETS
from engine.offline.paths import PAIRS, net_step, pair_step, site_step
from engine.offline.spelling import Spelling, spell, spell_cards, spell_lead, unseen, with_words
from engine.offline.tiles import CATEGORIES, NAMES, NONE, TILES
from engine.steps import Answer, choice, seat
from engine.verdicts import say

if TYPE_CHECKING:
    from engine.acts import Act
    from engine.offline.state import State

FIX, WHO, CARD = (say(f"offline.ask-{what}") for what in ("fix", "who", "card"))


def answers(state: State, act: Act) -> list[Answer]:
    """List the answers to the first open value of an act."""
    if not is_open(act):
        return []
    match act.verb:
        case "show":
            return spell(act, Spelling((), act.args, unseen(state)))
        case "deal":
            return spell(act, Spelling(act.args[:1], act.args[1:], unseen(state), at=act.args[0]))
        case "site":
            return spell(
                act,
                Spelling(act.args[:1], act.args[1:], unseen(state), ("-", "offline.that-is-all"), at=act.args[0]),
            )
        case "reveal":
            return spell_cards(state, act, 0, act.seat or 0)
        case "lead":
            return spell_lead(state, act, 0)
        case "analysed":
            if act.args == (OPEN, OPEN):
                return _market(state, act)
            return spell(act, Spelling(act.args[:1], act.args[1:], unseen(state)))
    return _fix(state, act)


def _market(state: State, act: Act) -> list[Answer]:
    taken = {analysis.card for analysis in state.analysed if analysis is not None}
    return [
        with_words(
            act, choice(CARD, name, say("offline.market-card", card=name)), name, OPEN, hollow=number in taken
        )
        for number, name in enumerate(MARKET_CARDS)
        if number in state.deal.market
    ]


# --- corrections


def _fix(state: State, act: Act) -> list[Answer]:
    match act.args:
        case (first,) if first == OPEN:
            return [
                with_words(act, choice(FIX, name, say(f"offline.fix-{name}")), name, OPEN)
                for name in _fixes(state)
            ]
        case ("turn", _):
            return [with_words(act, seat(WHO, at), "turn", str(at)) for at in state.seats if at not in state.left]
        case ("cards", _):
            return [with_words(act, seat(WHO, at), "cards", str(at), OPEN, OPEN, OPEN) for at in _revealed(state)]
        case ("cards", who, *_):
            return spell_cards(state, act, 2, int(who))
        case ("site" | "lead", *_):
            return _in_a_net(state, act)
        case ("analysed", _):
            return [with_words(act, seat(WHO, at), "analysed", str(at), OPEN) for at in state.seats]
        case ("analysed", who, *words):
            return _fix_analysis(state, act, who, tuple(words))
        case ("display" | "offline" | "out" as row, *words):
            return _row(state, act, row, tuple(words))
    site = act.args[0]
    lying = state.tile(state.places[site])
    known = [*_free(state), *([NAMES[lying]] if lying != NONE else [])]
    return spell(act, Spelling((site,), act.args[1:], known, ("-", "offline.no-tile"), at=site))


def _in_a_net(state: State, act: Act) -> list[Answer]:
    """Ask for a net, two letters first, and then for a site or a category in it."""
    match act.args:
        case ("site" | "lead" as what, _):
            nets = _free_nets(state, what)
            pairs = [pair for pair in PAIRS if set(pair) & set(nets)]
            return [with_words(act, pair_step(pair), what, pair, OPEN) for pair in pairs]
        case ("site" | "lead" as what, pair, _) if pair in PAIRS:
            nets = [net for net in _free_nets(state, what) if net in pair]
            return [with_words(act, net_step(net), what, net, OPEN) for net in nets]
        case ("lead", net, _):
            asks = say("offline.ask-category")
            return [
                with_words(
                    act, choice(asks, category, say(f"offline.{category}")), "lead", net, category, OPEN, OPEN
                )
                for category in CATEGORIES
            ]
        case ("site", net, _):
            sites = [site for site in state.places if site[0] == net]
            return [with_words(act, site_step(state, site), site, OPEN) for site in sites]
    return spell_lead(state, act, 1)


def _fixes(state: State) -> list[str]:
    """List what can be put right."""
    if state.deal.is_board:
        names = ["site", "display", "offline", "out", *([] if state.left.issuperset(state.seats) else ["turn"])]
    else:
        names = [name for name in ("lead", "site") if _free_nets(state, name)]
    if state.deal.is_expert:
        names.append("analysed")
    return [*names, "cards"] if _revealed(state) else names


def _fix_analysis(state: State, act: Act, who: str, words: tuple[str, ...]) -> list[Answer]:
    """Ask on which market card a player has laid which tile; none is an answer too."""
    if words != (OPEN,):
        before = state.analysed[int(who) - 1]
        known = [*_free(state), *([NAMES[before.tile]] if before else [])]
        return spell(act, Spelling(("analysed", who, words[0]), words[1:], known))
    others = [made.card for at, made in enumerate(state.analysed, start=1) if made and str(at) != who]
    found = []
    for number in state.deal.market:
        name = MARKET_CARDS[number]
        step = choice(CARD, name, say("offline.market-card", card=name))
        found.append(with_words(act, step, "analysed", who, name, OPEN, hollow=number in others))
    return [*found, with_words(act, choice(CARD, "-", say("offline.no-tile")), "analysed", who, "-")]


def _revealed(state: State) -> list[int]:
    return [at for at, cards in zip(state.seats, state.cards, strict=True) if cards is not None]


def _free_nets(state: State, what: str) -> list[str]:
    """List the nets whose tiles, or whose leads, can be corrected: no net has both."""
    return [
        net
        for net, tiles, leads in zip(NETS, state.nets, state.leads, strict=True)
        if (not any(leads) if what == "site" else tiles.count(NONE) == len(tiles))
    ]


def _free(state: State) -> list[str]:
    """List the tiles that a correction can bring in: from the bag, or back into the game."""
    return [*unseen(state), *(NAMES[tile] for tile in state.out)]


def _row(state: State, act: Act, row: str, words: tuple[str, ...]) -> list[Answer]:
    """Ask tile by tile what lies in the display or offline."""
    laid = tuple(word for word in words if word in TILES)
    lying = {"display": state.display, "offline": state.offline, "out": state.out}[row]
    known = {*_free(state), *(NAMES[tile] for tile in lying)} - {*laid}
    after = (OPEN,) if len(laid) + 1 < ROWS[row] else ()
    instead = ("", "offline.that-is-all") if laid else ("-", "offline.no-tile")
    return spell(act, Spelling((row, *laid), words[len(laid) :], known, instead, after, str(len(laid) + 1)))

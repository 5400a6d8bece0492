"""The steps with which the keys say an act of Offline, and the answers to open values.

The net comes first, then the site, then the tile, each with one press or two (`crosses`). Whether a tile is put or
swapped follows from the site. A correction begins as `fix *`.
"""

from __future__ import annotations

from engine.acts import OPEN, Act, is_open
from engine.offline.corrections import ROWS
from engine.offline.crosses import (
    GROUPS,
    SIDES,
    group_step,
    net_step,
    site_step,
    steps_to_lay,
    steps_to_net,
    steps_to_site,
)
from engine.offline.limits import free_cards
from engine.offline.owner_data import MARKET_CARDS, NETS
from engine.offline.spelling import Spelling, spell, spell_cards, spell_lead, unseen, with_words
from engine.offline.state import Phase, Place, State, room_to_deal, site_name
from engine.offline.tiles import CATEGORIES, NAMES, NONE, TILES, spelled
from engine.offline.timing import WHERE, due, where
from engine.steps import Answer, Direction, Step, across, aside, choice, seat
from engine.verdicts import Sentence, say

LEFT, RIGHT, UP, DOWN = Direction
WHICH, LAY, MORE, SOURCE, ENTRY = (
    say(f"offline.ask-{what}") for what in ("which", "lay", "more", "source", "entry")
)
NO_ANALYSIS = say("offline.do-no-analysis")
ANALYSE = across(UP, MORE, "analyse", say("offline.do-analyse"))
CLEAR = across(DOWN, MORE, "clear", say("offline.do-clear"))._replace(is_final=True)


def steps(state: State, act: Act) -> tuple[Step, ...]:
    """Return the steps to an act; none if the keys do not offer it now."""
    if state.phase is Phase.ENTRY:
        return _entry(state, act)
    if state.phase is Phase.END:
        is_due = act.verb == "reveal" and state.cards[(act.seat or 1) - 1] is None
        return (_cards("reveal"),) if is_due else ()
    if act.seat is None:
        return _from_the_bag(state, act)
    if act.seat != state.turn:
        return ()
    if state.phase is Phase.TURN:
        return _turn(state, act)
    if state.phase is Phase.SWAPPED:
        return _swapped(state, act)
    return _cleared(state, act) if state.phase is Phase.CLEARED else ()


def _swapped(state: State, act: Act) -> tuple[Step, ...]:
    """Return the steps of the tile that came off: onto a site, or into the offline area."""
    if act.verb == "offline":
        return (across(DOWN, where(state), "offline", say("offline.do-offline")),)
    is_said = act.verb in {"put", "swap"} and len(act.args) == 1
    is_offered = is_said and _fits(state, act.verb, act.args[0])
    return steps_to_site(state, act.args[0], where(state)) if is_offered else ()


def _fits(state: State, verb: str, site: str) -> bool:
    """Return whether a tile can be put (where nothing lies) or swapped (elsewhere) on a site at all."""
    return (state.tile(state.places[site]) == NONE) == (verb == "put")


# --- in a game


def _from_the_bag(state: State, act: Act) -> tuple[Step, ...]:
    if act.verb == "show":
        return (choice(WHICH, "show", say("offline.do-show")),) if state.phase is Phase.SHOW else ()
    if state.phase is not Phase.DEAL:
        return ()
    site = act.args[0]
    next_net, tiles = next(net for net in zip(NETS, state.nets, strict=True) if room_to_deal(net[1]))
    if site[0] != next_net or state.tile(state.places[site]) != NONE:
        return ()
    if state.places[site].at == tiles.index(NONE):
        return (site_step(state, site),)
    return aside("deal", say("offline.another-site")), site_step(state, site)


def _turn(state: State, act: Act) -> tuple[Step, ...]:
    verb = act.verb
    match verb, act.args:
        case (("put" | "swap"), (tile, site)) if TILES[tile] in state.display:
            return steps_to_lay(state, TILES[tile], site) if _fits(state, verb, site) else ()
    if not state.deal.is_expert:
        return (CLEAR._replace(asks=WHERE),) if verb == "clear" else ()
    more = across(DOWN, WHERE, "more", say("offline.more"))
    if verb == "clear":
        return more, CLEAR
    return (more, ANALYSE, *_source(state, act.args[0])) if verb == "analyse" else ()


def _source(state: State, word: str) -> tuple[Step, ...]:
    """Find the tile that is analysed: in the display, offline, or on a site."""
    if word not in TILES:
        board = across(UP, SOURCE, "board", say("offline.from-board"))
        return board, *steps_to_site(state, word, where(state))
    row, side = ("display", LEFT) if TILES[word] in state.display else ("offline", DOWN)
    return across(side, SOURCE, row, say(f"offline.from-{row}")), _plain(word)


def _plain(name: str, asks: Sentence = WHICH) -> Step:
    return choice(asks, name, say("offline.tile", tile=spelled(name)))


def _cleared(state: State, act: Act) -> tuple[Step, ...]:
    if act.verb == "pass":
        return (choice(LAY, "pass", say("offline.do-pass")),)
    match act.verb, act.args:
        case "put", (tile, site) if TILES[tile] in state.offline:
            return _plain(tile, LAY), *steps_to_site(state, site, where(state))
    return ()


# --- the score alone


def _cards(verb: str) -> Step:
    return choice(ENTRY, verb, say(f"offline.do-{verb}"))


def _entry(state: State, act: Act) -> tuple[Step, ...]:
    """Lead through the score; what is not asked for just now lies in the menu."""
    asked = due(state)
    if act == asked:
        return (_cards(act.verb),)
    if act.verb == "lead":
        return _another_lead(state, *act.args[:2])
    if act.verb == "site":
        return _next_tile(state, act.args[0])
    seat = (act.seat or 1) - 1
    told = state.cards[seat] if act.verb == "reveal" else state.analysed[seat]
    if told is not None or (act.verb == "analysed" and not state.deal.is_expert):
        return ()
    if asked is None and not state.is_over:
        # the last card decides who has won: whoever may have an analysis is asked for it before
        may_analyse = state.deal.is_expert and state.analysed[seat] is None and state.next_card is not None
        step = _cards(act.verb)
        return (step._replace(label=NO_ANALYSIS) if may_analyse and act.verb == "reveal" else step,)
    return aside("player", say("offline.cards-of-a-player")), _cards(act.verb)


def _another_lead(state: State, net: str, category: str) -> tuple[Step, ...]:
    """Return the steps to a lead of any net; one that is known already is corrected instead."""
    tiles, leads = state.nets[NETS.index(net)], state.leads[NETS.index(net)]
    if leads[CATEGORIES.index(category)] is not None or any(tile != NONE for tile in tiles):
        return ()
    way = aside("lead", say("offline.another-lead"))
    return way, *steps_to_net(net), category_step(category)


def category_step(category: str) -> Step:
    """Make the step to one of the three categories."""
    side = SIDES[CATEGORIES.index(category)]
    return across(side, say("offline.ask-category"), category, say(f"offline.{category}"))


def _next_tile(state: State, site: str) -> tuple[Step, ...]:
    """Return the steps to the next tile of a net without leads; for the score its site does not matter."""
    net = NETS.index(site[0])
    tiles = state.nets[net]
    if any(state.leads[net]) or NONE not in tiles or site != site_name(Place(net, tiles.index(NONE))):
        return ()
    return aside("site", say("offline.tiles-of-a-net")), *steps_to_net(site[0])


ASK_FIX, ASK_WHO, ASK_CARD, ASK_FIXED_CARD = (
    say(f"offline.ask-{what}") for what in ("fix", "who", "card", "card-or-none")
)


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
    free = free_cards(state, act.seat or 0)
    return [
        with_words(act, _market_step(name), name, OPEN, hollow=number not in free)
        for number, name in enumerate(MARKET_CARDS)
        if number in state.deal.market
    ]


def _market_step(name: str) -> Step:
    side = SIDES[MARKET_CARDS.index(name)]
    return across(side, ASK_CARD, name, say("offline.market-card", card=name))


# --- corrections


def _fix(state: State, act: Act) -> list[Answer]:
    match act.args:
        case (first,) if first == OPEN:
            return [
                with_words(act, choice(ASK_FIX, name, say(f"offline.fix-{name}")), name, OPEN)
                for name in _fixes(state)
            ]
        case ("turn", _):
            return [
                with_words(act, seat(ASK_WHO, at), "turn", str(at)) for at in state.seats if at not in state.left
            ]
        case ("cards", _):
            return [
                with_words(act, seat(ASK_WHO, at), "cards", str(at), OPEN, OPEN, OPEN) for at in _revealed(state)
            ]
        case ("cards", who, *_):
            return spell_cards(state, act, 2, int(who))
        case ("site" | "lead", *_):
            return _in_a_net(state, act)
        case ("analysed", _):
            return [with_words(act, seat(ASK_WHO, at), "analysed", str(at), OPEN) for at in state.seats]
        case ("analysed", who, *words):
            return _fix_analysis(state, act, who, tuple(words))
        case ("display" | "offline" | "out" as row, *words):
            return _row(state, act, row, tuple(words))
    site = act.args[0]
    lying = state.tile(state.places[site])
    known = [*_free(state), *([NAMES[lying]] if lying != NONE else [])]
    return spell(act, Spelling((site,), act.args[1:], known, ("-", "offline.no-tile"), at=site))


def _in_a_net(state: State, act: Act) -> list[Answer]:
    """Return the answers for a net, or for some nets first, then for a site or a category in it."""
    match act.args:
        case ("site" | "lead" as what, _):
            nets = _free_nets(state, what)
            groups = [group for group in GROUPS if set(group) & set(nets)]
            return [with_words(act, group_step(group), what, group, OPEN) for group in groups]
        case ("site" | "lead" as what, group, _) if group in GROUPS and len(group) > 1:
            nets = [net for net in _free_nets(state, what) if net in group]
            return [with_words(act, net_step(net), what, net, OPEN) for net in nets]
        case ("lead", net, _):
            return [
                with_words(act, category_step(category), "lead", net, category, OPEN, OPEN)
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
    """Return the answers for the market card of a player, then for the tile on it; none is an answer too."""
    if words != (OPEN,):
        before = state.analysed[int(who) - 1]
        known = [*_free(state), *([NAMES[before.tile]] if before else [])]
        return spell(act, Spelling(("analysed", who, words[0]), words[1:], known))
    free = free_cards(state, int(who))
    found = []
    for number in state.deal.market:
        name = MARKET_CARDS[number]
        step = choice(ASK_FIXED_CARD, name, say("offline.market-card", card=name))
        found.append(with_words(act, step, "analysed", who, name, OPEN, hollow=number not in free))
    return [*found, with_words(act, choice(ASK_FIXED_CARD, "-", say("offline.no-tile")), "analysed", who, "-")]


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
    """Return the answers for the next tile in the display or offline."""
    laid = tuple(word for word in words if word in TILES)
    lying = {"display": state.display, "offline": state.offline, "out": state.out}[row]
    known = {*_free(state), *(NAMES[tile] for tile in lying)} - {*laid}
    after = (OPEN,) if len(laid) + 1 < ROWS[row] else ()
    instead = ("", "offline.that-is-all") if laid else ("-", "offline.no-tile")
    return spell(act, Spelling((row, *laid), words[len(laid) :], known, instead, after, str(len(laid) + 1)))

"""The verdict on any act of Offline, and what the box asks and says.

>>> from engine.game import Setup
>>> from engine.offline.state import start
>>> refusal = judge(start(Setup("offline", ("Anna", "Ben"))), Act(None, "show", ("RFB",)))
>>> refusal.rule, refusal.why.key, str(refusal.allowed[0])
('OF-4', 'offline.deal-first', 'deal A1 *')
"""

from __future__ import annotations

from engine.acts import Act, is_open
from engine.game import UNLISTED, Ask
from engine.offline.corrections import tell_fix, tell_lead
from engine.offline.legal import layings, legal
from engine.offline.owner_data import NETS
from engine.offline.play import play, understood
from engine.offline.reading import Given
from engine.offline.state import DISPLAY, Phase, Place, State, room_to_deal, site_name
from engine.offline.tiles import NAMES, NONE, TILES, spelled, tile_name
from engine.offline.timing import due, over, where, wrong_moment
from engine.offline.worth import swap_at
from engine.verdicts import Impossible, Refusal, Sentence, player, say, seat_name

Wrong = tuple[str, Sentence]


RULINGS = frozenset({("OF-5", "offline.card-taken")})
ALTERNATIVES = 3


def judge(state: State, act: Act) -> Refusal | None:
    """Rule on any act; None is yes. What rests on a map that nobody has verified is advice (OF-24)."""
    wrong = _wrong(state, act)
    if wrong is None:
        return None
    rule, why = wrong
    if rule is None or act.verb in UNLISTED:
        return Refusal(rule, why)
    is_advice = why.key == "offline.not-more" and not state.deal.map_verified
    return Refusal(rule, why, _instead(state, act), is_advice)


def _wrong(state: State, act: Act) -> tuple[str | None, Sentence] | None:
    try:
        if act.verb in UNLISTED:
            play(state, act)
            return None
        given = understood(state, act)
    except Impossible as impossible:
        wrong = impossible.rule, impossible.why
        is_said_in_time = act.verb in UNLISTED or impossible.rule in {None, "M-6"}
        return wrong if is_said_in_time else wrong_moment(state, act) or wrong
    found = wrong_moment(state, act) or _against(state, act, given)
    return (None, say("act.open-value")) if found is None and given.is_open else found


def _against(state: State, act: Act, given: Given) -> Wrong | None:
    """Return what speaks against an act that is possible now."""
    if act.verb == "deal" and given.place is not None and not room_to_deal(state.nets[given.place.net]):
        return "OF-4", say("offline.two-already", net=NETS[given.place.net])
    if act.verb == "swap" and given.place is not None:
        new = state.hand if given.tile == NONE else given.tile
        swap = swap_at(state, given.place, state.tile(given.place), new)
        if swap.missing:
            return "OF-8", say("offline.not-more", arithmetic=swap.told(), missing=swap.missing)
    return None


def explain(state: State, act: Act) -> Sentence | None:
    """Return what a swap is worth, feature by feature (OF-6)."""
    if act.verb != "swap":
        return None
    *named, site = act.args
    place = state.places[site]
    new = TILES[named[0]] if named else state.hand
    return swap_at(state, place, state.tile(place), new).told()


# --- what would be legal instead


def _instead(state: State, act: Act) -> tuple[Act, ...]:
    """Find what is nearest to a wish: the same by who has the turn, the same tile elsewhere, the same verb."""
    meant = act if act.seat is None or state.phase in {Phase.END, Phase.ENTRY} else act._replace(seat=state.turn)
    if meant != act and _wrong(state, meant) is None:
        return (meant,)
    args = meant.args
    if state.phase is Phase.TURN and args and (tile := TILES.get(args[0], NONE)) in state.display and tile != NONE:
        return _elsewhere(state, tile, args[-1][0])
    allowed = legal(state)
    near = [other for other in allowed if other.verb == meant.verb and other.seat == meant.seat]
    if args and len(near) > ALTERNATIVES:
        near.sort(key=lambda other: -sum(a[:1] == b[:1] for a, b in zip(args, other.args, strict=False)))
    return tuple((near or allowed)[:ALTERNATIVES])


def _elsewhere(state: State, tile: int, near: str) -> tuple[Act, ...]:
    """Return where a tile of the display would be legal: swaps first, and in the same net."""
    found = layings(state, (tile,))
    return tuple(sorted(found, key=lambda act: (act.verb != "swap", act.args[1][0] != near))[:ALTERNATIVES])


# --- what there is to say


def seats(state: State) -> tuple[int, ...]:
    """Return who plays each seat: every player their own."""
    return tuple(state.seats)


def ask(state: State) -> Ask:
    """Return who has to say what."""
    match state.phase:
        case Phase.DEAL:
            at, tiles = next((at, tiles) for at, tiles in enumerate(state.nets) if room_to_deal(tiles))
            return Ask((), say("offline.ask-deal", site=site_name(Place(at, tiles.index(NONE)))))
        case Phase.SHOW:
            return Ask((), say("offline.ask-show", count=min(DISPLAY - len(state.display), state.bag)))
        case Phase.SWAPPED:
            what = say("offline.ask-swapped", who=player(state.turn), tile=tile_name(state.hand))
            return Ask((state.turn,), what, who=where(state))
        case Phase.CLEARED:
            return Ask((state.turn,), say("offline.ask-cleared", who=player(state.turn)))
        case Phase.TURN:
            return Ask((state.turn,), say("offline.ask-turn", who=player(state.turn)))
    hidden = tuple(seat for seat, cards in zip(state.seats, state.cards, strict=True) if cards is None)
    if state.phase is Phase.END:
        return Ask(hidden, say("offline.ask-reveal") if hidden else over(state)[1])
    return _ask_entry(state, hidden)


def _ask_entry(state: State, hidden: tuple[int, ...]) -> Ask:
    telling = dict.fromkeys((*hidden, *(act.seat for act in legal(state) if act.seat is not None)))
    asked = due(state)
    if asked is None:
        return Ask(tuple(telling), say("offline.ask-reveal") if hidden else say("offline.over-told"))
    if asked.verb == "site":
        what = say("offline.ask-tile-at", site=asked.args[0])
    else:
        what = say("offline.ask-leads", net=asked.args[0], category=say(f"offline.{asked.args[1]}"))
    return Ask(tuple(telling), what, who=what)


def tell(state: State, act: Act) -> Sentence:
    """Return in a few words what an act does."""
    if is_open(act):
        return _tell_open(act)
    if act.verb == "fix":
        return tell_fix(act)
    match act:
        case Act(verb="deal" | "site" | "put", args=(tile, site)):
            tile, site = (tile, site) if act.verb == "put" else (site, tile)
            return say("offline.told-put", tile=spelled(tile), site=site)
        case Act(verb="put", args=(site,)):
            return say("offline.told-put", tile=spelled(_laid(state, site)), site=site)
        case Act(verb="swap", args=(*_, site)):
            return _tell_swap(state, act, site)
        case Act(verb="lead", args=words):
            return tell_lead(act, words)
        case Act(verb="reveal", args=letters):
            return say("offline.told-reveal", who=seat_name(act.seat), letters=spelled("".join(letters)))
        case Act(verb="show" | "analyse", args=(what,)):
            return say(f"offline.told-{act.verb}", what=spelled(what) if what in TILES else what)
        case Act(verb="analysed", args=(card, tile)):
            return say("offline.told-analysed", card=card, tile=spelled(tile))
    return say(f"offline.told-{act.verb}")


def _tell_open(act: Act) -> Sentence:
    """Return in a few words what is still to be told."""
    match act:
        case Act(verb="deal" | "site", args=(site, *_)):
            return say("offline.ask-tile-at", site=site)
        case Act(verb="lead", args=(net, category, *_)):
            return say("offline.ask-leads", net=net, category=say(f"offline.{category}"))
    return say(f"offline.do-{act.verb}")


def _laid(state: State, site: str) -> str:
    """Name the tile that came off; in hindsight it lies on its site."""
    tile = state.hand if state.hand != NONE else state.tile(state.places[site])
    return NAMES[tile] if tile != NONE else "?"


def _tell_swap(state: State, act: Act, site: str) -> Sentence:
    """Return a swap with what it is worth; without, when the tile lies there already."""
    place = state.places[site]
    named = act.args[:-1]
    old, new = state.tile(place), TILES[named[0]] if named else state.hand
    if NONE in {old, new} or old == new:
        laid = named[0] if named else _laid(state, site)
        return say("offline.told-put", tile=spelled(laid), site=site)
    swap = swap_at(state, place, old, new)
    return say("offline.told-swap", tile=tile_name(new), site=site, now=sum(swap.now), then=sum(swap.then))


def reveals(act: Act) -> bool:
    """Return whether an act shows something new: a tile from the bag, or a card.

    What is set up, or counted at the end, lies open already.
    """
    return act.verb in {"show", "reveal", "analysed"}

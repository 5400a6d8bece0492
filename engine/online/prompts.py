"""The steps with which the keys say an act of Online, and the answers to the open values of corrections.

The cards are found by two or three crosses, in which each has its place. What other players may repair stands
among the links of whoever has the turn, with the mark of their seat. A correction begins as `fix *`.
"""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from functools import cache

from engine.acts import OPEN, Act, is_open
from engine.online.cards import (
    ALL,
    CARDS,
    CATEGORIES,
    LINKS,
    NAMES,
    NONE,
    OBSTRUCTIONS,
    REPAIRED_BY,
    TAKES_LINE,
    TAKES_MEMORY,
)
from engine.online.corrections import MOST_OWED
from engine.online.legal import fittings, repairs
from engine.online.state import FULL_HAND, End, Phase, State, card_name, party_called, pile_kind
from engine.steps import SIDES, Answer, Direction, Kind, Step, across, aside, choice, number, seat
from engine.verdicts import Sentence, say

ASK_BEGIN, ASK_GROUP, ASK_REPAIR, ASK_CARD, ASK_MORE, ASK_WHOM, ASK_TARGET, ASK_SOURCE, ASK_STOPPED, ASK_OTHERS = (
    say(f"online.ask-{what}")
    for what in ("how", "group", "repair", "card", "more", "whom", "target", "source", "stopped", "others")
)


LEFT, RIGHT, UP, DOWN = Direction
PLACES = {
    "e-mail": LEFT, "music": RIGHT, "game": UP, "movie": DOWN,
    "on-line": LEFT, "turbo-line": RIGHT, "extra-memory": UP, "password-ok": DOWN, "antivirus": DOWN,
    "virus": LEFT, "memory-full": RIGHT, "under-construction": UP, "password-error": DOWN,
    "hacker": LEFT, "search": RIGHT, "cyber-patrol": UP,
}  # fmt: skip
"""The side of each card on the cross of its group; the two that repair a line share one."""
REPAIRS = {"password-ok": UP, "antivirus": DOWN}
OTHER_SIDES = (LEFT, UP, RIGHT)
"""The sides of players or parties on a cross where one more answer lies below."""
_REPAIR = across(DOWN, ASK_CARD, "repair", say("online.repair"))
_HACKER, _SEARCH = (
    across(PLACES[name], ASK_MORE, name, say(f"online.card-{name}")) for name in ("hacker", "search")
)
_SEARCH = _SEARCH._replace(is_gate=True)
_SECURE = across(UP, ASK_CARD, "secure", say("online.do-secure"))
"""After the category there is nothing more to ask, but the page finds it by this name."""
FOUND = {
    group: across(side, say("online.ask-searched"), group, say(f"online.group-{label}"))
    for group, side, label in (
        ("category", LEFT, "category"),
        ("link", UP, "link"),
        ("obstruct", DOWN, "obstruct"),
        ("power", RIGHT, "more"),
    )
}
"""The groups of the cards that are searched for; download and link lie where they lie in a turn."""


@cache
def _next(asks: Sentence, side: Direction, name: str, label: str) -> Step:
    """Make a step of the first cross of a turn; it belongs to whoever has the turn, so nobody asks who it is."""
    return across(side, asks, name, say(f"online.{label}"))._replace(is_speaker=True)


def _card(name: str) -> tuple[Step, ...]:
    """Return the steps to a card in its group: one, or two to a card that repairs."""
    if name in REPAIRS:
        return _REPAIR, _alone(name, REPAIRS[name])
    return (_alone(name, PLACES[name]),)


@cache
def _alone(name: str, side: Direction) -> Step:
    return across(side, ASK_CARD, name, card_name(CARDS[name]))


def steps(state: State, act: Act) -> tuple[Step, ...]:
    """Return the steps to an act; none if the keys do not offer it now."""
    if state.end is not None:
        return _held(state, state.end, act)
    if act.seat is None:
        return (aside("time", say("online.told-time"))._replace(is_final=True),) if state.deal.has_limit else ()
    if act.seat in state.left:
        return ()
    if state.phase is Phase.HACKING:
        return _patrol(state, act) if act.seat != state.turn else _capture(state, act)
    if act.verb == "lay":
        return _lay(state, act)
    if act.seat != state.turn:
        return ()
    if state.phase is Phase.BEGUN:
        return _begin(act)
    return _turn(state, act)


def _held(state: State, end: End, act: Act) -> tuple[Step, ...]:
    """Return the question how many cards a loser still holds, once for each."""
    is_asked = act.verb == "holds" and state.holds[(act.seat or 1) - 1] < 0 and act.seat not in state.left
    won = act.seat is not None and state.deal.party_of[act.seat - 1] in end.winners
    return (number(say("online.ask-held"), int(act.args[0])),) if is_asked and not won else ()


def _begin(act: Act) -> tuple[Step, ...]:
    if act.verb == "draw":
        return (across(UP, ASK_BEGIN, "draw", say("online.do-draw")),)
    if act.verb == "exchange":
        way = across(LEFT, ASK_BEGIN, "exchange", say("online.do-exchange"))
        return way, number(say("online.ask-count"), int(act.args[0]))
    if act.verb == "secure":
        return across(DOWN, ASK_BEGIN, "secure", say("online.do-secure")), *_card(act.args[0])
    return ()


def _turn(state: State, act: Act) -> tuple[Step, ...]:
    verb, args, asks = act.verb, act.args, _asks(repairs(state))
    more = _next(asks, RIGHT, "more", "group-more")
    is_full = state.hands[state.turn - 1] > FULL_HAND
    if verb in {"download", "secure"}:
        return _category(state, asks, act)
    if verb == "block":
        whom = _opponent(state, args[1])
        return (more, *whom, *_card(args[0])) if whom else ()
    if verb == "hacker":
        return more, _HACKER
    if verb == "search":
        return more, _SEARCH, *_searched(state, args)
    if (verb == "stop" and not is_full) or (verb == "discard" and is_full):
        return (_next(asks, DOWN, "end", f"do-{verb}"),)
    return ()


def _asks(found: Sequence[Act]) -> Sentence:
    """Return the first question of a turn, once its player has drawn; `found` are the repairs of others."""
    return ASK_REPAIR if found else ASK_GROUP


def _category(state: State, asks: Sentence, act: Act) -> tuple[Step, ...]:
    """Make the steps to a category: a complete one takes no card, so in its place it is secured."""
    name = act.args[0]
    at, party = CARDS[name] - CATEGORIES[0], state.party(state.turn)
    is_due = party.piles[at] == state.deal.goals[at] and not party.secured[at]
    if is_due != (act.verb == "secure"):
        return ()
    group, (step,) = _next(asks, LEFT, "category", "group-category"), _card(name)
    if not is_due:
        return group, step
    return group, step._replace(label=say("online.secure-card", card=card_name(CARDS[name]))), _SECURE


def _opponent(state: State, name: str) -> tuple[Step, ...]:
    """Make the step to the party that is blocked; three opponents do not fit beside hacker and search."""
    parties = state.deal.parties
    own = parties[state.deal.party_of[state.turn - 1]]
    others = [str(party[0]) for party in parties if party != own]
    if name not in others:
        return ()
    if len(others) == len((UP, DOWN)):
        side = (UP, DOWN)[others.index(name)]
        return (across(side, ASK_MORE, name, party_called(state, name)),)
    block = across(UP, ASK_MORE, "obstruct", say("online.group-obstruct"))
    if len(others) == 1:
        return (block,)
    return block, across(OTHER_SIDES[others.index(name)], ASK_WHOM, name, party_called(state, name))


# --- links, and the repairs of others


def _lay(state: State, act: Act) -> tuple[Step, ...]:
    """Make the steps to a link of the player who has the turn, or to a repair of somebody else."""
    if act.seat == state.turn and state.phase is Phase.BEGUN:
        return ()
    name, found = act.args[0], repairs(state)
    link = _next(_asks(found), UP, "link", "group-link")
    beside = _beside(found, _own_sides(state)) if found else {}
    if act.seat != state.turn:
        if all(repair.seat != act.seat for repair in found):
            return link, *_card(name)
        way = beside.get(act, ())
        return (link, *way) if way else ()
    taken = {way[0].side for way in beside.values()}
    if PLACES[name] in taken:
        return ()
    top = state.party(state.turn).line_top
    if top in REPAIRED_BY and name in REPAIRS:
        return (link, _alone(name, DOWN)) if CARDS[name] == REPAIRED_BY[top] else ()
    return link, *_card(name)


def _own_sides(state: State) -> set[Direction]:
    """Return the sides of the links that the player who has the turn could lay."""
    return {PLACES[NAMES[card]] for card in fittings(state)[state.deal.party_of[state.turn - 1]].links}


def _beside(found: Sequence[Act], own: AbstractSet[Direction]) -> dict[Act, tuple[Step, ...]]:
    """Return the way from the cross of links to each repair of another player.

    A repair lies at the side of its card, or at another one, if the player who has the turn can lay nothing there.
    If there are more repairs than such sides, all of them lie behind one.
    """
    free = [side for side in (DOWN, LEFT, RIGHT, UP) if side not in own]
    if len(found) > len(free):
        others = across(free[0], ASK_CARD, "others", say("online.others-repair"))
        return {act: (others, *_among(act, found)) for act in found}
    ways: dict[Act, tuple[Step, ...]] = {}
    for act in sorted(found, key=lambda act: PLACES[act.args[0]] not in free):
        side = PLACES[act.args[0]] if PLACES[act.args[0]] in free else free[0]
        free.remove(side)
        ways[act] = (across(side, ASK_CARD, act.args[0], _by_seat(act)),)
    return ways


def _among(act: Act, found: Sequence[Act]) -> tuple[Step, ...]:
    """Make the steps to one of many repairs: the card, and who lays it if several players can."""
    side = PLACES[act.args[0]]
    same = [other for other in found if PLACES[other.args[0]] is side]
    if len(same) == 1:
        return (across(side, ASK_CARD, act.args[0], _by_seat(act)),)
    card = _REPAIR if side is DOWN else _alone(act.args[0], side)
    return card, Step(Kind.SEAT, ASK_OTHERS, str(act.seat), side=SIDES[same.index(act)])


def _by_seat(act: Act) -> Sentence:
    return say("online.by-seat", seat=say("mark", seat=act.seat or 0), card=card_name(CARDS[act.args[0]]))


# --- search, hacker and cyber-patrol


def _searched(state: State, args: tuple[str, ...]) -> tuple[Step, ...]:
    name, target = args
    card = CARDS[name]
    groups = {"link": LINKS, "obstruct": OBSTRUCTIONS, "category": CATEGORIES}
    group = next((group for group, cards in groups.items() if card in cards), "power")
    return FOUND[group], *_card(name), *_target(state, target)


def _target(state: State, target: str) -> tuple[Step, ...]:
    """Make the steps to where a card goes: the discard pile below, the parties around it."""
    if target == "discard":
        return (across(DOWN, ASK_TARGET, target, say("online.discard-pile")),)
    name, names = target.partition(".")[0], [str(party[0]) for party in state.deal.parties]
    return _around(names.index(name), len(names), across(LEFT, ASK_TARGET, name, party_called(state, name)))


def _around(at: int, count: int, step: Step) -> tuple[Step, ...]:
    """Give a step its side among `count` around one below; of more than three the last ones lie behind one."""
    places = len(OTHER_SIDES)
    if count <= places or at < places - 1:
        return (step._replace(side=OTHER_SIDES[at]),)
    others = step._replace(side=OTHER_SIDES[-1], value="others", label=say("online.others"))
    return others, step._replace(side=OTHER_SIDES[at - places + 1])


def _patrol(state: State, act: Act) -> tuple[Step, ...]:
    """Make the steps to a player who stops a hacker; below, nobody does."""
    if act.verb != "patrol":
        return ()
    others = [at for at in state.seats if at != state.turn]
    who = Step(Kind.SEAT, ASK_STOPPED, str(act.seat), is_speaker=True)
    card = across(UP, ASK_CARD, "patrol", say("online.card-cyber-patrol"))  # nothing to ask, but it can be tapped
    return *_around(others.index(act.seat or 0), len(others), who), card


def _capture(state: State, act: Act) -> tuple[Step, ...]:
    if act.verb != "capture":
        return ()
    unstopped = Step(Kind.SEAT, ASK_STOPPED, "-", say("online.do-capture"), side=DOWN, is_speaker=True)
    if act.args == ("nothing",):
        return unstopped, choice(ASK_SOURCE, "nothing", say("online.do-nothing"))
    if act.args == ("discard", "hand"):
        return unstopped, choice(ASK_SOURCE, "discard", say("online.discard-pile"))
    source, target = act.args
    name, _, pile = source.partition(".")
    if pile in CARDS and int(name) == state.deal.parties[state.deal.party_of[state.turn - 1]][0]:
        return ()
    whose = choice(ASK_SOURCE, name, party_called(state, name))._replace(is_likely=True)
    return unstopped, whose, choice(PILE, pile, pile_kind(pile)), *_target(state, target)


# --- corrections

CORRECTIONS = {
    "pile": ("pile", OPEN),
    "turn": ("turn", OPEN),
    "hand": ("hand", OPEN, OPEN),
    "bank": ("bank", OPEN),
    "owed": ("owed", OPEN, OPEN),
    "discard": ("discard", OPEN),
}
"""What can be put right, and how it begins."""
WHAT, WHOSE, PILE, CARD, COUNT, WHO = (
    say(f"online.ask-{what}") for what in ("fix", "whose", "pile", "next-card", "count", "who")
)


def answers(state: State, act: Act) -> list[Answer]:
    """List the answers to the first open value of a correction; no other act of Online has one."""
    if not is_open(act):
        return []
    match act.args:
        case (first,) if first == OPEN:
            return [_begun(act, name) for name in CORRECTIONS]
        case ("pile", first) if first == OPEN:
            names = [str(seats[0]) for seats in state.deal.parties]
            return [_said(act, choice(WHOSE, name, party_called(state, name)), f"{name}.", OPEN) for name in names]
        case ("turn" | "hand" | "owed", first, *_) if first == OPEN:
            return [_said(act, seat(WHO, at), str(at)) for at in state.seats if at not in state.left]
        case ("hand", who, _):
            return _counts(act, state.hands[int(who) - 1], FULL_HAND + 1)
        case ("owed", who, _):
            return _counts(act, state.owed[int(who) - 1], MOST_OWED)
        case ("bank", _):
            return _counts(act, state.bank, ALL)
        case ("discard", _):
            steps = [_fix_card(name) for name in NAMES]
            steps += [choice(CARD, "?", say("online.card-unknown")), choice(CARD, "-", say("online.no-top"))]
            return [_said(act, step, step.value) for step in steps]
    return _pile_answers(state, act)


def _counts(act: Act, now: int, most: int) -> list[Answer]:
    """Return the numbers up to the largest one; the keys start at what the number is now."""
    return [_said(act, number(COUNT, count, now), str(count)) for count in range(most + 1)]


def _begun(act: Act, name: str) -> Answer:
    return Answer(choice(WHAT, name, say(f"online.fix-{name}")), _of(act, *CORRECTIONS[name]))


def _said(act: Act, step: Step, *words: str) -> Answer:
    """Answer the first open value; the party of a pile takes the place of the word before it."""
    at = act.args.index(OPEN)
    before = act.args[: at - 1] if act.args[0] == "pile" else act.args[:at]
    return Answer(step, act._replace(args=(*before, *words, *act.args[at + 1 :])))


def _fix_card(name: str) -> Step:
    return choice(CARD, name, card_name(CARDS[name]))


def _pile_answers(state: State, act: Act) -> list[Answer]:
    """Return the answers for a pile of a party, then for its cards from the bottom to the top, or their number."""
    party, _, pile = act.args[0].partition(".")
    if not pile:
        kinds = ("line", "memory", *(NAMES[card] for card in CATEGORIES))
        return [Answer(choice(PILE, kind, pile_kind(kind)), _of(act, f"{party}.{kind}", OPEN)) for kind in kinds]
    if pile in CARDS:
        goal = state.deal.goals[CARDS[pile] - CATEGORIES[0]]
        return [Answer(number(COUNT, count), _of(act, act.args[0], str(count))) for count in range(goal + 1)]
    laid = act.args[1:-1]
    takes = TAKES_LINE if pile == "line" else TAKES_MEMORY
    fitting = [NAMES[card] for card in takes[CARDS[laid[-1]] if laid else NONE]]
    if not laid:
        done = Answer(choice(CARD, "-", say("online.no-top")), _of(act, act.args[0], "-"))
    else:
        done = Answer(choice(CARD, "done", say("online.that-is-all")), _of(act, act.args[0], *laid))
    return [*(Answer(_fix_card(name), _of(act, act.args[0], *laid, name, OPEN)) for name in fitting), done]


def _of(act: Act, *words: str) -> Act:
    return act._replace(args=words)

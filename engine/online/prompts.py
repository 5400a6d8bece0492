"""The steps with which the keys say an act of Online, and the answers to the open values of corrections.

The card comes first, then the target if there is more than one. The cards are found by two or three crosses,
in which each has its place. A correction begins as `fix *`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.acts import OPEN, is_open
from engine.online.cards import (
    ALL,
    CARDS,
    CATEGORIES,
    LINKS,
    NAMES,
    NONE,
    OBSTRUCTIONS,
    TAKES_LINE,
    TAKES_MEMORY,
)
from engine.online.corrections import MOST_OWED
from engine.online.state import FULL_HAND, Phase, card_name, party_called, pile_kind
from engine.steps import SIDES, Answer, Direction, Step, across, aside, choice, number, seat
from engine.verdicts import say

if TYPE_CHECKING:
    from engine.acts import Act
    from engine.online.state import State


ASK_BEGIN, ASK_GROUP, ASK_CARD, ASK_WHOM, ASK_TARGET, ASK_SOURCE = (
    say(f"online.ask-{what}") for what in ("how", "group", "card", "whom", "target", "source")
)


LEFT, RIGHT, UP, DOWN = Direction
PLACES = {
    "e-mail": LEFT, "music": RIGHT, "game": UP, "movie": DOWN,
    "on-line": LEFT, "turbo-line": RIGHT, "extra-memory": UP,
    "virus": LEFT, "memory-full": RIGHT, "under-construction": UP, "password-error": DOWN,
    "hacker": LEFT, "search": RIGHT, "cyber-patrol": UP, "secure": DOWN,
}  # fmt: skip
"""The side of each card on the cross of its group; the two that repair a line share one."""
REPAIRS = {"password-ok": UP, "antivirus": DOWN}
_REPAIR = across(DOWN, ASK_CARD, "repair", say("online.repair"))


def _next(side: Direction, name: str, label: str) -> Step:
    return across(side, ASK_GROUP, name, say(f"online.{label}"))


DOWNLOAD, LINK, MORE = (
    _next(LEFT, "category", "group-category"),
    _next(UP, "link", "group-link"),
    _next(RIGHT, "more", "group-more"),
)
_OBSTRUCT = across(UP, ASK_CARD, "obstruct", say("online.group-obstruct"))
_SECURE = across(DOWN, ASK_CARD, "secure", say("online.do-secure"))
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


def _card(name: str) -> tuple[Step, ...]:
    """Return the steps to a card in its group: one, or two to a card that repairs."""
    label = card_name(CARDS[name])
    if name in REPAIRS:
        return _REPAIR, across(REPAIRS[name], ASK_CARD, name, label)
    return (across(PLACES[name], ASK_CARD, name, label),)


def steps(state: State, act: Act) -> tuple[Step, ...]:
    """Return the steps to an act; none if the keys do not offer it now."""
    if state.end is not None:
        is_asked = act.verb == "holds" and state.holds[(act.seat or 1) - 1] < 0 and act.seat not in state.left
        won = act.seat is not None and state.deal.party_of[act.seat - 1] in state.end.winners
        return (number(say("online.ask-held"), int(act.args[0])),) if is_asked and not won else ()
    if act.seat is None:
        return (aside("time", say("online.told-time"))._replace(is_final=True),) if state.deal.has_limit else ()
    if act.seat in state.left:
        return ()
    if act.seat != state.turn:
        return _answer(state, act)
    if state.phase is Phase.HACKING:
        return _capture(state, act)
    if state.phase is Phase.BEGUN:
        return _begin(act)
    return _turn(state, act)


def _answer(state: State, act: Act) -> tuple[Step, ...]:
    """Out of turn a hacker is stopped, and what was just obstructed is repaired."""
    if state.phase is Phase.HACKING:
        return (across(UP, ASK_CARD, "patrol", say("online.card-cyber-patrol")),) if act.verb == "patrol" else ()
    return _card(act.args[0]) if act.verb == "lay" else ()


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
    verb, args = act.verb, act.args
    is_full = state.hands[state.turn - 1] > FULL_HAND
    if verb == "download":
        return DOWNLOAD, *_card(args[0])
    if verb == "lay":
        return LINK, *_card(args[0])
    if verb == "block":
        own = state.deal.parties[state.deal.party_of[state.turn - 1]][0]
        return (MORE, _OBSTRUCT, *_card(args[0]), _opponent(state, args[1])) if args[1] != str(own) else ()
    if verb == "hacker":
        return MORE, *_card("hacker")
    if verb == "search":
        return MORE, *_card("search"), *_searched(state, args)
    if verb == "secure":
        return MORE, _SECURE, *_card(args[0])
    if (verb == "stop" and not is_full) or (verb == "discard" and is_full):
        return (_next(DOWN, "end", f"do-{verb}"),)
    return ()


def _opponent(state: State, name: str) -> Step:
    """Make the step to the party that is blocked: of at most four, each has its side."""
    at = next(at for at, seats in enumerate(state.deal.parties) if str(seats[0]) == name)
    return across(SIDES[at], ASK_WHOM, name, party_called(state, name))


def _party(state: State, name: str) -> Step:
    return choice(ASK_TARGET, name, party_called(state, name))


def _searched(state: State, args: tuple[str, ...]) -> tuple[Step, ...]:
    name, target = args
    card = CARDS[name]
    groups = {"link": LINKS, "obstruct": OBSTRUCTIONS, "category": CATEGORIES}
    group = next((group for group, cards in groups.items() if card in cards), "power")
    return FOUND[group], *_card(name), _target(state, target)


def _target(state: State, target: str) -> Step:
    if target == "discard":
        return choice(ASK_TARGET, target, say("online.discard-pile"))
    return _party(state, target.partition(".")[0])


def _capture(state: State, act: Act) -> tuple[Step, ...]:
    if act.verb != "capture":
        return ()
    if act.args == ("nothing",):
        return (choice(ASK_SOURCE, "nothing", say("online.do-nothing")),)
    if act.args == ("discard", "hand"):
        return (choice(ASK_SOURCE, "discard", say("online.discard-pile")),)
    source, target = act.args
    name, _, pile = source.partition(".")
    if pile in CARDS and int(name) == state.deal.parties[state.deal.party_of[state.turn - 1]][0]:
        return ()
    whose = choice(ASK_SOURCE, name, party_called(state, name))._replace(is_likely=True)
    return whose, choice(PILE, pile, pile_kind(pile)), _target(state, target)


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
            now = state.hands[int(who) - 1]
            return [_said(act, number(COUNT, count, now), str(count)) for count in range(FULL_HAND + 2)]
        case ("owed", who, _):
            now = state.owed[int(who) - 1]
            return [_said(act, number(COUNT, count, now), str(count)) for count in range(MOST_OWED + 1)]
        case ("bank", _):
            return [_said(act, number(COUNT, count, state.bank), str(count)) for count in range(ALL + 1)]
        case ("discard", _):
            steps = [_fix_card(name) for name in NAMES]
            steps += [choice(CARD, "?", say("online.card-unknown")), choice(CARD, "-", say("online.no-top"))]
            return [_said(act, step, step.value) for step in steps]
    return _pile_answers(state, act)


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

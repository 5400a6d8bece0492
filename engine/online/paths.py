"""How the acts of Online are said with a few keys: the card first, then the target if there is more than one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.online.cards import CARDS, CATEGORIES, LINKS, OBSTRUCTIONS
from engine.online.state import FULL_HAND, Phase, card_name
from engine.steps import Step, aside, choice, number
from engine.verdicts import say

if TYPE_CHECKING:
    from engine.acts import Act
    from engine.online.state import State

ASK_BEGIN, ASK_GROUP, ASK_CARD, ASK_TARGET, ASK_SOURCE = (
    say(f"online.ask-{what}") for what in ("how", "group", "card", "target", "source")
)


def _group(name: str) -> Step:
    return choice(ASK_GROUP, name, say(f"online.group-{name}"))


def _card(name: str) -> Step:
    return choice(ASK_CARD, name, card_name(CARDS[name]))


def steps(state: State, act: Act) -> tuple[Step, ...]:
    """Tell the path of an act; empty if the keys do not offer it now."""
    if state.end is not None:
        is_asked = act.verb == "holds" and state.holds[(act.seat or 1) - 1] < 0 and act.seat not in state.left
        won = act.seat is not None and state.deal.party_of[act.seat - 1] in state.end.winners
        return (number(say("online.ask-held"), int(act.args[0])),) if is_asked and not won else ()
    if act.seat is None:
        return (aside("time", say("online.told-time")),) if state.deal.has_limit else ()
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
        return (choice(ASK_CARD, "patrol", say("online.card-cyber-patrol")),) if act.verb == "patrol" else ()
    return (_card(act.args[0]),) if act.verb == "lay" else ()


def _begin(act: Act) -> tuple[Step, ...]:
    if act.verb == "draw":
        return (choice(ASK_BEGIN, "draw", say("online.do-draw")),)
    if act.verb == "exchange":
        way = choice(ASK_BEGIN, "exchange", say("online.do-exchange"))
        return way, number(say("online.ask-count"), int(act.args[0]))
    if act.verb == "secure":
        return choice(ASK_BEGIN, "secure", say("online.do-secure")), _card(act.args[0])
    return ()


def _turn(state: State, act: Act) -> tuple[Step, ...]:
    verb, args = act.verb, act.args
    is_full = state.hands[state.turn - 1] > FULL_HAND
    if verb == "download":
        return _group("category"), _card(args[0])
    if verb == "lay":
        return _group("link"), _card(args[0])
    if verb == "block":
        own = state.deal.parties[state.deal.party_of[state.turn - 1]][0]
        return (_group("obstruct"), _card(args[0]), _party(args[1])) if args[1] != str(own) else ()
    if verb == "hacker":
        return _group("power"), _card("hacker")
    if verb == "search":
        return _group("power"), _card("search"), *_searched(args)
    if verb == "secure":
        return _group("power"), choice(ASK_CARD, "secure", say("online.do-secure")), _card(args[0])
    if (verb == "stop" and not is_full) or (verb == "discard" and is_full):
        return (choice(ASK_GROUP, "end", say(f"online.do-{verb}")),)
    return ()


def _party(name: str) -> Step:
    return choice(ASK_TARGET, name, say("online.party", party=name))


def _searched(args: tuple[str, ...]) -> tuple[Step, ...]:
    name, target = args
    card = CARDS[name]
    groups = {"link": LINKS, "obstruct": OBSTRUCTIONS, "category": CATEGORIES}
    group = next((group for group, cards in groups.items() if card in cards), "power")
    asked = choice(say("online.ask-searched"), group, say(f"online.group-{group}"))
    return asked, _card(name), _target(target)


def _target(target: str) -> Step:
    if target == "discard":
        return choice(ASK_TARGET, target, say("online.discard-pile"))
    return _party(target.partition(".")[0])


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
    whose = choice(ASK_SOURCE, name, say("online.party", party=name))
    if pile in CARDS:
        which = choice(ASK_CARD, pile, card_name(CARDS[pile]))
    else:
        which = choice(ASK_CARD, pile, say(f"online.pile-{pile}"))
    return whose, which, _target(target)

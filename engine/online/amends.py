"""How the corrections of Online are said with a few keys: `fix *` and the answers that fill it in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.acts import OPEN, is_open
from engine.online.cards import ALL, CARDS, CATEGORIES, NAMES, NONE, TAKES_LINE, TAKES_MEMORY
from engine.online.fixes import MOST_OWED
from engine.online.state import FULL_HAND, card_name
from engine.steps import Answer, Step, choice, number, seat
from engine.verdicts import say

if TYPE_CHECKING:
    from engine.acts import Act
    from engine.online.state import State

FIXES = {
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
            return [_begun(act, name) for name in FIXES]
        case ("pile", first) if first == OPEN:
            names = [str(seats[0]) for seats in state.deal.parties]
            return [
                _said(act, choice(WHOSE, name, say("online.party", party=name)), f"{name}.", OPEN)
                for name in names
            ]
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
            steps = [_card(name) for name in NAMES]
            steps += [choice(CARD, "?", say("online.card-unknown")), choice(CARD, "-", say("online.no-top"))]
            return [_said(act, step, step.value) for step in steps]
    return _pile_answers(state, act)


def _begun(act: Act, name: str) -> Answer:
    return Answer(choice(WHAT, name, say(f"online.fix-{name}")), _of(act, *FIXES[name]))


def _said(act: Act, step: Step, *words: str) -> Answer:
    """Answer the first open value; the party of a pile takes the place of the word before it."""
    at = act.args.index(OPEN)
    before = act.args[: at - 1] if act.args[0] == "pile" else act.args[:at]
    return Answer(step, act._replace(args=(*before, *words, *act.args[at + 1 :])))


def _card(name: str) -> Step:
    return choice(CARD, name, card_name(CARDS[name]))


def _pile_answers(state: State, act: Act) -> list[Answer]:
    """Ask which pile of a party, and then for its cards from the bottom to the top, or their number."""
    party, _, pile = act.args[0].partition(".")
    if not pile:
        kinds = [(name, say(f"online.pile-{name}")) for name in ("line", "memory")]
        kinds += [(NAMES[card], card_name(card)) for card in CATEGORIES]
        return [Answer(choice(PILE, name, label), _of(act, f"{party}.{name}", OPEN)) for name, label in kinds]
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
    return [*(Answer(_card(name), _of(act, act.args[0], *laid, name, OPEN)) for name in fitting), done]


def _of(act: Act, *words: str) -> Act:
    return act._replace(args=words)

"""The verdict on any act of Online, and how the game stands.

>>> from engine.game import Setup
>>> from engine.online.state import start
>>> state = start(Setup("online", ("Anna", "Ben")))
>>> refusal = judge(state, Act(1, "lay", ("on-line",)))
>>> refusal.rule, refusal.why.key, [str(act) for act in refusal.lawful]
('ON-10', 'online.begin-first', ['1 draw', '1 exchange 1', '1 exchange 2'])
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.acts import Act
from engine.game import Ask, Standing
from engine.online.cards import (
    ANTIVIRUS,
    CATEGORIES,
    EXTRA_MEMORY,
    LARGE,
    LINKS,
    MEMORY_FULL,
    NAMES,
    NONE,
    OBSTRUCTIONS,
    ON_LINE,
    PASSWORD_ERROR,
    PASSWORD_OK,
    TURBO_LINE,
    UNDER_CONSTRUCTION,
    UP,
    VIRUS,
)
from engine.online.lawful import legal
from engine.online.playing import DISCARD, NOTHING, Given, Pile, pile_name, play, top_card, understood
from engine.online.state import FULL_HAND, Party, Phase, State, card_name, party_name
from engine.verdicts import Impossible, Refusal, Sentence, player, say

if TYPE_CHECKING:
    Wrong = tuple[str, Sentence]

RULED = ("online.only-stop", "online.no-discard", "online.hacker-first")
"""Sentences that quote a part of a rule that is ours."""
RULINGS = frozenset({"ON-3", "ON-18", "ON-26", "ON-30", "ON-31", *RULED})
ALTERNATIVES = 3
REPAIRED_BY = {PASSWORD_ERROR: PASSWORD_OK, VIRUS: ANTIVIRUS}


def judge(state: State, act: Act) -> Refusal | None:
    """Rule on any act; None is yes."""
    wrong = _wrong(state, act)
    if wrong is None:
        return None
    rule, why = wrong
    if rule is None or act.verb in {"fix", "quit"}:
        return Refusal(rule, why)
    return Refusal(rule, why, _instead(state, act))


def _wrong(state: State, act: Act) -> tuple[str | None, Sentence] | None:
    try:
        if act.verb in {"fix", "quit"}:
            play(state, act)
            return None
        given = understood(state, act)
    except Impossible as impossible:
        wrong = impossible.rule, impossible.why
        is_said_in_time = act.verb in {"fix", "quit"} or impossible.rule in {None, "M-6"}
        return wrong if is_said_in_time else _against_moment(state, act) or wrong
    return _against_moment(state, act) or _against(state, act, given)


def _against(state: State, act: Act, given: Given) -> Wrong | None:
    match act.verb:
        case "lay":
            return _against_laying(state.party(act.seat or 0), given.card)
        case "download":
            return _against_download(state, given.card)
        case "block":
            return _against_block(state, act.seat or 0, given)
        case "capture":
            return _against_capture(state, act.seat or 0, given)
        case "search":
            return _against_landing(state, act.seat or 0, given.card, given.target)
        case "secure":
            return _against_securing(state, given.card)
        case "stop" if state.hands[state.turn - 1] > FULL_HAND:
            return "ON-11", say("online.discard-first", most=FULL_HAND)
        case "discard" if state.hands[state.turn - 1] <= FULL_HAND:
            return "ON-11", say("online.no-discard", count=state.hands[state.turn - 1], most=FULL_HAND)
    return None


# --- is it the moment for it?


def _against_moment(state: State, act: Act) -> Wrong | None:
    """Tell why nobody, or not this player, may do such a thing now."""
    verb, seat = act.verb, act.seat
    if state.end is not None:
        return _against_report(state, act)
    if verb == "holds":
        return "ON-35", say("online.not-over")
    if verb == "time":
        return None if state.deal.has_limit else ("ON-36", say("online.no-limit"))
    if verb == "patrol":
        return _against_patrol(state, seat or 0)
    if state.phase is Phase.HACKING:
        if verb == "capture" and seat == state.turn:
            return None
        if verb == "lay" and seat != state.turn:
            return "ON-22", say("online.hacker-first", who=player(state.turn))
        return "ON-24", say("online.hacker-waits", who=player(state.turn))
    if verb == "capture":
        return "ON-24", say("online.no-hacker")
    if seat != state.turn:
        return _against_out_of_turn(state, act)
    return _against_phase(state, verb)


def _against_phase(state: State, verb: str) -> Wrong | None:
    if state.phase is Phase.BEGUN:
        return None if verb in {"draw", "exchange", "secure"} else ("ON-10", say("online.begin-first"))
    if verb in {"draw", "exchange"}:
        return "ON-10", say("online.begun-already")
    if state.phase is Phase.DISCARDED and verb not in {"stop", "discard"}:
        return "ON-11", say("online.only-stop")
    return None


def _against_report(state: State, act: Act) -> Wrong | None:
    assert state.end is not None
    if act.verb != "holds":
        return over(state)
    seat = act.seat or 0
    if state.deal.party_of[seat - 1] in state.end.winners:
        return "ON-35", say("online.winners-hold", who=player(seat))
    if state.holds[seat - 1] >= 0:
        return "ON-35", say("online.held-already", who=player(seat), count=state.holds[seat - 1])
    return None


def _against_patrol(state: State, seat: int) -> Wrong | None:
    if state.phase is not Phase.HACKING:
        return "ON-24", say("online.no-hacker")
    return ("ON-24", say("online.own-hacker")) if seat == state.turn else None


def _against_out_of_turn(state: State, act: Act) -> Wrong | None:
    """Out of turn only what was obstructed in this very turn is repaired (ON-22)."""
    seat = act.seat or 0
    if act.verb in {"draw", "exchange", "stop", "discard"}:
        return "ON-8", say("online.not-your-turn", who=player(seat), other=player(state.turn))
    at = state.deal.party_of[seat - 1]
    if act.verb == "lay":
        pile = "memory" if act.args[:1] == (NAMES[EXTRA_MEMORY],) else "line"
        if (at, pile) in state.fresh and state.parties[at].is_ill(pile):
            return None
    return "ON-22", say("online.only-repairs", who=player(seat), other=player(state.turn))


# --- may it lie there?


def _against_laying(party: Party, card: int) -> Wrong | None:
    """Link cards on the own piles (ON-12, ON-13, ON-15, ON-21)."""
    line = party.line_top
    if card == EXTRA_MEMORY:
        if party.memory_top == EXTRA_MEMORY:
            return "ON-15", say("online.has-memory")
        return None
    if card in REPAIRED_BY.values():
        if REPAIRED_BY.get(line) == card:
            return None
        ill = next(bad for bad, good in REPAIRED_BY.items() if good == card)
        return "ON-21", say("online.nothing-to-repair", card=card_name(card), ill=card_name(ill), top=_top(line))
    if line in REPAIRED_BY:
        return "ON-21", say("online.repair-first", top=card_name(line), card=card_name(REPAIRED_BY[line]))
    if card == ON_LINE and line in UP:
        return "ON-12", say("online.is-up", top=card_name(line))
    if card == TURBO_LINE and line == TURBO_LINE:
        return "ON-13", say("online.is-up", top=card_name(line))
    return None


def _top(card: int) -> Sentence:
    return say("online.no-top") if card == NONE else card_name(card)


def _against_download(state: State, card: int) -> Wrong | None:
    party = state.party(state.turn)
    if not party.is_up:
        return "ON-16", _not_up(party)
    limit = 2 if party.line[-1] == TURBO_LINE else 1
    if state.downloads >= limit:
        return "ON-16", say("online.downloaded", count=state.downloads, top=card_name(party.line[-1]), most=limit)
    return _against_memory(party, card)


def _not_up(party: Party) -> Sentence:
    """Say what a line needs."""
    top = party.line_top
    if top in REPAIRED_BY:
        return say("online.blocked-by", top=card_name(top), card=card_name(REPAIRED_BY[top]))
    if top == UNDER_CONSTRUCTION:
        return say("online.under-construction")
    return say("online.no-line")


def _against_memory(party: Party, card: int) -> Wrong | None:
    if card in LARGE and party.memory_top != EXTRA_MEMORY:
        key = "online.memory-is-full" if party.memory else "online.no-memory"
        return "ON-17", say(key, card=card_name(card))
    return None


def _against_block(state: State, seat: int, given: Given) -> Wrong | None:
    if given.party == state.deal.party_of[seat - 1]:
        return "ON-19", say("online.own-party", card=card_name(given.card))
    return _against_obstructing(state, given.party, given.card)


def _against_obstructing(state: State, at: int, card: int) -> Wrong | None:
    party, name = state.parties[at], party_name(state, at)
    if card == MEMORY_FULL:
        if party.memory_top != EXTRA_MEMORY:
            return "ON-19", say("online.no-memory-to-fill", party=name)
        return None
    if not party.is_up:
        top = party.line_top
        return "ON-19", say("online.line-not-up", party=name, top=_top(top))
    return None


def _against_capture(state: State, seat: int, given: Given) -> Wrong | None:
    source, target = given.source, given.target
    if source in {NOTHING, DISCARD}:
        return None
    if source.category is not None:
        if source.party == state.deal.party_of[seat - 1]:
            return "ON-27", say("online.own-category")
        if state.parties[source.party].secured[source.category - CATEGORIES[0]]:
            return "ON-27", say("online.secured", pile=pile_name(source, state))
    if target == source:
        return "ON-28", say("online.same-pile")
    return _against_landing(state, seat, top_card(state, source), target)


def _against_landing(state: State, seat: int, card: int, target: Pile) -> Wrong | None:
    """A captured or searched card lies where it could lawfully be laid now (ON-28)."""
    if target == DISCARD:
        return None
    party = state.parties[target.party]
    wrong: Wrong | None
    if card in OBSTRUCTIONS:
        if target.party == state.deal.party_of[seat - 1]:
            return "ON-28", say("online.own-party", card=card_name(card))
        wrong = _against_obstructing(state, target.party, card)
    elif card in LINKS:
        wrong = _against_laying(party, card)
    elif not party.is_up:
        wrong = "ON-16", _not_up(party)
    else:
        wrong = _against_memory(party, card)
    if wrong is None:
        return None
    return "ON-28", say("online.cannot-land", card=card_name(card), pile=pile_name(target, state), why=wrong[1])


def _against_securing(state: State, card: int) -> Wrong | None:
    if state.party(state.turn).secured[card - CATEGORIES[0]]:
        return "ON-33", say("online.secured-already", card=card_name(card))
    return None


NEAR = {
    "block": ("block", "lay", "download"),
    "capture": ("capture", "hacker", "lay"),
    "discard": ("discard", "stop"),
    "download": ("download", "lay", "stop"),
    "lay": ("lay", "download"),
    "patrol": ("capture", "stop", "draw"),
    "secure": ("secure", "download", "draw"),
    "stop": ("stop", "discard", "draw"),
}
"""What somebody may have meant instead of a verb; else the verb itself."""


def _instead(state: State, act: Act) -> tuple[Act, ...]:
    """Find the lawful acts nearest to a wish: what makes it possible first, then the nearest deed and player."""
    verbs = NEAR.get(act.verb, (act.verb,))
    helpful = _helpful(state, act)

    def distance(other: Act) -> tuple[bool, bool, int, int]:
        helps = other.verb == "lay" and other.args[0] in helpful
        rank = verbs.index(other.verb) if other.verb in verbs else len(verbs) + (other.verb == "search")
        shared = sum(a == b for a, b in zip(act.args, other.args, strict=False))
        return not helps, other.seat != act.seat, rank, -shared

    return tuple(sorted(legal(state), key=distance)[:ALTERNATIVES])


def _helpful(state: State, act: Act) -> tuple[str, ...]:
    """Name the link cards that a play on the own tableau waits for."""
    if act.verb not in {"lay", "download"} or act.seat is None:
        return ()
    party = state.party(act.seat)
    if not party.is_up:
        top = party.line_top
        return (NAMES[REPAIRED_BY[top]],) if top in REPAIRED_BY else (NAMES[ON_LINE], NAMES[TURBO_LINE])
    return (NAMES[EXTRA_MEMORY],) if act.args[0] in {NAMES[card] for card in LARGE} else ()


# --- what there is to say


def over(state: State) -> tuple[str, Sentence]:
    """Say why the game is over."""
    assert state.end is not None
    winners = tuple(
        player(seat) for at in state.end.winners for seat in state.deal.parties[at] if seat not in state.left
    )
    key = {"ON-2": "online.over-won", "ON-36": "online.over-time", "M-6": "online.over-left"}[state.end.rule]
    return state.end.rule, say(key, who=winners)


def seats(state: State) -> tuple[int, ...]:
    """Tell who plays each seat: with five players seat 6 is played by player 3 (ON-6)."""
    return tuple(3 if seat > state.deal.players else seat for seat in state.seats)


def ask(state: State) -> Ask:
    """Tell whose moment it is and for what."""
    if state.end is not None:
        waiting = tuple(dict.fromkeys(act.seat for act in legal(state) if act.seat is not None))
        _, why = over(state)
        return Ask(waiting, say("online.ask-holds") if waiting else why)
    who = player(state.turn)
    speaking = dict.fromkeys(act.seat for act in legal(state) if act.seat is not None)
    seats = (state.turn, *(seat for seat in speaking if seat != state.turn))
    if state.phase is Phase.HACKING:
        return Ask(seats, say("online.ask-capture", who=who), who=say("online.ask-stopped"))
    if state.phase is Phase.BEGUN:
        return Ask(seats, say("online.ask-begin", who=who))
    repairs = say("online.ask-repair") if len(seats) > 1 else None
    return Ask(seats, say("online.ask-play", who=who), who=repairs)


def tell(_state: State, act: Act) -> Sentence:
    """Say in a few words what an act does."""
    match act:
        case Act(verb="lay" | "download" | "secure", args=(card,)):
            return say(f"online.told-{act.verb}", card=say(f"online.card-{card}"))
        case Act(verb="block", args=(card, party)):
            return say("online.told-block", card=say(f"online.card-{card}"), party=party)
        case Act(verb="exchange", args=(count, *_)):
            return say("online.told-exchange", count=count)
        case Act(verb="capture", args=("nothing" | "discard", *_)):
            return say(f"online.told-capture-{act.args[0]}")
        case Act(verb="capture", args=(source, target)):
            return say("online.told-capture", source=source, target=target)
        case Act(verb="search", args=(_, target)):
            return say("online.told-search", target=target)
        case Act(verb="holds", args=(count,)):
            return say("online.told-holds", who=act.seat or 0, count=count)
        case Act(verb="patrol"):
            return say("online.told-patrol", who=act.seat or 0)
    return say(f"online.told-{act.verb}")


def reveals(act: Act) -> bool:
    """Tell whether an act shows something new: cards that were drawn."""
    return act.verb in {"draw", "exchange", "search"}


def standing(state: State) -> Standing:
    """Tell the downloads of each party against its goal, what blocks it, and at the end the score (ON-35)."""
    deal, end = state.deal, state.end
    points = {seat: sum(state.party(seat).piles) for seat in state.seats}
    winners = tuple(seat for seat in state.seats if end is not None and deal.party_of[seat - 1] in end.winners)
    details: dict[str, object] = {
        "parties": [_party_details(state, at) for at in range(len(state.parties))],
        "bank": state.bank,
        "discards": [NAMES[card] if card != NONE else None for card in state.discards],
        "hands": {str(seat): count for seat, count in zip(state.seats, state.hands, strict=True)},
        "owed": {str(seat): turns for seat, turns in zip(state.seats, state.owed, strict=True)},
        "turn": state.turn,
        "phase": state.phase.value,
        "left": sorted(state.left),
        "shuffles": state.shuffles,
    }
    if end is not None:
        details["score"] = score(state)
        details["next_first"] = next(seat for seat in winners if seat not in state.left)
    is_telling = end is not None and bool(legal(state))
    return Standing(end is not None and not is_telling, winners, points, details, is_telling)


def _party_details(state: State, at: int) -> dict[str, object]:
    party, deal = state.parties[at], state.deal
    top = party.line_top
    names = [NAMES[card] for card in CATEGORIES]
    return {
        "seats": list(deal.parties[at]),
        "line": [NAMES[card] for card in party.line],
        "memory": [NAMES[card] for card in party.memory],
        "is_up": party.is_up,
        "blocked_by": NAMES[top] if top in OBSTRUCTIONS else None,
        "downloaded": dict(zip(names, party.piles, strict=True)),
        "goals": dict(zip(names, deal.goals, strict=True)),
        "secured": [name for name, is_secured in zip(names, party.secured, strict=True) if is_secured],
    }


def score(state: State) -> dict[str, dict[str, int | None]]:
    """Note gain and loss of each party, by its lowest seat; a gain is unknown until all hands are reported."""
    deal, end = state.deal, state.end
    assert end is not None
    losing = [
        seat for seat in state.seats if deal.party_of[seat - 1] not in end.winners and seat not in state.left
    ]
    held = [state.holds[seat - 1] for seat in losing]
    gain = None if any(count < 0 for count in held) else sum(held)
    table: dict[str, dict[str, int | None]] = {}
    for at, party in enumerate(state.parties):
        won = at in end.winners
        missing = sum(deal.goals) - sum(party.piles)
        loss = missing if not won and len(state.parties) > 2 else 0  # noqa: PLR2004 - three parties or more
        table[str(party_name(state, at))] = {"gain": gain if won else 0, "loss": loss}
    return table

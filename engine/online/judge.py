"""The verdict on any act of Online, and what the box asks and says.

>>> from engine.game import Setup
>>> from engine.online.state import start
>>> state = start(Setup("online", ("Anna", "Ben")))
>>> refusal = judge(state, Act(1, "lay", ("on-line",)))
>>> refusal.rule, refusal.why.key, [str(act) for act in refusal.allowed]
('ON-10', 'online.begin-first', ['1 draw', '1 exchange 1', '1 exchange 2'])
"""

from __future__ import annotations

from engine.acts import Act
from engine.game import Ask
from engine.online.cards import (
    CATEGORIES,
    EXTRA_MEMORY,
    LARGE,
    LINKS,
    MEMORY_FULL,
    NAMES,
    NONE,
    OBSTRUCTIONS,
    ON_LINE,
    REPAIRED_BY,
    TURBO_LINE,
    UNDER_CONSTRUCTION,
    UP,
)
from engine.online.corrections import tell_fix
from engine.online.legal import legal
from engine.online.play import play, top_card, understood
from engine.online.reading import DISCARD, NOTHING, Given, Pile, pile_name
from engine.online.state import FULL_HAND, Party, Phase, State, card_name, party_called, party_name, pile_kind
from engine.online.timing import over, wrong_moment
from engine.verdicts import Impossible, Refusal, Sentence, player, say, seat_name

Wrong = tuple[str, Sentence]


RULINGS = frozenset(
    {
        ("ON-3", "online.complete"),
        ("ON-11", "online.no-discard"),
        ("ON-11", "online.only-stop"),
        ("ON-18", "online.line-new"),
        ("ON-22", "online.hacker-first"),
        ("ON-30", "online.hand-only"),
        ("ON-30", "online.nothing-discarded"),
    }
)
ALTERNATIVES = 3


def judge(state: State, act: Act) -> Refusal | None:
    """Return why an act is refused; None if it is accepted."""
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
        return wrong if is_said_in_time else wrong_moment(state, act) or wrong
    return wrong_moment(state, act) or _against(state, act, given)


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
    if state.is_line_new(state.deal.party_of[state.turn - 1]):
        return "ON-18", say("online.line-new")
    limit = 2 if party.line[-1] == TURBO_LINE else 1
    if state.downloads >= limit:
        return "ON-16", say("online.downloaded", count=state.downloads, top=card_name(party.line[-1]), most=limit)
    return _against_memory(party, card)


def _not_up(party: Party) -> Sentence:
    """Return what a line needs."""
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
    """Return why a captured or searched card cannot be laid there now (ON-28)."""
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
    elif state.is_line_new(target.party):
        wrong = "ON-18", say("online.line-new")
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
    """Find the legal acts nearest to a wish: what makes it possible first, then the nearest verb and player."""
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


def seats(state: State) -> tuple[int, ...]:
    """Return who plays each seat: with five players seat 6 is played by player 3 (ON-6)."""
    return tuple(3 if seat > state.deal.players else seat for seat in state.seats)


def ask(state: State) -> Ask:
    """Return who has to say what."""
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


def tell(state: State, act: Act) -> Sentence:
    """Return in a few words what an act does."""
    match act:
        case Act(verb="fix"):
            return tell_fix(state, act)
        case Act(verb="lay" | "download" | "secure", args=(card,)):
            return _tell_card(state, act, say(f"online.card-{card}"))
        case Act(verb="block", args=(card, party)):
            return say("online.told-block", card=say(f"online.card-{card}"), party=party_called(state, party))
        case Act(verb="exchange", args=(count, *_)):
            return say("online.told-exchange", count=count)
        case Act(verb="capture", args=("nothing" | "discard", *_)):
            return say(f"online.told-capture-{act.args[0]}")
        case Act(verb="capture", args=(source, target)):
            owner, _, pile = source.partition(".")
            whose, where_to = party_called(state, owner), _target(state, target)
            return say("online.told-capture", pile=pile_kind(pile), source=whose, target=where_to)
        case Act(verb="search", args=(card, target)):
            return say("online.told-search", card=say(f"online.card-{card}"), target=_target(state, target))
        case Act(verb="holds", args=(count,)):
            return say("online.told-holds", who=seat_name(act.seat), count=count)
        case Act(verb="patrol"):
            return say("online.told-patrol", who=seat_name(act.seat))
    return say(f"online.told-{act.verb}")


def _tell_card(state: State, act: Act, card: Sentence) -> Sentence:
    """Tell of a card on the own party; whoever repairs out of turn is named."""
    if act.verb == "lay" and act.seat != state.turn:
        return say("online.told-lay-by", who=seat_name(act.seat), card=card)
    return say(f"online.told-{act.verb}", card=card)


def _target(state: State, word: str) -> Sentence:
    """Name where a card goes: to a party, to the discard pile or into the hand."""
    return say(f"online.to-{word}") if word in {"discard", "hand"} else party_called(state, word.partition(".")[0])


def reveals(act: Act) -> bool:
    """Return whether an act shows something new: cards that were drawn."""
    return act.verb in {"draw", "exchange", "search"}

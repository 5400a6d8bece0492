"""Is it the moment for an act? What each phase waits for, and what is said to anything else.

| phase   | waits for                                             |
| ------- | ----------------------------------------------------- |
| DEAL    | deal                                                  |
| SHOW    | show                                                  |
| TURN    | put TILE, swap TILE, clear, analyse: of who has the turn |
| SWAPPED | put, swap, offline: of who has the turn               |
| CLEARED | put TILE, pass: of who has the turn                   |
| END     | reveal: of anybody                                    |
| ENTRY   | site, lead, analysed, reveal: of anybody              |
"""

from __future__ import annotations

from engine.acts import OPEN, Act
from engine.offline.owner_data import NETS
from engine.offline.state import BEFORE_A_TURN, DISPLAY, OFFLINE, Phase, Place, State, room_to_deal, site_name
from engine.offline.tiles import CATEGORIES, NONE, tile_name
from engine.verdicts import Sentence, player, say

Wrong = tuple[str, Sentence]

WHERE = say("offline.ask-where")
_TURN = frozenset({("put", True), ("swap", True), ("clear", False), ("analyse", False)})
_FITTING = {
    Phase.DEAL: frozenset({("deal", True)}),
    Phase.SHOW: frozenset({("show", False)}),
    Phase.TURN: _TURN,
    Phase.SWAPPED: frozenset({("put", False), ("swap", False), ("offline", False)}),
    Phase.CLEARED: frozenset({("put", True), ("pass", False)}),
    Phase.END: frozenset[tuple[str, bool]](),
}
"""By phase: the verbs, and whether a tile and a site are named."""


def _form(act: Act) -> tuple[str, bool]:
    if act.verb in {"put", "swap"}:
        return act.verb, len(act.args) > 1
    return act.verb, act.verb == "deal"


def wrong_moment(state: State, act: Act) -> Wrong | None:
    """Return why nobody, or not this player, may do such a thing now."""
    if state.phase is Phase.ENTRY:
        return None
    if act.verb == "reveal":
        return None if state.phase is Phase.END else ("OF-5", say("offline.hidden"))
    if _form(act) not in _FITTING[state.phase]:
        return wrong_phase(state, act)
    if act.seat is not None and act.seat != state.turn:
        return "OF-4", say("offline.not-your-turn", who=player(act.seat), other=player(state.turn))
    return None


def cannot_be_now(state: State, act: Act) -> Wrong | None:
    """Return why an act cannot even be insisted on now.

    Play can go on although the display is not full, and tiles can turn up at any time; but a tile in the hand has
    to go somewhere first, and a game that is over is over.
    """
    if act.verb == "reveal" or state.phase is Phase.ENTRY:
        return None
    fitting = _TURN if state.phase in BEFORE_A_TURN else _FITTING[state.phase]
    is_tile_told = act.verb in {"deal", "show"} and state.phase is not Phase.END
    return None if is_tile_told or _form(act) in fitting else wrong_phase(state, act)


def wrong_phase(state: State, act: Act) -> Wrong:
    """Return what a phase waits for instead."""
    match state.phase:
        case Phase.DEAL:
            waiting = (name for name, tiles in zip(NETS, state.nets, strict=True) if room_to_deal(tiles))
            return "OF-4", say("offline.deal-first", nets=tuple(waiting))
        case Phase.SHOW if act.verb != "deal":
            lacking = min(DISPLAY - len(state.display), state.bag)
            return "OF-12", say("offline.show-first", count=lacking)
        case Phase.SWAPPED:
            key = "offline.lay-first" if len(state.offline) < OFFLINE else "offline.put-first"
            return "OF-9", say(key, tile=tile_name(state.hand), who=player(state.turn))
        case Phase.CLEARED:
            tiles = tuple(map(tile_name, state.offline))
            key = "offline.cleared" if tiles else "offline.cleared-empty"
            return "OF-11", say(key, tiles=tiles, who=player(state.turn))
        case Phase.END:
            return over(state)
    return _NOT_IN_A_TURN[act.verb]


_NOT_IN_A_TURN = {
    "deal": ("OF-4", say("offline.dealt")),
    "show": ("OF-12", say("offline.shown")),
    "pass": ("OF-11", say("offline.nothing-cleared")),
    **dict.fromkeys(("put", "swap", "offline"), ("OF-9", say("offline.nothing-came-off"))),
}
"""What is said in a player's turn, or between two, to what belongs elsewhere."""


def over(state: State) -> Wrong:
    """Return the rule by which no further tile is laid, and why."""
    if state.is_full:
        return "OF-14", say("offline.over-full")
    if state.left.issuperset(state.seats):
        return "M-6", say("offline.over-left")
    if state.is_stopped:
        return "M-8", say("offline.over-stopped")
    return "OF-15", say("offline.over-empty")


def where(state: State) -> Sentence:
    """Return the question for a place; it names the tile that came off."""
    return WHERE if state.hand == NONE else say("offline.ask-where-to", tile=tile_name(state.hand))


def due(state: State) -> Act | None:
    """Return what the box asks for next: net by net the leads, or the tiles where some were told."""
    for number, (net, tiles, leads) in enumerate(zip(NETS, state.nets, state.leads, strict=True)):
        if number in state.closed:
            continue
        if any(tile != NONE for tile in tiles):
            if NONE in tiles:
                return Act(None, "site", (site_name(Place(number, tiles.index(NONE))), OPEN))
        elif None in leads:
            category = CATEGORIES[leads.index(None)]
            return Act(None, "lead", (net, category, OPEN, OPEN))
    return None

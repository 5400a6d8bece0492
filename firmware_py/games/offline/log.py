"""What the log of Offline tells besides its acts: tiles that come off or leave the game, new leads, the end."""

from __future__ import annotations

from engine.offline.owner_data import NETS
from engine.offline.scoring import leads_in
from engine.offline.state import Phase, State
from engine.offline.tiles import NONE, tile_name, type_name
from engine.offline.timing import over
from engine.verdicts import Sentence, say
from firmware_py.games.contract import retold_as_it_was

IN_PLAY = frozenset({Phase.TURN, Phase.SWAPPED, Phase.CLEARED})
"""Before that tiles are laid out, after that they are counted."""

retold = retold_as_it_was


def consequences(before: State, after: State, _seat: int | None) -> list[Sentence]:
    """Return what an act has brought about."""
    if before.phase not in IN_PLAY:
        return []
    found = []
    if after.hand not in {NONE, before.hand}:
        found.append(say("offline.then-off", tile=tile_name(after.hand)))
    if offline := [tile for tile in after.offline if tile not in before.offline]:
        found.append(say("offline.told-row-offline", tiles=tuple(map(tile_name, offline))))
    if out := after.out[len(before.out) :]:
        found.append(say("offline.told-row-out", tiles=tuple(map(tile_name, out))))
    found += _leading(before, after)
    if after.phase is Phase.END:
        found.append(over(after)[1])
    return found


def _leading(before: State, after: State) -> list[Sentence]:
    """Return who leads now in a net where somebody else has led, or nobody."""
    return [
        say("offline.told-lead", net=net, kind=type_name(lead.kind), count=lead.tiles)
        for net, was, now in zip(NETS, before.nets, after.nets, strict=True)
        if was != now
        for led, lead in zip(leads_in(was), leads_in(now), strict=True)
        if lead.kind not in {NONE, led.kind}
    ]

"""What the tests of Offline share: a board that is set up, and ways to say things."""

from functools import partial

from engine.offline.owner_data import NETS, PLACEHOLDER, owner_tags
from engine.offline.tiles import NAMES as TILES
from tests.engine import games
from tests.engine.games import say_all

VERIFIED = owner_tags(PLACEHOLDER._replace(map_verified=True, market_verified=True))
"""The tags of a record whose owner has compared the stand-in with the own box."""
DEALT = (
    "deal C1 YFB", "deal C2 YEM", "deal A1 REC", "deal A2 REM", "deal B1 RET", "deal B2 REB",
    "deal D1 RDC", "deal D2 RDM", "deal E1 RDT", "deal E2 RDB", "deal F1 RFC", "deal F2 RFM",
    "deal G1 RFT", "deal G2 RFB", "deal H1 RSC", "deal H2 RSM",
)  # fmt: skip
SHOWN = ("show YSM", "show GEB", "show YSB", "show RST", "show RSB")
NET_C = (*DEALT, *SHOWN, "1 put YSM C3", "show YEC", "2 put GEB C4", "show YET")
"""The worked example of the rules in net C, whose site 5 is empty. In the display: YSB RST RSB YEC YET."""


begin, played = partial(games.begin, "offline"), partial(games.played, game="offline")


def scored(*sentences, seats=2, **tags):
    return played(*sentences, seats=seats, Depth="score", **tags)


def refused(match, sentence, rule):
    refusal = games.refused(match, sentence)
    assert refusal.rule == rule, refusal
    if rule is not None:
        assert set(refusal.allowed) <= set(match.legal())
    return refusal


def bag(match):
    """List the tiles that nobody has seen."""
    return [name for at, name in enumerate(TILES) if not match.state.is_seen(at)]


def fill(match, *but):
    """Correct every empty site but some, with tiles from the bag."""
    for net, tiles in zip(NETS, match.state.nets, strict=True):
        for at, tile in enumerate(tiles, start=1):
            if tile < 0 and f"{net}{at}" not in but:
                say_all(match, f"fix {net}{at} {bag(match)[0]}")
    return match

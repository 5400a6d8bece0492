"""Offline's table picture: what people read off a net."""

from itertools import pairwise

import pytest

from engine import GAMES
from engine.game import Setup
from engine.offline.owner_data import SIZES
from engine.offline.state import Phase, Web
from engine.offline.tiles import NONE
from firmware_py.games.offline import display
from firmware_py.games.views import TableView
from firmware_py.i18n.translations import Translations
from tests.engine.offline.tables import NET_C
from tests.firmware_py.drawn_text import all_texts_fit
from tests.firmware_py.ui.match_screens import box_of

WORDS = Translations("en")
RULES = GAMES["offline"].rules()
PLAYERS = ("Anna", "Ben")
SEEN_DOTS = 3
"""A link that adds fewer dots looks like a part of a letter."""


def drawn_net(size, links, tile):
    """Draw net A with some sites and links, and the same tile on all sites."""
    state = RULES.start(Setup("offline", PLAYERS))
    linked = tuple(tuple(other for link in links if at in link for other in link - {at}) for at in range(size))
    deal = state.deal._replace(nets=(Web(size, linked), *state.deal.nets[1:]))
    nets = ((tile,) * size, *state.nets[1:])
    view = TableView(state._replace(deal=deal, nets=nets), PLAYERS, WORDS, chosen=("A",), hints=False)
    return display.draw(view)


@pytest.mark.parametrize("tile", [NONE, 0], ids=["free", "full"])
@pytest.mark.parametrize("size", SIZES)
def test_a_link_between_neighbours_is_seen(size, tile):
    without = drawn_net(size, (), tile).tobytes()
    for link in pairwise([*range(size), 0]):
        dots = int.from_bytes(without) ^ int.from_bytes(drawn_net(size, [set(link)], tile).tobytes())
        assert dots.bit_count() >= SEEN_DOTS, link


@all_texts_fit()
def test_the_display_and_a_tile_that_came_off_fit_side_by_side():
    box = box_of(*NET_C, "1 swap YSB C2", "fix display YSC RST RSB YEC YET", game="offline")
    box.table()


def test_the_end_shows_all_nets_also_after_a_swap():
    swapped = box_of(*NET_C, "1 swap YSB C2", game="offline").match.state
    ended = swapped._replace(phase=Phase.END, hand=NONE)
    pictures = [display.draw(TableView(state, PLAYERS, WORDS)) for state in (ended, ended._replace(swapped=None))]
    assert pictures[0].tobytes() == pictures[1].tobytes()

"""Offline, whole games in which the table corrects and changes its mind, beside arithmetic in plain words."""

from engine.offline.owner_data import MARKET_CARDS, NETS
from engine.offline.state import Phase
from engine.offline.tiles import LETTERS, NAMES
from tests.engine.games import SETUPS
from tests.engine.offline.slow_offline import score, worth
from tests.engine.offline.test_offline_games import whole
from tests.engine.random_games import MANY, corrected, games


@games(MANY)
def test_corrected_games_are_scored_and_swapped_as_in_plain_words(seed):
    setup = SETUPS["offline"][seed % len(SETUPS["offline"])]
    for match, _ in corrected(setup, seed, whole):
        state = match.state
        board = dict(match.standing().details["sites"])
        if not any(any(leads) for leads in state.leads):
            scored_in_plain_words(match, board)
        if state.phase in {Phase.TURN, Phase.SWAPPED}:
            swapped_in_plain_words(match, board)


def scored_in_plain_words(match, board):
    state = match.state
    sizes = {
        name: max(net.size, *(int(site[1:]) for site in board if site[0] == name), 0)
        for name, net in zip(NETS, state.deal.nets, strict=True)
    }
    cards = {
        seat: "".join(LETTERS[kind] for kind in shown)
        for seat, shown in zip(state.seats, state.cards, strict=True)
        if shown is not None
    }
    made = {
        seat: (MARKET_CARDS[analysis.card], NAMES[analysis.tile])
        for seat, analysis in zip(state.seats, state.analysed, strict=True)
        if analysis is not None
    }
    market = dict(zip(MARKET_CARDS, state.deal.values, strict=True))
    order = "".join(MARKET_CARDS[card] for card in state.deal.market)
    expected = score(board, sizes, cards, made if state.deal.is_expert else None, market, order=order)
    standing = match.standing()
    assert {seat: standing.points[seat] for seat in cards} == expected
    if standing.over:
        assert standing.winners == tuple(seat for seat in cards if expected[seat] == max(expected.values()))


def swapped_in_plain_words(match, board):
    state = match.state
    tiles = [state.hand] if state.phase is Phase.SWAPPED else list(state.display)
    joined = links(state)
    second_is_barred = state.phase is Phase.SWAPPED and len(state.offline) == 4
    now = {site: worth(board, joined, site, lying) for site, lying in board.items()}
    gaining = {
        (NAMES[tile], site)
        for tile in tiles
        for site in board
        if not second_is_barred and worth(board, joined, site, NAMES[tile]) > now[site]
    }
    swaps = [act.args for act in match.legal() if act.verb == "swap"]
    assert {args if len(args) > 1 else (NAMES[state.hand], *args) for args in swaps} == gaining


def links(state):
    return [
        f"{name}{one + 1}-{name}{other + 1}"
        for name, net in zip(NETS, state.deal.nets, strict=True)
        for one, others in enumerate(net.linked)
        for other in others
        if one < other
    ]

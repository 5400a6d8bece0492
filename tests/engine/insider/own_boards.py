"""Boards as owners could have them: without some paths of the grid, and with others (IR-36)."""

from hypothesis import strategies as st

from engine.insider.city import CORNERS, GRID, PAIRS, PLACES, Link
from engine.insider.owner_data import Board

FREE = [pair for pair in PAIRS if not set(pair) & set(CORNERS)]
INNER_GRID = [pair for pair in GRID if pair in FREE]
NO_HOMES = [place for place in PLACES if place not in CORNERS]


def board_of(gone=(), **squares):
    """The placeholder without some paths, and with the squares of others: `board_of(["a2-a3"], a2_b3=1)`."""
    links = {pair: 2 for pair in GRID if "-".join(pair) not in gone}
    links |= {tuple(pair.split("_")): count for pair, count in squares.items()}
    return Board(links=tuple(Link(*pair, links[pair]) for pair in sorted(links)))


def connected(pairs):
    """The pairs and as many paths of the grid as it takes to reach every place that is no home."""
    pairs = set(pairs)
    group = {place: place for place in NO_HOMES}
    for pair in [*sorted(pairs), *INNER_GRID]:
        one, other = (group[end] for end in pair)
        if one != other:
            pairs.add(pair)
            group = {place: one if of == other else of for place, of in group.items()}
    return pairs


@st.composite
def own_boards(draw):
    """Any board that is allowed: random paths, a home with two, lengths from 0 to 6."""
    lacking = draw(st.sets(st.sampled_from(INNER_GRID)))
    more = draw(st.sets(st.sampled_from(FREE), max_size=8))
    pairs = connected({*INNER_GRID, *more} - lacking)
    for home in CORNERS:
        ends = draw(st.lists(st.sampled_from(NO_HOMES), min_size=2, max_size=2, unique=True))
        pairs |= {(min(home, end), max(home, end)) for end in ends}
    return Board(links=tuple(Link(*pair, draw(st.integers(0, 6))) for pair in sorted(pairs)))


OWN = board_of(
    ["a1-a2", "a4-a5", "b2-b3", "c4-c5", "d1-e1"], a1_b2=3, a3_a5=1, b1_d1=2, c5_e4=6, d2_e1=0, d2_e3=2, d3_e2=2
)
"""A board with all kinds of paths: across, around a place, crossing another, long and without squares."""

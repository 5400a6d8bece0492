"""Online at the keys: the steps to blocks, to repairs of others, to targets and to whoever stops a hacker."""

import pytest

from engine.acts import read_act
from engine.steps import Direction
from tests.engine.online.tables import played

LEFT, RIGHT, UP, DOWN = Direction
CONNECTED = ("fix 1.line on-line", "fix 1.memory extra-memory")
"""A line and a memory to which nothing but a turbo-line can be added."""


def way(match, sentence):
    """Return the values and sides of the steps to an act."""
    return [(step.value, step.side) for step in match.rules.steps(match.state, read_act(sentence))]


@pytest.mark.parametrize(
    ("seats", "parties", "expected"),
    [
        (2, "teams", {"2": [("obstruct", UP)]}),
        (3, "teams", {"2": [("2", UP)], "3": [("3", DOWN)]}),
        (
            4,
            "single",
            {name: [("obstruct", UP), (name, side)] for name, side in (("2", LEFT), ("3", UP), ("4", RIGHT))},
        ),
    ],
)
def test_a_block_asks_for_the_party_if_there_are_several_and_then_for_the_card(seats, parties, expected):
    match = played("1 draw", seats=seats, Parties=parties)
    assert way(match, "1 block virus 1") == [], "nobody blocks the own party"
    for name, whom in expected.items():
        assert way(match, f"1 block virus {name}") == [("more", RIGHT), *whom, ("virus", LEFT)]


def test_a_complete_category_is_secured_where_it_was_downloaded():
    match = played("fix 1.e-mail 6", "1 draw")
    assert way(match, "1 secure e-mail") == [("category", LEFT), ("e-mail", LEFT), ("secure", UP)]
    assert way(match, "1 download e-mail") == way(match, "1 secure music") == []
    match = played("fix 1.e-mail 6", "fix 1.e-mail secured", "1 draw")
    assert way(match, "1 secure e-mail") == []
    assert way(match, "1 download e-mail") == [("category", LEFT), ("e-mail", LEFT)]


def test_what_repairs_the_own_line_needs_no_question_which_card():
    match = played("fix 1.line on-line virus", "1 draw")
    assert way(match, "1 lay antivirus") == [("link", UP), ("antivirus", DOWN)]
    assert way(match, "1 lay password-ok") == []
    match = played("1 draw")
    assert way(match, "1 lay antivirus") == [("link", UP), ("repair", DOWN), ("antivirus", DOWN)]


def test_a_repair_of_somebody_else_takes_a_side_where_nothing_can_be_laid():
    blocked = ("fix 2.line on-line", "fix 2.memory extra-memory", "1 draw", "1 block virus 2")
    match = played(*CONNECTED, *blocked, "1 block memory-full 2")
    assert way(match, "2 lay antivirus") == [("link", UP), ("antivirus", DOWN)]
    assert way(match, "2 lay extra-memory") == [("link", UP), ("extra-memory", UP)]
    assert way(match, "1 lay extra-memory") == [], "refused anyway"
    assert way(match, "1 lay turbo-line") == [("link", UP), ("turbo-line", RIGHT)]
    match = played("fix 1.line on-line", *blocked, "1 block memory-full 2")
    assert way(match, "1 lay extra-memory") == [("link", UP), ("extra-memory", UP)]
    assert way(match, "2 lay extra-memory") == [("link", UP), ("extra-memory", LEFT)]
    assert way(match, "2 lay on-line") == [], "not what is to be repaired"


def test_many_repairs_of_others_lie_behind_one_side():
    up = ("fix 2.line on-line", "fix 2.memory extra-memory", "fix 3.line on-line", "1 draw")
    match = played(*up, "1 block virus 2", "1 block memory-full 2", "1 block password-error 3", seats=3)
    behind = [("link", UP), ("others", DOWN)]
    assert way(match, "2 lay antivirus") == [*behind, ("repair", DOWN), ("2", LEFT)]
    assert way(match, "3 lay password-ok") == [*behind, ("repair", DOWN), ("3", RIGHT)]
    assert way(match, "2 lay extra-memory") == [*behind, ("extra-memory", UP)]
    match = played("fix 2.line on-line", "1 draw", "1 block under-construction 2", seats=6)
    assert way(match, "5 lay on-line") == [*behind, ("on-line", LEFT), ("5", RIGHT)]


def test_out_of_turn_a_player_who_has_nothing_to_repair_gets_an_answer_too():
    match = played("1 draw")
    assert way(match, "2 lay on-line") == [("link", UP), ("on-line", LEFT)]
    assert way(played(), "1 lay on-line") == [], "the turn begins with a card or an exchange"


def test_of_four_parties_two_lie_behind_the_others():
    match = played("1 draw", seats=4, Parties="single")
    sides = [way(match, f"1 search on-line {party}.line")[4:] for party in "1234"]
    assert sides == [[("1", LEFT)], [("2", UP)], [("others", RIGHT), ("3", LEFT)], [("others", RIGHT), ("4", UP)]]
    assert way(match, "1 search on-line discard")[4:] == [("discard", DOWN)]


def test_one_press_stops_a_hacker_and_of_six_players_three_lie_behind_the_others():
    match = played("1 draw", "1 hacker", seats=4, Parties="single")
    assert [way(match, f"{seat} patrol")[0] for seat in (2, 3, 4)] == [("2", LEFT), ("3", UP), ("4", RIGHT)]
    assert way(match, "1 capture nothing")[0] == ("-", DOWN)
    match = played("1 draw", "1 hacker", seats=6)
    found = [way(match, f"{seat} patrol")[:-1] for seat in (2, 3, 4, 5, 6)]
    behind = [
        [("others", RIGHT), (str(seat), side)] for seat, side in zip((4, 5, 6), (LEFT, UP, RIGHT), strict=True)
    ]
    assert found == [[("2", LEFT)], [("3", UP)], *behind]


def test_it_is_the_turn_of_whoever_plays_though_the_obstructed_may_repair_too():
    match = played(*CONNECTED, "fix 2.line on-line", "1 draw", "1 block virus 2")
    assert match.ask().seats == (1, 2)
    assert match.ask().turn == 1
    assert played("1 draw", "1 lay on-line", "1 stop").ask().turn == 2

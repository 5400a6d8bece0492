"""What the eye was taught, as an owner's file has it; and colours of pawns that cannot be."""

import pytest

from engine.game import Setup
from engine.insider import start
from engine.insider.taught import read_taught, taught_values
from engine.verdicts import BadSetup

CARD = {"tag": 101, "values": [3, 1, 0], "corner": -2, "places": [[20, 9], [45, 9], [70, 9]]}


def test_what_the_eye_was_taught_is_written_as_it_is_read():
    faults = []
    (taught,) = read_taught([CARD], faults)
    assert (taught_values(taught), faults) == (CARD, [])


@pytest.mark.parametrize(
    ("values", "place", "key", "read"),
    [
        (7, ("eye",), "my-copy.not-list", 0),
        ([CARD, CARD], ("eye", 1, "tag"), "my-copy.sticker-twice", 1),
        ([CARD | {"values": [3]}], ("eye", 0, "values"), "my-copy.card-size", 0),
        ([CARD | {"values": 3}], ("eye", 0, "values"), "my-copy.card-size", 0),
        ([CARD | {"places": [[20, 9]]}], ("eye", 0, "places"), "my-copy.eye-places", 0),
        ([CARD | {"places": [20, 45, 70]}], ("eye", 0, "places"), "my-copy.eye-places", 0),
    ],
)
def test_what_the_eye_cannot_have_learnt_is_named_with_its_place(values, place, key, read):
    faults = []
    assert len(read_taught(values, faults)) == read
    assert [(where, why.key) for where, why in faults] == [(place, key)]


@pytest.mark.parametrize("colours", ["red", "red red", "red purple", "red blue green"])
def test_colours_that_two_players_cannot_have_are_refused(colours):
    with pytest.raises(BadSetup):
        start(Setup("insider", ("Anna", "Ben"), tags={"Colours": colours}))

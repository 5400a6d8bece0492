"""Colours of pawns that cannot be."""

import pytest

from engine.game import Setup
from engine.insider import start
from engine.verdicts import BadSetup


@pytest.mark.parametrize("colours", ["red", "red red", "red purple", "red blue green"])
def test_colours_that_two_players_cannot_have_are_refused(colours):
    with pytest.raises(BadSetup):
        start(Setup("insider", ("Anna", "Ben"), tags={"Colours": colours}))

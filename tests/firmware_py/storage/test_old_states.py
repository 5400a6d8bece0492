"""States that a version before the engine's files were renamed has stored: a match goes on after the update.

Each file in `states/` holds states of one game, with the setup and the acts that led there.
"""

import json
from pathlib import Path

import pytest

from engine import GAMES
from engine.acts import read_act
from engine.game import Setup
from engine.inside.state import MOVED as MOVED_OF_INSIDE
from engine.insider.state import MOVED as MOVED_OF_INSIDER
from engine.match import Match
from firmware_py.storage.state_codec import decode_state, encode_state

STORED = {
    path.name.removesuffix("-before-rename.json"): json.loads(path.read_text())
    for path in (Path(__file__).parent / "states").glob("*-before-rename.json")
}


def test_there_are_stored_states_of_every_game():
    assert set(STORED) == set(GAMES)


@pytest.mark.parametrize("game", GAMES)
def test_a_state_of_an_earlier_version_is_read_as_the_state_that_its_acts_lead_to(game):
    for stored in STORED[game]:
        match = Match(GAMES[game].rules(), Setup(game, tuple(stored["players"]), tags=stored["tags"]))
        for act in stored["acts"]:
            assert match.play(read_act(act)) is None
        state = decode_state(json.dumps(stored["state"]))
        assert state == match.state
        assert decode_state(encode_state(state)) == state


def test_every_name_that_has_changed_is_in_a_stored_state_and_is_written_no_more():
    text = json.dumps(STORED)
    assert [name for name in (*MOVED_OF_INSIDE, *MOVED_OF_INSIDER) if f'"{name}"' not in text] == []
    again = "".join(
        encode_state(decode_state(json.dumps(one["state"]))) for every in STORED.values() for one in every
    )
    assert [name for name in (*MOVED_OF_INSIDE, *MOVED_OF_INSIDER) if f'"{name}"' in again] == []


def test_a_part_that_an_earlier_version_did_not_have_gets_its_default_and_any_other_is_refused():
    text = '{"engine.game:Setup": {"game": "inside", "players": {"tuple": ["Anna", "Ben"]}}}'
    assert decode_state(text) == Setup("inside", ("Anna", "Ben"))
    for other in ('{"engine.game:Setup": {"game": "inside"}}', text.replace("players", "people")):
        with pytest.raises(ValueError, match="other parts"):
            decode_state(other)

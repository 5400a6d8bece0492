"""What is told of an act: a sentence for every form of correction, with players and parties by name."""

import random

import pytest

from engine.acts import read_act
from engine.game import FIX
from engine.match import Match
from engine.verdicts import Sentence, player, say
from tests.depth import seeds
from tests.engine.games import EVERY_SETUP, begin, filled, random_game, say_all

STAIR, BOARD, SCORE = {"Depth": "stair"}, {"Depth": "board"}, {"Depth": "score", "Mode": "expert"}
FORMS = [
    ("inside", {}, "fix 310 L", "inside.told"),
    ("inside", {}, "fix 310 D", "inside.told"),
    ("inside", {}, "fix 310 -", "inside.told-empty"),
    ("inside", {}, "fix turn 2", "match.told-turn"),
    ("insider", STAIR, "fix step 2 14", "insider.told-step"),
    ("insider", STAIR, "fix table 1 2", "insider.told-table"),
    ("insider", STAIR, "fix table 1 -", "insider.told-table"),
    ("insider", STAIR, "fix round 1 table 4 2", "insider.told-round"),
    ("insider", STAIR, "fix round 1 card 4: 3 2 1 0 / -4", "insider.told-round"),
    ("insider", STAIR, "fix card 4: 3 2 1 0 / -4", "insider.told-values"),
    ("insider", STAIR, "fix owed 1 2", "insider.told-owed"),
    ("insider", STAIR, "fix rumours 1 yes", "insider.told-rumours-yes"),
    ("insider", STAIR, "fix rumours 1 no", "insider.told-rumours-no"),
    ("insider", STAIR, "fix turn 2", "match.told-turn"),
    ("insider", BOARD, "fix step 2 14", "insider.told-step"),
    ("insider", BOARD, "fix pawn 2 b3 b4", "insider.told-pawn"),
    ("insider", BOARD, "fix pawn 2 -", "insider.told-no-pawn"),
    ("insider", BOARD, "fix out b3 b4", "insider.told-fix-out"),
    ("insider", BOARD, "fix out -", "insider.told-no-fix-out"),
    ("insider", BOARD, "fix hand 2 5", "insider.told-hand"),
    ("offline", {}, "fix A3 YDM", "offline.told-put"),
    ("offline", {}, "fix A3 -", "offline.told-empty"),
    ("offline", {}, "fix display YDM RFB", "offline.told-row-display"),
    ("offline", {}, "fix offline -", "offline.told-row-offline"),
    ("offline", {}, "fix out YDM", "offline.told-row-out"),
    ("offline", {}, "fix turn 2", "match.told-turn"),
    ("offline", SCORE, "fix lead A company Y 4", "offline.told-lead"),
    ("offline", SCORE, "fix lead A company -", "offline.told-tie"),
    ("offline", SCORE, "fix lead A -", "offline.told-no-leads"),
    ("offline", SCORE, "fix analysed 2 B YDM", "offline.told-analysis"),
    ("offline", SCORE, "fix analysed 2 -", "offline.told-no-analysis"),
    ("offline", SCORE, "fix cards 2 R F B", "offline.told-reveal"),
    ("online", {}, "fix hand 2 5", "online.told-hand"),
    ("online", {}, "fix bank 90", "online.told-bank"),
    ("online", {}, "fix owed 2 1", "online.told-owed"),
    ("online", {}, "fix turn 2", "match.told-turn"),
    ("online", {}, "fix discard virus", "online.told-top"),
    ("online", {}, "fix discard ?", "online.told-top"),
    ("online", {}, "fix discard -", "online.told-no-discards"),
    ("online", {}, "fix 2.line on-line virus", "online.seen-pile"),
    ("online", {}, "fix 2.memory -", "online.seen-pile"),
    ("online", {}, "fix 2.e-mail 3", "online.seen-pile"),
    ("online", {}, "fix 2.e-mail secured", "online.seen-pile"),
    ("online", {}, "fix 2.e-mail open", "online.seen-pile"),
]
"""Game, options, correction, and the sentence that says what it puts right."""


@pytest.mark.parametrize(("game", "tags", "fix", "key"), FORMS)
def test_every_form_of_correction_is_told_in_a_sentence(game, tags, fix, key):
    match = begin(game, **tags)
    told = match.tell(read_act(fix))
    assert told.key == "match.told-fix"
    assert dict(told.args)["what"] == match.rules.tell(match.state, read_act(fix))
    assert match.rules.tell(match.state, read_act(fix)).key == key


def keys_in(sentence):
    """Yield the keys of a sentence and of those in it."""
    yield sentence.key
    for _, value in sentence.args:
        for part in value if isinstance(value, tuple) and not isinstance(value, Sentence) else (value,):
            if isinstance(part, Sentence):
                yield from keys_in(part)


@pytest.mark.parametrize("setup", EVERY_SETUP, ids=str)
@pytest.mark.parametrize("seed", seeds(12, fast=3))
def test_every_correction_that_the_keys_offer_is_told_in_a_sentence(setup, seed):
    chance = random.Random(seed)
    game = list(random_game(setup, seed))
    for rules, state, _ in chance.sample(game, min(len(game), 8)):
        fix = filled(rules, state, FIX, chance)
        assert "match.told-words" not in set(keys_in(rules.tell(state, fix))), fix


@pytest.mark.parametrize("game", ["inside", "insider", "offline", "online"])
@pytest.mark.parametrize("words", ["fix nonsense", "fix a b c d e f", "fix turn nobody", "fix round 1 nonsense"])
def test_a_correction_that_nobody_understands_can_be_told_too(game, words):
    match = begin(game)
    assert isinstance(match.tell(read_act(words)), Sentence)


@pytest.mark.parametrize("game", ["inside", "insider", "offline", "online"])
def test_what_is_no_correction_is_told_as_it_is_written(game):
    match = begin(game)
    assert match.rules.tell(match.state, read_act("fix nonsense")) == say("match.told-words", words="nonsense")


@pytest.mark.parametrize("words", ["fix lead A company X 4", "fix lead nonsense", "fix lead A company"])
def test_a_lead_that_nobody_understands_is_told_as_it_is_written(words):
    match = begin("offline", **SCORE)
    assert match.rules.tell(match.state, read_act(words)).key == "match.told-words"


def test_who_sits_at_a_table_is_told_by_name_and_nobody_too():
    match = begin("insider")
    assert match.rules.tell(match.state, read_act("fix table 1 2")) == say(
        "insider.told-table", who=player(2), table="1"
    )
    assert dict(match.rules.tell(match.state, read_act("fix table 1 -")).args)["who"] == say("nobody")


@pytest.mark.parametrize(
    ("seats", "tags", "names"),
    [
        (2, {}, {"1": player(1), "2": player(2)}),
        (4, {}, {"1": say("online.party", party=1), "2": say("online.party", party=2)}),
        (4, {"Parties": "single"}, {"3": player(3)}),
        (5, {}, {"2": say("online.party", party=2), "3": player(3), "9": say("online.party", party="9")}),
    ],
)
def test_a_party_of_one_is_called_by_its_player(seats, tags, names):
    match = begin("online", seats, **tags)
    for party, name in names.items():
        told = match.tell(read_act(f"1 block virus {party}"))
        assert dict(told.args)["party"] == name


def test_what_a_hacker_captures_is_told_with_names():
    match: Match = say_all(begin("online"), "1 draw")
    music, line = say("online.card-music"), say("online.pile-line")
    assert match.tell(read_act("1 capture 2.music 1.music")) == say(
        "online.told-capture", pile=music, source=player(2), target=player(1)
    )
    assert match.tell(read_act("1 capture 2.line discard")) == say(
        "online.told-capture", pile=line, source=player(2), target=say("online.to-discard")
    )
    assert match.tell(read_act("1 search virus 2.line")) == say(
        "online.told-search", card=say("online.card-virus"), target=player(2)
    )

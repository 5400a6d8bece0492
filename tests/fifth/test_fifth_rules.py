"""The contract's tests run over a fifth game as they are; and its own rules, rule by rule."""

import inspect
import re
from pathlib import Path

import pytest

from engine import GAMES
from engine.game import Setup
from engine.verdicts import BadSetup
from tests.engine import test_contract
from tests.engine.games import NAMES, begin, played, refused, say_all

SETUPS = [Setup("nim", NAMES[:seats]) for seats in (2, 3, 4)] + [Setup("nim", NAMES[:2], tags={"Heaps": "3 4 5"})]
CONTRACT = [
    test
    for name, test in vars(test_contract).items()
    if name.startswith("test_") and "setup" in inspect.signature(test).parameters
]
LAST = ("1 take 1 1", "2 take 2 3", "1 take 3 5", "2 take 4 6")


@pytest.mark.parametrize("setup", SETUPS, ids=str)
@pytest.mark.parametrize("test", CONTRACT, ids=lambda test: test.__name__)
def test_the_contract_holds(test, setup):
    test(setup=setup, **({"seed": 1} if "seed" in inspect.signature(test).parameters else {}))


def test_the_contract_has_many_tests():
    assert len(CONTRACT) > 8


def test_mypy_finds_every_function_of_the_contract(tmp_path):
    assert "Success" in test_contract.checked(["nim"], tmp_path, Path(__file__).parent)


def test_its_rules_are_named_by_tests_and_marked_as_rulings():
    known = test_contract.rules_of(Path(__file__).parent / "nim" / "RULES.md")
    named = {f"NI-{number}" for number in re.findall(r"def test_ni_(\d+)_", Path(__file__).read_text())}
    assert named == known
    test_contract.test_what_is_a_ruling_says_so_and_nothing_else_does("nim")


def test_ni_1_the_heaps_are_those_that_were_agreed():
    rules = GAMES["nim"].rules()
    assert begin("nim").state.heaps == (1, 3, 5, 7)
    assert begin("nim", Heaps="3 4 5").state.heaps == (3, 4, 5)
    for setup in (SETUPS[0]._replace(tags={"Heaps": "99"}), Setup("nim", NAMES[:5]), SETUPS[0]._replace(first=3)):
        with pytest.raises(BadSetup):
            rules.start(setup)


@pytest.mark.parametrize("sentence", ["1 take 1 2", "2 take 1 1"])
def test_ni_2_only_who_is_asked_takes_and_only_what_there_is(sentence):
    refusal = refused(begin("nim"), sentence)
    assert refusal.rule == "NI-2"
    assert str(refusal.allowed[0]) == "1 take 1 1"


def test_ni_3_the_last_match_wins():
    match = say_all(played(*LAST, game="nim"), "1 take 4 1")
    assert match.standing().winners == (1,)
    assert refused(match, "2 take 4 1").rule == "NI-2"
    assert refused(match, "2 quit").rule == "M-6"
    assert refused(played(*LAST, game="nim"), "fix 4 0").rule == "NI-3"


def test_ni_4_who_leaves_is_passed_over_and_the_last_one_wins():
    match = played("1 take 4 1", "2 quit", game="nim", seats=3)
    assert match.ask().seats == (3,)
    assert not match.standing().over
    assert say_all(match, "3 quit").standing().winners == (1,)
    assert refused(match, "1 take 4 1").rule == "NI-3"

"""The contract: what every game in GAMES must fulfil, whatever it is."""

import ast
import os
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from engine import GAMES
from engine.acts import Act, act_of_words, is_open, read_act
from engine.game import FIX
from engine.match import is_ruling
from engine.online.cards import CATEGORIES, NAMES
from engine.steps import Kind
from engine.verdicts import Impossible, NotAnAct, Refusal, Sentence, say
from tests.depth import depth, examples, seeds
from tests.engine.games import EVERY_SETUP, SETUPS, filled, random_game

setups = pytest.mark.parametrize("setup", EVERY_SETUP, ids=str)
RULE = re.compile(r"\b[A-Z]{1,2}-\d+\b")
HOME = Path(engine.__file__).parent


def test_every_game_has_setups_to_be_tried_with():
    assert set(SETUPS) == set(GAMES)
    for name, several in SETUPS.items():
        assert {len(setup.players) for setup in several} == set(GAMES[name].seats)


SAME_FILES = {"play.py", "legal.py", "judge.py", "prompts.py", "corrections.py", "scoring.py"}


@pytest.mark.parametrize(
    "folder", sorted(path.parent for path in HOME.glob("*/RULES.md")), ids=lambda path: path.name
)
def test_a_game_is_one_module_or_has_the_same_files_or_each_of_its_depths_has_them(folder):
    if [path.name for path in folder.glob("*.py")] == ["__init__.py"]:
        return
    depths = [path.parent for path in folder.glob("*/play.py")] or [folder]
    assert (folder / "state.py").exists()
    for each in depths:
        assert {path.name for path in each.iterdir()} >= SAME_FILES, each


def is_accepted(rules, state, act, chance):
    """Return what `judge` answers; of an act with an open value some are tried, no rule refuses the act itself."""
    refusal = rules.judge(state, act)
    if not is_open(act):
        return refusal is None
    if refusal.rule is not None:
        return False
    for _ in range(3):
        assert rules.judge(state, filled(rules, state, act, chance)) is None
    return True


def agree(rules, state, chance, most=None):
    offered, listed = rules.wellformed(state), rules.legal(state)
    assert set(listed) <= set(offered)
    assert len(set(listed)) == len(listed), "listed twice"
    if most is not None and len(offered) > THOUSANDS:
        offered = [*chance.sample(offered, most), *chance.sample(listed, min(len(listed), most))]
    accepted = {act for act in offered if is_accepted(rules, state, act, chance)}
    assert set(listed).intersection(offered) == accepted


THOUSANDS, MANY = 900, 150
"""Acts that are tried in a state where there are thousands; the slow test tries all, in some games."""


def some_states(setup, seed, most=25):
    """Play a random game; give the rules, some of its states and the last one."""
    played = list(random_game(setup, seed))
    rules, state, act = played[-1]
    step = max(len(played) // most, 1)
    for _, passed, _ in played[seed % step :: step]:
        yield rules, passed
    yield rules, rules.play(state, act)


@pytest.mark.slow
@setups
@pytest.mark.parametrize("seed", range(3))
def test_legal_is_exactly_what_judge_accepts_over_wellformed_in_many_games(setup, seed):
    for rules, state in some_states(setup, seed, most=40):
        agree(rules, state, random.Random(seed), most=None if seed < 2 else 2 * MANY)


@setups
@pytest.mark.parametrize("seed", seeds(2, fast=1))
def test_legal_is_exactly_what_judge_accepts_over_wellformed(setup, seed):
    for rules, state in some_states(setup, seed):
        agree(rules, state, random.Random(seed), most=MANY)


OFFERED = {
    "bank",
    "card",
    "discard",
    "hand",
    "lead",
    "line",
    "memory",
    "table",
    *map(NAMES.__getitem__, CATEGORIES),
}
"""Corrections of which the keys offer every count or list, whatever else lies on the table."""


def accepted_behind(rules, state, act):
    """Return for each act that is whole after at most one more answer whether it is accepted."""
    acts = [answer.act for answer in rules.answers(state, act)] if is_open(act) else [act]
    return [rules.judge(state, each) is None for each in acts if not is_open(each)]


@setups
def test_an_answer_of_a_correction_is_hollow_exactly_if_what_lies_behind_it_is_refused(setup):
    chance = random.Random(5)
    is_by_leads = setup.tags.get("Depth") == "score"  # there tiles are hollow that a told lead leaves no room for
    for rules, state in some_states(setup, seed=5, most=depth(4, full=20)):
        for begun in rules.answers(state, FIX):
            act = begun.act
            for _ in range(8):  # lists have no end
                if not is_open(act):
                    break
                answers = rules.answers(state, act)
                is_offered = {word.rpartition(".")[2] for word in act.args} & OFFERED
                for answer in chance.sample(answers, min(len(answers), 20)):
                    accepted = accepted_behind(rules, state, answer.act)
                    if answer.hollow:
                        assert is_by_leads or not any(accepted), str(answer.act)
                    elif accepted:
                        assert is_offered or any(accepted), str(answer.act)
                act = chance.choice([answer for answer in answers if not answer.hollow]).act


@setups
def test_every_refusal_has_its_rule_and_its_alternatives_are_allowed(setup):
    for rules, state in some_states(setup, seed=7):
        allowed = set(rules.legal(state))
        offered = rules.wellformed(state)
        for act in random.Random(7).sample(offered, min(len(offered), 2 * MANY)):
            refusal = rules.judge(state, act)
            if refusal is not None and not (is_open(act) and act in allowed):
                assert refusal.rule is not None
                assert set(refusal.allowed) <= allowed
                assert refusal.allowed or not allowed


@setups
def test_every_act_is_a_sentence_and_can_be_read_back(setup):
    for rules, state in some_states(setup, seed=3):
        for act in rules.wellformed(state):
            assert read_act(str(act)) == act


@setups
def test_states_are_values_that_play_does_not_change(setup):
    for rules, state, act in random_game(setup, seed=11):
        copy = type(state)(*state)
        rules.play(state, act)
        assert state == copy
        assert hash(state) == hash(copy)


@setups
def test_steps_lead_from_the_keys_to_every_legal_act_and_to_one_act_each(setup):
    for rules, state in some_states(setup, seed=2):
        for seat in range(1, len(rules.seats(state)) + 1):
            acts = [act for act in rules.wellformed(state) if act.seat in {seat, None}]
            paths = [path for act in acts if (path := rules.steps(state, act))]
            assert len(set(paths)) == len(paths), "two acts share a path"
            begun = {path[:length] for path in paths for length in range(1, len(path))}
            assert not begun & set(paths), "one path is the beginning of another"
        legal = [act for act in rules.legal(state) if act.seat is not None]
        offered = [act for act in legal if rules.steps(state, act)]
        same = {(act.seat, act.verb, tuple(sorted(act.args))) for act in offered}
        for act in legal:
            assert act in offered or (act.seat, act.verb, tuple(sorted(act.args))) in same, "faces in any order"


@setups
def test_all_steps_at_one_point_ask_the_same_question_in_the_same_way(setup):
    for rules, state in some_states(setup, seed=4):
        asked = {}
        for act in rules.wellformed(state):
            path = rules.steps(state, act)
            for at, step in enumerate(path):
                place = act.seat, path[:at], path[0].is_aside
                kind, asks = asked.setdefault(place, (step.kind, step.asks))
                assert isinstance(kind, Kind)
                assert (step.kind, step.asks) == (kind, asks)


@setups
def test_an_act_is_told_in_a_sentence_and_its_arithmetic_explained_if_there_is_some(setup):
    for rules, state, act in random_game(setup, seed=9):
        assert isinstance(rules.tell(state, act), Sentence)
        assert isinstance(rules.explain(state, act), Sentence | None)


@setups
def test_a_game_ends_with_winners_and_asks_for_something_until_then(setup):
    was_over = False
    for rules, state, act in random_game(setup, seed=6):
        assert act.seat is None or act.seat in rules.ask(state).seats
        assert rules.standing(state).over >= was_over, "what is over stays over"
        was_over = rules.standing(state).over
        assert not (was_over and rules.standing(state).played_out)
        last = rules.play(state, act)
    result = rules.standing(last)
    assert result.over
    assert rules.ask(last).seats == ()
    assert result.winners
    assert set(result.points) == set(range(1, len(rules.seats(last)) + 1))
    assert set(rules.seats(last)) == set(range(1, len(setup.players) + 1))


words = st.one_of(
    st.sampled_from(
        [
            *"12074-*/",
            "place",
            "bonus",
            "fix",
            "turn",
            "quit",
            "L310",
            "D000",
            "card",
            "4:",
            "seat",
            "vip",
            "table",
            "round",
        ]
    ),
    st.text(st.characters(exclude_categories=["Z", "C"], exclude_characters='";'), min_size=1, max_size=6),
    st.integers().map(str),
)


@setups
@settings(max_examples=examples(150))
@given(sentence=st.lists(words, min_size=1, max_size=6).map(tuple))
def test_garbage_gets_a_verdict_or_impossible_but_never_another_exception(setup, sentence):
    rules = GAMES[setup.game].rules()
    state = rules.start(setup)
    try:
        act = act_of_words(sentence)
    except NotAnAct:
        return
    verdict = rules.judge(state, act)
    assert verdict is None or isinstance(verdict, Refusal)
    try:
        rules.play(state, act)
    except Impossible:
        assert verdict is not None, "judge accepts what play cannot do"


@given(
    st.builds(
        Act,
        st.none() | st.integers(0, 999_999_999),
        st.text(
            st.characters(exclude_categories=["Z", "C", "N"], exclude_characters='";'), min_size=1, max_size=20
        ),
        st.lists(
            st.text(
                st.characters(exclude_categories=["Z", "C"], exclude_characters='";'), min_size=1, max_size=20
            ),
            max_size=8,
        ).map(tuple),
    )
)
def test_any_act_can_be_read_back_from_its_sentence(act):
    assert read_act(str(act)) == act


# --- types


def checked(names: list[str], folder: Path, where: Path = HOME.parent) -> str:
    """Let mypy say whether modules satisfy the protocol; it knows them without `engine.` if they lie elsewhere."""
    package = "engine." if where == HOME.parent else ""
    imports = "\n".join(f"import {package}{name}" for name in names)
    games = "".join(f"{package}{name}, " for name in names)
    advisors = [f"{package}{name}.search" for name in names if GAMES[name].levels]
    program = "\n".join([
        imports,
        "from typing import Any",
        "from engine.advisor import Advisor",
        "from engine.game import Rules",
        f"_: tuple[Rules[Any], ...] = ({games})",
        *(f"import {name}\n__: Advisor[Any] = {name}.Advisor()" for name in advisors),
    ])  # fmt: skip
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--config-file=", f"--cache-dir={folder}", "-c", program],
        cwd=HOME.parent,
        env={**os.environ, "MYPYPATH": str(where)},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout + done.stderr


def test_mypy_finds_every_function_of_the_contract_in_every_game(tmp_path):
    assert "Success" in checked(list(GAMES), tmp_path)


# --- rules and their names


def rules_of(file: Path) -> set[str]:
    return set(re.findall(r"^- \*\*([A-Z]{1,2}-\d+)", file.read_text(), re.MULTILINE))


def home_of(game: str) -> Path:
    return next(folder for path in engine.__path__ if (folder := Path(path, game)).is_dir())


def documents() -> list[Path]:
    return [HOME / "RULES.md", *(home_of(name) / "RULES.md" for name in GAMES)]


TESTS = HOME.parent / "tests"


def test_every_rule_is_named_by_a_test():
    tests = "\n".join(path.read_text() for path in TESTS.rglob("test_*.py") if path != Path(__file__))
    named = {f"{kind.upper()}-{number}" for kind, number in re.findall(r"def test_([a-z]+)_(\d+)_", tests)}
    missing = set().union(*map(rules_of, documents())) - named
    assert not missing


def test_every_rule_that_the_code_cites_is_in_a_rules_file():
    known = set().union(*map(rules_of, documents()))
    for path in HOME.rglob("*.py"):
        assert set(RULE.findall(path.read_text())) <= known, path


# --- rulings


def paragraphs(name):
    """Return the text of each rule of a game by its id."""
    text = (home_of(name) / "RULES.md").read_text()
    return dict(re.findall(r"^- \*\*([A-Z]+-\d+)([^\n]*(?:\n  [^\n]*)*)", text, re.MULTILINE))


def written_refusals(name):
    """Return the rule and the sentence of every refusal that the code of a game writes down."""
    for path in home_of(name).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            match node:
                case ast.Tuple(elts=[ast.Constant(value=str(rule)), ast.Call(func=ast.Name(id="say"), args=said)]):
                    pass
                case ast.Call(
                    func=ast.Name(id="Impossible"),
                    args=[ast.Call(func=ast.Name(id="say"), args=said), ast.Constant(value=str(rule))],
                ):
                    pass
                case _:
                    continue
            keys = [part.value for part in ast.walk(said[0]) if isinstance(part, ast.Constant)]
            yield from ((rule, key) for key in keys if isinstance(key, str) and key.startswith(f"{name}."))


def marked_rightly(rules, marks, rule, key):
    """Check a refusal against the mark of its rule; where a rule has both, its tests decide."""
    is_ruled = is_ruling(rules, Refusal(rule, say(key)))
    if marks[rule].startswith(" (ruling)"):
        assert is_ruled, (rule, key)
    elif "ruling" not in marks[rule]:
        assert not is_ruled, (rule, key)


@pytest.mark.parametrize("name", GAMES)
def test_what_is_a_ruling_says_so_and_nothing_else_does(name):
    rules, marks = GAMES[name].rules(), paragraphs(name)
    written = {refusal for refusal in written_refusals(name) if not refusal[0].startswith("M-")}
    assert written
    for rule, key in written:
        marked_rightly(rules, marks, rule, key)
    for rule, _ in rules.RULINGS:
        assert "ruling" in marks[rule], rule


@setups
def test_what_is_refused_in_a_game_is_marked_as_its_rule_is(setup):
    marks, chance = paragraphs(setup.game), random.Random(3)
    for rules, state in some_states(setup, 3, most=10):
        offered = rules.wellformed(state)
        for act in chance.sample(offered, min(len(offered), MANY)):
            refusal = rules.judge(state, act)
            if refusal is not None and refusal.rule is not None and not refusal.rule.startswith("M-"):
                marked_rightly(rules, marks, refusal.rule, refusal.why.key)

"""The process that thinks: real processes, real pipes; answers come through a real queue."""

import os
import signal
import sys
from queue import SimpleQueue
from types import SimpleNamespace

import pytest

from engine.game import Setup
from engine.inside import legal, start
from firmware_py.runtime import thinker as module
from firmware_py.runtime.thinker import Thinker
from firmware_py.ui.match.thinker import Analysis, Answered, Progress, Question, Thought
from tests.engine.games import random_game

SETUP = Setup("inside", ("Anna", "Ben"))
START = start(SETUP)
LONG, PATIENCE = 3600.0, 60
"""Seconds: longer than any test, and until a test fails."""


@pytest.fixture(name="box")
def fixture_box():
    """A thinker, what it has answered, and a way to wait for an answer."""
    events: SimpleQueue = SimpleQueue()
    thinker = Thinker(events.put)
    answers = []

    def wait(count=1):
        """Handle events as the loop does, until there are so many answers."""
        while len(answers) < count:
            event = events.get(timeout=PATIENCE)
            if isinstance(event, Answered):
                answers.append(event.found)
            else:
                event.do("the stack")
        return answers

    yield SimpleNamespace(
        think=thinker.think,
        analyse=thinker.analyse,
        wait=wait,
        thinker=thinker,
        events=events,
    )
    thinker.stop()


def state_with(left, seed=1):
    return list(random_game(SETUP, seed))[35 - left][1]


def question(state=START, level="perfect", seconds=LONG):
    return Question("inside", state, level, 1, seconds)


def test_an_answer_comes_with_its_state_and_its_reason(box):
    state = state_with(9)
    box.think(question(state))
    (thought,) = box.wait()
    assert isinstance(thought, Thought)
    assert thought.state == state
    assert thought.act in legal(state)
    assert thought.is_proven
    assert thought.reason.key in {"inside.why-wins", "inside.why-hardest"}


def test_the_time_limit_ends_thinking(box):
    box.think(question(seconds=0.0))
    (thought,) = box.wait()
    assert thought.act in legal(START)
    assert not thought.is_proven


def test_a_new_question_interrupts_the_one_before(box):
    box.think(question())
    box.think(question(level="easy"))
    box.think(question(state_with(8)))
    (thought,) = box.wait()
    assert thought.state == state_with(8)


def test_preparation_gives_no_answer(box):
    box.think(question(state_with(8), seconds=None))
    box.think(question(state_with(7)))
    assert [thought.state for thought in box.wait()] == [state_with(7)]


def test_an_analysis_reports_after_every_state_and_thinking_goes_on_beside_it(box):
    states = tuple(state for _, state, _ in random_game(SETUP, 2))[-6:]
    box.analyse(Analysis("inside", states, 18, 100_000))
    found = box.wait(len(states))
    assert [len(progress.verdicts) for progress in found] == [1, 2, 3, 4, 5, 6]
    assert all(isinstance(progress, Progress) and progress.total == 6 for progress in found)
    box.analyse(Analysis("inside", states * 200, 18, 100_000))
    box.think(question(state_with(6)))
    while not isinstance(box.wait(7)[-1], Thought):
        box.wait(len(box.wait(0)) + 1)


def kill(box):
    process = box.thinker._table._process
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    return process.pid


def test_a_process_that_was_killed_is_started_again_with_the_same_question(box):
    box.think(question(seconds=3.0))
    first = kill(box)
    (thought,) = box.wait()
    assert thought.act in legal(START)
    assert box.thinker._table._process.pid != first


def test_a_process_that_dies_again_is_given_up_and_the_next_question_tries_anew(box, monkeypatch):
    monkeypatch.setattr(module, "COMMAND", (sys.executable, "-c", "pass"))
    box.think(question())
    assert box.wait() == [None]
    monkeypatch.undo()
    box.think(question(state_with(5)))
    assert box.wait(2)[1].state == state_with(5)


def test_a_program_that_cannot_be_started_is_given_up(box, monkeypatch):
    monkeypatch.setattr(module, "COMMAND", ("/nowhere/python",))
    box.think(question())
    assert box.wait() == [None]


def test_stopping_ends_the_process_in_the_middle_of_a_thought(box):
    box.think(question())
    process = box.thinker._table._process
    box.thinker.stop()
    assert process.returncode == -signal.SIGKILL
    box.events.get(timeout=PATIENCE).do("the stack")
    assert box.thinker._table._process is None, "its end is no failure"


def test_the_process_ends_when_the_program_is_gone(box):
    box.think(question(state_with(5)))
    box.wait()
    process = box.thinker._table._process
    process.stdin.close()
    assert process.wait(PATIENCE) == 0

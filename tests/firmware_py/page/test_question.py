"""What a phone offers as one tap: acts of a turn, and values that the keys spell letter by letter."""

from types import SimpleNamespace

import pytest

from engine.acts import OPEN, Act
from engine.steps import Answer, choice
from engine.verdicts import say
from firmware_py.i18n.sentences import plain
from firmware_py.i18n.translations import Translations
from firmware_py.page.picker import grid_of
from firmware_py.page.question import question
from firmware_py.page.snapshot import SnapshotTaker
from firmware_py.ui.navigation.navigator import Navigator
from firmware_py.ui.navigation.options import Path
from firmware_py.ui.screens.view_model import question_of
from tests.firmware_py.screens import CITY
from tests.firmware_py.ui.stacks import choose, playing, press

ASKS = say("inside.ask-cell")
WORDS = Translations("en")


def asked(paths, allowed):
    """Return the view of a first question of a turn with these answers."""
    navigator = Navigator(paths, allowed)
    return question_of(navigator, plain("Anna"), ASKS, ("Anna", "Ben"))._replace(is_first=True)


def quick(snapshot):
    return [each["act"] for each in question(snapshot, WORDS)["quick"]]


def one_tap(stack):
    return quick(SnapshotTaker().take(stack)._replace(asked=stack.top.view_model()))


def test_acts_of_one_tap_are_offered_at_the_first_question_and_no_later():
    stack = playing(*CITY, "fix hand 1 0", game="insider", players=("Anna", "Ben", "Carla"), Depth="board")
    assert one_tap(stack) == ["1 points", "1 draw", "1 draw 0", "1 draw 1"]
    choose(stack, "draw")
    assert one_tap(stack) == []


def test_only_a_few_allowed_acts_of_a_kind_are_one_tap_each():
    for count, offered in ((1, 1), (3, 3), (4, 0)):
        acts = [Act(1, "secure", (letter,)) for letter in "abcd"]
        kind = choice(ASKS, "secure", plain("secure"))
        paths = [Path((kind, choice(ASKS, act.args[0], plain(act.args[0]))), act) for act in acts]
        snapshot = SnapshotTaker().take(playing())
        shown = snapshot._replace(asked=asked(paths, set(acts[:count])), played=None)
        assert quick(shown) == [str(act) for act in acts[:offered]]


def letters(act, count, most):
    """Answer an open act with letters, until it has so many."""
    spelt = act.args[:-1]
    for letter in "abcdefghijklmnopqrstuvwxyz"[: count if len(spelt) < 1 else 2]:
        rest = (OPEN,) if len(spelt) + 1 < most else ()
        step = choice(ASKS, letter, plain(letter))._replace(short=plain(letter))
        yield Answer(step, act._replace(args=(*spelt, letter, *rest)))


def grid(firsts, steps):
    """Return the grid of values of so many steps: one of `firsts` letters, and then one of two each time."""
    act = Act(1, "show", (OPEN,))
    view = asked([Path((choice(ASKS, "show", plain("show")),), act)], {act})
    rules = SimpleNamespace(answers=lambda _state, said: letters(said, firsts, steps))
    return grid_of(rules, None, view)


@pytest.mark.parametrize(
    ("firsts", "steps", "cells"),
    [
        (11, 1, None),
        (12, 1, 12),
        (18, 3, 72),
        (19, 3, None),
        (1, 5, 16),
        (1, 6, None),
    ],
)
def test_a_grid_has_as_many_values_as_a_phone_shows_and_as_many_letters_as_a_value_has(firsts, steps, cells):
    """One of too few values is no help; one of too many, or of endless ones, does not fit."""
    found = grid(firsts, steps)
    assert (found and len(found.cells)) == cells


def test_what_is_allowed_can_be_tapped():
    stack = press(playing(), "OK!")
    shown = SnapshotTaker().take(stack)._replace(asked=stack.top.view_model())
    notice = question(shown, WORDS)["notice"]
    assert notice["title"] == "Allowed now: 30"
    assert notice["lines"] == []
    assert notice["allowed"][0] == {"act": "1 place L004", "seat": 1, "label": "Light cube on 004"}
    assert len(notice["allowed"]) == 30

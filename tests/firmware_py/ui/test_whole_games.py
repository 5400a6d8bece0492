"""Whole games through the keys of the whole box, in every language: they end like the engine alone."""

import random

import pytest

from engine.acts import read_act
from engine.game import Setup
from engine.match import Match
from engine.records import read_records, write_record
from firmware_py.i18n.locale import LANGUAGES
from firmware_py.storage.journal import Journal, Status
from firmware_py.ui.flows.match import begin, resume
from firmware_py.ui.match.screen import MatchScreen
from tests.depth import seeds
from tests.engine.games import NAMES
from tests.firmware_py.drawn_text import all_texts_fit
from tests.firmware_py.ui.fingers import drawn, play_act, take
from tests.firmware_py.ui.stacks import PLAIN, box, choose, match, navigator_of, new_stack, press, read_on

EVERY_DEPTH = [
    Setup("inside", NAMES[:2]),
    Setup("insider", NAMES[:3]),
    Setup("insider", NAMES[:3], tags={"Depth": "board"}),
    Setup("offline", NAMES[:3]),
    Setup("offline", NAMES[:2], tags={"Mode": "expert"}),
    Setup("offline", NAMES[:3], tags={"Depth": "score"}),
    Setup("offline", NAMES[:4], tags={"Depth": "score", "Mode": "expert"}),
    Setup("online", NAMES[:4]),
    Setup("online", NAMES[:5]),
]


def kind(setup):
    return "-".join([setup.game, str(len(setup.players)), *setup.tags.values()])


def is_long(setup):
    return setup.game == "insider" and "Depth" in setup.tags


def replayed(stack):
    """Play the exported record of the match on the table with the engine alone."""
    (kept,) = [entry for entry in stack.journal.entries() if entry.number == stack.top.live.session.number]
    lines = stack.journal.lines(kept.number)
    (record,) = read_records(write_record(kept.setup, map(read_act, lines)))
    alone = Match(match(stack).rules, record.setup)
    for _, line in record.lines:
        assert alone.play(read_act(line)) is None
    return alone


@pytest.mark.parametrize(
    ("setup", "language"),
    [
        pytest.param(
            setup,
            language,
            id=f"{kind(setup)}-{language}",
            marks=[] if not is_long(setup) and (at + number) % len(LANGUAGES) == 0 else [pytest.mark.slow],
        )
        for at, setup in enumerate(EVERY_DEPTH)
        for number, language in enumerate(LANGUAGES)
    ],
)
@all_texts_fit()
def test_a_whole_game_through_the_keys_ends_like_the_engine_alone(setup, language):
    chance = random.Random(kind(setup) + language)
    stack = new_stack(Journal(":memory:"), PLAIN._replace(language=language, teaching=True))
    begin(stack, setup)
    while play_act(stack, chance):
        stack.prompt()
        stack.table()
    alone = replayed(stack)
    assert match(stack).state == alone.state
    assert match(stack).standing() == alone.standing()
    assert alone.standing().over
    (kept,) = stack.journal.entries()
    assert kept.status is Status.OVER


class Table:
    """People who play as people do: they take back, type anew, correct, park, leave, switch off and go on."""

    def __init__(self, journal, setup, seed):
        self.journal, self.chance = journal, random.Random(seed)
        self.stack = new_stack(journal)
        begin(self.stack, setup)

    def play(self, acts):
        """Play on for a while; False once the match is over and stays so."""
        for _ in range(acts):
            if not play_act(self.stack, self.chance):
                return False
            read_on(self.stack)
            if self.chance.random() < 0.15:
                self.chance.choice([self.undo, self.undo_redo, self.amend, self.park, self.switch_off, self.fix])()
        return True

    def undo(self):
        press(self.stack, "BACK!")
        press(self.stack, *(["OK"] if box(self.stack).dialog is not None else []))
        read_on(self.stack)

    def undo_redo(self):
        self.undo()
        self.menu("correct", "redo")
        read_on(self.stack)

    def amend(self):
        if match(self.stack).amendable() is not None:
            self.menu("correct", "amend")
            if box(self.stack).turn.is_amending:
                play_act(self.stack, self.chance)
        read_on(self.stack)

    def fix(self):
        """Put something right, at random: it is accepted or refused, and the game goes on."""
        self.menu("correct", "fix")
        for _ in range(30):
            if (
                box(self.stack).turn.is_home
                or box(self.stack).dialog is not None
                or box(self.stack).turn.navigator is None
            ):
                break
            take(self.stack, drawn(navigator_of(self.stack), self.chance))
        read_on(self.stack)
        while box(self.stack).turn.navigator is not None and not (
            box(self.stack).turn.is_home and box(self.stack).turn.navigator.at_root
        ):
            press(self.stack, "BACK")

    def menu(self, *values):
        while box(self.stack).turn.navigator is not None and not box(self.stack).turn.navigator.at_root:
            press(self.stack, "BACK")
        press(self.stack, "BACK")
        choose(self.stack, *values)

    def park(self):
        self.menu("match", "park") if box(self.stack).turn.navigator is not None else self.switch_off()
        if not isinstance(self.stack.top, MatchScreen):
            choose(self.stack, "parked" if self.journal.entries(Status.PARKED) else "finished")
            choose(self.stack, navigator_of(self.stack).options[0].step.value)
            choose(self.stack, navigator_of(self.stack).options[0].step.value)

    def switch_off(self):
        """Pull the plug and begin anew from the journal."""
        before = match(self.stack).state, match(self.stack).log
        number = self.stack.top.live.session.number
        self.stack = new_stack(self.journal)
        if not self.journal.entries(Status.OPEN):
            resume(self.stack, self.journal.entry(number))
        assert (match(self.stack).state, match(self.stack).log) == before


GAMES = ("inside", "insider", "offline", "online")


@all_texts_fit()
@pytest.mark.parametrize("seed", seeds(15, fast=2))
@pytest.mark.parametrize("game", GAMES)
def test_whatever_people_do_with_the_keys_the_record_replays_to_the_same(game, seed):
    depths = [setup for setup in EVERY_DEPTH if setup.game == game]
    setup = depths[seed % len(depths)]
    journal = Journal(":memory:")
    table = Table(journal, setup, f"{kind(setup)} {seed}")
    table.play(150 if is_long(setup) else 400)
    alone = replayed(table.stack)
    assert alone.log == match(table.stack).log
    assert alone.state == match(table.stack).state
    assert alone.standing() == match(table.stack).standing()
    table.stack.prompt()

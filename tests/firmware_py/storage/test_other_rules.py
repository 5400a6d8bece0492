"""Other rules after an update: unfinished matches go on from where they stood, finished ones keep their result."""

import json
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

import engine.inside
from engine.acts import read_act
from engine.game import Setup
from engine.verdicts import Refusal, say
from firmware_py.commands import matches
from firmware_py.commands.shared.options import read_options
from firmware_py.games.standings import points, winners
from firmware_py.i18n.translations import Translations
from firmware_py.page.history import lines
from firmware_py.storage.entries import StoredState
from firmware_py.storage.journal import Journal, Status
from firmware_py.storage.match_store import MatchStore, UnreadableMatch, keep_states, new_match, restore_match
from firmware_py.storage.paths import journal_file
from firmware_py.storage.state_codec import decode_state, encode_state
from firmware_py.ui.match.history import HistoryRecorder
from firmware_py.ui.match.phrases import history_lines
from firmware_py.ui.screens.effects import Leave, Leaving
from tests.engine.games import EVERY_SETUP, NAMES, random_game, say_all
from tests.firmware_py.errors import user_error
from tests.firmware_py.page.replays import mixed_match, name_of, replayed
from tests.firmware_py.storage.journals import ACTS, SETUP, opened, stored
from tests.firmware_py.ui.stacks import choose, new_stack, press, text

WORDS = Translations("en")


def newer_rules(monkeypatch, **changes):
    """Update the program: Inside has other rules from here on."""
    rules = SimpleNamespace(**{**vars(engine.inside), "VERSION": "2", **changes})
    monkeypatch.setitem(sys.modules, "engine.inside", rules)


def refuses_400(state, act):
    """A rule of tomorrow: nobody may place on 400."""
    if act.args and act.args[0].endswith("400"):
        return Refusal("ID-2", say("inside.no-cell", cell="400"))
    return engine.inside.judge(state, act)


def turns_over_cubes(state, act):
    """Another one: every cube that is placed is of the other colour."""
    other = str(act).translate(str.maketrans("LD", "DL"))
    return engine.inside.play(state, read_act(other))


def kept(journal, *acts, status=Status.OPEN, setup=SETUP):
    """Play a match and keep it; gives the match."""
    store, match = MatchStore(journal), new_match(setup)
    number = store.begin(match, "2026-11-20")
    for act in acts:
        store.keep(number, match, read_act(act))
        say_all(match, act)
    store.settle(number, match, status)
    return number, match


@pytest.mark.parametrize("change", [{"judge": refuses_400}, {"play": turns_over_cubes}, {"start": None}])
def test_a_match_that_no_longer_replays_goes_on_from_its_last_state_with_a_notice(monkeypatch, change):
    journal = Journal(":memory:")
    number, match = kept(journal, *ACTS, 'name 2 "Dora"')
    keep_states(journal)
    newer_rules(monkeypatch, **change)
    again, dialog = restore_match(journal, journal.entry(number))
    assert dialog == say("journal.from-state")
    assert (again.state, again.log, again.players) == (match.state, match.log, ("Anna", "Dora"))
    assert again.play(read_act("2 place D301")) is None


def test_what_is_played_after_the_update_is_kept_and_is_there_at_the_next_start(monkeypatch):
    journal = Journal(":memory:")
    number, _ = kept(journal, *ACTS)
    keep_states(journal)
    newer_rules(monkeypatch, judge=refuses_400)
    store, match = MatchStore(journal), restore_match(journal, journal.entry(number)).match
    for act in ("2 place D301", "undo", "2 place D301"):
        store.keep(number, match, read_act(act))
        say_all(match, act)
    again = restore_match(journal, journal.entry(number)).match
    assert (again.state, again.log) == (match.state, match.log)
    assert journal.lines(number) == [*ACTS, "2 place D301", "undo", "2 place D301"]
    keep_states(journal)
    assert journal.state(number).acts == 6, "the next update begins from here"


def test_a_match_that_replays_to_the_same_state_is_whole_and_says_nothing(monkeypatch):
    journal = Journal(":memory:")
    number, match = kept(journal, *ACTS)
    keep_states(journal)
    newer_rules(monkeypatch)
    again, dialog = restore_match(journal, journal.entry(number))
    assert (again.base, dialog) == (None, None)
    assert again.acts == match.acts, "everything can be undone"


@pytest.mark.parametrize("change", [{"judge": refuses_400}, {"play": turns_over_cubes}])
def test_rules_that_differ_in_nothing_but_a_mended_mistake_need_no_other_number(monkeypatch, change):
    journal = Journal(":memory:")
    number, match = kept(journal, *ACTS)
    keep_states(journal)
    newer_rules(monkeypatch, VERSION=engine.inside.VERSION, **change)
    again, dialog = restore_match(journal, journal.entry(number))
    assert (again.state, dialog) == (match.state, say("journal.from-state"))


def test_without_a_noted_state_a_match_is_played_again_and_the_table_compares(monkeypatch):
    journal = Journal(":memory:")
    number, match = kept(journal, *ACTS)
    newer_rules(monkeypatch)
    again, dialog = restore_match(journal, journal.entry(number))
    assert again.state == match.state
    assert dialog == say("journal.other-rules", given=engine.inside.VERSION, known="2")
    newer_rules(monkeypatch, judge=refuses_400)
    with pytest.raises(UnreadableMatch):
        restore_match(journal, journal.entry(number))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "nonsense",
        "[" * 100_000,
        "{}",
        '"a text"',
        encode_state(("no", "state")),
        '{"engine.inside.state:State":{"cubes":1}}',
    ],
    ids=["empty", "nonsense", "deep", "nothing", "text", "other", "parts"],
)
def test_a_state_that_cannot_be_read_does_not_keep_a_match_from_being_played_again(text):
    journal = Journal(":memory:")
    number, match = kept(journal, *ACTS)
    journal.keep_states({number: StoredState(3, ("Anna", "Ben"), text)})
    assert restore_match(journal, journal.entry(number)).match.state == match.state


@pytest.mark.parametrize(
    "name", ["os:system", "builtins:print", "engine.acts:read_act", "engine.game:Rules", "engine.none:x"]
)
def test_nothing_but_parts_of_a_state_is_ever_made(name):
    with pytest.raises(ValueError, match=r"no part of a state|No module"):
        decode_state(json.dumps({name: {"line": "undo"}}))


@pytest.mark.parametrize("setup", EVERY_SETUP, ids=name_of)
def test_states_of_every_game_come_back_as_they_were(setup):
    state = mixed_match(setup, 5).state
    assert decode_state(encode_state(state)) == state


# --- Insider's rules 2: a pawn that has robbed is done wherever it is put, and a VIP needs somebody who sits

ROBBED_TWICE = """
card 4: 3 2 1 0 / -4
1 draw
2 points
2 move e5 e4
2 move e5 d5
2 move e5 d5-e5.2
2 play helicopter 1 fly e4 b1
2 stop
1 points
1 move a1 b1
1 rob b1
1 play administrator 1 swap b1.1 d5.2
unopposed
1 move d5 c5
""".strip().splitlines()


def of_rules_1(journal, acts, noted=None, **tags):
    """Keep a match of Insider that was played under its first rules, with the state that the update has noted."""
    setup = Setup("insider", ("Anna", "Ben"), tags={"Rules": "1", **tags})
    (number,) = journal.restore(stored(setup, *acts))
    if noted is not None:
        journal.keep_states({number: StoredState(len(acts), setup.players, noted)})
    return journal.entry(number)


def test_without_a_noted_state_the_act_that_is_refused_now_is_named():
    journal = Journal(":memory:")
    with pytest.raises(UnreadableMatch) as unreadable:
        restore_match(journal, of_rules_1(journal, ROBBED_TWICE, Depth="board"))
    assert "1 move d5 c5" in WORDS.text(unreadable.value.why)


def test_a_match_of_the_first_rules_that_means_the_same_under_the_second_is_whole():
    journal = Journal(":memory:")
    acts = ROBBED_TWICE[:8]
    match = say_all(new_match(Setup("insider", ("Anna", "Ben"), tags={"Depth": "board"})), *acts)
    again, dialog = restore_match(journal, of_rules_1(journal, acts, encode_state(match.state), Depth="board"))
    assert (again.base, dialog, again.state) == (None, None, match.state)


def test_a_vip_with_nobody_seated_in_an_unfinished_match_does_not_stop_it():
    journal = Journal(":memory:")
    acts = ["card 4: 3 2 1 0 / -4", "1 vip - - - -"]
    state = say_all(new_match(Setup("insider", ("Anna", "Ben"))), acts[0]).state
    match, dialog = restore_match(journal, of_rules_1(journal, acts, encode_state(state)))
    assert dialog == say("journal.from-state")
    say_all(match, "1 seat 1")


def test_the_corrected_card_of_a_past_evaluation_survives_the_journal():
    journal = Journal(":memory:")
    acts = ["card 4: 3 2 1 0 / -4", "1 seat 1", "2 hype", "fix round 1 card 5: 9 2 1 1 0 / -4"]
    number, match = kept(journal, *acts, setup=Setup("insider", ("Anna", "Ben")))
    assert match.state.inn.steps == (9, -4)
    again, dialog = restore_match(journal, journal.entry(number))
    assert (again.state, dialog) == (match.state, None)


# --- what people see of it


def test_the_table_is_told_when_it_goes_on_and_undo_says_why_not(monkeypatch):
    journal = Journal(":memory:")
    kept(journal, *ACTS)
    keep_states(journal)
    newer_rules(monkeypatch, judge=refuses_400)
    stack = new_stack(journal)
    assert "continues from its saved position" in text(stack)
    press(stack, "OK", "BACK!")
    assert "earlier moves stay" in text(stack)
    press(stack, "BACK")
    assert list(map(WORDS.text, history_lines(HistoryRecorder(stack.match_screen.match).follow()))) == [
        "1 1 place L310",
        "2 2 place D400",
        "3 1 place L211",
    ]


def test_the_pages_history_shows_what_was_said_before_and_offers_no_undo_to_there(monkeypatch):
    journal = Journal(":memory:")
    number, _ = kept(journal, *ACTS)
    keep_states(journal)
    newer_rules(monkeypatch, judge=refuses_400)
    match = restore_match(journal, journal.entry(number)).match
    say_all(match, "2 place D301", "undo", "2 place D301")
    replay = replayed(match.setup, match.log, match.base)
    assert [(line.text, line.undos, line.is_undone) for line in lines(replay, WORDS)] == [
        ("1 place L310", None, False),
        ("2 place D400", None, False),
        ("1 place L211", None, False),
        ("Ben: dark cube on 301", None, True),
        ("undone", None, False),
        ("Ben: dark cube on 301", 0, False),
    ]
    assert replay.state_now == match.state


def finished(journal, setup=SETUP):
    """Play a match to its end and keep it."""
    return kept(journal, *(str(act) for _, _, act in random_game(setup, 1)), status=Status.OVER, setup=setup)


def nobody_wins(_state):
    """Another rule: it ends, and nobody has won."""
    return engine.inside.standing(engine.inside.start(SETUP))._replace(over=True)


def test_a_finished_match_keeps_its_result_whatever_the_rules_say_now(monkeypatch):
    journal = Journal(":memory:")
    number, _ = finished(journal)
    before = journal.results()
    assert any(result.won for result in before)
    newer_rules(monkeypatch, standing=nobody_wins)
    won = WORDS("box.won", winners=tuple(result.player for result in before if result.won))
    stack = choose(new_stack(journal), "finished", str(number), "look-at")
    assert "this match would end differently" in text(stack)
    assert won in text(stack)
    press(stack, "OK", "OK")
    stack.match_screen.carry_out((Leave(Leaving.PARK),))
    stack.attempt(lambda: None)
    assert journal.results() == before
    choose(stack, "finished", str(number), "details")
    assert won in text(stack)


def test_a_finished_match_that_no_longer_replays_tells_its_result(monkeypatch, capsys):
    journal = Journal(journal_file())
    number, match = finished(journal)
    journal.close()
    assert matches.main(read_options("matches", ["show", str(number)]), WORDS) == 0
    result = capsys.readouterr().out.splitlines()[-1]
    newer_rules(monkeypatch, judge=refuses_everything)
    with user_error("this program refuses"):
        matches.main(read_options("matches", ["show", str(number)]), WORDS)
    assert capsys.readouterr().out.splitlines()[-1] == result
    stack = choose(new_stack(Journal(journal_file())), "finished", str(number), "details")
    assert WORDS("box.won", winners=winners(match.standing(), match.names)) in text(stack)


def refuses_everything(_state, _act):
    return Refusal("ID-2", say("inside.no-cell", cell="400"))


def test_who_plays_on_in_a_match_that_is_over_no_more_opens_it(monkeypatch):
    journal = Journal(":memory:")
    number, _ = finished(journal)
    newer_rules(monkeypatch, standing=lambda _: engine.inside.standing(engine.inside.start(SETUP)))
    stack = choose(new_stack(journal), "finished", str(number), "look-at")
    match, session, act = stack.match_screen.match, stack.match_screen.live.session, read_act('name 1 "Dora"')
    assert match.play(act, lambda: session.keep(match, act)) is None
    session.played(match)
    assert journal.entry(number).status is Status.OPEN


def test_a_seat_that_somebody_else_plays_is_told_as_ever(capsys):
    journal = Journal(journal_file())
    setup = Setup("online", NAMES[:5])
    number, match = finished(journal, setup)
    journal.close()
    assert matches.main(read_options("matches", ["show", str(number)]), WORDS) == 0
    assert points(match.standing(), match.names) in capsys.readouterr().out


# --- the two copies


def test_a_stored_state_is_in_both_copies(path):
    journal = Journal(path)
    number, _ = kept(journal, *ACTS)
    keep_states(journal)
    state = journal.state(number)
    journal.close()
    Path(path).unlink()
    again, _ = opened(path)
    assert again.state(number) == state
    again.close()


def test_a_part_that_a_stored_state_does_not_have_gets_its_default_and_any_other_is_refused():
    text = '{"engine.game:Setup": {"game": "inside", "players": {"tuple": ["Anna", "Ben"]}}}'
    assert decode_state(text) == Setup("inside", ("Anna", "Ben"))
    for other in ('{"engine.game:Setup": {"game": "inside"}}', text.replace("players", "people")):
        with pytest.raises(ValueError, match="other parts"):
            decode_state(other)

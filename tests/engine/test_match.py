"""The match: undo, redo, amend, overrule, name, quit and fix, whatever the game."""

import random
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import GAMES
from engine.acts import Act, quote, read_act
from engine.game import Ask, Setup, Standing
from engine.match import REDO, STATES_KEPT, UNDO, Base, Match, renamed
from engine.records import read_records, write_record
from engine.verdicts import BadSetup, Impossible, Refusal, player, say
from tests.engine.games import EVERY_SETUP, begin, filled, played, refused, say_all, texts
from tests.firmware_py.page.replays import mixed_match


def test_m_1_undo_takes_back_the_last_act_and_keeps_it_in_the_log():
    match = played("1 place L310", "2 place D400", "undo")
    assert match.state == played("1 place L310").state
    assert [str(act) for act in match.acts] == ["1 place L310"]
    assert [str(act) for act in match.log] == ["1 place L310", "2 place D400", "undo"]


def test_m_1_there_must_be_something_to_undo():
    refusal = refused(begin(), "undo")
    assert (refusal.rule, refusal.why) == ("M-1", say("match.nothing-to-undo"))
    assert refused(played("1 place L310", "undo"), "undo").rule == "M-1"


def test_m_1_a_match_that_goes_on_from_a_state_remembers_what_was_said_before_and_does_not_undo_it():
    before = played("1 place L310", "2 place D400")
    base = Base(tuple(before.log), before.state, ("Anna", "Dora"))
    match = Match(before.rules, before.setup, base)
    assert (match.state, match.players, match.log) == (before.state, ("Anna", "Dora"), before.log)
    assert refused(match, "undo").why == say("match.nothing-to-undo-here")
    assert match.play(read_act("1 place L211")) is None
    assert match.play(read_act("undo")) is None
    assert match.state == before.state
    assert [str(act) for act in match.log] == ["1 place L310", "2 place D400", "1 place L211", "undo"]


def test_m_1_corrections_overruled_acts_names_and_leaving_can_be_undone_too():
    for sentence in ("fix 310 D", "overrule 2 place D310", 'name 2 "Dora"', "2 quit"):
        match = played("1 place L400", sentence, "undo")
        assert match.state == played("1 place L400").state
        assert match.players == ("Anna", "Ben")


def test_m_1_undo_does_not_ask_about_players_whose_acts_are_undone_already():
    assert begin().undo_asks() is None
    match = played("1 place L310", "2 place D400", "1 place L301")
    for _ in range(3):
        assert match.undo_asks() is None
        match.play(read_act("undo"))


def test_m_1_a_name_or_a_correction_is_nobodys_turn():
    assert played("1 place L310", 'name 2 "Dora"', "undo").undo_asks() is None
    assert played("1 place L310", "fix 400 D", "undo").undo_asks() is None


def test_m_1_undo_within_ones_own_turn_does_not_ask():
    match = played("1 place L400", "2 place L310", "1 place L301", "1 bonus D300")
    assert match.undo_asks() is None
    match.play(read_act("undo"))
    assert match.undo_asks() is None


def test_m_2_redo_brings_back_what_was_undone_until_something_new_is_played():
    match = played("1 place L310", "2 place D400", "undo", "undo")
    assert match.undone == read_act("1 place L310")
    say_all(match, "redo", "redo")
    assert match.undone is None
    assert match.state == played("1 place L310", "2 place D400").state
    match = played("1 place L310", "undo", "1 place L400")
    assert refused(match, "redo").rule == "M-2"


def test_m_2_there_must_be_something_to_redo():
    assert refused(begin(), "redo").why == say("match.nothing-to-redo")


def test_m_4_overrule_does_what_was_refused():
    match = played("1 place L310")
    assert refused(match, "1 place L400").rule == "ID-5"
    assert match.play(read_act("overrule 1 place L400")) is None
    assert match.state.cubes[0].bit_count() == 2
    assert str(match.acts[-1]) == "overrule 1 place L400"


def test_m_4_what_the_position_cannot_hold_is_not_done_even_so():
    refusal = refused(begin(), "overrule 1 place L210")
    assert refusal.rule == "M-4"
    assert refusal.why.key == "match.cannot-hold"
    assert refused(begin(), "overrule 1 dance").rule is None


def test_m_5_a_seat_changes_hands():
    match = played('name 2 "Dora the \\"Fox\\""')
    assert match.players == ("Anna", 'Dora the "Fox"')
    assert match.setup.players == ("Anna", "Ben")


@pytest.mark.parametrize("name", [" ", "", "x" * 41, "a\n1 place L310", "\x1b[2J", "\u202eanna"])
def test_m_5_a_name_is_neither_empty_nor_endless_nor_does_it_harm_to_a_record(name):
    match = begin()
    assert match.play(Act(None, "name", ("2", quote(name)))).rule == "M-5"
    with pytest.raises(BadSetup) as caught:
        Match(GAMES["inside"].rules(), Setup("inside", ("Anna", name)))
    assert caught.value.tag == "Players"


def test_m_5_a_name_may_be_french():
    assert played('name 2 "Jean\u00a0Paul\u202f!"').players[1] == "Jean\u00a0Paul\u202f!"


def test_the_rules_of_the_match_are_rulings():
    match = begin()
    for rule, is_ruling in (("M-1", True), ("ID-9", False), ("ID-2", False), (None, False)):
        assert match.is_ruling(Refusal(rule, say("inside.fix-words"))) is is_ruling
    assert match.is_ruling(Refusal("ID-9", say("inside.no-bonus-stock")))


def test_m_6_who_leaves_a_game_of_inside_loses():
    assert played("1 quit").standing().winners == (2,)


def test_m_7_a_hint_is_noted_and_changes_nothing_else():
    match = played("1 place L310", "2 place D400")
    before = match.state, match.acts, match.ask()
    say_all(match, "1 hint")
    assert (match.state, match.acts, match.ask()) == before
    assert texts(match.log) == ["1 place L310", "2 place D400", "1 hint"]
    assert match.states == [begin().state, played("1 place L310").state, match.state]
    assert match.earlier(9) == (played("1 place L310").state, begin().state)
    assert match.earlier(1) == (played("1 place L310").state,)
    assert begin().earlier(9) == ()
    assert match.tell(read_act("1 hint")) == say("match.told-hint", who=player(1))
    over = played("1 quit")
    assert refused(over, "2 hint").rule == "M-7"
    assert over.judge(read_act("2 hint")).rule == "M-7"
    assert match.judge(read_act("2 hint")) is None


def test_m_7_undo_and_redo_pass_over_a_hint():
    match = played("1 place L310", "1 hint", "2 hint", "undo")
    assert match.acts == []
    say_all(match, "1 hint", "redo")
    assert texts(match.acts) == ["1 place L310"]
    assert match.undo_asks() is None, "nobody but Light has acted"
    replayed = played(*texts(match.log))
    assert (replayed.state, replayed.acts) == (match.state, match.acts)


def test_a_hint_is_asked_for_before_the_disk_is_written():
    def full() -> None:
        raise OSError("full")

    match = played("1 place L310")
    with pytest.raises(OSError, match="full"):
        match.play(read_act("2 hint"), keep=full)
    assert texts(match.log) == ["1 place L310"]


@pytest.mark.parametrize(
    "sentence",
    [
        "hint", "3 hint", "0 hint", "1 hint 310", "overrule 1 hint",
        "1 undo", "undo 3", "redo again", "name", "name 2 Dora", 'name 3 "Dora"', 'name 0 "Dora"', "amend",
        "overrule", "overrule 1", "overrule undo", "amend redo", '1 name 2 "Dora"', "2 overrule 1 place L310",
    ],
)  # fmt: skip
def test_words_that_are_no_act_of_the_match(sentence):
    assert refused(begin(), sentence).rule is None


def test_a_match_under_other_rules_is_not_begun():
    with pytest.raises(BadSetup) as caught:
        Match(GAMES["inside"].rules(), Setup("inside", ("Anna", "Ben"), tags={"Rules": "7"}))
    assert caught.value.why == say("match.other-rules", given="7", known="1")
    assert Match(GAMES["inside"].rules(), Setup("inside", ("Anna", "Ben"), tags={"Rules": "1"})).legal()


def test_what_cannot_be_kept_was_never_played():
    def full():
        raise OSError("the disk is full")

    match, act, kept = begin(), read_act("1 place L310"), []
    with pytest.raises(OSError, match="full"):
        match.play(act, keep=full)
    assert (match.state, match.log) == (begin().state, [])
    assert match.play(read_act("1 dance"), keep=full) is not None, "what is refused is not kept"
    assert match.play(act, keep=lambda: kept.append(list(match.log))) is None
    assert (kept, match.log) == ([[]], [act]), "kept before it stands"


def test_before_is_the_state_that_the_last_act_met():
    assert played("1 place L310", "2 place D400").before == played("1 place L310").state
    assert begin().before == begin().state


def test_judge_answers_without_doing():
    match = begin()
    assert match.judge(read_act("1 place L310")) is None
    assert match.judge(read_act("undo")).rule == "M-1"
    assert match.log == []
    assert match.ask() == match.rules.ask(match.state)


@pytest.mark.parametrize(
    ("sentence", "told"),
    [
        ("undo", say("match.told-undo")),
        ("redo", say("match.told-redo")),
        ("2 quit", say("match.told-quit", who=player(2))),
        ("fix 310 L", say("match.told-fix", what=say("inside.told", cube=say("inside.cube-light"), cell="310"))),
        ('name 2 "Dora"', say("match.told-name", seat="2", name="Dora")),
        ("overrule undo", say("match.told-overrule", act=say("match.told-undo"))),
        (
            "1 bonus L310",
            say("inside.told-bonus", cube=say("inside.cube-light"), cell="310", other=say("inside.player-dark")),
        ),
    ],
)
def test_every_act_can_be_told_in_a_few_words(sentence, told):
    assert begin().tell(read_act(sentence)) == told


# --- amending: a game with a die, since in Inside nothing is revealed


def _judge(total, act):
    if act.verb != "roll" or len(act.args) != 1 or act.args[0] not in "123456":
        return Refusal(None, say("die.words"))
    return Refusal("D-1", say("die.over")) if total >= 12 else None


def _play(total, act):
    if _judge(0, act):
        raise Impossible(say("die.words"))
    return total + int(act.args[0])


DIE = SimpleNamespace(
    VERSION="1",
    RULINGS=frozenset(),
    start=lambda _setup: 0,
    ask=lambda _total: Ask((1,), say("die.roll")),
    legal=lambda _total: [read_act(f"1 roll {face}") for face in range(1, 7)],
    judge=_judge,
    play=_play,
    reveals=lambda act: act.verb == "roll",
    standing=lambda total: Standing(total >= 12, (1,), {1: total}),
    tell=lambda _total, act: say("die.rolled", faces=act.args),
)


def die(*sentences):
    match = Match(DIE, Setup("die", ("Anna",)))
    for sentence in sentences:
        assert match.play(read_act(sentence)) is None
    return match


def test_m_3_the_last_roll_can_be_amended_and_both_stay_in_the_log():
    match = die("1 roll 3", "1 roll 5", "amend 1 roll 2")
    assert match.state == 5
    assert [str(act) for act in match.log] == ["1 roll 3", "1 roll 5", "amend 1 roll 2"]
    match.play(read_act("undo"))
    assert match.state == 3
    match.play(read_act("redo"))
    assert match.state == 5
    assert die("1 roll 3", "amend 1 roll 4").state == 4
    assert match.tell(match.acts[-1]) == say("match.told-amend", act=say("die.rolled", faces=("2",)))


def test_m_3_only_by_something_of_the_same_kind_that_is_allowed_itself():
    match = die("1 roll 3")
    assert refused(match, "amend 2 roll 2").rule == "M-3"
    assert refused(match, "amend 1 roll 9").rule is None


def test_m_3_an_overruled_roll_can_be_amended_by_another_that_would_be_refused():
    match = die("1 roll 6", "1 roll 6")
    assert refused(match, "1 roll 3").rule == "D-1"
    for sentence in ("overrule 1 roll 3", "amend 1 roll 4"):
        assert match.play(read_act(sentence)) is None
    assert match.state == 16
    assert refused(match, "amend 1 roll 9").rule is None


def test_m_3_only_a_roll_card_or_tile():
    refusal = refused(played("1 place L310"), "amend 1 place L400")
    assert (refusal.rule, refusal.why) == ("M-3", say("match.nothing-to-amend"))
    assert refused(begin(), "amend 1 place L400").rule == "M-3"


def test_m_1_undo_over_a_roll_asks():
    assert die("1 roll 3").undo_asks() == say("match.undo-revealed")
    assert die("1 roll 3", "undo").undo_asks() is None, "it is undone already"


def test_m_3_an_amended_act_is_undone_whole_and_comes_back_as_amended():
    match = die("1 roll 3", "amend 1 roll 5")
    amended = match.state
    match.play(read_act("undo"))
    assert (match.acts, match.state) == ([], die().state)
    match.play(read_act("redo"))
    assert match.state == amended
    assert texts(match.acts) == ["amend 1 roll 5"]


# --- everything at once

acts = st.lists(
    st.one_of(
        st.sampled_from(
            ["undo", "undo", "redo", "2 quit", "fix turn 2", "fix 004 D", "fix 004 -", 'name 1 "Zoë"']
        ),
        st.integers(0, 10**6),
    ),
    max_size=60,
)


@given(acts)
def test_any_match_replays_from_its_record_to_the_same_position(said):
    match = begin()
    for word in said:
        legal = match.legal()
        if isinstance(word, str):
            match.play(read_act(word))
        elif legal:
            match.play(legal[word % len(legal)])
    (record,) = read_records(write_record(match.setup, match.log))
    again = begin()
    for _number, line in record.lines:
        assert again.play(read_act(line)) is None
    assert (again.state, again.players, again.acts) == (match.state, match.players, match.acts)


@pytest.mark.parametrize("setup", EVERY_SETUP, ids=lambda setup: f"{setup.game}-{len(setup.players)}")
def test_m_1_m_2_undo_and_redo_lead_to_the_same_states_over_any_distance(setup):
    """Most states are not kept, but played again."""
    match = mixed_match(setup, 11)
    while match.undoable < 3 * STATES_KEPT and (legal := match.legal()) and not match.standing().is_decided:
        act = filled(match.rules, match.state, legal[match.undoable % len(legal)], random.Random(match.undoable))
        assert match.play(act) is None
    states = []
    while match.undoable:
        states.append((match.state, match.players, match.last))
        assert match.play(UNDO) is None
    assert match.last is None
    assert match.state == match.rules.start(match.setup)
    while states:
        assert match.play(REDO) is None
        assert (match.state, match.players, match.last) == states.pop()
    assert len(match._states) <= 2 * STATES_KEPT + match.undoable // STATES_KEPT + 2


def test_only_some_states_are_kept_and_what_is_not_asked_for_is_not_played():
    match = begin()
    for at in range(5000):
        match.play(read_act(f'name 1 "Anna {at}"'))
    assert len(match._states) < 250
    for _ in range(4000):
        match.play(UNDO)
    assert (match.undoable, match.players[0]) == (1000, "Anna 999")
    for _ in range(3000):
        match.play(REDO)
    assert match.state == begin().state
    assert match.players[0] == "Anna 3999"


def test_m_5_only_the_act_name_changes_a_name():
    players = ("Anna", "Ben")
    assert renamed(players, read_act("1 place L310")) == players
    assert renamed(players, read_act('name 2 " Carla "')) == ("Anna", "Carla")

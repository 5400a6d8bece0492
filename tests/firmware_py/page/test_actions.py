"""What people do on the page: actions are done, anything else is not, and no page does what it may not."""

import json
import random
from contextlib import closing, contextmanager

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drivers.dice import State
from drivers.presses import Key, Kind
from engine.acts import is_open, read_act
from engine.match import REDO
from engine.verdicts import say
from firmware_py.i18n.default_names import LONGEST_NAME_ON_PANEL
from firmware_py.page import actions
from firmware_py.page.actions import LONGEST_TEXT, carry_out, read_action
from firmware_py.page.devices import Devices
from firmware_py.page.snapshot import SnapshotTaker
from firmware_py.storage.crash_log import TOO_MANY_CRASHES, CrashLog
from firmware_py.storage.journal import Journal, JournalFault, Status
from firmware_py.ui.flows import match as match_flow
from firmware_py.ui.flows.home import home, start
from firmware_py.ui.navigation.first_question import navigator_for
from firmware_py.ui.screens.dialog_screen import DialogScreen
from firmware_py.ui.screens.effects import Notice, Show, propose
from firmware_py.ui.screens.typing import TypingScreen
from tests.depth import depth, examples
from tests.engine.games import SETUPS, filled
from tests.firmware_py.page.replays import name_of
from tests.firmware_py.ui.stacks import (
    box,
    choose,
    match,
    new_match,
    new_stack,
    playing,
    press,
    read_on,
    said,
    text,
)

ACTS = depth(15, full=40)
"""Of a random game that are played on the page."""
SOME = [setups[0] for setups in SETUPS.values()] + [SETUPS["insider"][3], SETUPS["offline"][6]]

words = st.sampled_from(
    [
        *(
            "do",
            "press",
            "choose",
            "tap",
            "say",
            "type",
            "undo-to",
            "hint",
            "analyse-match",
            "roll",
            "plug",
            "claim",
            "key",
            "kind",
            "ask",
        ),
        *(
            "ok",
            "option",
            "taps",
            "act",
            "place",
            "count",
            "acts",
            "text",
            "state",
            "faces",
            "part",
            "in",
            "\ud800",
        ),
    ]
)
plain = st.none() | st.booleans() | st.integers() | st.floats() | words | st.text(max_size=20)
anything = st.recursive(
    plain,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(words, inner, max_size=5),
    max_leaves=12,
)
like_deeds = st.fixed_dictionaries(
    {"do": words}, optional=dict.fromkeys(("key", "kind", "ask", "option", "taps", "act", "text"), anything)
)


class SharedScreens(Devices):
    """Phones that work on the screens of the box, whatever question was meant."""

    @contextmanager
    def screens_of(self, _session, box):
        yield box

    def is_asked(self, _session, _number):
        return True


def do(stack, given, simulated=None):
    """Do what is asked for on the page of a real box, whatever question was meant."""
    action = read_action(given)
    assert action is not None, given
    carry_out(action, stack, SharedScreens(), "phone", simulated)
    stack.top.view_model()
    return stack


def undo(stack, action):
    """Do a slice of an undo, and return the rest."""
    return carry_out(action, stack, SharedScreens(), "phone")


def tap(stack, *taps):
    return do(stack, {"do": "tap", "taps": list(taps)})


# --- anything


@given(anything | like_deeds)
@settings(max_examples=examples(400))
def test_whatever_is_sent_nothing_breaks_and_nothing_is_done_but_actions(sent):
    sent = json.loads(json.dumps(sent))
    stack = playing("1 place L310")
    action = read_action(sent)
    if action is None:
        return
    assert sent["do"] in {"press", "choose", "tap", "say", "type", "undo-to", "hint", "analyse-match"}, (
        "the rest is for the virtual box"
    )
    carry_out(action, stack, SharedScreens(), "phone")
    stack.table(), stack.prompt(), stack.top.view_model()


@pytest.mark.parametrize(
    "sent",
    [
        {"do": "press"},
        {"do": "press", "key": "OK"},
        {"do": "press", "key": "ok", "kind": "forever"},
        {"do": "press", "key": ["ok"]},
        {"do": "press", "key": "ok", "ask": "1"},
        {"do": "choose", "option": 1},
        {"do": "choose", "ask": 1, "option": "1"},
        {"do": "choose", "ask": 1, "option": 1.0},
        {"do": "choose", "ask": 1, "option": -1},
        {"do": "choose", "ask": 10**30, "option": 0},
        {"do": "open-match", "number": 2**63},
        {"do": "open-match", "number": True},
        {"do": "tap", "taps": ["x" * 201]},
        {"do": "tap", "taps": "spot:310"},
        {"do": "tap", "taps": ["spot:310"] * 21},
        {"do": "tap", "taps": [310]},
        {"do": "tap", "taps": ["spot:310"], "acts": "1"},
        {"do": "say", "act": ""},
        {"do": "say", "act": "1"},
        {"do": "say", "act": "1 place\x1b[2J L310"},
        {"do": "say", "act": "1 place L310" + " " * LONGEST_TEXT},
        {"do": "type", "ask": 1, "text": "x" * 10_000},
        {"do": "hint"},
        {"do": "hint", "ask": "1"},
        {"do": "undo-to"},
        {"do": "undo-to", "count": -1, "acts": 0},
        {"do": "roll", "faces": [1, 2]},
        {"do": "plug", "part": "table", "in": False},
        {"do": "_press", "key": "ok"},
        [],
        "press",
        None,
    ],
)
def test_what_is_no_action_is_none(sent):
    assert read_action(sent) is None


@given(
    st.fixed_dictionaries(
        {"do": st.sampled_from(["roll", "plug"])},
        optional=dict.fromkeys(("state", "faces", "part", "in"), anything),
    )
)
def test_whatever_is_sent_to_the_simulated_box_is_read_or_is_none(sent):
    read_action(sent, is_virtual=True)


def test_the_simulated_box_rolls_and_pulls_plugs_and_only_that_one(virtual, real):
    phone = virtual.paired()
    with phone.listen() as stream:
        assert phone.do("roll", state="settled", faces=[3, 5]).status == 204
        stream.until(lambda seen: seen["box"]["tray"]["says"] == "The dice lie still. Tap one to turn it.")
        assert phone.do("plug", part="prompt", **{"in": False}).status == 204
        stream.until(lambda seen: not seen["box"]["displays"][1]["is_plugged"])
        assert phone.do("plug", part="prompt", **{"in": True}).status == 204
        stream.until(lambda seen: seen["box"]["displays"][1]["is_plugged"])
    for faces in ([0], [7], ["1"], [1] * 7, 3, None):
        assert phone.do("roll", state="settled", faces=faces).status == 422
    for wish in ({"do": "roll", "state": "settled", "faces": [1]}, {"do": "plug", "part": "reader", "in": False}):
        assert real.paired().post("/do", wish).status == 422


# --- questions


@pytest.mark.parametrize("option", [99, 2**53])
def test_an_answer_that_is_not_offered_does_nothing(option):
    stack = playing()
    before = stack.top.view_model()
    assert do(stack, {"do": "choose", "ask": 1, "option": option}).top.view_model() == before


@pytest.mark.parametrize("setup", SOME, ids=name_of)
def test_the_number_of_a_question_changes_with_every_act(setup):
    """Who taps twice has answered once, even if the next question is the same."""
    stack, taker, chance = new_stack(), SnapshotTaker(), random.Random(1)
    match_flow.begin(stack, setup)
    for _ in range(ACTS):
        read_on(stack)
        if not (allowed := match(stack).legal()):
            break
        before = taker.take(stack).ask
        box(stack).submit(filled(match(stack).rules, match(stack).state, chance.choice(allowed), chance))
        read_on(stack)
        assert taker.take(stack).ask != before, said(stack)[-2:]


# --- taps


def shuffled(taps, chance):
    """Mix taps, but let those of a kind come as they are asked for: the first die is not the second."""
    kinds = [tap.partition(":")[0] for tap in taps]
    waiting = {kind: [tap for tap in taps if tap.startswith(f"{kind}:")] for kind in kinds}
    chance.shuffle(kinds)
    return list(dict.fromkeys(waiting[kind].pop(0) for kind in kinds))


@pytest.mark.parametrize("setup", SOME, ids=name_of)
@pytest.mark.parametrize("seed", [1, 2])
def test_taps_in_any_order_say_what_the_keys_say(setup, seed):
    stack, chance = new_stack(), random.Random(seed)
    match_flow.begin(stack, setup)
    for _ in range(ACTS):
        read_on(stack)
        game = match(stack)
        asked = game.ask()
        navigator = navigator_for(game.rules, game.state, asked.seats)
        allowed = [] if navigator is None or box(stack).turn.navigator is None else navigator.allowed_leaves()
        if not allowed:
            break
        act = chance.choice(allowed)
        path = next(path for option in navigator.options for path in option.paths if path.leaf == act)
        taps = shuffled([step.tap for step in path.steps], chance)
        before, played = len(game.log), False
        for one in taps:
            tap(stack, one)
            if played := len(game.log) > before:
                break
            if box(stack).dialog is not None and box(stack).dialog.agreed is not None:
                break
        if played:
            assert is_open(act) or game.log[before] == act, (taps, act)
            continue
        navigator = box(stack).turn.navigator
        assert navigator is not None
        reached = [path.leaf for option in navigator.options for path in option.paths]
        asks = box(stack).dialog is not None
        assert act in reached or asks or is_open(act), (taps, act)
        stack.top.begin_turn()
        box(stack).play(filled(game.rules, game.state, act, chance))


def test_a_tap_on_what_is_not_allowed_is_refused_with_its_rule():
    stack = tap(playing("1 place L310"), "spot:210")
    telling = stack.top.view_model().message
    assert telling is not None
    assert telling.refusal is not None
    assert telling.refusal.rule is not None
    assert telling.refusal.rule in stack.translations.text(telling.title)
    assert said(stack) == ["1 place L310"]


def test_a_tap_on_something_that_nobody_asked_for_says_so():
    stack = playing()
    for nothing in ("spot:999", "seat:9", "", "x" * 200, "spot:\ud800"):
        tap(stack, nothing)
        assert stack.top.view_model().message is None
        assert stack.top.view_model().news
    assert tap(stack).top.view_model().shape
    assert said(stack) == []


def test_a_tap_on_a_drawing_that_is_out_of_date_does_nothing():
    stack = playing("1 place L310", "2 place D400")
    before = stack.top.view_model()
    assert do(stack, {"do": "tap", "taps": ["spot:301"], "acts": 1}).top.view_model() == before
    assert do(stack, {"do": "tap", "taps": ["spot:301"], "acts": 2}).top.view_model() != before


def test_while_the_table_is_asked_a_tap_is_no_answer():
    stack = playing("1 place L310", "2 place D400")
    box(stack).carry_out((Show(propose(say("box.sure"), say("box.sure"), read_act("1 quit"))),))
    asked = stack.top.view_model()
    assert asked.message is not None
    assert asked.message.no is not None
    assert tap(stack, "spot:301").top.view_model() == asked
    assert do(stack, {"do": "say", "act": "1 place L301"}).top.view_model() == asked
    assert len(said(stack)) == 2


# --- acts that are said


REFUSED = ("time", "*", "menu-leave end", "menu-insist", "menu-history", "1 flurb", "2 place L310")


@pytest.mark.parametrize(
    "act",
    [
        *(
            "undo",
            "redo",
            "2 quit",
            "time",
            'name 1 "Zoë"',
            "fix turn 2",
            "overrule 2 place L310",
            "1 place *",
            "*",
        ),
        *("amend 1 place L400", "menu-leave end", "menu-insist", "menu-history", "1 flurb", "2 place L310"),
    ],
)
def test_nothing_can_be_said_at_once_but_what_a_seat_may_say_now(act):
    stack = playing("1 place L310")
    before, is_of_game = stack.top.view_model(), act in REFUSED
    shown = do(stack, {"do": "say", "act": act}).top.view_model()
    assert shown._replace(message=None) == before
    assert (shown.message is not None) == is_of_game, "what the game knows is refused with a reason"
    assert said(stack) == ["1 place L310"]


@pytest.mark.parametrize("setup", SOME, ids=name_of)
def test_saying_an_act_with_an_open_value_asks_for_it_or_does_nothing(setup):
    stack, chance = new_stack(), random.Random(1)
    match_flow.begin(stack, setup)
    for _ in range(ACTS):
        read_on(stack)
        if not (allowed := match(stack).legal()):
            break
        for act in allowed:
            if is_open(act):
                count = len(said(stack))
                do(stack, {"do": "say", "act": str(act)})
                assert len(said(stack)) == count
                read_on(stack)
        box(stack).submit(filled(match(stack).rules, match(stack).state, chance.choice(allowed), chance))


def test_a_seat_speaks_out_of_turn_with_one_tap():
    stack = playing("1 place L310")
    assert said(do(stack, {"do": "say", "act": "2 place D400"})) == ["1 place L310", "2 place D400"]


# --- undo to a place


def test_undo_to_a_place_of_the_log(virtual):
    phone = virtual.paired()
    for act in ("1 place L310", "2 place D400", "1 place L301"):
        phone.do("say", act=act)
    log = virtual.log
    assert len(log) == 3
    assert phone.do("undo-to", place=1).status == 204
    assert virtual.box(lambda box: [str(act) for act in box.match.acts]) == log[:1]
    assert virtual.log == [*log, "undo", "undo"], "nothing is ever erased"
    for gone in (2, 3, 4, 99, -1, "1", None, 1.0):
        assert phone.do("undo-to", place=gone).status == 422, gone
    assert phone.do("undo-to", place=0).status == 204
    assert virtual.box(lambda box: box.match.acts) == []


def test_undo_to_a_place_is_refused_when_the_log_has_moved_on():
    stack = playing("1 place L310", "2 place D400")
    do(stack, {"do": "undo-to", "count": 0, "acts": 1})
    assert said(stack) == ["1 place L310", "2 place D400"]
    do(stack, {"do": "undo-to", "count": 1, "acts": 2})
    assert said(stack)[2:] == ["undo"]
    do(stack, {"do": "undo-to", "count": 99, "acts": 3})
    assert said(stack)[3:] == []


def test_undo_to_a_place_goes_in_slices_and_stops_when_somebody_plays_in_between(monkeypatch):
    monkeypatch.setattr(actions, "UNDOS_AT_A_TIME", 2)
    acts = ["1 place L310", "2 place D400", "1 place L301", 'name 1 "Zoë"', 'name 2 "Max"']
    stack = playing(*acts)
    rest = undo(stack, read_action({"do": "undo-to", "count": 0, "acts": 5}))
    assert said(stack) == [*acts, "undo", "undo"]
    assert undo(stack, undo(stack, rest)) is None
    assert said(stack) == [*acts, *["undo"] * 5]
    for _ in acts:
        box(stack).play(REDO)
    rest = undo(stack, read_action({"do": "undo-to", "count": 0, "acts": 15}))
    box(stack).play(REDO)
    assert undo(stack, rest) is None
    assert said(stack)[15:] == ["undo", "undo", "redo"]


def test_a_slice_of_undos_that_the_disk_refuses_is_not_done_and_says_so(monkeypatch):
    monkeypatch.setattr(actions, "UNDOS_AT_A_TIME", 2)
    stack = playing("1 place L310", "2 place D400", "1 place L301")
    keep, kept = box(stack).live.session.keep, []

    def refuse_the_second(*args, how):
        kept.append(args)
        if len(kept) == 2:
            raise JournalFault(say("journal.full", path="journal.db", reason="full"))
        keep(*args, how=how)

    monkeypatch.setattr(box(stack).live.session, "keep", refuse_the_second)
    rest = undo(stack, read_action({"do": "undo-to", "count": 0, "acts": 3}))
    assert undo(stack, rest) is None
    assert said(stack)[3:] == ["undo", "undo"]
    assert stack.top.view_model().message.title == say("box.not-saved")


def test_undoing_thousands_of_acts_is_few_writes(tmp_path):
    """Ten thousand acts are stored in five transactions, whatever the disk is like."""
    with closing(Journal(str(tmp_path / "journal.db"))) as journal:
        stack = new_match(new_stack(journal), "inside")
        names = [read_act(f'name 1 "Anna {at}"') for at in range(10_000)]
        box(stack).live.session.keep(box(stack).match, *names)
        for act in names:
            assert box(stack).match.play(act) is None
        rest, calls = read_action({"do": "undo-to", "count": 1, "acts": 10_000}), 0
        while rest is not None:
            rest, calls = undo(stack, rest), calls + 1
        assert calls == 5
        assert len(journal.lines(1)) == 19_999
        assert box(stack).match.players[0] == "Anna 0"


# --- what only the box decides


def forgetting(stack):
    """Go to the question whether a match is to be forgotten."""
    stack.store.mark(stack.journal.entries(Status.OPEN)[0], Status.PARKED)
    home(stack)
    choose(stack, "parked", "1", "forget")
    assert isinstance(stack.top, DialogScreen)
    return stack


def test_a_page_beside_a_real_box_may_not_forget_a_match_but_may_leave_it():
    stack = forgetting(playing("1 place L310"))
    asked = stack.top.view_model()
    assert asked.is_for_box
    for key in Key:
        if key is not Key.BACK:
            for kind in Kind:
                do(stack, {"do": "press", "key": key.value, "kind": kind.value})
    do(stack, {"do": "choose", "ask": 1, "option": 0})
    tap(stack, "spot:310")
    assert stack.journal.entries(Status.PARKED)
    assert isinstance(stack.top, DialogScreen)
    do(stack, {"do": "press", "key": "back"})
    assert not isinstance(stack.top, DialogScreen)
    assert stack.journal.entries(Status.PARKED)


@pytest.mark.parametrize("way", [("parked", "1", "forget"), ("off",)])
def test_a_phone_cannot_put_a_dangerous_question_under_a_finger_at_the_box(way):
    """Whoever presses ok at the box next, for whatever reason, deletes nothing and switches nothing off."""
    stack = playing("1 place L310")
    stack.store.mark(stack.journal.entries(Status.OPEN)[0], Status.PARKED)
    home(stack)
    for value in way:
        options = [option.step.value for option in stack.top.navigator.options]
        do(stack, {"do": "choose", "ask": 1, "option": options.index(value)})
    assert text(stack).endswith("This can only be done with the keys of the box.")
    for _ in range(3):
        press(stack, "OK")
        assert not stack.top.view_model().is_for_box
        assert stack.journal.entries(Status.PARKED, Status.OPEN)
    stack.store.mark(stack.journal.entries(Status.PARKED, Status.OPEN)[-1], Status.PARKED)
    home(stack)
    choose(stack, *way)
    assert stack.top.view_model().is_for_box, "at the box it can be asked for as before"


def test_a_phone_does_not_move_the_highlight_of_the_box(tmp_path):
    """In the safe mode phones work on the screens of the box: its cursor stays."""
    stack = playing("1 place L310")
    stack.crash_log, stack.is_ready = CrashLog(str(tmp_path)), False
    for _ in range(TOO_MANY_CRASHES):
        stack.crash_log.crash(RuntimeError())
    start(stack)
    taker = SnapshotTaker()
    number, navigator = taker.take(stack).ask, stack.top.navigator
    assert [option.step.value for option in navigator.options][-1] == "off"
    for key in ("down", "up", "left", "right", "down"):
        action = read_action({"do": "press", "key": key, "ask": number})
        carry_out(action, stack, taker.devices, "phone")
        assert navigator.cursor == 0
    press(stack, "DOWN")
    assert navigator.cursor == 1, "the keys of the box move it"


def test_the_simulated_box_is_the_box():
    stack = forgetting(playing("1 place L310"))
    do(stack, {"do": "press", "key": "ok"}, simulated=object())
    assert not stack.journal.entries(Status.PARKED)


# --- names


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("Zoë", "Zoë"),
        ("  Anna  ", "Anna"),
        ("\x1b[2JMax\u202e\n", "[2JMax"),
        ("<b>Max</b>", "<b>Max</b>"),
        ("x" * LONGEST_TEXT, "x" * LONGEST_NAME_ON_PANEL),
        ("A\ud800B", "AB"),
    ],
)
def test_a_name_is_typed_without_what_no_display_can_show(typed, name):
    stack, names = playing(), []
    stack.ask_name("who?", names.append)
    do(stack, {"do": "type", "ask": 1, "text": typed})
    assert names == [name]


@pytest.mark.parametrize("typed", ["", "   ", "\n\t", "\u202e"])
def test_nothing_is_no_name(typed):
    stack, names = playing(), []
    stack.ask_name("who?", names.append)
    do(stack, {"do": "type", "ask": 1, "text": typed})
    assert names == []
    assert isinstance(stack.top, TypingScreen)


def test_typing_where_no_name_is_asked_for_does_nothing():
    stack = playing()
    before = stack.top.view_model()
    assert do(stack, {"do": "type", "ask": 1, "text": "Zoë"}).top.view_model() == before


# --- what a press brings with it


@pytest.mark.parametrize("sent", [{"do": "press", "key": "ok"}, {"do": "say", "act": "card 4: 3 2 1 0 / -4"}])
def test_a_roll_that_waited_is_proposed_after_what_a_phone_does_as_after_a_press(sent):
    stack = playing(game="insider", players=("Anna", "Ben", "Carla"))
    box(stack).carry_out((Show(Notice(say("box.sure"), (say("box.sure"),))),))
    stack.take_roll(State.SETTLED, (3, 5))
    assert "3 5" not in text(stack), "somebody reads"
    do(stack, sent)
    assert "3 5" in text(stack)


def test_seats_are_claimed_by_phones(virtual):
    phone, other = virtual.paired(), virtual.paired()
    with phone.listen() as stream:
        assert phone.do("claim", seat=2).status == 204
        stream.until(lambda seen: seen["me"]["seat"] == 2)
        assert other.do("claim", seat=2).status == 204
        stream.until(lambda seen: seen["me"]["seat"] is None)
        for seat in (0, 3, "1", 1.5, [1]):
            assert phone.do("claim", seat=seat).status == 422, seat
        assert phone.do("claim", seat=1).status == 204
        assert phone.do("claim", seat=None).status == 204
        stream.until(lambda seen: seen["me"]["seat"] is None)


def test_what_is_typed_and_is_no_move_says_why(virtual):
    phone = virtual.paired()
    assert phone.do("write", acts=[""]).status == phone.do("dance").status == 422
    assert virtual.paired().do("write", acts=[""]).body != virtual.paired().do("dance").body

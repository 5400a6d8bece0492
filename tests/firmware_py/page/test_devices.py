"""A prompt for each phone: what one person has half entered is their own, only completed acts are shared."""

import gc
from pathlib import Path

from engine.acts import read_act
from engine.records import read_records
from engine.verdicts import say
from firmware_py.i18n.sentences import plain
from firmware_py.page.actions import carry_out, read_action
from firmware_py.page.snapshot import SnapshotTaker
from firmware_py.ui.flows import match as match_flow
from firmware_py.ui.flows.home import start
from firmware_py.ui.screens.effects import Notice, Reach, Show
from firmware_py.ui.screens.question import ChoiceScreen
from firmware_py.ui.stack.phone_stack import PhoneStack
from firmware_py.ui.stack.waiting import Tick
from tests.depth import depth
from tests.firmware_py.page.pages import choose_on
from tests.firmware_py.ui.stacks import PLAIN, box, choose, new_stack, playing, press, said
from tests.firmware_py.ui.thinkers import TestThinker

RECORDS = Path(__file__).parents[2] / "records"


class Phones:
    """Phones beside a box, without a network."""

    def __init__(self, stack):
        self.stack, self.taker = stack, SnapshotTaker()
        self.taker.take(stack)

    def do(self, phone, action, **given):
        action = read_action({"do": action, **given})
        assert action is not None, given
        carry_out(action, self.stack, self.taker.devices, phone)
        self.taker.take(self.stack)

    def asked(self, phone):
        taken = self.taker.take(self.stack)
        return taken.own[phone] if phone in taken.own else self.taker.devices.idle(self.stack)

    def view(self, phone):
        return self.asked(phone).view

    def choose(self, phone, value, number=None):
        asked = self.asked(phone)
        at = [option.step.value for option in asked.view.options].index(value)
        self.do(phone, "choose", ask=number or asked.number, option=at)

    def press(self, phone, key, kind="short"):
        self.do(phone, "press", key=key, kind=kind, ask=self.asked(phone).number)

    def tap(self, phone, *taps, acts=None):
        self.do(phone, "tap", taps=list(taps), acts=len(said(self.stack)) if acts is None else acts)

    def answered(self, phone):
        return [option.step.value for option in self.view(phone).answered]

    def lines(self, phone):
        message = self.view(phone).message
        return [] if message is None else [self.stack.translations.text(line) for line in message.paragraphs]


def test_what_is_half_entered_is_seen_on_no_other_prompt():
    phones = Phones(playing())
    at_box = phones.stack.prompt().tobytes()
    phones.tap("anna", "spot:310")
    assert phones.answered("anna") == ["310"]
    assert phones.answered("ben") == []
    assert phones.stack.prompt().tobytes() == at_box
    press(phones.stack, "OK")
    assert phones.answered("anna") == ["310"], "and what is half entered at the box is the box's"
    assert phones.answered("ben") == []


def test_a_menu_and_what_is_allowed_are_ones_own():
    phones = Phones(playing())
    phones.press("anna", "back")
    phones.press("ben", "ok", "long")
    menu = [option.step.value for option in phones.view("anna").options]
    assert "correct" in menu
    assert len(phones.lines("ben")) > 3
    assert phones.view("carla").message is None
    assert phones.view("carla").shape == "board"


def test_only_a_completed_act_is_shared_and_everybody_is_asked_the_next_question():
    phones = Phones(playing())
    before = phones.asked("ben").number
    phones.tap("anna", "spot:310")
    assert said(phones.stack) == []
    assert phones.asked("ben").number == before
    phones.tap("anna", "choice:L")
    assert said(phones.stack) == ["1 place L310"]
    assert phones.asked("ben").number > before
    assert phones.asked("anna") == phones.asked("ben")
    assert box(phones.stack).turn.speakers == (2,)


def test_an_entry_that_still_fits_is_kept_when_somebody_else_acts():
    phones = Phones(playing())
    phones.tap("ben", "spot:400")
    phones.do("anna", "say", act="1 place L310")
    assert phones.answered("ben") == ["400"]
    phones.tap("ben", "choice:L")
    assert said(phones.stack) == ["1 place L310", "2 place L400"]


def test_who_was_late_is_told_plainly():
    phones = Phones(playing())
    phones.tap("ben", "spot:310")
    phones.do("anna", "say", act="1 place L310")
    assert "310" in " ".join(phones.lines("ben"))
    assert phones.lines("ben")[0].startswith("Somebody was faster")
    phones.press("ben", "ok")
    assert phones.answered("ben") == []


def test_an_answer_to_an_outdated_question_is_judged_in_the_state_that_it_meets():
    phones = Phones(playing())
    for phone in ("anna", "ben"):
        phones.tap(phone, "spot:310")
    old = phones.asked("ben")
    light = [option.step.value for option in old.view.options].index("L")
    phones.tap("anna", "choice:L")
    phones.do("ben", "choose", ask=old.number, option=light)
    assert said(phones.stack) == ["1 place L310"]
    message = phones.view("ben").message
    assert message is not None
    assert message.refusal is not None
    assert phones.lines("ben")[0].startswith("Somebody was faster")


def test_a_tap_on_an_outdated_board_is_late():
    phones = Phones(playing())
    phones.do("anna", "say", act="1 place L310")
    phones.tap("ben", "spot:400", acts=0)
    assert phones.lines("ben")[0].startswith("Somebody was faster")
    assert said(phones.stack) == ["1 place L310"]


def test_who_taps_twice_is_not_late():
    phones = Phones(playing())
    phones.tap("anna", "spot:310")
    asked = phones.asked("anna")
    for _ in range(3):
        phones.do("anna", "choose", ask=asked.number, option=0)
    assert len(said(phones.stack)) == 1
    assert phones.view("anna").message is None


def test_an_answer_to_a_question_that_is_gone_does_nothing():
    phones = Phones(playing())
    old = phones.asked("anna").number
    phones.do("anna", "choose", ask=old, option=0)
    now = phones.asked("anna")
    assert now.number > old
    for stale in (old, now.number + 1, 0):
        phones.do("anna", "choose", ask=stale, option=0)
        phones.do("anna", "type", ask=stale, text="Zoë")
    assert phones.asked("anna") == now
    phones.do("anna", "choose", ask=now.number, option=0)
    assert phones.asked("anna") != now


def test_a_verdict_is_read_where_it_was_asked_for():
    phones = Phones(playing("1 place L310"))
    phones.tap("anna", "spot:310")
    assert phones.view("anna").message is not None
    assert phones.view("ben").message is None
    assert box(phones.stack).dialog is None
    phones.press("anna", "ok")
    assert phones.asked("anna") == phones.asked("ben")


def evaluated():
    """Return a match of Insider with an evaluation that nobody has read yet."""
    stack = new_stack()
    (record,) = read_records((RECORDS / "insider/seven-evaluations.txt").read_text(encoding="utf-8"))
    match_flow.begin(stack, record.setup)
    for _, sentence in record.lines:
        box(stack).play(read_act(sentence))
        if box(stack).live.dialog is not None:
            break
    return stack


def test_what_has_just_happened_is_read_by_everybody_at_their_own_pace():
    phones = Phones(evaluated())
    table = box(phones.stack)
    assert table.live.dialog is not None
    while phones.view("anna").message is not None:
        phones.press("anna", "ok")
    assert phones.view("anna").message is None
    assert phones.view("ben").message is not None
    assert table.dialog is not None
    while box(phones.stack).dialog is not None:
        press(phones.stack, "OK")
    assert phones.view("ben").message is not None


def test_a_dialog_of_the_box_is_shown_on_every_phone_that_does_not_read_another():
    phones = Phones(playing(game="online", players=("Anna", "Ben", "Carla"), Limit="1"))
    phones.choose("anna", "exchange")
    phones.press("ben", "ok", "long")
    own = phones.lines("ben")
    phones.stack.tick(Tick.MINUTE)
    (shared,) = phones.lines("carla")
    assert shared.startswith("The agreed time is up.")
    assert phones.lines("anna") == [shared]
    assert phones.lines("ben") == own != [shared]


def test_a_later_dialog_of_the_box_replaces_the_one_before_it_on_phones():
    phones = Phones(playing())
    phones.tap("anna", "spot:310")
    for text in ("one", "two"):
        box(phones.stack).carry_out((Show(Notice(say("box.advice"), (plain(text),)), Reach.SHARED),))
        assert phones.lines("anna") == phones.lines("ben") == [text]


def test_a_setting_that_is_changed_at_the_box_holds_for_who_is_in_the_middle_of_something():
    stack = playing()
    phone = choose(PhoneStack(stack), "310")
    stack.set(language="de")
    phone.follow_settings()
    assert phone.prompt().tobytes() == choose(stack, "310").prompt().tobytes()


def test_a_setting_is_changed_for_all_but_the_list_is_ones_own():
    phones = Phones(playing())
    for step in ("match", "settings"):
        if step == "match":
            phones.press("anna", "back")
        phones.choose("anna", step)
    assert not isinstance(phones.stack.top, ChoiceScreen)
    before = phones.stack.config.teaching
    phones.choose("anna", "teaching")
    assert phones.stack.config.teaching != before


def test_a_match_that_is_begun_or_paused_on_a_phone_is_so_everywhere():
    phones = Phones(playing())
    phones.press("anna", "back")
    phones.choose("anna", "match")
    phones.choose("anna", "park")
    assert phones.stack.match_screen is None
    assert "new" in [option.step.value for option in phones.view("ben").options]
    assert phones.asked("anna") == phones.asked("ben")
    phones.choose("anna", "parked")
    assert "new" in [option.step.value for option in phones.view("ben").options], "the list is Anna's"
    phones.choose("anna", phones.view("anna").options[0].step.value)
    phones.choose("anna", "go-on")
    assert phones.stack.match_screen is not None
    assert phones.view("ben").shape == "board"


def test_a_question_of_the_first_start_is_answered_once_wherever_that_is():
    stack = new_stack(config=PLAIN._replace(language=""))
    start(stack)
    phones = Phones(stack)
    phones.choose("anna", "en")
    assert "new" in [option.step.value for option in phones.view("ben").options]


def test_an_undo_on_a_phone_asks_there_and_is_told_everywhere():
    phones = Phones(playing("1 place L310", "2 place D400"))
    phones.press("anna", "back", "long")
    assert said(phones.stack)[-1] == "undo"
    assert phones.asked("anna") == phones.asked("ben")


def test_phones_that_do_nothing_leave_nothing_behind():
    phones = Phones(playing())
    for at in range(300):
        phones.tap(f"phone {at}", "spot:310")
    assert len(box(phones.stack).live._followers) <= 130
    box(phones.stack).submit(read_act("1 place L310"))
    assert said(phones.stack) == ["1 place L310"]


def test_half_an_entry_sends_nothing_to_others(real):
    anna, ben = real.paired("127.0.0.5"), real.paired("127.0.0.6")
    with anna.listen() as hers, ben.listen() as his:
        hers.until(lambda seen: seen["ask"])
        his.until(lambda seen: seen["ask"])
        sent = len(his.events)
        choose_on(anna, hers, "310", "L")
        his.until(lambda seen: seen["log"]["lines"])
        assert [set(event) for event in his.events[sent:]] == [{"ask", "game", "log"}]


def test_choosing_at_the_box_changes_no_phone(real):
    anna = real.paired("127.0.0.5")
    with anna.listen() as stream:
        before = stream.until(lambda seen: seen["ask"])["ask"]
        real.ask(lambda stack: choose(stack, "310"))
        assert anna.do("press", key="back", ask=before["id"]).status == 204
        assert stream.until(lambda seen: seen["ask"]["id"] != before["id"])["ask"]["answered"] == []


def test_a_phone_does_not_wait_for_a_hint_after_somebody_else_has_asked_or_played():
    thinker = TestThinker()
    stack = playing(game="inside", players=("Anna", "Ben"), offered={"thinker": thinker})
    phones = Phones(stack)
    for act, action in (("2 hint", "hint"), ("1 place L310", "say")):
        phones.do("anna", "hint", ask=phones.asked("anna").number)
        assert phones.lines("anna") == ["Thinking …"]
        given = {"act": act} if action == "say" else {"ask": phones.asked("ben").number}
        phones.do("ben", action, **given)
        assert phones.lines("anna") == []
    thinker.answer(stack)
    assert phones.lines("anna") == phones.lines("ben") == []


def test_a_table_is_taken_with_two_taps_on_the_drawing():
    phones = Phones(playing("card 4: 3 2 1 0 / -4", game="insider"))
    phones.tap(1, "spot:2")
    assert [option.step.tap for option in phones.view(1).options] == ["seat:1", "seat:2"], (
        "not a table behind more"
    )
    phones.choose(1, "2")
    assert said(phones.stack)[-1] == "2 seat 2"


def test_a_tap_on_a_card_plays_what_is_allowed_with_it():
    """E-mail could be downloaded or secured; there is nothing to secure yet."""
    phones = Phones(playing("1 draw", "1 lay on-line", game="online"))
    taps = {option.step.value for option in phones.view(1).options}
    assert "category" in taps
    phones.tap(1, "choice:e-mail")
    assert said(phones.stack)[-1] == "1 download e-mail"


def test_a_new_card_is_confirmed_at_the_box_only():
    """Its values are in sight on a phone while they are said."""
    phones = Phones(playing(game="insider"))
    for value in ("3", "another", "5", "2", "0", "-1"):
        if value in {option.step.value for option in phones.view(1).options}:
            phones.choose(1, value)
    assert said(phones.stack) == ["card 3: 5 2 0 / -1"]


def test_a_refusal_that_somebody_else_has_outdated_can_be_closed_but_not_overruled():
    phones = Phones(playing())
    phones.do("anna", "say", act="2 place D310")
    assert phones.view("anna").message.can_insist
    phones.do("ben", "say", act="1 place L310")
    phones.do("anna", "insist", ask=phones.asked("anna").number)
    assert said(phones.stack) == ["1 place L310"]
    assert not phones.view("anna").message.can_insist


def test_phones_queue_no_sounds():
    phones = Phones(playing())
    phones.do("anna", "say", act="1 place L310")
    phones.tap("ben", "spot:400")
    assert not any(stack.sounds for stack in box(phones.stack).live._followers[1:])


def test_presses_on_phones_leave_nothing_behind():
    phones = Phones(playing())

    def objects_after(times):
        for at in range(times):
            for key in ("back", "left", "down", "back", "up", "down", "back", "back", "right"):
                phones.do(("anna", "ben", "carla", "dan")[at % 4], "press", key=key)
        gc.collect()
        return len(gc.get_objects())

    before = objects_after(40)  # the latest questions are remembered: now there are as many as there can be
    assert objects_after(depth(40, full=1000)) < before + 500
    assert box(phones.stack).match.log == []


def test_all_phones_share_the_texts_of_the_box():
    stack = playing()
    assert PhoneStack(stack).translations is stack.translations

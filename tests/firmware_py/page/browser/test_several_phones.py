"""Several phones at a table: nobody hurts the others."""

import random
import re
from functools import partial

import pytest
from playwright.sync_api import expect

from engine import GAMES
from engine.acts import read_act
from firmware_py.ui.flows.home import home
from tests.engine.games import SETUPS
from tests.firmware_py.page.browser.browsers import (
    KILLED,
    PHONE,
    TELEVISION,
    address,
    recorded,
)
from tests.firmware_py.page.pages import PLAYERS
from tests.firmware_py.ui.stacks import choose, press

pytestmark = pytest.mark.slow  # it needs a browser, which `make test` does not

DOUBLE_TAPS = 45
"""For each game."""
BEFORE_THE_ANSWER = 0.5
"""How often the second tap comes before the box has answered the first one."""
LEAST_PARTS = 8
"""Different things that are tapped."""
TAPPED = """(done) => {
  const parts = [...document.querySelectorAll('#ask button, #drawing .asked, #result button, [open] button')];
  const seen = (part) => part.dataset.key ?? part.dataset.tap ?? part.value;
  for (const part of parts.filter((one) => one.getClientRects().length && !done.includes(seen(one)))) {
    part.scrollIntoView({ block: 'center' });
    const { left, top, width, height } = part.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    if (part.contains(document.elementFromPoint(x, y))) return [seen(part), x, y];
  }
  return null;
}"""
"""Finds something that can be tapped and was not yet, and where it is."""


def say(table, *acts):
    for act in acts:
        table.box(lambda screen, act=act: screen.play(read_act(act)))


def test_an_old_result_opens_on_the_phone_that_asked_while_the_others_play_on(at_real_box, phone):
    table = at_real_box()
    say(table, "1 place L310", "2 place D211", "1 quit")
    anna = phone(table)
    anna.locate("[data-key=rematch]").first.click()
    ben = phone(table, seat=2)
    anna.locate(".tabs [data-view=more]").click()
    anna.locate("#more [data-key=people]").click()
    anna.locate('#more [data-key="match 1"]').click()
    result = anna.locate("#more")
    expect(result.locator(".winner")).to_have_text(f"{PLAYERS[1]} won!")
    expect(result.locator(".drawing svg")).to_be_visible()
    expect(result.locator(".acts .line")).to_have_count(3)
    expect(result.locator(".charts svg").first).to_be_attached()
    expect(result.get_by_role("button", name="Undo to here")).to_have_count(0)
    result.locator('[data-key="look 1"]').click()
    expect(result.locator(".banner")).to_contain_text("310")
    assert table.ask(lambda stack: stack.match_screen.live.session.number) == 2
    expect(ben.locate("#ask .claim")).to_have_value("2")
    result.get_by_role("button", name="Matches and players").click()
    expect(result.locator("[data-key=game]")).to_be_visible()


def test_a_match_in_play_is_paused_only_after_a_question(at_real_box, phone):
    table = at_real_box()
    anna = phone(table)
    anna.locate(".tabs [data-view=more]").click()
    anna.locate("#more [data-key=new-match]").click()
    anna.locate("[data-key=begin]").click()
    expect(anna.locate("#sure")).to_contain_text("Pause it for everybody?")
    anna.locate("#sure [value=no]").click()
    assert table.ask(lambda stack: stack.match_screen.live.session.number) == 1
    anna.locate("[data-key=begin]").click()
    anna.locate("#sure [value=yes]").click()
    expect(anna.locate("#sure")).to_be_hidden()
    expect(anna.locate("#drawing svg")).to_be_visible()
    assert table.ask(lambda stack: stack.match_screen.live.session.number) == 2


def test_a_tap_on_the_drawing_in_somebody_elses_turn_asks_first(at_real_box, phone):
    table = at_real_box()
    ben = phone(table, seat=2)
    place = ben.locate('#drawing .asked[data-tap~="spot:310"]').first
    place.click(force=True)
    expect(ben.locate("#sure")).to_contain_text(f"{PLAYERS[0]}’s turn")
    ben.locate("#sure [value=no]").click()
    assert table.log == []
    place.click(force=True)
    before = ben.shown()
    ben.locate("#sure").get_by_role("button", name=f"Answer for {PLAYERS[0]}").click()
    ben.until_moved(before)
    ben.answer("choice:L")
    assert table.log == ["1 place L310"]
    say(table, "2 place D211")
    expect(ben.locate("#waits")).to_contain_text("Light")
    ben.locate('#drawing .asked[data-tap~="spot:112"]').first.click(force=True)
    expect(ben.locate("#sure"), "with every act anew").to_be_visible()


def test_who_may_repair_is_not_told_that_it_is_their_turn(at_real_box, phone):
    record = recorded("online/two-players.txt")
    rules, state = GAMES["online"].rules(), None
    said = []
    for act in record.log:
        said.append(str(act))
        state = rules.play(state or rules.start(record.setup), act)
        asked = rules.ask(state)
        if len(asked.seats) > 1 and asked.turn is not None:
            break
    table = at_real_box(record.setup._replace(players=PLAYERS), *said)
    other = next(seat for seat in asked.seats if seat != asked.turn)
    visitor = phone(table, seat=other)
    expect(visitor.locate("#standing .is-turn")).to_have_count(1)
    expect(visitor.locate(".your-turn")).to_have_count(0)
    expect(visitor.locate("#ask .mine button").first).to_be_visible()
    expect(visitor.locate("#ask .muted-turn")).to_contain_text("Answer for")
    expect(visitor.locate("#ask .quick")).to_have_count(0)


def test_phones_that_are_switched_off_at_the_box_say_so(at_real_box, phone):
    table = at_real_box()
    anna = phone(table)
    anna.forgiven.append(re.compile("ERR_CONNECTION|ERR_INCOMPLETE"))
    table.ask(lambda stack: press(choose(home(stack) or stack, "settings", "page", "phones-off"), "OK"))
    expect(anna.locate("#stale")).to_contain_text("switched off at the box")


def test_two_phones_and_a_television_stay_over_a_power_cut(run, visit):
    """The box is killed in the middle of a match; phones come back by themselves and play on, each its own."""
    box = run(match=recorded("inside/whole-game.txt", most=4))
    anna, ben = (visit(box.address, viewport=PHONE) for _ in range(2))
    television = visit(box.address, view="", path="tv", viewport=TELEVISION)
    for visitor in (anna, ben, television):
        visitor.forgiven.append(KILLED)
    for visitor, seat in ((anna, "1"), (ben, "2")):
        visitor.locate("#ask .claim").select_option(seat)
        expect(visitor.locate("#ask .claim")).to_have_value(seat)
    for act in recorded("inside/whole-game.txt", most=7).log[4:]:
        mover = anna if act.seat == 1 else ben
        expect(mover.locate(".your-turn")).to_have_count(1)
        mover.tap(f"spot:{act.args[0][1:]}")
        mover.answer(f"choice:{act.args[0][0]}")
        acts = mover.locate("#table").get_attribute("data-acts")
        box.kill()
        expect(anna.locate("#stale")).to_be_visible()
        expect(television.locate("#stale")).to_be_visible()
        box.start()
        for visitor, seat in ((anna, "1"), (ben, "2")):
            expect(visitor.locate("#stale")).to_be_hidden()
            expect(visitor.locate("#table")).to_have_attribute("data-acts", acts)
            expect(visitor.locate("#ask .claim")).to_have_value(seat)
    for visitor in (anna, ben):
        expect(visitor.locate("#table")).to_have_attribute("data-acts", "7")
    expect(television.locate("#stale")).to_be_hidden()
    expect(television.locate("#last")).not_to_be_empty()


@pytest.mark.parametrize("game", list(GAMES))
def test_a_double_tap_enters_nothing_twice(game, at_real_box, visit):
    """Tap twice on everything that is offered, over some moves: no second tap is sent."""
    table = at_real_box(SETUPS[game][0])
    visitor = visit(address(table), view="", path=f"#{table.switch.status.code}", viewport=PHONE)
    expect(visitor.locate("#standing .seat").first).to_be_attached()
    sent: list[str] = []
    answered: list[str] = []
    for event, urls in (("request", sent), ("requestfinished", answered), ("requestfailed", answered)):
        visitor.page.on(event, lambda one, urls=urls: urls.append(one.url) if one.url.endswith("/do") else None)
    visitor.locate('[data-key="who all"]').click()
    done, chance = [], random.Random(7)
    for _ in range(DOUBLE_TAPS):
        visitor.page.evaluate("hurry(false)")
        found = visitor.page.evaluate(TAPPED, done)
        if found is None:
            table.ask(partial(_go_on, chance=chance))
            continue
        key, x, y = found
        done.append(key)
        before = len(sent)
        visitor.page.mouse.click(x, y)
        visitor.page.evaluate("hurry(true)")
        if chance.random() < BEFORE_THE_ANSWER:
            visitor.page.mouse.click(x, y)
        _settle(visitor, sent, answered)
        visitor.page.mouse.click(x, y)
        _settle(visitor, sent, answered)
        assert len(sent) - before <= 1, (key, sent)
    assert len(done) >= LEAST_PARTS


def _settle(visitor, sent, answered):
    """Wait until everything that was sent is answered, and the page has shown it."""
    while True:
        visitor.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
        if len(answered) == len(sent):
            return


def _go_on(stack, chance):
    """Let the table play something, so that other buttons come."""
    screen = stack.match_screen
    if screen is None or screen.match.standing().is_decided:
        return
    screen.play(chance.choice(screen.match.rules.legal(screen.match.state)))

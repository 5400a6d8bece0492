"""Playing on phones: each has a prompt of its own, a tap does what is outlined, and a refusal can be acted on."""

import re

import pytest
from playwright.sync_api import expect

from engine.acts import read_act
from engine.game import Setup
from engine.online.cards import NAMES
from firmware_py.ui.navigation.first_question import navigator_for
from firmware_py.ui.screens.effects import Leave, Leaving
from tests.firmware_py.page.browser.browsers import PHONE, SMALL, address, sentences
from tests.firmware_py.page.pages import INSIDE

pytestmark = pytest.mark.slow  # it needs a browser, which `make test` does not

TOPS = "(id) => document.querySelector(id).getBoundingClientRect().top"
BOLD = "#drawing .asked:not(.hollow)"


def walking(match):
    """Return whether a pawn is asked for, and one of ours stands beside another's."""
    if not match.legal() or not any(act.verb == "move" for act in match.legal()):
        return False
    seat = match.ask().seats[0]
    pawns = match.state.town.pawns
    shared = set(pawns[seat - 1]) & {at for other, own in enumerate(pawns, start=1) if other != seat for at in own}
    navigator = navigator_for(match.rules, match.state, (seat,))
    taps = {option.step.value for option in navigator.options if not option.hollow}
    return any(match.state.town.plan.names[at] in taps for at in shared if at < 25)


def test_what_one_person_has_half_entered_is_their_own(at_real_box, phone):
    table = at_real_box()
    anna, ben = phone(table, 1), phone(table, 2)
    anna.tap("spot:211")
    expect(anna.locate("#ask .crumbs li")).to_have_count(1)
    expect(ben.locate("#ask .crumbs li")).to_have_count(0)
    anna.answer("choice:L")
    expect(ben.locate("#table")).to_have_attribute("data-acts", "1")
    assert table.log == ["1 place L211"]


def test_who_was_late_is_told_so(at_real_box, phone):
    table = at_real_box()
    anna, ben = phone(table, 1), phone(table)
    for visitor in (anna, ben):
        visitor.tap("spot:211")
    anna.answer("choice:L")
    expect(ben.locate("#ask .notice")).to_contain_text("Somebody was faster")
    assert table.log == ["1 place L211"]


def test_a_phone_says_whose_it_is_and_when_it_is_ones_turn(at_real_box, phone):
    table = at_real_box()
    anna, ben = phone(table, 1), phone(table, 2)
    expect(anna.locate(".your-turn")).to_be_visible()
    expect(anna.page).to_have_title(re.compile("Your turn"))
    expect(ben.page).not_to_have_title(re.compile("Your turn"))
    expect(ben.locate("#ask [data-answer]")).to_have_count(0)
    ben.locate("[data-key=fold]").click()
    ben.locate("[data-key=speak-for]").click()
    expect(ben.locate("#ask [data-answer]").first).to_be_attached()
    anna.tap("spot:211")
    anna.answer("choice:L")
    expect(ben.page).to_have_title(re.compile("Your turn"))


def test_a_refusal_is_acted_on(at_real_box, phone):
    table = at_real_box(INSIDE, "1 place L310")
    visitor = phone(table, 2)
    visitor.tap("spot:310")
    expect(visitor.locate("#ask .notice .accent")).to_have_count(1)
    expect(visitor.locate("#ask .notice .accent")).to_have_text("OK")
    instead = visitor.locate("#ask .instead button").first
    act = instead.get_attribute("data-key").removeprefix("say ")
    instead.click()
    expect(visitor.locate("#table")).to_have_attribute("data-acts", "2")
    assert table.log == ["1 place L310", act]


def test_insisting_is_never_the_main_button_and_always_asks(at_real_box, phone):
    setup, said = sentences("insider/board-for-two.txt", lambda match: str(match.last) == "1 points")
    table = at_real_box(setup, *said)
    visitor = phone(table)
    visitor.locate('[data-key="who all"]').click()
    visitor.tap("spot:a1")
    visitor.tap("spot:e4")
    expect(visitor.locate("#ask .notice .accent")).to_have_text("OK")
    visitor.do(visitor.locate("#ask [data-key=insist]"))
    expect(visitor.locate("#ask .notice")).to_contain_text("overrule the box")
    visitor.locate("#ask [data-key=no]").click()
    expect(visitor.locate("#ask .notice")).to_have_count(0)
    visitor.tap("spot:e4")
    visitor.locate("#ask [data-key=yes]").click()
    expect(visitor.locate("#ask .notice")).to_have_count(0)
    assert table.log == said
    visitor.tap("spot:e4")
    visitor.do(visitor.locate("#ask [data-key=insist]"))
    visitor.do(visitor.locate("#ask [data-key=yes]"))
    expect(visitor.locate("#table")).to_have_attribute("data-acts", str(len(said) + 1))
    assert table.log[-1].startswith("overrule "), "it is asked once"


def test_a_pawn_then_a_place_is_a_walk(at_real_box, phone):
    setup, said = sentences("insider/board-every-power.txt", walking)
    table = at_real_box(setup, *said)
    visitor = phone(table)
    visitor.locate('[data-key="who all"]').click()
    expect(visitor.locate("#drawing .pawn.asked")).to_have_count(0)
    before = visitor.shown()
    visitor.locate(f"{BOLD}.spot").first.click()
    visitor.until_moved(before)
    expect(visitor.locate("#ask .crumbs li")).to_have_count(1)
    visitor.locate(f"{BOLD}.spot").last.click()
    expect(visitor.locate("#table")).to_have_attribute("data-acts", str(len(said) + 1))
    assert " move " in table.log[-1]


def test_outlined_is_what_a_tap_would_play(at_real_box, phone):
    setup, said = sentences(
        "insider/board-for-two.txt",
        lambda match: [str(act) for act in match.legal()].count("1 stop") and not _can_walk(match),
    )
    visitor = phone(at_real_box(setup, *said))
    assert visitor.page.evaluate(f"[...document.querySelectorAll('{BOLD}.spot')].length") <= 1


def _can_walk(match):
    return any(act.verb == "move" for act in match.legal())


def test_in_online_outlined_cards_are_those_that_can_be_played(at_real_box, phone):
    setup, said = sentences("online/two-players.txt", lambda match: match.last and match.last.verb == "lay")
    table = at_real_box(setup, *said)
    visitor = phone(table)
    outlined = visitor.page.evaluate(
        "[...document.querySelectorAll('#drawing .rack .asked:not(.hollow)')].map((one) => one.dataset.tap)"
    )
    allowed = table.box(lambda screen: {word for act in screen.match.legal() for word in (act.verb, *act.args)})
    cards = {tap.partition(":")[2] for tap in outlined if tap.startswith("choice:")}
    assert cards & set(NAMES)
    assert cards & set(NAMES) <= allowed


@pytest.mark.parametrize("verb", ["hacker", "block"])
def test_after_a_hacker_and_after_a_block_the_question_is_there(at_real_box, phone, verb):
    setup, said = sentences("online/two-players.txt", lambda match: match.last and match.last.verb == verb)
    visitor = phone(at_real_box(setup, *said))
    expect(visitor.locate("#ask .question")).not_to_be_empty()


def test_a_market_analysis_is_asked_for_before_the_winner_is_announced(at_real_box, phone):
    setup, said = sentences("offline/score-by-leads.txt", lambda match: str(match.last) == "2 reveal Y S C")
    table = at_real_box(setup, *said)
    visitor = phone(table, 3)
    expect(visitor.locate("#ask [data-answer]")).to_have_text(["A market analysis", "Only the cards"])
    visitor.answer("choice:reveal")
    assert visitor.locate("body.is-end").count() == 0


def test_the_end_of_a_turn_is_in_sight_and_the_board_is_free_on_the_smallest_phone(at_real_box, phone):
    setup, said = sentences("insider/board-for-two.txt", lambda match: "1 stop" in map(str, match.legal()))
    table = at_real_box(setup, *said)
    visitor = phone(table, 1, SMALL)
    expect(visitor.locate("#ask")).to_have_class(re.compile("is-folded"))
    assert visitor.page.evaluate(TOPS, "#ask") > SMALL["height"] / 2
    assert visitor.page.evaluate(TOPS, "#drawing") < SMALL["height"] / 3
    visitor.locate('#ask .quick[data-key="say 1 stop"]').click()
    expect(visitor.locate("#table")).to_have_attribute("data-acts", str(len(said) + 1))


def test_a_question_that_the_board_cannot_answer_unfolds_the_sheet(at_real_box, phone):
    table = at_real_box()
    visitor = phone(table, 1, SMALL)
    expect(visitor.locate("#ask")).to_have_class(re.compile("is-folded"))
    visitor.tap("spot:211")
    expect(visitor.locate("#ask")).not_to_have_class(re.compile("is-folded"))


def test_a_phone_that_asks_for_what_is_decided_at_the_box_finds_its_way_back(at_real_box, visit):
    table = at_real_box()
    table.ask(lambda stack: stack.attempt(lambda: stack.match_screen.carry_out((Leave(Leaving.PARK),))))
    visitor = visit(address(table), view="", path=f"#{table.switch.status.code}", viewport=PHONE)
    expect(visitor.locate('[data-answer="choice:parked"]')).to_be_attached()
    for token in ("choice:parked", "choice:1", "choice:forget"):
        visitor.answer(token)
    expect(visitor.locate("#ask")).to_contain_text("box")
    visitor.read_on()
    while "choice:new" not in visitor.shown().options:
        before = visitor.shown()
        visitor.locate("#ask [data-key=back]").click()
        visitor.until_moved(before)


def test_the_header_stays_where_it_is_while_one_tabs_through_owner_data(at_real_box, phone):
    visitor = phone(at_real_box(), viewport={"width": 1280, "height": 800})
    visitor.open("my-copy")
    expect(visitor.locate("#my-copy button, #my-copy a").first).to_be_visible()
    for _ in range(40):
        visitor.page.keyboard.press("Tab")
    assert visitor.page.evaluate("document.scrollingElement.scrollTop") == 0
    assert visitor.page.evaluate(TOPS, "header.bar") == 0


def test_the_time_is_not_up_without_a_question(at_real_box, phone):
    table = at_real_box(Setup("online", ("Anna", "Ben"), tags={"Limit": "30"}))
    visitor = phone(table)
    expect(visitor.locate("#standing .caption")).to_contain_text("30 min left")
    visitor.locate('[data-key="who all"]').click()
    visitor.locate("#ask [data-key=menu]").click()
    visitor.answer("choice:time")
    expect(visitor.locate("#ask .notice")).to_contain_text("Are you sure?")
    assert table.log == []


def test_a_name_is_no_longer_than_it_can_be(at_real_box, phone):
    visitor = phone(at_real_box(), 1)
    before = visitor.shown()
    visitor.locate("#ask [data-key=menu]").click()
    visitor.until_moved(before)
    for token in ("choice:match", "choice:rename", "seat:1", "choice:type"):
        visitor.answer(token)
    expect(visitor.locate("#typed")).to_have_attribute("maxlength", "15")
    expect(visitor.locate("#ask [data-key=back]")).to_contain_text("Back")


MARKS = """() => ({
  standing: [...document.querySelectorAll('#standing .seat')].map((one) => one.dataset.seat),
  claim: [...document.querySelectorAll('.claim option')].slice(1).map((one) => one.textContent.slice(0, 1)),
  drawn: [...new Set([...document.querySelectorAll('#drawing [class*=seat-]')]
    .flatMap((one) => [...one.classList]).filter((name) => /^seat-\\d$/.test(name)))].sort(),
  clocks: [...document.querySelectorAll('#standing .seat')].map((one) => one.querySelectorAll('.thought').length),
  colours: [...document.querySelectorAll('#standing .seat-mark')]
    .map((one) => getComputedStyle(one).backgroundColor),
})"""
SHARED = """async () => {
  const { drawResult } = await import('/static/share.js');
  const seats = [{ seat: 1, mark: 4, name: 'Anna', points: '0' }, { seat: 2, mark: 1, name: 'Ben', points: '0' }];
  const picture = drawResult('', '', { seats, points: '' });
  const probe = document.body.appendChild(document.createElement('i'));
  return [...picture.querySelectorAll('circle')].map((one) => {
    probe.style.color = one.getAttribute('fill');
    return getComputedStyle(probe).color;
  });
}"""


def test_seats_have_the_same_mark_and_colour_everywhere(at_real_box, phone):
    table = at_real_box(Setup("insider", ("Anna", "Ben"), tags={"Colours": "blue red"}), "card 4: 3 2 1 0 / -4")
    table.ask(lambda stack: stack.journal.people.set_clock("up"))
    visitor = phone(table, 1)
    expect(visitor.locate("#standing .thought")).to_have_count(2)
    marks = visitor.page.evaluate(MARKS)
    assert (marks["standing"], marks["claim"]) == (["4", "1"], ["4", "1"])
    assert marks["drawn"] == ["seat-1", "seat-4"]
    assert marks["clocks"] == [1, 1]
    assert visitor.page.evaluate(SHARED) == marks["colours"], "a shared picture too"
    visitor.open("more")
    visitor.locate("#more [data-key=new-match]").click()
    expect(visitor.locate(".seat-rows .seat-mark")).to_have_text(["4", "1"])


def test_securing_has_a_button_after_drawing_and_no_answer_that_is_refused_has_the_cursor(at_real_box, phone):
    table = at_real_box(Setup("online", ("Anna", "Ben")), "fix 1.movie 2", "1 draw")
    visitor = phone(table, 1)
    expect(visitor.locate("#ask .is-cursor.is-hollow")).to_have_count(0)
    visitor.locate('#ask .quick[data-key="say 1 secure movie"]').click()
    expect(visitor.locate("#table")).to_have_attribute("data-acts", "3")
    assert table.log[-1] == "1 secure movie"


def test_answers_that_several_seats_have_are_not_offered_without_a_name(at_real_box, phone):
    visitor = phone(at_real_box(Setup("insider", ("Anna", "Ben", "Carla"))))
    visitor.locate('[data-key="who all"]').click()
    expect(visitor.locate("#ask .foot")).to_be_visible()
    expect(visitor.locate("#ask .quick")).to_have_count(0)


REGIONS = """() => ['verdict', 'announcer', 'toast'].map((id) => {
  const region = document.getElementById(id);
  region.isOld = (region.isOld ?? 0) + 1;
  return [region.isOld, region.matches('[aria-live], [role=status]'), region.textContent];
})"""


def test_what_is_announced_goes_into_regions_that_were_there_before(at_real_box, phone):
    """Many screen readers do not say what comes together with its live region."""
    table = at_real_box()
    visitor = phone(table, 2)
    assert [region[:2] for region in visitor.page.evaluate(REGIONS)] == [[1, True]] * 3
    assert (
        visitor.page.evaluate("document.querySelectorAll('#asking [aria-live], #asking [role=status]').length")
        == 0
    )
    table.box(lambda screen: screen.submit(read_act("1 place L310")))
    expect(visitor.locate("#announcer")).to_contain_text("Your turn!")
    visitor.tap("spot:310")
    expect(visitor.locate("#ask .notice")).to_be_visible()
    assert [region[0] for region in visitor.page.evaluate(REGIONS)] == [2, 2, 2]
    assert visitor.page.evaluate("document.activeElement.id") == "notice-title", "a refusal takes the focus"


WATCH = """() => {
  window.shifted = 0;
  new PerformanceObserver((list) => {
    for (const one of list.getEntries()) if (!one.hadRecentInput) window.shifted += one.value;
  }).observe({ type: 'layout-shift', buffered: true });
}"""


@pytest.mark.parametrize("viewport", [PHONE, {"width": 1280, "height": 900}])
def test_nothing_jumps_while_the_page_loads_and_while_others_play(at_real_box, phone, viewport):
    setup, said = sentences("insider/board-for-two.txt", lambda match: "1 stop" in map(str, match.legal()))
    table = at_real_box(setup, *said)
    visitor = phone(table, 2, viewport)
    visitor.page.reload()
    expect(visitor.locate("#standing .seat").first).to_be_visible()
    visitor.page.evaluate(WATCH)
    table.box(lambda screen: screen.submit(read_act("1 stop")))
    expect(visitor.locate("#table")).to_have_attribute("data-acts", str(len(said) + 1))
    visitor.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert visitor.page.evaluate("window.shifted") <= 0.1


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_nothing_moves_for_those_who_do_not_want_it(at_real_box, visit, motion):
    table = at_real_box(INSIDE, "1 place L310")
    path = f"#{table.switch.status.code}"
    visitor = visit(address(table), view="", path=path, viewport=PHONE, reduced_motion=motion)
    visitor.locate('[data-key="who 2"]').click()
    visitor.tap("spot:310")
    expect(visitor.locate("#ask .notice")).to_be_visible()
    moving = visitor.page.evaluate("document.getAnimations().filter((one) => one.playState === 'running').length")
    assert (moving > 0) == (motion == "no-preference")

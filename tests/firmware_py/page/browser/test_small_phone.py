"""The smallest phone in every language: the board is free, the question is short, results are seen whole."""

import re

import pytest
from playwright.sync_api import expect

from engine.acts import read_act
from engine.game import Setup
from tests.firmware_py.page.browser.browsers import PHONE, SMALL, address, recorded, sentences

pytestmark = pytest.mark.slow  # it needs a browser, which `make test` does not

BOX = "(id) => document.querySelector(id).getBoundingClientRect().toJSON()"
FOLDED = re.compile("is-folded")
OVERLAP = """() => [...document.querySelectorAll('.whole-round .score-table')]
  .map((one) => one.scrollWidth - one.clientWidth)"""


def plays(match):
    """Return whether somebody is asked what to do next, and can end the turn."""
    return match.ask().what.key == "online.ask-play" and any(act.verb == "stop" for act in match.legal())


def came_off(match):
    """Return whether a tile came off its site and has to go somewhere."""
    return match.ask().what.key == "offline.ask-swapped"


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR", "de-DE"])
def test_in_online_the_board_is_free_and_the_end_of_the_turn_is_one_tap(at_real_box, visit, locale):
    setup, said = sentences("online/two-players.txt", plays)
    table = at_real_box(setup, *said)
    path = f"#{table.switch.status.code}"
    visitor = visit(address(table), view="", path=path, viewport=SMALL, locale=locale)
    visitor.locate('[data-key="who all"]').click()
    expect(visitor.locate("#ask")).to_have_class(FOLDED)
    assert visitor.page.evaluate(BOX, "#ask")["top"] > SMALL["height"] / 2
    end = next(str(act) for act in table.box(lambda screen: screen.match.legal()) if act.verb == "stop")
    visitor.locate(f'#ask .quick[data-key="say {end}"]').click()
    expect(visitor.locate("#table")).to_have_attribute("data-acts", str(len(said) + 1))


def test_what_is_asked_is_said_once_with_the_question(at_real_box, phone):
    setup, said = sentences(
        "offline/basic-for-three.txt", lambda match: match.ask().what.key == "offline.ask-swapped"
    )
    table = at_real_box(setup, *said)
    visitor = phone(table)
    expect(visitor.locate("#ask .question")).to_have_text(re.compile(r"^\w+: where to\?$"))
    expect(visitor.locate("#ask h2")).to_have_text(re.compile("came off$"))
    setup, said = sentences("online/two-players.txt", plays)
    visitor = phone(at_real_box(setup, *said))
    expect(visitor.locate("#ask h2")).to_have_text(re.compile("plays$"))
    expect(visitor.locate("#ask .question")).to_have_text("What next?")


def test_all_tiles_of_offline_fit_without_a_second_list(at_real_box, phone):
    visitor = phone(at_real_box(Setup("offline", ("Anna", "Ben", "Carla"))), 1, SMALL)
    expect(visitor.locate("#ask .cell")).to_have_count(64)
    expect(visitor.locate("#ask .question")).to_have_count(0)
    expect(visitor.locate("#ask [data-answer]").first).to_be_hidden()
    last = visitor.locate("#ask .cell").last.bounding_box()
    assert last["y"] + last["height"] <= visitor.page.evaluate(BOX, "main")["bottom"]
    visitor.locate("#ask .cell").first.click()
    expect(visitor.locate("#table")).to_have_attribute("data-acts", "1")


def test_a_new_question_begins_at_its_top(at_real_box, phone):
    setup, said = sentences("online/six-in-pairs.txt", plays)
    visitor = phone(at_real_box(setup, *said), None, SMALL)
    visitor.page.evaluate("document.querySelector('#ask').scrollTop = 999")
    visitor.locate('[data-key="who all"]').click()
    expect(visitor.locate(".who")).to_have_count(0)
    visitor.locate("[data-key=fold]").click()
    expect(visitor.locate("#ask")).not_to_have_class(FOLDED)
    visitor.page.evaluate("document.querySelector('#ask').scrollTop = 999")
    visitor.answer("choice:link")
    assert visitor.page.evaluate("document.querySelector('#ask').scrollTop") == 0


def test_who_has_won_is_seen_wherever_one_had_scrolled(at_real_box, phone):
    match = recorded("inside/whole-game.txt")
    *said, last = map(str, match.log)
    table = at_real_box(match.setup, *said)
    visitor = phone(table, 1)
    visitor.page.evaluate("document.querySelector('main').scrollTop = 999")
    table.box(lambda screen: screen.submit(read_act(last)))
    winner = visitor.locate("#result .winner")
    expect(winner).to_be_visible()
    assert 0 < winner.bounding_box()["y"] < PHONE["height"] / 2


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR", "de-DE"])
@pytest.mark.parametrize("viewport", [SMALL, {"width": 1366, "height": 768}])
def test_an_evaluation_is_seen_whole(at_real_box, visit, viewport, locale):
    setup, said = sentences("insider/seven-evaluations.txt", lambda match: match.state.inn.evaluations == 6)
    table = at_real_box(setup, *said[:-1])
    path = f"#{table.switch.status.code}"
    visitor = visit(address(table), view="", path=path, viewport=viewport, locale=locale)
    table.box(lambda screen: screen.submit(read_act(said[-1])))
    expect(visitor.locate(".whole-round table")).to_be_visible()
    visitor.page.wait_for_load_state("networkidle")
    assert visitor.page.evaluate(OVERLAP) == [0]


@pytest.mark.parametrize("locale", ["fr-FR", "de-DE"])
def test_long_words_in_large_letters_leave_no_bar_under_the_history(at_real_box, visit, locale):
    match = recorded("online/six-in-pairs.txt", 40)
    table = at_real_box(match.setup, *map(str, match.log))
    path = f"#{table.switch.status.code}"
    visitor = visit(address(table), view="", path=path, viewport=SMALL, locale=locale)
    visitor.open("history")
    expect(visitor.locate("#history figure").first).to_be_attached()
    visitor.page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert visitor.page.evaluate("document.querySelector('main').scrollWidth") == SMALL["width"]
    assert visitor.locate("#history .slider").bounding_box()["width"] > 100, "the slider is more than its knob"


LARGE = """() => {
  const said = document.querySelector('.ask-said'), [box, sheet] = [said, said.closest('.ask')]
    .map((one) => one.getBoundingClientRect());
  return {
    share: box.width / sheet.width,
    lines: [...said.children].map((one) => one.scrollWidth - one.clientWidth),
    over: document.querySelector('main').scrollWidth - innerWidth,
    bar: document.querySelector('.bar').scrollWidth - innerWidth,
  };
}"""


@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
@pytest.mark.parametrize("viewport", [SMALL, PHONE])
@pytest.mark.parametrize(
    "record", ["inside/whole-game.txt", "online/two-players.txt", "offline/basic-for-three.txt"]
)
def test_the_question_is_whole_in_letters_twice_as_large(record, viewport, locale, at_real_box, phone):
    match = recorded(record, 24)
    table = at_real_box(match.setup, *map(str, match.log))
    visitor = phone(table, seat=1, viewport=viewport)
    visitor.page.evaluate(f"document.cookie = 'sideline-language={locale[:2]}; path=/'")
    visitor.come(view="")
    visitor.page.evaluate("document.documentElement.style.fontSize = '200%'")
    shown = visitor.page.evaluate(LARGE)
    assert shown["share"] > 0.5
    assert max(shown["lines"]) <= 1
    assert (shown["over"], shown["bar"]) == (0, 0)


FINGERS = """() => [...document.querySelectorAll('button, select, summary, .button')]
  .filter((one) => one.getClientRects().length && !one.closest('.drawing, .picker'))
  .map((one) => [one.getBoundingClientRect().height, one.outerHTML.slice(0, 90)])
  .filter(([height]) => height > 1 && height < 43.5)"""


@pytest.mark.parametrize(
    "record", ["inside/whole-game.txt", "online/two-players.txt", "offline/basic-for-three.txt"]
)
def test_everything_is_large_enough_for_a_finger(record, at_real_box, phone):
    match = recorded(record, 24)
    table = at_real_box(match.setup, *map(str, match.log))
    visitor = phone(table, seat=1)
    for view in ("table", "history", "more"):
        visitor.open(view)
        assert visitor.page.evaluate(FINGERS) == [], view


def test_a_tap_beside_a_small_place_means_the_nearest_allowed_one(at_real_box, phone):
    table = at_real_box()
    visitor = phone(table, seat=1)
    place = visitor.locate('#drawing .asked[data-tap~="spot:004"]').first
    place.evaluate("(one) => one.scrollIntoView({ block: 'center' })")
    box = place.bounding_box()
    before = visitor.shown()
    visitor.page.mouse.click(box["x"] - 8, box["y"] + box["height"] / 2)
    visitor.until_moved(before)
    visitor.answer("choice:L")
    assert table.log == ["1 place L004"]

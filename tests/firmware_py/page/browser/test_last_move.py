"""One sees what happened: the last move is marked, told where one looks, and clocks agree."""

import re

import pytest
from playwright.sync_api import expect

from engine.acts import read_act
from tests.firmware_py.page.browser.browsers import DESK, address, recorded

pytestmark = pytest.mark.slow  # it needs a browser, which `make test` does not

LAST = "() => [...document.querySelectorAll('#drawing .last')].map((one) => one.dataset.tap)"


def submit(table, act):
    table.box(lambda screen: screen.play(read_act(act)))


@pytest.mark.parametrize(
    ("record", "before", "marked"),
    [
        ("inside/whole-game.txt", 6, "spot:"),
        ("offline/basic-for-three.txt", 33, "spot:"),
        ("online/two-players.txt", 6, "choice:"),
    ],
)
def test_the_last_move_is_marked_for_everybody(record, before, marked, at_real_box, phone):
    match = recorded(record, before + 1)
    said = [str(act) for act in match.log]
    table = at_real_box(match.setup, *said[:-1])
    anna = phone(table)
    submit(table, said[-1])
    expect(anna.locate("#table")).to_have_attribute("data-acts", str(before + 1))
    last = anna.page.evaluate(LAST)
    assert last
    assert all(marked in tap for tap in last), last
    late = phone(table)
    expect(late.locate("#drawing .last")).to_have_count(len(last))
    assert late.page.evaluate(LAST) == last, "who comes later sees it too"
    anna.open("history")
    anna.locate(f'#history [data-key="look {before + 1}"]').click()
    anna.locate(f'#history [data-key="look {before}"]').click()
    expect(anna.locate("#history .is-back, #history.is-back")).not_to_have_count(0)


MOVES = """() => {
  window.moves = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...how) {
    const { piece } = (this.dataset.piece ? this : this.querySelector('[data-piece]')).dataset;
    window.moves.push([piece, Object.keys(how[0][0]).join(), Object.keys(how[0][1]).join(), how[1].duration]);
    return animate.apply(this, how);
  };
}"""
"""Notes which piece moves, from which look to which."""
ARRIVES, GOES, LEAVES = ["opacity,translate", ""], ["translate", ""], ["", "opacity,translate"]


@pytest.mark.parametrize(
    ("record", "before", "moves"),
    [
        ("inside/whole-game.txt", 6, [["301", *ARRIVES]]),
        ("offline/basic-for-three.txt", 33, [["RFT", *GOES]]),
        ("online/two-players.txt", 7, [["line-1.1", *ARRIVES]]),
        ("insider/board-for-two.txt", 31, [["pawn-1", *GOES]]),
    ],
)
def test_a_piece_moves_from_where_it_was(record, before, moves, at_real_box, visit):
    said = [str(act) for act in recorded(record, before + 1).log]
    table = at_real_box(recorded(record, 0).setup, *said[:-1])
    code = f"#{table.switch.status.code}"
    lively, calm = (
        visit(address(table), "", code, viewport=DESK, reduced_motion=wish) for wish in ("no-preference", "reduce")
    )
    for visitor in (lively, calm):
        expect(visitor.locate("#drawing svg")).to_be_visible()
        visitor.page.evaluate(MOVES)
    submit(table, said[-1])
    for visitor in (lively, calm):
        expect(visitor.locate("#table")).to_have_attribute("data-acts", str(before + 1))
    assert lively.page.evaluate("moves") == [[*move, 200] for move in moves]
    assert calm.page.evaluate("moves") == []
    submit(table, "undo")
    expect(lively.locate("#table")).to_have_attribute("data-acts", str(before + 2))
    assert lively.page.evaluate("moves.length") == 2 * len(moves), "it goes back"


def test_in_the_replay_the_move_is_marked_and_the_board_is_in_sight(at_real_box, phone):
    match = recorded("inside/whole-game.txt", 20)
    table = at_real_box(match.setup, *map(str, match.log))
    visitor = phone(table)
    visitor.open("history")
    visitor.locate('#history [data-key="look 7"]').click()
    cell = re.sub("^[LD]", "", match.log[6].args[0])
    expect(visitor.locate(f'#history .last[data-tap~="spot:{cell}"]').first).to_be_visible()
    expect(visitor.locate("#history .banner")).to_be_in_viewport()
    expect(visitor.locate("#history .drawing svg")).to_be_in_viewport()


def test_who_looks_at_something_else_is_told_what_happens(at_real_box, phone):
    table = at_real_box()
    visitor = phone(table)
    visitor.open("history")
    submit(table, "1 place L310")
    expect(visitor.locate("#toast")).to_contain_text("310")
    visitor.locate("#toast").evaluate("(one) => one.replaceChildren()")
    visitor.open("table")
    submit(table, "2 place D211")
    expect(visitor.locate("#table")).to_have_attribute("data-acts", "2")
    expect(visitor.locate("#toast")).to_be_empty()


def test_a_correction_stays_where_it_was_made_and_is_told(at_real_box, phone):
    match = recorded("insider/seven-evaluations.txt", 40)
    table = at_real_box(match.setup, *map(str, match.log))
    visitor = phone(table)
    visitor.open("history")
    visitor.locate('#history [data-key^="round "]').last.click()
    visitor.locate('#history [data-key="correct"]').last.click()
    field = visitor.locate("#history .correction input").first
    value = field.input_value()
    field.fill(str(int(value) + 1))
    visitor.locate("#history .correction button").last.click()
    expect(visitor.locate("#toast")).not_to_be_empty()
    expect(visitor.locate("#history details.round[open] table").first).to_be_visible()
    visitor.locate('#history [data-key="correct"]').last.click()
    expect(visitor.locate("#history .correction input").first).to_have_value(str(int(value) + 1))


def test_clocks_agree_on_every_phone(at_real_box, phone):
    table = at_real_box()
    table.ask(lambda stack: stack.journal.people.set_clock("up"))
    anna, ben = phone(table), phone(table)
    for visitor in (anna, ben):
        expect(visitor.locate("#standing .thought").first).to_have_text(re.compile("^0:"))
        visitor.page.evaluate(ADVANCE)
    anna.locate('[data-key="who 1"]').click()  # it said "now" once more, and the clock of this phone began again
    expect(anna.locate(".who")).to_have_count(0)
    expect(anna.locate("#standing .thought").first).to_have_text(re.compile("^1:0"))
    expect(ben.locate("#standing .thought").first).to_have_text(re.compile("^1:0"))


ADVANCE = "() => { const now = performance.now.bind(performance); performance.now = () => now() + 60_000; }"
"""A minute passes."""


FOCUS = "() => document.activeElement.dataset.tap ?? document.activeElement.outerHTML.slice(0, 90)"


def test_by_keyboard_the_focus_stays_at_the_question_and_the_move_is_said(at_real_box, phone):
    table = at_real_box()
    visitor = phone(table, viewport=DESK)
    visitor.locate('[data-key="who all"]').click()
    for number, (cell, cube) in enumerate((("310", "L"), ("211", "D"), ("004", "L")), start=1):
        before = visitor.shown()
        visitor.locate(f'#drawing .asked[data-tap~="spot:{cell}"]').first.focus()
        visitor.page.keyboard.press("Enter")
        visitor.until_moved(before)
        assert visitor.page.evaluate("document.activeElement.closest('#drawing, #ask') !== null")
        before = visitor.shown()
        visitor.locate(f'#ask [data-answer="choice:{cube}"]').focus()
        visitor.page.keyboard.press("Enter")
        visitor.until_moved(before)
        assert visitor.page.evaluate(FOCUS).startswith("spot:"), "at the next question"
        said = visitor.locate("#announcer").inner_text()
        assert cell in said
        assert "place a cube" in said
        assert len(table.log) == number


def test_play_by_text_accepts_what_people_type_and_says_a_refusal_once(at_real_box, phone):
    table = at_real_box()
    visitor = phone(table)
    visitor.open("more")
    visitor.locate("#more [data-key=write]").click()
    field = visitor.locate("#move")
    for typed, log in (("400", 0), ("L400", 1), ("d211", 2)):
        field.fill(typed)
        field.press("Enter")
        if log:
            expect(visitor.locate("#more .arithmetic").last.locator("li")).to_have_count(log)
        else:
            expect(visitor.locate("#more [role=alert]")).to_contain_text("1 place L400 · 1 place D400")
    assert table.log == ["1 place L400", "2 place D211"]
    field.fill("1 place L211")
    field.press("Enter")
    expect(visitor.locate("#verdict")).not_to_be_empty()
    expect(visitor.locate("#more .why").last).not_to_be_empty()
    expect(visitor.locate("#more [role=alert]")).to_be_empty()

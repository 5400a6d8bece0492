"""A game against the box, a hint and an analysis, in a browser on the real program with its thinking process."""

import re

import pytest
from playwright.sync_api import expect

from engine import GAMES
from engine.game import Setup
from engine.match import Match
from tests.engine.games import random_game
from tests.firmware_py.page.browser.browsers import played

pytestmark = pytest.mark.slow  # it needs a browser, which `make test` does not

SETUP = Setup("inside", ("Anna", "Ben"))
WAIT_MS = 60_000


def test_the_box_answers_a_move_and_ok_puts_it_on_the_table(run, visit):
    box = run(match=played("inside", Opponent="2 easy"))
    visitor = visit(box.address).go_on()
    visitor.tap("spot:310")
    visitor.answer("choice:L")
    notice = visitor.locate("#ask .notice")
    expect(notice).to_contain_text("Box (easy)")
    expect(notice).to_contain_text(re.compile("It plays: (light|dark) cube on \\d{3}"), timeout=WAIT_MS)
    cell = re.search(r"on (\d{3})", notice.inner_text())[1]
    assert visitor.locate(f'#table .marked[data-tap~="spot:{cell}"]').count() > 0
    visitor.page.get_by_role("button", name="done").click()
    expect(visitor.locate("#table")).to_have_attribute("data-acts", "2")
    assert re.fullmatch(rf"2 place [LD]{cell}", box.command("matches", "export", "1").splitlines()[-1])


def test_a_hint_is_one_tap(run, visit):
    box = run(match=played("inside", "1 place L310"))
    visitor = visit(box.address).go_on()
    visitor.page.get_by_role("button", name="Hint").click()
    expect(visitor.locate("#ask .notice")).to_contain_text("Try: ", timeout=WAIT_MS)
    assert box.command("matches", "export", "1").splitlines()[-1] == "2 hint"


def whole_game():
    match = Match(GAMES["inside"].rules(), SETUP)
    for _, _, act in random_game(SETUP, 2):
        match.play(act)
    return match


def test_a_finished_game_is_analysed_and_the_better_move_is_looked_for(run, visit):
    box = run(match=whole_game())
    visitor = visit(box.address).go_on()
    visitor.open("history")
    visitor.page.get_by_role("button", name="Analyse this game").click()
    expect(visitor.page.get_by_role("heading", name="Decisive mistakes")).to_be_visible(timeout=WAIT_MS)
    expect(visitor.locate("#history .charts")).to_contain_text("Who was winning")
    line = visitor.locate("#history .analysis li").last
    line.get_by_role("button", name="Look for a better move").click()
    status = visitor.locate("#history .sought")
    expect(status).to_contain_text("Tap the place where you would play")
    line.get_by_text("Show it").click()
    colour, better = re.search(
        r"(light|dark) cube on (\d{3})", line.locator("details").inner_text(), re.IGNORECASE
    ).groups()
    right, wrong = ("L", "D") if colour.lower() == "light" else ("D", "L")
    visitor.locate(f'#history .drawing [data-tap~="spot:{better}"]').first.click()
    expect(status).to_contain_text("Which piece?")
    visitor.locate(f'#history .drawing [data-tap~="choice:{wrong}"]').first.click()
    expect(status).to_contain_text("Not that one.")
    visitor.locate(f'#history .drawing [data-tap~="choice:{right}"]').first.click()
    visitor.locate(f'#history .drawing [data-tap~="spot:{better}"]').first.click()
    expect(status).to_contain_text(re.compile(f"Yes: .* on {better}"))

"""Phones beside a box that is not virtual: who is not paired looks on, who is paired plays."""

import re

import pytest
from playwright.sync_api import expect

from tests.firmware_py.page.browser.browsers import PHONE, address, recorded
from tests.firmware_py.page.pages import INSIDE, PLAYERS

pytestmark = pytest.mark.slow  # it needs a browser, which `make test` does not


def test_who_is_not_paired_sees_the_table_but_no_names_and_no_answers(at_real_box, visit):
    visitor = visit(address(at_real_box(INSIDE, "1 place L310")), view="", viewport=PHONE)
    expect(visitor.locate("#drawing svg")).to_be_visible()
    expect(visitor.locate("#standing .name")).to_have_text(["Light", "Dark"])
    expect(visitor.locate("#lines li").first).to_contain_text("310")
    expect(visitor.locate("#ask")).to_contain_text("Watching only")
    expect(visitor.locate("[data-answer], #box canvas, .claim")).to_have_count(0)
    expect(visitor.locate(".tabs [data-view=history]")).to_be_hidden()
    assert not any(name in visitor.page.content() for name in PLAYERS)


def test_a_wrong_code_is_told_and_the_right_one_pairs(at_real_box, visit):
    table = at_real_box()
    visitor = visit(address(table), view="", viewport=PHONE)
    visitor.forgiven.append(re.compile("status of (403|429)"))
    code = table.switch.status.code
    visitor.locate("#ask").get_by_role("button", name="Pair").click()
    visitor.page.keyboard.type(str((int(code) + 1) % 1_000_000).zfill(6))
    visitor.page.keyboard.press("Enter")
    expect(visitor.locate("#pairing-why")).not_to_be_empty()
    go = visitor.locate("#pairing-go")
    expect(go).to_be_enabled()
    visitor.page.get_by_label("Six digits").fill(code)
    go.click()
    expect(visitor.locate("#pairing")).to_be_hidden()
    expect(visitor.locate("#standing .name")).to_have_text(list(PLAYERS))
    visitor.tap("spot:211")
    visitor.answer("choice:L")
    assert table.log == ["1 place L211"]


def test_a_code_in_the_address_pairs_and_vanishes_from_it(at_real_box, visit):
    table = at_real_box()
    visitor = visit(address(table), view="", path=f"#{table.switch.status.code}", viewport=PHONE)
    expect(visitor.locate("#standing .name")).to_have_text(list(PLAYERS))
    expect(visitor.page).to_have_url(address(table))
    assert table.switch.status.code not in visitor.page.evaluate("location.href")


def test_a_claimed_seat_answers_out_of_turn_with_one_tap(at_real_box, visit):
    record = recorded("online/two-players.txt")
    said = [str(act) for act in record.log]
    hacked = said[: said.index("2 hacker") + 1]
    table = at_real_box(record.setup._replace(players=PLAYERS), *hacked)
    assert table.log == hacked
    visitor = visit(address(table), view="", path=f"#{table.switch.status.code}", viewport=PHONE)
    claim = visitor.page.get_by_label("Your seat?")
    claim.select_option("1")
    mine = visitor.locate("#ask .mine")
    before = visitor.shown()
    mine.get_by_role("button", name=re.compile("patrol")).click()
    visitor.until_moved(before)
    assert table.log[-1] == "1 patrol"

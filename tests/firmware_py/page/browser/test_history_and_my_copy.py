"""History and owner data in a browser."""

import re

import pytest
from playwright.sync_api import expect

from tests.firmware_py.page.browser.browsers import played, recorded

pytestmark = pytest.mark.slow  # it needs a browser, which `make test` does not

FOUR = ("1 place L310", "2 place D400", "1 place L211", "2 place D220")


def at_history(run, visit, match):
    box = run(match=match)
    visitor = visit(box.address).go_on()
    visitor.open("history")
    expect(visitor.locate("#history .acts li")).to_have_count(len(match.log))
    return box, visitor


def test_the_slider_shows_an_earlier_moment_and_leads_back(run, visit):
    _, visitor = at_history(run, visit, played("inside", *FOUR))
    banner, stage = visitor.locate("#history .banner"), visitor.locate("#history .drawing")
    expect(banner).to_contain_text("Now (move 4)")
    now = stage.inner_html()
    slider = visitor.page.get_by_label("moment of the match")
    slider.focus()
    visitor.page.keyboard.press("ArrowLeft")
    visitor.page.keyboard.press("ArrowLeft")
    expect(banner).to_contain_text("Looking back: move 2 of 4. Ben: dark cube on 400")
    expect(stage.locator("svg")).to_be_visible()
    assert stage.inner_html() != now
    visitor.page.keyboard.press("Home")
    expect(banner).to_contain_text("move 0 of 4")
    visitor.page.get_by_role("button", name="Back to now").click()
    expect(banner).to_contain_text("Now (move 4)")
    assert stage.inner_html() == now


def test_undo_to_here_asks_once_and_takes_back_what_came_after(run, visit):
    box, visitor = at_history(run, visit, played("inside", *FOUR))
    visitor.page.get_by_role("button", name="Undo to here: Ben: dark cube on 400").click()
    sure = visitor.locate("#sure")
    sure.get_by_role("button", name="Cancel").click()
    expect(sure).to_be_hidden()
    visitor.page.get_by_role("button", name="Undo to here: Ben: dark cube on 400").click()
    sure.get_by_role("button", name="Undo to here").click()
    expect(visitor.locate("#history .acts .is-undone")).to_have_count(2)
    expect(visitor.locate("#table")).to_have_attribute("data-acts", "6")
    assert box.command("matches", "export", "1").splitlines()[-2:] == ["undo", "undo"]


def test_the_record_is_that_of_the_command_line(run, visit):
    box, visitor = at_history(run, visit, recorded("insider/three-to-the-top.txt", 20))
    with visitor.page.expect_download() as downloading:
        visitor.page.get_by_role("link", name="Record").click()
    download = downloading.value
    assert download.suggested_filename == "insider-1.txt"
    assert download.path().read_text(encoding="utf-8") == box.command("matches", "export", "1")


@pytest.mark.parametrize(
    "record", ["insider/seven-evaluations.txt", "inside/whole-game.txt", "online/two-players.txt"]
)
def test_a_saved_replay_plays_the_match_without_the_box(run, visit, tmp_path, record):
    match = recorded(record)
    _, visitor = at_history(run, visit, match)
    final = visitor.locate("#history .drawing").inner_text()
    with visitor.page.expect_download() as downloading:
        visitor.page.get_by_role("link", name="Replay as a file").click()
    saved = tmp_path / downloading.value.suggested_filename
    downloading.value.save_as(saved)
    assert saved.name == "sideline-1.html"
    alone = visitor.context.new_page()
    visitor.listen_to(alone)
    alone.context.set_offline(True)
    alone.goto(saved.as_uri())
    said, board = alone.locator("#said"), alone.locator("#board")
    expect(said).to_have_text(re.compile(f"^0 / {len(match.acts)} "))
    begun = board.inner_html()
    alone.get_by_role("button", name="one move forward").click()
    expect(said).to_have_text(re.compile("^1 / "))
    alone.get_by_role("slider").press("End")
    expect(said).to_have_text(re.compile(f"^{len(match.acts)} / "))
    assert board.inner_html() != begun
    assert board.inner_text() == final
    alone.get_by_role("button", name="replay").click()
    expect(said).to_have_text(re.compile("^0 / "))
    expect(said).to_have_text(re.compile("^1 / "))
    alone.context.set_offline(False)


def test_charts_and_the_score_sheet_name_everybody(run, visit):
    _, visitor = at_history(run, visit, recorded("insider/three-to-the-top.txt", 20))
    chart = visitor.locate("#history .charts figure")
    expect(chart.first.locator("svg .line").first).to_be_visible()
    for name in ("Anna", "Ben", "Carla"):
        expect(chart.first).to_contain_text(name)
    with visitor.page.expect_popup() as opening:
        visitor.page.get_by_role("link", name="Score sheet").click()
    sheet = opening.value
    visitor.listen_to(sheet)
    for name in ("Anna", "Ben", "Carla"):
        expect(sheet.locator("body")).to_contain_text(name)


def at_house(run, visit, game):
    box = run()
    visitor = visit(box.address, "my-copy")
    visitor.locate("#my-copy .games button").filter(has_text=re.compile(game)).click()
    return box, visitor


def test_a_link_between_two_sites_is_tapped_saved_and_counts(run, visit):
    box, visitor = at_house(run, visit, "Offline")
    assert "A1-A4" not in box.command("my-copy", "offline")
    net = visitor.locate("#my-copy .net").filter(has_text="Net A")
    net.get_by_role("button", name=re.compile("^A1,")).click()
    expect(net.locator(".hint")).to_contain_text("A1: now tap the other site")
    net.get_by_role("button", name=re.compile("^A4,")).click()
    expect(net.get_by_role("button", name=re.compile("^A1,"))).to_have_accessible_name(re.compile("A4"))
    visitor.page.get_by_role("button", name="Save", exact=True).click()
    expect(visitor.locate("#my-copy [role=status]")).to_contain_text("Saved")
    assert "A1-A4" in box.command("my-copy", "offline")


def test_ir_36_a_path_between_two_places_is_tapped_saved_and_counts(run, visit):
    box, visitor = at_house(run, visit, "Insider")
    for place in ("b2", "b3", "a1", "b2", "a1", "a2"):
        visitor.locate("#my-copy .city .place").filter(has_text=place).click()
    expect(visitor.locate("#my-copy .city .way")).to_have_count(39)
    visitor.page.get_by_role("button", name="Save", exact=True).click()
    expect(visitor.locate("#my-copy [role=status]")).to_contain_text("Saved")
    assert "a1-a2 no path, a1-b2 2, b2-b3 no path" in box.command("my-copy", "insider")


def test_a_fault_in_owner_data_is_told_and_nothing_is_saved(run, visit):
    box, visitor = at_house(run, visit, "Offline")
    before = box.command("my-copy", "offline")
    visitor.forgiven.append(re.compile("status of 422"))
    card = visitor.locate("#my-copy .market-card").filter(has_text="Market card A")
    value = card.get_by_role("spinbutton", name=re.compile("Value 1"))
    value.fill("30")
    value.press("Tab")
    expect(card.locator(".fault")).to_contain_text("The values have to rise")
    visitor.page.get_by_role("button", name="Save", exact=True).click()
    refused = visitor.locate("#my-copy .wrong[role=alert]")
    expect(refused).to_contain_text("Not saved")
    assert box.command("my-copy", "offline") == before

"""Who opens the page for the first time: the games as pictures, to play with one tap, or to watch."""

import pytest
from playwright.sync_api import expect

from tests.firmware_py.page.browser.browsers import PHONE, address
from tests.firmware_py.page.pages import Table

pytestmark = pytest.mark.slow  # it needs a browser, which `make test` does not


def test_one_tap_begins_a_match_on_a_new_box_in_the_language_of_the_page(run, visit):
    visitor = visit(run(settings="").address, view="", viewport=PHONE, locale="fr-FR")
    expect(visitor.locate(".game")).to_have_count(4)
    visitor.locate("[data-key='play inside']").click()
    expect(visitor.locate("#drawing svg.inside")).to_be_visible()
    expect(visitor.locate("#ask h2")).to_contain_text("Clair")
    expect(visitor.locate("#standing")).to_be_in_viewport()  # though the game stood far down in the list
    visitor.page.reload()
    expect(visitor.locate("#drawing svg.inside")).to_be_visible()
    visitor.open("box")
    expect(visitor.page.get_by_role("img", name="Clair")).to_be_visible()


def test_a_sample_match_plays_itself_stops_and_goes_on_step_by_step(run, visit):
    visitor = visit(run().address, viewport=PHONE)
    visitor.locate("[data-key='watch inside']").click()
    said = visitor.locate(".said")
    expect(said.locator(".why")).to_contain_text("ID-5")
    visitor.page.get_by_role("button", name="Pause").click()
    visitor.page.get_by_role("button", name="one move forward").click()
    expect(said).to_contain_text("Anna")
    expect(visitor.locate(".sample .last")).not_to_have_count(0)
    visitor.locate("[data-key=games]").click()
    expect(visitor.locate(".game")).to_have_count(4)


def test_who_is_not_paired_may_watch_but_not_play(tmp_path, visit):
    with Table(tmp_path, None, is_virtual=False) as table:
        visitor = visit(address(table), view="", viewport=PHONE)
        expect(visitor.locate("[data-key='watch online']")).to_be_visible()
        expect(visitor.locate("[data-key='play online']")).to_be_hidden()
        visitor.page.close()

"""The eye of the virtual box: cards are turned up, pawns dragged, faults switched on, and the box follows."""

import re

import pytest
from playwright.sync_api import expect

from tests.firmware_py.page.browser.browsers import played

pytestmark = pytest.mark.slow  # it needs a browser, which `make test` does not

FAMILY = ("Anna", "Ben", "Carla")


@pytest.fixture
def visitor(run, visit):
    """Open the eye on the page of a virtual box, in a match that it can follow."""
    visitor = visit(run(match=played("insider", players=FAMILY)).address).go_on()
    visitor.open("box")
    visitor.page.get_by_text("The eye: a card and pawns").click()
    expect(visitor.page.get_by_role("switch", name="eye")).to_be_checked()
    return visitor


def acts(visitor, number):
    """Wait until the match has so many acts."""
    expect(visitor.locate("#table")).to_have_attribute("data-acts", str(number))


def pawn(visitor, name):
    """Return the pawn of somebody that waits."""
    return visitor.page.get_by_role("button", name=f"pawn of {name}, at no table")


def drag(visitor, piece, table):
    """Drag a pawn onto a table."""
    piece.drag_to(visitor.locate("[data-part=eye] circle[r='9']").nth(table - 1), force=True)


def test_cards_and_pawns_are_entered_and_the_last_table_brings_the_evaluation(visitor):
    visitor.page.get_by_role("button", name="Turn up the next card").click()
    acts(visitor, 1)
    drag(visitor, pawn(visitor, "Ben"), 1)
    acts(visitor, 2)
    expect(visitor.page.get_by_role("button", name="pawn of Ben, table 1")).to_have_count(1)
    pawn(visitor, "Anna").press("Enter")  # the next free table
    acts(visitor, 3)
    expect(visitor.page.get_by_role("button", name="pawn of Anna, table 2")).to_be_focused()
    for number, name in enumerate(("Carla", "Anna"), start=4):
        pawn(visitor, name).press("Enter")
        acts(visitor, number)
    expect(visitor.locate("[data-role=prompt] canvas")).to_have_attribute("aria-label", re.compile("Carla|Anna"))


def test_doubts_faults_and_a_pulled_plug_are_shown_and_enter_nothing(visitor):
    page, prompt = visitor.page, visitor.locate("[data-role=prompt] canvas")
    page.get_by_role("button", name="A card nobody knows").click()
    expect(prompt).to_have_attribute("aria-label", re.compile("does not know the card with sticker 20"))
    page.get_by_role("button", name="A hand over it").click()
    expect(visitor.locate("[data-part=eye] .tray-says")).to_have_text("Something lies over the frame.")
    page.get_by_role("button", name="Turn up the next card").click()
    page.get_by_role("button", name="A hand over it").click()
    acts(visitor, 1)
    page.get_by_role("switch", name="eye").click()
    expect(prompt).to_have_attribute("aria-label", re.compile("Eye: "))

"""The table of the virtual box: cubes are dragged, troubles switched on, and the box follows what is seen."""

import pytest
from playwright.sync_api import expect

from tests.firmware_py.page.browser.browsers import played

pytestmark = pytest.mark.slow  # it needs a browser, which `make test` does not


@pytest.fixture(name="visitor")
def fixture_visitor(run, visit):
    return plugged(visit(run(match=played("inside")).address))


def plugged(visitor):
    """Plug the camera in on the page of a virtual box, in a match that it can follow."""
    visitor.go_on().open("box")
    visitor.page.get_by_text("The camera: a table to try").click()
    expect(visitor.page.get_by_role("switch", name="Camera")).to_be_checked()
    says(visitor, "seen")
    return visitor


def says(visitor, text):
    """Wait until the panel says what the camera sees."""
    expect(visitor.locate("[data-part=camera] .tray-says")).to_contain_text(text)


def acts(visitor, number):
    """Wait until the match has so many acts."""
    expect(visitor.locate("#table")).to_have_attribute("data-acts", str(number))


def thing(visitor, name):
    return visitor.locate(f'[data-part=camera] [data-piece="{name}"]')


def test_cubes_are_entered_as_they_are_laid_and_not_again_after_an_undo(visitor, tmp_path):
    thing(visitor, "L").press("Enter")  # on the first cell that carries one
    acts(visitor, 1)
    thing(visitor, "D").press("Enter")
    acts(visitor, 2)
    visitor.page.screenshot(path=tmp_path / "table.png", full_page=True)
    visitor.locate("[data-press=back]").click(delay=900)
    acts(visitor, 3)  # the undo
    expect(visitor.locate("#looks")).to_have_text("Camera: seen, but not entered again")
    visitor.page.get_by_role("button", name="Put the table right").click()
    says(visitor, "seen")
    acts(visitor, 3)


def test_a_hand_a_lamp_and_a_missing_sheet_enter_nothing(visitor):
    page = visitor.page
    page.get_by_role("button", name="A hand over it").click()
    says(visitor, "something lies over")
    thing(visitor, "L").press("Enter")
    page.get_by_role("button", name="A hand over it").click()
    acts(visitor, 1)
    page.get_by_role("button", name="No sheet").click()
    says(visitor, "sheet is not found")
    page.get_by_role("button", name="No sheet").click()
    says(visitor, "seen")
    page.get_by_role("button", name="Lamp off").click()
    thing(visitor, "D").press("Enter")
    acts(visitor, 2)
    page.get_by_role("switch", name="Camera").click()
    expect(page.get_by_role("switch", name="Camera")).not_to_be_checked()


def test_a_card_and_pawns_of_insider_are_dragged(run, visit, tmp_path):
    box = run(match=played("insider", players=("Anna", "Ben", "Carla")))
    visitor = plugged(visit(box.address))
    thing(visitor, "pile").press("Enter")
    acts(visitor, 1)
    thing(visitor, "11").drag_to(visitor.locate("[data-part=camera] .mat svg"), target_position={"x": 5, "y": 5})
    thing(visitor, "21").press("Enter")  # to the first free table
    acts(visitor, 2)
    visitor.page.screenshot(path=tmp_path / "insider.png", full_page=True)
    expect(visitor.locate("#lines li").first).to_contain_text("Ben")

"""A photo of the table, taken on the page: the board is shown once, moves are entered, differences are named."""

import random

import pytest
from playwright.sync_api import expect

from engine.acts import read_act
from tests.firmware_py.page.browser.browsers import PHONE, played
from tests.firmware_py.sight.inside_figures import PHOTO, PHOTO_TILT, Table

pytestmark = pytest.mark.slow  # it needs a browser, which `make test` does not

MOVES = ("1 place L310", "2 place D220", "1 place D004", "2 place L130")


@pytest.fixture(name="table", scope="module")
def fixture_table(tmp_path_factory):
    """Photograph a table after three moves, after four, and with a cube that no move explains."""
    table, folder = Table(random.Random(5), PHOTO, PHOTO_TILT), tmp_path_factory.mktemp("photos")
    for number, act in enumerate(map(read_act, MOVES), start=1):
        table.put(act)
        (folder / f"{number}.jpg").write_bytes(table.picture())
    table.laid.put("310", "D")
    (folder / "changed.jpg").write_bytes(table.picture())
    (folder / "no.jpg").write_bytes(b"not a picture")
    table.folder = folder
    return table


def take(visitor, table, name):
    """Take a photo with the button of the page."""
    with visitor.page.expect_file_chooser() as chooser:
        visitor.page.get_by_role("button", name="Take a photo").click()
    chooser.value.set_files(table.folder / name)
    return visitor.page.get_by_role("dialog", name="Photo")


def show_corners(visitor, table):
    """Tap the three corners of the board on the photo."""
    width, height = table.ground.lens.size
    for x, y in table.ground.lens.sees([(*corner, 0.0) for corner in table.laid.taught()]):
        box = visitor.locate(".photo-stage canvas").bounding_box()
        visitor.page.mouse.click(box["x"] + x / width * box["width"], box["y"] + y / height * box["height"])


def test_moves_are_entered_from_photos_and_differences_are_named(run, visit, table, tmp_path):
    box = run(match=played("inside", *MOVES[:3]))
    visitor = visit(box.address, viewport=PHONE).go_on()
    dialog = take(visitor, table, "4.jpg")
    expect(dialog).to_contain_text("Tap on the photo: corner 400 (1 of 3)")
    show_corners(visitor, table)
    expect(dialog.get_by_role("heading")).to_contain_text("Entered: light cube on 130")
    expect(visitor.locate("#table")).to_have_attribute("data-acts", "4")
    expect(dialog.locator(".spot.is-read")).to_have_count(4)
    visitor.page.screenshot(path=tmp_path / "entered.png")
    dialog.get_by_role("button", name="Close").click()
    assert (box.data / "inside-photos.toml").exists()
    visitor.page.get_by_role("button", name="Look again").click()
    again = visitor.page.get_by_role("dialog", name="Look again")
    expect(again.get_by_role("img", name="After")).to_have_js_property("complete", value=True)
    visitor.page.screenshot(path=tmp_path / "again.png")
    again.get_by_role("button", name="Close").click()

    dialog = take(visitor, table, "4.jpg")
    expect(dialog.get_by_role("heading")).to_contain_text("Table and box agree")
    dialog.get_by_role("button", name="Close").click()

    dialog = take(visitor, table, "changed.jpg")
    expect(dialog.get_by_role("heading")).to_contain_text("Table and box differ")
    expect(dialog).to_contain_text("310: the picture shows a dark cube, the box has a light cube")
    expect(dialog.locator(".spot.is-differs")).to_have_count(1)
    visitor.page.screenshot(path=tmp_path / "differs.png")
    dialog.get_by_role("button", name="Close").click()
    expect(visitor.locate("#table")).to_have_attribute("data-acts", "4")


def test_what_is_no_picture_gets_one_sentence(run, visit, table):
    visitor = visit(run(match=played("inside", *MOVES[:3])).address).go_on()
    dialog = take(visitor, table, "no.jpg")
    expect(dialog).to_contain_text("The photo did not reach the box")

"""A fifth game on the page, in a real browser: played by its answers to the end, with the plain drawing."""

import pytest
from playwright.sync_api import expect

from tests.firmware_py.page.browser.browsers import DESK, PHONE
from tests.firmware_py.page.browser.conftest import fixture_chromium, fixture_run, fixture_visit

pytestmark = pytest.mark.slow  # it needs a browser, which `make test` does not

chromium, run, visit = fixture_chromium, fixture_run, fixture_visit


@pytest.mark.usefixtures("copied")
@pytest.mark.parametrize("window", [PHONE, DESK], ids=["phone", "desk"])
def test_a_match_is_played_on_the_page_and_its_history_is_told(run, visit, window):
    visitor = visit(run("nim", "-pAnna", "-pBen").address, viewport=window)
    for heap, count in ((1, 1), (2, 3), (3, 5), (4, 6)):
        visitor.answer(f"choice:{heap}")
        visitor.answer(f"number:{count}")
    expect(visitor.locate("#drawing svg.table-plain .details")).to_have_text("Heaps: 0 0 0 1")
    assert visitor.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    visitor.answer("choice:4")  # one match is left: nothing has to be asked
    expect(visitor.locate("#drawing svg.table-plain .won title")).to_have_text("Anna, matches taken: 7")
    assert visitor.points == [("Anna", "7", True), ("Ben", "9", False)]
    visitor.open("history")
    expect(visitor.locate("#history figure svg.chart")).to_have_count(1)

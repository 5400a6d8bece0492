"""The score of Offline in one form, as phones fill it in."""

import pytest
from playwright.sync_api import expect

from tests.firmware_py.page.browser.browsers import SMALL, recorded

pytestmark = pytest.mark.slow  # it needs a browser, which `make test` does not

RECORD = "offline/score-by-leads.txt"
NAMES = {1: "Anna", 2: "Ben", 3: "Carla"}
FIELDS = {"company": 0, "language": 1, "product": 2}


def choose(visitor, group, label, value):
    visitor.locate(f'[data-key="{group} {label}"]').select_option(value)


def fill_in(visitor, acts):
    """Choose what a record says; what is begun is chosen whole."""
    for act in acts:
        match (act.verb, *act.args):
            case ("lead", net, category, *value):
                choose(visitor, f"Net {net}", category, " ".join(value))
            case ("analysed", card, tile):
                choose(visitor, NAMES[act.seat], "market card", card)
                choose(visitor, NAMES[act.seat], "tile on it", tile)
            case ("reveal", *letters):
                for category, at in FIELDS.items():
                    choose(visitor, NAMES[act.seat], category, letters[at])


def test_two_phones_fill_in_a_sheet_to_the_end_of_the_match(run, visit):
    whole = recorded(RECORD)
    box = run(match=recorded(RECORD, most=3))
    anna, ben = (visit(box.address, viewport=SMALL) for _ in range(2))
    for visitor in (anna, ben):
        visitor.locate("#fill-in").click()
    middle = len(whole.log) // 2
    fill_in(ben, whole.log[middle:])
    fill_in(anna, whole.log[3:middle])
    anna.do(anna.locate("[data-key=save]"))
    expect(anna.locate("#toast")).not_to_be_empty()
    last = whole.log[middle - 1].args
    expect(ben.locate(f'[data-key="Net {last[0]} {last[1]}"]')).to_have_value(" ".join(last[2:]))
    ben.do(ben.locate("[data-key=save]"))
    expect(ben.locate("body")).to_have_attribute("data-view", "table")
    ben.read_on()
    winner = whole.names[whole.standing().winners[0] - 1]
    expect(ben.locate("#result .winner")).to_have_text(f"{winner} won!")


def test_what_is_begun_has_to_be_said_whole(run, visit):
    visitor = visit(run(match=recorded(RECORD, most=3)).address)
    visitor.locate("#fill-in").click()
    choose(visitor, "Anna", "company", "R")
    visitor.locate("[data-key=save]").click()
    expect(visitor.locate("form.correction select:invalid")).to_have_count(2)
    choose(visitor, "Anna", "company", "")
    expect(visitor.locate("form.correction select:invalid")).to_have_count(0)

"""What people rely on at the page: verdicts, several browsers at once, a page that heals, names as texts."""

import re

import pytest
from playwright.sync_api import expect

from engine.acts import read_act
from firmware_py.i18n.translations import Translations
from firmware_py.page.history import lines
from tests.firmware_py.page.browser.browsers import KILLED, PHONE, Visitor, played
from tests.firmware_py.page.replays import replayed

pytestmark = pytest.mark.slow  # it needs a browser, which `make test` does not

BEGUN = ("1 place L310", "2 place D400")
FAMILY = ("<b onclick=x>", "&lt;i&gt;'\"")
"""Names that mean something in a markup."""


def told(match, language):
    """Give the last line of the log in a language."""
    translations = Translations(language).naming(match.names)
    return lines(replayed(match.setup, tuple(match.log)), translations)[-1].text


def newest(visitor: Visitor):
    return visitor.locate("#lines li").first


def test_a_tap_that_is_not_allowed_gets_the_verdict_and_play_goes_on(run, visit):
    visitor = visit(run(match=played("inside", *BEGUN)).address).go_on()
    visitor.tap("spot:210")
    dialog = visitor.locate("#ask .notice")
    expect(dialog.locator(".stamp")).to_contain_text("Refused")
    expect(dialog.locator(".rule")).to_have_text("ID-2")
    expect(dialog).to_contain_text("210 has no support yet: 211, 220")
    expect(dialog).to_contain_text(re.compile("allowed instead", re.IGNORECASE))
    expect(visitor.locate('#drawing .marked[data-tap~="spot:211"]').first).to_be_visible()
    expect(newest(visitor).locator(".rule")).to_have_text("ID-2")
    expect(newest(visitor)).to_contain_text("210 has no support yet")
    visitor.read_on()
    visitor.tap("spot:211")
    visitor.answer("choice:L")
    expect(newest(visitor)).to_contain_text("Anna: light cube on 211")
    assert visitor.shown().acts == 3


def test_two_browsers_see_the_same_table_each_in_its_language(run, visit):
    match = played("inside", *BEGUN)
    box = run(match=match)
    french, german = visit(box.address, locale="fr-FR"), visit(box.address, locale="de-DE", viewport=PHONE)
    french.go_on()
    for visitor, language in ((french, "fr"), (german, "de")):
        expect(visitor.locate("html")).to_have_attribute("lang", language)
        expect(newest(visitor)).to_contain_text(told(match, language))
    german.tap("spot:211")
    german.answer("choice:L")
    assert match.play(read_act("1 place L211")) is None
    for visitor, language in ((french, "fr"), (german, "de")):
        expect(newest(visitor)).to_contain_text(told(match, language))
        assert visitor.shown().acts == 3
    assert told(match, "fr") != told(match, "de")
    assert french.shown().options == german.shown().options


def test_a_page_that_is_loaded_again_shows_the_same(run, visit):
    visitor = visit(run(match=played("inside", *BEGUN)).address).go_on()
    visitor.tap("spot:211")
    before = visitor.shown()
    visitor.page.reload()
    expect(visitor.locate("body.is-loading")).to_have_count(0)
    assert visitor.shown() == before
    visitor.answer("choice:L")
    assert visitor.shown().acts == 3


def test_a_box_that_is_killed_is_told_and_found_again(run, visit):
    box = run(match=played("inside", *BEGUN))
    visitor = visit(box.address).go_on()
    visitor.forgiven.append(KILLED)
    visitor.tap("spot:211")
    visitor.answer("choice:L")
    address = box.address
    box.kill()
    expect(visitor.locate("#stale")).to_be_visible()
    expect(visitor.locate("#stale")).to_contain_text("cannot be reached")
    expect(visitor.locate("#fresh-text")).to_have_text(re.compile(r"\d+ s old"))
    box.start()
    assert box.address == address
    expect(visitor.locate("#stale")).to_be_hidden()
    expect(visitor.locate("#fresh-text")).to_have_text("live")
    visitor.go_on()
    expect(newest(visitor)).to_contain_text("Anna: light cube on 211")
    visitor.tap("spot:220")
    visitor.answer("choice:D")
    assert visitor.shown().acts == 4


def test_what_people_typed_is_shown_as_text_everywhere(run, visit):
    box = run(match=played("inside", *BEGUN, "1 place L211", players=FAMILY))
    visitor = visit(box.address).go_on()
    for view in ("table", "box", "history"):
        visitor.open(view)
        expect(visitor.locate("[onclick]")).to_have_count(0)
    expect(visitor.locate("#acts, #history .acts").last).to_contain_text(FAMILY[0])
    expect(visitor.locate("#history .seats .name")).to_have_text(list(FAMILY))
    visitor.open("table")
    expect(visitor.locate("#standing .name")).to_have_text(list(FAMILY))
    expect(newest(visitor)).to_contain_text(FAMILY[0])
    expect(visitor.locate("#drawing")).to_contain_text(FAMILY[0])
    expect(visitor.locate("#ask h2")).to_contain_text(FAMILY[1])
    visitor.page.goto(f"{box.address}sheet")
    expect(visitor.locate("body")).to_contain_text(FAMILY[0])
    expect(visitor.locate("body")).to_contain_text(FAMILY[1])
    expect(visitor.locate("[onclick]")).to_have_count(0)


def test_a_second_visit_loads_only_the_page_its_words_and_the_state(run, visit):
    visitor = visit(run(match=played("inside", *BEGUN)).address).go_on()
    network, kept, came = visitor.context.new_cdp_session(visitor.page), set(), {}
    network.on("Network.requestServedFromCache", lambda event: kept.add(event["requestId"]))
    network.on("Network.responseReceived", lambda event: came.update({event["requestId"]: event["response"]}))
    network.send("Network.enable")
    visitor.come()
    expect(visitor.locate("#drawing svg")).to_be_visible()
    loaded = [answer for name, answer in came.items() if name not in kept and not answer["fromDiskCache"]]
    small = [int(answer["headers"].get("Content-Length", 0)) for answer in loaded]
    assert len(loaded) <= 5, [answer["url"] for answer in loaded]
    assert sum(small) <= 20_000, "besides the state, which comes as events"

"""The pages of a club in a real browser: nothing is cut on a television, and names are never markup."""

import pytest

from tests.firmware_py.club.clubs import Browser, duel, state
from tests.firmware_py.club.test_server import add
from tests.firmware_py.mqtt.brokers import Listener, needs_mosquitto
from tests.firmware_py.page.browser.browsers import CHROMIUM

pytestmark = [
    pytest.mark.slow,
    needs_mosquitto,
    pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed"),
]
MARKUP = "<img src=x onerror=alert(1)>"
LONG = ("Maximiliane-Anna", "Wolfgang-Amadeus", "Jean-Christophe", "Annabella-Luise", "Friederike-Rosa")
CUT = """() => [...document.querySelectorAll(".wall-card, .wall-card *")]
    .filter((one) => one.scrollHeight > one.clientHeight + 2 && getComputedStyle(one).overflow === "hidden")
    .map((one) => one.textContent)"""


@pytest.fixture(name="page", params=["en", "fr", "de"])
def fixture_page(request):
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = chromium.new_page(viewport={"width": 1920, "height": 1080}, locale=request.param)
        page.faults = []
        page.on("pageerror", lambda error: page.faults.append(str(error)))
        yield page
        chromium.close()
        assert page.faults == []


def seats(*names):
    return [
        {"seat": at, "mark": at, "name": name, "points": 100 * at, "is_turn": at == 1, "is_winner": False}
        for at, name in enumerate(names, start=1)
    ]


def test_the_wall_cuts_nothing_pages_by_itself_and_shows_markup_as_text(broker, club, page):
    with Listener(broker.port, "nothing") as boxes:
        for at in range(12):
            box = f"{at:08x}"
            names = (MARKUP, *LONG)[: 2 + at % 5]
            name = "The table beside the large window" if at == 4 else f"Table {at}"
            table = state(box, table=name, players=seats(*names))
            boxes.say(f"sideline/box/{box}/available", "online", retain=True)
            boxes.say(f"sideline/box/{box}/state", table, retain=True)
    page.goto(f"http://localhost:{club.port}/")
    page.wait_for_selector(".wall-card:nth-child(9)")
    assert page.evaluate(CUT) == []
    assert page.locator(".wall-card img").count() == 0
    assert MARKUP in page.inner_text(".wall-cards")
    page.wait_for_selector(".wall-card:nth-child(9)", state="detached", timeout=30_000)
    assert page.locator(".wall-card").count() == 3
    page.set_viewport_size({"width": 390, "height": 844})
    page.fill(".wall-find", "beside")
    page.wait_for_function("() => document.querySelectorAll('.wall-card').length === 1")


def test_league_player_and_roster_are_shown_and_changed(club, page):
    add(club, *(duel(at, MARKUP[:15], "Ben") for at in range(6)))
    page.goto(f"http://localhost:{club.port}/league")
    page.click(".figures a")
    page.wait_for_selector(".rating-chart")
    assert page.inner_text("h2") == MARKUP[:15]
    page.goto(f"http://localhost:{club.port}/players")
    page.click("main .row button")
    page.fill("#code", club.server.sessions.code)
    page.press("#code", "Enter")
    page.wait_for_function("() => document.querySelector('main .row').hidden")
    page.fill("form input", "Zoë")
    page.press("form input", "Enter")
    page.wait_for_function("() => document.querySelector('.names').textContent.includes('Zoë')")
    assert Browser(club).data("/data/players")["players"] == ["Zoë"]
    page.goto(f"http://localhost:{club.port}/player?name=Ben")
    page.click("details summary >> nth=0")
    page.fill("details input >> nth=0", "it was a demonstration")
    page.press("details input >> nth=0", "Enter")
    page.wait_for_function("() => document.querySelectorAll('details').length === 5")
    page.goto(f"http://localhost:{club.port}/players")
    page.click(".names:has-text('it was a demonstration') button")
    page.wait_for_function("() => !document.body.textContent.includes('it was a demonstration')")
    assert club.store.count() == 6

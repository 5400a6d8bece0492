"""The views beside the match: the end screen, the set-up form, and what else the tab "More" has."""

import re

import pytest
from PIL import Image
from playwright.sync_api import expect

from tests.firmware_py.page.browser.browsers import KILLED, PHONE, TELEVISION, new_context, played, recorded

pytestmark = pytest.mark.slow  # it needs a browser, which `make test` does not

LIGHT_AND_DARK = {(0xF5, 0xE3, 0xBD), (0x57, 0x3A, 0x26)}
"""The colours of the cubes, as `colours.css` has them."""
SHORT = ("card 4: 3 2 1 0 / -4", "1 seat 1", "1 seat 3", "2 seat 2", "2 seat 4")


def at_table(run, visit, match, **wishes):
    return at_table_of(run(match=match), visit, **wishes)


def at_table_of(box, visit, **wishes):
    return visit(box.address, "table", **wishes)


def begin_for_everybody(visitor):
    """Begin the match of the form, though another one is being played."""
    visitor.locate("#more [data-key=begin]").click()
    visitor.locate("#sure [value=yes]").click()


def test_the_end_screen_shows_winner_score_charts_and_a_rematch_is_one_tap(run, visit):
    visitor = at_table(run, visit, recorded("offline/basic-for-three.txt"), viewport=PHONE)
    expect(visitor.locate("#result h2.winner")).to_have_text("Anna won!")
    expect(visitor.locate("#result .score-table tbody tr")).to_have_count(8 + 3)
    expect(visitor.locate("#result figure svg")).not_to_have_count(0)
    visitor.do(visitor.locate("#result [data-key=rematch]"))
    expect(visitor.locate("body.is-end")).to_have_count(0)
    expect(visitor.locate("#log .line")).to_have_count(0)


def test_a_result_is_shared_as_a_picture_and_as_a_text(run, visit):
    visitor = at_table(run, visit, recorded("inside/whole-game.txt"))
    visitor.context.grant_permissions(["clipboard-read", "clipboard-write"])
    with visitor.page.expect_download() as download:
        visitor.page.get_by_role("button", name="Picture").click()
    assert download.value.suggested_filename == "sideline-1.png"
    with Image.open(download.value.path()) as picture:
        assert picture.width == 1080
        board = picture.convert("RGB").crop((60, picture.height - 1000, 1020, picture.height - 100))
    assert {colour for _, colour in board.getcolors(1 << 20)} >= LIGHT_AND_DARK, "the cubes are drawn"
    visitor.page.get_by_role("button", name="Copy as text").click()
    expect(visitor.locate("#result [role=status]")).not_to_be_empty()
    assert "Inside" in visitor.page.evaluate("navigator.clipboard.readText()")


def test_a_past_evaluation_unfolds_in_the_log_and_is_corrected_there(run, visit):
    visitor = at_table(run, visit, played("insider", *SHORT, players=("Anna", "Ben", "Carla")))
    visitor.locate("#lines [data-key='round 1']").click()
    expect(visitor.locate("#lines .score-table tbody tr")).to_have_count(3)
    visitor.locate("#lines .score-table summary").click()
    expect(visitor.locate("#lines .arithmetic li").first).to_contain_text("3 + 1 = +4")
    expect(visitor.locate("#lines .then").first).to_have_text("Anna: 0 → 4 · Ben: 0 → 2 · Carla: 0 → −4")
    visitor.locate("#lines [data-key=correct]").click()
    visitor.page.get_by_label("Table 1: value", exact=False).fill("5")
    visitor.page.get_by_label("Table 4: who", exact=False).select_option(label="Carla")
    visitor.locate("#lines .correction button").click()
    expect(visitor.locate("#table")).to_have_attribute("data-acts", str(len(SHORT) + 2))
    expect(visitor.locate("#standing .points")).to_have_text(["6", "2", "0"])


@pytest.mark.parametrize("width", [320, 1280])
def test_the_results_of_an_evaluation_are_in_sight_at_every_size(run, visit, width):
    box = run(match=played("insider", *SHORT[:-1], players=("Anna", "Maximilian-Alex", "Carla")))
    visitor = at_table_of(box, visit, viewport={"width": width, "height": 640})
    visitor.open("more")
    visitor.locate("#more [data-key=write]").click()
    expect(visitor.locate("#move")).to_have_attribute("placeholder", re.compile("^[123] "))
    visitor.locate("#move").fill(SHORT[-1])
    visitor.do(visitor.locate("#more .typing button"))
    visitor.open("table")
    results = visitor.locate("#ask .score-table tbody td:last-child")
    expect(results).to_have_text(["4", "2", "−4"])
    for seen in (*results.all(), visitor.locate("#ask [data-key=yes]")):
        expect(seen).to_be_in_viewport(ratio=1)
    is_inside = "(one) => one.scrollWidth <= one.clientWidth"
    assert visitor.locate("#ask").evaluate(is_inside), "only the table itself scrolls"


def test_another_language_leaves_the_tab_open_and_full(run, visit):
    visitor = visit(run().address, "more")
    for language, title in (("fr", "Plus"), ("de", "Mehr")):
        with visitor.page.expect_navigation():
            visitor.locate("#language").select_option(language)
        expect(visitor.locate(".tabs [aria-current]")).to_have_text(title)
        expect(visitor.locate("#more .more-list")).to_be_visible()


def test_a_match_is_set_up_on_one_screen_and_the_last_players_are_proposed(run, visit):
    visitor = at_table(run, visit, played("inside", players=("Anna", "Ben")), viewport=PHONE)
    visitor.open("more")
    visitor.locate("#more [data-key=new-match]").click()
    expect(visitor.page.get_by_label("Seat 1: Light")).to_have_value("Anna")
    visitor.page.get_by_label("Online").check(force=True)
    visitor.page.get_by_label("3", exact=True).check(force=True)
    visitor.page.get_by_label("Seat 3: Player 3").fill("Carla")
    visitor.page.get_by_label("45 minutes").check(force=True)
    visitor.page.get_by_label("Ben", exact=True).check(force=True)
    begin_for_everybody(visitor)
    expect(visitor.locate("#standing .seat .name")).to_have_text(["Anna", "Ben", "Carla"])
    expect(visitor.locate("#match")).to_have_text("Online")


def test_a_name_that_is_there_twice_is_told_and_nothing_is_lost(run, visit):
    visitor = at_table(run, visit, played("inside", players=("Anna", "Ben")))
    visitor.forgiven.append(re.compile("422"))
    visitor.open("more")
    visitor.locate("#more [data-key=new-match]").click()
    visitor.page.get_by_label("Seat 2: Dark").fill("Anna")
    begin_for_everybody(visitor)
    expect(visitor.locate("#more .why")).to_contain_text("Anna")
    expect(visitor.page.get_by_label("Seat 2: Dark")).to_have_value("Anna")
    visitor.page.get_by_label("Seat 2: Dark").press_sequentially(" of the long name")
    begin_for_everybody(visitor)
    expect(visitor.locate("#more .why")).to_contain_text("15")  # nothing was cut without a word


def test_the_television_view_is_large_and_follows_the_match(run, visit):
    box = run(match=recorded("online/six-in-pairs.txt", 20))
    visitor = at_table_of(box, visit)
    screen = visit(box.address, "", "tv", viewport=TELEVISION)
    expect(screen.locate("#seats li")).to_have_count(6)
    assert screen.page.evaluate("document.scrollingElement.scrollHeight <= innerHeight")
    sizes = screen.page.evaluate(
        "() => [...document.querySelectorAll('#seats .name, #waits')]"
        ".map((one) => parseFloat(getComputedStyle(one).fontSize))"
    )
    assert min(sizes) >= 1080 / 25, "a name has a twenty-fifth of the height at least"
    expect(screen.locate("#join")).to_be_hidden()  # no phone can open an address of this computer
    before = screen.locate("#last").inner_text()
    visitor.locate("[data-key=undo]").click()
    expect(screen.locate("#last")).not_to_have_text(before)


def test_a_player_is_renamed_in_the_list_of_players(run, visit):
    visitor = at_table(run, visit, played("inside", players=("Anan", "Ben")))
    visitor.open("more")
    visitor.locate("#more [data-key=people]").click()
    visitor.locate("[data-key='rename Anan']").click()
    visitor.page.get_by_label("Rename or merge: Anan").fill("Anna")
    visitor.page.get_by_role("button", name="Save").first.click()
    expect(visitor.locate(".board-of-players tbody th").first).to_contain_text("Anna (also: Anan)")
    expect(visitor.locate(".match-told").first).to_contain_text("Anna, Ben")


def test_rules_are_read_and_searched_in_the_language_that_the_reader_chooses(run, visit):
    visitor = at_table(run, visit, played("inside"))
    visitor.open("more")
    visitor.page.get_by_label("Language").select_option("de")
    expect(visitor.locate("html")).to_have_attribute("lang", "de")
    visitor.open("more")
    visitor.locate("#more [data-key=rules]").click()
    visitor.page.get_by_label("In den Regeln suchen").fill("ID-11")
    expect(visitor.locate(".rules li")).to_have_count(1)


def test_clocks_tick_when_they_are_wanted_and_can_be_paused(run, visit):
    visitor = at_table(run, visit, played("inside", "1 place L310"))
    expect(visitor.locate(".thought")).to_have_count(0)
    visitor.open("more")
    visitor.page.get_by_label("Clocks").select_option("20")
    visitor.open("table")
    expect(visitor.locate("#standing .seat[data-seat='1'] .thought")).to_have_text("20:00")
    expect(visitor.locate("#standing .seat[data-seat='2'] .thought")).to_have_text(re.compile("19:5"))
    visitor.do(visitor.locate("#pause"))
    expect(visitor.locate("#pause")).to_have_text("Go on")


def test_no_part_of_the_tab_is_wider_than_the_smallest_phone_even_with_large_letters(run, visit):
    visitor = at_table(
        run, visit, recorded("insider/seven-evaluations.txt"), viewport={"width": 320, "height": 640}
    )
    for scale in ("100%", "200%"):
        visitor.page.evaluate("(size) => document.documentElement.style.setProperty('font-size', size)", scale)
        for part in ("new-match", "people", "rules"):
            visitor.open("more")
            visitor.locate(f"#more [data-key={part}]").click()
            visitor.locate(".more-part > *").first.wait_for()
            assert visitor.page.evaluate(
                "() => document.querySelector('main').scrollWidth <= document.querySelector('main').clientWidth"
            ), (part, scale)
        visitor.open("table")
        visitor.locate("#result h2").wait_for()
        assert visitor.page.evaluate(
            "() => document.querySelector('main').scrollWidth <= document.querySelector('main').clientWidth"
        ), scale


def choose_in_settings(visitor, *tokens):
    """Go to the settings of the box, choose there, and leave them again."""
    visitor.open("table")
    press(visitor, "menu")
    for token in ("choice:match", "choice:settings", *tokens):
        visitor.answer(token)
    visitor.read_on()
    while visitor.locate("#ask [data-key=back]").count():
        press(visitor, "back")


def press(visitor, key):
    before = visitor.shown()
    visitor.locate(f"#ask [data-key={key}]").click()
    visitor.until_moved(before)


def test_a_backup_is_downloaded_sent_back_and_brought_back_at_the_box(run, visit, tmp_path):
    box, saved = run(match=played("inside", "1 place L310")), tmp_path / "saved.zip"
    visitor = at_table_of(box, visit)
    visitor.forgiven += [KILLED, re.compile("401|403|500")]
    choose_in_settings(visitor, "choice:phone-backup", "choice:allow")
    visitor.open("more")
    visitor.locate("#more [data-key=backup]").click()
    with visitor.page.expect_download() as download:
        visitor.page.get_by_text("Download a backup").click()
    download.value.save_as(saved)
    visitor.page.get_by_label("Send a backup to the box").set_input_files(saved)
    expect(visitor.locate(".more-part .lead")).to_contain_text("waits at the box")
    visitor.open("table")
    press(visitor, "undo")
    expect(visitor.locate("#log .line")).to_have_count(2)
    choose_in_settings(visitor, "choice:phone-backup", "choice:bring-back")
    expect(visitor.locate("#log .line")).to_have_count(1)


def test_back_leads_to_what_was_open_before(run, visit):
    visitor = at_table(run, visit, played("inside", "1 place L310"))
    visitor.open("more")
    visitor.locate("#more [data-key=new-match]").click()
    expect(visitor.locate("#more [data-key=begin]")).to_be_visible()
    visitor.page.go_back()
    expect(visitor.locate("#more [data-key=people]")).to_be_visible()
    visitor.page.go_back()
    expect(visitor.locate("body")).to_have_attribute("data-view", "table")
    visitor.page.go_forward()
    expect(visitor.locate("#more [data-key=people]")).to_be_visible()


def test_the_form_follows_what_is_typed_and_proposes_people_only(run, visit):
    visitor = at_table(run, visit, played("insider", players=("Anna", "Ben", "Carla")))
    visitor.open("more")
    visitor.locate("#more [data-key=new-match]").click()
    field = visitor.locate('#more [data-key="name 1"]')
    field.fill("Zoë")
    expect(visitor.locate("#more .chip").filter(has_text="Zoë")).to_be_visible()
    expect(field).to_be_focused()


def test_the_first_visit_needs_few_requests_and_little_data(run, chromium):
    box, context = run(match=recorded("inside/whole-game.txt", most=12)), new_context(chromium, viewport=PHONE)
    page, sizes = context.new_page(), []
    listener = context.new_cdp_session(page)
    listener.send("Network.enable")
    listener.on("Network.loadingFinished", lambda loaded: sizes.append(loaded["encodedDataLength"]))
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(box.address)
    expect(page.locator("#drawing svg")).to_be_attached()
    page.wait_for_load_state("load")
    assert len(asked) <= 20
    assert sum(sizes) <= 110_000
    context.close()

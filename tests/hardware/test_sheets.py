"""The printable sheets: every spot once, at its size, in three languages, and nothing cut."""

import re
from functools import cache
from itertools import product
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from drivers.presses import Key, Kind, Press
from engine import GAMES
from engine.acts import read_act
from engine.inside.pyramid import BOARD, CELLS, FACES, names
from engine.insider.cards import EVERY_SIZE
from engine.insider.city import PLACES
from engine.offline.owner_data import PLACEHOLDER as OFFLINE
from engine.offline.owner_data import Net
from engine.online.cards import CATEGORIES, NAMES
from engine.online.state import TEAMS
from firmware_py.games import owner_data
from firmware_py.i18n.locale import LANGUAGES
from firmware_py.ui.match.screen import MatchScreen
from hardware.sheets import build, render, stickers
from hardware.sheets.keys import ROWS
from hardware.sheets.printed_data import PrintedData, kept
from hardware.sheets.sheet import PAGES, PRINTED, sheet
from hardware.sheets.texts import Texts, read_texts
from hardware.sheets.turn import EXAMPLES, SIX_KEYS, box_before
from tests.documents import documents
from tests.engine.insider.own_boards import board_of
from tests.firmware_py.ui.presses import fewest_presses

SHEETS = list(product(PRINTED, LANGUAGES))
ARGUMENT = re.compile(r"{(\w+)}")
SVG = "{http://www.w3.org/2000/svg}"
PIXELS = 96 / 25.4
"""CSS pixels of a millimetre."""
OWN = PrintedData(OFFLINE._replace(nets=(Net(4, ((1, 2), (2, 3), (3, 4))), *OFFLINE.nets[1:])), is_own_map=True)


@cache
def read(game, language="en", printed=PrintedData()):  # noqa: B008 - it never changes
    text = sheet(game, language, printed)
    return ET.fromstring(text.removeprefix("<!DOCTYPE html>\n"))


def of_class(root, name):
    return [at for at in root.iter() if name in at.get("class", "").split()]


def words_in(element):
    return re.sub(r"[ \n]+", " ", "".join(element.itertext())).strip()


def spots_of(game, sites=()):
    return {
        "insider": [*PLACES, *(f"insider.{table}" for table in range(1, max(EVERY_SIZE) + 1))],
        "offline": list(sites),
        "inside": [*FACES, *names(BOARD)],
        "online": [
            *(str(party) for party in parties()),
            *(f"{party}.{pile}" for party in parties() for pile in ("line", "memory", *files())),
        ],
    }[game]


def parties():
    return sorted({team[0] for teams in TEAMS.values() for team in teams})


def files():
    return [NAMES[card] for card in CATEGORIES]


# --- stickers


@pytest.mark.parametrize(("game", "language"), SHEETS)
def test_every_spot_is_a_sticker_exactly_once_and_so_is_every_seat(game, language):
    found = [at.get("data-spot") for at in of_class(read(game, language), "sticker")]
    sites = [
        f"{net}{at}" for net, web in zip("ABCDEFGH", OFFLINE.nets, strict=True) for at in range(1, web.size + 1)
    ]
    seats = [f"seat {seat}" for seat in range(1, max(GAMES[game].seats) + 1)]
    assert sorted(found) == sorted([*spots_of(game, sites), *seats])


@pytest.mark.parametrize("game", PRINTED)
def test_the_name_on_a_sticker_is_that_of_its_spot(game):
    for at in of_class(read(game), "sticker"):
        spot = at.get("data-spot").removeprefix("insider.")
        printed = words_in(at)
        assert printed.startswith(spot.partition(".")[0]), spot


def test_the_stickers_of_the_places_lie_as_on_the_board():
    found = [at.get("data-spot") for at in of_class(read("insider"), "sticker")]
    assert found[:5] == ["a5", "b5", "c5", "d5", "e5"]
    assert found[20] == "a1"


@pytest.mark.parametrize(("game", "language"), SHEETS)
def test_every_sticker_has_the_size_that_is_stated(game, language):
    for kit in of_class(read(game, language), "kit"):
        found = of_class(kit, "sticker")
        stated = words_in(of_class(kit, "count")[0])
        count, width, height = map(int, re.findall(r"\d+", stated))
        assert len(found) == count
        assert {at.get("style") for at in found} == {f"width:{width}mm;height:{height}mm"}


def test_an_own_map_has_stickers_for_its_own_sites():
    found = [at.get("data-spot") for at in of_class(read("offline", printed=OWN), "sticker")]
    assert [spot for spot in found if spot.startswith("A")] == ["A1", "A2", "A3", "A4"]


def test_what_is_printed_on_a_sticker_is_escaped():
    kit = stickers.Kit("offline.sites", 10, 10, (), 1)
    drawn = ET.fromstring(stickers._sticker(stickers.Sticker('"<a>', "<b>&", "</div>"), kit))
    assert drawn.get("data-spot") == '"<a>'
    assert words_in(drawn) == "<b>&</div>"


# --- names on the drawn boards


def test_the_drawn_boards_name_every_spot():
    city = {words_in(at) for at in read("insider").iter(f"{SVG}text")}
    assert set(PLACES) <= city
    layers = [words_in(at) for at in of_class(read("inside"), "plan")[1].iter(f"{SVG}text")]
    assert set(CELLS) <= set(layers)
    nets = next(at for at in of_class(read("offline"), "table-offline"))
    taps = [at.get("data-tap") for at in nets.iter() if at.get("data-tap")]
    assert {f"spot:{site}" for site in PrintedData().sites} <= {tap for told in taps for tap in told.split()}


def test_each_face_is_seen_from_its_front_with_all_its_cells():
    for face, drawn in zip(FACES, of_class(read("inside"), "show-x") + of_class(read("inside"), "show-y")
                           + of_class(read("inside"), "show-z"), strict=True):  # fmt: skip
        front = {words_in(at) for at in of_class(drawn, "name") if "aside" not in at.get("class").split()}
        assert front == set(names(FACES[face]))


# --- the keys


def test_the_key_table_is_that_of_a_document():
    texts = read_texts("en")
    printed = {(texts[f"key.{row}"], texts[f"key.{row}-do"]) for row in ROWS}
    tables = "".join(page.read_text(encoding="utf-8") for page in documents())
    shown = set(re.findall(r"^\| ([^|]*) \| [^|]* \| ([^|]*) \|$", tables, re.MULTILINE))
    assert printed <= shown


@pytest.mark.parametrize(("game", "language"), SHEETS)
def test_every_sheet_shows_every_key_of_the_box_and_says_what_it_does(game, language):
    root = read(game, language)
    table = of_class(root, "key-table")[0]
    told = [[words_in(cell) for cell in row][1:] for row in table.iter("tr")]
    texts = Texts(language)
    assert told == [[texts(f"key.{row}"), texts(f"key.{row}-do")] for row in ROWS]
    box = next(at for at in of_class(root, "keys") if of_class(at, "case"))
    assert sorted(at.get("data-key") for at in of_class(box, "key")) == sorted(key.value for key in Key)
    assert {key for keys in ROWS.values() for key in keys} == set(Key)


# --- a turn


def acts_of(box: MatchScreen):
    return tuple(str(act) for act in box.match.acts)


@pytest.mark.parametrize("example", [*EXAMPLES, SIX_KEYS], ids=lambda example: example.key)
def test_the_keys_of_an_example_say_what_the_sheet_says(example):
    box = box_before(example, Texts("en"))
    before = acts_of(box)
    for key in example.keys:
        box.press(Press(key, Kind.SHORT))
    assert acts_of(box) == (*before, *example.says)


@pytest.mark.parametrize("example", [*EXAMPLES, SIX_KEYS], ids=lambda example: example.key)
def test_nobody_can_say_it_with_fewer_presses(example):
    match = box_before(example, Texts("en")).match
    fewest = 0
    for sentence in example.says:
        act = read_act(sentence)
        fewest += fewest_presses(match.rules, match.state, act, seat_keys=example.seat_keys)
        assert match.play(act) is None
    assert len(example.keys) == fewest


@pytest.mark.parametrize("game", PRINTED)
def test_every_game_has_an_example_with_a_picture_for_each_press(game):
    examples = [example for example in EXAMPLES if example.game == game]
    shown = of_class(read(game), "example")
    assert [at.get("data-example") for at in shown] == [example.key for example in examples]
    for at, example in zip(shown, examples, strict=True):
        pressed = [key.get("data-key") for key in of_class(of_class(at, "strip")[0], "key")]
        assert pressed == [key.value for key in example.keys]
        assert len(of_class(at, "moment")) == len(example.keys) + 1


# --- texts


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_texts_with_the_same_places(language):
    english, other = read_texts("en"), read_texts(language)
    assert list(other) == list(english)
    assert all(other.values())
    for key, text in english.items():
        assert sorted(ARGUMENT.findall(other[key])) == sorted(ARGUMENT.findall(text)), key


def test_no_text_is_left_over(monkeypatch):
    used = set()
    said = Texts.__call__

    def note(self, key, **values):
        used.add(key)
        return said(self, key, **values)

    monkeypatch.setattr(Texts, "__call__", note)
    own = PrintedData(OFFLINE._replace(map_verified=True), is_own_map=True)
    for game, printed in product(PRINTED, (PrintedData(), OWN, own)):
        sheet(game, "en", printed)
    assert used == set(read_texts("en"))


@pytest.mark.parametrize(("game", "language"), SHEETS)
def test_a_sheet_is_well_formed_whole_and_of_its_language(game, language):
    root = read(game, language)
    assert root.get("lang") == language
    assert len(of_class(root, "page")) == PAGES
    text = sheet(game, language, PrintedData())
    assert set(re.findall(r"https?://[^\s\"'<)]+", text)) <= {"http://www.w3.org/2000/svg"}
    assert not re.search(r"<script|@import|url\(", text)
    assert "{" not in words_in(root.find("body"))


# --- whose data


def origin(game, printed):
    return [at.get("data-origin") for at in of_class(read(game, printed=printed), "whose")]


def keep(game, printed):
    owner_data.save(game, printed)
    return kept()


def test_without_own_data_the_sheets_say_that_they_show_placeholders():
    printed = kept()
    assert printed == PrintedData()
    assert origin("offline", printed) == origin("insider", printed) == ["my-copy.placeholder"]
    assert origin("inside", printed) == origin("online", printed) == []


def test_own_data_on_this_machine_are_taken_and_the_sheet_says_so():
    assert origin("offline", keep("offline", OWN.offline)) == ["my-copy.own-unverified"]
    assert origin("offline", keep("offline", OWN.offline._replace(map_verified=True))) == ["my-copy.own"]
    insider = owner_data.load("insider")
    own = insider._replace(board=board_of(a1_a2=0, a1_b1=3))
    printed = keep("insider", own)
    assert origin("insider", printed) == ["my-copy.own-unverified"]
    assert "a1-b1.1" in words_in(read("insider", printed=printed)), "the first square that there is"


def test_sizes_without_links_are_enough_for_the_stickers():
    sizes = OFFLINE._replace(nets=tuple(Net(net.size, None) for net in OFFLINE.nets))
    root = read("offline", printed=keep("offline", sizes))
    assert len(of_class(root, "sticker")) == sum(net.size for net in sizes.nets) + 4
    assert of_class(root, "links") == of_class(root, "link") == []


def test_a_file_that_is_not_good_is_told_in_a_sentence(tmp_path, capsys):
    Path(owner_data.path_of("offline")).parent.mkdir(parents=True)
    Path(owner_data.path_of("offline")).write_text("[map]\nA = 3\n")
    assert build.main(["--output", str(tmp_path), "--html"]) == 2
    told = capsys.readouterr()
    assert "offline.toml" in told.err
    assert "Traceback" not in told.err
    assert build.main(["--output", str(tmp_path), "--html", "--placeholder", "--game", "offline"]) == 0


def test_without_chromium_one_sentence_names_the_package(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(render.shutil, "which", lambda _name: None)
    assert build.main(["--output", str(tmp_path), "--game", "inside", "--language", "en"]) == 2
    assert capsys.readouterr().err.splitlines() == [
        "There is no Chromium here, which makes the PDFs: on Debian, sudo apt install chromium"
    ]


def test_a_chromium_that_does_not_start_is_told_in_a_sentence(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(render.shutil, "which", lambda _name: "/bin/false")
    assert build.main(["--output", str(tmp_path), "--game", "inside", "--language", "en"]) == 2
    (told,) = capsys.readouterr().err.splitlines()
    assert told.startswith("/bin/false does not start")


# --- on paper

CUT = """
() => {
  const found = [];
  const inner = (a, b, by) =>
    a.left >= b.left - by && a.right <= b.right + by && a.top >= b.top - by && a.bottom <= b.bottom + by;
  const tell = (what, at) =>
    found.push(`${what}: ${at.tagName}.${at.getAttribute("class")} ${at.textContent.slice(0, 40)}`);
  const apart = (a, b) =>
    a.right <= b.left || b.right <= a.left || a.bottom - 3 <= b.top + 3 || b.bottom - 3 <= a.top + 3;
  for (const page of document.querySelectorAll(".page")) {
    const box = page.getBoundingClientRect();
    for (const at of page.querySelectorAll("*")) {
      const room = at.getBoundingClientRect();
      if (at.closest("svg *") || !room.width) continue;
      if (!inner(room, box, 0.5)) tell("outside the page", at);
      if (at.clientWidth && at.scrollWidth > at.clientWidth + 1) tell("too wide", at);
      if (at.matches(".printed")) continue;
      if (at.children.length && at.clientHeight && at.scrollHeight > at.clientHeight + 1) tell("too high", at);
    }
    for (const svg of page.querySelectorAll("svg")) {
      const shown = [...svg.querySelectorAll("text")].filter((text) => text.getBoundingClientRect().width);
      for (const text of shown) {
        const room = text.getBoundingClientRect();
        if (!inner(room, svg.getBoundingClientRect(), 1)) tell("cut by its picture", text);
        if (!svg.matches(".tabletop, .plan, .keys, .ruler")) continue;
        for (const other of shown) {
          if (text !== other && !apart(room, other.getBoundingClientRect())) tell("overlapping", text);
        }
      }
    }
  }
  for (const sticker of document.querySelectorAll(".sticker")) {
    const room = sticker.getBoundingClientRect();
    for (const at of sticker.querySelectorAll("b, small"))
      if (!inner(at.getBoundingClientRect(), room, -1)) tell("cut by scissors", at);
  }
  return found;
}
"""
MEASURED = """
() => [...document.querySelectorAll(".sticker")].map((at) => {
  const room = at.getBoundingClientRect();
  return [at.getAttribute("style"), room.width, room.height];
})
"""
RULER = """
() => {
  const ruler = document.querySelector(".ruler .ticks");
  return ruler.getBBox().width * ruler.getScreenCTM().a;
}
"""


@pytest.fixture(name="browser", scope="module")
def fixture_browser():
    """Start Chromium. Under CI a skip is a failure, see the conftest above."""
    try:
        render.chromium_path()
    except render.MissingTool as error:
        pytest.skip(str(error))
    with render.browsing() as browser:
        yield browser


@pytest.fixture(name="shown", scope="module")
def fixture_shown(browser):
    context = browser.new_context(viewport={"width": 800, "height": 1100})
    page = context.new_page()
    page.emulate_media(media="print", color_scheme="light")
    yield page
    context.close()


@pytest.mark.slow
@pytest.mark.parametrize("font", ["Liberation Sans", "DejaVu Sans"])
@pytest.mark.parametrize(("game", "language"), SHEETS)
def test_nothing_is_cut_even_in_wider_letters(shown, game, language, font):
    shown.set_content(sheet(game, language, PrintedData()).replace("--text: ", f'--text: "{font}", '))
    assert shown.evaluate(CUT) == []


@pytest.mark.slow
@pytest.mark.parametrize("game", PRINTED)
def test_stickers_and_the_ruler_measure_what_they_should(shown, game):
    shown.set_content(sheet(game, "en", PrintedData()))
    for style, width, height in shown.evaluate(MEASURED):
        across, down = map(int, re.findall(r"\d+", style))
        assert width == pytest.approx(across * PIXELS, abs=0.05)
        assert height == pytest.approx(down * PIXELS, abs=0.05)
    assert shown.evaluate(RULER) == pytest.approx(stickers.RULER * PIXELS, abs=0.05)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("found", "was", "becomes"),
    [
        ("cut by scissors", "<small>memory", "<small>memory of an elephant"),
        ("outside the page", "</main>", "<p style='height:200mm'>and so on</p></main>"),
        ("outside the page", "</main>", "<p style='width:200mm'>and so on</p></main>"),
        ("cut by its picture", ">box</text>", ">a box that is far too wide for its picture, and says so</text>"),
        ("overlapping", ">mm</text>", ">millimetres</text>"),
    ],
)
def test_what_is_cut_would_be_found(shown, found, was, becomes):
    page = sheet("online", "en", PrintedData())
    assert was in page
    shown.set_content(page.replace(was, becomes))
    assert [told for told in shown.evaluate(CUT) if told.startswith(found)]


def pages_of(pdf: bytes):
    return len(re.findall(rb"/Type\s*/Page\b", pdf))


@pytest.mark.slow
@pytest.mark.parametrize("game", PRINTED)
def test_a_pdf_has_as_many_pages_as_the_sheet_and_is_a4(browser, tmp_path, game):
    source = build.write_sheets(tmp_path, [game], ["fr"], PrintedData())[0]
    pdf, *pictures = render.print_sheet(browser, source)
    written = pdf.read_bytes()
    assert pages_of(written) == PAGES
    boxes = {tuple(map(float, box.split())) for box in re.findall(rb"/MediaBox\s*\[([^\]]*)\]", written)}
    assert [tuple(map(round, box)) for box in boxes] == [(0, 0, 595, 842)]
    assert [picture.name for picture in pictures] == [f"{game}-fr-{page}.png" for page in range(1, PAGES + 1)]

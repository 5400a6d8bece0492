"""What the README, the manual and the build guide promise is so: pictures, quotes, pins, keys."""

import doctest
import inspect
import re
import shlex

import pytest

from engine import GAMES
from engine.game import Rules
from engine.records import read_records
from firmware_py.cli import main
from firmware_py.commands.help import page as page_of_help
from firmware_py.config.configuration import DEFAULTS
from firmware_py.config.wiring import Wiring
from firmware_py.i18n.translations import Translations
from firmware_py.storage.journal import Journal
from firmware_py.storage.paths import journal_file
from systemd.package.targets import TARGETS
from tests.documents import ROOT, blocks, slugs

README, MANUAL, GUIDE = ROOT / "README.md", ROOT / "firmware_py/MANUAL.md", ROOT / "hardware/BUILD.md"
PAGES = [README, MANUAL, GUIDE]
RECORDS = ROOT / "tests/records"
PICTURE = re.compile(r"!\[([^\]]*)\]\(([^)\s]+)\)|<img src=\"([^\"]+)\"[^>]*? alt=\"([^\"]*)\">")
PICTURES_TOGETHER = 600_000

each_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)


def pictures(page):
    """Give every picture of a page: its path, and what somebody hears who does not see it."""
    found = PICTURE.findall(page.read_text())
    return [(page.parent / (path or other), heard or told) for heard, path, other, told in found]


# --- pictures


@pytest.mark.parametrize("page", [README, MANUAL], ids=lambda page: page.name)
def test_every_picture_is_there_and_told_in_words(page):
    assert len(pictures(page)) > 4
    for path, told in pictures(page):
        assert path.exists(), path
        assert len(told.split()) >= 20, path


def test_every_picture_made_for_these_pages_is_shown_and_together_they_are_small():
    folder = ROOT / "hardware/pictures"
    made = {*folder.glob("*.png"), *folder.glob("manual-*.svg")}
    manuals = ROOT.glob("firmware_py/MANUAL*.md")
    shown = {path.resolve() for page in (README, *manuals) for path, _ in pictures(page)}
    assert made == {path for path in shown if path.suffix == ".png" or path.name.startswith("manual-")}
    assert sum(path.stat().st_size for path in made) <= PICTURES_TOGETHER


def test_the_readme_shows_screens_page_wiring_and_case():
    shown = {path.name for path, _ in pictures(README)}
    assert {f"screens-{game}.png" for game in ("insider", "inside", "offline", "online")} <= shown
    assert {"screens-refusal.png", "page-desk.png", "page-phone.png", "step-8.svg", "box.png"} <= shown


# --- what is to be typed


@each_page
def test_the_package_to_install_is_one_that_is_built(page):
    named = re.findall(r"sideline_[^\s`]+\.deb", page.read_text())
    assert set(named) <= {TARGETS["bookworm-arm64"].file}
    assert named or page == MANUAL


def test_the_readme_says_what_make_run_takes_and_where_the_page_is():
    (said,) = re.findall(r"`make run GAME=(\w+)` \(or ([^)]*)\)", README.read_text())
    assert {said[0], *re.findall(r"`(\w+)`", said[1])} == set(GAMES)
    assert f"`http://localhost:{DEFAULTS.wiring.network.port}/`" in README.read_text()


def test_the_keys_that_only_a_terminal_has_are_those_of_its_help():
    keys = set(re.findall(r"terminal: `(.)`", README.read_text()))
    assert keys == {"?", "u", "q"}
    told = re.findall(r"^  (\S+)  ", page_of_help("run", Translations("en")), re.MULTILINE)
    assert keys <= set(told)


def test_the_manual_has_the_pins_and_addresses_of_the_default_configuration():
    wiring = Wiring()
    arrows = ", ".join(str(wiring.keys[name]) for name in ("up", "down", "left", "right"))
    said = f"GPIO {arrows} (up, down, left, right), {wiring.keys['ok']} (ok), {wiring.keys['back']} (back)"
    said += f", {wiring.buzzer} (buzzer), and the displays {wiring.prompt.address:#04x} (prompt) and "
    assert f"{said}{wiring.table.address:#04x} (table)" in " ".join(MANUAL.read_text().split())


# --- what is quoted


def test_the_referee_says_what_the_readme_quotes(tmp_path, monkeypatch, capsys):
    record, quoted = next(
        pair for pair in zip(blocks(README), blocks(README)[1:], strict=False) if "sideline referee" in pair[1]
    )
    (tmp_path / "game.txt").write_text(record)
    monkeypatch.chdir(tmp_path)
    asked, _, answer = quoted.partition("\n")
    assert main(shlex.split(asked)[2:]) == 1
    assert capsys.readouterr().out == answer


def test_the_list_of_matches_is_what_the_manual_quotes(capsys):
    (quoted,) = [block for block in blocks(MANUAL) if "sideline matches" in block]
    assert main(["matches", "import", str(RECORDS / "inside/whole-game.txt")]) == 0
    (record,) = read_records((RECORDS / "online/four-in-teams.txt").read_text())
    journal = Journal(journal_file())
    number = journal.begin(record.setup, date="2026-11-20")
    for place, (_, sentence) in enumerate(record.lines[:20]):
        journal.keep(number, place, sentence)
    journal.close()
    capsys.readouterr()
    assert main(["matches"]) == 0
    assert quoted.startswith(f"$ sideline matches\n{capsys.readouterr().out}$ ")


def test_the_example_of_the_contract_runs_as_it_is_shown():
    (example,) = blocks(README, "python")
    case = doctest.DocTestParser().get_doctest(example, {}, "README", None, 0)
    said = []
    assert len(case.examples) == 9
    assert doctest.DocTestRunner().run(case, out=said.append).failed == 0, "".join(said)


# --- what is told of the house


def test_the_table_of_the_contract_has_every_question_of_it():
    rows = re.findall(r"^\| ((?:`\w+`(?:, )?)+) \| ", README.read_text(), re.MULTILINE)
    told = [name for row in rows for name in re.findall(r"`(\w+)`", row)]
    asked = [name for name, _ in inspect.getmembers(Rules, inspect.isfunction) if not name.startswith("_")]
    assert sorted(told) == sorted(asked)


def test_every_game_is_introduced_with_its_players_and_has_a_place_in_the_manual():
    found = re.findall(
        r"^\*\*\[(\w+)\]\(\S+#(\w+)\)\*\* \((.*?), (\d)(?: to (\d))? players\)", README.read_text(), re.MULTILINE
    )
    told = {slug: (f"{title} ({maker.removeprefix('the ')})", int(least), int(most or least))
            for title, slug, maker, least, most in found}  # fmt: skip
    assert told == {name: (game.title, min(game.seats), max(game.seats)) for name, game in GAMES.items()}
    assert set(GAMES) <= slugs(MANUAL)


def test_the_layout_has_every_folder_that_has_code():
    (house_block,) = [block for block in blocks(README) if block.startswith("engine/ ")]
    told = set(re.findall(r"^(\w+)/", house_block, re.MULTILINE))
    others = (".", "build", "node_modules")
    rooms = [path for path in ROOT.iterdir() if path.is_dir() and not path.name.startswith(others)]
    assert told == {path.name for path in rooms if any(path.rglob("*.py"))}


# --- what it costs


def test_the_totals_of_the_parts_list_are_the_sums_of_its_table():
    text = (ROOT / "hardware/PARTS.md").read_text(encoding="utf-8")
    box = text.partition("## The box\n")[2].partition("\n## ")[0]
    cells = [line.split("|") for line in box.splitlines() if line.startswith("|")][2:]
    rows = [(row[3], row[4]) for row in cells]
    assert len(rows) == 12
    plain = sum(int(euros) for pieces, euros in rows if "optional" not in pieces)
    whole = sum(int(euros) for _, euros in rows)
    told = [int(euros) for euros in re.findall(r"^\| .+? \| about (\d+) euros \|", text, re.MULTILINE)]
    large = 9  # a display of 2.42 inch instead of the second one of 1.3 inch
    assert [round(euros, -1) for euros in (plain, whole, whole + large)] == told

"""Every document: links and pictures are there, what it tells people to type works, what it quotes is so."""

import doctest
import re
import shlex
from importlib.util import find_spec
from itertools import pairwise

import pytest

from engine import GAMES
from engine.records import read_records
from firmware_py.cli import main
from firmware_py.config.configuration import DEFAULTS
from firmware_py.config.wiring import Wiring
from firmware_py.games.replay import games_of, play_record
from firmware_py.storage.journal import Journal
from firmware_py.storage.paths import journal_file
from systemd.package.targets import TARGETS as PACKAGES
from tests.documents import (
    RECORD,
    ROOT,
    blocks,
    code,
    commands,
    documents,
    language_of,
    lost_links,
    pictures,
    try_command,
)
from tests.firmware_py.sight.inside_figures import photograph

TARGETS = set(re.findall(r"^([a-z][a-z-]*):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
PICTURES_TOGETHER_BYTES = 600_000

TYPED = [page for page in documents() if commands(page) and page.name != "CHANGELOG.md"]  # that one is history

each_document = pytest.mark.parametrize("page", documents(), ids=lambda page: str(page.relative_to(ROOT)))


@each_document
def test_every_link_leads_to_a_file_and_every_anchor_to_a_heading(page):
    assert lost_links(page) == []


@each_document
def test_every_picture_is_there_and_described_in_words(page):
    for path, description in pictures(page):
        assert path.exists(), path
        assert description, path


def test_every_picture_made_for_documents_is_shown_and_together_they_are_small():
    folder = ROOT / "hardware/pictures"
    made = {*folder.glob("*.png"), *folder.glob("manual-*.svg")}
    shown = {path.resolve() for page in documents() for path, _ in pictures(page)}
    assert made - shown == set()
    assert sum(path.stat().st_size for path in made) <= PICTURES_TOGETHER_BYTES


# --- what is to be typed


@each_document
def test_every_make_target_and_every_module_that_is_named_exists(page):
    named = {found for piece in code(page) for found in re.findall(r"^(?:sudo )?make ([a-z][a-z-]*)", piece)}
    assert named - TARGETS == set()
    modules = {found for piece in code(page) for found in re.findall(r"python -m ([\w.]+)", piece)}
    assert [module for module in modules if find_spec(module) is None] == []
    paths = {found for piece in code(page) for found in re.findall(r"pytest .*?(tests/\S+)", piece)}
    assert [path for path in paths if not (ROOT / path).exists()] == []


@pytest.mark.parametrize("page", TYPED, ids=lambda page: page.name)
def test_every_command_that_can_be_run_here_runs(page, tmp_path, monkeypatch, capsys):
    language = language_of(page)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LC_ALL", language)
    assert main(["matches", "import", str(RECORD)]) == 0
    (tmp_path / "game.txt").write_text(RECORD.read_text(encoding="utf-8"), encoding="utf-8")
    if "photo.jpg" in page.read_text(encoding="utf-8"):
        ((record, match),) = games_of(RECORD.read_text(encoding="utf-8"), "it")
        assert not any(refusal for *_, refusal in play_record(record, match))
        photograph(match.acts, tmp_path)
    for line in commands(page):
        try_command(line, tmp_path, capsys, language)


@each_document
def test_the_package_to_install_is_one_that_is_built(page):
    named = re.findall(r"sideline_[^\s`]+\.deb", page.read_text(encoding="utf-8"))
    assert set(named) <= {target.file for target in PACKAGES.values()}


@each_document
def test_games_to_run_and_the_address_of_the_page_are_right(page):
    text = page.read_text(encoding="utf-8")
    assert set(re.findall(r"make run GAME=([a-z]+)", text)) <= set(GAMES)
    assert set(re.findall(r"http://localhost:(\d+)", text)) <= {str(DEFAULTS.wiring.network.port)}


# --- what is quoted


def quotes(page, of):
    """Give every answer of `sideline OF` that a page quotes: the block before it, what is typed, the answer."""
    for before, block in pairwise(["", *blocks(page)]):
        asked, _, answer = block.partition("\n")
        if asked.startswith(f"$ sideline {of}"):
            yield before, shlex.split(asked)[2:], answer


@each_document
def test_the_referee_says_what_is_quoted(page, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LC_ALL", language_of(page))
    for record, words, answer in quotes(page, "referee"):
        (tmp_path / "game.txt").write_text(record, encoding="utf-8")
        assert main(words) == 1
        assert capsys.readouterr().out == answer


@each_document
def test_the_list_of_matches_is_what_is_quoted(page, monkeypatch, capsys):
    monkeypatch.setenv("LC_ALL", language_of(page))
    for _, words, answer in quotes(page, "matches"):
        assert main(["matches", "import", str(RECORD)]) == 0
        (record,) = read_records((RECORD.parents[1] / "online/four-in-teams.txt").read_text())
        journal = Journal(journal_file())
        number = journal.begin(record.setup, date="2026-11-20")
        for place, (_, sentence) in enumerate(record.lines[:20]):
            journal.keep(number, place, sentence)
        journal.close()
        capsys.readouterr()
        assert main(words) == 0
        assert answer.partition("$ ")[0] == capsys.readouterr().out


@each_document
def test_examples_in_python_run_as_they_are_shown(page):
    for example in blocks(page, "python"):
        case = doctest.DocTestParser().get_doctest(example, {}, page.name, None, 0)
        compile("" if case.examples else example, page.name, "exec")
        said = []
        assert doctest.DocTestRunner().run(case, out=said.append).failed == 0, "".join(said)


def test_the_manual_has_the_pins_and_addresses_of_the_default_configuration():
    wiring = Wiring()
    arrows = ", ".join(str(wiring.keys[name]) for name in ("up", "down", "left", "right"))
    said = f"GPIO {arrows} (up, down, left, right), {wiring.keys['ok']} (ok), {wiring.keys['back']} (back)"
    said += f", {wiring.buzzer} (buzzer), and the displays {wiring.prompt.address:#04x} (prompt) and "
    manual = (ROOT / "firmware_py/MANUAL.md").read_text(encoding="utf-8")
    assert f"{said}{wiring.table.address:#04x} (table)" in " ".join(manual.split())


def test_the_totals_of_the_parts_list_are_the_sums_of_its_table():
    text = (ROOT / "hardware/PARTS.md").read_text(encoding="utf-8")
    box = text.partition("## The box\n")[2].partition("\n## ")[0]
    cells = [line.split("|") for line in box.splitlines() if line.startswith("|")][2:]
    rows = [(row[3], row[4]) for row in cells]
    assert len(rows) == 13
    plain = sum(int(euros) for pieces, euros in rows if "optional" not in pieces)
    whole = sum(int(euros) for _, euros in rows)
    told = [int(euros) for euros in re.findall(r"^\| .+? \| about (\d+) euros \|", text, re.MULTILINE)]
    large = 9  # a display of 2.42 inch instead of the second one of 1.3 inch
    assert [round(euros, -1) for euros in (plain, whole, whole + large)] == told

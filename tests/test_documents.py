"""Every document: its links lead somewhere, and what it tells people to type exists and works."""

import re
from importlib.util import find_spec

import pytest

from firmware_py.cli import main
from tests.documents import RECORD, ROOT, code, commands, documents, lost_links, try_command

TARGETS = set(re.findall(r"^([a-z][a-z-]*):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
LANGUAGE = re.compile(r"MANUAL\.(\w\w)\.md")

TYPED = [page for page in documents() if commands(page) and page.name != "CHANGELOG.md"]  # that one is history

each_document = pytest.mark.parametrize("page", documents(), ids=lambda page: str(page.relative_to(ROOT)))


@each_document
def test_every_link_leads_to_a_file_and_every_anchor_to_a_heading(page):
    assert lost_links(page) == []


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
    found = LANGUAGE.fullmatch(page.name)
    language = found[1] if found else "en"
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SIDELINE_LANGUAGE", language)
    assert main(["matches", "import", str(RECORD)]) == 0
    (tmp_path / "game.txt").write_text(RECORD.read_text(encoding="utf-8"), encoding="utf-8")
    for line in commands(page):
        try_command(line, tmp_path, capsys, language)


def test_the_list_of_targets_for_developers_has_every_one():
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    described = set(re.findall(r"^make ([a-z-]+) ", text, re.MULTILINE))
    assert described == TARGETS - {"clean"}

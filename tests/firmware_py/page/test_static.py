"""The page's own files: small, whole, without inline code, and with a word for everything that they say."""

import re
from pathlib import Path

import pytest

from firmware_py import http, page
from firmware_py.http.bundle import without_comments
from firmware_py.i18n.locale import LANGUAGES
from firmware_py.i18n.translations import Translations

FILES = {path.name: path for each in (http, page) for path in (Path(each.__file__).parent / "static").iterdir()}
MODULES = sorted(path for path in FILES.values() if path.suffix == ".js")
INDEX = FILES["index.html"].read_text()
PLACEHOLDER = re.compile(r"(?<!{){(\w+)}")
SAID = re.compile(r"""\b(?:word|words)\(\s*"(page\.[a-z-]+)"(?:,\s*\{([^{}]*)\})?\s*\)""")


def test_the_page_is_small_enough_for_a_pi_zero():
    assert sum(len(without_comments(path.read_text())) for path in FILES.values()) <= 300_000


def test_the_policy_allows_all_that_the_page_does():
    assert not re.search(r"\sstyle=|<style|\son[a-z]+=|javascript:", INDEX)
    assert not re.findall(r"<script(?![^>]*src=)", INDEX)
    for path in MODULES:
        text = path.read_text()
        assert not re.search(
            r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function", text
        ), path.name
        assert not re.search(r"""setAttribute\("style"|\bstyle: ["`]""", text), path.name


def test_nothing_comes_from_elsewhere():
    for path in FILES.values():
        addresses = re.findall(r"https?://[^\s\"'`]+", path.read_text())
        assert set(addresses) <= {"http://www.w3.org/2000/svg"}, path.name


def test_everything_that_the_page_loads_is_there():
    linked = re.findall(r'(?:href|src)="/static/([^"]+)"', INDEX)
    imported = [
        name
        for path in MODULES
        for name in re.findall(r"""(?:from|import)\s*\(?"\./([^"]+)\"""", path.read_text())
    ]
    missing = {name for name in (*linked, *imported) if name not in FILES}
    assert missing == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_of_the_page_exists_with_the_values_it_gets(language):
    table = Translations(language).table
    shown = re.findall(r'data-word(?:-label)?="([^"]+)"', INDEX)
    assert [key for key in shown if key not in table or PLACEHOLDER.search(table[key])] == []
    for path in MODULES:
        for key, values in SAID.findall(path.read_text()):
            given = set(re.findall(r"(?:^|,)\s*(\w+)(?=\s*(?:[:,]|$))", values))
            assert key in table, (path.name, key)
            assert set(PLACEHOLDER.findall(table[key])) == given, (path.name, key)

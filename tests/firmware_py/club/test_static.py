"""The files of a club's pages: small, whole, without inline code, and with a word for everything that they say."""

import re
from pathlib import Path

import pytest

from firmware_py import club, http
from firmware_py.i18n.locale import LANGUAGES
from firmware_py.i18n.translations import Translations

STATIC = Path(club.__file__).parent / "static"
SHARED = Path(http.__file__).parent / "static"
MODULES = sorted(STATIC.glob("*.js"))
INDEX = (STATIC / "club.html").read_text()
WORDS = re.compile(r"""["`]((?:club|page)\.[a-z-]+)["`]""")


def test_no_file_hides_one_of_the_table_page():
    assert {path.name for path in STATIC.iterdir()} & {path.name for path in SHARED.iterdir()} == set()


def test_the_pages_are_small():
    assert sum(path.stat().st_size for path in STATIC.iterdir()) < 40_000


def test_nothing_is_made_of_markup_or_runs_in_place():
    assert not re.search(r"\sstyle=|<style|\son[a-z]+=|javascript:", INDEX)
    assert not re.findall(r"<script(?![^>]*src=)", INDEX)
    for path in MODULES:
        text = path.read_text()
        assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function", text)


def test_everything_that_the_pages_load_is_there():
    linked = re.findall(r'(?:href|src)="/static/([^"]+)"', INDEX)
    imported = [name for path in MODULES for name in re.findall(r'from "\./([^"]+)"', path.read_text())]
    assert [
        name for name in (*linked, *imported) if not ((STATIC / name).exists() or (SHARED / name).exists())
    ] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_exists(language):
    table = Translations(language).table
    text = INDEX + "".join(path.read_text() for path in MODULES)
    assert [key for key in WORDS.findall(text) if key not in table] == []

"""A fifth game for these tests: `nim` beside this file, as if it lay in `engine/`, and its one line."""

import os
import shutil
from pathlib import Path

import pytest

import engine
from engine import GAMES, Game, Option
from firmware_py.i18n import default_names, translations
from firmware_py.web import serialize

ROOT = Path(engine.__file__).parents[1]
LINE = '        Game("nim", "Nim", range(2, 5), Option("Heaps", ("1 3 5 7", "3 4 5"))),\n'
GAMES_BEGIN = "    for game in (\n"
REMEMBERED = (translations.tips, default_names._every_default_name, serialize.words_of)


def forget():
    """Forget what was read of the games that there were."""
    for read in REMEMBERED:
        read.cache_clear()


@pytest.fixture(autouse=True)
def fifth(monkeypatch):
    monkeypatch.setattr(engine, "__path__", [*engine.__path__, str(Path(__file__).parent)])
    monkeypatch.setitem(GAMES, "nim", Game("nim", "Nim", range(2, 5), Option("Heaps", ("1 3 5 7", "3 4 5"))))
    forget()
    yield
    forget()


@pytest.fixture(name="sources", scope="module")
def fixture_sources(tmp_path_factory):
    """Copy the sources, and add a folder and a line."""
    sources = tmp_path_factory.mktemp("sources")
    for package in ("engine", "drivers", "firmware_py"):
        shutil.copytree(ROOT / package, sources / package, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(Path(__file__).parent / "nim", sources / "engine" / "nim")
    games = sources / "engine" / "__init__.py"
    before, mark, after = games.read_text().partition(GAMES_BEGIN)
    assert mark
    games.write_text(before + mark + LINE + after)
    return sources


@pytest.fixture(name="copied")
def fixture_copied(sources, monkeypatch):
    """Let every command of a test be that of the copy."""
    monkeypatch.setenv("PYTHONPATH", str(sources))
    monkeypatch.chdir(sources)
    Path(os.environ["SIDELINE_CONFIG"]).write_text('teaching = false\nlanguage = "en"\n')

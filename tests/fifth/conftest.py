"""A fifth game for these tests: `nim` beside this file, as if it lay in `engine/`, and its one line.

With the fixture `drawn` it has pictures of its own too: `drawn/nim`, as if it lay in `firmware_py/games/`.
"""

import os
import re
import shutil
import sys
from pathlib import Path

import pytest

import engine
from engine import GAMES, Game, GameOption
from firmware_py import games
from firmware_py.i18n import default_names, translations
from firmware_py.page import serialize

ROOT = Path(engine.__file__).parents[1]
DRAWN = Path(__file__).parent / "drawn"
DOCUMENT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
LINE = "        " + re.search(r"The line: `(.*)`\. `Game`", DOCUMENT)[1] + "\n"
"""The line of a new game, as it is printed for contributors."""
GAMES_BEGIN = "    for game in (\n"
REMEMBERED = (
    translations.tips,
    translations.keys_of,
    default_names._every_default_name,
    serialize.translations_of,
    translations.panel_translations_of,
)


def forget():
    """Forget what was read of the games that there were."""
    for read in REMEMBERED:
        read.cache_clear()


@pytest.fixture(autouse=True)
def fifth(monkeypatch):
    monkeypatch.setattr(engine, "__path__", [*engine.__path__, str(Path(__file__).parent)])
    monkeypatch.setitem(
        GAMES, "nim", Game("nim", "Nim", range(2, 5), 2, (GameOption("Heaps", ("1 3 5 7", "3 4 5")),))
    )
    forget()
    yield
    forget()


@pytest.fixture(name="drawn")
def fixture_drawn(monkeypatch):
    """Let the game have its own pictures, until the test is over."""
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(DRAWN)])
    yield
    for name in [name for name in sys.modules if name.startswith("firmware_py.games.nim")]:
        del sys.modules[name]
    vars(games).pop("nim", None)


@pytest.fixture(name="sources", scope="module")
def fixture_sources(tmp_path_factory):
    """Copy the sources, and add a folder and a line."""
    return copy_sources(tmp_path_factory.mktemp("sources"))


@pytest.fixture(name="drawn_sources", scope="module")
def fixture_drawn_sources(tmp_path_factory):
    """Copy the sources, and add the folder with the pictures too."""
    sources = copy_sources(tmp_path_factory.mktemp("drawn-sources"))
    shutil.copytree(DRAWN / "nim", sources / "firmware_py" / "games" / "nim")
    return sources


def copy_sources(sources):
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
    run_from(sources, monkeypatch)


@pytest.fixture(name="copied_drawn")
def fixture_copied_drawn(drawn_sources, monkeypatch):
    """Let every command of a test be that of the copy with the pictures."""
    run_from(drawn_sources, monkeypatch)


def run_from(sources, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(sources))
    monkeypatch.chdir(sources)
    Path(os.environ["SIDELINE_CONFIG"]).write_text('teaching = false\nlanguage = "en"\n')

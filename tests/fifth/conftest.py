"""A fifth game for these tests: `nim` beside this file, as if it lay in `engine/`, and its one line."""

from pathlib import Path

import pytest

import engine
from engine import GAMES, Game, Option
from firmware_py import usual, words
from firmware_py.page import telling

REMEMBERED = (words.lessons, usual._every_usual, telling.words_of)


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

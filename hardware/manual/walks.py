"""The walks of the manual: a first game from the first start on, and a turn of each game."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from engine.acts import read_act
from engine.records import read_records
from firmware_py.ui.match.screen import MatchScreen
from firmware_py.ui.screens.effects import PlayAtOnce
from hardware.manual.walk import OK, Walk

RECORDS = Path(__file__).parents[2] / "tests" / "records"


class Turn(NamedTuple):
    """A turn to show: a recorded game, how many of its acts are played before, and how many are shown."""

    record: str
    before: int
    shown: int


def first_game(language: str) -> Walk:
    """Walk from the first start to the first refusal in a game of Inside."""
    walk = Walk(language, is_new=True)
    walk.answer(language, "new", "inside", "people")
    for _ in range(2):  # the two default names
        walk.answer(walk.first_answer())
    walk.answer(OK, OK)  # the tip on the keys to hold, and what to agree on before the game
    walk.play("1 place L310")
    walk.play("2 place D400")
    walk.try_hollow()
    return walk


TURNS = {
    "insider": Turn("insider/three-to-the-top", 1, 2),
    "offline": Turn("offline/basic-for-three", 21, 2),
    "online": Turn("online/two-players", 1, 4),
    "inside": Turn("inside/whole-game", 20, 2),
}


def turn_of(game: str, language: str) -> Walk:
    """Walk through a turn of a game, from a position of a recorded one."""
    turn = TURNS[game]
    (record, *_) = read_records((RECORDS / f"{turn.record}.txt").read_text(encoding="utf-8"))
    lines = [line for _, line in record.lines]
    walk = Walk(language)
    walk.begin(game, record.setup.players, dict(record.setup.tags))
    walk.clear()
    for line in lines[: turn.before]:
        screen = walk.stack.top
        assert isinstance(screen, MatchScreen)
        screen.carry_out((PlayAtOnce(read_act(line)),))
    walk.clear()
    for line in lines[turn.before : turn.before + turn.shown]:
        walk.play(line.partition(";")[0].strip())
    return walk

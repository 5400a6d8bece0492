"""Insider at `board` depth: the whole city around the restaurant; the box judges every move.

This package fulfils the contract `engine.game.Rules` with the file names of every game; `engine.insider` is the
only caller. It builds on `engine.insider.stair` where both depths agree. Of its own it has `reading` (the words
of acts), `checks` (what a state cannot hold), `powers` (action cards), `walking` and `robbing`.
"""

from engine.game import nothing_to_explain as explain
from engine.insider.board.judge import ask, judge, tell
from engine.insider.board.legal import legal, wellformed
from engine.insider.board.play import play
from engine.insider.board.prompts import answers, steps
from engine.insider.board.scoring import standing
from engine.insider.state import RULINGS, VERSION, State, seats, start
from engine.insider.turns import reveals

__all__ = [
    "RULINGS",
    "VERSION",
    "State",
    "answers",
    "ask",
    "explain",
    "judge",
    "legal",
    "play",
    "reveals",
    "seats",
    "standing",
    "start",
    "steps",
    "tell",
    "wellformed",
]

"""Look for texts that do not fit the panel: `python -m tests.firmware_py.fit fr`.

It draws every screen of a language and plays random games through the keys; what is cut or overlaps is listed.
"""

import random
import sys

from drivers.presses import Key, Kind, Press
from engine import GAMES
from engine.game import Setup
from engine.match import Match
from firmware_py.i18n.translations import Translations
from firmware_py.ui.match.input import take
from firmware_py.ui.match.screen import MatchScreen, unsaved_screen
from tests.firmware_py.drawn_text import watched
from tests.firmware_py.screens import NAMES, screens

KINDS = [
    ("inside", 2, {}),
    ("insider", 4, {}),
    ("insider", 3, {"Depth": "board"}),
    ("offline", 4, {}),
    ("offline", 3, {"Mode": "expert"}),
    ("offline", 4, {"Depth": "score", "Mode": "expert"}),
    ("online", 6, {}),
    ("online", 4, {"Parties": "single"}),
    ("online", 5, {}),
]
"""Game, seats and options."""
KEYS = [*Key, *[Key.OK] * 3, *[Key.LEFT, Key.RIGHT] * 3, Key.UP, Key.DOWN]


def play(box: MatchScreen, seed: int, presses: int = 1500) -> None:
    """Answer every question with something allowed, and press any key now and then."""
    chance = random.Random(seed)
    for _ in range(presses):
        if chance.random() < 0.2 or box.dialog is not None or box.turn.navigator is None:
            box.press(Press(chance.choice(KEYS), chance.choice([Kind.SHORT] * 6 + [Kind.LONG])))
        else:
            allowed = [at for at, option in enumerate(box.turn.navigator.options) if not option.hollow]
            box.turn.navigator.cursor = chance.choice(allowed or range(len(box.turn.navigator.options)))
            act = box.turn.navigator.choose()
            if act is not None:
                box.carry_out(take(box.view, box.turn, act))
        box.prompt()
        box.table()


def problems_of(language: str, games: int = 3) -> list[str]:
    translations = Translations(language).for_panel()
    with watched() as problems:
        for _ in screens(translations):
            pass
        for game, seats, tags in KINDS:
            setup = Setup(game, NAMES[:seats], tags=tags)
            for seed in range(games):
                play(unsaved_screen(Match(GAMES[game].rules(), setup), translations), seed)
    return sorted({*problems.cut, *problems.overlapping})


if __name__ == "__main__":
    print("\n".join(problems_of(sys.argv[1], int(sys.argv[2]) if sys.argv[2:] else 3)))

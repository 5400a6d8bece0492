"""What the tests of the box share: a box in the middle of a game, what it was told, and how to shake it."""

import random
from functools import partial
from typing import Any

from drivers.presses import Key, Kind, Press
from engine.acts import read_act
from engine.match import Match
from firmware_py.i18n.translations import Translations
from firmware_py.ui.match import view as match_view
from firmware_py.ui.match.input import take
from firmware_py.ui.match.phrases import news_hint
from firmware_py.ui.match.screen import MatchScreen
from tests.firmware_py.drawn_text import all_texts_fit
from tests.firmware_py.screens import new_box
from tests.firmware_py.ui.stacks import press

WORDS = Translations("en")


box_of = partial(new_box, WORDS)


def said(box: MatchScreen) -> list[str]:
    return [str(act) for act in box.match.acts]


def reading(box: MatchScreen) -> str:
    assert box.dialog is not None
    pages = box.dialog.pages(box.translations)
    return " ".join((pages.title, *pages.lines))


def title(box: MatchScreen) -> str:
    return box.translations.text(box.view_model().title)


def news(box: MatchScreen) -> str:
    """Give the line of news as the display shows it."""
    assert box.news is not None
    return news_hint(box.news, box.translations).text


def ending(box: MatchScreen) -> tuple[str, ...]:
    """Give what is told at the end of a match."""
    return match_view.result(box.view).lines


@all_texts_fit()
def shake(box: MatchScreen, seed: int, presses: int = 400) -> None:
    """Press keys at random; no text may be cut."""
    chance = random.Random(seed)
    keys = [*Key, *[Key.OK] * 3, *[Key.LEFT, Key.RIGHT] * 3, Key.UP, Key.DOWN]
    for _ in range(presses):
        box.press(Press(chance.choice(keys), chance.choice([Kind.SHORT] * 6 + [Kind.LONG, Kind.REPEAT])))
        box.table()
        box.prompt()
        if box.dialog is not None and box.dialog.blinks:
            box.dialog.blinks -= 1


@all_texts_fit()
def play_to_the_end(box: MatchScreen, seed: int) -> None:
    """Answer every question with something allowed; no text may be cut."""
    chance = random.Random(seed)
    for _ in range(6000):
        if box.dialog is not None:
            press(box, "OK")
        elif box.turn.navigator is None:
            break
        else:
            allowed = [at for at, option in enumerate(box.turn.navigator.options) if not option.hollow]
            box.turn.navigator.cursor = chance.choice(allowed)
            act = box.turn.navigator.choose()
            if act is not None:
                box.carry_out(take(box.view, box.turn, act))
        box.prompt()
    assert box.match.standing().over


def replayed(box: MatchScreen) -> Match[Any]:
    """Play what the log says once more, from its sentences."""
    again = Match(box.match.rules, box.match.setup)
    for act in box.match.log:
        assert again.play(read_act(str(act))) is None
    return again

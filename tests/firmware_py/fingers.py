"""Fingers: they play with the keys of the box, and nothing but keys goes in.

They look at the walk to know where the cursor is, as a person looks at the display.
"""

import random
from collections import deque
from copy import copy
from typing import Any

from drivers.presses import Key, Kind, Press
from firmware_py.ui.navigator import COMPASS, DIRECTIONS, Navigator, Shape
from tests.firmware_py.desks import box, navigator_of

EAGERNESS = 0.8
KEYS = {direction: key for key, direction in DIRECTIONS.items()}


def play_act(desk: Any, chance: random.Random) -> bool:
    """Say something lawful at random; False when nothing more can be said."""
    said = len(box(desk).match.log)
    while len(box(desk).match.log) == said:
        if box(desk)._notice is not None:
            desk.press(Press(Key.OK, Kind.SHORT))
        elif box(desk)._walk is None:
            return False
        else:
            take(desk, drawn(navigator_of(desk), chance))
    return True


def drawn(walk: Navigator, chance: random.Random) -> int:
    """Draw a lawful answer of the question at hand; who can go to the INSIDER mostly does, or games never end."""
    lawful = [at for at, option in enumerate(walk.options) if not option.hollow]
    tables = [at for at in lawful if walk.options[at].step.value.startswith("insider")]
    if tables and chance.random() < EAGERNESS:
        return chance.choice(tables)
    return chance.choice(lawful or range(len(walk.options)))


def take(desk: Any, at: int) -> None:
    """Press what takes an answer of the question at hand."""
    walk = navigator_of(desk)
    if walk.shape is Shape.COMPASS:
        desk.press(Press(KEYS[COMPASS[at]] if at < len(COMPASS) else Key.OK, Kind.SHORT))
        return
    for key in way(walk, at):
        desk.press(Press(key, Kind.LONG))  # a held key visits hollow answers too
    assert navigator_of(desk).cursor == at
    desk.press(Press(Key.OK, Kind.SHORT))


def choose(desk: Any, *values: str) -> None:
    """Answer questions by what is to be answered, with the keys that lead there."""
    for value in values:
        options = navigator_of(desk).options
        take(desk, next(at for at, option in enumerate(options) if option.step.value == value))


def way(walk: Navigator, at: int) -> list[Key]:
    """Find the arrows that lead from the cursor to an answer."""
    waiting: deque[tuple[int, list[Key]]] = deque([(walk.cursor, [])])
    seen = {walk.cursor}
    while waiting:
        cursor, keys = waiting.popleft()
        if cursor == at:
            return keys
        for direction, key in KEYS.items():
            there = copy(walk)
            there.cursor = cursor
            there.press(direction, held=True)
            if there.cursor not in seen:
                seen.add(there.cursor)
                waiting.append((there.cursor, [*keys, key]))
    raise LookupError(at)

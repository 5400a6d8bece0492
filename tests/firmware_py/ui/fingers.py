"""Fingers: they play with the keys of the box, and nothing but keys goes in.

They look at the navigator to know where the cursor is, as a person looks at the display.
"""

import random
from collections import deque
from copy import copy
from typing import Any

from drivers.presses import Key, Kind, Press
from firmware_py.display.shapes import Shape
from firmware_py.ui.navigation.cursor import DIRECTIONS
from firmware_py.ui.navigation.navigator import Navigator
from tests.firmware_py.ui.stacks import box, navigator_of

EAGERNESS = 0.8
KEYS = {direction: key for key, direction in DIRECTIONS.items()}


def play_act(stack: Any, chance: random.Random) -> bool:
    """Play an allowed act at random; return False when there is none."""
    said = len(box(stack).match.log)
    while len(box(stack).match.log) == said:
        if box(stack).dialog is not None:
            stack.press(Press(Key.OK, Kind.SHORT))
        elif box(stack).turn.navigator is None:
            return False
        else:
            take(stack, drawn(navigator_of(stack), chance))
    return True


def drawn(navigator: Navigator, chance: random.Random) -> int:
    """Draw an allowed answer; who can go to the INSIDER mostly does, or games never end."""
    allowed = [at for at, option in enumerate(navigator.options) if not option.hollow]
    tables = [at for at in allowed if navigator.options[at].step.value.startswith("insider")]
    if tables and chance.random() < EAGERNESS:
        return chance.choice(tables)
    return chance.choice(allowed or range(len(navigator.options)))


def take(stack: Any, at: int) -> None:
    """Press what takes an answer of the question at hand."""
    navigator = navigator_of(stack)
    if navigator.shape is Shape.CROSS:
        stack.press(Press(KEYS[navigator.options[at].step.side], Kind.SHORT))
        return
    for key in way(navigator, at):
        stack.press(Press(key, Kind.LONG))  # a held key visits hollow answers too
    assert navigator_of(stack).cursor == at
    stack.press(Press(Key.OK, Kind.SHORT))


def way(navigator: Navigator, at: int) -> list[Key]:
    """Find the arrows that lead from the cursor to an answer."""
    waiting: deque[tuple[int, list[Key]]] = deque([(navigator.cursor, [])])
    seen = {navigator.cursor}
    while waiting:
        cursor, keys = waiting.popleft()
        if cursor == at:
            return keys
        for direction, key in KEYS.items():
            there = copy(navigator)
            there.cursor = cursor
            there.press(direction, held=True)
            if there.cursor not in seen:
                seen.add(there.cursor)
                waiting.append((there.cursor, [*keys, key]))
    raise LookupError(at)

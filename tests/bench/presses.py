"""How many presses of the six keys it takes to say each act."""

from collections import deque
from copy import copy

from engine.acts import Act
from firmware_py.panel.walk import Direction, Walk, walk_for


def fewest_presses(rules, state) -> dict[Act, int]:
    """Find the fewest presses from the first question to every act, by breadth-first search over the walk."""
    start = walk_for(rules, state, rules.ask(state).seats)
    found: dict[Act, int] = {}
    seen = {_place(start)}
    waiting = deque([(start, 0)])
    while waiting:
        walk, presses = waiting.popleft()
        for key in (*Direction, "ok"):
            after = copy(walk)
            after._asked = list(walk._asked)
            act = after.choose() if key == "ok" else after.press(key)
            if act is not None:
                found.setdefault(act, presses + 1)
            elif (place := _place(after)) not in seen:
                seen.add(place)
                waiting.append((after, presses + 1))
    return found


def _place(walk: Walk) -> tuple[int, ...]:
    return (*(cursor for _, cursor, _ in walk._asked), walk.cursor, len(walk._asked))

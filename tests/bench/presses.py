"""How many presses it takes to say each act, with the six keys and with seat keys beside them."""

from collections import deque
from copy import copy

from engine.acts import Act
from firmware_py.panel.walk import Direction, Walk, walk_for


def fewest_presses(rules, state, seat_keys: int = 0, recall=lambda _act: ()) -> dict[Act, int]:
    """Find the fewest presses from the first question to every act, by breadth-first search over the walk.

    What has open values is counted up to there, unless the box remembers how they were filled in before.
    """
    start = walk_for(rules, state, rules.ask(state).seats)
    found: dict[Act, int] = {}
    seen = {_place(start)}
    waiting = deque([(start, 0)])
    while waiting:
        walk, presses = waiting.popleft()
        for key in (*Direction, "ok", *range(1, seat_keys + 1)):
            after = copy(walk)
            after._asked = list(walk._asked)
            act = _press(after, key)
            if act is not None and act not in found:
                found[act] = presses + 1
                if remembered := recall(act):
                    after.go_on(remembered)
                    waiting.append((after, presses + 1))
            elif act is None and (place := _place(after)) not in seen:
                seen.add(place)
                waiting.append((after, presses + 1))
    return found


def _press(walk: Walk, key: Direction | str | int) -> Act | None:
    if isinstance(key, int):
        return walk.choose() if walk.point(key) else None
    return walk.choose() if key == "ok" else walk.press(key)


def _place(walk: Walk) -> tuple[int, ...]:
    return (*(cursor for _, cursor, *_ in walk._asked), walk.cursor, len(walk._asked))

"""How many presses it takes to say each act, with the six keys and with seat keys beside them."""

from collections import deque
from copy import copy
from types import SimpleNamespace

from engine.acts import Act, is_open
from engine.game import FIX
from firmware_py.ui.menu import menu_paths
from firmware_py.ui.navigator import Direction, Navigator, navigator_for


def fewest_presses(rules, state, seat_keys: int = 0, recall=lambda _act: (), *, spells=False) -> dict[Act, int]:
    """Find the fewest presses from the first question to every act, by breadth-first search over the walk.

    What has open values is counted up to there, unless they are to be spelt, or the box remembers how they were
    filled in before. The menu is one press of back away.
    """
    search = _Search(lambda act: [*recall(act), *(rules.answers(state, act) if spells else ())])
    search.begin(navigator_for(rules, state, rules.ask(state).seats), 0)
    game = SimpleNamespace(game=rules.__name__.rpartition(".")[2])
    match = SimpleNamespace(rules=rules, state=state, players=("", ""), ask=lambda: rules.ask(state), setup=game)
    search.begin(Navigator(menu_paths(match, 0, is_over=False), {FIX, *rules.legal(state)}), 1)
    return search.run((*Direction, "ok", *range(1, seat_keys + 1)))


class _Search:
    def __init__(self, answers):
        self.answers = answers
        self.found: dict[Act, int] = {}
        self.waiting = deque()
        self.seen = set()

    def begin(self, walk, presses):
        if walk is not None:
            only = walk.only_act()
            self.reach(walk, presses, only if only is not None and is_open(only) else None, presses)

    def run(self, keys):
        while self.waiting:
            walk, presses, start = self.waiting.popleft()
            for key in keys:
                after = copy(walk)
                after._asked = list(walk._asked)
                self.reach(after, presses + 1, _press(after, key), start)
        return self.found

    def reach(self, walk, presses, act, start):
        """Note an act, or a question that is new; where a value is open, go on with its answers."""
        while act is not None:
            self.found.setdefault(act, presses)
            offered = self.answers(act) if is_open(act) else []
            if not offered:
                return
            act = walk.go_on(offered)
        place = (start, *_place(walk))
        if place not in self.seen:
            self.seen.add(place)
            self.waiting.append((walk, presses, start))


def _press(walk: Navigator, key: Direction | str | int) -> Act | None:
    if isinstance(key, int):
        return walk.choose() if walk.point(key) else None
    return walk.choose() if key == "ok" else walk.press(key)


def _place(walk: Navigator) -> tuple[int, ...]:
    return (*(cursor for _, _, cursor, *_ in walk._asked), walk.cursor, len(walk._asked))

"""How many presses it takes to say an act, with the six keys and with seat keys beside them.

A breadth-first search over the questions that the keys lead through. It ends at the act that is asked for, and
enters an answer only if that act can lie behind it. It never enters a correction: their lists have no end.
"""

from collections import deque
from copy import copy
from types import SimpleNamespace

from engine.acts import Act, is_open
from engine.game import FIX
from firmware_py.ui.menu import AMEND, menu_paths
from firmware_py.ui.navigator import Direction, Navigator, navigator_for

MENU_PRESSES = 1
"""The menu is one press of back away."""
MOST_QUESTIONS = 5_000
"""Positions of the cursor that one search looks at before it gives up, in some 80 MB."""
CORRECTIONS = frozenset({FIX.verb, AMEND.verb})


class NotFound(LookupError):
    """An act that the keys do not reach, or not within `MOST_QUESTIONS`."""


def fewest_presses(rules, state, act: Act, *, seat_keys: int = 0, recall=lambda _act: ()) -> int:
    """Return the fewest presses from the first question to an act.

    Open values are spelt as on the box, after what it remembers of them (`recall`). Raises `NotFound`.
    """
    search = _Search(act, lambda said: [*recall(said), *rules.answers(state, said)])
    keys = (*Direction, "ok", *range(1, seat_keys + 1))
    search.begin(navigator_for(rules, state, rules.ask(state).seats), 0)
    search.begin(_menu(rules, state), MENU_PRESSES)
    return search.run(keys)


def _menu(rules, state) -> Navigator:
    setup = SimpleNamespace(game=rules.__name__.rpartition(".")[2])
    match = SimpleNamespace(rules=rules, state=state, players=("", ""), ask=lambda: rules.ask(state), setup=setup)
    return Navigator(menu_paths(match, 0, is_over=False), {FIX, *rules.legal(state)})


class _Search:
    def __init__(self, target: Act, answers):
        self.target, self.answers = target, answers
        self.waiting = deque()
        self.seen = set()
        self.found: list[int] = []

    def begin(self, walk: Navigator | None, presses: int) -> None:
        """Start at a first question; a single act with an open value is asked for at once."""
        if walk is not None:
            only = walk.only_act()
            self.reach(walk, presses, only if only is not None and is_open(only) else None, presses)

    def run(self, keys) -> int:
        """Return the presses of the first find; the menu starts later, so presses only grow along the queue."""
        looked_at = 0
        while self.waiting and not self.found:
            looked_at += 1
            if looked_at > MOST_QUESTIONS:
                raise NotFound(f"{self.target}: not reached within {MOST_QUESTIONS} questions")
            walk, presses, start = self.waiting.popleft()
            for key in keys:
                after = copy(walk)
                after._asked = list(walk._asked)
                act = _press(after, key)
                if act is not None or after.options is walk.options or self.leads_on(after):
                    self.reach(after, presses + 1, act, start)
        if not self.found:
            raise NotFound(f"{self.target}: the keys do not reach it")
        return min(self.found)

    def leads_on(self, walk: Navigator) -> bool:
        """Return whether the act can lie behind the question at hand."""
        return any(self.can_become(path.act) for option in walk.options for path in option.paths)

    def can_become(self, act: Act) -> bool:
        """Return whether an act is the one that is searched for, or is once its open values are said."""
        same_kind = (act.seat, act.verb) == (self.target.seat, self.target.verb)
        return act == self.target or (same_kind and is_open(act) and act.verb not in CORRECTIONS)

    def reach(self, walk: Navigator, presses: int, act: Act | None, start: int) -> None:
        """Note the act, or a question that is new; where a value is open, go on with its answers."""
        while act is not None:
            if act == self.target:
                self.found.append(presses)
            if act == self.target or not self.can_become(act):
                return
            act = walk.go_on(self.answers(act))
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

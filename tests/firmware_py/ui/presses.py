"""How many presses it takes to say an act, with the six keys and with seat keys beside them.

A breadth-first search over the questions that the keys lead through. It ends at the act that is asked for, and
enters an answer only if that act can lie behind it. It never enters a correction: their lists have no end.
"""

from collections import deque
from collections.abc import Set as AbstractSet
from copy import copy
from types import SimpleNamespace

from engine.acts import Act, is_open
from engine.game import FIX
from engine.steps import Direction
from firmware_py.display.shapes import Shape
from firmware_py.ui.match.menu import AMEND, MenuState, menu_paths
from firmware_py.ui.navigation.first_question import navigator_for
from firmware_py.ui.navigation.navigator import Navigator
from firmware_py.ui.navigation.options import Leaf

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
    return presses_to(rules, state, {act}, seat_keys=seat_keys, recall=recall)[act]


def presses_to(
    rules, state, acts: AbstractSet[Act], *, seat_keys: int = 0, recall=lambda _act: ()
) -> dict[Act, int]:
    """Return the fewest presses to each of some acts. Raises `NotFound` if one of them is not reached."""
    search = _Search(acts, lambda said: [*recall(said), *rules.answers(state, said)])
    keys = (*Direction, "ok", *range(1, seat_keys + 1))
    search.begin(navigator_for(rules, state, rules.ask(state).seats), 0)
    search.begin(_menu(rules, state), MENU_PRESSES)
    return search.run(keys)


def _menu(rules, state) -> Navigator:
    setup = SimpleNamespace(game=rules.__name__.rpartition(".")[2])
    match = SimpleNamespace(rules=rules, state=state, players=("", ""), ask=lambda: rules.ask(state), setup=setup)
    return Navigator(menu_paths(match, MenuState()), {FIX, *rules.legal(state)})


class _Search:
    def __init__(self, targets: AbstractSet[Act], answers):
        self.targets, self.answers = targets, answers
        self.kinds = {(act.seat, act.verb) for act in targets}
        self.waiting = deque()
        self.seen = set()
        self.found: dict[Act, int] = {}

    def begin(self, navigator: Navigator | None, presses: int) -> None:
        """Start at a first question; a single act with an open value is asked for at once."""
        if navigator is not None:
            only = navigator.only_act()
            self.reach(navigator, presses, only if only is not None and is_open(only) else None, presses)

    def run(self, keys) -> dict[Act, int]:
        """Return the presses of the finds; the menu starts later, so presses only grow along the queue."""
        looked_at = 0
        while self.waiting and len(self.found) < len(self.targets):
            looked_at += 1
            if looked_at > MOST_QUESTIONS * len(self.targets):
                raise NotFound(f"{self.missing()}: not reached within {MOST_QUESTIONS} questions")
            navigator, presses, start = self.waiting.popleft()
            for key in keys:
                after = copy(navigator)
                after._asked = list(navigator._asked)
                act = _press(after, key)
                if act is not None or after.options is navigator.options or self.leads_on(after):
                    self.reach(after, presses + 1, act, start)
        if missing := self.missing():
            raise NotFound(f"{missing}: the keys do not reach it")
        return self.found

    def missing(self) -> str:
        """Return the acts that are not found yet."""
        return ", ".join(sorted(str(act) for act in self.targets - self.found.keys()))

    def leads_on(self, navigator: Navigator) -> bool:
        """Return whether the act can lie behind the question at hand."""
        return any(self.can_become(path.leaf) for option in navigator.options for path in option.paths)

    def can_become(self, act: Leaf) -> bool:
        """Return whether an act is the one that is searched for, or is once its open values are said."""
        if not isinstance(act, Act):
            return False  # an entry of the menu
        same_kind = (act.seat, act.verb) in self.kinds
        return act in self.targets or (same_kind and is_open(act) and act.verb not in CORRECTIONS)

    def reach(self, navigator: Navigator, presses: int, act: Leaf | None, start: int) -> None:
        """Note the act, or a question that is new; where a value is open, go on with its answers."""
        while act is not None:
            if act in self.targets:
                self.found[act] = min(self.found.get(act, presses), presses)
            if act in self.targets or not self.can_become(act):
                return
            act = navigator.go_on(self.answers(act))
        place = (start, *_place(navigator))
        if place not in self.seen:
            self.seen.add(place)
            self.waiting.append((navigator, presses, start))


def _press(navigator: Navigator, key: Direction | str | int) -> Leaf | None:
    if isinstance(key, int):
        return navigator.choose() if navigator.point(key) else None
    if key == "ok":
        return None if navigator.shape is Shape.CROSS else navigator.choose()
    return navigator.press(key)


def _place(navigator: Navigator) -> tuple[int | str, ...]:
    cursors = (cursor for _, _, cursor, *_ in navigator._asked)
    return (*cursors, navigator.cursor, len(navigator._asked), navigator._typed)

"""A turn: the seats that the keys answer for, and the navigator to the next act."""

from __future__ import annotations

from engine.acts import Act, is_open
from engine.match import Match
from engine.steps import Answer
from firmware_py.games.memory import Memory
from firmware_py.ui.match.verdicts import is_illegal
from firmware_py.ui.navigation.first_question import navigator_for, navigator_of, navigator_to_amend
from firmware_py.ui.navigation.navigator import Navigator
from firmware_py.ui.navigation.options import Leaf, Option


class Turn:
    """The navigator to the next act of a match, or to the menu."""

    def __init__(self, match: Match[object], memory: Memory, beside: Turn | None = None) -> None:
        """Create the turn of a match; `begin` creates the first navigator, or copies that of `beside`."""
        self._match, self._memory, self._beside = match, memory, beside
        self.first: Navigator | None = None
        """The first question of the turn, which nobody has answered; None once the match is over."""
        self.navigator: Navigator | None = None
        """None once the match is over."""
        self.speakers: tuple[int, ...] = ()
        """The seats that the keys answer for."""
        self.is_home = True
        """The navigator asks for the next act of the game: not the menu, not a seat out of turn."""
        self.is_amending = False
        """The navigator replaces the last act."""
        self.is_of_seat = False
        """The navigator asks a seat that was chosen with its key."""
        self.plays_on = False
        """The players continue a game that is already decided."""
        self.refused: Act | None = None
        """The last act refused in this turn; the players can overrule the refusal."""

    def begin(self) -> None:
        """Ask the seats that may act now."""
        ask = self._match.ask()
        self.speakers = ask.seats
        self.is_home, self.is_amending, self.is_of_seat = True, False, False
        if self._beside is not None and not self.plays_on:
            self.first = self._beside.first
        else:
            waits = not ask.is_optional or self.plays_on
            self.first = navigator_for(self._match.rules, self._match.state, self.speakers) if waits else None
            if self.first is not None:
                self._open(self.first)
        self.navigator = None if self.first is None else self.first.copy()

    @property
    def entry(self) -> tuple[Option, ...]:
        """What was answered so far, of the next act of the game."""
        return tuple(self.navigator.answered) if self.navigator is not None and self.is_home else ()

    def follow(self, entry: tuple[Option, ...]) -> bool:
        """Give the answers of an entry again after somebody else has acted; return whether that can be."""
        if self.navigator is None or not self.navigator.follow(entry):
            self.navigator = None if self.first is None else self.first.copy()
            return False
        return True

    def propose(self, act: Act) -> None:
        """Put the cursor on an act."""
        if self.navigator is not None:
            self.navigator.propose(self._match.rules.steps(self._match.state, act))

    def open_menu(self, menu: Navigator) -> None:
        """Switch to the navigator of the menu."""
        self.navigator, self.is_home, self.is_of_seat = menu, False, False

    def begin_amend(self) -> None:
        """Ask for the last act again, from the state before it."""
        last = self._match.amendable()
        assert last is not None  # otherwise the menu does not allow it
        navigator = navigator_to_amend(self._match.rules, self._match.before, last)
        self.navigator, self.is_amending, self.is_home = navigator, True, False
        self._open(navigator)

    def speak_for(self, seat: int) -> Act | None:
        """Ask a seat, in turn or not; return the act if the seat has only one."""
        navigator = navigator_of(self._match.rules, self._match.state, seat)
        if navigator is None or self.is_amending:
            return None
        only = navigator.only_act()
        if only is not None and not is_open(only):
            return only
        self.navigator, self.speakers, self.is_home, self.is_of_seat = navigator, (seat,), False, True
        self._open(navigator)
        return None

    def complete(self, act: Act) -> Act | None:
        """Ask for the open values of an act, one by one; return the act once it has none."""
        assert self.navigator is not None  # the act came from it
        leaf: Leaf | None = act
        while isinstance(leaf, Act) and (answers := self._answers(self.navigator, leaf)):
            is_skipped = self._beside is not None and answers[0].step.is_check  # a phone shows all values at once
            leaf = answers[0].act if is_skipped else self.navigator.go_on(answers)
        return leaf if isinstance(leaf, Act) else None

    @property
    def is_of_box(self) -> bool:
        """Whether it is the turn on the screen of the box, not on that of a phone."""
        return self._beside is None

    @property
    def is_at_start(self) -> bool:
        """Whether the next act of the game is asked for and nothing has been answered yet."""
        return self.navigator is not None and self.is_home and self.navigator.at_root

    def _open(self, navigator: Navigator) -> None:
        """Ask for the open values at once if only one act is possible."""
        leaf: Leaf | None = navigator.only_act()
        while isinstance(leaf, Act) and (answers := self._answers(navigator, leaf)):
            leaf = navigator.go_on(answers)

    def _answers(self, navigator: Navigator, act: Act) -> list[Answer]:
        """Return the answers to the first open value of an act, remembered ones first."""
        state = self._match.before if self.is_amending else self._match.state
        is_allowed = act in navigator.allowed
        if not is_open(act) or (not is_allowed and is_illegal(self._match.rules.judge(state, act))):
            return []
        return [*self._memory.recall(act), *self._match.rules.answers(state, act)]

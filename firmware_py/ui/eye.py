"""What the eye sees of a match: acts that happened on the table are entered, doubts and differences are asked.

An act is entered when nobody is entering something with the keys and no question is open; until then the sight
waits. A question goes away by itself when the table has changed. What the eye has entered is taken back with one
hold of back, without a question, and is not entered again by itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.verdicts import say
from firmware_py.display.prompt import INFO
from firmware_py.errors import UserError
from firmware_py.games.lookup import eye_of
from firmware_py.games.sight import EYE_TAG, SIMULATED, Finding, Question
from firmware_py.ui.view_model import News

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.acts import Act
    from engine.verdicts import Sentence
    from firmware_py.games.sight import Follower, Sight
    from firmware_py.ui.dialog import Dialog
    from firmware_py.ui.match_screen import MatchScreen

EYE = ("  ###  ", " #   # ", "#  #  #", "#  #  #", " #   # ", "  ###  ")
"""The icon of news that the eye has brought."""
MOST_AT_ONCE = 8
"""How often a sight may lead to acts before the table has to change."""
TOLD_STATES = frozenset({"unsure", "no-frame"})


class EyeInbox:
    """What the eye has told last; the match on the screen gets it, or a lesson."""

    def __init__(self) -> None:
        """Begin before the eye has told anything."""
        self.why = "eye-absent"
        """What is wrong with the eye; empty if it works."""
        self.name = ""
        """The name of the eye that is connected."""
        self.lesson: Callable[[Sight], None] | None = None
        """Gets what lies still in the frame instead of the match."""
        self._told: tuple[str, Sight | None] | None = None
        self._given: tuple[object, object] | None = None
        """The match that has got it, and what it has got."""

    def take(self, state: str, sight: Sight | None) -> None:
        """Take what the eye tells; a lesson gets it at once."""
        self._told = (state, sight)
        if self.lesson is not None and sight is not None:
            self.lesson(sight)

    def pass_on(self, screen: MatchScreen) -> None:
        """Give the match what was told, once, and let it do what follows from it."""
        if self._told is not None and self._given != (screen.eye, self._told):
            self._given = (screen.eye, self._told)
            screen.eye.look(*self._told, is_simulated=self.name == SIMULATED)
        else:
            screen.eye.step()

    def tags(self, game: str) -> dict[str, str]:
        """Return the tag of a match that the eye follows; none without an eye."""
        return {EYE_TAG: self.name} if self.name and not self.why and eye_of(game) is not None else {}


class EyeWatch:
    """Enters what the eye sees into the match of a screen."""

    def __init__(self, screen: MatchScreen) -> None:
        """Wait for the first sight."""
        self._screen = screen
        self._follower: Follower | None = None
        self._is_broken = False
        """There is nothing to follow the match with."""
        self._known = 0
        """How many acts of the log the follower knows."""
        self._entered: tuple[int, int] | None = None
        """The length of the log after acts that the eye has entered last, and how many."""
        self._dialog: Dialog | None = None
        self._shown: object = None
        """What was asked or noted last: it is shown once."""
        self._note: Sentence | None = None
        self._refused: tuple[Act, ...] = ()
        """Acts that the match has refused: they are not tried again."""
        self.questions = 0
        """How many questions and doubts were shown."""
        self.wake: Callable[[], object] = bool

    def look(self, state: str, sight: Sight | None, *, is_simulated: bool = False) -> None:
        """Take what the eye tells: the sight if all lies still, else only the state."""
        if sight is None:
            if state in TOLD_STATES and self._follower is not None:
                self._screen.hint(say(f"box.eye-{state}"))
            return
        if self._follower is None and not self._is_broken:
            self._begin(is_simulated=is_simulated)
        if self._follower is not None:
            self._sync(self._follower)
            self._follower.look(sight)
            self.step()

    def _begin(self, *, is_simulated: bool) -> None:
        match = self._screen.match
        module = eye_of(match.setup.game)
        try:
            self._follower = None if module is None else module.follower(match.state, is_simulated=is_simulated)
        except UserError as error:  # a match works without the eye
            self._screen.tell(say("box.eye"), error.why)
        self._screen.memory.is_simulated |= is_simulated
        self._is_broken, self._known = self._follower is None, len(match.log)

    def step(self) -> None:
        """Do what follows from the table and the box as they are now."""
        follower = self._follower
        if follower is None:
            return
        self._sync(follower)
        finding = follower.finding()
        for _ in range(MOST_AT_ONCE):
            if not finding.acts or finding.acts == self._refused or not self._is_free:
                break
            self._enter(follower, finding.acts)
            finding = follower.finding()
        self._show(follower, finding)

    def take_back(self) -> bool:
        """Undo what the eye has just entered; return False if something else was entered last."""
        screen = self._screen
        if self._entered is None or self._entered[0] != len(screen.match.log):
            return False
        count, self._entered = self._entered[1], None
        screen.play.undo_to(screen.match.undoable - count, count)
        return True

    @property
    def _is_free(self) -> bool:
        """Whether nobody is entering something, and no question of somebody else is open."""
        screen = self._screen
        is_asked = screen.dialog is not None and screen.dialog.agreed is not None
        return screen.turn.is_at_start and (not is_asked or screen.dialog is self._dialog)

    def _sync(self, follower: Follower) -> None:
        """Inform the follower of what was entered in another way."""
        log = self._screen.match.log
        if len(log) > self._known:
            acts, self._known = tuple(log[self._known :]), len(log)
            self._refused = ()
            follower.follow(self._screen.match.state, acts)

    def _enter(self, follower: Follower, acts: tuple[Act, ...]) -> None:
        screen, before = self._screen, len(self._screen.match.log)
        self.wake()
        for act in acts:
            told = screen.match.tell(act)
            refusal = screen.play.play(act, News(EYE, say("box.eye-saw", act=told), (told, told)))
            if refusal is not None or len(screen.match.log) == before:
                self._refused = acts
                if refusal is not None:
                    screen.tell(say("box.eye"), [refusal.why])
                break
        log = screen.match.log
        if len(log) > before:
            self._entered, self._known = (len(log), len(log) - before), len(log)
            self._shown = None
            follower.follow(screen.match.state, tuple(log[before:]), seen=True)

    def _show(self, follower: Follower, finding: Finding) -> None:
        """Show a question or a doubt once; close it when it has become pointless."""
        screen, wanted = self._screen, finding.question or finding.doubts or None
        if wanted != self._shown and self._dialog is not None and screen.dialog is self._dialog:
            screen.screens.withdraw(self._dialog)
        if finding.note != self._note:
            self._note = finding.note
            if finding.note is not None:
                screen.news = News(INFO, finding.note)
        if wanted is None:
            self._shown = None
        elif wanted != self._shown and self._is_free:
            self._shown, self.questions = wanted, self.questions + 1
            self.wake()
            screen.sounds.append("refused")
            self._dialog = self._ask(follower, wanted) if isinstance(wanted, Question) else self._tell(finding)
            screen.screens.share()

    def _tell(self, finding: Finding) -> Dialog:
        return self._screen.tell(say("box.eye"), finding.doubts)

    def _ask(self, follower: Follower, question: Question) -> Dialog:
        dialog = self._screen.tell(say("box.eye-asks"), [question.text])

        def table() -> None:
            self._screen.screens.withdraw(dialog)
            follower.answer(question, is_table_right=True)
            self._enter(follower, question.acts)
            self.step()

        def box() -> None:
            follower.answer(question, is_table_right=False)
            self.step()

        dialog.asks(table, "legend.eye-table", no="legend.eye-box", denied=box)
        return dialog

"""What the eye sees of a match: acts that happened on the table are entered, doubts and differences are asked.

An act is entered when nobody is entering something with the keys and no question is open; until then the sight
waits. A question goes away by itself when the table has changed. What the eye has entered is taken back with one
hold of back, without a question, and is not entered again by itself.
"""

from __future__ import annotations

from collections.abc import Callable

from drivers.buzzer import Sound
from drivers.eye import State
from engine.acts import Act
from engine.match import Match
from engine.verdicts import Sentence, say
from firmware_py.errors import UserError
from firmware_py.games.lookup import eye_of
from firmware_py.games.sight import EYE_TAG, SIMULATED, Finding, Follower, Question, Sight
from firmware_py.ui.screens.dialog import Dialog
from firmware_py.ui.screens.effects import AnswerEye, Do, Effects, Notice, Reach, Ring, Show, ShowNews, Withdraw
from firmware_py.ui.screens.news import News, NewsKind

MOST_AT_ONCE = 8
"""How often a sight may lead to acts before the table has to change."""
TOLD_STATES = frozenset({State.UNSURE, State.NO_FRAME})


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
        self._told: tuple[State, Sight | None] | None = None
        self._given: tuple[object, object] | None = None
        """The match that has got it, and what it has got."""

    def take(self, state: State, sight: Sight | None) -> None:
        """Take what the eye tells; a lesson gets it at once."""
        self._told = (state, sight)
        if self.lesson is not None and sight is not None:
            self.lesson(sight)

    def news_for(self, watch: EyeWatch) -> tuple[State, Sight | None] | None:
        """Return what was told since the watch of a match got something; None if that is nothing new."""
        if self._told is None or self._given == (watch, self._told):
            return None
        self._given = (watch, self._told)
        return self._told

    @property
    def is_simulated(self) -> bool:
        """Whether the eye that is connected is simulated."""
        return self.name == SIMULATED

    def tags(self, game: str) -> dict[str, str]:
        """Return the tag of a match that the eye follows; none without an eye."""
        return {EYE_TAG: self.name} if self.name and not self.why and eye_of(game) is not None else {}


class EyeWatch:
    """Finds out what follows from what the eye sees of a match."""

    def __init__(self) -> None:
        """Wait for the first sight."""
        self._follower: Follower | None = None
        self._is_broken = False
        """There is nothing to follow the match with."""
        self._known = 0
        """How many acts of the log the follower knows."""
        self._entered: tuple[int, int] | None = None
        """The length of the log after acts that the eye has entered last, and how many."""
        self._notice: Notice | None = None
        """The question or doubt that was shown last."""
        self._shown: object = None
        """What it was about: it is shown once."""
        self._note: Sentence | None = None
        self._refused: tuple[Act, ...] = ()
        """Acts that the match has refused: they are not tried again."""
        self.questions = 0
        """How many questions and doubts were shown."""

    def look(self, match: Match[object], state: State, sight: Sight | None, *, is_simulated: bool) -> Effects:
        """Take what the eye tells: the sight if all lies still, else only the state; return what to show."""
        if sight is None:
            is_told = state in TOLD_STATES and self._follower is not None
            return (ShowNews(News(NewsKind.INFO, say(f"box.eye-{state.value}"))),) if is_told else ()
        wrong: Effects = ()
        if self._follower is None and not self._is_broken:
            wrong = self._begin(match, is_simulated=is_simulated)
        if self._follower is not None:
            self._sync(match, self._follower)
            self._follower.look(sight)
        return wrong

    def _begin(self, match: Match[object], *, is_simulated: bool) -> Effects:
        module = eye_of(match.setup.game)
        wrong: Effects = ()
        try:
            self._follower = None if module is None else module.follower(match.state, is_simulated=is_simulated)
        except UserError as error:  # a match works without the eye
            wrong = (Show(Notice(say("box.eye"), tuple(error.why))),)
        self._is_broken, self._known = self._follower is None, len(match.log)
        return wrong

    def acts_to_enter(self, match: Match[object]) -> tuple[Act, ...]:
        """Return the acts that happened on the table and are not in the box yet."""
        if self._follower is None:
            return ()
        self._sync(match, self._follower)
        acts = self._follower.finding().acts
        return () if acts == self._refused else acts

    def entered(self, match: Match[object], before: int, acts: tuple[Act, ...], *, is_refused: bool) -> None:
        """Note that acts were entered after `before` acts of the log, or that the match has refused one."""
        if is_refused or len(match.log) == before:
            self._refused = acts
        if len(match.log) > before and self._follower is not None:
            self._entered, self._known = (len(match.log), len(match.log) - before), len(match.log)
            self._shown = None
            self._follower.follow(match.state, tuple(match.log[before:]), seen=True)

    def count_to_take_back(self, match: Match[object]) -> int:
        """Return how many acts the eye has just entered; 0 if something else was entered last."""
        if self._entered is None or self._entered[0] != len(match.log):
            return 0
        count, self._entered = self._entered[1], None
        return count

    def answer(self, question: Question, *, is_table_right: bool) -> tuple[Act, ...]:
        """Take the answer of the players to a question; return the acts to enter."""
        if self._follower is not None:
            self._follower.answer(question, is_table_right=is_table_right)
        return question.acts if is_table_right else ()

    def show(self, match: Match[object], shown: Notice | None, *, is_free: bool) -> Effects:
        """Return a question or a doubt once; withdraw it when it has become pointless.

        `shown` is the notice on the screen; `is_free` if nobody is entering something there.
        """
        if self._follower is None:
            return ()
        self._sync(match, self._follower)
        finding = self._follower.finding()
        wanted: object = finding.question or finding.doubts or None
        effects: list[Effects] = []
        if wanted != self._shown and self._notice is not None and shown is self._notice:
            effects.append((Withdraw(self._notice),))
        if finding.note != self._note:
            self._note = finding.note
            if finding.note is not None:
                effects.append((ShowNews(News(NewsKind.INFO, finding.note)),))
        if wanted is None:
            self._shown = None
        elif wanted != self._shown and is_free:
            self._shown, self.questions = wanted, self.questions + 1
            self._notice = _notice_of(finding)
            effects.append((Do.WAKE, Ring(Sound.REFUSED), Show(self._notice, Reach.SHARED)))
        return tuple(effect for group in effects for effect in group)

    def may_enter(self, dialog: Dialog | None) -> bool:
        """Return whether no question is open but the one that the eye has shown last."""
        return dialog is None or not dialog.is_question or dialog.notice is self._notice

    def _sync(self, match: Match[object], follower: Follower) -> None:
        """Inform the follower of what was entered in another way."""
        if len(match.log) > self._known:
            acts, self._known = tuple(match.log[self._known :]), len(match.log)
            self._refused = ()
            follower.follow(match.state, acts)


def _notice_of(finding: Finding) -> Notice:
    question = finding.question
    if question is None:
        return Notice(say("box.eye"), tuple(finding.doubts))
    return Notice(
        say("box.eye-asks"),
        (question.text,),
        yes=(AnswerEye(question, is_table_right=True),),
        no=(AnswerEye(question, is_table_right=False),),
        yes_label="legend.eye-table",
        no_label="legend.eye-box",
    )


def seen(match: Match[object], act: Act) -> News:
    """Return the line of news about an act that the eye has seen."""
    told = match.tell(act)
    return News(NewsKind.SEEN, say("box.eye-saw", act=told), (told, told))

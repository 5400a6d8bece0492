"""A match that is being played: it judges, stores and plays acts, and reports what followed to its screens.

The box has one screen for it, and so has every phone on which somebody is entering something. What they share is
here: the match, its session, the latest refusals and news, the dialog that all of them show, what was seen.
"""

from __future__ import annotations

from collections import deque
from typing import NamedTuple, Protocol

from engine.acts import Act
from engine.game import Ask
from engine.match import UNDO, Match
from engine.verdicts import Refusal, say
from firmware_py.games import taught
from firmware_py.games.lookup import display_of, has_sight
from firmware_py.games.memory import Memory
from firmware_py.games.views import Scene
from firmware_py.ui.match.analysis import MatchAnalysis
from firmware_py.ui.match.looking import MatchSight
from firmware_py.ui.match.phrases import news_of
from firmware_py.ui.match.session import MatchSession
from firmware_py.ui.match.thinker import Answered, Thinker
from firmware_py.ui.screens.dialog import Dialog
from firmware_py.ui.screens.effects import Notice
from firmware_py.ui.screens.news import News, NewsKind

REFUSALS_KEPT = 20


class Outcome(NamedTuple):
    """What followed from an act that was accepted; every screen of the match shows it."""

    news: News
    asked: Ask
    """The question before it."""
    scenes: tuple[Scene, ...] = ()


class Follower(Protocol):
    """A screen of the match."""

    dialog: Dialog | None

    def follow(self, outcome: Outcome, *, is_own: bool) -> None:
        """Show what followed from an act; `is_own` if it was entered on this screen."""

    def take_answer(self, answer: Answered) -> None:
        """Take what the thinker has found."""


class LiveMatch:
    """A match, and what all its screens share."""

    def __init__(
        self, match: Match[object], session: MatchSession, memory: Memory, thinker: Thinker | None
    ) -> None:
        """Play `match`; `session` stores it, `memory` remembers owner data from the acts."""
        self.match, self.session, self.memory, self.thinker = match, session, memory, thinker
        self.pictures = display_of(match.setup.game)
        self.sight = MatchSight(match)
        self.taught = taught.load(match.setup.game) if has_sight(match.setup.game) else None
        """What the owner has taught for pictures of this game."""
        self.analysis = MatchAnalysis(match, session.number, thinker)
        self.refusals: deque[tuple[int, Act, Refusal]] = deque(maxlen=REFUSALS_KEPT)
        """The latest refusals on all screens, each with the length of the log at that time."""
        self.news: News | None = None
        """The line about the last act."""
        self.dialog: Dialog | None = None
        """What every screen shows that is not busy with a dialog of its own."""
        self._followers: list[Follower] = []

    def add(self, follower: Follower) -> None:
        """Report to another screen too; that of the box comes first."""
        self._followers.append(follower)

    def remove(self, follower: Follower) -> None:
        """Report to a screen no more."""
        self._followers.remove(follower)

    # --- acts

    def play(self, act: Act, by: Follower, shown: News | None = None, *, how: str) -> Refusal | None:
        """Judge an act, store it, play it and report it. Return the refusal, if there is one.

        An act that cannot be stored is not played: raises `JournalFault`. `shown` replaces the line of news, `how`
        says how the act was entered.
        """
        match = self.match
        before, asked, undone = match.state, match.ask(), match.last
        news: list[News] = []

        def keep() -> None:  # called when the act is accepted and the match is not changed yet
            news.append(shown or news_of(NewsKind.PLAYED, act, match))
            self.session.keep(match, act, how=how)

        refusal = match.play(act, keep)
        if refusal is not None:
            return refusal
        scenes = [] if act == UNDO else self.pictures.scenes_after(before, match.state)
        self._report(news[0], asked, undone if act == UNDO else match.last, scenes, by)
        return None

    def undo_to(self, count: int, most: int, by: Follower, *, how: str) -> None:
        """Undo until `count` acts are left, but at most `most` of them. The caller has asked the players.

        All of them are stored and done, or none: raises `JournalFault`.
        """
        match, asked = self.match, self.match.ask()
        undos = min(match.undoable - count, most)
        if undos <= 0:
            return
        self.session.keep(match, *[UNDO] * undos, how=how)
        taken_back = match.acts[-undos:]
        for _ in taken_back:
            match.play(UNDO)
        heeded = next(filter(self.memory.heeds, taken_back), None)
        self._report(news_of(NewsKind.PLAYED, UNDO, match), asked, heeded, [], by)

    def _report(self, news: News, asked: Ask, changed: Act | None, scenes: list[Scene], by: Follower) -> None:
        """Report to every screen what followed from an act; `changed` was played or taken back."""
        match = self.match
        self.session.played(match)
        if match.standing().is_decided:
            self.sight.pictures.clear()
        is_heeded = changed is not None and self.memory.heeds(changed)
        forgotten = self.memory.follow(match.acts) if is_heeded else None
        if forgotten is not None:
            scenes.insert(0, Scene(say("box.not-remembered"), (forgotten,), match.state))
        self.news, self.dialog = news, None  # what the dialog has shown is outdated
        for each in tuple(self._followers):
            each.follow(Outcome(news, asked, tuple(scenes)), is_own=each is by)

    def take_answer(self, answer: Answered) -> None:
        """Take what the thinker has found."""
        self.analysis.take(answer)
        for each in tuple(self._followers):
            each.take_answer(answer)

    # --- the shared dialog

    def share(self, dialog: Dialog, by: Follower) -> None:
        """Show the dialog of a screen on every other one that is not busy with one of its own."""
        before, self.dialog, dialog.is_own = self.dialog, dialog, False
        for each in self._followers:
            if each is not by and (each.dialog is None or each.dialog is before):
                each.dialog = dialog

    def withdraw(self, notice: Notice) -> None:
        """Close a notice on every screen, because somebody has answered it."""
        if self.dialog is not None and self.dialog.notice is notice:
            self.dialog = None
        for each in self._followers:
            if each.dialog is not None and each.dialog.notice is notice:
                each.dialog = None

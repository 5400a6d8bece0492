"""Play acts: judge them, store them, play them and show the result, or show why they are refused."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from engine.acts import Act, is_open
from engine.game import MATCH_VERBS
from engine.match import UNDO, about
from engine.verdicts import say
from firmware_py.display.prompt import BACK_KEY, CHECK
from firmware_py.games.views import Scene
from firmware_py.storage.journal import JournalFault
from firmware_py.ui.menu import AMEND, NOTHING_TO_AMEND
from firmware_py.ui.phrases import news_of, sound_of
from firmware_py.ui.verdicts import verdict_lines, verdict_title, words_in

if TYPE_CHECKING:
    from engine.game import Ask
    from engine.verdicts import Refusal
    from firmware_py.games.memory import Memory
    from firmware_py.ui.dialog import Dialog
    from firmware_py.ui.match_screen import MatchScreen
    from firmware_py.ui.view_model import News

REFUSALS_KEPT = 20


class MatchPlay:
    """Plays acts for a match screen."""

    def __init__(self, screen: MatchScreen, memory: Memory) -> None:
        """Play acts in the match of `screen`; `memory` remembers owner data from the acts."""
        self._screen, self._match, self._memory = screen, screen.match, memory
        self.refused: Act | None = None
        """The last act refused in this turn; the players can overrule the refusal."""
        self.refusals: deque[tuple[int, Act, Refusal]] = deque(maxlen=REFUSALS_KEPT)
        """The latest refusals, each with the length of the log at that time."""

    def submit(self, act: Act, *, may_insist: bool = True) -> None:
        """Play an act or show why it is refused.

        With `may_insist`, the players can overrule a refusal that is only advice.
        """
        is_amending = self._screen.turn.is_amending
        submitted = about("amend", act) if is_amending else act
        refusal = NOTHING_TO_AMEND if submitted == AMEND else self.play(submitted)
        if refusal is None:
            return
        self.refusals.append((len(self._match.log), submitted, refusal))
        dialog = self.refuse(refusal)
        is_of_game = submitted.verb not in MATCH_VERBS and not is_open(submitted)
        if is_of_game and not is_amending and refusal.rule is not None:
            self.refused = submitted
            if refusal.is_advice and may_insist:
                overruled = about("overrule", submitted)
                dialog.asks(lambda: self.submit(overruled), "legend.insist")

    def play(self, act: Act, shown: News | None = None) -> Refusal | None:
        """Judge an act, store it, play it and show it. Return the refusal, if there is one.

        An act that cannot be stored is not played; a dialog shows the error. `shown` replaces the line of news.
        """
        screen, match = self._screen, self._match
        before, asked, undone = match.state, match.ask(), match.last
        news: list[News] = []

        def keep() -> None:  # called when the act is accepted and the match is not changed yet
            news.append(shown or news_of(CHECK, act, match))
            screen.session.keep(match, act)

        try:
            refusal = match.play(act, keep)
        except JournalFault as fault:
            self._show_not_saved(fault)
            return None
        if refusal is not None:
            return refusal
        self._begin_next_turn(news[0])
        scenes = [] if act == UNDO else screen.pictures.scenes_after(before, match.state)
        self._show_what_followed(undone if act == UNDO else match.last, asked, scenes)
        return None

    def _show_not_saved(self, fault: JournalFault) -> None:
        screen = self._screen
        screen.begin_turn()
        screen.tell(say("box.not-saved"), [fault.why])

    def _begin_next_turn(self, news: News) -> None:
        screen = self._screen
        screen.session.played(self._match)
        self.refused, screen.news, screen.turn.plays_on = None, news, False
        screen.begin_turn()

    def _show_what_followed(self, changed: Act | None, asked: Ask, scenes: list[Scene]) -> None:
        """Show the scenes that follow from an act, and queue its sound; `changed` was played or taken back."""
        screen, match = self._screen, self._match
        is_heeded = changed is not None and self._memory.heeds(changed)
        forgotten = self._memory.follow(match.acts) if is_heeded else None
        if forgotten is not None:
            scenes.insert(0, Scene(say("box.not-remembered"), (forgotten,), match.state))
        waits = None if screen.turn.navigator is None else match.ask()
        screen.sounds.append(sound_of(asked, waits, has_scenes=bool(scenes)))
        if scenes:
            screen.play_scenes(scenes)

    def refuse(self, refusal: Refusal) -> Dialog:
        """Show a refusal in a dialog and return the dialog."""
        screen = self._screen
        screen.sounds.append("refused")
        title, lines = verdict_title(self._match, refusal), verdict_lines(self._match, refusal)
        dialog = screen.tell(title, lines, refusal)
        if refusal.rule is not None:
            screen.tutor.teach(refusal.rule)
        if (navigator := screen.turn.navigator) is not None:
            navigator.reset_cursor()
            dialog.mark(frozenset(words_in(refusal.why)) & navigator.reachable_names())
        return dialog

    def undo(self) -> None:
        """Undo the last act; ask first if another player has acted since, or something was revealed."""
        screen, match = self._screen, self._match
        refusal = match.judge(UNDO)
        if refusal is not None:
            self.refuse(refusal)
            return
        assert match.last is not None  # else there is nothing to undo
        taken_back = news_of(BACK_KEY, match.last, match)
        if (why := match.undo_asks()) is not None:
            text = say("box.undo-asks", act=match.tell(match.last), why=why)
            screen.confirm(text, lambda: self._take_back(taken_back))
        else:
            self._take_back(taken_back)

    def _take_back(self, shown: News) -> None:
        """Undo the last act and, if the box would then have the turn, also what led to that."""
        self.play(UNDO, shown)
        advice = self._screen.advice
        last = self._match.undoable + 1
        while advice.is_to_move and 0 < self._match.undoable < last:
            last = self._match.undoable
            self.play(UNDO, shown)

    def undo_to(self, count: int, most: int) -> None:
        """Undo until `count` acts are left, but at most `most` of them. The caller has asked the players.

        All of them are stored and done, or none; a dialog shows the error.
        """
        screen, match, asked = self._screen, self._match, self._match.ask()
        undos = min(match.undoable - count, most)
        if undos <= 0:
            return
        try:
            screen.session.keep(match, *[UNDO] * undos)
        except JournalFault as fault:
            self._show_not_saved(fault)
            return
        taken_back = match.acts[-undos:]
        for _ in taken_back:
            match.play(UNDO)
        self._begin_next_turn(news_of(CHECK, UNDO, match))
        self._show_what_followed(next(filter(self._memory.heeds, taken_back), None), asked, [])

    def insist(self) -> None:
        """Ask the players whether to overrule the last refusal."""
        assert self.refused is not None  # else the menu does not allow it
        overruled = about("overrule", self.refused)
        if (refusal := self._match.judge(overruled)) is not None:
            self.refuse(refusal)
        else:
            text = say("box.insist-asks", act=self._match.tell(self.refused))
            self._screen.propose(text, overruled)

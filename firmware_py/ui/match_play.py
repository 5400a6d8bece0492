"""Play acts: judge them, store them, play them and show the result, or show why they are refused."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any

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
        before, asked = match.state, match.ask()
        news: list[News] = []

        def keep() -> None:  # called when the act is accepted and the match is not changed yet
            news.append(shown or news_of(CHECK, act, match))
            screen.session.keep(match, act)

        try:
            refusal = match.play(act, keep)
        except JournalFault as fault:
            screen.begin_turn()
            screen.tell(say("box.not-saved"), [fault.why])
            return None
        if refusal is not None:
            return refusal
        screen.session.played(match)
        self.refused, screen.news, screen.turn.plays_on = None, news[0], False
        screen.begin_turn()
        self._show_what_followed(act, before, asked)
        return None

    def _show_what_followed(self, act: Act, before: Any, asked: Ask) -> None:
        """Show the scenes that follow from an act, and queue its sound."""
        screen, match = self._screen, self._match
        scenes = [] if act == UNDO else screen.pictures.scenes_after(before, match.state)
        forgotten = self._memory.follow(match.acts)
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
        taken_back = news_of(BACK_KEY, match.acts[-1], match)
        if (why := match.undo_asks()) is not None:
            text = say("box.undo-asks", act=match.tell(match.acts[-1]), why=why)
            screen.confirm(text, lambda: self._take_back(taken_back))
        else:
            self._take_back(taken_back)

    def _take_back(self, shown: News) -> None:
        """Undo the last act and, if the box would then have the turn, also what led to that."""
        self.play(UNDO, shown)
        advice = self._screen.advice
        last = len(self._match.acts) + 1
        while advice.is_to_move and 0 < len(self._match.acts) < last:
            last = len(self._match.acts)
            self.play(UNDO, shown)

    def undo_to(self, count: int) -> None:
        """Undo until `count` acts are left, or storing fails. The caller has asked the players."""
        while len(self._match.acts) > count:
            standing = len(self._match.acts)
            self.play(UNDO)
            if len(self._match.acts) == standing:
                return

    def insist(self) -> None:
        """Ask the players whether to overrule the last refusal."""
        assert self.refused is not None  # else the menu does not allow it
        overruled = about("overrule", self.refused)
        if (refusal := self._match.judge(overruled)) is not None:
            self.refuse(refusal)
        else:
            text = say("box.insist-asks", act=self._match.tell(self.refused))
            self._screen.propose(text, overruled)

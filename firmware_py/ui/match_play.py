"""Play acts: judge them, store them, play them and show the result, or show why they are refused."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, NamedTuple

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
from firmware_py.ui.view_model import News

if TYPE_CHECKING:
    from engine.game import Ask
    from engine.verdicts import Refusal
    from firmware_py.games.memory import Memory
    from firmware_py.ui.dialog import Dialog
    from firmware_py.ui.match_screen import MatchScreen
    from firmware_py.ui.options import Option

REFUSALS_KEPT = 20


class Outcome(NamedTuple):
    """What followed from an act that was accepted; every screen of the match shows it."""

    news: News
    asked: Ask
    """The question before it."""
    scenes: tuple[Scene, ...] = ()


class MatchPlay:
    """Plays acts for a match screen."""

    def __init__(self, screen: MatchScreen, memory: Memory) -> None:
        """Play acts in the match of `screen`; `memory` remembers owner data from the acts."""
        self._screen, self._match, self._memory = screen, screen.match, memory
        self.refused: Act | None = None
        """The last act refused in this turn; the players can overrule the refusal."""
        self.refusals: deque[tuple[int, Act, Refusal]] = deque(maxlen=REFUSALS_KEPT)
        """The latest refusals on all screens of the match, each with the length of the log at that time."""
        self.news: News | None = None
        """The line about the last act."""

    def submit(self, act: Act, *, may_insist: bool = True) -> None:
        """Play an act or show why it is refused.

        With `may_insist`, the players can overrule a refusal that is only advice.
        """
        if act.verb == "hint":
            self._screen.advice.ask_hint(act)
            return
        is_amending = self._screen.turn.is_amending
        submitted = about("amend", act) if is_amending else act
        refusal = NOTHING_TO_AMEND if submitted == AMEND else self.play(submitted)
        if refusal is None:
            return
        self.refusals.append((len(self._match.log), submitted, refusal))
        dialog = self.refuse(refusal, can_insist=may_insist)
        is_of_game = submitted.verb not in MATCH_VERBS and not is_open(submitted)
        if is_of_game and not is_amending and refusal.rule is not None:
            self.refused, dialog.can_insist = submitted, True
            if refusal.is_advice and may_insist:
                dialog.asks(self.insist, "legend.insist")

    def submit_at_once(self, act: Act) -> None:
        """Play an act of any seat at once or show why not, unless a yes-or-no question is open."""
        screen, dialog = self._screen, self._screen.dialog
        is_of_game = act.verb not in MATCH_VERBS and not is_open(act)
        is_refused = dialog is not None and dialog.is_refusal
        if is_of_game and (dialog is None or dialog.agreed is None or is_refused):
            if not (is_refused and screen.turn.is_amending):  # else it is what is allowed instead
                screen.begin_turn()
            self.submit(act)

    def submit_typed(self, act: Act) -> None:
        """Play an act that was typed as text, or show why it is refused."""
        self._screen.begin_turn()
        if act == UNDO:
            self.undo()
        else:
            self.submit(act, may_insist=False)

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
        scenes = [] if act == UNDO else screen.pictures.scenes_after(before, match.state)
        self._share(news[0], asked, undone if act == UNDO else match.last, scenes)
        return None

    def _show_not_saved(self, fault: JournalFault) -> None:
        screen = self._screen
        screen.begin_turn()
        screen.tell(say("box.not-saved"), [fault.why])

    def _share(self, news: News, asked: Ask, changed: Act | None, scenes: list[Scene]) -> None:
        """Show on every screen of the match what followed from an act; `changed` was played or taken back."""
        screen, match = self._screen, self._match
        screen.session.played(match)
        is_heeded = changed is not None and self._memory.heeds(changed)
        forgotten = self._memory.follow(match.acts) if is_heeded else None
        if forgotten is not None:
            scenes.insert(0, Scene(say("box.not-remembered"), (forgotten,), match.state))
        outcome = Outcome(news, asked, tuple(scenes))
        screen.screens.dialog = None  # what it has shown before is outdated
        for each in tuple(screen.screens.all):
            each.play.follow(outcome, is_own=each is screen)

    def follow(self, outcome: Outcome, *, is_own: bool) -> None:
        """Show what followed from an act; `is_own` if it was entered on this screen."""
        screen, entry, dialog = self._screen, self._screen.turn.entry, self._screen.dialog
        self.news = outcome.news
        self.refused, screen.news, screen.turn.plays_on = None, outcome.news, False
        screen.begin_turn()
        waits = None if screen.turn.navigator is None else self._match.ask()
        screen.sounds.append(sound_of(outcome.asked, waits, has_scenes=bool(outcome.scenes)))
        if screen is not screen.screens.box:
            screen.dialog = screen.screens.dialog
        elif outcome.scenes:
            screen.play_scenes(outcome.scenes)
            screen.screens.share()
        if not is_own and screen.dialog is None:
            self._keep_entry(entry, dialog, outcome)

    def _keep_entry(self, entry: tuple[Option, ...], dialog: Dialog | None, outcome: Outcome) -> None:
        """Keep what is half entered on this screen and still fits; else say who was faster."""
        screen = self._screen
        is_question = dialog is not None and dialog.agreed is not None and dialog.is_own
        if dialog is not None and dialog.is_own and dialog.agreed is None:
            screen.dialog = dialog
        if is_question or not screen.turn.follow(entry):
            screen.tell(say("box.late"), [say("box.late-text", act=outcome.news.text)])

    def refuse(self, refusal: Refusal, *, can_insist: bool = True) -> Dialog:
        """Show a refusal in a dialog and return the dialog; with `can_insist` ok overrules what is only advice."""
        screen = self._screen
        screen.sounds.append("refused")
        title = verdict_title(self._match, refusal)
        lines = verdict_lines(self._match, refusal, can_insist=can_insist)
        dialog = screen.tell(title, lines, refusal)
        if refusal.rule is not None:
            screen.tutor.teach(refusal.rule)
        if (navigator := screen.turn.navigator) is not None:
            dialog.mark(frozenset(words_in(refusal.why)) & navigator.reachable_names())
        return dialog

    def undo(self) -> None:
        """Undo the last act; ask first if another player has acted since, or something was revealed."""
        screen, match = self._screen, self._match
        refusal = match.judge(UNDO)
        if refusal is not None:
            self.refuse(refusal)
            return
        if screen.eye.take_back():
            return
        assert match.last is not None  # else there is nothing to undo
        taken_back = news_of(BACK_KEY, match.last, match)
        if (why := match.undo_asks()) is not None:
            text = say("box.undo-asks", act=match.tell(match.last), why=why)
            screen.confirm(text, lambda: self._take_back(taken_back))
        else:
            self._take_back(taken_back)

    def _take_back(self, shown: News) -> None:
        """Undo the last act and, if the box would then have the turn, also what led to that; the news has all."""
        match, advice, taken_back = self._match, self._screen.advice, [shown.text]
        self.play(UNDO, shown)
        last = match.undoable + 1
        while advice.is_to_move and match.last is not None and match.undoable < last:
            last = match.undoable
            taken_back.append(match.tell(match.last))
            short = say("box.undone-count", count=len(taken_back))
            self.play(UNDO, News(BACK_KEY, say("box.undone-moves", acts=tuple(taken_back)), (short,)))

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
        self._share(news_of(CHECK, UNDO, match), asked, next(filter(self._memory.heeds, taken_back), None), [])

    def insist(self) -> None:
        """Ask the players whether to overrule the last refusal."""
        assert self.refused is not None  # else the menu does not allow it
        overruled = about("overrule", self.refused)
        if (refusal := self._match.judge(overruled)) is not None:
            self.refuse(refusal)
        else:
            text = say("box.insist-asks", act=self._match.tell(self.refused))
            self._screen.propose(text, overruled)

"""The match screen: one match on the displays, independent of the hardware.

It owns what is shown: the dialog, the line of news, the turn with its questions, the table, how far the result is
scrolled. Its parts (`input`, `menu`, `advice`, `looking`) return effects; `resolve` makes simpler ones of some
of them, and the screen carries those out. What all screens of a match share is in
`LiveMatch`. What a screen cannot do itself (leave the match, ask for a name, wake the displays) it puts into
`requests`, for the screen stack.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PIL import Image

from drivers.buzzer import Sound
from drivers.presses import Press
from engine.acts import Act
from engine.colours import marks_of
from engine.match import UNDO, Match, about
from engine.verdicts import Refusal, say
from firmware_py.config.configuration import DEFAULTS, Config
from firmware_py.games.memory import Memory
from firmware_py.games.views import Scene
from firmware_py.i18n.translations import Translations
from firmware_py.sight.looking import Looked
from firmware_py.storage.journal import JournalFault
from firmware_py.ui.match import input as match_input
from firmware_py.ui.match import view as match_view
from firmware_py.ui.match.advice import Advice
from firmware_py.ui.match.live_match import LiveMatch, Outcome
from firmware_py.ui.match.looking import seen_news
from firmware_py.ui.match.menu import AMEND, NOTHING_TO_AMEND
from firmware_py.ui.match.phrases import sound_of
from firmware_py.ui.match.resolve import is_of_game, resolve
from firmware_py.ui.match.session import KEYS, PHONE, SEEN, unsaved_session
from firmware_py.ui.match.thinker import Answered, Thinker
from firmware_py.ui.match.turn import Turn
from firmware_py.ui.match.tutor import HELD_KEYS, HELD_KEYS_TITLE, Tutor
from firmware_py.ui.match.view import MatchView
from firmware_py.ui.navigation.options import Option
from firmware_py.ui.screens.dialog import Dialog
from firmware_py.ui.screens.effects import (
    AskName,
    Do,
    Effect,
    Effects,
    EnterSeen,
    Leave,
    Notice,
    Play,
    Reach,
    Refuse,
    Ring,
    ScrollResult,
    Show,
    ShowNews,
    ShowScenes,
    ShowTable,
    TakeBack,
    UndoTo,
    Withdraw,
)
from firmware_py.ui.screens.news import News, NewsKind
from firmware_py.ui.screens.view_model import ViewModel

FIRST_MATCH = 1
"""The number of the first match that a box has stored."""
Request = Leave | AskName | Do
"""What the screen stack has to do for a match screen."""


class MatchScreen:
    """A match on one or two displays.

    It has many methods, because it is the one owner of what is shown: what changes that is here; the rest is in
    `input`, `resolve` and `view`.
    """

    def __init__(
        self,
        live: LiveMatch,
        translations: Translations,
        *,
        config: Config = DEFAULTS,
        displays: int = 2,
        box: MatchScreen | None = None,
        is_stored: bool = True,
    ) -> None:
        """Show a match from its current position; `box` is the screen of the box, if this is that of a phone."""
        self.live, self.match, self.config, self.displays = live, live.match, config, displays
        self._how = KEYS if box is None else PHONE
        self.language = translations
        """The translations without player names; `translations` adds them."""
        self._tutor = Tutor()
        self.sounds: list[Sound] = []
        """The sounds to play, if it is the screen of the box: a phone has no buzzer."""
        self.requests: list[Request] = []
        """What the screen stack has to do."""
        self.news: News | None = live.news
        self.dialog: Dialog | None = None
        self._table_shown = False
        """Whether the table was asked for; with one display it replaces the prompt."""
        self._scrolled = 0
        """How many lines the result of the match is scrolled."""
        self.turn: Turn = Turn(live.match, live.memory, None if box is None else box.turn)
        self._advice = Advice(live.match, live.session.number, live.thinker, is_player=box is None)
        live.add(self)
        self.begin_turn()
        if box is None and not self.match.log:
            is_first = is_stored and config.teaching and live.session.number == FIRST_MATCH
            tip = [Scene(HELD_KEYS_TITLE, HELD_KEYS, self.match.state)] if is_first else []
            if scenes := (*tip, *live.pictures.opening(self.match.state)):
                self._apply(ShowScenes(scenes, Reach.BRIEF))  # the page has them beside the table

    @property
    def translations(self) -> Translations:
        """The translations with the names of the players."""
        return self.language.naming(self.match.names, marks_of(self.match.setup))

    def set(self, config: Config, translations: Translations) -> None:
        """Apply changed settings."""
        self.config, self.language = config, translations
        self._tutor.offer(self.match.ask().what.key, len(self.match.log), is_on=config.teaching)

    # --- input

    def press(self, press: Press) -> None:
        """Handle a key press."""
        self.carry_out(match_input.press(self.view, self.turn, press))

    def choose(self, at: int) -> None:
        """Choose an answer by its index."""
        self.carry_out(match_input.choose(self.view, self.turn, at))

    def tap(self, taps: Sequence[str]) -> None:
        """Narrow the answers to what was tapped on the table."""
        self.carry_out(match_input.tap(self.view, self.turn, taps))

    def take_answer(self, answer: Answered) -> None:
        """Take what the thinker has found."""
        shown = None if self.dialog is None else self.dialog.notice
        self.carry_out(self._advice.take(answer, shown, is_free=self.is_free))

    def catch_up(self, looked: Looked | None) -> None:
        """Show what had to wait until nobody is entering something: what was seen, the opponent's move."""
        if looked is not None and looked.wanted.match == self.live.session.number:
            self.carry_out(self.live.sight.take(self.match, looked))
        self._enter_live()
        if self.is_free:
            self.carry_out(self._advice.remind())

    # --- effects

    def carry_out(self, effects: Effects) -> None:
        """Carry out effects, one after the other."""
        for effect in effects:
            self._apply(effect)

    def _apply(self, effect: Effect) -> None:  # noqa: C901, PLR0912 - one case for each effect
        match effect:
            case Do.BEGIN_TURN:
                self.begin_turn()
            case Play(act=act, may_insist=may_insist, how=how):
                self.submit(act, may_insist=may_insist, how=how)
            case TakeBack(news=news, how=how):
                self._take_back(news, how)
            case UndoTo(left=left, most=most):
                self._store(lambda: self.live.undo_to(left, most, self, how=self._how))
            case EnterSeen():
                self._enter_seen(effect)
            case Show():
                self._show(effect)
            case Do.CLOSE:
                self.dialog = None
            case Withdraw(notice=notice):
                self.live.withdraw(notice)
            case ShowNews(news=news):
                self.news = news or self.live.news
            case ShowTable(is_shown=is_shown):
                self._table_shown = is_shown
            case ScrollResult(top=top):
                self._scrolled = top
            case Ring(sound=sound):
                if self.turn.is_of_box:  # nobody takes the sounds of a phone's screen
                    self.sounds.append(sound)
            case AskName() | Leave() | Do.WAKE:
                self.requests.append(effect)
            case _:
                self.carry_out(resolve(effect, self.view, self.turn, self.live, self._tutor))

    def _show(self, show: Show) -> None:
        """Show a notice; of its marked words, the spots that the table has blink."""
        navigator, notice = self.turn.navigator, show.notice
        spots = frozenset[str]() if navigator is None else notice.marked & navigator.reachable_names()
        self.dialog = Dialog(notice, spots, is_own=show.reach is Reach.OWN)
        self._table_shown = False
        if show.at_end:
            self.dialog.scroll_to_end(self.translations)
        if show.reach is Reach.SHARED:
            self.live.share(self.dialog, self)

    def begin_turn(self) -> None:
        """Ask for the next act."""
        self.turn.begin()
        self._table_shown, self._scrolled, self.dialog = False, 0, None
        self._tutor.offer(self.match.ask().what.key, len(self.match.log), is_on=self.config.teaching)
        self.carry_out(self._advice.follow(self.config))

    # --- acts

    def submit(self, act: Act, *, may_insist: bool = True, how: str | None = None) -> None:
        """Play an act or show why it is refused.

        With `may_insist`, the players can overrule a refusal that is only advice. `how` says how it was entered.
        """
        if act.verb == "hint":
            self._give_hint(act)
            return
        submitted = about("amend", act) if self.turn.is_amending else act
        refusal = NOTHING_TO_AMEND if submitted == AMEND else self.play(submitted, how=how)
        if refusal is None:
            return
        self.live.refusals.append((len(self.match.log), submitted, refusal))
        can_overrule = is_of_game(submitted) and refusal.rule is not None
        if can_overrule:
            self.turn.refused = submitted
        self._apply(Refuse(refusal, can_overrule, may_insist))

    def play(self, act: Act, shown: News | None = None, *, how: str | None = None) -> Refusal | None:
        """Judge an act, store it, play it and show it. Return the refusal, if there is one.

        An act that cannot be stored is not played; a dialog shows the error. `shown` replaces the line of news.
        """
        return self._store(lambda: self.live.play(act, self, shown, how=how or self._how))

    def _store(self, play: Callable[[], Refusal | None]) -> Refusal | None:
        """Play something that is stored before; show a dialog if that cannot be."""
        try:
            return play()
        except JournalFault as fault:
            self.carry_out((Do.BEGIN_TURN, Show(Notice(say("box.not-saved"), (fault.why,)))))
            return None

    def follow(self, outcome: Outcome, *, is_own: bool) -> None:
        """Show what followed from an act; `is_own` if it was entered on this screen."""
        entry, dialog = self.turn.entry, self.dialog
        self.news, self.turn.refused, self.turn.plays_on = outcome.news, None, False
        self.begin_turn()
        waits = None if self.turn.navigator is None else self.match.ask()
        self._apply(Ring(sound_of(outcome.asked, waits, has_scenes=bool(outcome.scenes))))
        if not self.turn.is_of_box:
            self.dialog = self.live.dialog
        elif outcome.scenes:
            self._apply(ShowScenes(outcome.scenes, Reach.SHARED))
        if not is_own and self.dialog is None:
            self._keep_entry(entry, dialog, outcome)

    def _keep_entry(self, entry: tuple[Option, ...], dialog: Dialog | None, outcome: Outcome) -> None:
        """Keep what is half entered on this screen and still fits; else say who was faster."""
        is_question = dialog is not None and dialog.is_question and dialog.is_own
        if dialog is not None and dialog.is_own and not dialog.is_question:
            dialog.notice = dialog.notice._replace(can_insist=False)  # what was refused is outdated
            self.dialog = dialog
        if is_question or not self.turn.follow(entry):
            self._apply(Show(Notice(say("box.late"), (say("box.late-text", act=outcome.news.text),))))

    def _take_back(self, shown: News, how: str | None) -> None:
        """Undo the last act and, if the box would then have the turn, also what led to that; the news has all."""
        match, taken_back = self.match, [shown.text]
        self.play(UNDO, shown, how=how)
        last = match.undoable + 1
        while self._advice.is_to_move and match.last is not None and match.undoable < last:
            last = match.undoable
            taken_back.append(match.tell(match.last))
            short = say("box.undone-count", count=len(taken_back))
            self.play(UNDO, News(NewsKind.TAKEN_BACK, say("box.undone-moves", acts=tuple(taken_back)), (short,)))

    def _give_hint(self, act: Act) -> None:
        """Note that a player asks for a hint, and look for one."""
        log = len(self.match.log)
        refusal = self._advice.refuse_hint(self.config) or self.play(act)
        if refusal is not None:
            self._apply(Refuse(refusal))
        elif len(self.match.log) > log:  # else it could not be stored, and a dialog says so
            self.carry_out(self._advice.look_for_hint(self.config))

    # --- pictures of the table

    def _enter_live(self) -> None:
        """Enter what live pictures have shown, and show what they leave open."""
        sight = self.live.sight
        if self._is_free_to_enter and (acts := sight.acts_to_enter(self.match)):
            self._enter_seen(EnterSeen(acts))
        shown = None if self.dialog is None else self.dialog.notice
        texts = self.translations.table
        self.carry_out(sight.show(self.match, shown, texts, is_free=self._is_free_to_enter))

    @property
    def _is_free_to_enter(self) -> bool:
        shown = None if self.dialog is None else self.dialog.notice
        return self.turn.is_at_start and self.live.sight.may_enter(shown)

    def _enter_seen(self, seen: EnterSeen) -> None:
        """Play acts that a picture has shown, up to the first one that is refused."""
        if not seen.acts:
            return
        before, refusal = len(self.match.log), None
        self._apply(Do.WAKE)
        for count, act in enumerate(seen.acts, start=1):
            refusal = self.play(act, seen_news(self.match, act), how=SEEN)
            if refusal is not None or len(self.match.log) < before + count:
                break  # refused, or not stored
        if refusal is not None:
            self._apply(Refuse(refusal))
        self.live.sight.entered(self.match, before, seen, is_refused=refusal is not None)

    # --- pictures

    @property
    def is_free(self) -> bool:
        """Whether the first question of a turn is open, with no dialog and nothing answered yet."""
        return self.dialog is None and self.turn.is_at_start

    @property
    def is_resting(self) -> bool:
        """Whether nothing is shown or half entered that the table picture belongs to."""
        return self.dialog is None and (self.turn.navigator is None or self.turn.is_at_start)

    @property
    def shows_table(self) -> bool:
        """Whether the table is shown on the only display."""
        return self._table_shown and self.displays == 1

    def table(self) -> Image.Image:
        """Return the picture of the table display."""
        return match_view.table(self.view)

    def prompt(self) -> Image.Image:
        """Return the picture of the prompt display."""
        return match_view.prompt(self.view)

    def view_model(self) -> ViewModel:
        """Return the screen as values."""
        return match_view.view_model(self.view)

    @property
    def view(self) -> MatchView:
        """Everything that is shown now."""
        return MatchView(
            self.match,
            self.translations,
            self.live.pictures,
            self.turn.navigator,
            self.dialog,
            self.turn.speakers,
            self.turn.is_home,
            self.shows_table,
            self.displays,
            self.config.hints,
            self.news,
            self._tutor.offered,
            self.live.session.totals,
            self._scrolled,
            self._advice.refuse_hint(self.config),
        )


def unsaved_screen(
    match: Match[object],
    translations: Translations,
    *,
    config: Config = DEFAULTS,
    memory: Memory | None = None,
    thinker: Thinker | None = None,
    displays: int = 2,
) -> MatchScreen:
    """Return the screen of a match that is kept in memory only, for drawings and trials."""
    live = LiveMatch(match, unsaved_session(match), memory or Memory(), thinker)
    return MatchScreen(live, translations, config=config, displays=displays, is_stored=False)

"""The match screen: one match on the displays, independent of the hardware.

It owns what is shown: the dialog, the line of news, the turn with its questions, the table, how far the result is
scrolled. Its parts (`input`, `menu`, `advice`, `dice`, `eye`) return effects, and it carries them out. What
all screens of a match share is in `LiveMatch`. What it cannot do itself (leave the match, ask for a name, wake the
displays) it puts into `requests`, for the screen stack.
"""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from drivers.buzzer import Sound
from drivers.eye import State as EyeState
from drivers.presses import Press
from engine.acts import Act, is_open
from engine.colours import marks_of
from engine.game import MATCH_VERBS
from engine.match import UNDO, Match, about
from engine.verdicts import Refusal, Sentence, say
from firmware_py.config.configuration import DEFAULTS, Config
from firmware_py.games.memory import Memory
from firmware_py.games.sight import Sight
from firmware_py.games.views import Scene
from firmware_py.i18n.translations import Translations
from firmware_py.storage.journal import JournalFault
from firmware_py.ui.match import input as match_input
from firmware_py.ui.match import view as match_view
from firmware_py.ui.match.advice import Advice
from firmware_py.ui.match.eye import MOST_AT_ONCE, seen
from firmware_py.ui.match.live_match import LiveMatch, Outcome
from firmware_py.ui.match.menu import AMEND, NOTHING_TO_AMEND, MenuState, menu_of_match
from firmware_py.ui.match.phrases import history_lines, news_of, sound_of
from firmware_py.ui.match.session import KEYS, PHONE, SEEN, TYPED, unsaved_session
from firmware_py.ui.match.thinker import Answered, Thinker
from firmware_py.ui.match.turn import Turn
from firmware_py.ui.match.tutor import HELD_KEYS, HELD_KEYS_TITLE, Tutor
from firmware_py.ui.match.verdicts import verdict_lines, verdict_title, words_in
from firmware_py.ui.match.view import MatchView
from firmware_py.ui.navigation.options import Leaf, Option
from firmware_py.ui.screens.dialog import Dialog
from firmware_py.ui.screens.effects import (
    AnswerEye,
    AskHint,
    AskName,
    Do,
    Effect,
    Effects,
    Leave,
    Narrow,
    Notice,
    Play,
    PressAgain,
    Refuse,
    Ring,
    ScrollResult,
    Show,
    ShowNews,
    ShowRound,
    ShowScenes,
    ShowTable,
    TakeBack,
    Teach,
    Withdraw,
    propose,
)
from firmware_py.ui.screens.news import News, NewsKind
from firmware_py.ui.screens.view_model import ViewModel

FIRST_MATCH = 1
"""The number of the first match that a box has stored."""
Request = Leave | AskName | Do
"""What the screen stack has to do for a match screen."""


class MatchScreen:
    """A match on one or two displays.

    It has many methods, because it is the one place where effects end: each carries out one of them.
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
        self.tutor = Tutor()
        self.sounds: list[Sound] = []
        """The sounds to play."""
        self.requests: list[Request] = []
        """What the screen stack has to do."""
        self.news: News | None = live.news
        self.dialog: Dialog | None = None
        self.table_shown = False
        """Whether the table was asked for; with one display it replaces the prompt."""
        self.scrolled = 0
        """How many lines the result of the match is scrolled."""
        self.refused: Act | None = None
        """The last act refused in this turn; the players can overrule the refusal."""
        self.turn: Turn = Turn(live.match, live.memory, None if box is None else box.turn)
        self.advice = Advice(live.match, live.session.number, live.thinker, is_player=box is None)
        live.add(self)
        self.begin_turn()
        if box is None and not self.match.log:
            is_first = is_stored and config.teaching and live.session.number == FIRST_MATCH
            tip = [Scene(HELD_KEYS_TITLE, HELD_KEYS, self.match.state)] if is_first else []
            if scenes := (*tip, *live.pictures.opening(self.match.state)):
                self._apply(ShowScenes(scenes, is_own=False))  # the page has them beside the table

    @property
    def translations(self) -> Translations:
        """The translations with the names of the players."""
        return self.language.naming(self.match.names, marks_of(self.match.setup))

    def set(self, config: Config, translations: Translations) -> None:
        """Apply changed settings."""
        self.config, self.language = config, translations
        self.tutor.offer(self.match.ask().what.key, len(self.match.log), is_on=config.teaching)

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

    def take(self, leaf: Leaf) -> None:
        """Take a menu entry or an act that was chosen."""
        self.carry_out(match_input.take(self.view, self.turn, leaf))

    def take_answer(self, answer: Answered) -> None:
        """Take what the thinker has found."""
        shown = None if self.dialog is None else self.dialog.notice
        self.carry_out(self.advice.take(answer, shown, is_free=self.is_free))

    def remind(self) -> None:
        """Show what had to wait until nobody is entering something: what the eye saw, the opponent's move."""
        self.look()
        if self.is_free:
            self.carry_out(self.advice.remind())

    # --- effects

    def carry_out(self, effects: Effects) -> None:
        """Carry out effects, one after the other."""
        for effect in effects:
            self._apply(effect)

    def _apply(self, effect: Effect) -> None:
        match effect:
            case Do():
                self._do(effect)
            case Play(act=act, may_insist=may_insist):
                self.submit(act, may_insist=may_insist)
            case PressAgain(press=press):
                if self.dialog is None:  # else it is the opponent's turn
                    self.press(press)
            case Narrow(taps=taps):
                self.dialog = None
                self.carry_out(match_input.narrow(self.view, self.turn, taps))
            case Refuse(refusal=refusal):
                self._show_refusal(refusal)
            case TakeBack(news=news, how=how):
                self._take_back(news, how)
            case AskHint(act=act):
                self._ask_hint(act)
            case AnswerEye(question=question, is_table_right=is_table_right):
                self.live.eye.answer(question, is_table_right=is_table_right)
                self._enter_seen(question.acts if is_table_right else ())
                self.look()
            case _:
                self._show(effect)

    def _do(self, what: Do) -> None:
        match what:
            case Do.BEGIN_TURN:
                self.begin_turn()
            case Do.OPEN_MENU:
                self._open_menu()
            case Do.UNDO:
                self.undo()
            case Do.AMEND:
                self.begin_turn()
                self.turn.begin_amend()
            case Do.PLAY_ON:
                self.turn.plays_on = True
                self.begin_turn()
            case Do.INSIST:
                self._insist()
            case _:
                self._show(what)

    def _show(self, effect: Effect) -> None:
        """Carry out an effect that only changes what is shown."""
        match effect:
            case Show():
                self._show_notice(effect)
            case ShowScenes() | ShowRound() | Do.SHOW_HISTORY | Do.SHOW_LEGEND:
                self._show_notice(self._look_back(effect))
            case Withdraw(notice=notice):
                self.live.withdraw(notice)
            case ShowNews(news=news):
                self.news = news
            case ShowTable(is_shown=is_shown):
                self.table_shown = is_shown
            case ScrollResult(top=top):
                self.scrolled = top
            case Do.CLOSE:
                self.dialog = None
            case _:
                self._pass_on(effect)

    def _pass_on(self, effect: Effect) -> None:
        """Pass an effect on to the tutor, the buzzer or the screen stack."""
        match effect:
            case Ring(sound=sound):
                self._ring(sound)
            case Teach(rule=rule):
                self.tutor.teach(rule)
            case AskName() | Leave() | Do.WAKE:
                self.requests.append(effect)

    def _ring(self, sound: Sound) -> None:
        """Queue a sound; only the box has a buzzer."""
        if self.turn.is_of_box:
            self.sounds.append(sound)

    def _look_back(self, effect: ShowScenes | ShowRound | Do) -> Show:
        """Return what is shown of something that has happened, or of the picture of the table."""
        state, pictures = self.match.state, self.live.pictures
        if isinstance(effect, Do):
            if effect is Do.SHOW_LEGEND:
                return Show(Notice(say("box.legend"), tuple(pictures.legend(state))))
            title = say("box.history", count=len(self.match.log))
            return Show(Notice(title, tuple(history_lines(self.live.session.history.follow()))), at_end=True)
        if isinstance(effect, ShowRound):
            effect = ShowScenes(tuple(pictures.scenes(state, effect.number)))
        first = effect.scenes[0]
        text = tuple(self.tutor.paragraphs(first, is_on=self.config.teaching))
        return Show(Notice(first.title, text, scenes=effect.scenes), effect.is_own)

    # --- turns and dialogs

    def begin_turn(self) -> None:
        """Ask for the next act."""
        self.turn.begin()
        self.table_shown, self.scrolled, self.dialog = False, 0, None
        self.tutor.offer(self.match.ask().what.key, len(self.match.log), is_on=self.config.teaching)
        self.carry_out(self.advice.follow(self.config))

    def _open_menu(self) -> None:
        state = MenuState(
            self.live.pictures.rounds(self.match.state),
            has_legend=bool(self.live.pictures.legend(self.match.state)),
            is_over=self.turn.navigator is None,
            has_refused=self.refused is not None,
            has_hints=self.advice.has_hints,
            no_hint=self.advice.refuse_hint(self.config),
        )
        self.turn.open_menu(menu_of_match(self.match, state))

    def tell(self, title: Sentence, paragraphs: Sequence[Sentence]) -> None:
        """Show a dialog with a text."""
        self._show_notice(Show(Notice(title, tuple(paragraphs))))

    def _show_notice(self, show: Show) -> None:
        """Show a notice; of its marked words, the spots that the table has blink."""
        navigator, notice = self.turn.navigator, show.notice
        spots = frozenset[str]() if navigator is None else notice.marked & navigator.reachable_names()
        self.dialog = Dialog(notice, spots, is_own=show.is_own)
        self.table_shown = False
        if show.at_end:
            self.dialog.scroll_to_end(self.translations)
        if show.is_shared:
            self.live.share(self.dialog, self)

    def _show_refusal(self, refusal: Refusal, *, can_overrule: bool = False, may_insist: bool = True) -> None:
        """Show a refusal; with `may_insist` ok insists if it is only advice that can be overruled."""
        insist = (Do.INSIST,) if can_overrule and may_insist and refusal.is_advice else None
        self._ring(Sound.REFUSED)
        notice = Notice(
            verdict_title(self.match, refusal),
            tuple(verdict_lines(self.match, refusal, can_insist=may_insist)),
            refusal,
            yes=insist,
            yes_label="legend.ok" if insist is None else "legend.insist",
            marked=frozenset(words_in(refusal.why)),
            can_insist=can_overrule,
        )
        self._show_notice(Show(notice))
        if refusal.rule is not None:
            self.tutor.teach(refusal.rule)

    # --- acts

    def submit(self, act: Act, *, may_insist: bool = True, how: str = "") -> None:
        """Play an act or show why it is refused.

        With `may_insist`, the players can overrule a refusal that is only advice. `how` says how it was entered.
        """
        if act.verb == "hint":
            self._ask_hint(act)
            return
        submitted = about("amend", act) if self.turn.is_amending else act
        is_of_game = submitted.verb not in MATCH_VERBS and not is_open(submitted)
        refusal = NOTHING_TO_AMEND if submitted == AMEND else self.play(submitted, how=how)
        if refusal is None:
            return
        self.live.refusals.append((len(self.match.log), submitted, refusal))
        can_overrule = is_of_game and refusal.rule is not None
        if can_overrule:
            self.refused = submitted
        self._show_refusal(refusal, can_overrule=can_overrule, may_insist=may_insist)

    def submit_at_once(self, act: Act) -> None:
        """Play an act of any seat at once or show why not, unless a yes-or-no question is open."""
        is_of_game = act.verb not in MATCH_VERBS and not is_open(act)
        is_refused = self.dialog is not None and self.dialog.is_refusal
        if is_of_game and (self.dialog is None or not self.dialog.is_question or is_refused):
            if not (is_refused and self.turn.is_amending):  # else it is what is allowed instead
                self.begin_turn()
            self.submit(act)

    def submit_typed(self, act: Act) -> None:
        """Play an act that was typed as text, or show why it is refused."""
        self.begin_turn()
        if act == UNDO:
            self.undo(how=TYPED)
        else:
            self.submit(act, may_insist=False, how=TYPED)

    def play(self, act: Act, shown: News | None = None, *, how: str | None = None) -> Refusal | None:
        """Judge an act, store it, play it and show it. Return the refusal, if there is one.

        An act that cannot be stored is not played; a dialog shows the error. `shown` replaces the line of news.
        """
        try:
            return self.live.play(act, self, shown, how=how or self._how)
        except JournalFault as fault:
            self.begin_turn()
            self.tell(say("box.not-saved"), [fault.why])
            return None

    def follow(self, outcome: Outcome, *, is_own: bool) -> None:
        """Show what followed from an act; `is_own` if it was entered on this screen."""
        entry, dialog = self.turn.entry, self.dialog
        self.refused, self.news, self.turn.plays_on = None, outcome.news, False
        self.begin_turn()
        waits = None if self.turn.navigator is None else self.match.ask()
        self._ring(sound_of(outcome.asked, waits, has_scenes=bool(outcome.scenes)))
        if not self.turn.is_of_box:
            self.dialog = self.live.dialog
        elif outcome.scenes:
            self._apply(ShowScenes(outcome.scenes))
            if self.dialog is not None:
                self.live.share(self.dialog, self)
        if not is_own and self.dialog is None:
            self._keep_entry(entry, dialog, outcome)

    def _keep_entry(self, entry: tuple[Option, ...], dialog: Dialog | None, outcome: Outcome) -> None:
        """Keep what is half entered on this screen and still fits; else say who was faster."""
        is_question = dialog is not None and dialog.is_question and dialog.is_own
        if dialog is not None and dialog.is_own and not dialog.is_question:
            dialog.notice = dialog.notice._replace(can_insist=False)  # what was refused is outdated
            self.dialog = dialog
        if is_question or not self.turn.follow(entry):
            self.tell(say("box.late"), [say("box.late-text", act=outcome.news.text)])

    def undo(self, *, how: str | None = None) -> None:
        """Undo the last act; ask first if it has revealed something."""
        match = self.match
        refusal = match.judge(UNDO)
        if refusal is not None:
            self._show_refusal(refusal)
        elif count := self.live.eye.count_to_take_back(match):
            self.undo_to(match.undoable - count, count)
        else:
            assert match.last is not None  # else there is nothing to undo
            taken_back = TakeBack(news_of(NewsKind.TAKEN_BACK, match.last, match), how)
            why = match.undo_asks()
            asks = None if why is None else say("box.undo-asks", act=match.tell(match.last), why=why)
            self._apply(taken_back if asks is None else Show(Notice(say("box.sure"), (asks,), yes=(taken_back,))))

    def _take_back(self, shown: News, how: str | None) -> None:
        """Undo the last act and, if the box would then have the turn, also what led to that; the news has all."""
        match, taken_back = self.match, [shown.text]
        self.play(UNDO, shown, how=how)
        last = match.undoable + 1
        while self.advice.is_to_move and match.last is not None and match.undoable < last:
            last = match.undoable
            taken_back.append(match.tell(match.last))
            short = say("box.undone-count", count=len(taken_back))
            self.play(UNDO, News(NewsKind.TAKEN_BACK, say("box.undone-moves", acts=tuple(taken_back)), (short,)))

    def undo_to(self, count: int, most: int) -> None:
        """Undo until `count` acts are left, but at most `most` of them. The caller has asked the players."""
        try:
            self.live.undo_to(count, most, self, how=self._how)
        except JournalFault as fault:
            self.begin_turn()
            self.tell(say("box.not-saved"), [fault.why])

    def _insist(self) -> None:
        """Ask the players whether to overrule the last refusal."""
        assert self.refused is not None  # else the menu does not allow it
        overruled = about("overrule", self.refused)
        if (refusal := self.match.judge(overruled)) is not None:
            self._show_refusal(refusal)
        else:
            text = say("box.insist-asks", act=self.match.tell(self.refused))
            self._apply(Show(propose(say("box.sure"), text, overruled)))

    def _ask_hint(self, act: Act | None = None) -> None:
        """Note that a player asks for a hint, and look for one; with `act` the player is the one that it names."""
        log = len(self.match.log)
        refusal = self.advice.refuse_hint(self.config)
        if refusal is None:
            refusal = self.play(act or Act(self.match.ask().first, "hint"))
        if refusal is not None:
            self._show_refusal(refusal)
        elif len(self.match.log) > log:  # else it could not be stored, and a dialog says so
            self.carry_out(self.advice.look_for_hint(self.config))

    # --- the eye

    def take_sight(self, state: EyeState, sight: Sight | None, *, is_simulated: bool) -> None:
        """Take what the eye tells."""
        self.live.memory.is_simulated |= is_simulated and sight is not None
        self.carry_out(self.live.eye.look(self.match, state, sight, is_simulated=is_simulated))
        self.look()

    def look(self) -> None:
        """Enter what the eye has seen, and show what it asks."""
        eye = self.live.eye
        for _ in range(MOST_AT_ONCE):
            if not self._is_free_for_eye or not (acts := eye.acts_to_enter(self.match)):
                break
            self._enter_seen(acts)
        shown = None if self.dialog is None else self.dialog.notice
        self.carry_out(eye.show(self.match, shown, is_free=self._is_free_for_eye))

    @property
    def _is_free_for_eye(self) -> bool:
        """Whether nobody is entering something, and no question of somebody else is open."""
        is_asked = self.dialog is not None and self.dialog.is_question
        is_of_eye = self.dialog is not None and self.live.eye.is_own_question(self.dialog.notice)
        return self.turn.is_at_start and (not is_asked or is_of_eye)

    def _enter_seen(self, acts: tuple[Act, ...]) -> None:
        """Play acts that the eye has seen, up to the first one that is refused."""
        before, refusal = len(self.match.log), None
        if acts:
            self._do(Do.WAKE)
        for count, act in enumerate(acts, start=1):
            refusal = self.play(act, seen(self.match, act), how=SEEN)
            if refusal is not None or len(self.match.log) < before + count:
                break  # refused, or not stored
        if refusal is not None:
            self.tell(say("box.eye"), [refusal.why])
        if acts:
            self.live.eye.entered(self.match, before, acts, is_refused=refusal is not None)

    # --- pictures

    @property
    def blinking(self) -> bool:
        """Whether `blink` still has something to do."""
        return self.dialog is not None and self.dialog.blinks > 0

    def blink(self) -> None:
        """Switch the marked spots of the dialog on or off once."""
        if self.dialog is not None:
            self.dialog.blinks -= 1

    @property
    def is_free(self) -> bool:
        """Whether the first question of a turn is open, with no dialog and nothing answered yet."""
        return self.dialog is None and self.turn.is_at_start

    @property
    def shows_table(self) -> bool:
        """Whether the table is shown on the only display."""
        return self.table_shown and self.displays == 1

    def table(self) -> Image.Image:
        """Return the picture of the table display."""
        return match_view.table(self.view)

    def large_table(self) -> Image.Image:
        """Return the large picture of the table display."""
        return match_view.large_table(self.view)

    def prompt(self) -> Image.Image:
        """Return the picture of the prompt display."""
        return match_view.prompt(self.view)

    def view_model(self) -> ViewModel:
        """Return the screen as values."""
        return match_view.view_model(self.view)

    @property
    def is_idle(self) -> bool:
        """Whether there is nothing of its own to be seen: it shows what `idle_view` returns."""
        turn, is_first = self.turn, self.turn.navigator is None or self.turn.navigator.at_root
        is_plain = turn.is_home and is_first and not turn.plays_on
        return is_plain and self.dialog is None and self.news is self.live.news

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
            self.tutor.offered,
            self.live.session.totals,
            self.scrolled,
            self.advice.has_hints and self.advice.refuse_hint(self.config) is None,
        )

    def idle_view(self) -> MatchView:
        """Return what idle phones show: the next question, and the shared dialog."""
        return self.view._replace(
            navigator=self.turn.first,
            dialog=self.live.dialog,
            speakers=self.match.ask().seats,
            is_home=True,
            shows_table=False,
            displays=2,
            news=self.live.news,
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

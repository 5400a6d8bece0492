"""The box in a match: two displays and six keys, and nothing else that happens in between.

`press` takes what a person did with a key, `table` and `prompt` are the pictures to show then. The key table is
fixed: arrows move; ok chooses; back goes one step up; long back is undo; long ok is "why not?" on a hollow
answer, else what is lawful now, in words. Back at the root leads to the menu; with one display to the table first,
which moving on a board shows too.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any

from drivers.presses import Key, Kind, Press
from engine.acts import Act, is_open, quote
from engine.game import MATCH_VERBS
from engine.match import UNDO, Match, about
from engine.steps import Kind as StepKind
from engine.verdicts import player
from firmware_py.config.configuration import DEFAULTS
from firmware_py.display.prompt import BACK_KEY, CHECK, INFO, Hint
from firmware_py.display.shapes import Shape
from firmware_py.games.lookup import display_of
from firmware_py.games.memory import Memory
from firmware_py.games.views import Scene
from firmware_py.storage.journal import JournalFault
from firmware_py.ui import match_view
from firmware_py.ui.choices import Choice
from firmware_py.ui.dialog import Dialog
from firmware_py.ui.match_view import MatchView
from firmware_py.ui.menu import AMEND, NOTHING_TO_AMEND, MenuState, menu_of_match
from firmware_py.ui.navigator import DIRECTIONS, Leaf, Navigator, navigator_again, navigator_for, navigator_of
from firmware_py.ui.phrases import history, in_short, lawful_now, sound_of
from firmware_py.ui.session import NullSession
from firmware_py.ui.tutor import Tutor
from firmware_py.ui.verdicts import is_advised, is_unlawful, rule_text, spoken_of, verdict_lines, verdict_title

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PIL import Image

    from engine.game import Ask
    from engine.steps import Answer
    from engine.verdicts import Refusal
    from firmware_py.config.configuration import Config
    from firmware_py.i18n.translations import Translations
    from firmware_py.ui.session import MatchSession
    from firmware_py.ui.view_model import ViewModel


REFUSALS_KEPT = 20
SEATS = {key: int(key.value) for key in Key if key.value.isdigit()}


class MatchScreen:
    """What stands on the table, without its hardware."""

    def __init__(  # noqa: PLR0913 - each by its name
        self,
        match: Match[Any],
        translations: Translations,
        *,
        config: Config = DEFAULTS,
        displays: int = 2,
        memory: Memory | None = None,
        session: MatchSession | None = None,
    ) -> None:
        """Show a match as it stands."""
        self.displays = displays
        self.match = match
        self.config = config
        self.session = session or NullSession()
        self.sounds: list[str] = []
        """What should be heard: accepted, refused, your-turn, evaluation, over."""
        self._language = translations
        self._memory = memory or Memory()
        self._pictures = display_of(match.setup.game)
        self._news: Hint | None = None
        """What was understood last."""
        self._speakers: tuple[int, ...] = ()
        """The seats whose answers the keys give."""
        self._navigator: Navigator | None = None
        self._at_home = True
        """The walk is that of the game, not of the menu or of somebody who speaks out of turn."""
        self._amends = False
        """The walk is that of the last entry, which is typed in anew."""
        self._refused: Act | None = None
        """What the referee refused last in this turn: the table can insist on it."""
        self.refusals: deque[tuple[int, Act, Refusal]] = deque(maxlen=REFUSALS_KEPT)
        """What was refused lately, each with how long the log was then."""
        self._tutor = Tutor()
        self._plays_on = False
        """The table goes on with a game that is decided."""
        self._table_shown = False
        self._dialog: Dialog | None = None
        self._scrolled = 0
        """How far the result of a game is scrolled."""
        self._begin_turn()
        if not match.log and (scenes := self._pictures.opening(match.state, self.translations)):
            self._play_scenes(scenes)

    @property
    def translations(self) -> Translations:
        """The words of this table's language, with the players' names."""
        return self._language.naming(self.match.names)

    def set(self, config: Config, translations: Translations) -> None:
        """Take over new settings."""
        self.config, self._language, self._news = config, translations, None
        self._tutor.offer(self.match.ask().what.key, len(self.match.log), is_on=config.teaching)

    # --- keys

    def press(self, press: Press) -> None:
        """Do what a press of a key means now."""
        if press == Press(Key.BACK, Kind.LONG):
            self._undo()
        elif self.shows_table and not self._steering(press) and press.key not in SEATS:
            self._table_shown = False
            at_root = self._dialog is None and (self._navigator is None or self._navigator.at_root)
            if press == Press(Key.BACK, Kind.SHORT) and at_root and self._at_home:
                self._open_menu()
        elif self._dialog is not None:
            self._press_notice(self._dialog, press)
        elif self._navigator is None:
            self._press_at_end(press)
        elif press.key in DIRECTIONS:
            self._press_direction(self._navigator, press)
        elif press.key in SEATS and press.kind is Kind.SHORT:
            self._press_seat(self._navigator, SEATS[press.key])
        elif press.key is Key.OK:
            self._press_ok(self._navigator, press.kind)
        elif press == Press(Key.BACK, Kind.SHORT) and not self._navigator.back():
            self._back_at_root()

    def _steering(self, press: Press) -> bool:
        """Tell whether a press means the cursor on the table that is shown; others only go back to the prompt."""
        has_cursor = self._dialog is None and self._navigator is not None and self._navigator.shape is Shape.BOARD
        return has_cursor and press.key is not Key.BACK

    def _press_direction(self, navigator: Navigator, press: Press) -> None:
        held = press.kind is not Kind.SHORT or not self.config.hints
        if press.kind is Kind.REPEAT and navigator.shape is Shape.COMPASS:
            return  # the hold began at a question that is answered by now
        self._table_shown = navigator.shape is Shape.BOARD
        leaf = navigator.press(DIRECTIONS[press.key], held=held)
        if leaf is not None and navigator.option.hollow:
            self._explain(leaf)
        elif leaf is not None:
            self._take(navigator, leaf)

    def _press_seat(self, navigator: Navigator, seat: int) -> None:
        """A seat key answers a question for a seat or a number; elsewhere that seat speaks, in turn or not."""
        if navigator.point(seat):
            self._press_ok(navigator, Kind.SHORT)
            return
        if not navigator.at_root and navigator.option.step.kind is not StepKind.CHOICE:
            return  # no such number here, and what was said so far is not thrown away
        spoken = navigator_of(self.match.rules, self.match.state, seat)
        if spoken is None or self._amends:
            return
        only = spoken.only_act()
        if only is not None and not is_open(only):
            self._submit(only)
        else:
            self._navigator, self._speakers, self._table_shown = spoken, (seat,), False
            self._at_home = False
            self._open(spoken)

    def _press_ok(self, navigator: Navigator, kind: Kind) -> None:
        goes_on = kind is Kind.SHORT and is_advised(self.match, navigator.option)
        if navigator.option.hollow and kind is not Kind.REPEAT and not goes_on:
            self._explain(navigator.option.paths[0].leaf, may_insist=len(navigator.option.paths) == 1)
        elif kind is Kind.LONG and (rule := self._tutor.offered) is not None:
            self.tell(self.translations("box.lesson", rule=rule), [self.translations.text(rule_text(rule))])
            self._tutor.teach(rule)
        elif kind is Kind.LONG:
            self._list_lawful(navigator)
        elif kind is Kind.SHORT:
            self._table_shown = False
            act = navigator.choose()
            if act is not None:
                self._take(navigator, act)

    def _back_at_root(self) -> None:
        if not self._at_home:
            self._begin_turn()
        elif self.displays == 1:
            self._table_shown = True
        else:
            self._open_menu()

    def _press_at_end(self, press: Press) -> None:
        if press.key in {Key.UP, Key.DOWN}:
            self._scrolled = match_view.result(self._seen).scrolled(1 if press.key is Key.DOWN else -1).top
        elif press == Press(Key.OK, Kind.SHORT):
            self.session.leave("over")
        elif press == Press(Key.BACK, Kind.SHORT):
            self._back_at_root()

    def _press_notice(self, dialog: Dialog, press: Press) -> None:
        if press.key in {Key.UP, Key.DOWN}:
            dialog.scroll(1 if press.key is Key.DOWN else -1)
        elif press.key in {Key.LEFT, Key.RIGHT}:
            self._table_shown = dialog.has_picture
        elif press.key in SEATS and dialog.agreed is None:
            if SEATS[press.key] <= len(self.match.names) and len(dialog.scenes) <= 1:
                self._begin_turn()
                self.press(press)
        elif press.kind is Kind.SHORT and press.key in {Key.OK, Key.BACK}:
            self._dialog = None
            if press.key is Key.OK and dialog.agreed is not None:
                dialog.agreed()
            elif press.key is Key.OK and dialog.scenes[1:]:
                self._play_scenes(dialog.scenes[1:])

    # --- touch: a page points at what the keys would walk to

    def choose(self, at: int) -> None:
        """Take an answer as if the cursor stood on it."""
        if self._dialog is None and self._navigator is not None and at in range(len(self._navigator.options)):
            self._navigator.cursor = at
            self._press_ok(self._navigator, Kind.SHORT)

    def tap(self, taps: Sequence[str]) -> None:
        """Narrow what is said to what was tapped on the table; a tap from elsewhere begins the turn anew."""
        if self._dialog is not None and (self._dialog.agreed is not None or self._dialog.scenes):
            return  # that has to be read first
        if self._navigator is not None and not self._navigator.behind(taps):
            if self._dialog is None and self._navigator.is_said(taps):
                return
            anew = navigator_for(self.match.rules, self.match.state, self.match.ask().seats)
            if anew is not None and anew.behind(taps):
                self._begin_turn()
        navigator, self._dialog = self._navigator, None
        paths = navigator.behind(taps) if navigator is not None else []
        if navigator is None or not paths:
            self.hint(self.translations("box.not-asked"))
        elif not navigator.has_lawful(paths):
            self._explain(paths[0].leaf, may_insist=len(paths) == 1)
        elif (act := navigator.narrow(taps)) is not None:
            self._take(navigator, act)

    def say(self, act: Act) -> None:
        """Say at once what a seat may say now, in turn or not."""
        if act in self.match.legal() and (self._dialog is None or self._dialog.agreed is None):
            self._begin_turn()
            self._submit(act)

    def undo_to(self, count: int) -> None:
        """Undo until so many acts stand, or the disk refuses; whoever asks for it has asked the table."""
        while len(self.match.acts) > count:
            standing = len(self.match.acts)
            self._play(UNDO)
            if len(self.match.acts) == standing:
                return

    # --- what happens

    def _begin_turn(self) -> None:
        ask = self.match.ask()
        self._speakers = ask.seats
        waits = not ask.is_optional or self._plays_on
        self._navigator = navigator_for(self.match.rules, self.match.state, self._speakers) if waits else None
        self._at_home, self._amends = True, False
        self._table_shown, self._scrolled = False, 0
        if self._navigator is not None:
            self._open(self._navigator)
        self._dialog = None
        self._tutor.offer(ask.what.key, len(self.match.log), is_on=self.config.teaching)

    def _open(self, navigator: Navigator) -> None:
        """Go straight on to the answers if a single act is waited for, and a value of it is open."""
        leaf: Leaf | None = navigator.only_act()
        while isinstance(leaf, Act) and (answers := self._answers(leaf)):
            leaf = navigator.go_on(answers)

    def _take(self, navigator: Navigator, leaf: Leaf) -> None:
        """Do an entry of the menu, or go on asking while something of an act is open; else the act is said."""
        if isinstance(leaf, Choice):
            leaf.action()
        elif leaf == UNDO:
            self._undo()
        elif leaf == AMEND:
            self._begin_amend()
        elif leaf.verb == "quit":
            self.propose(self.translations("box.quit-asks", who=player(leaf.seat or 1)), leaf)
        else:
            said: Leaf | None = leaf
            while isinstance(said, Act) and (answers := self._answers(said)):
                said = navigator.go_on(answers)
            if isinstance(said, Act):
                self._submit(said)

    def _explain(self, leaf: Leaf, *, may_insist: bool = True) -> None:
        """Say why an answer is not allowed now."""
        if isinstance(leaf, Act):
            self._submit(leaf, may_insist=may_insist)
        elif leaf.refusal is not None:
            self._refuse(leaf.refusal)

    # --- what the menu does

    def look_at(self, number: int) -> None:
        """Show a round of the past once more."""
        self._begin_turn()
        self._play_scenes(self._pictures.scenes(self.match.state, number, self.translations))

    def play_on(self) -> None:
        """Go on with a game that is decided."""
        self._plays_on = True
        self._begin_turn()

    def rename(self, seat: int) -> None:
        """Ask for another name of a seat."""
        self._begin_turn()
        title = self.translations("menu.new-name", seat=str(seat))
        self.session.ask_name(title, lambda name: self._submit(Act(None, "name", (str(seat), quote(name)))))

    def leave(self, how: str) -> None:
        """Leave the match: `park`, `end` or `settings`."""
        self._begin_turn()
        self.session.leave(how)

    def _begin_amend(self) -> None:
        """Type the last entry in anew, from the position that it was made in."""
        last = self.match.amendable()
        assert last is not None  # else it is hollow
        navigator = navigator_again(self.match.rules, self.match.before, last)
        self._begin_turn()
        self._navigator, self._amends, self._at_home = navigator, True, False
        self._open(navigator)

    def insist(self) -> None:
        """Ask the table whether it insists on what was refused."""
        assert self._refused is not None  # else it is hollow
        overruled = about("overrule", self._refused)
        if (refusal := self.match.judge(overruled)) is not None:
            self._refuse(refusal)
        else:
            self.propose(self.translations("box.insist-asks", act=self.match.tell(self._refused)), overruled)

    def show_history(self) -> None:
        """List what was played."""
        title = self.translations("box.history", count=len(self.match.log))
        self.tell(title, history(self.match, self._language)).scroll_to_end()

    @property
    def _state(self) -> Any:
        """The position that the walk speaks of."""
        return self.match.before if self._amends else self.match.state

    def _answers(self, act: Act) -> list[Answer]:
        """List the answers to the first open value of an act, those that are remembered first."""
        if not is_open(act) or is_unlawful(self.match.rules.judge(self._state, act)):
            return []
        return [*self._memory.recall(act), *self.match.rules.answers(self._state, act)]

    def _submit(self, act: Act, *, may_insist: bool = True) -> None:
        """Say an act; what only advice speaks against can be insisted on, if it is what somebody chose."""
        said = about("amend", act) if self._amends else act
        refusal = NOTHING_TO_AMEND if said == AMEND else self._play(said)
        if refusal is None:
            return
        self.refusals.append((len(self.match.log), said, refusal))
        dialog = self._refuse(refusal)
        is_of_game = said.verb not in MATCH_VERBS and not is_open(said)
        if is_of_game and not self._amends and refusal.rule is not None:
            self._refused = said
            if refusal.is_advice and may_insist:
                overruled = about("overrule", said)
                dialog.asks(lambda: self._submit(overruled), "legend.insist")

    def _play(self, act: Act, told: Hint | None = None) -> Refusal | None:
        """Play an act: it is judged once, made durable, and shown. Return why it is refused, if it is.

        An act that cannot be made durable is not played, and a dialog says so.
        """
        before, asked = self.match.state, self.match.ask()
        news: list[Hint] = []

        def keep() -> None:  # the act is accepted, and the match is still as it was before
            news.append(told or Hint(CHECK, in_short(act, self.match, self.translations)))
            self.session.keep(self.match, act)

        try:
            refusal = self.match.play(act, keep)
        except JournalFault as fault:
            self._begin_turn()
            self.tell(self.translations("box.not-saved"), [self.translations.text(fault.why)])
            return None
        if refusal is not None:
            return refusal
        self.session.played(self.match)
        self._news, self._refused, self._plays_on = news[0], None, False
        self._begin_turn()
        self._show_what_followed(act, before, asked)
        return None

    def _show_what_followed(self, act: Act, before: Any, asked: Ask) -> None:
        """Show the scenes that an act has led to, and let it be heard."""
        scenes = [] if act == UNDO else self._pictures.told(before, self.match.state, self.translations)
        forgotten = self._memory.follow(self.match.acts, is_whole=self.match.base is None)
        if forgotten is not None:
            title, text = self.translations("box.not-remembered"), self.translations.text(forgotten)
            scenes.insert(0, Scene(title, (text,), self.match.state))
        waits = None if self._navigator is None else self.match.ask()
        self.sounds.append(sound_of(asked, waits, has_scenes=bool(scenes)))
        if scenes:
            self._play_scenes(scenes)

    def _play_scenes(self, scenes: Sequence[Scene]) -> None:
        text = self._tutor.paragraphs(scenes[0], self.translations, is_on=self.config.teaching)
        self._dialog = Dialog(scenes[0].title, text, scenes=tuple(scenes))
        self._table_shown = False

    def _open_menu(self) -> None:
        rounds = self._pictures.rounds(self.match.state)
        state = MenuState(rounds, is_over=self._navigator is None, has_refused=self._refused is not None)
        self._navigator = menu_of_match(self.match, self, state)
        self._at_home = False

    def _refuse(self, refusal: Refusal) -> Dialog:
        translations = self.translations
        self.sounds.append("refused")
        title = verdict_title(self.match, refusal, translations)
        dialog = self.tell(title, verdict_lines(self.match, refusal, translations), refusal)
        if refusal.rule is not None:
            self._tutor.teach(refusal.rule)
        if self._navigator is not None:
            self._navigator.rest()
            dialog.mark(frozenset(spoken_of(refusal.why)) & self._navigator.reached())
        return dialog

    def _list_lawful(self, navigator: Navigator) -> None:
        """List in words what is lawful from here on."""
        if told := lawful_now(self.match, navigator, self.translations):
            self.tell(self.translations("box.lawful-now", count=len(told)), told)

    def _undo(self) -> None:
        refusal = self.match.judge(UNDO)
        if refusal is not None:
            self._refuse(refusal)
            return
        taken_back = Hint(BACK_KEY, in_short(self.match.acts[-1], self.match, self.translations))
        if (why := self.match.undo_asks()) is not None:
            last = self.match.tell(self.match.acts[-1])
            self._confirm(
                self.translations("box.undo-asks", act=last, why=why), lambda: self._play(UNDO, taken_back)
            )
        else:
            self._play(UNDO, taken_back)

    def _confirm(self, text: str, agreed: Callable[[], object]) -> None:
        self.tell(self.translations("box.sure"), [text]).asks(agreed)

    def tell(self, title: str, paragraphs: Sequence[str], refusal: Refusal | None = None) -> Dialog:
        """Say something that has to be read, perhaps a verdict."""
        self._dialog = dialog = Dialog(title, paragraphs, refusal=refusal)
        self._table_shown = False
        return dialog

    # --- time

    @property
    def blinking(self) -> bool:
        """Whether `blink` still has something to do."""
        return self._dialog is not None and self._dialog.blinks > 0

    def blink(self) -> None:
        """Let the spots that a refusal speaks of blink once."""
        assert self._dialog is not None  # it blinks
        self._dialog.blinks -= 1

    @property
    def is_free(self) -> bool:
        """Whether the box waits for the next act, and nobody is on the way to one."""
        return self._dialog is None and self._navigator is not None and self._at_home and self._navigator.at_root

    def hint(self, text: str) -> None:
        """Say something in passing, where what was understood last is said."""
        self._news = Hint(INFO, text)

    def propose(self, text: str, act: Act) -> None:
        """Ask whether all agree to something, and say it then."""
        self._confirm(text, lambda: self._submit(act))

    # --- what is seen

    @property
    def shows_table(self) -> bool:
        """Whether the one display there is shows the table."""
        return self._table_shown and self.displays == 1

    def table(self) -> Image.Image:
        """Draw what everybody wants to see."""
        return match_view.table(self._seen)

    def prompt(self) -> Image.Image:
        """Draw what the player at the keys wants to see."""
        return match_view.prompt(self._seen)

    def view_model(self) -> ViewModel:
        """Give what is asked as values."""
        return match_view.view_model(self._seen)

    @property
    def _seen(self) -> MatchView:
        return MatchView(
            self.match,
            self.translations,
            self._pictures,
            self._navigator,
            self._dialog,
            self._speakers,
            self._at_home,
            self.shows_table,
            self.displays,
            self.config.hints,
            self._news,
            self._tutor.offered,
            self.session.totals,
            self._scrolled,
        )

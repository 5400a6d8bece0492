"""Input of a match screen: what follows from key presses, taps and chosen answers.

The key table is fixed: arrows move and ok chooses, or arrows answer a cross; back goes one step up; long back is
undo; long ok is "why not?" on an answer under the cursor that is not allowed, else what is allowed now. Back at
the first question leads to the menu; with one display it first shows the table, which is also shown while the
cursor moves on a board.

The functions move the cursor of the turn that they are given. Everything else they return as effects.
"""

from __future__ import annotations

from collections.abc import Sequence

from drivers.presses import Key, Kind, Press
from engine.acts import Act
from engine.colours import seat_of_key
from engine.match import UNDO
from engine.steps import Kind as StepKind
from engine.steps import Step
from engine.verdicts import player, say
from firmware_py.display.shapes import Shape
from firmware_py.ui.match import view as match_view
from firmware_py.ui.match.menu import AMEND
from firmware_py.ui.match.phrases import allowed_now
from firmware_py.ui.match.session import TYPED
from firmware_py.ui.match.turn import Turn
from firmware_py.ui.match.verdicts import is_advised
from firmware_py.ui.match.view import MatchView
from firmware_py.ui.navigation.cursor import DIRECTIONS
from firmware_py.ui.navigation.first_question import is_for_everyone, navigator_aside, navigator_for
from firmware_py.ui.navigation.navigator import Navigator
from firmware_py.ui.navigation.options import Leaf
from firmware_py.ui.screens.choices import MenuEntry
from firmware_py.ui.screens.dialog import Dialog
from firmware_py.ui.screens.effects import (
    Do,
    Effects,
    Leave,
    Leaving,
    Narrow,
    Notice,
    Play,
    PressAgain,
    Reach,
    Refuse,
    ScrollResult,
    Show,
    ShowNews,
    ShowScenes,
    ShowTable,
    Teach,
    Undo,
    Withdraw,
    propose,
)
from firmware_py.ui.screens.news import News, NewsKind

SEATS = {key: int(key.value) for key in Key if key.value.isdigit()}


# --- keys


def press(view: MatchView, turn: Turn, press: Press) -> Effects:
    """Return what follows from a key press; `view` is what the screen shows, `turn` has its questions."""
    navigator = turn.navigator
    if press == Press(Key.BACK, Kind.LONG):
        return (Undo(),)
    if view.shows_table and not _moves_cursor(view, press) and press.key not in SEATS:
        return _leave_table(view, press)
    if view.dialog is not None:
        return _press_dialog(view, view.dialog, press)
    if navigator is None:
        return _press_at_end(view, press)
    if press.key in DIRECTIONS:
        is_told = view.news is not None and view.news.kind is NewsKind.KEYS
        return (*((ShowNews(),) if is_told else ()), *_press_direction(view, turn, navigator, press))
    if press.key in SEATS:
        return _press_seat(view, turn, navigator, SEATS[press.key]) if press.kind is Kind.SHORT else ()
    if press.key is Key.OK:
        return _press_ok(view, turn, navigator, press.kind)
    is_back = press == Press(Key.BACK, Kind.SHORT) and not navigator.back()
    return _back_at_first_question(view) if is_back else ()


def _moves_cursor(view: MatchView, press: Press) -> bool:
    """Return whether a press moves or uses the cursor on the table; other presses go back to the prompt."""
    has_cursor = view.dialog is None and view.navigator is not None and view.navigator.shape is Shape.BOARD
    return has_cursor and press.key is not Key.BACK


def _leave_table(view: MatchView, press: Press) -> Effects:
    """Go back from the table to the prompt, or with back from the first question to the menu."""
    is_first = view.dialog is None and (view.navigator is None or view.navigator.at_root) and view.is_home
    opens_menu = press == Press(Key.BACK, Kind.SHORT) and is_first
    return (ShowTable(is_shown=False), Do.OPEN_MENU) if opens_menu else (ShowTable(is_shown=False),)


def _press_direction(view: MatchView, turn: Turn, navigator: Navigator, press: Press) -> Effects:
    held = press.kind is not Kind.SHORT or not view.hints
    if press.kind is Kind.REPEAT and navigator.shape is Shape.CROSS:
        return ()  # the key is still held from the question before
    shown = ShowTable(navigator.shape is Shape.BOARD)
    leaf = navigator.press(DIRECTIONS[press.key], held=held)
    if leaf is None:
        return (shown,)
    if navigator.option.hollow:
        return (shown, *_explain(leaf))
    return (shown, *take(view, turn, leaf, is_final=navigator.option.step.is_final))


def _press_seat(view: MatchView, turn: Turn, navigator: Navigator, key: int) -> Effects:
    """Answer a question for a seat or a number with a seat key; elsewhere begin an act of that seat."""
    seat = seat_of_key(view.match.setup, key)
    kind = navigator.option.step.kind
    asks_who = navigator.at_root and turn.is_home and len(turn.speakers) > 1
    number = seat if kind is StepKind.SEAT else key
    if number is not None and not (asks_who and kind is StepKind.SPOT) and navigator.point(number):
        return _choose(view, turn, navigator)
    if navigator.shape is Shape.GRID:
        return ()  # the first of several digits
    if not navigator.at_root or seat is None:
        return ()  # not an answer here; keep what was entered so far
    if turn.is_home and is_for_everyone(navigator):
        return (ShowNews(News(NewsKind.INFO, view.match.ask().what)),)
    return _speak_for(view, turn, seat, navigator.option.step if asks_who else None)


def _speak_for(view: MatchView, turn: Turn, seat: int, chosen: Step | None) -> Effects:
    """Begin an act of a seat; it begins with the chosen spot, unless that has a number, as the keys have."""
    before = turn.navigator
    only = turn.speak_for(seat)
    navigator = turn.navigator
    if only is not None:
        return (Play(only),)
    if navigator is None or navigator is before:
        return ()
    if chosen is not None and _has_no_number(chosen) and navigator.move_to(chosen):
        return (ShowTable(is_shown=False), *_choose(view, turn, navigator))
    return (ShowTable(is_shown=False),)


def _has_no_number(step: Step) -> bool:
    """Return whether a step is a spot that the seat keys, which are numbers, cannot mean."""
    return step.kind is StepKind.SPOT and not step.value.isdecimal()


def _press_ok(view: MatchView, turn: Turn, navigator: Navigator, kind: Kind) -> Effects:
    """Choose the answer under the cursor; a long press explains it or lists what is allowed."""
    has_cursor = navigator.shape is not Shape.CROSS
    if kind is Kind.SHORT and has_cursor:
        return _choose(view, turn, navigator)
    if kind is Kind.SHORT:
        return (ShowNews(News(NewsKind.KEYS, say("box.press-arrow"))),)
    if kind is not Kind.LONG:
        return ()
    if has_cursor and navigator.option.hollow:
        return _why_not(navigator)
    return _list_allowed(view, navigator)


def _choose(view: MatchView, turn: Turn, navigator: Navigator) -> Effects:
    """Choose the answer under the cursor, or explain why it is not allowed."""
    if navigator.option.hollow and not is_advised(view.match, navigator.option):
        return _why_not(navigator)
    leaf = navigator.choose()
    chosen = () if leaf is None else take(view, turn, leaf, is_final=navigator.option.step.is_final)
    return (ShowTable(is_shown=False), *chosen)


def _why_not(navigator: Navigator) -> Effects:
    return _explain(navigator.option.paths[0].leaf, may_insist=len(navigator.option.paths) == 1)


def _explain(leaf: Leaf, *, may_insist: bool = True) -> Effects:
    """Show why an answer is not allowed now."""
    if isinstance(leaf, Act):
        return (Play(leaf, may_insist),)
    return () if leaf.refusal is None else (Refuse(leaf.refusal),)


def take(view: MatchView, turn: Turn, leaf: Leaf, *, is_final: bool = False) -> Effects:
    """Return what a menu entry does, or play an act after asking for its open values.

    A final act has to be confirmed.
    """
    if isinstance(leaf, MenuEntry):
        return leaf.effects
    if not isinstance(leaf, Act):
        return ()
    if leaf == UNDO:
        return (Undo(),)
    if leaf == AMEND:
        return Do.BEGIN_TURN, Do.AMEND
    if leaf.verb == "quit":
        return (Show(propose(say("box.sure"), say("box.quit-asks", who=player(leaf.seat or 1)), leaf)),)
    if is_final:
        asks = say(f"{view.match.setup.game}.sure-{leaf.verb}")
        if asks.key not in view.translations.table:
            asks = say("box.final-asks", act=view.match.tell(leaf))
        return (Show(propose(say("box.sure"), asks, leaf)),)
    act = turn.complete(leaf)
    return () if act is None else (Play(act),)


def _list_allowed(view: MatchView, navigator: Navigator) -> Effects:
    """Show a list of the allowed acts that can be reached from here, after the tip that is offered."""
    allowed = tuple(allowed_now(view.match, navigator, view.translations.table))
    lines = [line for line, _ in allowed]
    head = say("box.allowed-now", count=len(lines))
    if view.is_home and view.tip is not None:  # only there it is offered
        notice = Notice(say("box.lesson", rule=view.tip), (say(view.tip), head, *lines), allowed=allowed)
        return Show(notice), Teach(view.tip)
    return (Show(Notice(head, tuple(lines) or (say("home.not-now"),), allowed=allowed)),)


def _back_at_first_question(view: MatchView) -> Effects:
    if not view.is_home:
        return (Do.BEGIN_TURN,)
    return (ShowTable(is_shown=True),) if view.displays == 1 else (Do.OPEN_MENU,)


def _press_at_end(view: MatchView, press: Press) -> Effects:
    if press.key in {Key.UP, Key.DOWN}:
        return (ScrollResult(match_view.result(view).scrolled(1 if press.key is Key.DOWN else -1).top),)
    if press == Press(Key.OK, Kind.SHORT):
        return (Leave(Leaving.OVER),)
    return _back_at_first_question(view) if press == Press(Key.BACK, Kind.SHORT) else ()


def _press_dialog(view: MatchView, dialog: Dialog, given: Press) -> Effects:
    notice = dialog.notice
    shared = () if dialog.is_own or not dialog.is_question else (Withdraw(notice),)
    if given.key in {Key.UP, Key.DOWN}:
        dialog.scroll(1 if given.key is Key.DOWN else -1, view.translations)
    elif given.key in {Key.LEFT, Key.RIGHT}:
        return (ShowTable(dialog.has_picture),)
    elif given.key in SEATS and not dialog.is_question:
        seat = seat_of_key(view.match.setup, SEATS[given.key])
        if seat is not None and seat <= len(view.match.names) and len(notice.scenes) <= 1:
            return Do.BEGIN_TURN, PressAgain(given)
    elif given == Press(Key.OK, Kind.LONG) and notice.held:
        return Do.CLOSE, *notice.held
    elif given == Press(Key.OK, Kind.SHORT):
        return Do.CLOSE, *shared, *(_next_scenes(dialog) if notice.yes is None else notice.yes)
    elif given == Press(Key.BACK, Kind.SHORT):
        return Do.CLOSE, *shared, *notice.no
    return ()


def _next_scenes(dialog: Dialog) -> Effects:
    reach = Reach.OWN if dialog.is_own else Reach.BRIEF
    return (ShowScenes(dialog.notice.scenes[1:], reach),) if dialog.notice.scenes[1:] else ()


def typed(act: Act) -> Effects:
    """Return what follows from an act that was typed as text."""
    return Do.BEGIN_TURN, Undo(TYPED) if act == UNDO else Play(act, may_insist=False, how=TYPED)


# --- touch: the page selects what the keys would reach


def choose(view: MatchView, turn: Turn, at: int) -> Effects:
    """Return what follows from an answer that was chosen by its index."""
    navigator = turn.navigator
    if view.dialog is not None or navigator is None or at not in range(len(navigator.options)):
        return ()
    navigator.cursor = at
    return _choose(view, turn, navigator)


def tap(view: MatchView, turn: Turn, taps: Sequence[str]) -> Effects:
    """Narrow the answers to what was tapped on the table; start the turn again if the tap does not fit."""
    dialog, navigator = view.dialog, turn.navigator
    if dialog is not None and (dialog.is_question or dialog.notice.scenes):
        return ()  # the dialog has to be answered first
    if navigator is not None and not navigator.paths_with(taps):
        if dialog is None and navigator.is_answered(taps):
            return ()
        rules, state = view.match.rules, view.match.state
        again, aside = navigator_for(rules, state, view.match.ask().seats), navigator_aside(rules, state)
        if again is not None and again.paths_with(taps):
            return Do.BEGIN_TURN, Narrow(tuple(taps))
        if aside is not None and aside.paths_with(taps):
            turn.open_menu(aside)
    return Do.CLOSE, *narrow(view, turn, taps)


def narrow(view: MatchView, turn: Turn, taps: Sequence[str]) -> Effects:
    """Narrow the answers of a turn to what was tapped."""
    navigator = turn.navigator
    paths = navigator.paths_with(taps) if navigator is not None else []
    if navigator is None or not paths:
        return (ShowNews(News(NewsKind.INFO, say("box.not-asked"))),)
    if not navigator.has_allowed(paths):
        return _explain(paths[0].leaf, may_insist=len(paths) == 1)
    leaf = navigator.narrow(taps)
    return () if leaf is None else take(view, turn, leaf)

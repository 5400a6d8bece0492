"""Actions: what people do on the page, as functions that the program runs on its screen stack.

A request is parsed in the server's thread; the action runs in the program's thread. An answer carries the number
of its question, so that a tap on an outdated page does nothing.

>>> read_action({"do": "press", "key": "ok", "kind": "sideways"}, ActionContext())
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from drivers.dice import State
from drivers.eye import HIGHEST_TAG
from drivers.presses import Key, Kind, Press
from engine.acts import read_act
from engine.verdicts import NotAnAct
from firmware_py.ui.match_screen import MatchScreen
from firmware_py.ui.match_session import resume
from firmware_py.ui.screens import TypingScreen
from firmware_py.web.devices import Late
from firmware_py.web.eye_frame import CARD_AT, tag_at

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from firmware_py.ui.screen_stack import ScreenStack
    from firmware_py.web.simulated_box import SimulatedBox

    Action = Callable[[ScreenStack], bool | None]
    """Runs in the program's thread; returns True if it has to be called again."""

MOST_TAPS, LONGEST_TEXT = 20, 200
UNDOS_AT_A_TIME = 2000
LONGEST_CLOCK = 3
"""Digits of the minutes that each player may have."""
FACES = range(1, 7)
MOST_DICE = 6
KEYS = {key.value: key for key in Key}
KINDS = {kind.value: kind for kind in Kind}
STATES = {state.value: state for state in State}
BACK = Press(Key.BACK, Kind.SHORT)
PARTS = frozenset({"table", "prompt", "reader", "eye"})
OF_PARTS = frozenset({"roll", "turn", "plug", "turn-up", "move-pawn", "fault"})
TAGS = range(HIGHEST_TAG + 1)


class ActionContext(NamedTuple):
    """What an action needs besides the screen stack."""

    is_asked: Callable[[int], bool] = bool
    """Returns whether the question of this number is still the current one."""
    simulated: SimulatedBox | None = None
    is_secure: bool = False
    """Whether phones have to use HTTPS."""
    late: Callable[[Late], None] = lambda _late: None
    """Handles an answer to an outdated question."""


def is_of_box(given: object) -> bool:
    """Return whether a request means the simulated box itself: its keys, tray, eye and plugs, taps beside it."""
    if not isinstance(given, dict):
        return False
    is_key = given.get("do") == "press" and given.get("ask") is None
    return is_key or given.get("do") in OF_PARTS or given.get("at") == "box"


def read_action(given: object, context: ActionContext) -> Action | None:
    """Return the action that a request asks for; None if the request is not valid."""
    if not isinstance(given, dict):
        return None
    reader = _READERS.get(str(given.get("do")))
    action = None if reader is None else reader(given, context)
    if action is None or context.simulated is not None:  # the page of a simulated box is its keys
        return action
    return lambda stack: stack.do_for_phone(action)


def _press(given: Mapping[str, object], context: ActionContext) -> Action | None:
    """Return an action that presses a key; if the request names a question, only while it is current."""
    key, kind = KEYS.get(str(given.get("key"))), KINDS.get(str(given.get("kind", "short")))
    ask = given.get("ask")
    if key is None or kind is None or not isinstance(ask, int | None):
        return None
    press = Press(key, kind)

    def do(stack: ScreenStack) -> None:
        is_woken = stack.wake()
        if is_woken and context.simulated is not None:
            return  # as on a real box, the press that wakes it does nothing else
        is_meant = ask is None or context.is_asked(ask)
        if is_meant and (press == BACK or _may_decide(stack, context)):
            stack.press(press)

    return do


def _may_decide(stack: ScreenStack, context: ActionContext) -> bool:
    """Return whether the page may answer the current question; the page of a simulated box may answer all."""
    return context.simulated is not None or not stack.top.view_model().is_for_box


def _choose(given: Mapping[str, object], context: ActionContext) -> Action | None:
    ask, option = given.get("ask"), given.get("option")
    if not isinstance(ask, int) or not isinstance(option, int):
        return None

    def do(stack: ScreenStack) -> None:
        if not context.is_asked(ask):
            context.late(Late(ask, option))
            return
        stack.wake()
        if _may_decide(stack, context):
            stack.choose(option)

    return do


def _type(given: Mapping[str, object], context: ActionContext) -> Action | None:
    ask, text = given.get("ask"), given.get("text")
    if not isinstance(ask, int) or not isinstance(text, str) or len(text) > LONGEST_TEXT:
        return None

    def do(stack: ScreenStack) -> None:
        if context.is_asked(ask) and isinstance(top := stack.top, TypingScreen):
            stack.attempt(lambda: top.type(text))

    return do


def _tap(given: Mapping[str, object], context: ActionContext) -> Action | None:
    """Return an action that taps a drawing; it does nothing if the number of acts differs from the drawing's."""
    taps, acts = given.get("taps"), given.get("acts")
    if not isinstance(taps, list) or len(taps) > MOST_TAPS or not all(isinstance(tap, str) for tap in taps):
        return None
    if not isinstance(acts, int | None):
        return None
    wanted = tuple(taps)

    def do(stack: ScreenStack) -> None:
        stack.wake()
        if not isinstance(top := stack.top, MatchScreen):
            return
        if acts in {None, len(top.match.log)}:
            stack.attempt(lambda: top.tap(wanted))
        else:
            context.late(Late(acts=acts))

    return do


def _say(given: Mapping[str, object], _context: ActionContext) -> Action | None:
    text = given.get("act")
    if not isinstance(text, str) or len(text) > LONGEST_TEXT:
        return None
    try:
        act = read_act(text)
    except NotAnAct:
        return None

    def do(stack: ScreenStack) -> None:
        stack.wake()
        if isinstance(top := stack.top, MatchScreen):
            stack.attempt(lambda: top.play.submit_at_once(act))

    return do


def _write(given: Mapping[str, object], _context: ActionContext) -> Action | None:
    """Return an action that plays an act which somebody has typed, or shows why it is refused."""
    text = given.get("act")
    if not isinstance(text, str) or len(text) > LONGEST_TEXT:
        return None
    act = read_act(text)

    def do(stack: ScreenStack) -> None:
        stack.wake()
        if isinstance(top := stack.top, MatchScreen) and (top.dialog is None or top.dialog.agreed is None):
            stack.attempt(lambda: top.play.submit_typed(act))

    return do


def _hint(given: Mapping[str, object], context: ActionContext) -> Action | None:
    """Return an action that asks for a hint, while the question is still the current one."""
    ask = given.get("ask")
    if not isinstance(ask, int):
        return None

    def do(stack: ScreenStack) -> None:
        stack.wake()
        if context.is_asked(ask) and isinstance(top := stack.top, MatchScreen) and top.dialog is None:
            stack.attempt(top.menu.ask_hint)

    return do


def _insist(given: Mapping[str, object], context: ActionContext) -> Action | None:
    """Return an action that asks the players whether to overrule the refusal that is shown."""
    ask = given.get("ask")
    if not isinstance(ask, int):
        return None

    def do(stack: ScreenStack) -> None:
        dialog = top.dialog if isinstance(top := stack.top, MatchScreen) else None
        if context.is_asked(ask) and isinstance(top, MatchScreen) and dialog is not None and dialog.can_insist:
            stack.attempt(top.play.insist)

    return do


def _analyse(_given: Mapping[str, object], _context: ActionContext) -> Action:
    """Return an action that analyses the match on the table, if it is over."""

    def do(stack: ScreenStack) -> None:
        if (screen := stack.box.match_screen) is not None:
            screen.analysis.start()

    return do


def _rematch(_given: Mapping[str, object], _context: ActionContext) -> Action:
    """Return an action that begins a rematch, if the match on the table is over."""

    def do(stack: ScreenStack) -> None:
        stack.wake()
        if (screen := stack.match_screen) is not None and screen.match.standing().is_decided:
            stack.attempt(lambda: screen.session.leave("rematch"))

    return do


def _clock(given: Mapping[str, object], _context: ActionContext) -> Action | None:
    """Return an action that changes how the clocks of the players are shown."""
    mode = given.get("mode")
    if mode not in {"off", "up"} and not (isinstance(mode, str) and mode.isascii() and mode.isdigit()):
        return None
    if len(str(mode)) > LONGEST_CLOCK:
        return None
    return lambda stack: stack.journal.people.set_clock(str(mode))


def _pause(given: Mapping[str, object], _context: ActionContext) -> Action | None:
    """Return an action that pauses the clock, or lets it go on."""
    is_paused = given.get("is_paused")
    if not isinstance(is_paused, bool):
        return None

    def do(stack: ScreenStack) -> None:
        if (screen := stack.match_screen) is not None:
            screen.session.clock.pause(is_paused=is_paused)

    return do


def _open_match(given: Mapping[str, object], _context: ActionContext) -> Action | None:
    """Return an action that puts a match of the journal on the table; the one that lies there is parked."""
    number = given.get("number")
    if type(number) is not int:
        return None

    def do(stack: ScreenStack) -> None:
        stack.wake()
        kept = stack.journal.entry(number)
        is_there = stack.match_screen is not None and stack.match_screen.session.number == number
        if kept is not None and not is_there:
            stack.attempt(lambda: resume(stack, kept))

    return do


def _undo_to(given: Mapping[str, object], _context: ActionContext) -> Action | None:
    """Return an action that undoes down to `count` acts, if the log still has the length that the page saw.

    It undoes a slice of them each time it is called, so that keys are heard in between, and returns whether it has
    to be called again.
    """
    count, acts = given.get("count"), given.get("acts")
    if not isinstance(count, int) or count < 0 or not isinstance(acts, int):
        return None
    expected = acts

    def do(stack: ScreenStack) -> bool:
        nonlocal expected
        if not isinstance(top := stack.top, MatchScreen) or len(top.match.log) != expected:
            return False
        stack.attempt(lambda: top.play.undo_to(count, UNDOS_AT_A_TIME))
        undone, expected = len(top.match.log) - expected, len(top.match.log)
        return undone > 0 and top.match.undoable > count

    return do


def _roll(given: Mapping[str, object], context: ActionContext) -> Action | None:
    state, faces = STATES.get(str(given.get("state", "settled"))), given.get("faces", [])
    simulated = context.simulated
    if simulated is None or state is None or not isinstance(faces, list) or len(faces) > MOST_DICE:
        return None
    if not all(isinstance(face, int) and face in FACES for face in faces):
        return None
    return lambda _stack: simulated.roll(state, faces)


def _turn(given: Mapping[str, object], context: ActionContext) -> Action | None:
    die, simulated = given.get("die"), context.simulated
    if simulated is None or type(die) is not int:
        return None
    return lambda _stack: simulated.turn(die)


def _plug(given: Mapping[str, object], context: ActionContext) -> Action | None:
    part, is_in, simulated = str(given.get("part")), given.get("in"), context.simulated
    if simulated is None or part not in PARTS or not isinstance(is_in, bool):
        return None
    return lambda _stack: simulated.plug(part, is_in=is_in)


def _turn_up(given: Mapping[str, object], context: ActionContext) -> Action | None:
    """Return an action that lays a card into the frame of the simulated eye, without pawns; 0 clears the frame."""
    tag, simulated = given.get("tag"), context.simulated
    if simulated is None or type(tag) is not int or tag not in TAGS:
        return None
    return lambda _stack: simulated.lay_card(tag_at(tag, *CARD_AT) if tag else None)


def _move_pawn(given: Mapping[str, object], context: ActionContext) -> Action | None:
    """Return an action that puts a pawn into the frame of the simulated eye; outside of it the pawn is away."""
    tag, x, y, simulated = given.get("tag"), given.get("x"), given.get("y"), context.simulated
    if simulated is None or type(tag) is not int or tag not in TAGS or type(x) is not int or type(y) is not int:
        return None
    return lambda _stack: simulated.put(tag, tag_at(tag, x, y))


def _fault(given: Mapping[str, object], context: ActionContext) -> Action | None:
    name, is_on, simulated = given.get("name"), given.get("on"), context.simulated
    if simulated is None or name not in simulated.eye_faults or not isinstance(is_on, bool):
        return None
    return lambda _stack: simulated.fault(str(name), is_on=is_on)


_READERS = {
    "press": _press,
    "choose": _choose,
    "type": _type,
    "tap": _tap,
    "say": _say,
    "write": _write,
    "hint": _hint,
    "insist": _insist,
    "examine": _analyse,
    "rematch": _rematch,
    "clock": _clock,
    "pause": _pause,
    "open-match": _open_match,
    "undo-to": _undo_to,
    "roll": _roll,
    "turn": _turn,
    "plug": _plug,
    "turn-up": _turn_up,
    "move-pawn": _move_pawn,
    "fault": _fault,
}

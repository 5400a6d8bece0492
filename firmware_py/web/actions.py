"""What people do on the page, as errands to the desk.

A request is read in the server's thread; what it asks for is done in the program's. Whoever answers a question
says which one was meant, so that a tap on a picture that is out of date does nothing.

>>> read_action({"do": "press", "key": "ok", "kind": "sideways"}, ActionContext())
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from drivers.dice import State
from drivers.presses import Key, Kind, Press
from engine.acts import read_act
from engine.verdicts import NotAnAct
from firmware_py.ui.match_screen import MatchScreen
from firmware_py.ui.screens import TypingScreen

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from firmware_py.ui.screen_stack import ScreenStack
    from firmware_py.web.simulated_box import SimulatedBox

MOST_TAPS, LONGEST = 20, 200
FACES = range(1, 7)
MOST_DICE = 6
KEYS = {key.value: key for key in Key}
KINDS = {kind.value: kind for kind in Kind}
STATES = {state.value: state for state in State}
NO = Press(Key.BACK, Kind.SHORT)
PARTS = frozenset({"table", "prompt", "reader"})


class ActionContext(NamedTuple):
    """What a deed needs beside the desk."""

    is_asked: Callable[[int], bool] = bool
    """Tells whether a question is still at hand."""
    virtual: SimulatedBox | None = None


def read_action(given: object, hands: ActionContext) -> Callable[[ScreenStack], None] | None:
    """Understand what is to be done; None if it is nothing that can be done on a page."""
    if not isinstance(given, dict):
        return None
    reader = _READERS.get(str(given.get("do")))
    return None if reader is None else reader(given, hands)


def _press(given: Mapping[str, Any], hands: ActionContext) -> Callable[[ScreenStack], None] | None:
    """Press a key of the box; who answers a question with it says which one, as a page beside the box does."""
    key, kind = KEYS.get(str(given.get("key"))), KINDS.get(str(given.get("kind", "short")))
    ask = given.get("ask")
    if key is None or kind is None or not isinstance(ask, int | None):
        return None
    press = Press(key, kind)

    def do(stack: ScreenStack) -> None:
        is_woken = stack.wake()
        if is_woken and hands.virtual is not None:
            return  # as on the real one, the press that wakes it does nothing else
        is_meant = ask is None or hands.is_asked(ask)
        if is_meant and (press == NO or _may(stack, hands)):
            stack.press(press)

    return do


def _may(stack: ScreenStack, hands: ActionContext) -> bool:
    """Tell whether a page may decide what is asked: the virtual box is the box itself."""
    return hands.virtual is not None or not stack.top.view_model().is_for_box


def _choose(given: Mapping[str, Any], hands: ActionContext) -> Callable[[ScreenStack], None] | None:
    ask, option = given.get("ask"), given.get("option")
    if not isinstance(ask, int) or not isinstance(option, int):
        return None

    def do(stack: ScreenStack) -> None:
        if not hands.is_asked(ask):
            return
        stack.wake()
        if _may(stack, hands):
            stack.choose(option)

    return do


def _type(given: Mapping[str, Any], hands: ActionContext) -> Callable[[ScreenStack], None] | None:
    ask, text = given.get("ask"), given.get("text")
    if not isinstance(ask, int) or not isinstance(text, str) or len(text) > LONGEST:
        return None

    def do(stack: ScreenStack) -> None:
        if hands.is_asked(ask) and isinstance(top := stack.top, TypingScreen):
            stack.attempt(lambda: top.type(text))

    return do


def _tap(given: Mapping[str, Any], _hands: ActionContext) -> Callable[[ScreenStack], None] | None:
    """Tap something on a drawing that shows so many acts; if there are more by now, it is another drawing."""
    taps, acts = given.get("taps"), given.get("acts")
    if not isinstance(taps, list) or len(taps) > MOST_TAPS or not all(isinstance(tap, str) for tap in taps):
        return None
    if not isinstance(acts, int | None):
        return None
    wanted = tuple(taps)

    def do(stack: ScreenStack) -> None:
        stack.wake()
        if isinstance(top := stack.top, MatchScreen) and acts in {None, len(top.match.log)}:
            stack.attempt(lambda: top.tap(wanted))

    return do


def _say(given: Mapping[str, Any], _hands: ActionContext) -> Callable[[ScreenStack], None] | None:
    text = given.get("act")
    if not isinstance(text, str) or len(text) > LONGEST:
        return None
    try:
        act = read_act(text)
    except NotAnAct:
        return None

    def do(stack: ScreenStack) -> None:
        stack.wake()
        if isinstance(top := stack.top, MatchScreen):
            stack.attempt(lambda: top.play_at_once(act))

    return do


def _undo_to(given: Mapping[str, Any], _hands: ActionContext) -> Callable[[ScreenStack], None] | None:
    """Undo until so many acts stand, if the log is still as long as it was when that was wanted."""
    count, acts = given.get("count"), given.get("acts")
    if not isinstance(count, int) or count < 0 or not isinstance(acts, int):
        return None

    def do(stack: ScreenStack) -> None:
        if isinstance(top := stack.top, MatchScreen) and len(top.match.log) == acts:
            stack.attempt(lambda: top.play.undo_to(count))

    return do


def _roll(given: Mapping[str, Any], hands: ActionContext) -> Callable[[ScreenStack], None] | None:
    state, faces = STATES.get(str(given.get("state", "settled"))), given.get("faces", [])
    virtual = hands.virtual
    if virtual is None or state is None or not isinstance(faces, list) or len(faces) > MOST_DICE:
        return None
    if not all(isinstance(face, int) and face in FACES for face in faces):
        return None
    return lambda _desk: virtual.roll(state, faces)


def _plug(given: Mapping[str, Any], hands: ActionContext) -> Callable[[ScreenStack], None] | None:
    part, is_in, virtual = str(given.get("part")), given.get("in"), hands.virtual
    if virtual is None or part not in PARTS or not isinstance(is_in, bool):
        return None
    return lambda _desk: virtual.plug(part, is_in=is_in)


_READERS = {
    "press": _press,
    "choose": _choose,
    "type": _type,
    "tap": _tap,
    "say": _say,
    "undo-to": _undo_to,
    "roll": _roll,
    "plug": _plug,
}

"""Actions: what people do on the page, as values.

A request is read in the server's thread: its `Action` names a function of this module and the arguments. The
program's thread carries it out on the screens of the phone. An answer carries the number of its question, so that
a tap on an outdated page does nothing.

>>> read_action({"do": "press", "key": "ok", "kind": "sideways"})
>>> read_action({"do": "choose", "ask": 7, "option": 0}).args
(7, 0)
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from functools import partial
from typing import Any, NamedTuple

from drivers.dice import State
from drivers.presses import Key, Kind, Press
from engine.acts import Act, read_act
from engine.verdicts import NotAnAct
from firmware_py.outside import BadValue, Reader, boolean, count, listed, matching, number, one_of, optional, text
from firmware_py.page.devices import Devices, Late
from firmware_py.page.virtual.simulated_box import SimulatedBox
from firmware_py.page.virtual.virtual_table import AGREE, TROUBLES
from firmware_py.storage.entries import Status
from firmware_py.ui.flows.match import resume
from firmware_py.ui.match.input import typed
from firmware_py.ui.match.live_match import LiveMatch
from firmware_py.ui.match.screen import MatchScreen
from firmware_py.ui.screens.effects import Do, EnterSeen, Leave, Leaving, PlayAtOnce, UndoTo
from firmware_py.ui.screens.typing import TypingScreen
from firmware_py.ui.stack.screen_stack import ScreenStack

MOST_TAPS, MOST_ACTS, LONGEST_TEXT = 20, 40, 200
UNDOS_AT_A_TIME, ACTS_AT_A_TIME = 2000, 4
CLOCK = re.compile("off|up|[0-9]{1,3}")
"""How clocks are shown: not at all, counting up, or the minutes that each player has."""
MOST_DICE = 6
MOST_SEEN = 12
"""Acts that one picture shows."""
BACK = Press(Key.BACK, Kind.SHORT)
PARTS = frozenset({"table", "prompt", "reader", "camera"})
TEXT = text(LONGEST_TEXT)
PLACE = number(-1000, 1000)
"""On the drawn table, in millimetres."""


class Action(NamedTuple):
    """What somebody does on the page."""

    do: Callable[..., Action | None]
    """Gets a `Prompt` and the arguments; returns what remains to be done, if it did only a part."""
    args: tuple[object, ...]
    is_of_box: bool = False
    """Whether it means the simulated box itself: its keys, tray, table and plugs, taps beside it."""


class Prompt(NamedTuple):
    """The screens that an action works on, and whose they are."""

    stack: ScreenStack
    devices: Devices
    session: str = ""
    simulated: SimulatedBox | None = None

    def is_asked(self, number: int) -> bool:
        """Return whether the question of this number is still the current one."""
        return self.devices.is_asked(self.session, number)

    def be_late(self, late: Late) -> None:
        """Handle an answer to an outdated question."""
        self.devices.answer_late(self.session, late)

    @property
    def may_decide(self) -> bool:
        """Whether the page may answer the current question; the page of a simulated box may answer all."""
        return self.simulated is not None or not self.stack.top.view_model().is_for_box

    @property
    def match(self) -> MatchScreen | None:
        """The match, if it is the top screen."""
        return self.stack.top_match


def carry_out(
    action: Action, box: ScreenStack, devices: Devices, session: str, simulated: SimulatedBox | None = None
) -> Action | None:
    """Carry out an action on the screens of a phone, or of the box; return what remains to be done."""
    is_of_box = action.is_of_box and simulated is not None
    with (
        nullcontext(box) if is_of_box else devices.screens_of(session, box) as stack,
        stack.for_phone() if simulated is None else nullcontext(),  # the page of a simulated box is its keys
    ):
        rest = action.do(Prompt(stack, devices, session, simulated), *action.args)
        return None if rest is None else rest._replace(is_of_box=action.is_of_box)


# --- what is done


def _press(prompt: Prompt, key: Key, kind: Kind, ask: int | None) -> None:
    """Press a key; if the request names a question, only while it is current."""
    is_woken, press = prompt.stack.services.wake(), Press(key, kind)
    if is_woken and prompt.simulated is not None:
        return  # as on a real box, the press that wakes it does nothing else
    is_meant = ask is None or prompt.is_asked(ask)
    if is_meant and (press == BACK or prompt.may_decide):
        prompt.stack.press(press)


def _choose(prompt: Prompt, ask: int, option: int) -> None:
    if not prompt.is_asked(ask):
        prompt.be_late(Late(ask, option))
        return
    prompt.stack.services.wake()
    if prompt.may_decide:
        prompt.stack.choose(option)


def _type(prompt: Prompt, ask: int, text: str) -> None:
    if prompt.is_asked(ask) and isinstance(top := prompt.stack.top, TypingScreen):
        prompt.stack.attempt(lambda: top.type(text))


def _tap(prompt: Prompt, taps: tuple[str, ...], acts: int | None) -> None:
    """Tap a drawing, unless the number of acts differs from the drawing's."""
    prompt.stack.services.wake()
    if (screen := prompt.match) is None:
        return
    if acts in {None, len(screen.match.log)}:
        prompt.stack.attempt(lambda: screen.tap(taps))
    else:
        prompt.be_late(Late(acts=acts))


def _say(prompt: Prompt, act: Act) -> None:
    prompt.stack.services.wake()
    if (screen := prompt.match) is not None:
        prompt.stack.attempt(lambda: screen.carry_out((PlayAtOnce(act),)))


def _write(prompt: Prompt, acts: tuple[Act, ...], live: LiveMatch | None = None) -> Action | None:
    """Play acts that somebody has typed, or show why one is refused: those after it are left out.

    It plays some of them and returns the rest, for the same match, so that keys are heard in between.
    """
    prompt.stack.services.wake()
    for act in acts[:ACTS_AT_A_TIME]:
        screen = prompt.match
        if screen is None or (screen.dialog is not None and screen.dialog.is_question):
            return None
        if live is not None and screen.live is not live:
            return None
        live, logged = screen.live, len(screen.match.log)
        prompt.stack.attempt(partial(screen.carry_out, typed(act)))
        if len(screen.match.log) == logged:
            return None
    rest = acts[ACTS_AT_A_TIME:]
    return Action(_write, (rest, live)) if rest else None


def _enter_seen(prompt: Prompt, acts: tuple[Act, ...], count: int) -> None:
    """Enter what somebody says that a picture of the table shows, if the log has still so many acts."""
    prompt.stack.services.wake()
    if (screen := prompt.match) is not None and len(screen.match.log) == count:
        prompt.stack.attempt(lambda: screen.carry_out((Do.CLOSE, EnterSeen(acts))))


def _hint(prompt: Prompt, ask: int) -> None:
    prompt.stack.services.wake()
    if prompt.is_asked(ask) and (screen := prompt.match) is not None and screen.dialog is None:
        prompt.stack.attempt(lambda: screen.carry_out((Do.BEGIN_TURN, Do.ASK_HINT)))


def _insist(prompt: Prompt, ask: int) -> None:
    """Ask the players whether to overrule the refusal that is shown."""
    screen = prompt.match if prompt.is_asked(ask) else None
    if screen is not None and screen.dialog is not None and screen.dialog.notice.can_insist:
        prompt.stack.attempt(lambda: screen.carry_out((Do.INSIST,)))


def _analyse(prompt: Prompt) -> None:
    """Analyse the match on the table, if it is over."""
    if (screen := prompt.stack.box.match_screen) is not None:
        screen.live.analysis.start()


def _rematch(prompt: Prompt) -> None:
    """Begin a rematch, if the match on the table is over."""
    prompt.stack.services.wake()
    if (screen := prompt.stack.match_screen) is not None and screen.match.standing().is_decided:
        prompt.stack.attempt(lambda: screen.carry_out((Leave(Leaving.REMATCH),)))


def _clock(prompt: Prompt, mode: str) -> None:
    """Change how the clocks of the players are shown."""
    prompt.stack.journal.people.set_clock(mode)


def _pause(prompt: Prompt, is_paused: bool) -> None:  # noqa: FBT001 - arguments come as a tuple
    if (screen := prompt.stack.match_screen) is not None:
        screen.live.session.clock.pause(is_paused=is_paused)


def _open_match(prompt: Prompt, number: int) -> None:
    """Go on with a match of the journal; the one that lies on the table is parked.

    One that is over stays where it is: phones look at it, and the table goes on.
    """
    stack = prompt.stack
    stack.services.wake()
    kept = stack.journal.entry(number)
    is_there = stack.match_screen is not None and stack.match_screen.live.session.number == number
    if kept is not None and kept.status in {Status.OPEN, Status.PARKED} and not is_there:
        stack.attempt(lambda: resume(stack, kept))


def _undo_to(prompt: Prompt, count: int, acts: int) -> Action | None:
    """Undo down to `count` acts, if the log still has the length that the page saw.

    It undoes a slice of them and returns the rest, so that keys are heard in between.
    """
    if (screen := prompt.match) is None or len(screen.match.log) != acts:
        return None
    prompt.stack.attempt(lambda: screen.carry_out((UndoTo(count, UNDOS_AT_A_TIME),)))
    logged = len(screen.match.log)
    return Action(_undo_to, (count, logged)) if logged > acts and screen.match.undoable > count else None


def _roll(prompt: Prompt, state: State, faces: tuple[int, ...]) -> None:
    assert prompt.simulated is not None  # else it is not read
    prompt.simulated.roll(state, faces)


def _turn(prompt: Prompt, die: int) -> None:
    assert prompt.simulated is not None
    prompt.simulated.turn(die)


def _plug(prompt: Prompt, part: str, is_in: bool) -> None:  # noqa: FBT001
    assert prompt.simulated is not None
    prompt.simulated.plug(part, is_in=is_in)


def _put(prompt: Prompt, piece: str, x: int, y: int) -> None:
    """Put a thing somewhere on the drawn table."""
    assert prompt.simulated is not None
    prompt.simulated.table.put(piece, (x, y))


def _trouble(prompt: Prompt, name: str, is_on: bool) -> None:  # noqa: FBT001
    assert prompt.simulated is not None
    prompt.simulated.table.switch(name, is_on=is_on)


# --- what requests may say


def _act(value: object) -> Act:
    try:
        return read_act(TEXT(value))
    except NotAnAct:
        raise BadValue from None


def _typed_act(value: object) -> Act:
    """Read an act that somebody has typed; `NotAnAct` says what is wrong."""
    return read_act(TEXT(value))


_Fields = dict[str, Reader[Any]]
_ACTIONS: dict[str, tuple[Callable[..., Action | None], _Fields]] = {
    "press": (_press, {"key": Key, "kind": Kind, "ask": optional(count)}),
    "choose": (_choose, {"ask": count, "option": count}),
    "type": (_type, {"ask": count, "text": TEXT}),
    "tap": (_tap, {"taps": listed(TEXT, MOST_TAPS), "acts": optional(count)}),
    "say": (_say, {"act": _act}),
    "write": (_write, {"acts": listed(_typed_act, MOST_ACTS)}),
    "enter-seen": (_enter_seen, {"acts": listed(_act, MOST_SEEN), "count": count}),
    "hint": (_hint, {"ask": count}),
    "insist": (_insist, {"ask": count}),
    "analyse-match": (_analyse, {}),
    "rematch": (_rematch, {}),
    "clock": (_clock, {"mode": matching(CLOCK)}),
    "pause": (_pause, {"is_paused": boolean}),
    "open-match": (_open_match, {"number": count}),
    "undo-to": (_undo_to, {"count": count, "acts": count}),
}
_OF_PARTS: dict[str, tuple[Callable[..., Action | None], _Fields]] = {
    "roll": (_roll, {"state": State, "faces": listed(number(1, 6), MOST_DICE)}),
    "turn": (_turn, {"die": count}),
    "put": (_put, {"piece": TEXT, "x": PLACE, "y": PLACE}),
    "trouble": (_trouble, {"name": one_of(frozenset({*TROUBLES, AGREE})), "on": boolean}),
    "plug": (_plug, {"part": one_of(PARTS), "in": boolean}),
}
"""What only the simulated box has."""
_DEFAULTS: Mapping[str, object] = {"kind": Kind.SHORT.value, "state": State.SETTLED.value, "faces": []}


def read_action(given: object, *, is_virtual: bool = False) -> Action | None:
    """Return the action that a request asks for; None if the request is not valid.

    Raises `NotAnAct` with the reason if somebody has typed an act that is none.
    """
    if not isinstance(given, dict):
        return None
    name = str(given.get("do"))
    found = _ACTIONS.get(name) or (_OF_PARTS.get(name) if is_virtual else None)
    if found is None:
        return None
    do, readers = found
    try:
        args = tuple(read(given.get(field, _DEFAULTS.get(field))) for field, read in readers.items())
    except NotAnAct:  # it is a ValueError too
        raise
    except ValueError:  # `Key`, `Kind` and `State` raise one, like `BadValue`
        return None
    is_key = name == "press" and given.get("ask") is None
    return Action(do, args, is_of_box=is_key or name in _OF_PARTS or given.get("at") == "box")

"""The phones at the box: each has a prompt of its own, and what it shows has a number.

Everything here runs in the program's thread. A phone on which nobody is in the middle of something shares the
question with all other idle ones, so that fifty phones cost no more than one. An answer carries the number of its
question. If somebody else has played meanwhile, the answer is judged in the state that it meets, or the person is
told who was faster.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from firmware_py.ui.match import view as match_view
from firmware_py.ui.match.screen import MatchScreen
from firmware_py.ui.screens.dialog import Dialog
from firmware_py.ui.screens.view_model import ViewModel
from firmware_py.ui.stack.phone_stack import PhoneStack, idle_view
from firmware_py.ui.stack.screen_stack import ScreenStack
from firmware_py.ui.stack.switch_off import SwitchOff

MOST_DEVICES = 128
"""Phones whose prompts are remembered; there are fewer sessions at a time."""
ASKS_KEPT = 64
"""The latest questions that were asked on all phones together."""


class Asked(NamedTuple):
    """What a phone shows, and its number."""

    number: int
    view: ViewModel
    acts: int
    """The length of the log at that time."""


class Late(NamedTuple):
    """An answer to a question that is not asked any more."""

    ask: int | None = None
    """The number of the question."""
    option: int | None = None
    """The index of the answer, if it was one of a list."""
    acts: int | None = None
    """The length of the log that the person saw."""


class _Device:
    """One phone."""

    def __init__(self) -> None:
        self.stack: PhoneStack | None = None
        """None while nobody is in the middle of something."""
        self.seen: Dialog | None = None
        """The shared dialog that was closed here."""
        self.asked: Asked | None = None
        """What it shows, if that is not what all others show."""
        self.played = 0
        """The length of the log after the last act that was entered here."""

    def reset(self) -> None:
        self.stack, self.seen, self.asked, self.played = None, None, None, 0


class Devices:
    """The prompts of all phones, by the id of their session."""

    def __init__(self) -> None:
        """Start without phones."""
        self._devices: dict[str, _Device] = {}
        """The least recently used first."""
        self._box: ScreenStack | None = None
        self._table: MatchScreen | None = None
        """The match that the prompts are about."""
        self._number = 0
        self._idle: Asked | None = None
        self._closed: Asked | None = None
        """What idle phones show that have closed the shared dialog."""
        self._home: PhoneStack | None = None
        """The home screen, as idle phones show it."""
        self._asks: deque[Asked] = deque(maxlen=ASKS_KEPT)
        self.is_box_changed = True
        """Whether the last action may have changed what the box itself shows."""

    # --- actions

    @contextmanager
    def screens_of(self, session: str, box: ScreenStack) -> Iterator[ScreenStack]:
        """Lend the screens of a phone to an action; afterwards the others follow what it has done.

        After an exception the phone begins again at the first question.
        """
        self._follow(box)
        before, self.is_box_changed = _shown(box), True
        if not box.is_ready:
            yield box
            return
        device = self._device(session)
        if device.stack is None:
            device.stack = PhoneStack(box, is_seen=self._has_seen(device))
        device.stack.follow_settings()
        acts = _acts(self._table)
        try:
            yield device.stack
        except SwitchOff:
            raise
        except Exception:
            device.stack.close()
            device.reset()
            self.is_box_changed = _shown(box) != before
            raise
        self._follow(box)
        if _acts(self._table) != acts:
            device.played = _acts(self._table)
            box.services.wake()
            box.attempt(lambda: None)  # what had to wait until the act was played
        self._settle(device)
        self.is_box_changed = _shown(box) != before

    def is_asked(self, session: str, number: int) -> bool:
        """Return whether the question of this number is the one that a phone shows."""
        device = self._devices.get(session)
        own = None if device is None else device.asked
        asked = own or self._idle
        return asked is not None and asked.number == number

    def answer_late(self, session: str, late: Late) -> None:
        """Handle an answer to an outdated question: only if somebody else has outdated it."""
        device, acts = self._devices.get(session), _acts(self._table)
        asked = next((asked for asked in self._asks if asked.number == late.ask), None)
        seen = late.acts if asked is None else asked.acts
        stack = None if device is None or device.played == acts else device.stack
        if stack is None or seen in {None, acts}:
            return
        options = () if asked is None else asked.view.options
        chosen = options[late.option] if late.option is not None and late.option in range(len(options)) else None
        stack.attempt(lambda: stack.play_late(chosen))

    # --- what the phones show

    def idle(self, box: ScreenStack) -> Asked:
        """Return what idle phones show."""
        self._follow(box)
        if not box.is_ready:
            view = box.top.view_model()
        elif self._table is None:
            self._home = self._home or PhoneStack(box)
            view = self._home.top.view_model()
        else:
            view = match_view.view_model(idle_view(self._table))
        self._idle = self._asked(self._idle, view)
        return self._idle

    def own(self) -> dict[str, Asked]:
        """Return what busy phones show; `idle` was called before."""
        for device in self._devices.values():
            device.asked = self._own(device)
        return {session: device.asked for session, device in self._devices.items() if device.asked is not None}

    def _own(self, device: _Device) -> Asked | None:
        if device.stack is not None:
            return self._asked(device.asked, device.stack.top.view_model())
        table, idle = self._table, self._idle
        if table is None or idle is None or table.live.dialog is None or device.seen is not table.live.dialog:
            return None
        view = match_view.view_model(idle_view(table)._replace(dialog=None))
        self._closed = self._asked(self._closed, view)
        return self._closed

    def _asked(self, before: Asked | None, view: ViewModel) -> Asked:
        """Return a view with its number: a new one, unless it is the same question in the same state."""
        acts = _acts(self._table)
        if before is not None and before.acts == acts and _question(before.view) == _question(view):
            return before._replace(view=view)
        self._number += 1
        asked = Asked(self._number, view, acts)
        self._asks.append(asked)
        return asked

    # --- the match

    def _follow(self, box: ScreenStack) -> None:
        """Start again if another match is on the table, or none; or if the box has made a new stack."""
        table = box.match_screen
        if box is self._box and table is self._table:
            return
        self._box, self._table, self._home = box, table, None
        for device in self._devices.values():
            device.reset()

    def _device(self, session: str) -> _Device:
        device = self._devices.pop(session, None) or _Device()
        self._devices[session] = device
        while len(self._devices) > MOST_DEVICES:
            oldest = self._devices.pop(next(iter(self._devices)))
            if oldest.stack is not None:
                oldest.stack.close()
        return device

    @property
    def _shared(self) -> Dialog | None:
        """The dialog that all screens of the match show."""
        return None if self._table is None else self._table.live.dialog

    def _has_seen(self, device: _Device) -> bool:
        """Return whether a dialog is shared that was closed on this phone."""
        return self._shared is not None and device.seen is self._shared

    def _settle(self, device: _Device) -> None:
        """Let go of the stack of a phone if nobody is in the middle of something there."""
        stack = device.stack
        if stack is not None and stack.is_idle:
            stack.close()
            device.stack = device.asked = None
            device.seen = self._shared
            self._home = None  # there may be more matches now, or fewer


def _question(view: ViewModel) -> ViewModel:
    """Return a view without what does not make it another question."""
    return view._replace(cursor=0, news=None)


def _acts(table: MatchScreen | None) -> int:
    return 0 if table is None else len(table.match.log)


def _shown(box: ScreenStack) -> tuple[object, ...]:
    """Return something that differs if the box may show something else."""
    table = box.match_screen
    dialog = None if table is None else (table.dialog, table.news)
    return box.top, len(box.screens), box.config, _acts(table), dialog

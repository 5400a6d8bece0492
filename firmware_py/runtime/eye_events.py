"""The eye's events: what it sees goes to the screen stack, and its loss is shown once it has worked."""

from __future__ import annotations

from drivers.eye import Hello, State, View
from drivers.serial_port import Connected, Disconnected, Reason
from engine.verdicts import say
from firmware_py.display.panel import Part
from firmware_py.games.sight import Sight
from firmware_py.ui.match.eye import EyeInbox
from firmware_py.ui.stack.screen_stack import ScreenStack


class EyeEvents:
    """Takes the events of the eye."""

    def __init__(self) -> None:
        """Begin before the eye is connected."""
        self.inbox = EyeInbox()
        """What the eye tells, for the screens."""
        self._hello: Hello | None = None
        self._has_worked = False

    def take(self, event: object, stack: ScreenStack) -> None:
        """Take an event of the eye."""
        match event:
            case View(state=state, tags=tags) if self._hello is not None:
                sight = Sight.of(self._hello, tags) if state is State.SEEN else None
                stack.take_view(state, sight)
            case Connected(hello=Hello() as hello):
                self._hello = hello
                self._set_fault("", hello.name, stack)
            case Disconnected(reason=reason):
                why = "eye-absent" if reason is Reason.ABSENT else reason.value
                self._set_fault(why, "", stack)

    def _set_fault(self, why: str, name: str, stack: ScreenStack) -> None:
        """Store the state of the eye; show its loss, and close that dialog when the eye is back."""
        is_news = self._has_worked and bool(why) != bool(self.inbox.why)
        self._has_worked = self._has_worked or not why
        self.inbox.why, self.inbox.name = why, name
        if is_news and why:
            stack.show_parts([Part("eye", say(f"part.{why}"))])
        elif is_news:
            stack.attempt(stack.drop_parts)

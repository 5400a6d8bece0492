"""The table page at the panel: switched on and off here, and here is the code that lets a phone in."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

from engine.verdicts import say
from firmware_py.ui.choices import entries
from firmware_py.ui.dialog import Dialog
from firmware_py.ui.pairing import pairing_lines, pairing_picture
from firmware_py.ui.screens import ChoiceScreen, DialogScreen

if TYPE_CHECKING:
    from collections.abc import Callable

    from PIL import Image

    from engine.verdicts import Sentence
    from firmware_py.ui.screen_stack import ScreenStack


class Status(NamedTuple):
    """How the page is, for whoever stands before the box."""

    is_on: bool = False
    addresses: tuple[str, ...] = ()
    code: str = ""
    """The six digits."""
    long_code: str = ""
    """For the picture that phones read; to be typed if the short one has to wait."""
    is_besieged: bool = False
    """Somebody is guessing the six digits."""
    why: Sentence | None = None
    """Why it cannot be switched on, or what it waits for."""
    is_fixed: bool = False
    """There is no switch: the page is the box."""


class Page(Protocol):
    """Whatever shows the desk on phones."""

    @property
    def status(self) -> Status:
        """Tell how it is."""

    def turn_on(self, stack: ScreenStack) -> Status:
        """Switch it on, with new codes; the status says if that cannot be."""

    def turn_off(self) -> None:
        """Switch it off; every phone is forgotten."""

    def publish(self, stack: ScreenStack) -> None:
        """Let everybody see what is on the desk."""


class NoPage:
    """There is none."""

    status = Status(why=say("page.none"))

    def turn_on(self, stack: ScreenStack) -> Status:
        """Stay off."""
        del stack
        return self.status

    def turn_off(self) -> None:
        """Be off."""

    def publish(self, stack: ScreenStack) -> None:
        """Show nothing."""


def phones(stack: ScreenStack, switched: Callable[[], None] = lambda: None) -> None:
    """Switch the page on and show how a phone gets in; if it is on, ask whether to show that or to end it.

    `switched` hears when it is on or off.
    """
    if not stack.page.status.is_on:
        _turn_on(stack, switched)
    elif stack.page.status.is_fixed:
        _show(stack, stack.page.status)
    else:
        _ask(stack, switched)


def _turn_on(stack: ScreenStack, switched: Callable[[], None]) -> None:
    status = stack.page.turn_on(stack)
    if status.is_on:
        stack.set(page=True)
        switched()
    _show(stack, status)


def _ask(stack: ScreenStack, switched: Callable[[], None]) -> None:
    def show() -> None:
        stack.pop()
        _show(stack, stack.page.status)

    def turn_off() -> None:
        stack.pop()
        stack.page.turn_off()
        stack.set(page=False)
        switched()

    choices = entries("desk.ask-phones", "desk", {"phones-code": show, "phones-off": turn_off})
    stack.push(ChoiceScreen(stack.translations, stack.translations("pairing.title"), choices, stack.pop))


def _show(stack: ScreenStack, status: Status) -> None:
    """Show the address and the code, or say why there is none."""
    if status.why is not None:
        stack.tell(stack.translations("pairing.title"), [stack.translations.text(status.why)])
        return

    if status.is_fixed and status.addresses[0].startswith("localhost"):
        text = [stack.translations("desk.page-here", address=status.addresses[0])]
        stack.tell(stack.translations("pairing.title"), text)
        return

    def picture() -> Image.Image:
        return pairing_picture(status.addresses[0], status.code, status.long_code, stack.translations)

    typed = status.long_code if status.is_besieged else status.code
    lines = pairing_lines(status.addresses, typed, stack.translations)
    stack.push(
        DialogScreen(
            stack.translations, Dialog(stack.translations("pairing.title"), lines), stack.pop, picture=picture
        )
    )


def told(stack: ScreenStack) -> str:
    """Say in a line how the page is."""
    status = stack.page.status
    if status.is_on:
        return stack.translations("desk.page-on", addresses=status.addresses)
    return stack.translations("desk.page-off")

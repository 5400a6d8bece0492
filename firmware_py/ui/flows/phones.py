"""The page for phones, at the panel: switch it on or off, show the pairing code, forget a phone."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple, Protocol

from engine.verdicts import say
from firmware_py.ui.choices import entries, entry
from firmware_py.ui.dialog import Dialog
from firmware_py.ui.pairing import pairing_lines, pairing_picture
from firmware_py.ui.screens import ChoiceScreen, DialogScreen

if TYPE_CHECKING:
    from collections.abc import Callable

    from PIL import Image

    from engine.verdicts import Sentence
    from firmware_py.ui.screen_stack import ScreenStack


class Status(NamedTuple):
    """The state of the page, as shown at the box."""

    is_on: bool = False
    addresses: tuple[str, ...] = ()
    code: str = ""
    """The six digits."""
    long_code: str = ""
    """For the QR code; it is also shown to type while the short code is locked."""
    is_under_attack: bool = False
    """Too many wrong short codes were tried."""
    why: Sentence | None = None
    """Why the page cannot be switched on, or what it waits for."""
    is_fixed: bool = False
    """The page cannot be switched off, because it simulates the box."""
    fingerprint: str = ""
    """The first digits of the certificate's fingerprint, if the page is served over HTTPS."""


class PairedPhone(NamedTuple):
    """A phone that is paired."""

    number: int
    """Phones are counted from 1, in the order of pairing."""
    device: str
    """What it says that it is: `Android` … Empty if it does not say."""
    address: str
    seat: int | None = None
    """The seat that it has claimed."""


class Page(Protocol):
    """Shows the screens on phones."""

    @property
    def status(self) -> Status:
        """Return the state of the page."""

    def turn_on(self, stack: ScreenStack) -> Status:
        """Switch the page on, with new codes; return the status, with the reason if it fails."""

    def turn_off(self) -> None:
        """Switch the page off and end the sessions of all phones."""

    def publish(self, stack: ScreenStack) -> None:
        """Send the current screen to all phones."""

    def paired_phones(self) -> tuple[PairedPhone, ...]:
        """Return the phones that are paired, in the order of pairing."""

    def forget(self, number: int) -> None:
        """End the session of a phone, and change the codes: it knows the old ones."""


class NoPage:
    """A page that is never on."""

    status = Status(why=say("page.none"))

    def turn_on(self, stack: ScreenStack) -> Status:
        """Return the status: there is no page."""
        del stack
        return self.status

    def turn_off(self) -> None:
        """Do nothing: there is no page."""

    def publish(self, stack: ScreenStack) -> None:
        """Do nothing: there are no phones."""

    def paired_phones(self) -> tuple[PairedPhone, ...]:
        """Return nothing: there are no phones."""
        return ()

    def forget(self, number: int) -> None:
        """Do nothing: there are no phones."""


def phones(stack: ScreenStack, switched: Callable[[], None] = lambda: None) -> None:
    """Switch the page on and show the pairing code; if it is on, ask what to do.

    `switched` is called after the page was switched on or off.
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

    asks, count = "desk.ask-phones", len(stack.page.paired_phones())
    choices = entries(asks, "desk", {"phones-code": show, "phones-off": turn_off})
    listed = say("desk.phones-list", count=count)
    choices.insert(1, entry(asks, "phones-list", listed, lambda: _list(stack), is_allowed=bool(count)))
    stack.push(ChoiceScreen(stack.translations, say("pairing.title"), choices, stack.pop))


def _list(stack: ScreenStack) -> None:
    """Show a list of the phones that are paired; it replaces the question before, where it may be outdated."""
    listed = stack.page.paired_phones()
    if not listed:  # the last one has gone meanwhile
        return
    stack.pop()
    choices = [
        entry("desk.ask-phone", str(phone.number), _label(stack, phone), partial(_forget, stack, phone))
        for phone in listed
    ]
    stack.push(ChoiceScreen(stack.translations, say("desk.phones-list", count=len(listed)), choices, stack.pop))


def _label(stack: ScreenStack, phone: PairedPhone) -> Sentence:
    """Return the number of a phone, and whose it is or else what it is."""
    players = () if stack.match_screen is None else stack.match_screen.match.names
    names = [phone.device] if phone.seat is None else [*players[phone.seat - 1 : phone.seat], phone.device]
    return say("desk.phone-of" if names[0] else "desk.phone", number=phone.number, name=names[0])


def _forget(stack: ScreenStack, phone: PairedPhone) -> None:
    def forget() -> None:
        stack.pop()
        stack.page.forget(phone.number)

    text = [say("desk.phone-asks"), say("desk.phone-where", address=phone.address)]
    stack.ask(_label(stack, phone), text, forget, is_for_box=True)


def _show(stack: ScreenStack, status: Status) -> None:
    """Show the address and the code, or why there is none."""
    if status.why is not None:
        stack.tell(say("pairing.title"), [status.why])
        return

    if status.is_fixed and status.addresses[0].startswith("localhost"):
        stack.tell(say("pairing.title"), [say("desk.page-here", address=status.addresses[0])])
        return

    def picture() -> Image.Image:
        scheme = "https" if status.fingerprint else "http"
        return pairing_picture(
            status.addresses[0], status.code, status.long_code, stack.translations, scheme=scheme
        )

    typed = status.long_code if status.is_under_attack else status.code
    lines = pairing_lines(status.addresses, typed, status.fingerprint)
    dialog = Dialog(say("pairing.title"), lines)
    stack.push(DialogScreen(stack.translations, dialog, stack.pop, picture=picture))


def page_line(stack: ScreenStack) -> Sentence:
    """Return a line about the state of the page."""
    status = stack.page.status
    return say("desk.page-on", addresses=status.addresses) if status.is_on else say("desk.page-off")

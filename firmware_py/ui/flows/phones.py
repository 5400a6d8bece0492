"""The page for phones, at the panel: switch it on or off, show the pairing code, forget a phone."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PIL import Image

from engine.verdicts import Sentence, say
from firmware_py.ui.screens.choices import entries, entry
from firmware_py.ui.screens.dialog import Dialog
from firmware_py.ui.screens.dialog_screen import DialogScreen
from firmware_py.ui.screens.effects import Notice
from firmware_py.ui.screens.pairing import pairing_lines, pairing_picture
from firmware_py.ui.screens.question import ChoiceScreen
from firmware_py.ui.stack.screen_stack import ScreenStack
from firmware_py.ui.stack.services import PairedPhone, Status


def phones(stack: ScreenStack, switched: Callable[[], None] = lambda: None, *, is_new: bool = False) -> None:
    """Switch the page on and show the pairing code; if it is on, ask what to do, unless it `is_new`.

    `switched` is called after the page was switched on or off.
    """
    if is_new or not stack.services.page.status.is_on:
        _turn_on(stack, switched)
    elif stack.services.page.status.is_fixed:
        _show(stack, stack.services.page.status)
    else:
        _ask(stack, switched)


def _turn_on(stack: ScreenStack, switched: Callable[[], None]) -> None:
    status = stack.services.page.turn_on(stack)
    if status.is_on:
        stack.set(page=True)
        switched()
    _show(stack, status)


def _ask(stack: ScreenStack, switched: Callable[[], None]) -> None:
    def show() -> None:
        stack.pop()
        _show(stack, stack.services.page.status)

    def turn_off() -> None:
        stack.pop()
        stack.services.page.turn_off()
        stack.set(page=False)
        switched()

    def ask_off() -> None:
        stack.ask(say("home.phones-off"), [say("home.phones-off-asks")], turn_off, is_for_box=True)

    asks, count = "home.ask-phones", len(stack.services.page.paired_phones())
    choices = entries(asks, "home", {"phones-code": show, "phones-off": ask_off})
    listed = say("home.phones-list", count=count)
    choices.insert(1, entry(asks, "phones-list", listed, lambda: _list(stack), is_allowed=bool(count)))
    stack.push(ChoiceScreen(stack.translations, say("pairing.title"), choices, stack.pop))


def _list(stack: ScreenStack) -> None:
    """Show a list of the phones that are paired; it replaces the question before, where it may be outdated."""
    listed = stack.services.page.paired_phones()
    if not listed:  # the last one has gone meanwhile
        return
    stack.pop()
    choices = [
        entry("home.ask-phone", str(phone.number), _label(stack, phone), partial(_forget, stack, phone))
        for phone in listed
    ]
    stack.push(ChoiceScreen(stack.translations, say("home.phones-list", count=len(listed)), choices, stack.pop))


def _label(stack: ScreenStack, phone: PairedPhone) -> Sentence:
    """Return the number of a phone, and whose it is or else what it is."""
    players = () if stack.match_screen is None else stack.match_screen.match.names
    names = [phone.device] if phone.seat is None else [*players[phone.seat - 1 : phone.seat], phone.device]
    return say("home.phone-of" if names[0] else "home.phone", number=phone.number, name=names[0])


def _forget(stack: ScreenStack, phone: PairedPhone) -> None:
    def forget() -> None:
        stack.pop()
        stack.services.page.forget(phone.number)

    text = [say("home.phone-asks"), say("home.phone-where", address=phone.address)]
    stack.ask(_label(stack, phone), text, forget, is_for_box=True)


def _show(stack: ScreenStack, status: Status) -> None:
    """Show the address and the code, or why there is none."""
    if status.why is not None:
        stack.tell(say("pairing.title"), [status.why])
        return

    if status.is_fixed and status.addresses[0].startswith("localhost"):
        stack.tell(say("pairing.title"), [say("home.page-here", address=status.addresses[0])])
        return

    def picture() -> Image.Image:
        scheme = "https" if status.fingerprint else "http"
        return pairing_picture(
            status.addresses[0], status.code, status.long_code, stack.translations, scheme=scheme
        )

    typed = status.long_code if status.is_under_attack else status.code
    lines = pairing_lines(status.addresses, typed, status.fingerprint)
    dialog = Dialog(Notice(say("pairing.title"), tuple(lines)))
    stack.push(DialogScreen(stack.translations, dialog, stack.pop, picture=picture))


def page_line(stack: ScreenStack) -> Sentence:
    """Return a line about the state of the page."""
    status = stack.services.page.status
    return say("home.page-on", addresses=status.addresses) if status.is_on else say("home.page-off")

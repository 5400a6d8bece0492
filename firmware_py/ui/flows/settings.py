"""The settings: one list, each entry with its value; ok changes it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from engine.verdicts import say
from firmware_py.config.configuration import CONTRASTS, THINKING_SECONDS
from firmware_py.i18n.locale import LANGUAGES
from firmware_py.ui.flows.phones import phones
from firmware_py.ui.screens.choices import entry
from firmware_py.ui.screens.key_test import KeyTestScreen
from firmware_py.ui.screens.question import ChoiceScreen
from firmware_py.ui.stack.screen_stack import ScreenStack

SWITCHES = ("sound", "night", "hints", "teaching", "move_hints", "large_table", "page", "https", "tv_names")
STEPS = {"contrast": CONTRASTS, "thinking_seconds": THINKING_SECONDS}
"""Settings that go through some numbers, from the last one back to the first."""


def settings(stack: ScreenStack, leave: Callable[[], None]) -> None:
    """Push the list of settings; `leave` runs on back."""
    stack.push(_list(stack, leave, 0))


def _list(stack: ScreenStack, leave: Callable[[], None], cursor: int) -> ChoiceScreen:
    asks, config, translations = "home.ask-setting", stack.config, stack.translations
    labels = [
        ("language", say("settings.language", value=LANGUAGES[translations.language])),
        ("contrast", say("settings.contrast", value=config.contrast)),
        ("thinking_seconds", say("settings.thinking-seconds", value=config.thinking_seconds)),
    ]
    for name in SWITCHES:
        is_on = stack.services.page.status.is_on if name == "page" else getattr(config, name)
        value = say("settings.on" if is_on else "settings.off")
        labels.append((name, say(f"settings.{name.replace('_', '-')}", value=value)))
    labels.append(("backup", say("settings.backup")))
    labels.append(("phone-backup", say("settings.phone-backup")))
    if stack.box is stack:  # a phone has no keys to test
        labels.append(("keys", say("settings.keys")))

    def change(name: str) -> None:
        if name == "page":
            phones(stack, renew)
        elif name == "keys":
            stack.push(KeyTestScreen(translations, stack.pop))
        elif name in {"backup", "phone-backup"}:
            from firmware_py.ui.flows.backup import back_up, back_up_by_phone  # late: zip and OpenSSL

            back_up(stack) if name == "backup" else back_up_by_phone(stack)
        elif name == "https" and stack.services.page.status.is_on:
            text = [say("home.https-asks")]
            stack.ask(say("settings.https", value=say("settings.on")), text, switch_https, is_for_box=True)
        else:
            stack.set(**{name: _next(stack, name)})
            renew()

    def switch_https() -> None:
        """Switch the page off and on again: phones pair with the other address."""
        stack.set(https=not stack.config.https)
        renew()
        phones(stack, renew, is_new=True)

    def renew() -> None:
        """Show the list again, with the cursor where it was."""
        stack.screens[stack.screens.index(screen)] = _list(stack, leave, screen.navigator.cursor)

    choices = [
        entry(asks, name, label, partial(change, name))._replace(
            help=say(f"settings.about-{name.replace('_', '-')}")
        )
        for name, label in labels
    ]
    screen = ChoiceScreen(translations, say("home.settings"), choices, leave)
    screen.navigator.cursor = cursor
    return screen


def _next(stack: ScreenStack, name: str) -> object:
    """Return the next value of a setting."""
    if name == "language":
        codes = list(LANGUAGES)
        return codes[(codes.index(stack.translations.language) + 1) % len(codes)]
    if name in STEPS:
        return next((step for step in STEPS[name] if step > getattr(stack.config, name)), STEPS[name][0])
    return not getattr(stack.config, name)

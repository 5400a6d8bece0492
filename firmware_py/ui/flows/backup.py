"""Backup at the box: everything in one file on a USB stick, or to and from a phone."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence

from engine.verdicts import Sentence, say
from firmware_py.backups.backup import file_name, pack
from firmware_py.backups.restore import accept, plan, uploaded
from firmware_py.errors import UserError
from firmware_py.i18n.sentences import plain
from firmware_py.storage.paths import replace_bytes
from firmware_py.system.usb_sticks import mounted_sticks
from firmware_py.ui.screens.choices import entries
from firmware_py.ui.screens.question import ChoiceScreen
from firmware_py.ui.stack.screen_stack import ScreenStack
from firmware_py.ui.stack.switch_off import Restart

OPEN_SECONDS = 600.0
"""How long phones may exchange backups after somebody has allowed it at the box."""


def back_up(stack: ScreenStack) -> None:
    """Write a backup to the USB stick that is plugged in, in the background, and say what has become of it."""
    title = say("backup.title")
    sticks = mounted_sticks()
    if not sticks:
        stack.tell(title, [say("backup.no-stick")])
        return
    today = stack.today()
    stack.tell(title, [say("backup.writing")])
    waiting = stack.top

    def show(stack: ScreenStack, lines: Sequence[Sentence]) -> None:
        if waiting in stack.screens:
            stack.screens.remove(waiting)
        stack.tell(title, lines)

    stack.services.in_background(stack, lambda: _write(sticks[0], today), show)


def _write(stick: str, today: str) -> Sequence[Sentence]:
    """Write a backup to a stick; return what to tell."""
    name = file_name(today)
    try:
        replace_bytes(os.path.join(stick, name), pack(today))
        os.sync()
    except UserError as error:
        return error.why
    except OSError as error:
        return [say("backup.stick-fails"), plain(error.strerror or str(error))]
    return [say("backup.on-stick", name=name)]


def back_up_by_phone(stack: ScreenStack) -> None:
    """Ask whether phones may exchange backups, or whether to restore what one of them has sent."""
    ways: dict[str, Callable[[], None]] = {"allow": lambda: _allow(stack)}
    if uploaded() is not None:
        ways["bring-back"] = lambda: _bring_back(stack)
    choices = entries("backup.ask-phone", "backup", ways)
    stack.push(ChoiceScreen(stack.translations, say("backup.title"), choices, stack.pop))


def _allow(stack: ScreenStack) -> None:
    def allow() -> None:
        stack.box.backup_until = time.monotonic() + OPEN_SECONDS
        stack.tell(say("backup.title"), [say("backup.allowed")])

    stack.ask(say("backup.title"), [say("backup.allow-asks")], allow, is_for_box=True)


def _bring_back(stack: ScreenStack) -> None:
    title, backup = say("backup.title"), uploaded()
    if backup is None:
        stack.tell(title, [say("backup.gone")])
        return

    def agreed() -> None:
        try:
            accept(backup)
        except UserError as error:
            stack.tell(title, error.why)
        else:
            raise Restart

    if stack is stack.box:
        stack.box.backup_until = 0.0  # no phone sends another one while this one is shown
    lines = plan(backup, str(len(stack.journal.entries())))
    stack.ask(title, [*lines, say("backup.bring-asks")], agreed, is_for_box=True)

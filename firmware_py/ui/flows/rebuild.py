"""Make the database again from many notebooks: how far it is stands on the display, and ok goes on without it."""

from __future__ import annotations

from collections.abc import Callable

from engine.verdicts import say
from firmware_py.storage.entries import JournalFault
from firmware_py.storage.reconcile import Reconciliation
from firmware_py.ui.screens.dialog import Dialog
from firmware_py.ui.screens.dialog_screen import DialogScreen
from firmware_py.ui.screens.effects import Notice
from firmware_py.ui.stack.screen_stack import ScreenStack
from firmware_py.ui.stack.task import UiTask


def rebuild(
    stack: ScreenStack,
    work: Reconciliation,
    put: Callable[[UiTask], None],
    then: Callable[[ScreenStack], None],
) -> None:
    """Show the progress and work step by step, with keys in between; `then` runs at the end, or at ok.

    What is not done by then is done at the next start.
    """
    is_over = False

    def show(stack: ScreenStack) -> None:
        lines = [say("journal.rebuilding", done=work.done, total=work.total)]
        dialog = Dialog(Notice(say("home.storage"), tuple(lines)))
        stack.replace_all(DialogScreen(stack.translations, dialog, lambda: end(stack)))

    def end(stack: ScreenStack) -> None:
        nonlocal is_over
        if not is_over:
            is_over = True
            then(stack)

    def step(stack: ScreenStack) -> None:  # another one than before, if the program has recovered meanwhile
        if is_over:
            return
        try:
            has_more = stack.store.do(work.step)
        except JournalFault as fault:
            end(stack)
            stack.tell(say("home.storage"), [fault.why, say("journal.restart")])
            return
        if has_more:
            show(stack)
            put(UiTask(step))
        else:
            end(stack)

    show(stack)
    put(UiTask(step))

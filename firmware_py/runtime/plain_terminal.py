"""The box as lines of text, for screen readers, slow links and pipes: it prints a question and reads an answer.

Every question is printed once, with numbered answers. The answers take the same way as those of the page
(`ScreenStack.choose`), so nothing here depends on how the keys of the box work.
"""

from __future__ import annotations

import shutil
import sys
import textwrap
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress

from PIL import Image

from drivers.presses import Key, Kind, Press
from drivers.terminal import Signal
from engine.acts import read_act
from engine.verdicts import NotAnAct
from firmware_py.display.panel import NullPanel
from firmware_py.display.prompt import label
from firmware_py.games.lookup import text_of
from firmware_py.i18n.capitals import capitalised
from firmware_py.i18n.translations import Translations, translations_of
from firmware_py.ui.match.screen import MatchScreen
from firmware_py.ui.match.tutor import HELD_KEYS_TITLE
from firmware_py.ui.screens.news import NewsKind
from firmware_py.ui.screens.typing import TypingScreen
from firmware_py.ui.screens.view_model import Message, ViewModel
from firmware_py.ui.stack.screen_stack import ScreenStack
from firmware_py.ui.stack.task import UiTask

PRESSES = {
    "": Press(Key.OK, Kind.SHORT),
    "b": Press(Key.BACK, Kind.SHORT),
    "?": Press(Key.OK, Kind.LONG),
    "u": Press(Key.BACK, Kind.LONG),
}
"""What is typed for the keys: an empty line is ok."""
TABLE, QUIT, HELP = "t", "q", "h"


class PlainPanel(NullPanel):
    """A panel that prints what the page shows, as text."""

    def __init__(self) -> None:
        """Start with nothing printed."""
        self._shown: list[str] = []
        self._has_begun = False

    def show(self, stack: ScreenStack, over: Image.Image | None = None) -> None:
        """Print the question, if it is another one than before. The tip on held keys is passed over."""
        translations = translations_of(stack.translations.language)
        if over is not None:
            print_line(translations("box.saving"))
            return
        if not self._has_begun:
            self._has_begun = True
            print_line(translations("plain.help"))
        message = stack.top.view_model().message
        if message is not None and message.title == HELD_KEYS_TITLE:
            stack.press(PRESSES[""])  # there are no keys to hold: the line above says what to type
        lines = list(_lines(stack, translations))
        if lines != self._shown:
            self._shown = lines
            print_line("\n".join(["", *_fitted(lines)]))

    def repeat(self) -> None:
        """Print the question again at the next call of `show`."""
        self._shown = []

    def answer(self, line: str, stack: ScreenStack) -> None:
        """Do what a line says: a number chooses, a letter is a key, a move is played, a name is taken."""
        given, top = line.strip(), stack.top
        translations = translations_of(stack.translations.language)
        asked = top.view_model()
        if isinstance(top, TypingScreen) and given and given != "b":
            stack.attempt(lambda: top.type(given))
        elif given == HELP:
            print_line(translations("plain.help"))
        elif given == TABLE:
            self._print_table(stack, translations)
        elif given == "" and asked.message is None and asked.options:
            self.repeat()
        elif given in PRESSES:
            stack.press(PRESSES[given])
        elif asked.message is None and given.isdecimal() and int(given) in range(1, len(asked.options) + 1):
            stack.choose(int(given) - 1)
        elif asked.message is None and (at := _named(given, asked, translations)) is not None:
            stack.choose(at)
        elif not self._play(given, stack):
            print_line(translations("plain.not-understood", given=given))

    def _play(self, given: str, stack: ScreenStack) -> bool:
        """Play a move that is typed as in a record, or say why not; return whether it is a move."""
        top = stack.top
        if not isinstance(top, MatchScreen) or (top.dialog is not None and top.dialog.is_question):
            return False
        try:
            act = read_act(given)
        except NotAnAct:
            return False

        def play() -> None:
            top.begin_turn()
            top.submit(act)

        stack.attempt(play)
        return True

    def _print_table(self, stack: ScreenStack, translations: Translations) -> None:
        screen = stack.match_screen
        if screen is None:
            print_line(translations("plain.no-match"))
            return
        match = screen.match
        drawing = text_of(match.setup.game).draw(match.state, translations.naming(match.names))
        print_line(drawing)
        self.repeat()


def _fitted(lines: list[str]) -> list[str]:
    """Return lines that a terminal need not break within words; what goes elsewhere stays as it is."""
    if not sys.stdout.isatty():
        return lines
    width = shutil.get_terminal_size().columns
    return [part for line in lines for part in textwrap.wrap(line, width, break_long_words=False) or [""]]


def _named(given: str, asked: ViewModel, translations: Translations) -> int | None:
    """Return the index of the answer that is called like this."""
    names = [label(option, asked.names, translations).casefold() for option in asked.options]
    return names.index(given.casefold()) if given.casefold() in names else None


def _lines(stack: ScreenStack, translations: Translations) -> Iterator[str]:
    """Yield the lines of what is asked or told now."""
    asked = stack.top.view_model()
    named = translations.naming(asked.names)
    if asked.message is not None:
        yield from _message(asked.message, named)
        return
    if asked.news is not None:
        text = named.text(asked.news.text)
        yield named("plain.undone", move=text) if asked.news.kind is NewsKind.TAKEN_BACK else text
    yield from dict.fromkeys(named.text(text) for text in (asked.title, asked.text) if text is not None)
    if asked.answered:
        yield ", ".join(label(option, asked.names, named) for option in asked.answered)
    yield from _answers(asked, named, hints=stack.config.hints)


def _answers(asked: ViewModel, translations: Translations, *, hints: bool) -> Iterator[str]:
    """Yield the numbered answers; what is not allowed now can be typed too, but is not read out."""
    for number, option in enumerate(asked.options, start=1):
        if not (option.hollow and hints):
            yield f"{number:3} {label(option, asked.names, translations)}"


def _message(message: Message, translations: Translations) -> Iterator[str]:
    yield translations.page_text(message.title)
    lines = [translations.page_text(text) for text in message.paragraphs]
    yield from lines if message.refusal is None else capitalised(lines)
    yes = translations("plain.enter", answer=translations(message.yes))
    no = "" if message.no is None else translations("plain.back", answer=translations(message.no))
    yield "  ".join(filter(None, (yes, no)))


def listen(panel: PlainPanel, put: Callable[[object], object]) -> None:
    """Start a thread that passes the lines of the standard input on, until it ends or `q` is typed."""

    def read() -> None:
        for line in sys.stdin:
            if line.strip() == QUIT:
                break
            put(UiTask(_answering(panel, line)))
        put(Signal.LEAVE)

    threading.Thread(target=read, name="plain", daemon=True).start()


def _answering(panel: PlainPanel, line: str) -> Callable[[ScreenStack], None]:
    return lambda stack: panel.answer(line, stack)


def print_line(text: str) -> None:
    """Print a line to standard output; ignore errors, because it may be closed."""
    with suppress(OSError, ValueError):
        sys.stdout.write(f"{text}\n")
        sys.stdout.flush()

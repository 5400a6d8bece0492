"""The box: a match, two displays and six keys, and nothing else that happens in between.

`press` takes what a person did with a key, `table` and `prompt` are the pictures to show then. The key table is
fixed: arrows move; ok chooses; back goes one step up; long back is undo; long ok is "why not?" on a hollow
answer, else what is lawful now, in words. With one display back at the root shows the table, and so does moving
on a board.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from drivers.presses import Key, Kind, Press
from engine.match import UNDO, Match
from engine.steps import Kind as StepKind
from engine.verdicts import Sentence
from firmware_py.panel.canvas import wrap
from firmware_py.panel.prompt import BACK_KEY, CHECK, COLUMNS, OK_KEY, Hint, Pages, Question, pages, question
from firmware_py.panel.walk import Direction, Shape, Walk, walk_for
from firmware_py.sheet import points, winners
from firmware_py.tables import View

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from PIL import Image

    from engine.acts import Act
    from engine.game import Setup
    from engine.verdicts import Argument, Refusal
    from firmware_py.words import Words

DIRECTIONS = {
    Key.LEFT: Direction.LEFT,
    Key.RIGHT: Direction.RIGHT,
    Key.UP: Direction.UP,
    Key.DOWN: Direction.DOWN,
}
SEATS = {key: int(key.value) for key in Key if key.value.isdigit()}
BLINKS = 8
LAWFUL_LISTED = 60


class Box:
    """What stands on the table, without its hardware."""

    def __init__(self, rules: Any, setup: Setup, words: Words, displays: int = 2) -> None:
        """Begin a match."""
        self.words = words
        self.displays = displays
        self.match = Match[Any](rules, setup)
        self._draw_table = import_module(f"firmware_py.tables.{setup.game}").draw
        self._news: Hint | None = None
        """What was understood last."""
        self._speakers: tuple[int, ...] = ()
        """The seats whose answers the keys give."""
        self._walk: Walk | None = None
        self._table_shown = False
        self._reading: Pages | None = None
        """A text over everything else: a verdict, a list, a question to the table."""
        self._agreed: Callable[[], None] | None = None
        """What to do if the table says yes to it."""
        self._marked: frozenset[str] = frozenset()
        """The spots that the text speaks of."""
        self._blinks = 0
        self._begin_turn()

    # --- keys

    def press(self, press: Press) -> None:
        """Do what a press of a key means now."""
        if press == Press(Key.BACK, Kind.LONG):
            self._undo()
        elif self.shows_table and not self._steering(press):
            self._table_shown = False
        elif self._reading is not None:
            self._press_reading(self._reading, press)
        elif self._walk is None:
            self._press_at_end(press)
        elif press.key in DIRECTIONS:
            self._press_direction(self._walk, press)
        elif press.key in SEATS and press.kind is Kind.SHORT:
            self._press_seat(self._walk, SEATS[press.key])
        elif press.key is Key.OK:
            self._press_ok(self._walk, press.kind)
        elif press == Press(Key.BACK, Kind.SHORT) and not self._walk.back():
            self._back_at_root()

    def _steering(self, press: Press) -> bool:
        """Tell whether a press means the cursor on the table that is shown; others only go back to the prompt."""
        return self._walk is not None and self._walk.shape is Shape.BOARD and press.key is not Key.BACK

    def _press_direction(self, walk: Walk, press: Press) -> None:
        held = press.kind is not Kind.SHORT
        if press.kind is Kind.REPEAT and walk.shape is Shape.COMPASS:
            return  # the hold began at a question that is answered by now
        self._table_shown = walk.shape is Shape.BOARD
        act = walk.press(DIRECTIONS[press.key], held=held)
        if act is not None:
            self._submit(act)

    def _press_seat(self, walk: Walk, seat: int) -> None:
        """A seat key answers a question for a seat; elsewhere that seat speaks, in turn or not."""
        for at, option in enumerate(walk.options):
            if option.step.kind is StepKind.SEAT and option.step.value == str(seat):
                walk.cursor = at
                self._press_ok(walk, Kind.SHORT)
                return
        spoken = self._walk_of((seat,))
        if spoken is not None:
            self._walk, self._speakers, self._table_shown = spoken, (seat,), False

    def _press_ok(self, walk: Walk, kind: Kind) -> None:
        if walk.option.hollow and kind is not Kind.REPEAT:
            self._submit(walk.option.paths[0].act)
        elif kind is Kind.LONG:
            self._list_lawful()
        elif kind is Kind.SHORT:
            self._table_shown = False
            act = walk.choose()
            if act is not None:
                self._submit(act)

    def _back_at_root(self) -> None:
        if self._out_of_turn():
            self._begin_turn()
        else:
            self._table_shown = True

    def _press_at_end(self, press: Press) -> None:
        if press == Press(Key.OK, Kind.SHORT):
            self._confirm(self.words("box.new-game"), self._new_game)
        elif press == Press(Key.BACK, Kind.SHORT):
            self._table_shown = True

    def _press_reading(self, reading: Pages, press: Press) -> None:
        if press.key in {Key.UP, Key.DOWN}:
            self._reading = reading.scrolled(1 if press.key is Key.DOWN else -1)
        elif press.key in SEATS and self._agreed is None:
            self._close()
            self.press(press)
        elif press.kind is Kind.SHORT and press.key in {Key.OK, Key.BACK}:
            agreed = self._agreed
            self._close()
            if agreed is not None and press.key is Key.OK:
                agreed()

    # --- what happens

    def _begin_turn(self) -> None:
        self._speakers = self.match.ask().seats
        self._walk = self._walk_of(self._speakers)
        self._table_shown = False
        self._close()

    def _close(self) -> None:
        self._reading, self._agreed = None, None
        self._marked = frozenset()
        self._blinks = 0

    def _walk_of(self, seats: tuple[int, ...]) -> Walk | None:
        return walk_for(self.match.rules, self.match.state, seats)

    def _out_of_turn(self) -> bool:
        return self._speakers != self.match.ask().seats

    def _submit(self, act: Act) -> None:
        refusal = self.match.play(act)
        if refusal is not None:
            self._refuse(refusal)
            return
        self._news = Hint(CHECK, self.words.text(self.match.tell(act)))
        self._begin_turn()

    def _refuse(self, refusal: Refusal) -> None:
        words, tell = self.words, self.match.tell
        rule = refusal.rule or words("box.no-act")
        key = "box.refused-ruling" if self.match.is_ruling(refusal.rule) else "box.refused"
        why = words.text(refusal.why)
        lines = wrap(why[:1].upper() + why[1:], COLUMNS)
        if refusal.lawful:
            lines += wrap(words("box.lawful"), COLUMNS)
            for lawful in refusal.lawful:
                lines += wrap(f"· {words.text(tell(lawful))}", COLUMNS)
        self._read(words(key, rule=rule), lines)
        self._marked = frozenset(_spoken_of(refusal.why)) & self._spots()
        self._blinks = BLINKS if self._marked else 0

    def _spots(self) -> frozenset[str]:
        """List the names of the spots on the board that the keys can reach."""
        paths = [path for option in self._walk.options for path in option.paths] if self._walk else []
        steps = (step for path in paths for step in path.steps)
        return frozenset(step.value for step in steps if step.kind is StepKind.SPOT)

    def _list_lawful(self) -> None:
        tell = self.match.tell
        acts = [act for act in self.match.legal() if act.seat is None or act.seat in self._speakers]
        lines = [line for act in acts[:LAWFUL_LISTED] for line in wrap(self.words.text(tell(act)), COLUMNS)]
        self._read(self.words("box.lawful-now", count=len(acts)), lines)

    def _undo(self) -> None:
        refusal = self.match.judge(UNDO)
        if refusal is not None:
            self._refuse(refusal)
        elif (why := self.match.undo_asks()) is not None:
            self._confirm(self.words("box.undo-asks", act=self._last_told(), why=why), self._really_undo)
        else:
            self._really_undo()

    def _last_told(self) -> str:
        return self.words.text(self.match.tell(self.match.acts[-1]))

    def _really_undo(self) -> None:
        self._news = Hint(BACK_KEY, self._last_told())
        self.match.play(UNDO)
        self._begin_turn()

    def _new_game(self) -> None:
        self.match = Match[Any](self.match.rules, self.match.setup)
        self._news = None
        self._begin_turn()

    def _confirm(self, text: str, agreed: Callable[[], None]) -> None:
        self._read(self.words("box.sure"), wrap(text, COLUMNS))
        self._agreed = agreed

    def _read(self, title: str, lines: list[str]) -> None:
        self._reading, self._table_shown = Pages(title, tuple(lines)), False

    # --- time

    @property
    def blinking(self) -> bool:
        """Whether `blink` still has something to do."""
        return self._blinks > 0

    def blink(self) -> None:
        """Let the spots that a refusal speaks of blink once."""
        self._blinks -= 1

    # --- pictures

    @property
    def shows_table(self) -> bool:
        """Whether the one display there is shows the table."""
        return self._table_shown and self.displays == 1

    def table(self) -> Image.Image:
        """Draw what everybody wants to see."""
        spot = self._walk.spot if self._walk is not None and self._reading is None else None
        marked = self._marked if self._blinks % 2 == 0 else frozenset[str]()
        cursor, hollow = (spot.step.value, spot.hollow) if spot is not None else (None, False)
        view = View(self.match.state, self.match.players, self.words, cursor, hollow, marked)
        picture: Image.Image = self._draw_table(view)
        return picture

    def prompt(self) -> Image.Image:
        """Draw what the player at the keys wants to see."""
        words = self.words
        if self.shows_table:
            return self.table()
        if self._reading is not None:
            close = [Hint(OK_KEY, words("legend.ok"))]
            if self._agreed is not None:
                close.append(Hint(BACK_KEY, words("legend.no")))
            return pages(self._reading, close, words)
        if self._walk is None:
            return self._end()
        ask = words.text(self.match.ask().what)
        if self._out_of_turn():
            ask = words("box.out-of-turn", ask=ask)
        leave = "legend.back" if self._out_of_turn() else "legend.table" if self.displays == 1 else None
        return question(Question(self._who(), ask, self._walk, self.match.players, self._news, leave), words)

    def _who(self) -> str:
        if len(self._speakers) != 1:
            return self.words("box.table")
        return self.match.players[self._speakers[0] - 1]

    def _end(self) -> Image.Image:
        words, standing, players = self.words, self.match.standing(), self.match.players
        lines = wrap(words("box.won", winners=winners(standing, players)), COLUMNS)
        lines.append(words(f"{self.match.setup.game}.points") + ":")
        lines += wrap(points(standing, players), COLUMNS)
        hints = [Hint(OK_KEY, words("legend.new"))]
        if self.displays == 1:
            hints.append(Hint(BACK_KEY, words("legend.table")))
        return pages(Pages(words("box.over"), tuple(lines)), hints, words)


def _spoken_of(sentence: Sentence) -> Iterator[str]:
    """List the plain words that went into a sentence: among them the names of spots."""
    for _, value in sentence.args:
        yield from _plain(value)


def _plain(value: Argument) -> Iterator[str]:
    if isinstance(value, Sentence):
        yield from _spoken_of(value)
    elif isinstance(value, tuple):
        for item in value:
            yield from _plain(item)
    elif isinstance(value, str):
        yield value

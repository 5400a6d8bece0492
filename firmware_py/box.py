"""The box: a match, two displays and six keys, and nothing else that happens in between.

`press` takes what a person did with a key, `table` and `prompt` are the pictures to show then. The key table is
fixed: arrows move; ok chooses; back goes one step up; long back is undo; long ok is "why not?" on a hollow
answer, else what is lawful now, in words. Back at the root leads to the menu; with one display to the table first,
which moving on a board shows too.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from drivers.presses import Key, Kind, Press
from engine.acts import Act, act_of_words, is_open
from engine.game import FIX
from engine.match import UNDO, Match
from engine.steps import Answer, aside, number
from engine.steps import Kind as StepKind
from engine.verdicts import Sentence, say
from firmware_py.memory import Memory
from firmware_py.panel.canvas import wrap
from firmware_py.panel.prompt import (
    BACK_KEY,
    CHECK,
    COLUMNS,
    OK_KEY,
    Hint,
    Pages,
    Question,
    label,
    pages,
    question,
)
from firmware_py.panel.walk import Direction, Option, Path, Shape, Walk, menu_of, walk_for, walk_of
from firmware_py.sheet import points, winners
from firmware_py.tables import Scene, View

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from PIL import Image

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
NEWS = 19
"""Characters of what was understood last."""
LOOK, PLAY_ON = "look", "play-on"
"""Verbs of the menu; they never reach the match."""


class Box:
    """What stands on the table, without its hardware."""

    def __init__(
        self, rules: Any, setup: Setup, words: Words, *, displays: int = 2, memory: Memory | None = None
    ) -> None:
        """Begin a match."""
        self.displays = displays
        self.match = Match[Any](rules, setup)
        self.finished: list[Match[Any]] = []
        """Games that were played before this one."""
        self._language = words
        self._memory = memory or Memory()
        self._pictures = import_module(f"firmware_py.tables.{setup.game}")
        self._news: Hint | None = None
        """What was understood last."""
        self._speakers: tuple[int, ...] = ()
        """The seats whose answers the keys give."""
        self._walk: Walk | None = None
        self._at_home = True
        """The walk is that of the game, not of the menu or of somebody who speaks out of turn."""
        self._plays_on = False
        """The table goes on with a game that is decided."""
        self._table_shown = False
        self._reading: Pages | None = None
        """A text over everything else: a verdict, a list, a question to the table."""
        self._agreed: Callable[[], None] | None = None
        """What to do if the table says yes to it, and how the yes is called."""
        self._yes = "legend.ok"
        self._scenes: list[Scene] = []
        """What is told, one after the other; the first one now."""
        self._scrolled = 0
        """How far the result of a game is scrolled."""
        self._marked: frozenset[str] = frozenset()
        """The spots that the text speaks of."""
        self._blinks = 0
        self._begin_match()

    @property
    def words(self) -> Words:
        """The words of this table's language, with the players' names."""
        return self._language.naming(self.match.names)

    # --- keys

    def press(self, press: Press) -> None:
        """Do what a press of a key means now."""
        if press == Press(Key.BACK, Kind.LONG):
            self._undo()
        elif self.shows_table and not self._steering(press) and press.key not in SEATS:
            self._table_shown = False
            at_root = self._walk is None or self._walk.at_root
            if press == Press(Key.BACK, Kind.SHORT) and at_root and self._at_home:
                self._open_menu()
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
        if act is not None and walk.option.hollow:
            self._submit(act)
        elif act is not None:
            self._take(walk, act)

    def _press_seat(self, walk: Walk, seat: int) -> None:
        """A seat key answers a question for a seat or a number; elsewhere that seat speaks, in turn or not."""
        if walk.point(seat):
            self._press_ok(walk, Kind.SHORT)
            return
        if not walk.at_root and walk.option.step.kind is not StepKind.CHOICE:
            return  # no such number here, and what was said so far is not thrown away
        spoken = walk_of(self.match.rules, self.match.state, seat)
        if spoken is None:
            return
        only = spoken.only_act()
        if only is not None and not is_open(only):
            self._submit(only)
        else:
            self._walk, self._speakers, self._table_shown = spoken, (seat,), False
            self._at_home = False
            self._open(spoken)

    def _press_ok(self, walk: Walk, kind: Kind) -> None:
        if walk.option.hollow and kind is not Kind.REPEAT and not self._is_advised(walk.option, kind):
            self._submit(walk.option.paths[0].act, may_insist=len(walk.option.paths) == 1)
        elif kind is Kind.LONG:
            self._list_lawful(walk)
        elif kind is Kind.SHORT:
            self._table_shown = False
            act = walk.choose()
            if act is not None:
                self._take(walk, act)

    def _is_advised(self, option: Option, kind: Kind) -> bool:
        """Tell whether the table may go on through a hollow answer, because only advice speaks against it."""
        if kind is not Kind.SHORT or len(option.paths) == 1:
            return False
        refusals = (self.match.judge(path.act) for path in option.paths)
        return any(refusal is not None and refusal.is_advice for refusal in refusals)

    def _back_at_root(self) -> None:
        if not self._at_home:
            self._begin_turn()
        elif self.displays == 1:
            self._table_shown = True
        else:
            self._open_menu()

    def _press_at_end(self, press: Press) -> None:
        if press.key in {Key.UP, Key.DOWN}:
            scrolled = self._result()._replace(top=self._scrolled).scrolled(1 if press.key is Key.DOWN else -1)
            self._scrolled = scrolled.top
        elif press == Press(Key.OK, Kind.SHORT):
            self._confirm(self.words("box.new-game"), self._new_game)
        elif press == Press(Key.BACK, Kind.SHORT):
            self._back_at_root()

    def _press_reading(self, reading: Pages, press: Press) -> None:
        if press.key in {Key.UP, Key.DOWN}:
            self._reading = reading.scrolled(1 if press.key is Key.DOWN else -1)
        elif press.key in SEATS and self._agreed is None:
            if SEATS[press.key] <= len(self.match.names) and len(self._scenes) <= 1:
                self._begin_turn()
                self.press(press)
        elif press.kind is Kind.SHORT and press.key in {Key.OK, Key.BACK}:
            agreed, more = self._agreed, self._scenes[1:]
            self._close()
            if press.key is Key.OK and agreed is not None:
                agreed()
            elif press.key is Key.OK and more:
                self._play_scenes(more)

    # --- what happens

    def _begin_match(self) -> None:
        self._begin_turn()
        if scenes := self._pictures.opening(self.match.state, self.words):
            self._play_scenes(scenes)

    def _begin_turn(self) -> None:
        ask = self.match.ask()
        self._speakers = ask.seats
        waits = not ask.is_optional or self._plays_on
        self._walk = walk_for(self.match.rules, self.match.state, self._speakers) if waits else None
        self._at_home = True
        self._table_shown = False
        self._scrolled = 0
        if self._walk is not None:
            self._open(self._walk)
        self._close()

    def _open(self, walk: Walk) -> None:
        """Go straight on to the answers if a single act is waited for, and a value of it is open."""
        act = walk.only_act()
        while act is not None and (answers := self._answers(act)):
            act = walk.go_on(answers)

    def _close(self) -> None:
        self._reading, self._agreed, self._scenes = None, None, []
        self._yes = "legend.ok"
        self._marked = frozenset()
        self._blinks = 0

    def _out_of_turn(self) -> bool:
        return not set(self._speakers) <= set(self.match.ask().seats)

    def _take(self, walk: Walk, act: Act) -> None:
        """Go on asking while something of an act is open; else it is said."""
        if act.verb == LOOK:
            self._begin_turn()
            self._play_scenes(self._pictures.scenes(self.match.state, int(act.args[0]), self.words))
            return
        if act.verb == PLAY_ON:
            self._plays_on = True
            self._begin_turn()
            return
        said: Act | None = act
        while said is not None and (answers := self._answers(said)):
            said = walk.go_on(answers)
        if said is not None:
            self._submit(said)

    def _answers(self, act: Act) -> list[Answer]:
        """List the answers to the first open value of an act, those that are remembered first."""
        if not is_open(act) or self._is_unlawful(act):
            return []
        return [*self._memory.recall(act), *self.match.rules.answers(self.match.state, act)]

    def _is_unlawful(self, act: Act) -> bool:
        """Tell whether an act is refused by a rule, whatever its open values are."""
        refusal = self.match.judge(act)
        return refusal is not None and refusal.rule is not None

    def _submit(self, act: Act, *, may_insist: bool = True) -> None:
        """Say an act; what only advice speaks against can be insisted on, if it is what somebody chose."""
        before = self.match.state
        refusal = self.match.judge(act)
        if refusal is not None:
            self._refuse(refusal)
            if refusal.is_advice and may_insist:
                overruled = Act(None, "overrule", tuple(str(act).split(" ")))
                self._agreed, self._yes = lambda: self._submit(overruled), "legend.insist"
            return
        self._news = Hint(CHECK, self._in_short(act))
        self.match.play(act)
        self._plays_on = False
        self._begin_turn()
        scenes: list[Scene] = self._pictures.told(before, self.match.state, self.words)
        forgotten = self._memory.follow(self.match.acts)
        if forgotten is not None:
            title, text = self.words("box.not-remembered"), self.words.text(forgotten)
            scenes.insert(0, Scene(title, (text,), self.match.state))
        if scenes:
            self._play_scenes(scenes)

    def _play_scenes(self, scenes: list[Scene]) -> None:
        lines = [line for paragraph in scenes[0].text for line in wrap(paragraph, COLUMNS)]
        self._read(scenes[0].title, lines)
        self._scenes = scenes

    def _menu(self) -> list[Path]:
        """List what is neither an act of the game nor always at hand: corrections, and a look back."""
        rules, state = self.match.rules, self.match.state
        paths = []
        if rules.answers(state, FIX):
            paths.append(Path((aside("fix", say("box.fix")),), FIX))
        paths += menu_of(rules, state)
        if self._walk is None and self.match.ask().is_optional:
            paths.append(Path((aside(PLAY_ON, say("box.play-on")),), Act(None, PLAY_ON)))
        looks = aside("rounds", say(f"{self.match.setup.game}.rounds"))
        rounds = self._pictures.rounds(self.match.state)
        paths += [
            Path((looks, number(say("box.ask-round"), at, rounds)), Act(None, LOOK, (str(at),)))
            for at in range(1, rounds + 1)
        ]
        return paths

    def _open_menu(self) -> None:
        paths = self._menu()
        if paths:
            own = {path.act for path in paths if path.act.verb in {FIX.verb, LOOK, PLAY_ON}}
            self._walk = Walk(paths, own.union(self.match.legal()))
            self._at_home = False

    def _refuse(self, refusal: Refusal) -> None:
        words, tell = self.words, self.match.tell
        rule = refusal.rule or words("box.no-act")
        key = "box.refused-ruling" if self.match.is_ruling(refusal) else "box.refused"
        if refusal.is_advice:
            key = "box.advice"
        why = words.text(refusal.why)
        if refusal.rule is None and refusal.why == say("act.open-value"):
            why = words("box.impossible")
        lines = wrap(why[:1].upper() + why[1:], COLUMNS)
        if refusal.is_advice:
            lines += wrap(words("box.advice-why"), COLUMNS)
        if refusal.lawful:
            lines += wrap(words("box.lawful"), COLUMNS)
            for lawful in refusal.lawful:
                lines += wrap(f"· {words.text(tell(lawful))}", COLUMNS)
        self._read(words(key, rule=rule), lines)
        if self._walk is not None:
            self._walk.rest()
        self._marked = frozenset(_spoken_of(refusal.why)) & self._spots()
        self._blinks = BLINKS if self._marked else 0

    def _spots(self) -> frozenset[str]:
        """List the names of what the keys can reach, and of what they have chosen on the way."""
        paths = [path for option in self._walk.options for path in option.paths] if self._walk else []
        return frozenset(step.value for path in paths for step in path.steps)

    def _list_lawful(self, walk: Walk) -> None:
        """List in words what is lawful from here on."""
        acts = [act for act in walk.lawful() if act.verb not in {FIX.verb, LOOK, PLAY_ON}]
        if not acts:
            return
        told = [self.words.text(self.match.tell(act)) for act in acts[:LAWFUL_LISTED]]
        if all(map(is_open, acts)):  # what is still to be said is in the answers
            told = [label(option, self.match.names, self.words) for option in walk.options if not option.hollow]
        lines = [line for text in told for line in wrap(text, COLUMNS)]
        self._read(self.words("box.lawful-now", count=len(told)), lines)

    def _undo(self) -> None:
        refusal = self.match.judge(UNDO)
        if refusal is not None:
            self._refuse(refusal)
        elif (why := self.match.undo_asks()) is not None:
            self._confirm(self.words("box.undo-asks", act=self._last_told(), why=why), self._really_undo)
        else:
            self._really_undo()

    def _in_short(self, act: Act) -> str:
        """Say in one line what is done."""
        if act.verb == "fix":
            told = self.words("box.corrected-to", words=" ".join(act.args))
            return told if len(told) <= NEWS else self.words("box.corrected")
        said = act_of_words(act.args) if act.verb == "overrule" else act
        return self.words.text(self.match.tell(said))

    def _last_told(self) -> str:
        return self.words.text(self.match.tell(self.match.acts[-1]))

    def _really_undo(self) -> None:
        self._news = Hint(BACK_KEY, self._in_short(self.match.acts[-1]))
        self.match.play(UNDO)
        self._memory.follow(self.match.acts)
        self._begin_turn()

    def _new_game(self) -> None:
        self.finished.append(self.match)
        self._memory.begin()
        first: Any = self.match.standing().details.get("next_first", self.match.setup.first)
        self.match = Match[Any](self.match.rules, self.match.setup._replace(first=first))
        self._news = None
        self._begin_match()

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
        state = self._scenes[0].state if self._scenes else self._preview()
        view = View(state, self.match.names, self.words, cursor, hollow, marked, self._chosen())
        picture: Image.Image = self._pictures.draw(view)
        return picture

    def _chosen(self) -> tuple[str, ...]:
        """List what was answered so far, and what a list points at."""
        if self._walk is None:
            return ()
        answered = [*self._walk.answered, *([self._walk.option] if self._walk.shape is Shape.LIST else [])]
        return tuple(option.step.value for option in answered)

    def _preview(self) -> Any:
        """Give the position to show: as it is, or the one that a correction under way speaks of."""
        if self._walk is None:
            return self.match.state
        return self._pictures.preview(self.match.state, self._walk.option.paths[0].act)

    def prompt(self) -> Image.Image:
        """Draw what the player at the keys wants to see."""
        words = self.words
        if self.shows_table:
            return self.table()
        if self._reading is not None:
            close = [Hint(OK_KEY, words("legend.next" if len(self._scenes) > 1 else self._yes))]
            if self._agreed is not None:
                close.append(Hint(BACK_KEY, words("legend.no")))
            elif len(self._scenes) > 1:
                close.append(Hint(BACK_KEY, words("legend.skip")))
            return pages(self._reading, close, words)
        if self._walk is None:
            return self._end()
        ask = words.text(self.match.ask().what)
        if self._out_of_turn():
            ask = words("box.out-of-turn", ask=ask)
        news = self._news if self._at_home else None
        view = Question(self._who(ask), ask, self._walk, self.match.names, news, self._leave())
        return question(view._replace(has_question=self.match.ask().who is not None), words)

    def _who(self, ask: str) -> str:
        """Tell whose moment it is; where anybody may speak, what the box waits for."""
        assert self._walk is not None
        speaker = self._walk.speaker
        if self._at_home and self._walk.at_root and (len(self._speakers) > 1 or speaker is None):
            return ask
        return self.words("box.table") if speaker is None else self.match.names[speaker - 1]

    def _leave(self) -> str | None:
        """Tell what back does at the root."""
        if not self._at_home or self._out_of_turn():
            return "legend.back"
        if self.displays == 1:
            return "legend.table"
        return "legend.menu" if self._menu() else None

    def _result(self) -> Pages:
        """Say who has won, and with how many points."""
        words, standing, players = self.words, self.match.standing(), self.match.names
        lines = wrap(words("box.won", winners=winners(standing, players)), COLUMNS)
        lines.append(words(f"{self.match.setup.game}.points") + ":")
        lines += wrap(points(standing, players), COLUMNS)
        lines += [line for text in self._pictures.summary(self.match.state, words) for line in wrap(text, COLUMNS)]
        return Pages(words("box.over"), tuple(lines))

    def _end(self) -> Image.Image:
        hints = [Hint(OK_KEY, self.words("legend.new"))]
        if (leave := self._leave()) is not None:
            hints.append(Hint(BACK_KEY, self.words(leave)))
        return pages(self._result()._replace(top=self._scrolled), hints, self.words)


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

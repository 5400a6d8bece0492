"""Advice in a match: the box as an opponent, and hints for players. All thinking is done elsewhere (`ui.thinker`).

When it is the turn of the box, it thinks; then a dialog says what it plays, a person puts that on the board and
presses ok. While a person thinks, the box prepares. What the box has to do follows from the state alone, so a
match that was cut off, undone or corrected goes on by itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import GAMES
from engine.acts import Act
from engine.advisor import opponent_of
from engine.verdicts import Refusal, say
from firmware_py.ui.thinker import Question
from firmware_py.ui.verdicts import words_in

if TYPE_CHECKING:
    from engine.verdicts import Sentence
    from firmware_py.ui.dialog import Dialog
    from firmware_py.ui.match_screen import MatchScreen
    from firmware_py.ui.screen_stack import ScreenStack
    from firmware_py.ui.thinker import Thinker, Thought

MOST_ACTS = 1000
"""Matches differ in their seeds by this, so that no two are alike."""
HINTS_OFF = Refusal(None, say("hint.off"))
NOT_YOUR_TURN = Refusal(None, say("hint.not-now"))
NO_HINTS = Refusal(None, say("hint.no-advisor"))


class Advice:
    """The opponent and the hints of one match screen."""

    def __init__(self, screen: MatchScreen, thinker: Thinker, *, is_player: bool = True) -> None:
        """Play for the seat that the match has given to the box, if there is one; else give hints only."""
        self._is_player = is_player
        self._screen, self._match, self._thinker = screen, screen.match, thinker
        game = GAMES[screen.match.setup.game]
        self._levels = game.levels
        opponent = opponent_of(screen.match.setup, game.levels)
        self.seat: int | None
        self.seat, self._level = opponent or (None, "")
        """The seat of the box; None if it does not play."""
        self._thinks_about: object = None
        """The state of the question that was asked last."""
        self._thought: Thought | None = None
        """What the box wants to play, once it is known."""
        self._waits: Dialog | None = None
        """The dialog that says that the box is thinking."""
        self._announced: Thought | None = None
        """What was announced last: it is shown once by itself, then whenever the turn begins again."""
        self._is_hint = False
        """The question is that of a player."""

    # --- the opponent

    @property
    def is_to_move(self) -> bool:
        """Whether the box has the turn."""
        return self.seat is not None and self._match.ask().seats[:1] == (self.seat,)

    def follow(self) -> None:
        """Do what the state asks for: play, think, or prepare. Called whenever a turn begins."""
        state = self._match.state
        self._is_hint = False
        if not self._is_player:
            return
        if self.is_to_move:
            if self._thought is not None and self._thought.state == state:
                self._announce(self._thought)
                return
            self._waits = self._screen.tell(self._title, [say("opponent.thinks")])
            self._screen.screens.share()
            self._ask(self._level, self._screen.config.thinking_seconds)
        elif self.seat is not None and self._match.ask().seats:
            self._ask(self._levels[-1], None)

    @property
    def _title(self) -> Sentence:
        return say("opponent.title", level=say(f"level.{self._level}"))

    def _ask(self, level: str, seconds: float | None) -> None:
        """Ask once for each state, level and purpose."""
        asked = (self._match.state, level, seconds, self._is_hint)
        if asked != self._thinks_about:
            self._thinks_about = asked
            seed = self._screen.session.number * MOST_ACTS + self._match.undoable
            question = Question(self._match.setup.game, self._match.state, level, seed, seconds)
            self._thinker.think(question, self._take)

    def _take(self, stack: ScreenStack, thought: Thought | None) -> None:
        """Take an answer, if this match is still on the table and still in the same state."""
        screen = self._screen
        if stack.match_screen is not screen.screens.box:
            return
        if thought is None:
            self._thinks_about = None
            if screen.dialog is self._waits:
                screen.tell(say("opponent.cannot"), [say("opponent.cannot-text")])
        elif thought.state == self._match.state:
            if self._is_hint:
                self._show_hint(thought)
            elif self.is_to_move:
                self._thought = thought
                if screen.dialog is self._waits or screen.is_free:
                    self._announce(thought)

    def remind(self) -> None:
        """Announce what had to wait because a dialog was open."""
        thought = self._thought
        if thought is None or thought is self._announced or thought.state != self._match.state:
            return
        if self.is_to_move and self._screen.is_free:
            self._announce(thought)

    def _announce(self, thought: Thought) -> None:
        """Show what the box plays; ok plays it once it is on the board."""
        screen = self._screen
        self._announced = thought
        dialog = screen.tell(self._title, [say("opponent.plays", act=self._match.tell(thought.act))])
        dialog.asks(lambda: screen.play.submit(thought.act), "legend.placed")
        self._mark(dialog, thought)
        screen.screens.share()
        screen.sounds.append("your-turn")

    def _mark(self, dialog: Dialog, thought: Thought) -> None:
        """Mark on the table what the act names."""
        navigator = self._screen.turn.navigator
        if navigator is not None:
            words = frozenset(words_in(self._match.tell(thought.act)))
            dialog.mark(words & navigator.reachable_names())

    # --- hints

    @property
    def has_hints(self) -> bool:
        """Whether the box can give hints in this game at all."""
        return bool(self._levels)

    def refuse_hint(self) -> Refusal | None:
        """Return why there is no hint now; None if there is one."""
        if not self.has_hints:
            return NO_HINTS
        if not self._screen.config.move_hints:
            return HINTS_OFF
        if self.is_to_move or not self._match.ask().seats:
            return NOT_YOUR_TURN
        return None

    def ask_hint(self, act: Act | None = None) -> None:
        """Note that a player asks for a hint, and look for one; with `act` the player is the one that it names."""
        screen, log = self._screen, len(self._match.log)
        refusal = self.refuse_hint()
        if refusal is None:
            refusal = screen.play.play(act or Act(self._match.ask().seats[0], "hint"))
        if refusal is not None:
            screen.play.refuse(refusal)
            return
        if len(self._match.log) > log:  # else it could not be stored, and a dialog says so
            self._is_hint = True
            self._waits = screen.tell(say("hint.title"), [say("opponent.thinks")])
            self._waits.is_own = False  # nobody waits for it once somebody else has acted or asked
            self._thinks_about = None  # a hint is answered once: the same one can be asked for again
            self._ask(self._levels[-1], screen.config.thinking_seconds)

    def _show_hint(self, thought: Thought) -> None:
        screen = self._screen
        self._is_hint = False
        if screen.dialog is self._waits:
            lines = [say("hint.line", act=self._match.tell(thought.act), reason=thought.reason)]
            self._mark(screen.tell(say("hint.title"), lines), thought)

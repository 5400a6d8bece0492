"""Advice in a match: the box as an opponent, and hints for players. All thinking is done elsewhere (`thinker`).

When it is the turn of the box, it thinks; then a dialog says what it plays, a person puts that on the board and
presses ok. While a person thinks, the box prepares. What the box has to do follows from the state alone, so a
match that was cut off, undone or corrected goes on by itself.
"""

from __future__ import annotations

from drivers.buzzer import Sound
from engine import GAMES
from engine.advisor import opponent_of
from engine.match import Match
from engine.verdicts import Refusal, Sentence, say
from firmware_py.config.configuration import Config
from firmware_py.ui.match.thinker import Answered, Question, Thinker, Thought
from firmware_py.ui.match.verdicts import words_in
from firmware_py.ui.screens.effects import Effects, Notice, Play, Propose, Reach, Ring, Show, ShowNews
from firmware_py.ui.screens.news import News, NewsKind

MOST_ACTS = 1000
"""Matches differ in their seeds by this, so that no two are alike."""
HINTS_OFF = Refusal(None, say("hint.off"))
NOT_YOUR_TURN = Refusal(None, say("hint.not-now"))
NO_HINTS = Refusal(None, say("hint.no-advisor"))


class Advice:
    """The opponent and the hints of one match screen."""

    def __init__(self, match: Match[object], number: int, thinker: Thinker | None, *, is_player: bool) -> None:
        """Play for the seat that the match has given to the box, if `is_player`; else give hints only.

        `number` is that of the match in the journal.
        """
        self._is_player = is_player
        self._match, self._number, self._thinker = match, number, thinker
        game = GAMES[match.setup.game]
        self._levels = game.levels
        self.seat: int | None
        self.seat, self._level = opponent_of(match.setup, game.levels) or (None, "")
        """The seat of the box; None if it does not play."""
        self._asked: Question | None = None
        """The question that was asked last."""
        self._is_hint = False
        """It is that of a player."""
        self._thought: Thought | None = None
        """What the box wants to play, once it is known."""
        self._waits: Notice | None = None
        """The notice that says that the box is thinking."""
        self._announced: Thought | None = None
        """What was announced last: it is shown once by itself, then whenever the turn begins again."""

    # --- the opponent

    @property
    def is_to_move(self) -> bool:
        """Whether the box has the turn."""
        return self.seat is not None and self._match.ask().first == self.seat

    def follow(self, config: Config) -> Effects:
        """Return what the state asks for: play, think, or prepare. Called whenever a turn begins."""
        self._is_hint = False
        if not self._is_player:
            return ()
        if self.is_to_move:
            if self._thought is not None and self._thought.state == self._match.state:
                return self._announce(self._thought)
            self._ask(self._level, config.thinking_seconds)
            self._waits = Notice(self._title, (say("opponent.thinks"),))
            return (Show(self._waits, Reach.SHARED),)
        if self.seat is not None and self._match.ask().seats:
            self._ask(self._levels[-1], None)
        return ()

    @property
    def _title(self) -> Sentence:
        return say("opponent.title", level=say(f"level.{self._level}"))

    def _ask(self, level: str, seconds: float | None) -> None:
        """Ask once for each state, level and purpose."""
        seed = self._number * MOST_ACTS + self._match.undoable
        question = Question(self._match.setup.game, self._match.state, level, seed, seconds)
        if question != self._asked and self._thinker is not None:
            self._asked = question
            self._thinker.think(question)

    def take(self, answer: Answered, shown: Notice | None, *, is_free: bool) -> Effects:
        """Return what follows from what the thinker has found.

        `shown` is the notice on the screen; `is_free` if nobody is entering something there.
        """
        if answer.asked is not self._asked:
            return ()
        thought, is_waiting = answer.found, shown is not None and shown is self._waits
        if not isinstance(thought, Thought):
            self._asked = None
            cannot = Notice(say("opponent.cannot"), (say("opponent.cannot-text"),))
            return (Show(cannot),) if is_waiting else ()
        if thought.state != self._match.state:
            return ()
        if self._is_hint:
            self._is_hint = False
            lines = (say("hint.line", act=self._match.tell(thought.act), reason=thought.reason),)
            hint = Notice(say("hint.title"), lines, marked=self._spots(thought), act=thought.act)
            return (Show(hint), Propose(thought.act)) if is_waiting else ()
        if self.is_to_move:
            self._thought = thought
            return self._announce(thought) if is_waiting or is_free else ()
        return ()

    def remind(self) -> Effects:
        """Announce what had to wait because a dialog was open."""
        thought = self._thought
        if thought is None or thought is self._announced or thought.state != self._match.state:
            return ()
        return self._announce(thought) if self.is_to_move else ()

    def _announce(self, thought: Thought) -> Effects:
        """Say what the box plays; ok plays it once it is on the board."""
        self._announced = thought
        plays = Notice(
            self._title,
            (_plays(self._match.tell(thought.act)),),
            yes=(Play(thought.act),),
            no=(ShowNews(News(NewsKind.INFO, say("opponent.ask-other"))),),
            yes_label="legend.placed",
            no_label="legend.other",
            marked=self._spots(thought),
            act=thought.act,
        )
        return Show(plays, Reach.SHARED), Ring(Sound.YOUR_TURN)

    def _spots(self, thought: Thought) -> frozenset[str]:
        """Return the words of an act; the screen marks those that are spots of the table."""
        return frozenset(words_in(self._match.tell(thought.act)))

    # --- hints

    def refuse_hint(self, config: Config) -> Refusal | None:
        """Return why there is no hint now; None if there is one."""
        if not self._levels:
            return NO_HINTS
        if not config.move_hints:
            return HINTS_OFF
        if self.is_to_move or not self._match.ask().seats:
            return NOT_YOUR_TURN
        return None

    def look_for_hint(self, config: Config) -> Effects:
        """Think for a player who has asked for a hint."""
        self._is_hint, self._asked = True, None  # a hint is answered once: the same one can be asked for again
        self._ask(self._levels[-1], config.thinking_seconds)
        self._waits = Notice(say("hint.title"), (say("opponent.thinks"),))
        return (Show(self._waits, Reach.BRIEF),)  # nobody waits for it once somebody else has acted or asked


def _plays(act: Sentence) -> Sentence:
    """Return what the box plays; an act that names the other player takes something from there."""
    if any(name == "other" for name, _ in act.args):
        return say("opponent.plays-yours", act=act._replace(key=f"{act.key}-short"))
    return say("opponent.plays", act=act)

"""The analysis of a match that is over: asked for once, made by the thinker, kept beside the journal."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from engine import GAMES
from engine.analysis import LEFT, NODES
from firmware_py.storage.analyses import load_analysis, save_analysis
from firmware_py.ui.thinker import Examination

if TYPE_CHECKING:
    from engine.acts import Act
    from engine.advisor import Verdict
    from firmware_py.ui.match_screen import MatchScreen
    from firmware_py.ui.screen_stack import ScreenStack
    from firmware_py.ui.thinker import Progress, Thinker


class Analysed(NamedTuple):
    """How far the analysis of a match is."""

    done: int
    total: int
    verdicts: tuple[Verdict, ...] = ()
    """On the start and the state after each act in effect; empty until all are known."""


class MatchAnalysis:
    """The analysis of the match on a screen."""

    def __init__(self, screen: MatchScreen, thinker: Thinker) -> None:
        """Start without results."""
        self._screen, self._match, self._thinker = screen, screen.match, thinker
        self._acts: list[Act] | None = None
        """The acts that were looked up or asked for last."""
        self._analysed: Analysed | None = None

    @property
    def is_possible(self) -> bool:
        """Whether there is something to analyse: the match is over, and the box knows the game."""
        return bool(GAMES[self._match.setup.game].levels and self._match.acts) and self._match.standing().over

    @property
    def analysed(self) -> Analysed | None:
        """How far it is; None if nobody has asked, or the match has changed since."""
        if not self.is_possible:
            return None
        if self._acts != self._match.acts:
            self._acts = self._match.acts
            number, version = self._screen.session.number, self._match.rules.VERSION
            kept = load_analysis(number, version, self._acts)
            self._analysed = None if kept is None else Analysed(len(kept), len(kept), kept)
        return self._analysed

    def start(self) -> None:
        """Ask for the analysis, unless it is there or on its way."""
        if self.is_possible and self.analysed is None:
            states = tuple(self._match.states)
            self._analysed = Analysed(0, len(states))
            asked = Examination(self._match.setup.game, states, LEFT, NODES)
            self._thinker.examine(asked, self._take)

    def _take(self, stack: ScreenStack, progress: Progress | None) -> None:
        """Take what was found so far, if this match is still on the table."""
        if stack.match_screen is not self._screen or self._analysed is None or self._acts != self._match.acts:
            return
        if progress is None:
            self._analysed = None
        elif len(progress.verdicts) < progress.total:
            self._analysed = Analysed(len(progress.verdicts), progress.total)
        else:
            verdicts = progress.verdicts[::-1]
            self._analysed = Analysed(progress.total, progress.total, verdicts)
            with suppress(OSError):  # it can be made again
                number, version = self._screen.session.number, self._match.rules.VERSION
                save_analysis(number, version, self._match.acts, verdicts)

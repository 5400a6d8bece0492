"""The analysis of a match that is over: asked for once, made by the thinker, kept beside the journal."""

from __future__ import annotations

from contextlib import suppress
from typing import NamedTuple

from engine import GAMES
from engine.acts import Act
from engine.advisor import Verdict
from engine.analysis import LEFT, NODES
from engine.match import Match
from firmware_py.storage.analyses import load_analysis, save_analysis
from firmware_py.ui.match.thinker import Analysis, Answered, Progress, Thinker


class Analysed(NamedTuple):
    """How far the analysis of a match is."""

    done: int
    total: int
    verdicts: tuple[Verdict, ...] = ()
    """On the start and the state after each act in effect; empty until all are known."""


class MatchAnalysis:
    """The analysis of one match."""

    def __init__(self, match: Match[object], number: int, thinker: Thinker | None) -> None:
        """Start without results; `number` is that of the match in the journal."""
        self._match, self._number, self._thinker = match, number, thinker
        self._acts: list[Act] | None = None
        """The acts that were looked up or asked for last."""
        self._asked: Analysis | None = None
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
            kept = load_analysis(self._number, self._match.rules.VERSION, self._acts)
            self._analysed = None if kept is None else Analysed(len(kept), len(kept), kept)
        return self._analysed

    def start(self) -> None:
        """Ask for the analysis, unless it is there or on its way."""
        if self.is_possible and self.analysed is None and self._thinker is not None:
            states = tuple(self._match.states)
            self._analysed = Analysed(0, len(states))
            self._asked = Analysis(self._match.setup.game, states, LEFT, NODES)
            self._thinker.analyse(self._asked)

    def take(self, answer: Answered) -> None:
        """Take what was found so far, if it is the answer to our question and the match has not changed."""
        if answer.asked is not self._asked or self._analysed is None or self._acts != self._match.acts:
            return
        progress = answer.found
        if not isinstance(progress, Progress):
            self._analysed = None
        elif len(progress.verdicts) < progress.total:
            self._analysed = Analysed(len(progress.verdicts), progress.total)
        else:
            verdicts = progress.verdicts[::-1]
            self._analysed = Analysed(progress.total, progress.total, verdicts)
            with suppress(OSError):  # it can be made again
                save_analysis(self._number, self._match.rules.VERSION, self._match.acts, verdicts)

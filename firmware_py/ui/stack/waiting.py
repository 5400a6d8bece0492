"""Events that no person enters: time that passes, a roll of the dice, the end of a time limit.

A roll and the end of the time limit wait until nobody is in the middle of an entry. A roll is used only when it is
settled, has the right number of dice and the game waits for a roll; then a dialog proposes it and ok accepts it.
Otherwise the screen shows the reason. A roll can always be entered with the keys.
"""

from __future__ import annotations

from enum import Enum

from drivers.dice import State
from engine import GAMES
from engine.acts import Act
from engine.match import Match
from engine.verdicts import Sentence, say
from firmware_py.display.panel import Part
from firmware_py.sight.looking import Looked
from firmware_py.ui.match.verdicts import verdict_lines
from firmware_py.ui.screens.effects import Effects, Notice, Reach, Show, ShowNews, propose
from firmware_py.ui.screens.news import News, NewsKind


def part_line(part: Part) -> Sentence:
    """Return a line about the state of a part."""
    name = say(f"part.{part.name}")
    return say("part.lost", name=name, why=part.why) if part.why else say("part.good", name=name)


class Tick(Enum):
    """Time that has passed; the screen stack says which of them it waits for."""

    BLINK = "blink"
    """Marked spots of the table go on or off."""
    IDLE = "idle"
    """No key was pressed for a while: the table display shows the large picture, if the settings say so."""
    MINUTE = "minute"
    """A minute of a match with a time limit."""


class WaitingEvents:
    """What has happened and waits until nobody is in the middle of an entry: a roll, the end of the time limit."""

    def __init__(self) -> None:
        """Start without events."""
        self.roll: tuple[State, tuple[int, ...]] | None = None
        """The last reading of the dice reader, if it has not been shown yet."""
        self.is_time_up = False
        self.looked: Looked | None = None
        """The last live picture, if its match has not got it yet."""

    def effects(self, match: Match[object]) -> Effects:
        """Return what follows from what has waited, on a match screen that is free."""
        if self.is_time_up:
            self.is_time_up = False
            limit = GAMES[match.setup.game].time_limit
            if limit is not None:  # another match may have been opened meanwhile
                asks = propose(say("box.sure"), say("box.time-asks"), Act(None, limit[1]))
                return (Show(asks, Reach.SHARED),)
        if self.roll is not None:
            (state, faces), self.roll = self.roll, None
            return _propose_roll(match, state, faces)
        return ()


def _propose_roll(match: Match[object], state: State, faces: tuple[int, ...]) -> Effects:
    """Propose the roll in the tray as an act, or say why it cannot be used."""
    verb = GAMES[match.setup.game].dice_verb
    if verb is None or all(act.verb != verb for act in match.rules.wellformed(match.state)):
        return ()
    if state is State.FEW and not faces:
        return ()  # an empty tray needs no message
    if state is not State.SETTLED:
        return (ShowNews(News(NewsKind.INFO, say(f"box.dice-{state.value}"))),)
    shown = " ".join(map(str, faces))
    act = Act(match.ask().first, verb, tuple(map(str, faces)))
    refusal = match.judge(act)
    if refusal is None:
        return (Show(propose(say("box.sure"), say("box.dice-asks", faces=shown), act), Reach.SHARED),)
    lines = tuple(verdict_lines(match, refusal, ()))
    return (Show(Notice(say("box.dice", faces=shown), lines, refusal), Reach.SHARED),)

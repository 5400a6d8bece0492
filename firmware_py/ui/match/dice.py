"""Rolls from the dice reader, proposed to the players.

A roll is used only when it is settled, has the right number of dice and the game waits for a roll; then a dialog
proposes it and ok accepts it. Otherwise the screen shows the reason. A player who is entering an act is not
interrupted, and a roll can always be entered with the keys.
"""

from __future__ import annotations

from drivers.dice import State
from engine import GAMES
from engine.acts import Act
from engine.match import Match
from engine.verdicts import say
from firmware_py.ui.match.verdicts import verdict_lines
from firmware_py.ui.screens.effects import Effects, Notice, Reach, Show, ShowNews, propose
from firmware_py.ui.screens.news import News, NewsKind


def propose_roll(match: Match[object], state: State, faces: tuple[int, ...]) -> Effects:
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
    lines = tuple(verdict_lines(match, refusal))
    return (Show(Notice(say("box.dice", faces=shown), lines, refusal), Reach.SHARED),)

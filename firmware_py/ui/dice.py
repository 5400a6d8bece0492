"""Rolls from the dice reader, proposed to the players.

A roll is used only when it is settled, has the right number of dice and the game waits for a roll; then a dialog
proposes it and ok accepts it. Otherwise the screen shows the reason. A player who is entering an act is not
interrupted, and a roll can always be entered with the keys.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import GAMES
from engine.acts import Act
from engine.verdicts import say
from firmware_py.ui.verdicts import verdict_lines

if TYPE_CHECKING:
    from firmware_py.ui.match_screen import MatchScreen


def propose_roll(screen: MatchScreen, state: str, faces: tuple[int, ...]) -> None:
    """Propose the roll in the tray as an act, or show why it cannot be used."""
    match = screen.match
    verb = GAMES[match.setup.game].dice_verb
    if not screen.is_free or verb is None or all(act.verb != verb for act in match.rules.wellformed(match.state)):
        return
    if state == "few" and not faces:
        return  # an empty tray needs no message
    if state != "settled":
        screen.hint(say(f"box.dice-{state}"))
        return
    shown = " ".join(map(str, faces))
    act = Act(next(iter(match.ask().seats), None), verb, tuple(map(str, faces)))
    refusal = match.judge(act)
    if refusal is None:
        screen.propose(say("box.dice-asks", faces=shown), act)
    else:
        screen.tell(say("box.dice", faces=shown), verdict_lines(match, refusal), refusal)
    screen.screens.share()

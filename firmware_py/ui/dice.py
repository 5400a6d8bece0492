"""What the dice reader sees, and what the box makes of it.

A roll counts only when it is settled, has the right number of dice, and it is somebody's moment to roll; then it
is proposed and ok takes it. Otherwise the screen says why. Whoever is on the way to an act is not disturbed, and a
roll can always be typed in.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import GAMES
from engine.acts import Act
from firmware_py.ui.verdicts import verdict_lines

if TYPE_CHECKING:
    from firmware_py.ui.match_screen import MatchScreen


def propose_roll(screen: MatchScreen, state: str, faces: tuple[int, ...]) -> None:
    """Take what lies in the tray."""
    match, translations = screen.match, screen.translations
    verb = GAMES[match.setup.game].dice_verb
    if not screen.is_free or verb is None or all(act.verb != verb for act in match.rules.wellformed(match.state)):
        return
    if state == "few" and not faces:
        return  # an empty tray is no news
    if state != "settled":
        screen.hint(translations(f"box.dice-{state}"))
        return
    told = " ".join(map(str, faces))
    act = Act(next(iter(match.ask().seats), None), verb, tuple(map(str, faces)))
    refusal = match.judge(act)
    if refusal is None:
        screen.propose(translations("box.dice-asks", faces=told), act)
    else:
        screen.tell(translations("box.dice", faces=told), verdict_lines(match, refusal, translations), refusal)

"""What the log of any game tells besides its acts: who has won."""

from __future__ import annotations

from engine.game import Rules
from engine.verdicts import Sentence, player, say
from firmware_py.games.contract import retold_as_it_was


class Fallback:
    """Describes the consequences of acts in a game without its own log."""

    def __init__(self, _game: str, rules: Rules[object]) -> None:
        """Describe one game."""
        self._rules = rules

    def consequences(self, before: object, after: object, _seat: int | None) -> list[Sentence]:
        """Return who has won, if this act has decided it."""
        winners = self._rules.standing(after).winners
        if not winners or self._rules.standing(before).winners:
            return []
        return [say("box.won", winners=tuple(map(player, winners)))]

    retold = staticmethod(retold_as_it_was)

"""What the log of any game tells besides its acts: who has won."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.verdicts import player, say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.game import Rules
    from engine.verdicts import Sentence


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

    def retold(self, told: Sequence[Sentence], _state: object, _number: int) -> list[Sentence]:
        """Return the same: there are no rounds."""
        return list(told)

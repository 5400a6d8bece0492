"""What the box learns about its owner's copy of a game during matches."""

from __future__ import annotations

from collections.abc import Sequence

from engine.acts import Act
from engine.steps import Answer
from engine.verdicts import Sentence


class Memory:
    """Learns nothing; a game may override this."""

    is_simulated = False
    """Whether the table is drawn: nothing is learnt from what is invented for it."""

    def recall(self, _act: Act) -> Sequence[Answer]:
        """Return known answers to the open value of an act."""
        return ()

    def heeds(self, _act: Act) -> bool:
        """Return whether there is something to learn when an act is played or taken back."""
        return False

    def follow(self, _acts: Sequence[Act], *, is_whole: bool = True) -> Sentence | None:  # noqa: ARG002
        """Learn from the acts in effect of a match; return an error message if that failed.

        `is_whole` is false if the first acts are missing, because the match continues from a stored state.
        """
        return None

"""What a box remembers of its owner's game from one match to the next."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.acts import Act
    from engine.steps import Answer
    from engine.verdicts import Sentence


class Memory:
    """Nothing is remembered, unless a game has more to say."""

    def recall(self, _act: Act) -> Sequence[Answer]:
        """List answers to the open value of an act that were given before."""
        return ()

    def follow(self, _acts: Sequence[Act], *, is_whole: bool = True) -> Sentence | None:  # noqa: ARG002
        """Take note of the acts that stand in a match; tell what went wrong with it, if something did.

        `is_whole` says whether they are all of it: a match that goes on from a noted state lacks the first.
        """
        return None

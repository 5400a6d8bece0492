"""Menu entries: the label of each and the action it runs."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from engine.steps import choice
from engine.verdicts import say

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from engine.steps import Step
    from engine.verdicts import Refusal, Sentence


class Choice(NamedTuple):
    """A menu entry. Unlike an act it is not submitted to the match: its action runs at once."""

    step: Step
    """Its question and its label."""
    action: Callable[[], object]
    is_allowed: bool = True
    refusal: Refusal | None = None
    """The reason to show while the entry is not allowed."""

    @property
    def seat(self) -> None:
        """Always None: a menu belongs to no seat."""


def entry(
    asks: str, value: str, label: Sentence, action: Callable[[], object], *, is_allowed: bool = True
) -> Choice:
    """Return a menu entry; `asks` is the key of the list's question."""
    return Choice(choice(say(asks), value, label), action, is_allowed)


def entries(asks: str, prefix: str, actions: Mapping[str, Callable[[], object]]) -> list[Choice]:
    """Return menu entries whose label keys are `PREFIX.VALUE`."""
    return [entry(asks, value, say(f"{prefix}.{value}"), action) for value, action in actions.items()]

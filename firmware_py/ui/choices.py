"""Entries of menus: what they are called, and what they do."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from engine.steps import choice
from engine.verdicts import say

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from engine.steps import Step
    from engine.verdicts import Refusal, Sentence


class Choice(NamedTuple):
    """An entry of a menu. Unlike an act it is not said to the match: it is done at once."""

    step: Step
    """Its question and its label."""
    action: Callable[[], object]
    is_allowed: bool = True
    refusal: Refusal | None = None
    """Why it cannot be done now, if somebody asks."""

    @property
    def seat(self) -> None:
        """No seat: a menu belongs to everybody."""


def entry(
    asks: str, value: str, label: Sentence, action: Callable[[], object], *, is_allowed: bool = True
) -> Choice:
    """Return an entry of a list of choices; `asks` is the key of the list's question."""
    return Choice(choice(say(asks), value, label), action, is_allowed)


def entries(asks: str, prefix: str, actions: Mapping[str, Callable[[], object]]) -> list[Choice]:
    """Return a list of choices whose labels are `PREFIX.VALUE`."""
    return [entry(asks, value, say(f"{prefix}.{value}"), action) for value, action in actions.items()]

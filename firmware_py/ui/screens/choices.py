"""Entries of lists and menus: the label of each, and what it does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from engine.steps import Step, choice
from engine.verdicts import Refusal, Sentence, say
from firmware_py.ui.screens.effects import Effects


class Choice(NamedTuple):
    """An entry of a list; its action runs at once."""

    step: Step
    """Its question and its label."""
    action: Callable[[], object]
    is_allowed: bool = True
    refusal: Refusal | None = None
    """The reason to show while the entry is not allowed."""
    help: Sentence | None = None
    """What it is for: shown while ok is held."""

    @property
    def seat(self) -> None:
        """Always None: a menu belongs to no seat."""


class MenuEntry(NamedTuple):
    """An entry of the menu of a match that is not an act."""

    step: Step
    """Its question and its label."""
    effects: Effects
    """What the match screen does."""
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

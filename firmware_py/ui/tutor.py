"""The teacher: offers the text of a rule the first time that it matters in a match, and never again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware_py.i18n.translations import tips
from firmware_py.ui.verdicts import rule_text

if TYPE_CHECKING:
    from firmware_py.games.views import Scene
    from firmware_py.i18n.translations import Translations


class Tutor:
    """What was taught so far in a match, and what is offered now."""

    def __init__(self) -> None:
        """Begin with everybody new to the game."""
        self._taught: set[str] = set()
        self._first: dict[str, int] = {}
        """When each rule mattered for the first time: after so many acts."""
        self.offered: str | None = None

    def offer(self, asked: str, acts: int, *, is_on: bool) -> None:
        """Offer the rule that belongs to a question, if that is asked for the first time, after so many acts."""
        rule = tips().get(asked)
        is_new = rule is not None and rule not in self._taught and self._first.setdefault(rule, acts) == acts
        self.offered = rule if is_on and is_new else None

    def teach(self, rule: str) -> None:
        """Note that everybody has read a rule by now."""
        self._taught.add(rule)
        if self.offered == rule:
            self.offered = None

    def paragraphs(self, scene: Scene, translations: Translations, *, is_on: bool) -> list[str]:
        """Give the text of a scene, with the rule that it rests on if that is new."""
        text = list(scene.text)
        if is_on and scene.rule is not None and scene.rule not in self._taught:
            text.append(translations("box.rule", rule=scene.rule, text=rule_text(scene.rule)))
            self.teach(scene.rule)
        return text

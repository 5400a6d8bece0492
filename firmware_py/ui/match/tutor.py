"""The tutor: offers the text of a rule (a tip) the first time it applies in a match, and only then."""

from __future__ import annotations

from engine.verdicts import Sentence, say
from firmware_py.games.views import Scene
from firmware_py.i18n.translations import tips
from firmware_py.ui.match.verdicts import rule_line

HELD_KEYS = (say("home.hold-ok"), say("home.hold-back"), say("home.hold-arrow"))
"""What the keys do that are held; few questions have room for it in their last line."""
HELD_KEYS_TITLE = say("box.tip-keys")
"""The title of the scene that tells it at the first match of a box."""


class Tutor:
    """The rules already shown in a match, and the tip offered now."""

    def __init__(self) -> None:
        """Begin with no rule shown."""
        self._taught: set[str] = set()
        self._first: dict[str, int] = {}
        """The number of acts played when each rule first applied."""
        self.offered: str | None = None
        self._is_on = True

    def offer(self, asked: str, acts: int, *, is_on: bool) -> None:
        """Offer the tip for a question if it is asked for the first time; `acts` is the length of the log."""
        self._is_on = is_on
        rule = tips().get(asked)
        is_new = rule is not None and rule not in self._taught and self._first.setdefault(rule, acts) == acts
        self.offered = rule if is_on and is_new else None

    def teach(self, rule: str) -> None:
        """Remember that a rule was shown, and stop offering it."""
        self._taught.add(rule)
        if self.offered == rule:
            self.offered = None

    def paragraphs(self, scene: Scene) -> list[Sentence]:
        """Return the text of a scene, followed by its rule if that was not shown yet."""
        text = list(scene.text)
        if self._is_on and scene.rule is not None and scene.rule not in self._taught:
            text.append(rule_line(scene.rule))
            self.teach(scene.rule)
        return text

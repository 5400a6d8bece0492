"""Verdicts as pages of text: why not, what would be lawful instead, and the rule itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.acts import Act
from engine.verdicts import Sentence, say

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.match import Match
    from engine.verdicts import Argument, Refusal
    from firmware_py.i18n.translations import Translations
    from firmware_py.ui.navigator import Option


def verdict_title(match: Match[Any], refusal: Refusal, translations: Translations) -> str:
    """Name the rule, and say if it is a ruling or advice."""
    key = "box.refused-ruling" if match.is_ruling(refusal) else "box.refused"
    if refusal.is_advice:
        key = "box.advice"
    return translations(key, rule=refusal.rule or translations("box.no-act"))


def verdict_lines(match: Match[Any], refusal: Refusal, translations: Translations) -> list[str]:
    """Say why, what would be lawful, and how the rule goes, paragraph by paragraph."""
    is_open = refusal.rule is None and refusal.why == say("act.open-value")
    told = [translations("box.impossible") if is_open else translations.text(refusal.why)]
    if refusal.is_advice:
        told.append(translations("box.advice-why"))
    if refusal.allowed:
        told += [
            translations("box.lawful"),
            *(translations("box.lawful-act", act=match.tell(act)) for act in refusal.allowed),
        ]
    if refusal.rule is not None:
        told.append(translations("box.rule", rule=refusal.rule, text=rule_text(refusal.rule)))
    return told


def rule_text(rule: str) -> Sentence:
    """Make the sentence that is the text of a rule; the words know those apart from the others."""
    return Sentence("rule-text", (("rule", rule),))


def is_illegal(refusal: Refusal | None) -> bool:
    """Tell whether an act is refused by a rule, whatever its open values are."""
    return refusal is not None and refusal.rule is not None


def is_advised(match: Match[Any], option: Option) -> bool:
    """Tell whether the table may go on through a hollow answer: only advice speaks against what follows."""
    if not option.hollow or len(option.paths) == 1:
        return False
    refusals = (match.judge(path.leaf) for path in option.paths if isinstance(path.leaf, Act))
    return any(refusal is not None and refusal.is_advice for refusal in refusals)


def words_in(sentence: Sentence) -> Iterator[str]:
    """List the plain words that went into a sentence: among them the names of spots."""
    for _, value in sentence.args:
        yield from _plain(value)


def _plain(value: Argument) -> Iterator[str]:
    if isinstance(value, Sentence):
        yield from words_in(value)
    elif isinstance(value, tuple):
        for item in value:
            yield from _plain(item)
    elif isinstance(value, str):
        yield value

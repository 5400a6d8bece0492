"""Sentences of verdicts: why an act is refused, what is allowed instead, and the rule."""

from __future__ import annotations

from collections.abc import Container, Iterator

from engine.acts import Act
from engine.match import Match
from engine.verdicts import Argument, Refusal, Sentence, player, say
from firmware_py.ui.navigation.options import Option


def verdict_title(match: Match[object], refusal: Refusal) -> Sentence:
    """Return the title of a refusal: the rule, and whether it is a ruling or advice."""
    key = "box.refused-ruling" if match.is_ruling(refusal) else "box.refused"
    if refusal.is_advice:
        key = "box.advice"
    return say(key, rule=refusal.rule or say("box.no-act"))


def as_proposal(match: Match[object], act: Act, texts: Container[str]) -> Sentence:
    """Return what a player can do, as `texts` say it, and who could if it is nobody's turn who is asked first."""
    what = as_imperative(match.tell(act), texts)
    is_other = act.seat not in {None, match.ask().first} and all(name != "who" for name, _ in what.args)
    return say("history.by", who=player(act.seat or 1), what=what) if is_other else what


def as_imperative(told: Sentence, texts: Container[str]) -> Sentence:
    """Return what can be done, from what is told when it has happened: "a card drawn" is "draw a card"."""
    key = told.key.replace(".told-", ".can-")
    return told._replace(key=key) if key in texts else told


def verdict_lines(
    match: Match[object], refusal: Refusal, texts: Container[str], *, can_insist: bool = True
) -> list[Sentence]:
    """Return the paragraphs of a refusal: the reason, the allowed acts, and the text of the rule.

    With `can_insist` ok, held, insists if it is only advice. `texts` has the keys of all texts.
    """
    is_open = refusal.rule is None and refusal.why == say("act.open-value")
    lines = [say("box.impossible") if is_open else refusal.why]
    if refusal.is_advice:
        lines.append(say("box.advice-why" if can_insist else "box.advice-only"))
    if refusal.allowed:
        lines += [
            say("box.allowed"),
            *(say("box.allowed-act", act=as_proposal(match, act, texts)) for act in refusal.allowed),
        ]
    if refusal.rule is not None:
        lines.append(rule_line(refusal.rule))
    return lines


def rule_line(rule: str) -> Sentence:
    """Return a rule with its text; the key of the text is the id of the rule."""
    return say("box.rule", rule=rule, text=say(rule))


def is_illegal(refusal: Refusal | None) -> bool:
    """Return whether a rule refuses an act, whatever its open values will be."""
    return refusal is not None and refusal.rule is not None


def is_advised(match: Match[object], option: Option) -> bool:
    """Return whether a hollow answer may be chosen, because some act after it is refused only by advice."""
    if not option.hollow or len(option.paths) == 1:
        return False
    refusals = (match.judge(path.leaf) for path in option.paths if isinstance(path.leaf, Act))
    return any(refusal is not None and refusal.is_advice for refusal in refusals)


def words_in(sentence: Sentence) -> Iterator[str]:
    """Yield the plain strings among the arguments of a sentence, such as names of spots."""
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

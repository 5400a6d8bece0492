"""The question of a phone as JSON: every answer, what a tap on the drawing would do, and the dialog over it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from engine import GAMES
from engine.acts import Act, is_open
from engine.steps import Kind, Step
from engine.verdicts import Sentence
from firmware_py.display.prompt import label
from firmware_py.i18n.capitals import capital, capitalised
from firmware_py.i18n.sentences import plain
from firmware_py.i18n.translations import Translations
from firmware_py.page.more.results import round_tables
from firmware_py.page.picker import grid_of
from firmware_py.page.picture import draw
from firmware_py.page.snapshot import Snapshot
from firmware_py.ui.navigation.options import Option, Path
from firmware_py.ui.screens.news import News, NewsKind
from firmware_py.ui.screens.view_model import Message, ViewModel

SIGNS = {NewsKind.PLAYED: "✓ ", NewsKind.TAKEN_BACK: "↶ "}
"""The characters before the line of news."""
INSTEAD = "box.allowed-act"
"""The key of the lines that say what is allowed instead of what was refused."""
FEW = 3
"""Allowed acts of one kind that are offered as one tap each."""


def question(snapshot: Snapshot, translations: Translations) -> dict[str, object]:
    """Return the current question with every answer."""
    asked, grid = snapshot.asked, _grid(snapshot, translations)
    title, text = _heading(asked, translations)
    return {
        "id": snapshot.ask,
        "title": title,
        "text": "" if grid is not None and grid["is_whole"] else text,
        "shape": asked.shape,
        "options": [
            {
                "label": capital(label(option, asked.names, translations, asked.marks)),
                "tap": option.step.tap,
                "is_hollow": option.hollow and snapshot.hints,
            }
            for option in asked.options
        ],
        "cursor": asked.cursor,
        "answered": [label(option, asked.names, translations, asked.marks) for option in asked.answered],
        "chosen": [option.step.tap for option in asked.answered],
        "taps": _taps(asked, hints=snapshot.hints),
        "grid": grid,
        "quick": [
            {
                "act": str(act),
                "label": capital(_words(options, asked, translations)),
                "is_hollow": options[-1].hollow and snapshot.hints,
                "is_answer": asked.shape != "board" and len(options[-1].paths[0].steps) == asked.depth + 1,
            }
            for act, options in _quick(asked)
        ],
        "longest": asked.longest,
        "is_first": asked.is_first,
        "can_back": asked.can_back,
        "can_hint": asked.can_hint,
        "news": "" if asked.news is None else _news(asked.news, translations),
        "is_for_box": asked.is_for_box,
        "notice": None if asked.message is None else _notice(asked.message, snapshot, translations),
    }


def _heading(asked: ViewModel, translations: Translations) -> tuple[str, str]:
    """Return what is said above the answers: a heading, and the question unless the heading asks it.

    "Ben", "Ben plays" and "What next?" become "Ben plays" and "What next?": nothing is said twice.
    """
    title = capital(translations.page_text(asked.title))
    text = "" if asked.text is None else translations.page_text(asked.text)
    if asked.asks is not None and title in text:
        return text, translations.text(asked.asks)
    return title, text


def _taps(asked: ViewModel, *, hints: bool) -> dict[str, bool]:
    """Return everything that can be tapped now; the value is true if a tap would only be refused.

    As in `Navigator.paths_with`, a tap means the nearest step of that name.
    """
    taps: dict[str, tuple[int, bool]] = {}
    for option in asked.options:
        for path in option.paths:
            is_hollow = hints and path.leaf not in asked.allowed
            for place, step in enumerate(path.steps[asked.depth :]):
                nearest, known = taps.get(step.tap, (place, True))
                if place <= nearest:
                    taps[step.tap] = place, is_hollow and (known or place < nearest)
                if step.is_gate:
                    break
    return {tap: is_hollow for tap, (_, is_hollow) in taps.items()}


def _grid(snapshot: Snapshot, translations: Translations) -> dict[str, object] | None:
    """Return all values that can be said now, in rows by their first step; None if they are asked for in steps."""
    played, asked = snapshot.played, snapshot.asked
    if played is None or asked.message is not None:
        return None
    rules = GAMES[played.setup.game].rules()
    grid = grid_of(rules, played.state, asked)
    if grid is None:
        return None
    rows: dict[str, dict[str, object]] = {}
    cells: dict[str, list[dict[str, object]]] = {}
    for steps, act, is_hollow in grid.cells:
        first = steps[0]
        rows.setdefault(
            first.value, {"value": first.value, "label": translations.text(first.label or plain(first.value))}
        )
        cells.setdefault(first.value, []).append(
            {
                "act": str(act),
                "label": "".join(translations.text(step.short) for step in steps if step.short is not None),
                "name": " ".join(translations.text(step.label or plain(step.value)) for step in steps),
                "is_hollow": is_hollow and snapshot.hints,
            }
        )
    at = (
        ""
        if grid.proposed is None or grid.proposed.step.short
        else label(grid.proposed, asked.names, translations, asked.marks)
    )
    return {
        "at": at,
        "is_whole": grid.proposed is None or sum(not option.hollow for option in asked.options) == 1,
        "rows": [{**row, "cells": cells[value]} for value, row in rows.items()],
    }


def _quick(asked: ViewModel) -> list[tuple[Act, tuple[Option, ...]]]:
    """Return acts of a seat that are one tap, each with the answers that name it.

    Those that need no other word, such as the end of a turn: they are in sight while the answers are folded away,
    and always if they lie behind another answer. And those that are among the few allowed ones of a kind that has
    an answer of its own: "secure", "movie", or "secure movie".
    """
    if not asked.is_first:
        return []
    shortest = asked.depth + (1 if asked.shape in {"board", "cross"} else 2)
    allowed = Counter((act.seat, act.verb) for act in asked.allowed if isinstance(act, Act))
    found: list[tuple[Act, tuple[Option, ...]]] = []
    for act, path in _acts_of_seats(asked):
        is_allowed = act in asked.allowed
        is_rare = is_allowed and allowed[act.seat, act.verb] <= FEW
        if (len(path.steps) >= shortest and not act.args) or (is_rare and _is_named(act, path.steps)):
            options = (Option(step, not is_allowed, (path,)) for step in _naming(act, path.steps))
            found.append((act, tuple(options)))
    return found if len({act.seat for act, _ in found}) == 1 else []  # else nobody knows whose each of them is


def _acts_of_seats(asked: ViewModel) -> Iterator[tuple[Act, Path]]:
    """Yield the acts of seats among the answers, but for those that are asked for aside."""
    for option in asked.options:
        for path in option.paths:
            if isinstance(path.leaf, Act) and path.leaf.seat and not path.steps[0].is_aside:
                yield path.leaf, path


def _is_named(act: Act, steps: Sequence[Step]) -> bool:
    """Return whether the last steps name the kind of an act."""
    return len(steps) > 1 and act.verb in {step.value for step in steps[-2:]}


def _naming(act: Act, steps: Sequence[Step]) -> Sequence[Step]:
    """Return those of the last steps that say which act it is."""
    if act.args and steps[-1].value == act.verb:
        return steps[-2:-1]
    return steps[-2:] if act.args or steps[-1].kind is Kind.NUMBER else steps[-1:]


def _words(options: tuple[Option, ...], asked: ViewModel, translations: Translations) -> str:
    """Return the label of an act that is one tap: "secure movie", "draw cards (2)"."""
    *before, last = (label(option, asked.names, translations, asked.marks) for option in options)
    return " ".join([*before, f"({last})" if options[-1].step.kind is Kind.NUMBER else last])


def _news(news: News, translations: Translations) -> str:
    return SIGNS.get(news.kind, "") + translations.text(news.text)


def _notice(message: Message, snapshot: Snapshot, translations: Translations) -> dict[str, object]:
    """Return a dialog; what is allowed is not among its lines: it can be tapped."""
    refusal, number, played = message.refusal, message.round_number, snapshot.played
    allowed = _allowed(message)
    return {
        "allowed": [_allowed_button(text, act, translations) for text, act in allowed],
        "can_insist": message.can_insist,
        "title": translations.page_text(message.title),
        "lines": _lines(message, {text for text, _ in allowed}, translations),
        "is_refusal": refusal is not None,
        "rule": None if refusal is None else refusal.rule,
        "yes": _button("legend.ok" if message.can_insist else message.yes, translations),
        "no": None if message.no is None or message.can_insist else _button(message.no, translations),
        "marked": sorted(message.marked),
        "tables": [] if number is None or played is None else round_tables(played, number, translations),
        "is_end": message.is_end,
        "choices": _choices(message, translations),
        "act": None if message.act is None or message.no is not None else str(message.act),
        "preview": _preview(message.act, snapshot, translations),
    }


def _lines(message: Message, buttons: set[Sentence], translations: Translations) -> list[str]:
    """Return what a dialog tells beside its buttons; a refusal introduces none."""
    told = [text for text in message.paragraphs if text not in buttons]
    if message.refusal is None:
        return list(map(translations.page_text, told))
    return capitalised([translations.page_text(text) for text in told if text.key != "box.allowed"])


def _allowed_button(text: Sentence, act: Act | None, translations: Translations) -> dict[str, object]:
    """Return something that is allowed; it is a button if it is a whole act."""
    return {
        "act": None if act is None else str(act),
        "seat": None if act is None else act.seat,
        "label": capital(translations.text(text).lstrip("· ")),
    }


def _choices(message: Message, translations: Translations) -> list[dict[str, object]]:
    """Return what was seen may mean, each with its acts."""
    return [
        {"label": capital(translations.text(label)), "acts": list(map(str, acts))}
        for label, acts in message.choices
    ]


def _button(key: str, translations: Translations) -> str:
    return translations("page.ok") if key == "legend.ok" else capital(translations(key))


def _allowed(message: Message) -> Sequence[tuple[Sentence, Act | None]]:
    """Return what a dialog lists as allowed, each with its act if it can be played as it is."""
    if message.refusal is None:
        return message.allowed
    instead = [text for text in message.paragraphs if text.key == INSTEAD]
    acts = (None if is_open(act) else act for act in message.refusal.allowed)
    return list(zip(instead, acts, strict=False))


def _preview(act: Act | None, snapshot: Snapshot, translations: Translations) -> str:
    """Return the table as a proposed act would leave it; empty if nothing is proposed."""
    played = snapshot.played
    if act is None or played is None:
        return ""
    state = GAMES[played.setup.game].rules().play(played.state, act)
    return draw(played.setup, state, translations, hints=snapshot.hints)

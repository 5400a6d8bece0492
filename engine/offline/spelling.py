"""Saying things letter by letter: tiles, preference cards and leads.

A tile is three crosses, company, language and product; while it is being said its first letters stand before the
`*`, as in `show YD *`. All four answers are always offered, and each keeps its direction. Where there may be no
tile at all, the company is asked for in a list. Of a lead the number comes first: it tells ties apart too.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from engine.acts import OPEN, Act
from engine.offline.limits import can_lead, others_of, unled
from engine.offline.owner_data import NETS
from engine.offline.reading import OTHER
from engine.offline.state import State
from engine.offline.tiles import (
    ALL,
    CATEGORIES,
    FEATURES,
    LETTERS,
    NAMES,
    NONE,
    letter_of,
    spelled,
    type_name,
    types_of,
)
from engine.steps import Answer, Direction, Step, across, choice
from engine.verdicts import Sentence, say

SIDES = tuple(Direction)
COUNTS, OTHER_COUNTS = (2, 3), (4, 1, 5, 6, 7)
"""Tiles that lead in a net: those under the arrows, and those in a list behind them, the likeliest first."""


def with_words(act: Act, step: Step, *words: str, hollow: bool = False) -> Answer:
    """Make an answer of a step and of the words that the act then has."""
    return Answer(step, act._replace(args=words), hollow)


# --- tiles


def unseen(state: State) -> list[str]:
    """List the tiles in the bag; where leads were told, those of which there can be one more."""
    if state.deal.is_board or not any(map(any, state.leads)):
        return [NAMES[tile] for tile in range(ALL) if not state.is_seen(tile)]
    left = {kind: unled(state, NONE, at, kind) for at in range(len(CATEGORIES)) for kind in types_of(at)}
    return [
        NAMES[tile]
        for tile in range(ALL)
        if not state.is_seen(tile) and all(left[kind] for kind in FEATURES[tile])
    ]


class Spelling(NamedTuple):
    """A tile that is being said, letter by letter."""

    before: tuple[str, ...]
    """The words of the act before it."""
    words: tuple[str, ...]
    """Its first letters, if there are some, and the `*`."""
    among: Collection[str]
    """The tiles that it can be."""
    instead: tuple[str, str] | None = None
    """One more answer to the first question: a word, or none, and its label."""
    after: tuple[str, ...] = ()
    """What follows it."""
    at: str = ""
    """Where it lies, if that is worth saying: a site, or a number in a row."""


def _types(asks: Sentence, category: int) -> list[Step]:
    """Make a step for each type of a category, on a cross."""
    return [
        across(side, asks, LETTERS[kind], type_name(kind))
        for side, kind in zip(SIDES, types_of(category), strict=True)
    ]


def spell(act: Act, tile: Spelling) -> list[Answer]:
    """Return the answers for the next letter of a tile."""
    prefix = tile.words[0] if len(tile.words) > 1 else ""
    asks = say(f"offline.ask-{CATEGORIES[len(prefix)]}", so_far=spelled(prefix))
    if not prefix and tile.at:
        asks = say("offline.ask-company-at", at=tile.at)
    is_list = tile.instead is not None and not prefix
    if is_list:
        asks = say("offline.ask-company-or-none", at=tile.at)
    found = []
    for step, kind in zip(_types(asks, len(prefix)), types_of(len(prefix)), strict=True):
        letters = prefix + LETTERS[kind]
        rest = (OPEN,) if len(letters) < len(CATEGORIES) else tile.after
        hollow = not any(name.startswith(letters) for name in tile.among)
        shown = step._replace(side=None if is_list else step.side, short=letter_of(kind))
        found.append(with_words(act, shown, *tile.before, letters, *rest, hollow=hollow))
    if tile.instead is not None and not prefix:
        word, label = tile.instead
        step = choice(asks, word or "done", say(label))
        found.append(with_words(act, step, *tile.before, *([word] if word else [])))
    return found


# --- cards and leads


def spell_cards(state: State, act: Act, at: int, who: int) -> list[Answer]:
    """Return the answers for the next preference card; those that others have shown are hollow."""
    args = act.args
    place = args.index(OPEN)
    category = place - at
    asks = say(f"offline.ask-{CATEGORIES[category]}", so_far=spelled("".join(args[at:place])))
    taken = {
        kind for other, held in zip(state.seats, state.cards, strict=True) if other != who for kind in held or ()
    }
    return [
        with_words(act, step, *args[:place], step.value, *args[place + 1 :], hollow=kind in taken)
        for step, kind in zip(_types(asks, category), types_of(category), strict=True)
    ]


def spell_lead(state: State, act: Act, at: int) -> list[Answer]:
    """Return the answers for how many tiles lead in a net, then for whose; `at` is where the net stands."""
    net, category = NETS.index(act.args[at]), CATEGORIES.index(act.args[at + 1])
    before, (said, count) = act.args[: at + 2], act.args[at + 2 :]
    kinds = types_of(category)

    def hollow(counts: tuple[int, ...], kinds: Collection[int] = kinds) -> bool:
        return not any(can_lead(state, net, category, kind, count) for kind in kinds for count in counts)

    if count not in {OPEN, OTHER}:
        asks = say("offline.ask-lead", net=NETS[net])
        return [
            with_words(act, step, *before, step.value, count, hollow=hollow((int(count),), (kind,)))
            for step, kind in zip(_types(asks, category), kinds, strict=True)
        ]
    if count == OTHER or said != OPEN:
        asks = say("offline.ask-other-count", net=NETS[net])
        every = OTHER_COUNTS if said == OPEN else sorted((*COUNTS, *OTHER_COUNTS))
        steps = [choice(asks, str(each), say("offline.count", count=each), key=each) for each in every]
        return [with_words(act, step, *before, said, step.value, hollow=hollow((step.key,))) for step in steps]
    asks = say("offline.ask-count", net=NETS[net])
    labels = [say("offline.count", count=each) for each in COUNTS]
    steps = [
        across(side, asks, str(each), label, key=each)
        for side, each, label in zip((Direction.LEFT, Direction.UP), COUNTS, labels, strict=True)
    ]
    found = [with_words(act, step, *before, OPEN, step.value, hollow=hollow((step.key,))) for step in steps]
    other = across(Direction.RIGHT, asks, OTHER, say("offline.other-count"))
    tie = across(Direction.DOWN, asks, "-", say("offline.nobody-leads"))
    return [
        *found,
        with_words(act, other, *before, OPEN, OTHER, hollow=hollow(OTHER_COUNTS)),
        with_words(act, tie, *before, "-", hollow=1 in others_of(state, net, category)),
    ]

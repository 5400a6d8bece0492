"""Saying things letter by letter: tiles, preference cards and leads.

A tile is three crosses, company, language and product; while it is being said its first letters stand before the
`*`, as in `show YD *`. All four answers are always offered, so that each keeps its direction.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from engine.acts import OPEN
from engine.offline.limits import can_lead, others_of, unled
from engine.offline.owner_data import NETS
from engine.offline.reading import OTHER
from engine.offline.tiles import (
    ALL,
    CATEGORIES,
    FEATURES,
    LETTERS,
    NAMES,
    NONE,
    spelled,
    type_name,
    type_of,
    types_of,
)
from engine.steps import Answer, Step, choice
from engine.verdicts import say

if TYPE_CHECKING:
    from collections.abc import Collection

    from engine.acts import Act
    from engine.offline.state import State

COUNTS, OTHER_COUNTS = (2, 3, 4, 5), (1, 6, 7)
"""Tiles that lead in a net: those under the arrows, and those behind one more press."""


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


def spell(act: Act, tile: Spelling) -> list[Answer]:
    """Return the answers for the next letter of a tile."""
    prefix = tile.words[0] if len(tile.words) > 1 else ""
    asks = say(f"offline.ask-{CATEGORIES[len(prefix)]}", so_far=spelled(prefix))
    if not prefix and tile.at:
        asks = say("offline.ask-company-at", at=tile.at)
    found = []
    for kind in types_of(len(prefix)):
        letters = prefix + LETTERS[kind]
        rest = (OPEN,) if len(letters) < len(CATEGORIES) else tile.after
        hollow = not any(name.startswith(letters) for name in tile.among)
        step = choice(asks, LETTERS[kind], type_name(kind))
        found.append(with_words(act, step, *tile.before, letters, *rest, hollow=hollow))
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
        with_words(
            act,
            choice(asks, LETTERS[kind], type_name(kind)),
            *args[:place],
            LETTERS[kind],
            *args[place + 1 :],
            hollow=kind in taken,
        )
        for kind in types_of(category)
    ]


def spell_lead(state: State, act: Act, at: int) -> list[Answer]:
    """Return the answers for who leads in a net, then with how many; `at` is where the net stands in the act."""
    net, category = NETS.index(act.args[at]), CATEGORIES.index(act.args[at + 1])
    before, said = act.args[: at + 2], act.args[at + 2 :]
    every = (*COUNTS, *OTHER_COUNTS)

    def possible(kind: int, counts: tuple[int, ...]) -> bool:
        return any(can_lead(state, net, category, kind, count) for count in counts)

    if said == (OPEN, OPEN):
        asks = say("offline.ask-lead", net=NETS[net], category=say(f"offline.{CATEGORIES[category]}"))
        found = []
        for kind in types_of(category):
            step = choice(asks, LETTERS[kind], type_name(kind))
            hollow = not possible(kind, every)
            found.append(with_words(act, step, *before, LETTERS[kind], OPEN, hollow=hollow))
        tie = choice(asks, "-", say("offline.nobody-leads"))
        return [*found, with_words(act, tie, *before, "-", hollow=1 in others_of(state, net, category))]
    kind_said = type_of(category, said[0])
    assert kind_said is not None
    asks = say("offline.ask-count", net=NETS[net])
    counts = OTHER_COUNTS if OTHER in said else COUNTS
    found = []
    for count in counts:
        step = choice(asks, str(count), say("offline.count", count=count), key=count)
        found.append(with_words(act, step, *before, said[0], str(count), hollow=not possible(kind_said, (count,))))
    if counts == COUNTS:
        other = choice(asks, OTHER, say("offline.other-count"))
        hollow = not possible(kind_said, OTHER_COUNTS)
        found.append(with_words(act, other, *before, said[0], OTHER, OPEN, hollow=hollow))
    return found

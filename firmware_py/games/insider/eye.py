"""Insider seen by the eye: which acts have happened on the card's place, and where table and box differ.

What people do on the table becomes an act: a table whose pawn has changed since the last sight, and that differs
from the box. What differs without such a change comes from the box's side (an undo, a correction, something typed
in): it is never entered, but asked: who is right, the table or the box?

    a new card ──> card        a pawn at a free table ──> seat      a pawn that is gone ──> leave
    another pawn ──> swap      two changed places ──> swap, swap    more changed places ──> vip

At `board` depth nothing is entered: the eye confirms what the box has, and names differences.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from engine.acts import Act
from engine.insider.cards import card_act
from engine.insider.owner_data import OwnerData
from engine.insider.publicity import MOST_ROUNDS, rounds_of
from engine.insider.state import State
from engine.insider.taught import Taught, sticker_of
from engine.insider.turns import against_card
from engine.verdicts import Sentence, player, say
from firmware_py.games import owner_data
from firmware_py.games.insider.eye_lesson import CardLesson as lesson  # noqa: N813 - a function of the contract
from firmware_py.games.insider.eye_props import props, simulated_cards
from firmware_py.games.insider.eye_reading import Reading, read_sight
from firmware_py.games.sight import Finding, Question, Sight

__all__ = ["LESSON", "Tracker", "follower", "lesson", "props"]

LESSON = lesson.title

CORRECTIONS = frozenset({"undo", "redo", "fix", "amend", "overrule"})
"""After these the box asks at once who is right."""
MOVED_MM = 10.0
"""A pawn that stayed behind counts again when it has moved so far."""
SEATED = 2
"""So many pawns that change places are two."""


def follower(state: State, *, is_simulated: bool = False) -> Tracker:
    """Return what follows a match with the eye. Raises a `UserError` if the owner data has faults."""
    if is_simulated:
        return Tracker(state, simulated_cards())
    data: OwnerData = owner_data.load("insider")
    return Tracker(state, data.taught)


class Tracker:
    """Follows the restaurant of one match."""

    def __init__(self, state: State, taught: Sequence[Taught]) -> None:
        """Begin with the state of the match: what already differs from the table is asked, not entered."""
        self._state = state
        self._taught = {card.tag: card for card in taught}
        self._sight = Sight(())
        self._reading: Reading | None = None
        self._card: int | None = None
        """The sticker of the box's open card."""
        self._before: tuple[int | None, ...] = ()
        """Who stood at the tables of that card when the table was last understood."""
        self._spent: set[int] = set()
        """Stickers that lie there but are done with; they count again after they were gone."""
        self._disputed: int | None = None
        """The sticker of a card that was taken back at the box."""
        self._left_behind: dict[int, tuple[float, float]] = {}
        """Pawns that stand there since before the card, and where."""
        self._box_right: dict[int, int | None] = {}
        """Table → who stands there, where people have said that the box is right."""
        self._is_resumed = state.inn.card is not None
        """The open card was not seen to be turned up: differences are asked."""
        self._asks = True
        """Whether differences are asked now, and not only after the next change on the table."""

    # --- what is told

    def look(self, sight: Sight) -> None:
        """Take what lies still in the frame now."""
        before, self._sight = self._reading, sight
        self._reading = read_sight(sight, self._taught, self._playing)
        self._spent &= {self._reading.card} - {None}
        if self._disputed != self._reading.card:
            self._disputed = None
        there = {pawn.number: (pawn.x, pawn.y) for pawn in self._reading.pawns}
        self._left_behind = {
            number: at
            for number, at in self._left_behind.items()
            if number in there and math.dist(at, there[number]) < MOVED_MM
        }
        self._asks = self._asks or before is None or before.tables != self._reading.tables
        self._match_card()

    def follow(self, state: State, acts: Sequence[Act], *, seen: bool = False) -> None:
        """Take the state of the match and the acts that led to it; `seen`: this follower has named them."""
        before, self._state, card = self._state, state, self._card
        is_corrected = any(act.verb in CORRECTIONS for act in acts)
        if before.inn.card is not None and state.inn.card is None:
            self._close_card(is_taken_back=is_corrected and len(state.inn.history) <= len(before.inn.history))
        elif before.inn.card is None and state.inn.card is not None and is_corrected:
            self._is_resumed = True
            self._spent.clear()
            self._disputed = None
        if not seen:
            self._asks = is_corrected
            self._box_right = {} if is_corrected else self._box_right
        self._match_card()
        reading, boxed = self._reading, state.inn.tables
        if seen and reading is not None and card == self._card and len(reading.tables) == len(boxed):
            together = zip(reading.tables, boxed, self._before, strict=True)
            self._before = tuple(now if now == box else then for now, box, then in together)

    def answer(self, question: Question, *, is_table_right: bool) -> None:
        """Take the answer to a question."""
        if is_table_right:
            return  # its acts follow
        reading = self._reading
        if reading is None:
            return
        if self._state.inn.card is None or reading.card != self._card:
            if reading.card is not None:
                self._spent.add(reading.card)
            self._disputed = None
            return
        for table in self._differing():
            if self._question_about(table).text == question.text:
                self._box_right[table] = reading.tables[table]

    # --- what follows

    def finding(self) -> Finding:
        """Return what follows from the sight and the state as they are now."""
        reading, inn = self._reading, self._state.inn
        if reading is None or inn.is_over:
            return Finding()
        if self._state.town is not None:
            return self._confirmed()
        if inn.card is None:
            return self._new_card()
        if reading.card is None or reading.card in self._spent:
            return Finding(doubts=reading.doubts)
        if reading.card != self._card:
            return self._other_card()
        return self._tables()

    def _new_card(self) -> Finding:
        """Turn up the card that lies there, unless it is that of the last evaluation."""
        reading, state = self._reading, self._state
        assert reading is not None
        if state.inn.evaluations == MOST_ROUNDS or reading.card is None or reading.card in self._spent:
            return Finding(doubts=reading.doubts)
        known = reading.known
        if known is None:
            return Finding(doubts=(self._unknown(),))
        wrong = against_card(state, card_act(known.card))
        if wrong is not None:
            return Finding(doubts=(wrong[1],))
        acts = (card_act(known.card),)
        if reading.card == self._disputed:
            text = say("insider.eye-differs-card", seen=known.card.face, box=say("insider.eye-no-card"))
            return Finding(question=Question(text, acts))
        if any(past.card == known.card for past in rounds_of(state.inn.history)):
            return Finding(question=Question(say("insider.eye-card-again", card=known.card.face), acts))
        return Finding(acts)

    def _other_card(self) -> Finding:
        """Compare the card that lies there with the one that the box has."""
        reading, inn = self._reading, self._state.inn
        assert reading is not None
        assert inn.card is not None
        if reading.known is None:
            return Finding(doubts=(self._unknown(),))
        text = say("insider.eye-differs-card", seen=reading.known.card.face, box=inn.card.face)
        return Finding(question=Question(text, (Act(None, "fix", ("card", *str(reading.known.card).split())),)))

    def _tables(self) -> Finding:
        reading = self._reading
        assert reading is not None
        differing = self._differing()
        changed = [table for table in differing if reading.tables[table] != self._before[table]]
        if not reading.is_clear or None in reading.tables:
            boxed = self._state.inn.tables
            changed = [table for table in changed if not boxed[table]]  # what left may be the doubtful pawn
        acts = self._acts_for(changed)
        if acts or reading.doubts:
            return Finding(acts, reading.doubts)
        self._before = reading.tables
        disputed = [table for table in differing if self._box_right.get(table, -1) != reading.tables[table]]
        if disputed and self._asks:
            return Finding(question=self._question_about(disputed[0]))
        return Finding()

    def _confirmed(self) -> Finding:
        """Return whether the restaurant is as the box has it, at `board` depth."""
        reading, inn = self._reading, self._state.inn
        assert reading is not None
        if self._card is None or reading.card != self._card:
            return Finding()
        differing = self._differing()
        if differing:
            return Finding(note=self._differs(differing[0], "note"))
        return Finding(note=say("insider.eye-agrees") if any(inn.tables) and None not in reading.tables else None)

    # --- parts

    @property
    def _playing(self) -> list[int]:
        return [seat for seat in self._state.seats if seat not in self._state.inn.left]

    def _match_card(self) -> None:
        """Find out whether the card that lies there is the one that the box has open."""
        reading, inn = self._reading, self._state.inn
        if inn.card is None:
            self._card = None
            return
        if reading is None or reading.known is None:
            return
        if reading.known.card != inn.card:
            if reading.card == self._card:  # the box has another card since a correction
                self._card, self._is_resumed = None, True
            return
        if reading.card == self._card or reading.card in self._spent:
            return
        self._card = reading.card
        self._box_right = {}
        if self._is_resumed:
            self._before, self._is_resumed = reading.tables, False
        else:
            self._before = self._only_left_behind(reading)

    def _only_left_behind(self, reading: Reading) -> tuple[int | None, ...]:
        """Return who stood at the tables of a card before it was turned up."""
        counted = {reading.card, *self._left_behind}
        marks = tuple(mark for mark in self._sight.marks if mark.number in counted)
        return read_sight(Sight(marks), self._taught, self._playing).tables

    def _close_card(self, *, is_taken_back: bool) -> None:
        """Note that the box has no open card any more: what lies there is done with, and so are its pawns."""
        reading = self._reading
        if reading is not None and reading.card is not None:
            if is_taken_back:
                self._disputed = reading.card
            else:
                self._spent.add(reading.card)
            self._left_behind = {pawn.number: (pawn.x, pawn.y) for pawn in reading.pawns}
        self._card, self._before, self._box_right, self._is_resumed = None, (), {}, False

    def _unknown(self) -> Sentence:
        assert self._reading is not None
        assert self._reading.card is not None
        return say("insider.eye-unknown-card", sticker=sticker_of(self._reading.card))

    def _differing(self) -> list[int]:
        """List the tables where the table is clear and differs from the box."""
        reading, boxed = self._reading, self._state.inn.tables
        if reading is None or len(reading.tables) != len(boxed):
            return []
        return [at for at, seen in enumerate(reading.tables) if seen is not None and seen != boxed[at]]

    def _question_about(self, table: int) -> Question:
        return Question(self._differs(table), self._acts_for([table]))

    def _differs(self, table: int, form: str = "asks") -> Sentence:
        assert self._reading is not None
        seen, box = self._reading.tables[table], self._state.inn.tables[table]
        return say(f"insider.eye-differs-{form}", table=table + 1, seen=_who(seen or 0), box=_who(box))

    def _acts_for(self, tables: list[int]) -> tuple[Act, ...]:
        """Return the acts that make the box follow what is seen at tables that differ from it."""
        reading, boxed = self._reading, self._state.inn.tables
        assert reading is not None
        seen = {table: reading.tables[table] or 0 for table in tables}
        sat = [boxed[table] for table in tables]
        most_swapped = SEATED - 1 if 0 in seen.values() else SEATED
        if sorted(seen.values()) == sorted(sat) and len(sat) - sat.count(0) > most_swapped:
            places = [seen.get(table, sitting) for table, sitting in enumerate(boxed)]
            return (Act(self._state.turn, "vip", tuple(str(seat) if seat else "-" for seat in places)),)
        leavers_first = sorted(tables, key=lambda table: (bool(seen[table]), not boxed[table]))
        return tuple(self._act_for(table, seen[table]) for table in leavers_first)

    def _act_for(self, table: int, seen: int) -> Act:
        """Return the act that puts whoever is seen at a table there; 0 is nobody."""
        number, sitting = str(table + 1), self._state.inn.tables[table]
        if not seen:
            return Act(sitting, "leave", (number,))
        return Act(self._state.turn, "swap", (number, str(seen))) if sitting else Act(seen, "seat", (number,))


def _who(seat: int) -> Sentence:
    return player(seat) if seat else say("insider.eye-nobody")

"""The restaurant: the open evaluation card, who sits at its tables, the evaluations, and who has won.

This is what both depths share: it knows tables and the stair, but neither turns nor the city around.

>>> from engine.insider.cards import KNOWN
>>> inn = turn_up(Restaurant.of(seats=3), KNOWN)
>>> for table, seat in ((1, 1), (3, 1), (2, 2), (4, 2)):
...     inn = sit(inn, table, seat)
>>> inn.steps, inn.card
((4, 2, -4), None)
"""

from __future__ import annotations

from typing import NamedTuple

from engine.insider.cards import OF_EACH_SIZE, Card
from engine.insider.publicity import (
    CELLAR,
    MOST_ROUNDS,
    TOP,
    History,
    Round,
    Shift,
    Steps,
    account,
    climbed,
    gains,
    rounds_of,
)


class End(NamedTuple):
    """The game is decided."""

    after: int
    """The evaluation after which it was."""
    winners: tuple[int, ...]
    rule: str
    earlier: bool = False
    """Only a later correction has shown it: the table may still play on."""


class Restaurant(NamedTuple):
    """The open card, its tables, and the stair."""

    cellar: int
    card: Card | None
    """None while the next one is still to be turned up."""
    tables: tuple[int, ...]
    """The seat at each table; 0 is nobody."""
    history: History
    steps: Steps
    """Where the markers stand; it follows from the history."""
    rumours: frozenset[int] = frozenset()
    """Seats that play with one die until the next evaluation (IR-24)."""
    left: frozenset[int] = frozenset()
    """Seats that have quit."""
    decides_from: int = 0
    """The first evaluation that can decide the game: before it the table has played on, whoever would have won."""
    end: End | None = None
    under: tuple[Card, ...] = ()
    """Cards that bomb threats have put under the pile, the first one first (IR-25)."""
    is_stopped: bool = False
    """Whether the table has stopped early (M-8)."""

    @classmethod
    def of(cls, seats: int, cellar: int = CELLAR) -> Restaurant:
        """Return the start: everybody on the shoes, the first card still to be turned up."""
        return cls(cellar, None, (), (), (0,) * seats)

    @property
    def is_over(self) -> bool:
        """Whether nobody plays any more; a win that only a correction has shown leaves that to the table."""
        return self.end is not None and not self.end.earlier

    @property
    def evaluations(self) -> int:
        """How many there have been."""
        return len(rounds_of(self.history))

    @property
    def only_card(self) -> Card | None:
        """The card that has to come next, once all seven of the pile were turned up (IR-25)."""
        is_all_seen = self.evaluations + len(self.under) == MOST_ROUNDS
        return self.under[0] if self.under and is_all_seen else None

    @property
    def seen(self) -> list[Card]:
        """The cards of the pile that were turned up so far."""
        evaluated = [entry.card for entry in rounds_of(self.history)]
        return [*evaluated, *self.under, *([] if self.card is None else [self.card])]


def is_fifth(seen: list[Card], size: int) -> bool:
    """Return whether all cards of a size were turned up (IR-8)."""
    return sum(len(card.values) == size for card in seen) >= OF_EACH_SIZE


def turn_up(inn: Restaurant, card: Card) -> Restaurant:
    """Open a card."""
    under = inn.under if inn.only_card is None else inn.under[1:]
    return _seated(inn, card, (0,) * len(card.values))._replace(under=under)


def sit(inn: Restaurant, table: int, seat: int) -> Restaurant:
    """Seat a player at a table, or nobody for 0; the last free table brings the evaluation (IR-5, IR-30)."""
    return arrange(inn, (*inn.tables[: table - 1], seat, *inn.tables[table:]))


def arrange(inn: Restaurant, tables: tuple[int, ...]) -> Restaurant:
    """Seat players at all tables; with no free one left they are evaluated."""
    inn = _seated(inn, inn.card, tables)
    return inn if 0 in tables else evaluate(inn)


def _seated(inn: Restaurant, card: Card | None, tables: tuple[int, ...]) -> Restaurant:
    """Change the card and who sits there; written out, because it is what happens most."""
    cellar, _, _, history, steps, rumours, left, decides_from, end, under, stopped = inn
    return Restaurant(cellar, card, tables, history, steps, rumours, left, decides_from, end, under, stopped)


def spread_rumours(inn: Restaurant, seat: int) -> Restaurant:
    """Let a player play with one die until the next evaluation (IR-24). Written out, because that is faster."""
    cellar, card, tables, history, steps, rumours, left, decides_from, end, under, stopped = inn
    with_seat = rumours | {seat}
    return Restaurant(cellar, card, tables, history, steps, with_seat, left, decides_from, end, under, stopped)


def send_home(inn: Restaurant, seat: int) -> Restaurant:
    """Take all pawns of a player from the tables (IR-23)."""
    return _seated(inn, inn.card, tuple([0 if sitting == seat else sitting for sitting in inn.tables]))


def clear(inn: Restaurant) -> Restaurant:
    """Send everybody home and the card under the pile; an empty pile gives the same card again (IR-25)."""
    assert inn.card is not None
    if inn.evaluations == MOST_ROUNDS - 1:
        return _seated(inn, inn.card, (0,) * len(inn.tables))
    return _seated(inn, None, ())._replace(under=(*inn.under, inn.card))


def evaluate(inn: Restaurant) -> Restaurant:
    """Move the markers; everybody goes home, rumours end, and the next card is due (IR-29, IR-30)."""
    assert inn.card is not None
    now = Round(inn.card, inn.tables, inn.left)
    steps = climbed(inn.steps, gains(now, inn.steps, inn.cellar))
    history = (*inn.history, now)
    after = inn._replace(card=None, tables=(), history=history, steps=steps, rumours=frozenset(), end=None)
    if inn.end is not None:  # a correction has filled the last table of a decided game
        return _decided(after)
    end = _end_now(after)
    return after if end is None else after._replace(end=end)


def rewrite(inn: Restaurant, history: History) -> Restaurant:
    """Replace the history: every step is worked out again."""
    steps = account(history, len(inn.steps), inn.cellar)[-1].steps
    return _decided(inn._replace(history=history, steps=steps))


def mark(inn: Restaurant, seat: int, step: int) -> Restaurant:
    """Put a marker where the table has seen it; later corrections of the past move it along."""
    return rewrite(inn, (*inn.history, Shift(seat, step - inn.steps[seat - 1], inn.left)))


def leave_game(inn: Restaurant, seat: int) -> Restaurant:
    """Remove a player: pawns go home; no more gains or penalties (M-6)."""
    inn = send_home(inn, seat)
    return _decided(inn._replace(left=inn.left | {seat}, rumours=inn.rumours - {seat}))


def stop(inn: Restaurant) -> Restaurant:
    """Stop early: the stair counts as it stands (M-8)."""
    return _decided(inn._replace(is_stopped=True))


def play_on(inn: Restaurant) -> Restaurant:
    """Go on although somebody would have won by now."""
    return _decided(inn._replace(decides_from=inn.evaluations + 1))


def _decided(inn: Restaurant) -> Restaurant:
    """Find out whether the game is decided now, or was earlier."""
    return inn._replace(end=_end_earlier(inn) or _end_now(inn))


def _end_now(inn: Restaurant) -> End | None:
    """Return whether the last evaluation decides the game (IR-32, IR-33)."""
    last = inn.evaluations
    winners = _highest(inn.steps, inn.left)
    if len(inn.left) == len(inn.steps) - 1:
        return End(last, winners, "M-6")
    if inn.steps[winners[0] - 1] >= TOP and last >= inn.decides_from:
        return End(last, winners, "IR-32")
    if inn.is_stopped:
        return End(last, winners, "M-8")
    return End(last, winners, "IR-33") if last == MOST_ROUNDS else None


def _end_earlier(inn: Restaurant) -> End | None:
    """Return the evaluation that would have decided the game before now; the table may play on then.

    The last one counts too if somebody has quit since: a correction can show that they had won by then.
    """
    goes_on = inn.evaluations < MOST_ROUNDS and len(inn.left) < len(inn.steps) - 1
    accounts = account(inn.history, len(inn.steps), inn.cellar)
    last = inn.evaluations if accounts[-1].left == inn.left else inn.evaluations + 1
    for number in range(inn.decides_from, last):
        _, steps, left = accounts[number]
        winners = _highest(steps, left)
        if steps[winners[0] - 1] >= TOP:
            return End(number, winners, "IR-32", earlier=goes_on)
    return None


def _highest(steps: Steps, left: frozenset[int]) -> tuple[int, ...]:
    there = [seat for seat in range(1, len(steps) + 1) if seat not in left]
    best = max([steps[seat - 1] for seat in there])
    return tuple([seat for seat in there if steps[seat - 1] == best])

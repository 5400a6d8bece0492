"""A position in the making: what acts do to hands, bank, piles and turns, card by card.

States never change; a draft is a copy of one that does, and is frozen into the next.
"""

from __future__ import annotations

from engine.online.cards import CATEGORIES, COPIES, NONE, ON_LINE
from engine.online.state import FULL_HAND, End, Party, Phase, State


class Draft:
    """A state that can be changed."""

    __slots__ = (
        "bank", "deal", "discards", "downloads", "end", "fresh", "hands", "holds", "left", "new_lines", "owed",
        "parties", "phase", "shown", "shuffles", "turn",
    )  # fmt: skip

    def __init__(self, state: State) -> None:
        """Copy a state."""
        self.deal = state.deal
        self.parties = list(state.parties)
        self.hands = list(state.hands)
        self.bank = state.bank
        self.discards = list(state.discards)
        self.shown = list(state.shown)
        self.turn = state.turn
        self.phase = state.phase
        self.downloads = state.downloads
        self.fresh = state.fresh
        self.owed = list(state.owed)
        self.left = state.left
        self.end = state.end
        self.holds = state.holds
        self.shuffles = state.shuffles
        self.new_lines = state.new_lines

    def freeze(self) -> State:
        """Make a state of it."""
        return State(
            self.deal,
            tuple(self.parties),
            tuple(self.hands),
            self.bank,
            tuple(self.discards),
            tuple(self.shown),
            self.turn,
            self.phase,
            self.downloads,
            self.fresh,
            tuple(self.owed),
            self.left,
            self.end,
            self.holds,
            self.shuffles,
            self.new_lines,
        )

    # --- cards

    def spend(self, seat: int, count: int = 1) -> None:
        """Take cards out of a hand."""
        self.hands[seat - 1] -= count

    def lay(self, at: int, card: int) -> None:
        """Lay a card onto the tableau of a party."""
        if self.deal.is_line_late and card == ON_LINE and not self.parties[at].line:
            self.new_lines |= {at}
        self.parties[at] = self.parties[at].with_card(card)
        self.shown[card] += 1

    def discard(self, card: int) -> None:
        """Lay a card, or one that nobody named, onto the discard pile."""
        self.discards.append(card)
        if card != NONE:
            self.shown[card] += 1

    def take_from(self, at: int, pile: str, category: int | None) -> int:
        """Take the top card of a pile away (ON-27)."""
        party = self.parties[at]
        if category is not None:
            piles, secured = list(party.piles), list(party.secured)
            piles[category - CATEGORIES[0]] -= 1
            secured[category - CATEGORIES[0]] = False  # if the table insists: what is not complete is not secured
            self.parties[at] = party._replace(piles=tuple(piles), secured=tuple(secured))
            card = category
        elif pile == "line":
            card = party.line[-1]
            self.parties[at] = party._replace(line=party.line[:-1])
        else:
            card = party.memory[-1]
            self.parties[at] = party._replace(memory=party.memory[:-1])
        self.shown[card] -= 1
        return card

    def take_discarded(self, seat: int) -> None:
        """Take the card under the hacker into a hand (ON-30)."""
        card = self.discards.pop(-2)
        if card != NONE:
            self.shown[card] -= 1
        self.hands[seat - 1] += 1

    def draw(self, seat: int, count: int = 1) -> None:
        """Draw cards from the bank, as far as there are any (ON-34)."""
        if self.bank > count:
            self.bank -= count
            self.hands[seat - 1] += count
            return
        for _ in range(count):
            if self.take_from_bank():
                self.hands[seat - 1] += 1

    def take_from_bank(self) -> bool:
        """Take one card from the bank; with the last one a new bank is made."""
        if not self.bank:
            self.new_bank()
        if not self.bank:
            return False
        self.bank -= 1
        if not self.bank:
            self.new_bank()
        return True

    def new_bank(self) -> None:
        """Shuffle all discards, and of line and memory piles all but the tops, into a new bank (ON-34)."""
        waiting = self.discards[-1:] if self.phase is Phase.HACKING else []
        self.bank = len(self.discards) - len(waiting)
        self.discards = waiting
        for at, party in enumerate(self.parties):
            self.bank += max(len(party.line) - 1, 0) + max(len(party.memory) - 1, 0)
            self.parties[at] = party._replace(line=party.line[-1:], memory=party.memory[-1:])
            if party.line[1:]:  # what lies alone now was laid onto another card
                self.new_lines -= {at}
        self.shown = shown_of(self.parties, self.discards)
        self.shuffles += self.bank > 0

    # --- turns

    def begin_turn(self, seat: int) -> None:
        """Start the full turn of a seat: the hand is filled first (ON-9)."""
        self.turn, self.phase, self.downloads = seat, Phase.BEGUN, 0
        self.fresh, self.new_lines = frozenset(), frozenset()
        self.draw(seat, max(FULL_HAND - self.hands[seat - 1], 0))

    def turn_to(self, seat: int) -> None:
        """Move the turn to a seat, if the table insists that it is theirs."""
        if seat != self.turn:
            self.turn, self.downloads = seat, 0
            self.fresh, self.new_lines = frozenset(), frozenset()

    def end_turn(self, seat: int) -> None:
        """Pass the turn on clockwise, past those who miss theirs or have left (ON-8, ON-26)."""
        following = seat
        while True:
            following = following % len(self.hands) + 1
            if following in self.left:
                continue
            if not self.owed[following - 1]:
                self.begin_turn(following)
                return
            self.owed[following - 1] -= 1

    def leave(self, seat: int) -> None:
        """Remove a seat: its hand is discarded, under a hacker that waits."""
        at = len(self.discards) - (self.phase is Phase.HACKING)
        self.discards[at:at] = [NONE] * self.hands[seat - 1]
        self.hands[seat - 1] = self.owed[seat - 1] = 0
        self.left |= {seat}

    def standing(self) -> list[int]:
        """List the parties that still have a player."""
        return [at for at, seats in enumerate(self.deal.parties) if not self.left.issuperset(seats)]

    def see_who_has_won(self) -> None:
        """End the game if a party has everything (ON-2)."""
        winners = tuple(at for at in self.standing() if self.parties[at].piles == self.deal.goals)
        if winners:
            self.end = End(winners[:1], "ON-2")

    def end_by_time(self) -> None:
        """End the game: most downloads win (ON-36)."""
        totals = {at: sum(self.parties[at].piles) for at in self.standing()}
        self.end = End(tuple(at for at, total in totals.items() if total == max(totals.values())), "ON-36")


def shown_of(parties: list[Party], discards: list[int]) -> list[int]:
    """Count the copies of each card on the table and among the known discards (ON-4)."""
    shown = [0] * len(COPIES)
    for party in parties:
        for card in (*party.line, *party.memory):
            shown[card] += 1
        for card, count in zip(CATEGORIES, party.piles, strict=True):
            shown[card] += count
    for card in discards:
        if card != NONE:
            shown[card] += 1
    return shown

"""What an owner of Insider can enter at the box: an evaluation card, and the paths of the board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from PIL import Image

from engine.acts import OPEN, Act
from engine.game import Setup
from engine.insider import answers, start
from engine.insider.board.prompts import PITCH
from engine.insider.cards import EVERY_SIZE, any_card
from engine.insider.city import LENGTHS, PLACES, Link
from engine.insider.layout import point
from engine.insider.owner_data import NO_LINK, Board, OwnerData, against_links
from engine.steps import Answer, choice, number, spot
from engine.verdicts import Sentence, say
from firmware_py.games import owner_data
from firmware_py.games.box_entry import Taken
from firmware_py.games.insider.display_board import draw

DONE = Act(None, "done")


class CardEntry:
    """An evaluation card: its size, then value by value, as in a match."""

    name: ClassVar = "card"
    title: ClassVar = say("insider.enter-card")

    def __init__(self) -> None:
        """Ask as in a match at which every size can turn up."""
        self._state = start(Setup("insider", ("1", "2", "3", "4")))

    def first(self) -> list[Answer]:
        """Return the sizes of a card."""
        asks = say("insider.ask-size")
        return [Answer(number(asks, size, EVERY_SIZE[2]), any_card(size)) for size in EVERY_SIZE]

    def answers(self, act: Act) -> Sequence[Answer]:
        """Return the answers to the next value of the card."""
        return answers(self._state, act)

    def take(self, act: Act) -> Taken:
        """Save the card in the catalogue."""
        wrong = owner_data.memory_of("insider").follow([act])
        return Taken((wrong or say("insider.card-kept", card=" ".join(act.args)),), is_done=True)

    def undo(self) -> bool:
        """Return that there is nothing to take back: a card is saved at once."""
        return False

    def picture(self, _act: Act) -> None:
        """Return that there is no picture of its own."""


class PathsEntry:
    """The paths of the board: two places and their squares, again and again; then all is saved (IR-36)."""

    name: ClassVar = "paths"
    title: ClassVar = say("insider.enter-paths")

    def __init__(self) -> None:
        """Begin with the saved board. Raises a `UserError`."""
        data: OwnerData = owner_data.load("insider")
        self._boards = [data.board]
        """The board before each change, and as it is now."""

    @property
    def _board(self) -> Board:
        return self._boards[-1]

    def first(self) -> list[Answer]:
        """Return the places where a path can begin, and the end of the entry."""
        asks = say("insider.ask-path-from")
        places = [_place(asks, place, Act(None, "path", (place, OPEN, OPEN))) for place in PLACES]
        done = spot(asks, DONE.verb, 5 * PITCH, 4 * PITCH, say("insider.paths-done"))
        return [*places, Answer(done, DONE)]

    def answers(self, act: Act) -> list[Answer]:
        """Return the places where a path can end, or the squares that it can have."""
        one, other, _ = act.args
        if other == OPEN:
            asks = say("insider.ask-path-to", place=one)
            ends = [place for place in PLACES if place != one]
            return [_place(asks, end, Act(None, "path", (one, end, OPEN))) for end in ends]
        one, other = sorted((one, other))
        asks = say("insider.ask-path-squares", path=f"{one}-{other}")
        now = self._squares(one, other)
        found = []
        for squares in (NO_LINK, *map(str, LENGTHS)):
            label = (
                say("insider.no-path") if squares == NO_LINK else say("insider.path-squares", count=int(squares))
            )
            step = choice(asks, squares, label)._replace(is_likely=squares == now)
            found.append(Answer(step, Act(None, "path", (one, other, squares))))
        return found

    def take(self, act: Act) -> Taken:
        """Change a path, or save all of them if they can be those of a board."""
        if act != DONE:
            self._boards.append(self._changed(act))
            return Taken()
        faults = against_links(self._board.links)
        if faults:
            return Taken((*faults, say("insider.paths-go-on")))
        data: OwnerData = owner_data.load("insider")
        board = data.board._replace(links=self._board.links, verified=self._board.verified)
        owner_data.save("insider", data._replace(board=board))
        return Taken((say("insider.paths-kept"),), is_done=True)

    def undo(self) -> bool:
        """Take the last change back."""
        return len(self._boards) > 1 and self._boards.pop() is not None

    def picture(self, act: Act) -> Image.Image:
        """Draw the board with the change that an act would make."""
        changed = self._changed(act) if act != DONE and OPEN not in act.args else self._board
        return draw(changed, [place for place in act.args[:2] if place != OPEN])

    def _squares(self, one: str, other: str) -> str:
        """Return the squares of a path as a word."""
        return next((str(link.squares) for link in self._board.links if link[:2] == (one, other)), NO_LINK)

    def _changed(self, act: Act) -> Board:
        """Return the board with another path; it has to be compared again."""
        one, other, squares = act.args
        links = {link for link in self._board.links if link[:2] != (one, other)}
        if squares != NO_LINK:
            links.add(Link(one, other, int(squares)))
        return self._board._replace(links=tuple(sorted(links)), verified=False)


def _place(asks: Sentence, place: str, act: Act) -> Answer:
    x, y = point(place)
    return Answer(spot(asks, place, x * PITCH, y * PITCH), act)

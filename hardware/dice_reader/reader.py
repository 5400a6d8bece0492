"""The dice reader over successive pictures, and its side of the line. Runs under MicroPython and CPython alike.

It has no clock, no camera and no port: whoever runs it gives the time, the pictures and what came over the line,
and takes what is to be said. `hardware/dice-protocol.md` is the contract.

    a hand ──> handled     something moves ──> rolling     still, and the same for a third of a second ──> that

What was told stays true until pictures say otherwise for as long: one with a moth in it is no news. Other faces
than those that were told, though nothing moved, are nothing one could be sure of.
"""

from pips import DICE, look
from talk import NUMBERS, Questions, line
from tray import floor

VERSION = 1
STILL = 350
"""Milliseconds in which nothing moves and all pictures show the same, before that is told."""
PICTURES = 4
"""So many pictures at least."""
LATE = 1000
"""Milliseconds without a picture after which the camera counts as blind."""
SLOW = 200
"""Milliseconds between pictures that are too many."""
GRID = 4
"""Of so many pixels across and down one is compared, to see whether something moves."""
CHANGED = 36
"""Grey levels by which a pixel has to change to count."""
MOVED = 4
"""So many changed pixels are a movement."""
DARK, BRIGHT, UNEVEN = 10, 240, 2
"""What the self-test demands of the floor: not darker, not brighter, nowhere twice as bright as elsewhere."""


def is_moved(before: bytes, after: bytes, width: int, height: int) -> bool:
    """Return whether something moved between two pictures."""
    changed = 0
    for y in range(GRID // 2, height, GRID):
        for at in range(y * width + GRID // 2, (y + 1) * width, GRID):
            if not -CHANGED < before[at] - after[at] < CHANGED:
                changed += 1
    return changed >= MOVED


class Reader:
    """Reports what lies in the tray, and answers questions."""

    def __init__(self, say: object, number: int, name: str, look: object = look) -> None:
        """Begin with an empty tray; `say` takes bytes, and the number is drawn at every start."""
        self._say, self._name, self._look = say, name, look
        self._hello = number % NUMBERS
        self._number = (self._hello + 1) % NUMBERS
        self.told = ("few",)
        """The word and the faces that were told last."""
        self._seen, self._since, self._count = None, 0, 0
        self._has_moved = True
        """Whether anything moved since the last roll was told."""
        self._questions = Questions(self._answer)
        self._picture, self._size = b"", (0, 0)
        self._picture_at, self._gap = 0, 0
        self._say(b"\n")
        self._greet()

    def see(self, picture: bytes, width: int, height: int, now: int) -> None:
        """Take a picture, and when it was taken."""
        seen = self._look(picture, width, height)
        is_moving = False
        if self._picture:
            self._gap = now - self._picture_at
            is_moving = is_moved(self._picture, picture, width, height)
        self._picture, self._size, self._picture_at = picture, (width, height), now
        if seen[0] == "many":
            seen = ("unsure",)
        if is_moving and seen[0] != "handled":
            seen = ("rolling",)
        if seen != self._seen:
            self._seen, self._since, self._count = seen, now, 0
        self._count += 1
        if seen[0] in ("handled", "rolling"):
            self._has_moved = True
            self._tell(seen)
        elif now - self._since >= STILL and self._count >= PICTURES:
            if seen[0] == "settled":
                if not self._has_moved and seen != self.told:
                    seen = ("unsure",)
                else:
                    self._has_moved = False
            self._tell(seen)

    def hear(self, data: bytes, now: int) -> None:
        """Take what came over the line and answer the questions in it; all else is passed over."""
        self._questions.hear(data, now)

    def troubles(self, now: int) -> list:
        """Test itself: give the words for what is wrong."""
        if not self._picture or now - self._picture_at > LATE or max(self._picture) == min(self._picture):
            return ["blind"]
        wrong = []
        levels = floor(self._picture, self._size[0], self._size[1])
        low, high = min(levels), max(levels)
        if high < DARK:
            wrong.append("dark")
        if low > BRIGHT:
            wrong.append("bright")
        if high > UNEVEN * (low + DARK):
            wrong.append("uneven")
        if self._gap > SLOW:
            wrong.append("slow")
        return wrong

    def _answer(self, asked: bytes, number: int, now: int) -> None:
        if asked == b"hello?":
            self._greet()
        elif asked == b"state?":
            self._say(line("roll", self._number, *self.told))
        elif asked == b"test?":
            self._say(line("test", number, *(self.troubles(now) or ["ok"])))

    def _greet(self) -> None:
        self._say(line("hello", self._hello, VERSION, DICE, self._name))

    def _tell(self, seen: tuple) -> None:
        if seen != self.told:
            self.told, self._number = seen, (self._number + 1) % NUMBERS
            self._say(line("roll", self._number, *seen))

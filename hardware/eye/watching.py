"""The eye over successive pictures, and its side of the line. Runs under MicroPython and CPython alike.

It has no clock, no camera, no detector and no port: whoever runs it gives the time, the pictures, the tags in
them and what came over the line, and takes what is to be said. `hardware/eye-protocol.md` is the contract.

    an arm over the frame ──> hidden     tags come, go or move ──> moving     the same for a second ──> seen

One odd picture is no news. A tag that was not read in a picture, though enough of its border is still to be seen,
has not gone: for a few pictures it counts as read, then the eye is unsure.
"""

from frame import CORNERS, FULL_TURN, HEIGHT, WIDTH, band_tones
from looking import find_map, is_replaced, is_still_there, look
from talk import NUMBERS, Questions, line

VERSION = 1
STILL = 1000
"""Milliseconds in which all pictures show the same, before that is told."""
PICTURES = 4
"""So many pictures at least."""
NEWS = 2
"""So many pictures that show something else are told as `hidden` or `moving`."""
DOUBT = 350
"""Milliseconds before `unsure` and `no-frame` are told."""
SAME_PLACE, SAME_TURN = 10, 10
"""Thousandths of a side and degrees by which a tag that stands still may seem to move: twice what it was at most
in 2,674 pairs of noisy drawn pictures."""
MOST_MISSED = 3
"""So many pictures in a row a tag may be unread, though it is still there."""
LATE = 1000
"""Milliseconds without a picture after which the camera counts as blind."""
SLOW = 250
"""Milliseconds between pictures that are too many."""
DARK, BRIGHT, UNEVEN = 60, 160, 2
"""What the self-test demands of the band: white not darker, black not brighter, nowhere twice as bright."""


def is_same(one: tuple, other: tuple) -> bool:
    """Return whether two views show the same state and the same tags at the same places."""
    if len(one) != len(other) or one[0] != other[0]:
        return False
    for i in range(1, len(one)):
        name, x, y, turn = one[i]
        other_name, other_x, other_y, other_turn = other[i]
        away = (turn - other_turn) % FULL_TURN
        if name != other_name or abs(x - other_x) > SAME_PLACE or abs(y - other_y) > SAME_PLACE:
            return False
        if min(away, FULL_TURN - away) > SAME_TURN:
            return False
    return True


def average(views: list) -> tuple:
    """Give the mean of views that show the same."""
    tags = []
    for i in range(1, len(views[0])):
        name, _, _, first = views[0][i]
        half = FULL_TURN // 2
        turn = sum([(view[i][3] - first + half) % FULL_TURN - half for view in views]) / len(views)
        x = sum([view[i][1] for view in views]) / len(views)
        y = sum([view[i][2] for view in views]) / len(views)
        tags.append((name, int(x + 0.5), int(y + 0.5), int(first + turn + FULL_TURN + 0.5) % FULL_TURN))
    return (views[0][0],) + tuple(tags)


class Eye:
    """Reports what lies in the frame, and answers questions."""

    def __init__(self, say: object, number: int, name: str) -> None:
        """Begin without a frame; `say` takes bytes, and the number is drawn at every start."""
        self._say, self._name = say, name
        self._hello = number % NUMBERS
        self._number = (self._hello + 1) % NUMBERS
        self.told = ("no-frame",)
        """The state and the tags that were told last."""
        self._run, self._since, self._count = [], 0, 0
        """The last pictures, all of which show the same; when they began, and how many there were."""
        self._known, self._missed = {}, {}
        """By tag: its corners in the picture and how it was seen last; in how many pictures it was not read."""
        self._questions = Questions(self._answer)
        self._picture, self._size, self._found = b"", (0, 0), []
        self._picture_at, self._gap = 0, 0
        self._say(b"\n")
        self._greet()

    def see(self, picture: bytes, size: tuple, found: list, now: int) -> None:
        """Take a picture, its width and height, the tags found in it, and when it was taken."""
        seen = look(picture, size[0], size[1], found)
        if seen[0] == "seen":
            seen = self._with_unread(seen, picture, size, found)
        if self._picture:
            self._gap = now - self._picture_at
        self._picture, self._size, self._found, self._picture_at = picture, size, found, now
        if not self._run or not is_same(seen, self._run[0]):
            self._run, self._since, self._count = [], now, 0
        self._count += 1
        if len(self._run) < PICTURES:
            self._run.append(seen)
        else:
            self._run[1 + self._count % (PICTURES - 1)] = seen
        self._consider(seen, now - self._since)

    def hear(self, data: bytes, now: int) -> None:
        """Take what came over the line and answer the questions in it; all else is passed over."""
        self._questions.hear(data, now)

    def troubles(self, now: int) -> list:
        """Test itself: give the words for what is wrong."""
        if not self._picture or now - self._picture_at > LATE or max(self._picture) == min(self._picture):
            return ["blind"]
        wrong = []
        lights, darks = self._light()
        if not lights:
            wrong.append("no-frame")
        else:
            if max(lights) < DARK:
                wrong.append("dark")
            if min(darks) > BRIGHT:
                wrong.append("bright")
            if max(lights) > UNEVEN * min(lights):
                wrong.append("uneven")
        if self._gap > SLOW:
            wrong.append("slow")
        return wrong

    def _with_unread(self, seen: tuple, picture: bytes, size: tuple, found: list) -> tuple:
        """Add the tags that were not read but are still there; unsure if one stays unread."""
        read = {tag[0]: tag for tag in seen[1:]}
        added = []
        for name in list(self._known):
            if name in read:
                continue
            corners, tag = self._known[name]
            if is_replaced(corners, found) or not is_still_there(picture, size[0], size[1], corners):
                del self._known[name]
                continue
            self._missed[name] = self._missed.get(name, 0) + 1
            if self._missed[name] > MOST_MISSED:
                return ("unsure",)
            added.append(tag)
        for tag in found:
            if tag[0] in read:
                self._known[tag[0]] = (tag[4], read[tag[0]])
                self._missed[tag[0]] = 0
        return ("seen",) + tuple(sorted(list(seen[1:]) + added)) if added else seen

    def _consider(self, seen: tuple, still: int) -> None:
        """Return what has become sure."""
        state = seen[0]
        if state in ("unsure", "no-frame"):
            if still >= DOUBT and self._count >= PICTURES:
                self._tell(seen)
        elif state == "hidden":
            if self._count >= NEWS:
                self._tell(seen)
        elif self.told[0] == "seen" and is_same(seen, self.told):
            pass  # it is still true
        elif still >= STILL and self._count >= PICTURES:
            self._tell(average(self._run))
        elif self.told[0] == "seen" and self._count >= NEWS:
            self._tell(("moving",))

    def _light(self) -> tuple:
        """Give the brightness of the band's white and black cells; empty without a frame."""
        _, to_picture = find_map(self._found)
        if to_picture is None:
            return [], []
        sides = band_tones(self._picture, self._size[0], self._size[1], to_picture)
        lights = [tones[at] for tones in sides for at in range(1, len(tones), 2)]
        return lights, [tones[at] for tones in sides for at in range(0, len(tones), 2)]

    def _answer(self, asked: bytes, number: int, now: int) -> None:
        if asked == b"hello?":
            self._greet()
        elif asked == b"state?":
            self._tell_again()
        elif asked == b"test?":
            corners = len([tag for tag in self._found if tag[0] in CORNERS])
            lights = self._light()[0]
            light = sum(lights) // len(lights) if lights else 0
            rate = 1000 // self._gap if self._gap > 0 else 0
            figures = (corners, len(self._found) - corners, min(rate, 999), light)
            self._say(line("check", number, *(list(figures) + (self.troubles(now) or ["ok"]))))

    def _greet(self) -> None:
        self._say(line("eye", self._hello, VERSION, WIDTH, HEIGHT, self._name))

    def _tell(self, seen: tuple) -> None:
        if seen != self.told:
            self.told, self._number = seen, (self._number + 1) % NUMBERS
            self._tell_again()

    def _tell_again(self) -> None:
        tags = self.told[1:]
        words = [self.told[0]] + ([len(tags)] if self.told[0] == "seen" else [])
        self._say(line("view", self._number, *words))
        for tag in tags:
            self._say(line("tag", self._number, *tag))

"""A camera board's side of its line: frames with a check, and questions. Runs under MicroPython and CPython alike.

`hardware/dice-protocol.md` says what a frame is. What is to be said goes to
`say`, which takes bytes; questions go to `answer`, which gets their kind and number, and the time.
"""

from binascii import crc32

NUMBERS = 65536
LONGEST = 96
LINE_END = 10
MOST_DIGITS = 5
QUESTION_WORDS = 3


def line(*words: object) -> bytes:
    """Write a frame: its words, and their check."""
    said = " ".join([str(word) for word in words]).encode()
    return said + b" *%08X\n" % (crc32(said) & 0xFFFFFFFF)


class Questions:
    """Finds the questions in what comes over the line; all else is passed over."""

    def __init__(self, answer: object) -> None:
        """Begin at the start of a line."""
        self._answer = answer
        self._half = bytearray()
        self._is_overlong = False

    def hear(self, data: bytes, now: int) -> None:
        """Take what came over the line."""
        for byte in data:
            if byte == LINE_END:
                if not self._is_overlong:
                    self._take(bytes(self._half), now)
                self._half, self._is_overlong = bytearray(), False
            elif len(self._half) > LONGEST:
                self._is_overlong = True
            else:
                self._half.append(byte)

    def _take(self, asked: bytes, now: int) -> None:
        if asked[-1:] == b"\r":
            asked = asked[:-1]
        words = asked.split(b" ")
        if len(words) != QUESTION_WORDS or not words[1].isdigit() or len(words[1]) > MOST_DIGITS:
            return
        said = words[0] + b" " + words[1]
        if words[2] == b"*%08X" % (crc32(said) & 0xFFFFFFFF):
            self._answer(words[0], int(words[1]), now)

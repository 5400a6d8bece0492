"""The 112 cards of Online, and what can lie on what.

A card is a number, its place in `NAMES`; the top of an empty pile is `NONE`. What a line or memory pile takes
depends on its top card alone (ON-7), so the rules of laying are two small tables.

>>> [NAMES[card] for card in TAKES_LINE[PASSWORD_ERROR]], [NAMES[card] for card in TAKES_MEMORY[NONE]]
(['password-ok'], ['extra-memory'])
"""

from __future__ import annotations

NAMES = (
    "on-line", "turbo-line", "extra-memory", "password-ok", "antivirus",
    "under-construction", "memory-full", "password-error", "virus",
    "e-mail", "music", "game", "movie",
    "hacker", "cyber-patrol", "search",
)  # fmt: skip
COPIES = (13, 3, 5, 8, 8, 3, 4, 3, 3, 22, 14, 8, 8, 6, 2, 2)
"""How often each card exists (ON-1)."""
CARDS = dict(zip(NAMES, range(len(NAMES)), strict=True))
ALL = sum(COPIES)
NONE = -1
"""No card: the top of an empty pile, or a discarded card that nobody named."""

ON_LINE, TURBO_LINE, EXTRA_MEMORY, PASSWORD_OK, ANTIVIRUS = range(5)
UNDER_CONSTRUCTION, MEMORY_FULL, PASSWORD_ERROR, VIRUS = range(5, 9)
HACKER, CYBER_PATROL, SEARCH = range(13, 16)
LINKS = range(5)
OBSTRUCTIONS = range(5, 9)
CATEGORIES = range(9, 13)
E_MAIL, MUSIC, GAME, MOVIE = CATEGORIES
LARGE = (GAME, MOVIE)
"""Files that need extra memory (ON-17)."""
ON_MEMORY = (EXTRA_MEMORY, MEMORY_FULL)
"""Cards that belong on a memory pile; other links and obstructions belong on a line pile."""
UP = (ON_LINE, TURBO_LINE)
"""The line is up when one of these is on top (ON-14)."""

_LINES = (ON_LINE, TURBO_LINE)
_BLOCKS = (UNDER_CONSTRUCTION, PASSWORD_ERROR, VIRUS)
TAKES_LINE: dict[int, tuple[int, ...]] = {
    NONE: _LINES,
    ON_LINE: (TURBO_LINE, *_BLOCKS),
    TURBO_LINE: _BLOCKS,
    UNDER_CONSTRUCTION: _LINES,
    PASSWORD_ERROR: (PASSWORD_OK,),
    VIRUS: (ANTIVIRUS,),
    PASSWORD_OK: _LINES,
    ANTIVIRUS: _LINES,
}
"""By the top of a line pile: the cards that can be laid on it (ON-12, ON-13, ON-19, ON-21)."""
TAKES_MEMORY: dict[int, tuple[int, ...]] = {
    NONE: (EXTRA_MEMORY,),
    EXTRA_MEMORY: (MEMORY_FULL,),
    MEMORY_FULL: (EXTRA_MEMORY,),
}
"""The same for a memory pile (ON-15, ON-19, ON-21)."""
REPAIRED_BY = {PASSWORD_ERROR: PASSWORD_OK, VIRUS: ANTIVIRUS}
"""By obstruction of a line: the card that repairs it (ON-21); the others are covered by a line."""

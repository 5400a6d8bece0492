"""Whether the clock of the machine is set: without a network, that of a Raspberry Pi begins at an old date."""

from __future__ import annotations

from time import struct_time

FIRST_VALID_YEAR = 2026
"""A year before this means that the clock is not set."""


def is_clock_set(now: struct_time) -> bool:
    """Return whether a time of the machine can be true.

    >>> from time import gmtime
    >>> is_clock_set(gmtime(0)), is_clock_set(gmtime(1_800_000_000))
    (False, True)
    """
    return now.tm_year >= FIRST_VALID_YEAR

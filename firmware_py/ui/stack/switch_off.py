"""What ends the program from a screen: switching off, and starting again."""

from __future__ import annotations


class SwitchOff(Exception):
    """Raised when a player switches the box off at the panel."""


class Restart(SwitchOff):
    """Raised when the program has to start again, to read its files again."""

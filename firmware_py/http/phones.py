"""What phones say of themselves: the digits that somebody has typed, and what kind of device it is."""

from __future__ import annotations

import unicodedata

MOST_TYPED = 64
"""Longest input that is parsed, in characters."""
DEVICES = ("iPhone", "iPad", "Android", "Windows", "Mac", "Linux")
"""Words of a User-Agent header that people know; the first one that is found counts."""


def digits_of(code: str) -> str:
    """Return the digits of a typed code, in any script and with or without groups; empty if it is not a code.

    >>> digits_of(" 123 456 "), digits_of("１２３-４５６"), digits_of("12345x"), digits_of("²²²²²²")
    ('123456', '123456', '', '')
    """
    if len(code) > MOST_TYPED:
        return ""
    letters = [letter for letter in code if not letter.isspace() and letter != "-"]
    values = [unicodedata.decimal(letter, None) for letter in letters]
    digits = [str(value) for value in values if value is not None]
    return "".join(digits) if len(digits) == len(letters) else ""


def device_of(browser: str | None) -> str:
    """Return what kind of device a User-Agent header names; empty if none that we know.

    >>> device_of("Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15")
    'iPhone'
    """
    return next((device for device in DEVICES if device in (browser or "")), "")

"""The languages that there are."""

from __future__ import annotations

LANGUAGES = {"en": "English", "fr": "Français", "de": "Deutsch"}

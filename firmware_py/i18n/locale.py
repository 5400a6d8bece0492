"""The available languages."""

from __future__ import annotations

LANGUAGES = {"en": "English", "fr": "Français", "de": "Deutsch"}

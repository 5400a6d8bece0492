"""The exception that the command line reports with exit status 2, and the screens in a dialog."""

from __future__ import annotations

from engine.verdicts import Sentence


class UserError(Exception):
    """Wrong input from the user; each of its sentences says what is wrong and where."""

    def __init__(self, *why: Sentence) -> None:
        """Keep the sentences, one per fault."""
        super().__init__(*why)
        self.why = why

"""The errors that the command line and the screens report, as text."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from firmware_py.errors import UserError
from firmware_py.i18n.translations import Translations


def error_text(error: UserError) -> str:
    return "\n".join(map(Translations("en").text, error.why))


@contextmanager
def user_error(match: str) -> Iterator[None]:
    """Expect a `UserError` whose English text matches."""
    with pytest.raises(UserError) as caught:
        yield
    assert re.search(match, error_text(caught.value)), error_text(caught.value)

"""The input of a game's drawing on the page; see `Svg` in the contract.

A drawing depends on the state only, so it is sent only when the state changes. Elements that can be tapped have
`data-tap="spot:A3 choice:YDM"`: the kinds and values of the steps that they answer. With it the page marks what is
asked, what is legal and where the cursor is. Colours and fonts are classes of `static/table-GAME.css`; whatever a
colour shows is also shown by a letter or a shape. Every text goes through `svg_elements.text`, which escapes it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from firmware_py.i18n.translations import Translations


class SvgView(NamedTuple):
    """The input of a drawing."""

    state: Any
    names: tuple[str, ...]
    """The name of each seat, seat 1 first."""
    translations: Translations
    """In the language of the browser, with these names."""
    hints: bool = True
    """Whether to show who leads, where players would have to work that out."""
    marks: tuple[int, ...] = ()
    """The mark of each seat: the number of the key that has its colour (`engine/colours.py`)."""

    def mark(self, seat: int) -> int:
        """Return the mark of a seat; its number if the view has no marks."""
        return self.marks[seat - 1] if self.marks else seat

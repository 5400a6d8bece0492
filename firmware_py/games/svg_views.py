"""What the drawing of a game on the page is given; see `Svg` in the contract.

A drawing shows a state and nothing else: what can be tapped has `data-tap="spot:A3 choice:YDM"`, the kinds and
values of the steps that it can answer; the page marks what is asked for, lawful or under the cursor, by that. So a
drawing is sent only when the state changes. Colours and fonts are classes of `static/table-GAME.css`; what colour
tells is told by a letter or a shape too. Every text goes through `svg.text`, which escapes it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from firmware_py.i18n.translations import Translations


class SvgView(NamedTuple):
    """What a drawing shows."""

    state: Any
    names: tuple[str, ...]
    """Of the seats, seat 1 first."""
    translations: Translations
    """Of whoever looks, with these names."""
    hints: bool = True
    """Show who leads, where that has to be worked out."""

"""The drawing of a table on the page."""

from __future__ import annotations

from engine.colours import marks_of
from engine.game import Setup
from firmware_py.games.drawing.svg_views import SvgView
from firmware_py.games.lookup import svg_of
from firmware_py.i18n.translations import Translations


def draw(setup: Setup, state: object, translations: Translations, *, hints: bool) -> str:
    """Return the table as SVG; the translations carry the names."""
    view = SvgView(state, translations.players, translations, hints, marks_of(setup))
    svg: str = svg_of(setup.game).draw(view)
    return svg

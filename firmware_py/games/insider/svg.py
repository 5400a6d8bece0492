"""Insider as SVG: the restaurant, the players and the stair; at `board` depth the city before them.

Every panel keeps its size and position during a match, so that players find it again. On a wide screen the style
sheet puts the city and the rest side by side; it relies on the sizes here, which a test compares.
"""

from __future__ import annotations

from engine.insider.state import State
from firmware_py.games.drawing.svg_elements import element
from firmware_py.games.drawing.svg_views import SvgView
from firmware_py.games.insider import svg_card as insider_card
from firmware_py.games.insider import svg_city as insider_city
from firmware_py.games.insider import svg_players as insider_players
from firmware_py.games.insider import svg_stair as insider_stair
from firmware_py.games.insider.svg_tokens import GAP, WIDTH

INDOORS = insider_card.HEIGHT + GAP + insider_players.HEIGHT + GAP + insider_stair.HEIGHT
"""Height of the part that both depths have."""
OUTDOORS = insider_city.HEIGHT + GAP


def draw(view: SvgView) -> str:
    """Return the drawing of a position."""
    state: State = view.state
    name = view.translations("insider.name")
    if state.town is None:
        return _picture(name, "stair", INDOORS, _indoors(view))
    rest = element("g", _indoors(view), transform=f"translate(0 {OUTDOORS})")
    city = element("g", insider_city.draw(view), class_="city")
    return _picture(name, "board", OUTDOORS + INDOORS, city, element("g", rest, class_="indoors"))


def _picture(name: str, depth: str, height: int, *inside: str) -> str:
    return element(
        "svg",
        *inside,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {height}",
        class_=f"table-insider {depth}",
        role="group",
        aria_label=name,
    )


def _indoors(view: SvgView) -> str:
    """Draw the restaurant, the players under it, and the stair."""
    players = insider_card.HEIGHT + GAP
    stair = players + insider_players.HEIGHT + GAP
    return (
        insider_card.draw(view)
        + element("g", insider_players.draw(view), transform=f"translate(0 {players})")
        + element("g", insider_stair.draw(view), transform=f"translate(0 {stair})")
    )

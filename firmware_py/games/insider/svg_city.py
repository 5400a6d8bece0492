"""The city at `board` depth: places a1 to e5 with a1 bottom left, the paths with squares, pawns, Total OUT.

A place can be tapped as a spot; a pawn on it only when pawns are asked for, so that it does not block the place.
"""

from __future__ import annotations

from functools import lru_cache
from math import hypot

from engine.insider.board.walking import at_home
from engine.insider.city import GRID, INSIDER, PLACES, Plan, paths_of
from engine.insider.layout import along, bend, point
from engine.insider.state import State, town_of
from engine.insider.town import Phase
from engine.verdicts import player
from firmware_py.games.drawing.svg_elements import element, named, text
from firmware_py.games.drawing.svg_views import SvgView
from firmware_py.games.insider.svg_tokens import (
    WIDTH,
    Room,
    box,
    cards,
    die,
    finger,
    fitted,
    panel,
    polygon,
    tappable,
    together,
    token,
)

HEIGHT = 1170
LEFT, TOP, PITCH = 82, 214, 209
"""The position of a5, and the distance between places."""
HALF, HALF_INSIDER = 62, 76
"""Half the width of a place, and of the INSIDER."""
SQUARE, BENT_SQUARE = 38, 26
"""The size of a square on a straight path, and on a bent one."""
FEW_SQUARES, SOME_SQUARES = 2, 4
"""Most squares of a path whose pawns are drawn in one line, and of one whose pawns are drawn large."""
WALKER, SMALL_WALKER, STAGGER = 20, 16, 20
"""Half the size of a pawn on a path, of one on a path with many squares, and its distance from the path."""


def draw(view: SvgView) -> str:
    """Return the city in a panel."""
    state: State = view.state
    town = town_of(state)
    ground = box(Room(14, 98, WIDTH - 28, HEIGHT - 112), "ground", 20)
    roads = element("g", *(_road(one, other) for one, other in paths_of(town.plan)), class_="roads")
    spots = sorted(range(len(PLACES), len(town.plan.names)), key=lambda spot: _is_bent(town.plan, spot))
    squares = (_square(view, spot) for spot in spots)  # bent paths lie over those that they cross
    places = (_place(view, spot) for spot in range(len(PLACES)))
    names = (_name(view, seat) for seat in state.seats)
    return panel(HEIGHT, *_turn(view), ground, roads, *places, *squares, *names)


# --- the turn


def _turn(view: SvgView) -> list[str]:
    """Draw whose turn it is and the points that are left; on the right the piles of action cards."""
    state: State = view.state
    town = town_of(state)
    said = view.translations("insider.drawn-pile", pile=town.pile, discards=town.discards)
    piles = [
        named(said),
        cards(WIDTH - 196, 56),
        text(str(town.pile), WIDTH - 174, 68, class_="amount"),
        cards(WIDTH - 84, 56, "face-up"),
        text(str(town.discards), WIDTH - 62, 68, class_="amount"),
    ]
    parts = [element("g", *piles)]
    if state.inn.end is not None:
        return parts
    who = player(state.turn)
    key = "insider.ask-points" if town.phase is Phase.MOVING else "insider.ask-turn"
    parts += [
        token(view.mark(state.turn), 56, 54, 27, 27),
        fitted(view.translations(key, who=who, points=town.points), 100, 66, 540, class_="title"),
    ]
    if town.is_double and town.may_act:
        double = named(view.translations("insider.drawn-double")), die(2, WIDTH - 330, 54), die(2, WIDTH - 280, 54)
        parts.append(element("g", *double))
    return parts


# --- places


def _middle(place: int) -> tuple[float, float]:
    x, y = point(PLACES[place])
    return LEFT + x * PITCH, TOP + y * PITCH


def _half(place: int) -> int:
    return HALF_INSIDER if place == INSIDER else HALF


def _place(view: SvgView, place: int) -> str:
    state: State = view.state
    town = town_of(state)
    x, y = _middle(place)
    half = _half(place)
    room = Room(x - half, y - half, 2 * half, 2 * half)
    if place == INSIDER:
        return _insider(view, room)
    if place in town.plan.homes:
        return _home(view, town.plan.homes.index(place) + 1, room)
    name = PLACES[place]
    label = text(name, room.x + 9, room.y + 29, class_="spot-name")
    if place in town.plan.closed:
        said = view.translations("insider.closed-home", place=name)
        bar = element("path", d=f"M{x - 26} {y + 26}h52", class_="bar")
        closed = _house(room, "house closed"), bar, text(name, x, room.y + 45, class_="spot-name centred")
        return tappable(f"spot:{name}", said, room, *closed, class_="spot")
    if place in town.outs:
        said = view.translations("insider.total-out", place=name)
        return tappable(f"spot:{name}", said, room, *_out(name, room), class_="spot")
    there = town.at(place)
    said = f"{name}: {', '.join(view.names[seat - 1] for seat in there)}" if there else name
    spot = tappable(f"spot:{name}", said, room, box(room, "place", 18), label, class_="spot")
    return spot + _pawns(view, place, room) if there else spot


def _out(name: str, room: Room) -> list[str]:
    """Draw a Total OUT: an octagonal sign that closes the place."""
    x, y = room.middle
    far, near = room.width / 2 - 4, room.width / 4 - 2
    signs = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    corners = []
    for at, (across, down) in enumerate(signs):
        one, other = (across * near, down * far), (across * far, down * near)
        corners += [one, other] if at % 2 else [other, one]
    return [
        box(room, "place", 18),
        polygon([(x + across, y + down) for across, down in corners], "out"),
        text("OUT", x, y + 8, class_="out-text"),
        text(name, x, y + 42, class_="out-name"),
    ]


def _house(room: Room, class_: str) -> str:
    """Draw a house: a roof over four walls."""
    right, low, eaves = room.x + room.width, room.y + room.height, room.y + 36
    return polygon(
        [(room.x, eaves), (room.middle[0], room.y), (right, eaves), (right, low), (room.x, low)], class_
    )


def _home(view: SvgView, seat: int, room: Room) -> str:
    """Draw a home with the pawns in it."""
    count = at_home(view.state, seat)
    name = PLACES[town_of(view.state).plan.homes[seat - 1]]
    said = view.translations("insider.home-of", place=name, who=player(seat))
    x, y = room.middle
    return tappable(
        f"spot:{name}",
        f"{said}; {view.translations('insider.drawn-home', count=count)}",
        room,
        _house(room, f"house seat-{view.mark(seat)}"),
        token(view.mark(seat), x - 27, y + 26, 27, 27),
        text(f"×{count}", x + 4, y + 38, class_="many"),
        text(name, x, room.y + 45, class_="spot-name centred"),
        class_="spot",
    )


def _name(view: SvgView, seat: int) -> str:
    """Draw the name of the player at a home."""
    place = town_of(view.state).plan.homes[seat - 1]
    x, y = _middle(place)
    is_left, is_low = PLACES[place][0] == "a", PLACES[place][1] == "1"
    x = x - HALF if is_left else x + HALF
    y = y + HALF + 36 if is_low else y - HALF - 24
    return fitted(view.names[seat - 1], x, y, 420, class_="lives" if is_left else "lives ending")


def _insider(view: SvgView, room: Room) -> str:
    """Draw the INSIDER with the number of its taken tables."""
    tables = view.state.inn.tables
    x, y = room.middle
    parts = [box(room, "insider", 22), text("INSIDER", x, y - 14, class_="insider-name")]
    if tables:
        taken = sum(map(bool, tables))
        parts.append(text(f"{taken} / {len(tables)}", x, y + 40, class_="insider-taken"))
    return tappable("spot:insider", "INSIDER", room, *parts, class_="spot")


def _pawns(view: SvgView, place: int, room: Room) -> str:
    """Draw the pawns on a place: one per player, with their number if there are several."""
    town = town_of(view.state)
    there = town.at(place)
    many = max(town.pawns[seat - 1].count(place) for seat in there) > 1
    is_full = bool(there[2:])  # two fit side by side
    below = 32 if many and not is_full else 4
    found = []
    for stand in together(there, Room(room.x + 3, room.y + 34, room.width - 6, room.height - 34 - below), 28):
        count = town.pawns[stand.seat - 1].count(place)
        x, half = (stand.x - 13, 16) if many and is_full else (stand.x, stand.half_width)
        parts = [token(view.mark(stand.seat), x, stand.y, half, stand.half_height, piece="pawn")]
        if count > 1 and is_full:
            parts.append(text(str(count), x + half + 2, stand.y + 11, class_="tally"))
        elif count > 1:
            parts.append(text(f"×{count}", x, room.y + room.height - 6, class_="many centred"))
        said = view.translations("insider.shown-square", who=player(stand.seat), square=PLACES[place])
        taps = f"choice:{PLACES[place]}.{stand.seat}"
        found.append(tappable(taps, said, stand.room, *parts, class_="pawn"))
    return "".join(found)


# --- paths


def _road(one: str, other: str) -> str:
    (x1, y1), (x2, y2) = _middle(PLACES.index(one)), _middle(PLACES.index(other))
    x, y = bend(one, other)
    if not x and not y:
        return element("path", d=f"M{x1} {y1}L{x2} {y2}")
    # a curve passes half as far from the straight line as its control point
    control = (x1 + x2) / 2 + 2 * x * PITCH, (y1 + y2) / 2 + 2 * y * PITCH
    return element("path", d=f"M{x1} {y1}Q{control[0]:.1f} {control[1]:.1f} {x2} {y2}")


def _square(view: SvgView, spot: int) -> str:
    """Draw a square of a path, with the pawn on it."""
    town = town_of(view.state)
    name, there = town.plan.names[spot], town.at(spot)
    said = view.translations("insider.shown-square", who=player(there[0]), square=name) if there else name
    return _paved(town.plan, spot, view.mark(there[0]) if there else 0, said)


def _is_bent(plan: Plan, spot: int) -> bool:
    one, other = plan.square(spot).ends
    return (PLACES[one], PLACES[other]) not in GRID


@lru_cache(maxsize=1024)
def _paved(plan: Plan, spot: int, mark: int, said: str) -> str:
    """Draw a square with a touch area as large as its neighbours allow."""
    (one, other), number, length = plan.square(spot)
    if _is_bent(plan, spot):
        return _paved_bend(plan, spot, mark, said)
    x, y = _middle(one)
    is_level = y == _middle(other)[1]
    free = PITCH - _half(one) - _half(other)
    pitch = free / length
    away = _half(one) + pitch * (number - 0.5)
    wide = min(SQUARE, pitch - 3)
    if is_level:
        middle = x + away, y
        room, reach = _around(middle, wide, SQUARE), _around(middle, pitch, 2 * HALF)
    else:
        middle = x, y - away
        room, reach = _around(middle, SQUARE, wide), _around(middle, 2 * HALF, pitch)
    parts = [finger(reach), box(room, "square", 7)]
    if mark:
        half = WALKER if length <= SOME_SQUARES else SMALL_WALKER
        along = _half(one) + min(max(pitch * (number - 0.5), half), free - half)
        aside = 0 if length <= FEW_SQUARES else STAGGER if number % 2 else -STAGGER
        at = (x + along, y + aside) if is_level else (x + aside, y - along)
        parts.append(token(mark, *at, half, half, piece="pawn"))
    return tappable(f"spot:{plan.names[spot]}", said, room, *parts, class_="spot path")


def _paved_bend(plan: Plan, spot: int, mark: int, said: str) -> str:
    """Draw a square of a bent path; its pawn covers it."""
    (one, other), number, length = plan.square(spot)
    start, end = (along(PLACES[one], PLACES[other], share) for share in (0, 1))
    free = 1 - 2 * HALF / PITCH / hypot(end[0] - start[0], end[1] - start[1])
    share = (1 - free) / 2 + free * (number - 0.5) / length
    x, y = along(PLACES[one], PLACES[other], share)
    middle = LEFT + x * PITCH, TOP + y * PITCH
    room = _around(middle, BENT_SQUARE, BENT_SQUARE)
    parts = [finger(_around(middle, SQUARE, SQUARE)), box(room, "square", 7)]
    if mark:
        parts.append(token(mark, *middle, SMALL_WALKER, SMALL_WALKER, piece="pawn"))
    return tappable(f"spot:{plan.names[spot]}", said, room, *parts, class_="spot path")


def _around(middle: tuple[float, float], width: float, height: float) -> Room:
    return Room(middle[0] - width / 2, middle[1] - height / 2, width, height)

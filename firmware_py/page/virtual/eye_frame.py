"""The frame of the simulated eye for the page: a drawing with pawns to move, and what can be done with it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

from drivers.eye import SIDE, Tag
from engine.colours import marks_of
from firmware_py.games.drawing.svg_elements import element, text
from firmware_py.games.sight import LaidCard
from firmware_py.i18n.translations import Translations
from firmware_py.page.snapshot import Snapshot
from firmware_py.page.virtual.simulated_box import EyeView

Spot = tuple[float, float]

FAULTS = ("hidden", "unsure", "no-frame", "flipped", "silent")
"""The faults that the page offers."""
WIDTH, HEIGHT = 160, 120
"""The frame, in millimetres, as everything that is drawn here."""
CARD_AT = (40.0, 36.0)
CARD_WIDTH, CARD_HEIGHT, CARD_CORNER = 100, 70, 10
"""The tag of a card lies so far from its corner."""
PAWN, NEAR = 8, 6
BELOW = HEIGHT + 25
"""Pawns that wait stand below the frame."""
AWAY = (-1.0, -1.0)
PAPER, INK, WOOD, CARD, RING, PRINT = "#f4f1e8", "#1d1b18", "#8c6a48", "#f3e6c4", "#a58c55", "#5b471c"


def tag_at(number: int, x: float, y: float) -> Tag | None:
    """Return a tag at a place of the frame; None outside of it."""
    across, down = round(x * SIDE / WIDTH), round(y * SIDE / HEIGHT)
    return Tag(number, across, down, 0) if across in range(SIDE + 1) and down in range(SIDE + 1) else None


def frame_values(shown: EyeView, snapshot: Snapshot, translations: Translations) -> dict[str, object]:
    """Return the frame and its buttons; there are cards and pawns only in a match that an eye can follow."""
    props = snapshot.props
    there = {tag.number: (tag.x * WIDTH / SIDE, tag.y * HEIGHT / SIDE) for tag in shown.tags}
    cards = () if props is None else props.cards
    at = next((at for at, card in enumerate(cards) if card.tag in there), -1)
    parts = [*_frame()]
    if at >= 0:
        parts += _card(cards[at])
    elif props is not None and props.unknown in there:
        parts += _card(LaidCard(props.unknown, (), ()))
    spots = [(CARD_AT[0] + x, CARD_AT[1] + y) for x, y in (cards[at].places if at >= 0 else ())]
    parts += _pawns(spots, there, snapshot, translations)
    state = f"page.eye-is-{shown.state}" if shown.is_plugged else "page.unplugged"
    laid = (("next", cards[(at + 1) % len(cards)].tag), ("unknown", props.unknown), ("empty", 0)) if props else ()
    buttons = [_button(name, translations, {"do": "turn-up", "tag": tag}) for name, tag in laid]
    for name in FAULTS:
        is_on = name in shown.faults
        action = {"do": "fault", "name": name, "on": not is_on}
        buttons.append(_button(name, translations, action, is_on=is_on))
    return {
        "name": translations("page.eye"),
        "plug": translations("page.eye-plug"),
        "is_plugged": shown.is_plugged,
        "says": translations(state if cards else "page.eye-none"),
        "svg": element("svg", *parts, viewBox=f"-14 -14 {WIDTH + 28} {BELOW + 26}"),
        "buttons": buttons,
    }


def _button(
    name: str, translations: Translations, action: dict[str, object], *, is_on: bool | None = None
) -> dict[str, object]:
    return {"label": translations(f"page.eye-{name}"), "is_on": is_on, "action": action}


def _frame() -> Iterable[str]:
    yield element("rect", x=-12, y=-12, width=WIDTH + 24, height=HEIGHT + 24, rx=2, fill=PAPER)
    yield element("rect", width=WIDTH, height=HEIGHT, fill=WOOD, stroke=PAPER, stroke_width=8)
    yield element("rect", width=WIDTH, height=HEIGHT, fill="none", stroke=INK, stroke_width=5, stroke_dasharray=5)
    for x in (0, WIDTH):
        yield from (_tag(x, y, 16) for y in (0, HEIGHT))


def _card(card: LaidCard) -> Iterable[str]:
    x, y = CARD_AT
    left, top = x - CARD_CORNER, y - CARD_CORNER
    yield element("rect", x=left, y=top, width=CARD_WIDTH, height=CARD_HEIGHT, rx=4, fill=CARD, stroke=RING)
    yield _tag(x, y, 12)
    for label, (right, down) in zip(card.labels, card.places, strict=True):
        yield element("circle", cx=x + right, cy=y + down, r=9, fill="none", stroke=RING)
        yield _number(label, x + right, y + down, PRINT)


def _number(label: str, x: float, y: float, fill: str) -> str:
    return text(label, x, y + 3, text_anchor="middle", font_size=8, font_weight=700, fill=fill)


def _tag(x: float, y: float, edge: float) -> str:
    """Draw something like a tag: a black square in white with a pattern."""
    cell = edge / 4
    squares = ((edge + 3, PAPER, 0.0), (edge, INK, 0.0), (cell, PAPER, cell / 2), (cell, PAPER, -cell / 2))
    return "".join(
        element("rect", x=x + off - size / 2, y=y - off - size / 2, width=size, height=size, fill=fill)
        for size, fill, off in squares
    )


def _pawns(
    spots: Sequence[Spot], there: Mapping[int, Spot], snapshot: Snapshot, translations: Translations
) -> Iterable[str]:
    """Draw the pawns in the frame, and of each seat one that waits."""
    props, played = snapshot.props, snapshot.played
    if props is None or played is None:
        return
    marks = marks_of(played.setup)
    for seat, rings in enumerate(props.pawns):
        waiting = next((ring for ring in rings if ring not in there), None)
        beside = (WIDTH * (seat + 0.5) / len(props.pawns), float(BELOW))
        for ring in (ring for ring in rings if ring in there or ring == waiting):
            place = there.get(ring, beside)
            table = _table_at(spots, place)
            where = translations("page.eye-table", table=table) if table else translations("page.eye-beside")
            label = translations("page.eye-pawn", name=translations.players[seat], where=where)
            yield _pawn(ring, marks[seat], label, place, _next_spot(spots, there, table))


def _pawn(ring: int, mark: int, label: str, place: Spot, next_place: Spot) -> str:
    (x, y), (next_x, next_y) = place, next_place
    return element(
        "g",
        element("circle", r=PAWN, fill="var(--seat)", stroke="#fff", stroke_width=1.5),
        _number(str(mark), 0, 0, "var(--on-seat)"),
        data_ring=ring,
        data_key=ring,
        data_seat=mark,
        data_at=f"{x:g} {y:g}",
        data_next=f"{next_x:g} {next_y:g}",
        transform=f"translate({x:g} {y:g})",
        role="button",
        tabindex=0,
        aria_label=label,
    )


def _table_at(spots: Sequence[Spot], place: Spot) -> int:
    return next((table for table, spot in enumerate(spots, 1) if math.dist(spot, place) < NEAR), 0)


def _next_spot(spots: Sequence[Spot], there: Mapping[int, Spot], table: int) -> Spot:
    """Return where the next free table after one is; after the last one a pawn goes away."""
    taken = {_table_at(spots, place) for place in there.values()}
    return next((spot for at, spot in enumerate(spots, 1) if at > table and at not in taken), AWAY)

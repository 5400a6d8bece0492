"""The evaluation card in a picture: which card lies there, and whose pawn stands at each of its tables.

    a new card ──> card        a ring at a free table ──> seat       a pawn that is gone ──> leave
    another ring ──> swap      more changed tables ──> vip

A pawn has gone only if its ring is seen elsewhere, or if its table looks as it did when it was free and something
has moved since. A table that looks otherwise, without a ring that can be read, is unsure.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageFilter

from engine.acts import Act, is_open
from engine.insider.cards import Card
from engine.insider.publicity import rounds_of
from engine.insider.state import State
from engine.verdicts import Sentence, player, say
from firmware_py.games.insider.sight_taught import (
    PAWNS,
    STICKERS,
    Taught,
    TaughtCard,
    card_values,
    read_taught,
    sticker_name,
)
from firmware_py.sight.light import paper_light
from firmware_py.sight.picture import Dots
from firmware_py.sight.reading import MOST_COST, NOTHING, Reading, Taps
from firmware_py.sight.tags import FoundTag
from firmware_py.sight.view import View, sample

CARD = "card"
"""The place of the evaluation card; those of the tables are `table 1` and so on."""
AT_TABLE, LARGEST_REACH_MM = 0.42, 11.0
"""A pawn this near a table stands there, in parts of the shortest way between two tables."""
NEAR_TABLE = 0.7
"""One this near is doubtful; farther away it stands beside the card."""
DOUBT_MM = 6.0
AROUND_MM = 30.0
"""Around sticker and tables, in which rings are searched longer."""
UNREAD, ASKED, UNSURE = 6.0, 0.5, 2.0
"""What it costs that a ring was not read where nobody stood, that a pawn has gone unseen, that another came."""
PATCH_MM, PATCH = 18.0, 9
"""What a free table looks like is kept for a square of the card, in so many dots a side."""
SAME, SAME_TONE, SAME_PART = 0.14, 0.18, 90
"""A table looks the same if so many percent of dots, and all together, differ by no more; as logarithms."""
RING_MM, RING_DOTS = 20.0, 21
BLACK_PART, WHITE_PART = 10, 80
"""So many percent of the dots are darker than a ring's black and its white."""
WHITE, CONTRAST = -0.7, 0.85
"""A ring that cannot be read may stand where its white would be so bright against the sheet's paper, and so much
brighter than its black, as logarithms. That finds 99 of 100 rings, and takes 10 of 100 free tables for one.
"""
DARKEST = 3.0
SEATED = 2
"""So many pawns that change tables are two acts; more are a VIP."""

Patch = NDArray[np.float64]
Costs = dict[str, dict[str, float]]


class Pose(NamedTuple):
    """Where a card lies on the sheet: the middle of its sticker, and the direction of its upper side."""

    x: float
    y: float
    turn: float

    def place(self, table: tuple[float, float]) -> tuple[float, float]:
        """Return where a table is on the sheet."""
        cos, sin = math.cos(self.turn), math.sin(self.turn)
        return self.x + table[0] * cos - table[1] * sin, self.y + table[0] * sin + table[1] * cos

    def table(self, place: tuple[float, float]) -> tuple[float, float]:
        """Return a place on the sheet as that of a table."""
        x, y, cos, sin = place[0] - self.x, place[1] - self.y, math.cos(self.turn), math.sin(self.turn)
        return x * cos + y * sin, y * cos - x * sin


class Memory(NamedTuple):
    """What is remembered of a picture that is understood."""

    card: int
    """The tag of the card's sticker."""
    pose: Pose
    free: Mapping[int, Patch]
    """By table: what it looks like while no ring is read there."""
    doubted: frozenset[int]
    """Of those, tables that look as if a ring stood there that cannot be read, until one was read there."""
    rings: Mapping[int, int]
    """By table: the ring that stands there."""


def table_place(table: int) -> str:
    """Return the place of a table.

    >>> table_place(2)
    'table 2'
    """
    return f"table {table}"


def expected(state: State) -> tuple[tuple[str, str], ...]:
    """Return what should be seen: the open card, or the one that was evaluated last, and who is at its tables."""
    inn = state.inn
    if inn.card is not None:
        return _pieces(inn.card, inn.tables)
    done = rounds_of(inn.history)
    return _pieces(done[-1].card, done[-1].tables) if done else ((CARD, NOTHING),)


def _pieces(card: Card, tables: tuple[int, ...]) -> tuple[tuple[str, str], ...]:
    seats = ((table_place(at), str(seat) if seat else NOTHING) for at, seat in enumerate(tables, start=1))
    return ((CARD, str(card)), *seats)


def shown(acts: Iterable[Act], state: State, reading: Reading) -> Iterable[Act]:
    """Return those of some acts that a picture can show; the picture says what stands for open values."""
    for act in acts:
        if act.verb == "card":
            yield from _turned_up(act, reading)
        elif act.verb == "vip" and act.seat == state.turn:
            yield from _rearranged(act, state, reading)
        elif _can_be(act, state, reading):
            yield act


def _turned_up(act: Act, reading: Reading) -> Iterable[Act]:
    if CARD in reading.costs and reading.piece(CARD) != NOTHING:
        seen = Act(None, "card", tuple(reading.piece(CARD).split()))
        if seen == act or (is_open(act) and seen.args[0] == act.args[0]):
            yield seen


def _rearranged(act: Act, state: State, reading: Reading) -> Iterable[Act]:
    """Yield the VIP that a picture shows: more changed tables than others acts explain as well (IR-21)."""
    tables = state.inn.tables
    places = [table_place(at) for at in range(1, len(tables) + 1)]
    if not all(place in reading.costs for place in places):
        return
    boxed = [str(seat) if seat else NOTHING for seat in tables]
    seen = [
        reading.piece(place) if reading.is_clear(place) else box for place, box in zip(places, boxed, strict=True)
    ]
    changed = [box for box, now in zip(boxed, seen, strict=True) if box != now]
    most = SEATED - 1 if NOTHING in changed else SEATED
    if sorted(seen) == sorted(boxed) and len(changed) - changed.count(NOTHING) > most:
        yield act._replace(args=tuple(seen))


def _can_be(act: Act, state: State, reading: Reading) -> bool:
    """Return whether a picture may show an act at a table."""
    match act:
        case Act(verb="seat", args=(table,)):
            piece = str(act.seat)
        case Act(verb="leave", args=(table,)):
            piece = NOTHING
        case Act(verb="swap", args=(table, other)) if act.seat == state.turn:
            piece = other
        case _:
            return False
    return reading.costs.get(f"table {table}", {}).get(piece, MOST_COST) < MOST_COST


def taps(view: View, state: State, taught: Taught) -> Taps:
    """Return the tables of the open card, to be tapped on a picture with one sticker; needed if it is new."""
    cards, open_card = [tag.number for tag in view.tags if tag.number in STICKERS], state.inn.card
    if len(cards) != 1 or open_card is None:
        return Taps()
    known = taught.cards.get(cards[0])
    tables = range(1, len(open_card.values) + 1)
    places = tuple(say("insider.tap-table", table=table) for table in tables)
    return Taps(places, is_needed=known is None)


def tapped(
    view: View, state: State, taught: Mapping[str, object], places: Sequence[tuple[float, float]]
) -> dict[str, object]:
    """Return what was taught before, and the open card with its tapped tables."""
    (sticker,) = (tag for tag in view.tags if tag.number in STICKERS)
    assert state.inn.card is not None
    pose = _pose(view, sticker)
    card = TaughtCard(state.inn.card, tuple(pose.table(place) for place in places))
    cards = dict(read_taught(taught).cards) | {sticker.number: card}
    return {**taught, "cards": [card_values(tag, each) for tag, each in sorted(cards.items())]}


def spots(view: View, taught: Taught) -> dict[str, tuple[float, float]]:
    """Return at which dots the tables of the card are seen, on the card."""
    found: dict[str, tuple[float, float]] = {}
    for sticker in view.tags:
        if sticker.number in taught.cards:
            pose = _pose(view, sticker)
            tables = np.array([pose.place(table) for table in taught.cards[sticker.number].tables])
            found[CARD] = (float(sticker.middle[0]), float(sticker.middle[1]))
            for table, (x, y) in enumerate(view.camera.sees(tables), start=1):
                found[table_place(table)] = (float(x), float(y))
    return found


def tables(view: View, taught: Taught) -> list[tuple[float, float]]:
    """Return where the tables of the cards in a picture lie on the sheet."""
    stickers = [tag for tag in view.tags if tag.number in taught.cards]
    return [_pose(view, tag).place(table) for tag in stickers for table in taught.cards[tag.number].tables]


def read(view: View, state: State, taught: Taught, before: Memory | None) -> tuple[Reading, Memory | None]:
    """Return what a picture shows of the card and its tables; and what to remember of it."""
    if len(view.covered):
        return Reading({}, is_hidden=True), before
    cards = [tag for tag in view.tags if tag.number in STICKERS]
    if not cards:
        view = view.with_more_tags(np.array(view.sheet.middles))
        cards = [tag for tag in view.tags if tag.number in STICKERS]
    boxed = state.inn.card
    if len(cards) > 1:
        numbers = tuple(sorted(sticker_name(card.number) for card in cards))
        return _without_card(boxed, say("insider.look-two-cards", stickers=numbers)), before
    if not cards:  # a ring may lie over the sticker
        return _read_covered(view, state, taught, before)
    (card,) = cards
    known = taught.cards.get(card.number)
    if known is None:
        return _without_card(boxed, say("insider.look-unknown-card", sticker=sticker_name(card.number))), before
    if boxed is None and (over := _is_over(state, known.card)) is not None:
        return Reading({}, notes=over), before
    seen = _Tables(view, card.number, _pose(view, card), taught)
    return seen.read(state, before if before is not None and before.card == card.number else None)


def _read_covered(
    view: View, state: State, taught: Taught, before: Memory | None
) -> tuple[Reading, Memory | None]:
    """Return what a picture shows of the card that was seen before, if the box still has it."""
    kept = None if before is None else taught.cards.get(before.card)
    if before is None or kept is None or kept.card != state.inn.card:
        return _without_card(state.inn.card), before
    return _Tables(view, before.card, before.pose, taught).read(state, before, is_card_seen=False)


def _without_card(boxed: Card | None, *notes: Sentence) -> Reading:
    """Return a reading without a card that can be told: the box's may lie there."""
    return Reading({} if boxed is None else {CARD: {str(boxed): 0.0, NOTHING: UNSURE}}, notes=notes)


def _is_over(state: State, card: Card) -> tuple[Sentence, ...] | None:
    """Return what to say of a card that was evaluated or went under the pile; None if it can be turned up."""
    inn = state.inn
    if card == inn.only_card:
        return None
    done = [entry.card for entry in rounds_of(inn.history)]
    if card in {*done[-1:], *inn.under[-1:]}:
        return ()
    return (say("insider.look-card-again", card=card.face),) if card in done else None


class _Tables:
    """The tables of a known card in a picture."""

    def __init__(self, view: View, number: int, pose: Pose, taught: Taught) -> None:
        """Find the tables, and the rings around them."""
        self._number, self._pose, self._height = number, pose, taught.ring_height
        known = self._known = taught.cards[number]
        self._spots = np.array([pose.place(table) for table in known.tables])
        around = np.concatenate((self._spots, [(pose.x, pose.y)]))
        corners = np.array(((-1.0, -1), (1, -1), (1, 1), (-1, 1))) * AROUND_MM
        view = self._view = view.with_more_tags((around[:, None, :] + corners).reshape(-1, 2))
        pitch = min(math.dist(one, other) for one, other in combinations(known.tables, 2))
        self._reach = min(AT_TABLE * pitch, LARGEST_REACH_MM)
        self._far = max(NEAR_TABLE * pitch, self._reach + DOUBT_MM)
        self._rings = {
            tag.number: tuple(view.camera.on_plane(tag.middle[None], self._height)[0].tolist())
            for tag in view.tags
            if tag.number in PAWNS
        }
        self._light = paper_light(view)
        step = np.ptp(view.camera.sees(self._spots[0] + np.array(((0.0, 0), (PATCH_MM / PATCH, 0)))), axis=0)
        blur = ImageFilter.BoxBlur(float(np.linalg.norm(step)) / 2)
        self._soft = np.asarray(Image.fromarray(view.dots).filter(blur))

    def read(self, state: State, before: Memory | None, *, is_card_seen: bool = True) -> tuple[Reading, Memory]:
        """Return what is read, and what to remember."""
        card = self._known.card
        boxed = state.inn.tables if state.inn.card == card else (0,) * len(card.values)
        sitting, doubtful, notes = self._sitting(state)
        costs: Costs = {CARD: {str(card): 0.0, NOTHING: MOST_COST if is_card_seen else UNSURE}}
        seats = [seat for seat in state.seats if seat not in state.inn.left]
        for table, rings in enumerate(sitting):
            pieces = dict.fromkeys((NOTHING, *map(str, seats)), 0.0)
            if not rings and table not in doubtful:
                pieces = self._without_ring(table, boxed[table], seats, before)
            elif len(rings) == 1 and table not in doubtful:
                pieces = dict.fromkeys(pieces, MOST_COST) | {str(PAWNS[rings[0]]): 0.0}
            costs[table_place(table + 1)] = pieces
        notes += [_several(table, rings) for table, rings in enumerate(sitting) if len(rings) > 1]
        memory = self._memory(costs, boxed, _seen_at(sitting, doubtful, boxed), before)
        return Reading(costs, notes=tuple(notes)), memory

    def _memory(
        self,
        costs: Costs,
        boxed: tuple[int, ...],
        seen: tuple[list[int], dict[int, int]],
        before: Memory | None,
    ) -> Memory:
        """Return what to remember: how tables look that are seen empty, and which rings are read at others."""
        empty, read = seen
        known = Memory(self._number, self._pose, {}, frozenset(), {}) if before is None else before
        clear = {at for at in empty if UNREAD in costs[table_place(at + 1)].values()}
        looks = {at: self._look(at) for at in empty if at in clear or at not in known.free}
        kept = {at: ring for at, ring in known.rings.items() if boxed[at]}
        doubted = (known.doubted | (set(looks) - clear)) - set(read)
        return Memory(self._number, self._pose, {**known.free, **looks}, doubted, {**kept, **read})

    def _sitting(self, state: State) -> tuple[list[list[int]], set[int], list[Sentence]]:
        """Return the rings at each table, the tables where a pawn stands between, and what to say of that."""
        sitting: list[list[int]] = [[] for _ in self._spots]
        doubtful: set[int] = set()
        notes: list[Sentence] = []
        for ring, place in self._rings.items():
            away = np.linalg.norm(self._spots - place, axis=1)
            table, seat = int(away.argmin()), PAWNS[ring]
            if away[table] > self._far:
                continue
            if seat not in state.seats or seat in state.inn.left:
                notes.append(say("insider.look-not-playing", seat=seat, pawn=ring))
                doubtful.add(table)
            elif away[table] > self._reach:
                notes.append(say("insider.look-between", who=player(seat), table=table + 1))
                doubtful.add(table)
            else:
                sitting[table].append(ring)
        return sitting, doubtful, notes

    def _without_ring(self, table: int, boxed: int, seats: list[int], before: Memory | None) -> dict[str, float]:
        """Return what the pieces of a table cost where no ring is read."""
        bare = None if before is None else before.free.get(table)
        is_bare = None if bare is None else _is_same(bare, self._look(table))
        others = dict.fromkeys(map(str, seats), UNREAD)
        if boxed:
            ring = None if before is None else before.rings.get(table)
            if ring in self._rings or (is_bare and self._view.is_disturbed):
                return {**others, NOTHING: 0.0, str(boxed): MOST_COST}
            stays = {**dict.fromkeys(others, UNSURE), NOTHING: UNSURE, str(boxed): 0.0}
            return {**others, NOTHING: 0.0, str(boxed): ASKED} if is_bare else stays
        is_doubted = before is not None and table in before.doubted
        if (is_bare and not is_doubted) or (is_bare is None and not self._is_ring(table)):
            return {**others, NOTHING: 0.0}
        return {**dict.fromkeys(others, UNSURE), NOTHING: 0.0}

    def _look(self, table: int) -> Patch:
        """Return what a table looks like, in colour: on the card, and where a ring would be seen."""
        return np.concatenate(
            [self._patch(self._soft, table, PATCH_MM, PATCH, height) for height in (0.0, self._height)]
        )

    def _patch(self, picture: Dots, table: int, size: float, dots: int, height: float) -> Patch:
        """Return how bright a square around a table is in a picture, against paper, as logarithms; by colours."""
        steps = (np.arange(dots) / (dots - 1) - 0.5) * size
        along, down = np.meshgrid(steps, steps)
        cos, sin = math.cos(self._pose.turn), math.sin(self._pose.turn)
        around = np.stack((along * cos - down * sin, along * sin + down * cos), axis=-1).reshape(-1, 2)
        places = self._spots[table] + around
        raised = np.column_stack((places, np.full(len(places), height)))
        values = np.log(np.maximum(sample(picture, self._view.camera.sees(raised)), DARKEST))
        paper, slope = self._light
        light = paper + (places - self._view.sheet_middle) @ slope
        patch: Patch = (values.reshape(len(places), -1) - light[:, None]).ravel()
        return patch

    def _is_ring(self, table: int) -> bool:
        """Return whether something black and white as a ring stands at a table."""
        patch = self._patch(self._view.grey, table, RING_MM, RING_DOTS, self._height)
        black, white = np.percentile(patch, (BLACK_PART, WHITE_PART))
        return bool(white > WHITE and white - black > CONTRAST)


def _several(table: int, rings: list[int]) -> Sentence:
    """Return what to say of a table with several pawns."""
    who = tuple(player(seat) for seat in sorted(PAWNS[ring] for ring in rings))
    return say("insider.look-two-pawns", table=table + 1, who=who)


def _seen_at(
    sitting: list[list[int]], doubtful: set[int], boxed: tuple[int, ...]
) -> tuple[list[int], dict[int, int]]:
    """Return the tables that are seen empty, and the ring of each that has one."""
    empty = [at for at, rings in enumerate(sitting) if not (rings or at in doubtful or boxed[at])]
    return empty, {at: rings[0] for at, rings in enumerate(sitting) if len(rings) == 1}


def _is_same(bare: Patch, now: Patch) -> bool:
    """Return whether a table looks as it did when nobody stood there."""
    change = now - bare
    tone = float(np.median(change))
    return abs(tone) <= SAME_TONE and float(np.percentile(np.abs(change - tone), SAME_PART)) <= SAME


def _pose(view: View, card: FoundTag) -> Pose:
    (x, y), *corners = view.camera.on_plane(np.stack((card.middle, *card.corners)))
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = corners
    return Pose(float(x), float(y), math.atan2(by - ay + cy - dy, bx - ax + cx - dx))

"""Matches put together from the rows that were found in a damaged journal and in its second copy.

A row counts if its checksum fits. A log goes as far as its checksums follow from each other.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple, cast

from engine.acts import read_act
from engine.verdicts import NotAnAct
from firmware_py.storage.carve import OLD_SHAPES, SHAPES, carve
from firmware_py.storage.checksums import act_checksum, row_checksum, setup_checksum
from firmware_py.storage.entries import Status, StoredMatch, read_head
from firmware_py.storage.second_copy import copy_path
from firmware_py.storage.stored_state import StoredState

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from firmware_py.storage.carve import Values


class Salvaged(NamedTuple):
    """A match that was put together, and what is known to be missing."""

    stored: StoredMatch
    missing: int
    """How many acts or results are known to be missing."""
    is_checked: bool
    """Whether all of it has been verified; only then it is certain that nothing is missing."""


class Rows:
    """The rows of a damaged journal by table and match, the latest first."""

    def __init__(self, path: str) -> None:
        """Find the rows of a journal and of its second copy."""
        self.matches: defaultdict[int, list[Values]] = defaultdict(list)
        self.acts: defaultdict[int, defaultdict[int, dict[tuple[str, bytes], None]]]
        self.acts = defaultdict(lambda: defaultdict(dict))
        self.seats: defaultdict[int, dict[int, Values]] = defaultdict(dict)
        self.states: defaultdict[int, list[Values]] = defaultdict(list)
        self.deleted: set[int] = set()
        for file in (path, copy_path(path)):
            for table, values in carve(file, SHAPES):
                self._take(table, values)
        self.has_checksums = bool(self.matches)
        if not self.has_checksums:
            for table, values in carve(path, OLD_SHAPES):
                self._take_old(table, values)

    def _take(self, table: str, values: Values) -> None:
        number = cast("int", values[0])
        if table == "acts":
            _, place, act, checksum = values
            self.acts[number][cast("int", place)][cast("str", act), cast("bytes", checksum)] = None
        elif table == "matches":
            self.matches[number].append(values)
        elif is_sound(values):
            self._take_sound(table, number, values)

    def _take_sound(self, table: str, number: int, values: Values) -> None:
        match table:
            case "seats":
                self.seats[number].setdefault(cast("int", values[1]), values)
            case "states":
                self.states[number].append(values)
            case "deleted":
                self.deleted.add(number)

    def _take_old(self, table: str, values: Values) -> None:
        """Take a row of a journal without checksums: the latest of its kind counts."""
        number = cast("int", values[0])
        match table:
            case "acts":
                _, place, act = values
                self.acts[number][cast("int", place)].setdefault((cast("str", act), b""), None)
            case "matches":
                self.matches[number].append((*values, 0, b""))
            case _:
                self._take_sound(table, number, (*values, b""))

    @property
    def numbers(self) -> set[int]:
        """The numbers of all matches that there were."""
        known = self.deleted | self.seats.keys()
        known |= {number for number, rows in self.matches.items() if any(map(is_sound, rows))}
        if not self.has_checksums:
            known = set(self.matches)
        return set(range(1, max(known, default=0) + 1)) - self.deleted


def is_sound(values: Values) -> bool:
    """Return whether the checksum at the end of a row fits."""
    return row_checksum(*cast("Sequence[int | str | None]", values[:-1])) == values[-1]


def salvage(rows: Rows) -> Iterator[Salvaged]:
    """Yield every match that can be put together."""
    for number in sorted(rows.matches.keys() - rows.deleted):
        found = [candidate for values in rows.matches[number] if (candidate := _match(rows, values)) is not None]
        best = max(found, key=_worth, default=None)
        if best is not None and (best.is_checked or best.stored.acts):
            yield best


def _worth(found: Salvaged) -> tuple[bool, bool, int]:
    """Return how good a match is that was put together, to be compared with others of the same number."""
    return found.is_checked, not found.missing, len(found.stored.acts)


def _match(rows: Rows, values: Values) -> Salvaged | None:
    number, series, status, date, head, minutes, sealed, _ = values
    setup = read_head(head)
    if setup is None or not isinstance(number, int) or not isinstance(sealed, int):
        return None
    is_checked = is_sound(values)
    acts = tuple(_chain(rows, number, str(head)) if rows.has_checksums else _old_log(rows, number))
    seats = [rows.seats[number][seat][1:-1] for seat in sorted(rows.seats[number])]
    is_seated = [seat for seat, *_ in seats] == list(range(1, len(setup.players) + 1))
    if not is_seated:
        seats = [(seat, name, None, None) for seat, name in enumerate(setup.players, start=1)]
    stored = StoredMatch(
        setup,
        acts,
        str(date),
        next((known for known in Status if known.value == status), Status.PARKED),
        series if isinstance(series, int) else 0,
        cast("list[tuple[int, str, int | None, int | None]]", seats),
        _state(rows, number, len(acts)),
        minutes if isinstance(minutes, int) else 0,
        number,
    )
    return Salvaged(stored, max(sealed - len(acts), 0) + (not is_seated), is_checked)


def _chain(rows: Rows, number: int, head: str) -> Iterator[str]:
    """Yield the acts of a match as far as they follow from each other."""
    before, acts = setup_checksum(number, head), rows.acts[number]
    for place in range(len(acts)):
        for act, checksum in acts.get(place, ()):
            if act_checksum(before, place, act) == checksum:
                before = checksum
                yield act
                break
        else:
            return


def _old_log(rows: Rows, number: int) -> Iterator[str]:
    """Yield the acts of a match without checksums up to the first one that is missing or not an act."""
    acts = rows.acts[number]
    for place in range(len(acts)):
        for act, _ in acts.get(place, ()):
            try:
                yield str(read_act(act))
            except NotAnAct:
                return
            break
        else:
            return


def _state(rows: Rows, number: int, acts: int) -> StoredState | None:
    """Return the state stored at an update, if all acts that lead to it are there."""
    for _, count, players, state, _ in rows.states[number]:
        if isinstance(count, int) and count <= acts:
            return StoredState(count, tuple(str(players).split("\n")), str(state))
    return None

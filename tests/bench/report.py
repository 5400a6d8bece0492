"""The rows for people and programs: a table, the rows that miss, a JSON file, a chart beside the last run."""

import json
import math
import os
import platform
import subprocess
import time
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from tests.bench.processes import ROOT
from tests.bench.rows import Row, Unit

RESULTS = ROOT / "build" / "bench.json"
LAST = "bench-last.json"
"""The run before, beside the results."""
NAME_WIDTH = 49
BAR_AT_GOAL, LONGEST_BAR = 10, 16
"""Blocks of a bar that just meets its goal, and at most."""
HEADER = f"{'':{NAME_WIDTH}}{'ours':>12}{'yardstick':>12}{'ratio':>8}{'goal':>8}  met"
CHART_HEADER = f"Ratios, or our own figures; {BAR_AT_GOAL} blocks are the goal, longer bars miss it."


# --- the table


def table_line(row: Row) -> str:
    """Write a row as a line of the table."""
    if row.needs:
        return f"{row.name:{NAME_WIDTH}}skipped: needs {row.needs}"
    if row.ours is None:
        return f"{row.name:{NAME_WIDTH}}failed: {row.fault}"
    begin, met = f"{row.name:{NAME_WIDTH}}{amount(row.ours, row.unit):>12}", "yes" if row.is_met else "NO"
    if row.yardstick is None:
        return f"{begin}{row.note:>20}{row.goal:8g}  {met}"
    return f"{begin}{amount(row.yardstick, row.unit):>12}{row.ratio:8.3f}{row.goal:8.3f}  {met}"


def amount(value: float, unit: Unit) -> str:
    """Write a figure with its unit.

    >>> amount(0.00123, Unit.SECONDS), amount(2048, Unit.BYTES), amount(7, Unit.PRESSES)
    ('1.23 ms', '2.0 KB', '7')
    """
    match unit:
        case Unit.SECONDS:
            return f"{value * 1e3:.2f} ms" if value > 1e-3 else f"{value * 1e6:.2f} µs"
        case Unit.BYTES:
            return f"{value / 1024:.1f} KB" if value > 1024 else f"{value:.1f} B"
        case Unit.COUNT:
            return f"{value:.0f}"
    return f"{value:.3g}"


def missed_lines(rows: Iterable[Row]) -> list[str]:
    """Name every row that misses its goal or failed, each in one line."""
    return [
        f"  {row.part}: {row.name}: {row.fault or f'{row.result:.3f}, goal {row.goal:.3f}'}"
        for row in rows
        if not row.is_met
    ]


# --- the JSON file


def save(rows: Sequence[Row], path: Path, *, is_partial: bool) -> Mapping[str, Any]:
    """Write the results and return those of the last run, which are kept beside them.

    A partial run replaces the rows of its parts only.
    """
    last = load(path)
    about = {"machine": _machine(), "commit": _commit(), "date": time.strftime("%Y-%m-%dT%H:%M:%S%z")}
    parts_run = {row.part for row in rows}
    kept = [row for row in last.get("rows", ()) if is_partial and row["part"] not in parts_run]
    new = [as_json(row) | {"commit": about["commit"], "date": about["date"]} for row in rows]
    path.parent.mkdir(parents=True, exist_ok=True)
    if last:
        os.replace(path, path.with_name(LAST))
    results = {**about, "rows": [*new, *kept]}
    path.write_text(json.dumps(results, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return last


def load(path: Path) -> Mapping[str, Any]:
    """Read results; without a file, or with one that is no JSON, there are none."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def as_json(row: Row) -> dict[str, Any]:
    """Make plain values of a row."""
    return {
        "part": row.part,
        "name": row.name,
        "unit": row.unit.value,
        "ours": row.ours,
        "yardstick": row.yardstick,
        "ratio": row.ratio,
        "goal": row.goal,
        "met": row.is_met,
        "note": row.note,
        "fault": row.fault,
    }


def _machine() -> str:
    """Describe the machine without its name: processor, cores, Python."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            told = [line.partition(":")[2].strip() for line in file if line.startswith(("model name", "Model"))]
    except OSError:
        told = []
    return (
        f"{told[-1] if told else platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"
    )


def _commit() -> str:
    command = ("git", "describe", "--always", "--dirty")
    try:
        return subprocess.run(command, cwd=ROOT, capture_output=True, check=True, text=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return "unknown"


# --- the chart


def chart(rows: Iterable[Row], last: Mapping[str, Any]) -> list[str]:
    """Draw each row as a bar, beside its figure of the last run if there was one; at most 100 columns."""
    before = {(row["part"], row["name"]): _result(row) for row in last.get("rows", ())}
    lines = [CHART_HEADER if last else f"{CHART_HEADER} There was no last run."]
    for part, group in groupby(rows, key=lambda row: row.part):
        lines.append(part.capitalize())
        lines += [chart_line(row, before.get((row.part, row.name))) for row in group]
    return lines


def _result(row: Mapping[str, Any]) -> float | None:
    """Return what a row of a file is compared by, as `Row.result` does."""
    found: float | None = row["ours"] if row["yardstick"] is None else row["ratio"]
    return found


def chart_line(row: Row, before: float | None) -> str:
    """Draw one row of the chart."""
    if row.result is None:
        return f"{row.name:{NAME_WIDTH}}  {'skipped' if row.needs else 'failed'}"
    blocks = math.ceil(BAR_AT_GOAL * row.result / row.goal)  # a row that misses is longer than its goal
    bar = "▇" * min(max(blocks, 1), LONGEST_BAR)
    return f"{row.name:{NAME_WIDTH}}{row.result:8.3f} {bar:{LONGEST_BAR}} {_since(row.result, before)}"


def _since(now: float, before: float | None) -> str:
    if before is None:
        return "new"
    if not before:
        return f"last {before:.3f}"
    percent = round(100 * (now / before - 1))
    sign = "±" if not percent else "+" if percent > 0 else "−"
    return f"last {before:.3f} {sign}{abs(percent)} %"

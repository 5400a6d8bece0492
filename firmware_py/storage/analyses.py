"""The analyses of matches: a file for each, beside the journal.

An analysis follows from the acts of a match and can be made again at any time, so it is not part of the journal. A
file that is damaged, or belongs to other acts, is as good as none.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from contextlib import suppress
from hashlib import sha256

from engine.acts import Act, read_act
from engine.advisor import Verdict
from firmware_py.storage.paths import data_folder, make_folder, replace_file


def analysis_file(number: int) -> str:
    """Return the path of the analysis of a match."""
    return os.path.join(data_folder(), "analyses", f"{number}.json")


def save_analysis(number: int, version: str, acts: Sequence[Act], verdicts: Sequence[Verdict]) -> None:
    """Keep the verdicts on the states around some acts. Raises `OSError`."""
    found = [[one.winner, None if one.best is None else list(map(str, one.best)), one.chances] for one in verdicts]
    path = analysis_file(number)
    make_folder(os.path.dirname(path))
    body = json.dumps({"rules": version, "acts": list(map(str, acts)), "verdicts": found})
    replace_file(path, f"{_checksum(body)}\n{body}\n")


def delete_analysis(number: int) -> None:
    """Delete the analysis of a match, if there is one."""
    with suppress(OSError):
        os.remove(analysis_file(number))


def load_analysis(number: int, version: str, acts: Sequence[Act]) -> tuple[Verdict, ...] | None:
    """Return the verdicts on the states around these acts; None if they are not known, or the file is damaged."""
    with suppress(OSError, ValueError):
        with open(analysis_file(number), encoding="utf-8") as file:
            checksum, body, _ = file.read().split("\n")
        if checksum != _checksum(body):
            return None
        kept = json.loads(body)
        if kept["rules"] == version and kept["acts"] == list(map(str, acts)):
            return tuple(_verdict(*values) for values in kept["verdicts"])
    return None


def _checksum(body: str) -> str:
    return sha256(body.encode()).hexdigest()


def _verdict(winner: int | None, best: list[str] | None, chances: list[float]) -> Verdict:
    return Verdict(winner, None if best is None else tuple(map(read_act, best)), tuple(chances))

"""`sideline referee`: judge every act of a record."""

from __future__ import annotations

import sys
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from engine.acts import Act
from engine.game import nothing_to_explain
from firmware_py.commands.output import json_line, sign
from firmware_py.commands.records import for_each_record
from firmware_py.games.standings import heading, sheet_text, standing_text, standing_values
from firmware_py.storage.replay import cite, open_games, read_line

if TYPE_CHECKING:
    from engine.match import Match
    from engine.verdicts import Refusal, Sentence
    from firmware_py.commands.options import Given
    from firmware_py.i18n.translations import Translations

LINES_PER_WRITE = 500
"""Lines per write."""
PLACE_WIDTH = 5
"""The columns of the number of a line."""


def main(given: Given, translations: Translations) -> int:
    """Judge every act of a record; return 1 if an act was refused."""
    return for_each_record(given, translations, partial(_judge, given=given, translations=translations))


def _judge(source: str, labels: dict[str, str], given: Given, translations: Translations) -> int:
    """Judge every act of one record."""
    as_json, with_legal, stop = ("json" in given, "legal" in given, "stop" in given)
    report = partial(_report_json, labels=labels) if as_json else _report_text
    any_refused, good = False, sign(is_good=True)
    for game, (record, match) in enumerate(open_games(source), start=1):
        lines: list[str] = []
        explains = match.rules.explain is not nothing_to_explain
        is_plain = not (as_json or with_legal or explains)
        if not as_json:
            lines.append(heading(game, match, translations))
        for place, line in record.lines:
            if len(lines) >= LINES_PER_WRITE:
                sys.stdout.write("".join(lines))
                lines.clear()
            legal, before = None, None
            if not is_plain:
                legal = sorted(map(str, match.legal())) if with_legal else None
                before = match.state
            sentence, act = read_line(line)
            refusal = match.play(act) if isinstance(act, Act) else act
            if is_plain and refusal is None:  # the common case, kept fast
                lines.append(f"{str(place).rjust(PLACE_WIDTH)} {good} {sentence}\n")
                continue
            why = match.explain(before, match.log[-1]) if explains and refusal is None else None
            lines.append(report(JudgedLine(game, place, sentence, refusal, legal, why), match, translations))
            any_refused = any_refused or refusal is not None
            if any_refused and stop:
                break
        lines.append(
            json_line({**labels, "game": game, "standing": standing_values(match)})
            if as_json
            else sheet_text(match, translations) + standing_text(match, translations)
        )
        sys.stdout.write("".join(lines))
        if any_refused and stop:
            break
    return int(any_refused)


class JudgedLine(NamedTuple):
    """A line of a record, and the verdict on it."""

    game: int
    line: int
    act: str
    refusal: Refusal | None
    legal: list[str] | None
    """The legal acts before it, if they are wanted."""
    arithmetic: Sentence | None
    """The calculation behind an accepted act, if there is one."""


def _report_text(judged: JudgedLine, match: Match[object], translations: Translations) -> str:
    lines = [f"{judged.line:{PLACE_WIDTH}} {sign(is_good=judged.refusal is None)} {judged.act}"]
    if judged.legal is not None:
        lines.insert(0, f"{'':8}({'; '.join(judged.legal)})")
    if judged.arithmetic is not None:
        lines.append(f"{'':8}{translations.text(judged.arithmetic)}")
    if judged.refusal is not None:
        rule, why = (
            cite(judged.refusal, match, translations),
            translations.naming(match.names).text(judged.refusal.why),
        )
        lines.append(f"{'':8}{rule}: {why}")
        if judged.refusal.allowed:
            lines.append(f"{'':8}{translations('cli.lawful', acts=', '.join(map(str, judged.refusal.allowed)))}")
    return "\n".join(lines) + "\n"


def _report_json(
    judged: JudgedLine, match: Match[object], translations: Translations, labels: dict[str, str]
) -> str:
    line: dict[str, object] = {
        **labels,
        "game": judged.game,
        "line": judged.line,
        "act": judged.act,
        "ok": judged.refusal is None,
    }
    if judged.refusal is not None:
        line["rule"] = judged.refusal.rule
        line["why"] = translations.naming(match.names).text(judged.refusal.why)
        line["lawful"] = [str(act) for act in judged.refusal.allowed]
        if match.is_ruling(judged.refusal):
            line["ruling"] = True
        if judged.refusal.is_advice:
            line["advice"] = True
    if judged.arithmetic is not None:
        line["arithmetic"] = translations.text(judged.arithmetic)
    if judged.legal is not None:
        line["legal"] = judged.legal
    return json_line(line)

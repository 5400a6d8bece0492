"""`sideline referee`: judge every act of a record."""

from __future__ import annotations

import sys
from functools import partial
from typing import NamedTuple

from engine.match import Match
from engine.verdicts import Refusal, Sentence
from firmware_py.commands.shared.options import Arguments
from firmware_py.commands.shared.output import json_line, sign
from firmware_py.commands.shared.records import cite, for_each_record, open_games
from firmware_py.games.replay import play_line
from firmware_py.games.standings import heading, sheet_text, standing_text, standing_values
from firmware_py.i18n.translations import Translations

PLACE_WIDTH = 5
"""The columns of the number of a line."""


def main(given: Arguments, translations: Translations) -> int:
    """Judge every act of a record; return 1 if an act was refused."""
    return for_each_record(given, translations, partial(_judge, given=given, translations=translations))


def _judge(source: str, labels: dict[str, str], given: Arguments, translations: Translations) -> int:
    """Judge every act of one record."""
    as_json, with_legal, stop = "json" in given, "legal" in given, "stop" in given
    signs = {is_good: sign(given, is_good=is_good) for is_good in (True, False)}
    any_refused = False
    for game, (record, match) in enumerate(open_games(source), start=1):
        lines = [] if as_json else [heading(game, match, translations)]
        for place, line in record.lines:
            judged = _judge_line(game, place, line, match, with_legal=with_legal)
            any_refused = any_refused or judged.refusal is not None
            if as_json:
                lines.append(_report_json(judged, match, translations, labels))
            else:
                lines.append(_report_text(judged, match, translations, signs))
            if any_refused and stop:
                break
        if as_json:
            lines.append(json_line({**labels, "game": game, "standing": standing_values(match)}))
        else:
            lines.append(sheet_text(match, translations) + standing_text(match, translations))
        sys.stdout.write("".join(lines))
        if any_refused and stop:
            break
    return int(any_refused)


def _judge_line(game: int, place: int, line: str, match: Match[object], *, with_legal: bool) -> JudgedLine:
    """Play a line of a record and return the verdict on it."""
    legal = sorted(map(str, match.legal())) if with_legal else None
    before = match.state
    sentence, refusal = play_line(match, line)
    arithmetic = match.explain(before, match.log[-1]) if refusal is None else None
    return JudgedLine(game, place, sentence, refusal, legal, arithmetic)


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


def _report_text(
    judged: JudgedLine, match: Match[object], translations: Translations, signs: dict[bool, str]
) -> str:
    text = f"{judged.line:{PLACE_WIDTH}} {signs[judged.refusal is None]} {judged.act}\n"
    if judged.legal is not None:
        text = f"{'':8}({'; '.join(judged.legal)})\n{text}"
    if judged.arithmetic is not None:
        text += f"{'':8}{translations.text(judged.arithmetic)}\n"
    if judged.refusal is not None:
        why = translations.naming(match.names).text(judged.refusal.why)
        text += f"{'':8}{cite(judged.refusal, match, translations)}: {why}\n"
        if judged.refusal.allowed:
            text += f"{'':8}{translations('cli.instead', acts=', '.join(map(str, judged.refusal.allowed)))}\n"
    return text


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
        line["instead"] = [str(act) for act in judged.refusal.allowed]
        if match.is_ruling(judged.refusal):
            line["ruling"] = True
        if judged.refusal.is_advice:
            line["advice"] = True
    if judged.arithmetic is not None:
        line["arithmetic"] = translations.text(judged.arithmetic)
    if judged.legal is not None:
        line["legal"] = judged.legal
    return json_line(line)

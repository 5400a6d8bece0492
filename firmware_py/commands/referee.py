"""`sideline referee`: reads a record act by act and rules on each."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, NamedTuple

from engine.game import nothing_to_explain
from firmware_py.commands.options import read_options
from firmware_py.games.standings import heading, json_line, sheet_text, standing_json, standing_text
from firmware_py.storage.replay import cite, open_games, play_line

if TYPE_CHECKING:
    from engine.match import Match
    from engine.verdicts import Refusal, Sentence
    from firmware_py.i18n.translations import Translations

AT_ONCE = 500
"""Lines that are written in one go."""


def main(arguments: list[str], translations: Translations) -> int:
    """Rule on every act of a record; 1 if something was refused."""
    options, (source,) = read_options("referee", arguments, ["json", "legal", "stop"], translations)
    as_json, with_legal, stop = ("--json" in options, "--legal" in options, "--stop" in options)
    report = _report_json if as_json else _report_text
    any_refused = False
    for game, (record, match) in enumerate(open_games(source, translations), start=1):
        said: list[str] = []
        explains = match.rules.explain is not nothing_to_explain
        if not as_json:
            said.append(heading(game, match, translations))
        for place, line in record.lines:
            legal = sorted(map(str, match.legal())) if with_legal else None
            before = match.state
            act, refusal = play_line(match, line)
            if len(said) >= AT_ONCE:
                sys.stdout.write("".join(said))
                said.clear()
            why = match.explain(before, match.log[-1]) if explains and refusal is None else None
            if refusal is None and legal is None and why is None and not as_json:  # nearly always
                said.append(f"{place:5} ✓ {act}\n")
                continue
            said.append(report(Heard(game, place, act, refusal, legal, why), match, translations))
            any_refused = any_refused or refusal is not None
            if any_refused and stop:
                break
        said.append(
            standing_json(game, match)
            if as_json
            else sheet_text(match, translations) + standing_text(match, translations)
        )
        sys.stdout.write("".join(said))
        if any_refused and stop:
            break
    return int(any_refused)


class Heard(NamedTuple):
    """A line of a record and the answer to it."""

    game: int
    line: int
    act: str
    refusal: Refusal | None
    legal: list[str] | None
    """What was lawful just before, if that was asked for."""
    arithmetic: Sentence | None
    """What the yes rests on, if it rests on numbers."""


def _report_text(heard: Heard, match: Match[Any], translations: Translations) -> str:
    sign = "✓" if heard.refusal is None else "✗"
    lines = [f"{heard.line:5} {sign} {heard.act}"]
    if heard.legal is not None:
        lines.insert(0, f"{'':8}({'; '.join(heard.legal)})")
    if heard.arithmetic is not None:
        lines.append(f"{'':8}{translations.text(heard.arithmetic)}")
    if heard.refusal is not None:
        rule, why = (
            cite(heard.refusal, match, translations),
            translations.naming(match.names).text(heard.refusal.why),
        )
        lines.append(f"{'':8}{rule}: {why}")
        if heard.refusal.allowed:
            lines.append(f"{'':8}{translations('cli.lawful', acts=', '.join(map(str, heard.refusal.allowed)))}")
    return "\n".join(lines) + "\n"


def _report_json(heard: Heard, match: Match[Any], translations: Translations) -> str:
    line: dict[str, object] = {
        "game": heard.game,
        "line": heard.line,
        "act": heard.act,
        "ok": heard.refusal is None,
    }
    if heard.refusal is not None:
        line["rule"] = heard.refusal.rule
        line["why"] = translations.naming(match.names).text(heard.refusal.why)
        line["lawful"] = [str(act) for act in heard.refusal.allowed]
        if match.is_ruling(heard.refusal):
            line["ruling"] = True
        if heard.refusal.is_advice:
            line["advice"] = True
    if heard.arithmetic is not None:
        line["arithmetic"] = translations.text(heard.arithmetic)
    if heard.legal is not None:
        line["legal"] = heard.legal
    return json_line(line)

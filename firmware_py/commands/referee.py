"""`sideline referee`: reads a record act by act and rules on each."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from firmware_py.options import read_options
from firmware_py.replay import Heard, cite, hear, open_games
from firmware_py.sheet import standing_json, standing_text

if TYPE_CHECKING:
    from engine.match import Match
    from firmware_py.words import Words

AT_ONCE = 500
"""Lines that are written in one go."""


def main(arguments: list[str], words: Words) -> int:
    """Rule on every act of a record; 1 if something was refused."""
    options, (source,) = read_options("referee", arguments, ["json", "legal", "stop"], words)
    as_json, stop = "--json" in options, "--stop" in options
    report = _report_json if as_json else _report_text
    refused = False
    for number, (record, match) in enumerate(open_games(source, words), start=1):
        said: list[str] = []
        if not as_json:
            players = ", ".join(match.players)
            said.append(words("cli.game", number=number, game=record.setup.game, players=players) + "\n")
        for heard in hear(record, match, legal="--legal" in options):
            if len(said) >= AT_ONCE:
                sys.stdout.write("".join(said))
                said.clear()
            said.append(report(number, heard, match, words))
            refused = refused or heard.refusal is not None
            if refused and stop:
                break
        said.append(standing_json(number, match) if as_json else standing_text(match, words))
        sys.stdout.write("".join(said))
        if refused and stop:
            break
    return int(refused)


def _report_text(_number: int, heard: Heard, match: Match[Any], words: Words) -> str:
    refusal = heard.refusal
    if refusal is None and heard.legal is None:  # nearly always
        return f"{heard.line:5} ✓ {heard.act}\n"
    if refusal is None:
        lines = [f"{heard.line:5} ✓ {heard.act}"]
    else:
        why = f"{cite(refusal, match, words)}: {words.text(refusal.why)}"
        lines = [f"{heard.line:5} ✗ {heard.act}", f"{'':8}{why}"]
        if refusal.lawful:
            lines.append(f"{'':8}{words('cli.lawful', acts=', '.join(map(str, refusal.lawful)))}")
    if heard.legal is not None:
        lines.insert(0, f"{'':8}({'; '.join(heard.legal)})")
    return "\n".join(lines) + "\n"


def _report_json(number: int, heard: Heard, match: Match[Any], words: Words) -> str:
    from json import dumps

    line: dict[str, object] = {
        "game": number,
        "line": heard.line,
        "act": heard.act,
        "ok": heard.refusal is None,
    }
    if heard.refusal is not None:
        line["rule"] = heard.refusal.rule
        line["why"] = words.text(heard.refusal.why)
        line["lawful"] = [str(act) for act in heard.refusal.lawful]
        if match.is_ruling(heard.refusal.rule):
            line["ruling"] = True
    if heard.legal is not None:
        line["legal"] = heard.legal
    return dumps(line, ensure_ascii=False) + "\n"

"""`sideline analyse`: who was winning before and after every act of a record."""

from __future__ import annotations

import sys
from functools import partial
from typing import NamedTuple

from engine import GAMES
from engine.acts import Act
from engine.advisor import Verdict
from engine.analysis import LEFT, NODES, JudgedAct, judged_acts, verdicts
from engine.match import Match
from engine.verdicts import say
from firmware_py.commands.shared.options import Arguments
from firmware_py.commands.shared.output import json_line
from firmware_py.commands.shared.progress import Progress
from firmware_py.commands.shared.records import for_each_record, open_games, report_refusal
from firmware_py.errors import UserError
from firmware_py.games.replay import play_record
from firmware_py.games.standings import heading
from firmware_py.i18n.translations import Translations

MOST_LEFT, MOST_NODES = 1000, 999_999_999
SHOWN_BEST = 3
"""How many better acts are named beside a mistake."""


def main(given: Arguments, translations: Translations) -> int:
    """Analyse every game of a record; return 1 if an act was refused."""
    left = given.number("left", LEFT, range(MOST_LEFT + 1))
    nodes = given.number("nodes", NODES, range(1, MOST_NODES + 1))
    limits, as_json = (left, nodes), "json" in given
    analyse = partial(_analyse, limits=limits, translations=translations, as_json=as_json)
    return for_each_record(given, translations, analyse)


def _analyse(
    source: str, labels: dict[str, str], limits: tuple[int, int], translations: Translations, *, as_json: bool
) -> int:
    """Analyse every game of one record."""
    any_refused = False
    for number, (record, match) in enumerate(open_games(source), start=1):
        if not GAMES[match.setup.game].levels:
            able = tuple(name for name, game in GAMES.items() if game.levels)
            why = say("analyse.no-advisor", game=match.setup.game, games=able)
            raise UserError(say("cli.in-line", source=source, line=record.places["Game"], why=why))
        game = _Game(number, match)
        for place, act, refusal in play_record(record, match):
            if refusal is None:
                game.add(place, match.log[-1])
            else:
                report_refusal(place, act, refusal, match, translations)
                any_refused = True
        _report(game, game.judge(*limits), translations, labels if as_json else None)
    return int(any_refused)


class _Line(NamedTuple):
    place: int
    act: Act


class _Game:
    """The accepted acts of one game, with the states around them."""

    def __init__(self, number: int, match: Match[object]) -> None:
        self.number, self.match = number, match
        self.lines: list[_Line] = []
        self._states = [match.state]

    def add(self, place: int, act: Act) -> None:
        """Add an act that the match has just accepted."""
        self.lines.append(_Line(place, act))
        self._states.append(self.match.state)

    def standing_after(self, count: int, verdict: Verdict, translations: Translations) -> str:
        """Return who has won after so many acts, who wins with best play, or who is estimated to."""
        if verdict.winner is not None:
            is_over = self.match.rules.standing(self._states[count]).over
            key = "analyse.won" if is_over else "analyse.wins"
            return translations(key, who=self.match.names[verdict.winner - 1])
        chance = max(verdict.chances)
        who = self.match.names[verdict.chances.index(chance)]
        return translations("analyse.estimate", who=who, percent=round(100 * chance))

    def judge(self, left: int, nodes: int) -> list[JudgedAct]:
        """Judge every act, with a progress bar if somebody watches."""
        advisor = GAMES[self.match.setup.game].advisor()
        found: list[Verdict] = []
        with Progress(len(self._states)) as progress:
            for verdict in verdicts(advisor, self._states, left=left, nodes=nodes):
                found.append(verdict)
                progress.show(len(found))
        return judged_acts(advisor, [line.act for line in self.lines], self._states, found)


def _report(
    game: _Game, judged: list[JudgedAct], translations: Translations, labels: dict[str, str] | None
) -> None:
    """Print the verdicts, as JSON if there are labels for it."""
    if labels is not None:
        for line, one in zip(game.lines, judged, strict=True):
            sys.stdout.write(json_line({**labels, **_values(game.number, line, one)}))
        return
    named = translations.naming(game.match.names)
    sys.stdout.write(heading(game.number, game.match, translations))
    for at, (line, one) in enumerate(zip(game.lines, judged, strict=True), start=1):
        sys.stdout.write(_text(line, one, game.standing_after(at, one.after, named), named))
    mistakes = sum(one.is_mistake for one in judged)
    sys.stdout.write(named("analyse.mistakes", count=mistakes) + "\n")


def _values(number: int, line: _Line, judged: JudgedAct) -> dict[str, object]:
    best = judged.before.best
    return {
        "game": number,
        "line": line.place,
        "act": str(line.act),
        "left": judged.left,
        "winner_before": judged.before.winner,
        "winner_after": judged.after.winner,
        "best": None if best is None else list(map(str, best)),
    }


def _text(line: _Line, judged: JudgedAct, standing: str, translations: Translations) -> str:
    sign = "?" if judged.is_mistake else " "
    text = f"{line.place:5} {sign} {line.act!s:24} {standing}\n"
    if judged.is_mistake and judged.before.best is not None:
        acts = "; ".join(map(str, judged.before.best[:SHOWN_BEST]))
        text += f"{'':8}{translations('analyse.better', acts=acts, count=len(judged.before.best))}\n"
    return text

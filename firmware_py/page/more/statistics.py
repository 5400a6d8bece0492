"""Statistics that people love, as lines of text: records, who against whom, and the months."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, groupby

from engine.verdicts import say
from firmware_py.games.drawing.plot import number
from firmware_py.i18n.default_names import is_person
from firmware_py.i18n.translations import Translations
from firmware_py.storage.entries import Entry, Result
from firmware_py.storage.reader import JournalReader

MOST_LINES = 12
"""Of pairs, and of months."""
MONTH_LETTERS = len("2026-11")
SHORTEST_STREAK = 2


def statistics(
    journal: JournalReader, results: Sequence[Result], entries: Sequence[Entry], translations: Translations
) -> list[dict[str, object]]:
    """Return the statistics in groups: a title and lines; a group without lines is left out."""
    own = [result for result in results if is_person(result.player)]
    dates = {entry.number: entry.date for entry in entries}
    groups = {
        "records": [
            *_streak(own, translations),
            *_highest(own, translations),
            *_thought(journal, entries, translations),
        ],
        "duels": _duels(own)[:MOST_LINES],
        "months": _months(own, dates, translations)[:MOST_LINES],
    }
    return [
        {"title": translations(f"statistics.{name}"), "lines": lines} for name, lines in groups.items() if lines
    ]


def _streak(results: Sequence[Result], translations: Translations) -> Iterator[str]:
    """Yield who has won the most matches in a row."""
    best: dict[str, int] = {}
    now: Counter[str] = Counter()
    for result in results:
        now[result.player] = now[result.player] + 1 if result.won else 0
        best[result.player] = max(best.get(result.player, 0), now[result.player])
    name = max(best, key=lambda player: best[player], default="")
    if name and best[name] >= SHORTEST_STREAK:
        yield translations("statistics.streak", name=name, count=best[name])


def _highest(results: Sequence[Result], translations: Translations) -> Iterator[str]:
    """Yield the highest result of each game."""
    for game in dict.fromkeys(result.game for result in results):
        best = max((result for result in results if result.game == game), key=lambda result: result.points)
        key = f"{game}.name"
        title = translations(key) if key in translations.table else game
        yield translations("statistics.highest", game=title, name=best.player, points=number(best.points))


def _thought(journal: JournalReader, entries: Iterable[Entry], translations: Translations) -> Iterator[str]:
    """Yield who has thought longest before one act."""
    found = journal.longest_thought()
    if found is None:
        return
    match, thought = found
    players = next((entry.players for entry in entries if entry.number == match), ())
    if thought.seat in range(1, len(players) + 1):
        minutes, seconds = divmod(thought.milliseconds // 1000, 60)
        time = f"{minutes}:{seconds:02}"
        name = journal.people.player(players[thought.seat - 1])
        yield translations("statistics.thought", name=name, time=time)


def _duels(results: Sequence[Result]) -> list[str]:
    """Return who has won against whom, those first who meet most often."""
    wins: Counter[tuple[str, str]] = Counter()
    for _, seats in groupby(results, key=lambda result: result.match):
        for one, other in combinations(seats, 2):
            if one.won != other.won:  # partners are not against each other
                wins[(one.player, other.player) if one.won else (other.player, one.player)] += 1
    pairs = {(min(pair), max(pair)) for pair in wins}
    most = sorted(pairs, key=lambda pair: (-(wins[pair] + wins[pair[1], pair[0]]), pair))
    return [f"{one} – {other}  {wins[one, other]} : {wins[other, one]}" for one, other in most if one != other]


def _months(results: Sequence[Result], dates: dict[int, str], translations: Translations) -> list[str]:
    """Return how many matches were played in each month and who has won most of them, the latest month first."""
    months: dict[str, list[Result]] = {}
    for result in results:
        month = dates.get(result.match, "")[:MONTH_LETTERS]
        if month and "?" not in month:
            months.setdefault(month, []).append(result)
    told = []
    for month, own in sorted(months.items(), reverse=True):
        won = Counter(result.player for result in own if result.won)
        best = max(won.values(), default=0)
        names = tuple(name for name, count in won.items() if count == best)
        played = len({result.match for result in own})
        said = say("statistics.month", month=month, count=played, names=names)
        told.append(translations.text(said))
    return told

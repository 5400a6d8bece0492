"""Statistics: the games, wins and best results of the players, and whether the dice are fair."""

from __future__ import annotations

from functools import partial

from engine import GAMES
from engine.acts import read_act
from engine.match import inner_of
from engine.verdicts import NotAnAct, Sentence, say
from firmware_py.i18n.default_names import is_person
from firmware_py.i18n.sentences import game_title, plain
from firmware_py.storage.reader import JournalReader
from firmware_py.ui.screens.choices import entry
from firmware_py.ui.screens.question import ChoiceScreen
from firmware_py.ui.stack.screen_stack import ScreenStack

MOST_LISTED = 50
FACES = range(1, 7)
ENOUGH_DICE = 60
"""The least number of rolled dice for a statement about fairness."""
CHI_SQUARE_LIMIT = 11.07
"""Chi-square with five degrees of freedom: fair dice exceed this in one of twenty cases."""


def players(stack: ScreenStack) -> None:
    """Show a list of all players, and the dice."""
    asks = "home.ask-whose"
    names = [name for name in stack.journal.names() if is_person(name)][:MOST_LISTED]

    def show_dice() -> None:
        stack.tell(say("home.dice"), dice_lines(count_faces(stack.journal)))

    def show_player(name: str) -> None:
        stack.tell(plain(name), player_lines(stack.journal, name))

    choices = [
        entry(asks, "dice", say("home.dice"), show_dice),
        *(entry(asks, f"={name}", plain(name), partial(show_player, name)) for name in names),
    ]
    stack.push(ChoiceScreen(stack.translations, say("home.players"), choices, stack.pop))


def player_lines(journal: JournalReader, name: str) -> list[Sentence]:
    """Return the lines with the results of a player, one per game."""
    results = [result for result in journal.results() if result.player == name]
    if not results:
        return [say("home.no-results")]
    lines = []
    for game in dict.fromkeys(result.game for result in results):
        own = [result for result in results if result.game == game]
        wins, best = sum(result.won for result in own), max(result.points for result in own)
        lines.append(say("home.result-of", game=game_title(game), games=len(own), wins=wins, best=best))
    return lines


def count_faces(journal: JournalReader) -> list[int]:
    """Return how often each face was rolled; an amended roll counts with its new faces."""
    verbs = {game.dice_verb for game in GAMES.values() if game.dice_verb is not None}
    counts = [0] * len(FACES)
    for verb in verbs:
        _count_rolls(journal, verb, counts)
    return counts


def _count_rolls(journal: JournalReader, verb: str, counts: list[int]) -> None:
    last: tuple[int, int, list[int]] | None = None
    for match, place, line in journal.acts_with(verb):
        try:
            act = read_act(line)
            is_amended = act.verb == "amend"
            inner = inner_of(act)
        except NotAnAct:
            continue
        faces = [int(word) for word in inner.args if word in set("123456")] if inner.verb == verb else []
        if is_amended and last is not None and last[:2] == (match, place - 1):
            for face in last[2]:
                counts[face - 1] -= 1
        for face in faces:
            counts[face - 1] += 1
        last = (match, place, faces)


def dice_lines(counts: list[int]) -> list[Sentence]:
    """Return the lines with the count of each face, and whether the dice look fair.

    >>> dice_lines([10, 10, 10, 10, 10, 10])[-1].key
    'home.fair'
    """
    total = sum(counts)
    lines = [say("home.rolled", count=total)]
    if total:
        lines += [
            plain(f"{face}: {count} ({round(100 * count / total)} %)")
            for face, count in zip(FACES, counts, strict=True)
        ]
    if total < ENOUGH_DICE:
        return [*lines, say("home.too-few", count=ENOUGH_DICE)]
    expected = total / len(FACES)
    chi_square = sum((count - expected) ** 2 / expected for count in counts)
    return [*lines, say("home.unfair" if chi_square > CHI_SQUARE_LIMIT else "home.fair")]

"""The setup of a match from the command line: `sideline run online --player Anna --option limit=30`."""

from __future__ import annotations

from engine import GAMES, Game
from engine.advisor import OPPONENT, opponent_of
from engine.colours import marks_of
from engine.game import Setup
from engine.verdicts import BadSetup, say
from firmware_py.commands.shared.options import Arguments, with_suggestion
from firmware_py.errors import UserError
from firmware_py.games.owner_data import owner_tags
from firmware_py.i18n.default_names import LONGEST_NAME_ON_PANEL, colours_tag, default_name
from firmware_py.i18n.translations import Translations
from firmware_py.storage.match_store import new_match

MATCH_OPTIONS = ("player", "option")
"""The options that need a game."""
FIRST = "First"


def new_setup(given: Arguments, translations: Translations) -> Setup:
    """Return the setup of a match that somebody wants to begin, checked by its rules. Raises a `UserError`."""
    name = given.arguments[0].casefold()
    if name not in GAMES:
        why = say("record.unknown-game", given=given.arguments[0], games=tuple(GAMES))
        raise UserError(with_suggestion(why, name, GAMES))
    game = GAMES[name]
    tags = _tags(game, _pairs(given))
    first = tags.pop(FIRST, "1")
    players = _players(game, given, tags, translations)
    tags = {**colours_tag(name, players), **tags}
    setup = Setup(name, players, int(first) if first.isdecimal() else 0, tags)
    if OPPONENT in tags and opponent_of(setup, game.levels) is None:
        raise UserError(say("terminal.opponent", given=tags[OPPONENT], levels=game.levels))
    try:
        new_match(setup._replace(tags={**tags, **owner_tags(name)}))
    except BadSetup as error:
        raise UserError(error.why) from None
    return setup


def _players(game: Game, given: Arguments, tags: dict[str, str], translations: Translations) -> tuple[str, ...]:
    """Return the names of the players, or the default names."""
    names = [name.strip() for name in given.values("player")]
    if not names:
        marks = marks_of(Setup(game.name, ("",) * game.usual_players, tags=tags))[: game.usual_players]
        names = [default_name(game.name, mark, translations) for mark in marks]
        opponent = opponent_of(Setup(game.name, tuple(names), tags=tags), game.levels)
        if opponent is not None:
            names[opponent[0] - 1] = translations("opponent.name")
        return tuple(names)
    if len(set(names)) < len(names):
        raise UserError(say("terminal.same-names"))
    if len(names) not in game.seats or not all(
        0 < len(name) <= LONGEST_NAME_ON_PANEL and name.isprintable() for name in names
    ):
        key = "terminal.names" if len(game.seats) == 1 else "terminal.names-between"
        raise UserError(say(key, least=game.seats[0], seats=game.seats[-1], most=LONGEST_NAME_ON_PANEL))
    return tuple(names)


def _pairs(given: Arguments) -> list[tuple[str, str]]:
    """Return the options of the game as names and values."""
    parted = [pair.partition("=") for pair in given.values("option")]
    if not all(sign and name.strip() for name, sign, _ in parted):
        raise UserError(say("terminal.tags"))
    return [(name.strip(), value.strip()) for name, _, value in parted]


def _tags(game: Game, pairs: list[tuple[str, str]]) -> dict[str, str]:
    """Return the options as tags of a record, written as there; refuse what this game does not have."""
    names = {option.tag.casefold(): option.tag for option in game.options}
    names |= {OPPONENT.casefold(): OPPONENT} if game.levels else {}
    names |= {FIRST.casefold(): FIRST} if game.begins is None else {}
    tags: dict[str, str] = {}
    for name, value in pairs:
        if name.casefold() not in names:
            why = say("terminal.no-option", game=game.name, given=name, names=tuple(names))
            raise UserError(with_suggestion(why, name, names))
        tag = names[name.casefold()]
        known = {one.casefold(): one for option in game.options if option.tag == tag for one in option.values}
        words = [known.get(word.casefold(), word) for word in value.split()]
        tags[tag] = known.get(value.casefold(), value.casefold() if tag == OPPONENT else " ".join(words))
    for option in game.options:
        if option.tag in tags and option.only_if is not None:
            other, wanted = option.only_if
            if tags.get(other) != wanted:
                name = option.tag.lower()
                raise UserError(say("terminal.only-with", name=name, other=other.lower(), value=wanted))
    return tags

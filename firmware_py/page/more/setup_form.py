"""The set-up form of the page: every question before a match at once, and what comes back as a setup."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, partial

from engine import GAMES, Game, GameOption
from engine.advisor import OPPONENT, opponent_of, opponent_tag
from engine.colours import marks_of
from engine.game import Setup, option_value
from engine.verdicts import BadSetup, Sentence, say
from firmware_py.games.seats import party_of
from firmware_py.i18n.capitals import capital
from firmware_py.i18n.default_names import LONGEST_NAME_ON_PANEL, default_name, is_person
from firmware_py.i18n.translations import Translations
from firmware_py.outside import BadValue, fields, listed, mapping, number, one_of, optional, text
from firmware_py.storage.reader import JournalReader
from firmware_py.ui.stack.screen_stack import ScreenStack

NAMES_OFFERED = 60
BAD_FORM = say("page.no-action")
TEXT = text(200)


def form(stack: ScreenStack, translations: Translations) -> dict[str, object]:
    """Return everything that the form asks for, with what was played last as a proposal."""
    screen = stack.match_screen
    return {
        "games": [_game(game, translations) for game in GAMES.values()],
        "players": [name for name in stack.journal.names() if is_person(name)][:NAMES_OFFERED],
        "last": _last(stack.journal),
        "is_playing": screen is not None and not screen.match.standing().is_decided,
    }


def _game(game: Game, translations: Translations) -> dict[str, object]:
    return {
        "name": game.name,
        "title": translations(f"{game.name}.name"),
        "about": translations(f"{game.name}.about"),
        "seats": list(game.seats),
        "usual": game.usual_players,
        "seat_names": [default_name(game.name, seat, translations) for seat in range(1, game.seats[-1] + 1)],
        "options": [_option(game, option, translations) for option in game.options],
        "levels": [{"value": level, "label": translations(f"level.{level}")} for level in game.levels],
        "begins": game.begins,
        "teams": _teams(game.name),
    }


@cache
def _teams(name: str) -> list[dict[str, object]]:
    """Return who plays together, by the number of players, and by the option that decides it, if one does."""
    game, found = GAMES[name], []
    for count in game.seats:
        options = [option for option in game.options if count in option.seats and not option.is_for_each]
        teams = {
            (option.tag, value): _parties(game, count, {option.tag: value})
            for option in options
            for value in option.values
        }
        usual = _parties(game, count, {})
        deciding = {tag for (tag, _), parties in teams.items() if parties != usual}
        chosen = {key: parties for key, parties in teams.items() if key[0] in deciding} or {("", ""): usual}
        found += [
            {"count": count, "tag": tag, "value": value, "parties": parties}
            for (tag, value), parties in chosen.items()
            if parties
        ]
    return found


def _parties(game: Game, count: int, tags: Mapping[str, str]) -> list[list[int]]:
    """Return the players of each party that has several, counted from 1."""
    rules = game.rules()
    try:
        state = rules.start(Setup(game.name, tuple(map(str, range(1, count + 1))), tags=tags))
    except BadSetup:
        return []
    players, together = rules.seats(state), party_of(rules.standing(state))
    parties = sorted(set(together.values()))
    return [[players[seat - 1] for seat, at in together.items() if at == party] for party in parties]


def _option(game: Game, option: GameOption, translations: Translations) -> dict[str, object]:
    tag = option.tag.lower()
    about = f"{game.name}.about-option-{tag}"
    asks = "" if option.is_for_each else translations(f"{game.name}.ask-option-{tag}")
    return {
        "tag": option.tag,
        "label": asks,
        "about": translations(about) if about in translations.table else "",
        "values": [
            {"value": value, "label": capital(translations.page_text(option_value(game.name, option.tag, value)))}
            for value in option.values
        ],
        "seats": [count for count in game.seats if count in option.seats],
        "only_if": option.only_if,
        "is_for_each": option.is_for_each,
    }


def _last(journal: JournalReader) -> dict[str, object] | None:
    """Return the setup of the latest match, to propose it again."""
    latest = next(iter(journal.entries()), None)
    if latest is None or latest.setup.game not in GAMES:
        return None
    game, setup = GAMES[latest.setup.game], latest.setup
    tags = {option.tag: setup.tags[option.tag] for option in game.options if option.tag in setup.tags}
    opponent = opponent_of(setup, game.levels)
    return {
        "game": game.name,
        "players": [name if is_person(name) else "" for name in latest.players],
        "tags": tags,
        "first": setup.first,
        "opponent": None if opponent is None else {"seat": opponent[0], "level": opponent[1]},
    }


def read_setup(given: object, translations: Translations) -> Setup | Sentence:
    """Return the setup that a form asks for, or what is wrong with it."""
    try:
        return _read_setup(given, translations)
    except BadValue:
        return BAD_FORM


def _read_setup(given: object, translations: Translations) -> Setup | Sentence:
    form = {"first": 1, "tags": {}, **mapping(given)}
    game = GAMES[one_of(GAMES)(form.get("game"))]
    players = listed(TEXT, game.seats[-1])(form.get("players"))
    if len(players) not in game.seats:
        raise BadValue
    tags = _read_tags(game, len(players), mapping(form["tags"]))
    tags |= optional(partial(_read_opponent, game))(form.get("opponent")) or {}
    names = _read_names(game, players, tags, translations)
    first = number(1, len(players))(form["first"]) if game.begins is None else game.begins
    return names if isinstance(names, Sentence) else Setup(game.name, names, first, tags)


def _read_tags(game: Game, players: int, chosen: Mapping[str, object]) -> dict[str, str]:
    """Return the tags of the options that are asked with so many players."""
    tags: dict[str, str] = {}
    for option in game.options:
        if not option.is_asked(players, tags):
            continue
        default = " ".join(option.values[:players]) if option.is_for_each else option.values[0]
        value = TEXT(chosen.get(option.tag, default))
        parts = value.split(" ") if option.is_for_each else [value]
        is_whole = len(set(parts)) == players if option.is_for_each else True
        if not is_whole or not set(parts) <= set(option.values):
            raise BadValue
        if option.is_for_each or value != option.values[0]:
            tags[option.tag] = value
    return tags


def _read_opponent(game: Game, given: object) -> dict[str, str]:
    """Return the tag of a match against the box."""
    return {OPPONENT: opponent_tag(**fields(given, seat=number(1, 2), level=one_of(game.levels)))}


def _read_names(
    game: Game, players: Sequence[str], tags: Mapping[str, str], translations: Translations
) -> tuple[str, ...] | Sentence:
    """Return the names; an empty one becomes the default name of its seat."""
    setup = Setup(game.name, ("",) * len(players), tags=tags)
    opponent, marks, names = opponent_of(setup, game.levels), marks_of(setup), list[str]()
    for seat, given in enumerate(players, start=1):
        name = " ".join(given.split()) or default_name(game.name, marks[seat - 1], translations)
        if opponent is not None and opponent[0] == seat:
            name = translations("opponent.name")
        if len(name) > LONGEST_NAME_ON_PANEL:
            return say("page.name-long", name=name, most=LONGEST_NAME_ON_PANEL)
        if not name.isprintable():
            return BAD_FORM
        if name in names:
            return say("home.name-taken", name=name)
        names.append(name)
    return tuple(names)

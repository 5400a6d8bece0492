"""Insider in a terminal: the open card, the stair with a row for each player, and every evaluation in detail."""

from __future__ import annotations

from engine.insider import State
from engine.insider.board.walking import at_home
from engine.insider.city import COLUMNS, GRID, INSIDER, PLACES, ROWS, Plan, is_square, paths_of
from engine.insider.publicity import TOP, Gain, Shift, account
from engine.insider.state import town_of
from engine.verdicts import Sentence, player, say
from firmware_py.i18n.sentences import marked
from firmware_py.i18n.translations import Translations, with_minus

CROSSED = "X" * 3
"""A Total OUT in the drawing."""


def draw(state: State, translations: Translations) -> str:
    """Return a position as text.

    >>> from engine import GAMES
    >>> from engine.acts import read_act
    >>> from engine.game import Setup
    >>> from firmware_py.i18n.translations import Translations
    >>> rules = GAMES["insider"].rules()
    >>> state = rules.start(Setup("insider", ("Anna", "Ben", "Carla")))
    >>> sat = ("1 seat 1", "1 seat 3", "2 seat 2", "2 seat 4")
    >>> for said in ("card 4: 3 2 1 0 / -4", *sat, "1 scandal 2"):
    ...     state = rules.play(state, read_act(said))
    >>> print(draw(state, Translations("en").naming(("Anna", "Ben", "Carla"))))
    Card 2 of 7 is still to be turned up.
    <BLANKLINE>
                   −10       0         10        20        30   35
    1 Anna      4  ··········|···1·······························
    2 Ben       2  ··········|·2·································  misses 1
    3 Carla    −4  ······3···|···································
    <BLANKLINE>
    Evaluation 1 of 7: 3 2 1 0 / −4
      1 Anna · tables 1, 3: 3 + 1 = +4 · 0 → 4
      2 Ben · tables 2, 4: 2 + 0 = +2 · 0 → 2
      3 Carla · no table: −4 · 0 → −4
    """
    card = _card(state, translations)
    city = [*_city(state, translations), ""] if state.town is not None else []
    return "\n".join(
        [*city, *card, *([""] if card else []), *_stair(state, translations), *_rounds(state, translations)]
    )


def _city(state: State, translations: Translations) -> list[str]:
    """Draw the places as a grid, a1 bottom left: the pawns there, and the occupied squares of paths."""
    town = town_of(state)
    lines = []
    for row in reversed(ROWS):
        cells = [f"{column}{row} {_at_place(state, PLACES.index(column + row)):6}" for column in COLUMNS]
        lines.append("  ".join(cells).rstrip())
    taken = [
        translations("insider.shown-square", square=town.plan.names[spot], who=player(seat))
        for seat in state.seats
        for spot in town.pawns[seat - 1]
        if is_square(spot)
    ]
    hands = ", ".join(f"{translations.text(player(seat))} {town.hands[seat - 1]}" for seat in state.seats)
    lines.append(translations("insider.shown-hands", hands=hands, pile=town.pile, discards=town.discards))
    return [*lines, *_other_paths(town.plan, translations), *([", ".join(taken)] if taken else [])]


def _other_paths(plan: Plan, translations: Translations) -> list[str]:
    """Name the paths that a board has beside those of the grid, and those that it lacks."""
    paths = paths_of(plan)
    found = {
        "insider.shown-more-paths": ["-".join(pair) for pair in paths if pair not in GRID],
        "insider.shown-no-paths": ["-".join(pair) for pair in GRID if pair not in paths],
    }
    return [translations(key, paths=", ".join(names)) for key, names in found.items() if names]


def _at_place(state: State, place: int) -> str:
    """Return what is on a place: a Total OUT, the INSIDER, a home and its pawns, or the seats of the pawns."""
    town = town_of(state)
    if place in town.outs:
        return CROSSED
    if place == INSIDER:
        return "INSIDE"
    if place in town.plan.homes:
        seat = town.plan.homes.index(place) + 1
        return f"({seat}){at_home(state, seat)}"
    if place in town.plan.closed:
        return "(-)"
    return "".join(str(seat) * town.pawns[seat - 1].count(place) for seat in state.seats) or "."


def _card(state: State, translations: Translations) -> list[str]:
    inn = state.inn
    number = inn.evaluations + 1
    if inn.card is None:
        return [] if inn.is_over else [translations("insider.card-due", number=number)]
    lines = [translations("insider.card-shown", number=number, card=inn.card.face)]
    for table, (value, sitting) in enumerate(zip(inn.card.values, inn.tables, strict=True), start=1):
        who = translations.text(player(sitting)) if sitting else translations("nobody")
        lines.append(f"  {translations('insider.worth', table=table, value=f'{value:+}')} {who}")
    return lines


def _stair(state: State, translations: Translations) -> list[str]:
    """Return a row for each player, from the cellar to the top, with a scale above them."""
    inn = state.inn
    names = [f"{seat} {translations.text(player(seat))}" for seat in state.seats]
    wide = max(map(len, names))
    scale = [" "] * (TOP - inn.cellar + 3)
    for mark in (inn.cellar, *range(0, TOP, 10), TOP):
        at = mark - inn.cellar
        scale[at : at + len(str(mark))] = with_minus(str(mark))
    lines = [f"{'':{wide + 8}}{''.join(scale)}".rstrip()]
    for seat, name in zip(state.seats, names, strict=True):
        step = inn.steps[seat - 1]
        row = ["·"] * (TOP - inn.cellar + 1)
        row[-inn.cellar] = "|"
        row[min(step, TOP) - inn.cellar] = str(seat)
        where = with_minus(str(step))
        lines.append(f"{name:{wide}}  {where:>4}  {''.join(row)}{_states(state, seat, translations)}")
    return lines


def _states(state: State, seat: int, translations: Translations) -> str:
    """Return whether a player has left, misses turns or rolls one die."""
    inn, owed = state.inn, state.owed[seat - 1]
    said = []
    if seat in inn.left:
        said.append(translations("insider.has-left"))
    if owed:
        said.append(translations("insider.misses", turns=owed))
    if seat in inn.rumours:
        said.append(translations("insider.has-one-die"))
    return f"  {', '.join(said)}" if said else ""


def _rounds(state: State, translations: Translations) -> list[str]:
    """Return every evaluation in detail, and the corrections of markers between them."""
    inn = state.inn
    lines = []
    accounts = enumerate(account(inn.history, len(inn.steps), inn.cellar)[1:], start=1)
    for entry in inn.history:
        if isinstance(entry, Shift):
            lines.append("  " + translations("insider.marked", who=player(entry.seat), by=f"{entry.by:+}"))
        else:
            number, (gains, _, _) = next(accounts)
            card = translations("insider.face", face=entry.card.face)
            lines += ["", f"{translations('insider.evaluation', number=number)}: {card}"]
            lines += [f"  {' · '.join(map(translations.text, arithmetic(gain, state)))}" for gain in gains]
    return lines


def arithmetic(gain: Gain, state: State) -> tuple[Sentence, ...]:
    """Return the lines that explain the gain of one player in an evaluation."""
    who, change = marked(gain.seat), f"{gain.change:+}" if gain.change else "0"
    if len(gain.tables) == 1:
        won = say("insider.gain-one", table=gain.tables[0], change=change)
    elif gain.tables:
        values = " + ".join(map(str, gain.values)).replace("+ -", "- ")
        won = say("insider.gain", tables=gain.tables, values=values, change=change)
    else:
        won = say("insider.penalty", change=change)
    way = say("insider.way", before=gain.before, after=gain.after)
    if not gain.stopped:
        return who, won, way
    return who, won, way, say("insider.cellar" if state.verified else "insider.cellar-unverified", step=gain.after)


def sheet(_state: State, _translations: Translations) -> str:
    """Return no score sheet: everything is in the standing."""
    return ""

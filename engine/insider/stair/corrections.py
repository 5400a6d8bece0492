"""Corrections of Insider, as far as both depths have them: the table is right and the box is wrong.

>>> from engine.acts import read_act
>>> from engine.insider.state import start
>>> from engine.game import Setup
>>> state = start(Setup("insider", ("Anna", "Ben")))
>>> fix(state, read_act("fix step 2 14")).inn.steps
(0, 14)
"""

from __future__ import annotations

from collections.abc import Callable

from engine.acts import OPEN, Act
from engine.game import as_written
from engine.insider import restaurant
from engine.insider.cards import OF_EACH_SIZE, SIZES, Card, read_card
from engine.insider.publicity import HIGHEST, MOST_ROUNDS, Round, rounds_of
from engine.insider.restaurant import Restaurant
from engine.insider.state import TABLES, State, gone, no_card, on_card, owing, present, seat_named
from engine.verdicts import Impossible, Sentence, say, seat_name

MOST_OWED = 9
"""Missed turns that a correction can note."""
BOARD_ONLY = ("pawn", "out", "hand")
"""Corrections that belong to the other depth."""


def fix(state: State, act: Act) -> State:
    """Return the state with something put right; raises `Impossible` if that could not exist."""
    args = correction_words(act)
    after = fix_restaurant(state, args)
    if after is None:
        board_only = bool(args) and args[0] in BOARD_ONLY
        raise Impossible(say("insider.board-only", word=args[0]) if board_only else say("insider.fix-words"))
    return after


def tell_fix(act: Act) -> Sentence:
    """Return in a few words what a correction puts right, at either depth.

    >>> from engine.acts import read_act
    >>> tell_fix(read_act("fix rumours 2 no")).key
    'insider.told-rumours-no'
    """
    match act.args:
        case ("round", number, *words):
            return say("insider.told-round", number=number, what=_tell_words(act, tuple(words)))
        case ("pawn", seat, *spots):
            return _tell_places("pawn", tuple(spots), who=_seat(seat))
        case ("out", *places):
            return _tell_places("fix-out", tuple(places))
        case ("hand", seat, count):
            return say("insider.told-hand", who=_seat(seat), count=count)
    return _tell_words(act, act.args)


def _tell_words(act: Act, words: tuple[str, ...]) -> Sentence:
    """Return what is put right in the restaurant, now or in an evaluation of the past."""
    match words:
        case ("step", seat, step):
            return say("insider.told-step", who=_seat(seat), step=step)
        case ("table", table, sitting):
            return say("insider.told-table", who=_seat(sitting), table=table)
        case ("card", _, *values, "/", corner):
            return say("insider.told-values", values=" ".join(values), corner=corner)
        case ("owed", seat, turns):
            return say("insider.told-owed", who=_seat(seat), turns=turns)
        case ("rumours", seat, "yes" | "no" as answer):
            return say(f"insider.told-rumours-{answer}", who=_seat(seat))
        case ("turn", seat):
            return say("match.told-turn", who=_seat(seat))
    return as_written(act)


def _tell_places(what: str, places: tuple[str, ...], **who: Sentence) -> Sentence:
    if places in {(), ("-",)}:
        return say(f"insider.told-no-{what}", **who)
    return say(f"insider.told-{what}", places=places, **who)


def _seat(word: str) -> Sentence:
    return seat_name(int(word) if word.isdecimal() else None)


def correction_words(act: Act) -> tuple[str, ...]:
    """Return the words of a correction; raises `Impossible` if a player says it, or if a value is open."""
    if act.seat is not None:
        raise Impossible(say("act.table-only", verb=act.verb))
    if OPEN in act.args:
        raise Impossible(say("act.open-value"))
    return act.args


def fix_restaurant(state: State, args: tuple[str, ...]) -> State | None:
    """Put right what both depths have: steps, tables, cards, turns; None if the words are about something else."""
    match args:
        case ("step", seat, step):
            return _step(state, seat_named(state, seat), step)
        case ("table", table, sitting) if table in TABLES:
            return _table(state, TABLES[table], sitting)
        case ("round", number, "table", table, sitting) if table in TABLES:
            return _rewritten(state, number, lambda old: _reseated(state, old, TABLES[table], sitting))
        case ("round", number, "card", *words):
            return _rewritten(state, number, lambda old: _revalued(state, old, tuple(words)))
        case ("card", *words):
            return _card(state, tuple(words))
        case ("owed", seat, turns) if turns in map(str, range(MOST_OWED + 1)):
            return owing(state, present(state, seat), int(turns))
        case ("rumours", seat, "yes" | "no" as answer):
            return _rumours(state, present(state, seat), answer)
        case ("turn", seat):
            return state._replace(turn=present(state, seat), rolls_again=0, has_turns=True)
    return None


def _rumours(state: State, seat: int, answer: str) -> State:
    rumours = state.inn.rumours | {seat} if answer == "yes" else state.inn.rumours - {seat}
    return state._replace(inn=state.inn._replace(rumours=rumours))


def _step(state: State, seat: int, word: str) -> State:
    digits = word.removeprefix("-")
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= len("100")) or word != str(int(word)):
        raise Impossible(say("insider.fix-words"))
    step = int(word)
    if step < state.inn.cellar:
        raise Impossible(say("insider.too-low", given=step, least=state.inn.cellar), "IR-31")
    if step > HIGHEST:
        raise Impossible(say("insider.too-high", given=step, most=HIGHEST), "IR-31")
    return state._replace(inn=restaurant.mark(state.inn, seat, step))


def _table(state: State, table: int, sitting: str) -> State:
    if state.inn.card is None:
        raise Impossible(no_card(state), "IR-8")
    on_card(state.inn, table)
    seat = 0 if sitting == "-" else present(state, sitting)
    return state._replace(inn=restaurant.sit(state.inn, table, seat))


def _card(state: State, words: tuple[str, ...]) -> State:
    card, inn = read_card(words), state.inn
    if inn.card is None:
        raise Impossible(no_card(state), "IR-8")
    tables = _on_other_card(state, inn.card, inn.tables, card)
    return state._replace(inn=restaurant.arrange(inn._replace(card=card), tables))


def cards_beside(inn: Restaurant, card: Card) -> list[Card]:
    """List the cards that were turned up, but for one that is corrected."""
    others = inn.seen
    others.remove(card)
    return others


def _on_other_card(state: State, old: Card, tables: tuple[int, ...], card: Card) -> tuple[int, ...]:
    """Return who sits at each table of another card; raises `Impossible` if it has no room for them."""
    players, size = len(state.owed), len(card.values)
    if size not in SIZES[players]:
        why = say("insider.wrong-size", size=size, players=players, sizes=SIZES[players])
        raise Impossible(why, "IR-8")
    if restaurant.is_fifth(cards_beside(state.inn, old), size):
        raise Impossible(say("insider.fifth-card", size=size, most=OF_EACH_SIZE), "IR-8")
    cut = [str(number) for number, sitting in enumerate(tables, start=1) if sitting and number > size]
    if cut:
        raise Impossible(say("insider.cut-off", size=size, tables=tuple(cut)), "IR-7")
    return (*tables[:size], *(0,) * (size - len(tables)))


def _rewritten(state: State, word: str, change: Callable[[Round], Round]) -> State:
    """Correct an evaluation of the past; every later step follows."""
    done = state.inn.evaluations
    if word not in map(str, range(1, MOST_ROUNDS + 1)):
        raise Impossible(say("insider.fix-words"))
    if int(word) > done:
        raise Impossible(say("insider.no-such-round", given=word, done=done), "IR-30")
    places = [at for at, entry in enumerate(state.inn.history) if isinstance(entry, Round)]
    at = places[int(word) - 1]
    history = state.inn.history
    new = change(rounds_of(history)[int(word) - 1])
    return state._replace(inn=restaurant.rewrite(state.inn, (*history[:at], new, *history[at + 1 :])))


def _reseated(state: State, old: Round, table: int, sitting: str) -> Round:
    count = len(old.tables)
    if table > count:
        raise Impossible(say("insider.not-on-card", table=str(table), count=count), "IR-7")
    seat = 0 if sitting == "-" else seat_named(state, sitting)
    if seat in old.left:
        raise Impossible(gone(seat), "M-6")
    return old._replace(tables=(*old.tables[: table - 1], seat, *old.tables[table:]))


def _revalued(state: State, old: Round, words: tuple[str, ...]) -> Round:
    """Correct the card of an evaluation; who sat where stays."""
    card = read_card(words)
    return old._replace(card=card, tables=_on_other_card(state, old.card, old.tables, card))

"""The steps with which the keys say an act at `stair` depth, and the answers to open values.

A table, then a player: that is what is said most. The dice lie on the left of the tables, everything else behind
one more spot on their right.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from engine.acts import OPEN, Act, is_open
from engine.insider.cards import CORNERS, KNOWN, SIZES, VALUES, read_size
from engine.insider.publicity import HIGHEST, rounds_of
from engine.insider.restaurant import is_fifth
from engine.insider.stair.corrections import MOST_OWED, cards_beside
from engine.insider.stair.play import STRIKING
from engine.insider.state import State
from engine.steps import (
    Answer,
    Direction,
    Step,
    across,
    cell,
    choice,
    nobody,
    number,
    seat,
    seat_across,
    spot,
)
from engine.verdicts import Sentence, say

LEFT, RIGHT, UP, DOWN = Direction
WHAT_TO_DO, MOVE, KIND, POWER = (say(f"insider.ask-{what}") for what in ("what", "move", "kind", "power"))
WHICH_TABLE, WHO, WHOM, BY_WHOM = (say(f"insider.ask-{what}") for what in ("table", "who", "whom", "by-whom"))
SIZE, ONE_DIE, DICE = (say(f"insider.ask-{what}") for what in ("size", "one-die", "dice"))
GRID = tuple(f"{one}{other}" for one in range(1, 7) for other in range(one, 7))
"""What two dice can show: the lower face first."""
GRID_WIDTH = 6
LIKELY_FACE = 3
"""Where the search for the face of one die starts."""


def _named(side: Direction, asks: Sentence, name: str) -> Step:
    return across(side, asks, name, say(f"insider.do-{name}"))


_PLAY, _MOVE, _LEAVE, _STOP = (
    _named(side, WHAT_TO_DO, name)
    for side, name in ((LEFT, "play"), (UP, "move"), (RIGHT, "leave"), (DOWN, "stop"))
)
KINDS = {"administrator": UP, "helicopter": DOWN, "scandal": LEFT, "trendsetter": RIGHT}
"""The side of each kind of action card."""
POWERS = {
    "administrator": ("swap", None, "vip"),
    "helicopter": (None, None, "meeting"),
    "scandal": ("scandal", "rumours", "bomb"),
    "trendsetter": ("again", None, "hype"),
}
"""The powers of each kind of action card that the stair depends on, by the number of cards."""
POWER_SIDES = (UP, LEFT, DOWN)
"""The side of a power, by the number of cards: the same at both depths."""


def kind_step(kind: str) -> Step:
    """Make the step to a kind of action card."""
    return across(KINDS[kind], KIND, kind, say(f"insider.do-kind-{kind}"))


_POWER_STEPS = {
    power: (kind_step(kind), _named(side, POWER, power))
    for kind, powers in POWERS.items()
    for side, power in zip(POWER_SIDES, powers, strict=True)
    if power is not None
}
_ROLL = spot(WHICH_TABLE, "roll", -1, -1, say("insider.do-roll"))
_ROLL_AGAIN = _ROLL._replace(is_likely=True, is_speaker=True)
"""The dice of the player who has rolled a seven (IR-10)."""
_MOVES = {verb: _named(side, MOVE, verb) for side, verb in ((UP, "points"), (DOWN, "draw"), (LEFT, "roll"))}


def steps(state: State, act: Act) -> tuple[Step, ...]:
    """Return the steps to an act; none if the keys do not offer it now."""
    if state.inn.is_over:
        return ()
    if act.seat is None:
        return card_steps(state, act) if state.inn.card is None else ()
    if act.seat in state.inn.left:
        return ()
    who = who_step(act.seat)
    if act.verb == "seat":
        table = table_steps(state, act.args[0])
        return (*table, who) if table else ()
    if act.verb == "roll":
        return _roll(state, act)
    what, rest = _other_steps(state, act)
    return (_more(len(state.inn.tables)), what, who, *rest) if what is not None else ()


def _roll(state: State, act: Act) -> tuple[Step, ...]:
    """Return the steps to a roll; after a seven the dice are those of its player, others roll behind "more"."""
    faces, who = dice_steps(state, act), who_step(act.seat or 0)
    if not faces:
        return ()
    if state.rolls_again and act.seat != state.rolls_again:
        return _more(len(state.inn.tables)), _MOVE, who, _MOVES["roll"], *faces
    dice = _ROLL_AGAIN if state.rolls_again else _ROLL
    first = dice if state.inn.tables else dice._replace(asks=WHAT_TO_DO)
    return (first, *faces) if state.rolls_again else (first, who, *faces)


def card_steps(state: State, act: Act) -> tuple[Step, ...]:
    """Return the steps to a card that is due: its size, or the whole card where only one can come (IR-25)."""
    found = (step for step in size_steps(state) if step.value == str(read_size(act.args)))
    if is_open(act):
        return tuple(found)
    return tuple(step._replace(label=say("insider.face", face=" ".join(act.args[1:]))) for step in found)


# What is made again after every act is kept: equal steps are then the same object, which is quick to compare.


@cache
def who_step(seat: int) -> Step:
    """Make the step that names the player who acts."""
    return seat_across(WHO, seat, is_speaker=True)


@cache
def whom_step(seat: int) -> Step:
    """Make the step that names the player who is struck."""
    return seat_across(WHOM, seat)


@cache
def _more(tables: int) -> Step:
    return spot(WHICH_TABLE if tables else WHAT_TO_DO, "more", tables, 1, say("insider.more"))


@cache
def _table(table: str, value: int) -> tuple[Step, ...]:
    worth = say("insider.worth", table=table, value=f"{value:+}")
    return (spot(WHICH_TABLE, table, int(table) - 1, 0, worth)._replace(is_likely=True),)


@cache
def _cell(faces: str) -> tuple[Step, ...]:
    at = GRID.index(faces)
    return (cell(DICE, faces, at % GRID_WIDTH, at // GRID_WIDTH),)


def table_steps(state: State, table: str) -> tuple[Step, ...]:
    """Make the step to a table of the open card; after a seven the dice are likelier."""
    found = () if state.inn.card is None else table_on(state.inn.card.values, table)
    return tuple(step._replace(is_likely=False) for step in found) if state.rolls_again else found


def table_on(values: tuple[int, ...], table: str) -> tuple[Step, ...]:
    """Make the step to a table of a card with some values; none if it has no such table."""
    at = int(table) - 1
    return _table(table, values[at]) if at < len(values) else ()


def dice_steps(state: State, act: Act) -> tuple[Step, ...]:
    """Make the step to the faces of a roll; none if the player has not so many dice (IR-10, IR-24).

    Two dice are one cell of a grid, the lower face first: the other order is not offered.
    """
    faces = "".join(act.args)
    if len(faces) != (1 if act.seat in state.inn.rumours else 2):
        return ()
    if len(faces) == 1:
        return (number(ONE_DIE, int(faces), LIKELY_FACE),)
    if faces not in GRID:
        return ()
    return _cell(faces)


@cache
def _by_whom(seat: int) -> Step:
    return seat_across(BY_WHOM, seat)


def _other_steps(state: State, act: Act) -> tuple[Step | None, tuple[Step, ...]]:
    """Return what is done, and the steps after who does it."""
    verb, args = act.verb, act.args
    if verb == "stop":
        return _STOP, ()
    if verb == "leave":
        at = int(args[0]) - 1
        place = spot(say("insider.ask-leave"), args[0], at, 0, say("insider.at-table", table=args[0]))
        return (_LEAVE, (place,)) if at < len(state.inn.tables) else (None, ())
    if verb in _MOVES:
        return _MOVE, (_MOVES[verb],)
    power = _POWER_STEPS[verb]
    if verb == "swap":
        table = table_steps(state, args[0])
        return (_PLAY, (*power, *table, _by_whom(int(args[1])))) if table else (None, ())
    if verb in STRIKING:
        return (_PLAY, (*power, whom_step(int(args[0])))) if args[0] != str(act.seat) else (None, ())
    return _PLAY, power


# --- open values


def answers(state: State, act: Act) -> Sequence[Answer]:
    """List the answers to the first open value of an act."""
    if not is_open(act):
        return ()
    match act:
        case Act(verb="card", args=(size, "*", "/", "*")):
            return [_card_not_shown(act, "another", (size, "another", "/", OPEN))]
        case Act(verb="card", args=(size, "another", "/", "*")):
            return [_card_not_shown(act, "typed", (size, *(OPEN,) * read_size(act.args), "/", OPEN))]
        case Act(verb="card"):
            return _value_answers(act)
        case Act(verb="vip"):
            return vip_answers(state, act, act.args)
    return _fix_answers(state, act)


def _card_not_shown(act: Act, name: str, words: tuple[str, ...]) -> Answer:
    """Lead to a card that is not at one of the other arrows: a box remembers up to four of a size."""
    return Answer(across(DOWN, say("insider.ask-card"), name, say(f"insider.{name}")), act._replace(args=words))


def answer(act: Act, step: Step, *words: str, hollow: bool = False) -> Answer:
    """Make a step an answer: it puts some words in the place of the first open value."""
    at = act.args.index(OPEN)
    return Answer(step, act._replace(args=(*act.args[:at], *words, *act.args[at + 1 :])), hollow)


def _value_answers(act: Act, first: int = 0) -> list[Answer]:
    """Return the answers for the value of a table, for the corner, then for the whole card.

    The words of the card begin at `first`. Each value is looked for just below the one before it: on the card that
    the rule sheet shows they fall by one.
    """
    if act.args[-1] == OPEN != act.args[-2] != "/":
        return _whole_card(act, first)
    is_corner = act.args[-1] == OPEN and act.args.count(OPEN) == 1
    said = [word for word in act.args[first + 1 :] if word.removeprefix("-").isdecimal()]
    asks = say(
        "insider.ask-corner" if is_corner else "insider.ask-value",
        table=act.args.index(OPEN) - first,
        so_far=" ".join(said),
    )
    if is_corner:
        return [answer(act, number(asks, value, KNOWN.corner), str(value), OPEN) for value in CORNERS]
    start = int(said[-1]) - 1 if said else KNOWN.values[0]
    return [answer(act, number(asks, value, start), str(value)) for value in VALUES]


def _whole_card(act: Act, first: int) -> list[Answer]:
    """Return the answers whether a card that was typed is right."""
    asks, words = say("insider.ask-right"), act.args[first:-1]
    face = say("insider.face", face=" ".join(words[1:]))
    again = (words[0], *(OPEN,) * read_size(words), "/", OPEN)
    return [
        answer(act, choice(asks, "right", face)._replace(is_check=True)),
        Answer(choice(asks, "again", say("insider.again")), act._replace(args=(*act.args[:first], *again))),
    ]


def vip_answers(state: State, act: Act, words: tuple[str, ...]) -> list[Answer]:
    """Return the answers for who sits at the next table, out of those who are still to be placed."""
    placed = [0 if word == "-" else int(word) for word in words[:-1]]
    waiting = list(state.inn.tables)
    for sitting in placed:
        waiting.remove(sitting)
    rest = (OPEN,) if len(waiting) > 1 else ()
    asks = say("insider.ask-vip", table=len(placed) + 1)
    found = [seat(asks, sitting) for sitting in state.seats if sitting in waiting]
    if 0 in waiting:
        found.append(nobody(asks))
    return [answer(act, step, step.value, *rest) for step in found]


# --- corrections

CORRECTIONS = {
    "step": (OPEN, OPEN),
    "round": (OPEN, OPEN),
    "table": (OPEN, OPEN),
    "card": (OPEN,),
    "turn": (OPEN,),
    "owed": (OPEN, OPEN),
    "rumours": (OPEN, OPEN),
}
"""What can be put right, and what has to be said for it."""
WRONG = say("insider.ask-fix")
PART = 2
"""The word of a correction of a past evaluation that says what was wrong in it: `fix round 2 table …`."""
_PARTS_OF_A_ROUND = (
    ("table", say("insider.fix-seated"), (OPEN, OPEN)),
    ("card", say("insider.fix-values"), (OPEN,)),
)


def _fix_answers(state: State, act: Act) -> list[Answer]:
    what, at = act.args[0], act.args.index(OPEN)
    if what == OPEN:
        return [
            answer(act, _fix_step(name), name, *rest)
            for name, rest in CORRECTIONS.items()
            if _can_fix(state, name)
        ]
    if what == "round" and at == PART:
        return [answer(act, choice(WRONG, name, label), name, *rest) for name, label, rest in _PARTS_OF_A_ROUND]
    if "card" in act.args:
        return _card_answers(state, act, act.args.index("card") + 1)
    return [answer(act, step, step.value) for step in _FIX_QUESTIONS[what, at](state, act.args)]


def _card_answers(state: State, act: Act, first: int) -> list[Answer]:
    """Return the answers for the size of a card, then for its values; its words begin at `first`."""
    if act.args.index(OPEN) > first:
        return _value_answers(act, first)
    rounds = rounds_of(state.inn.history)
    old = rounds[int(act.args[1]) - 1].card if act.args[0] == "round" else state.inn.card
    assert old is not None
    others = cards_beside(state.inn, old)
    sizes = (step for step in size_steps(state) if not is_fifth(others, int(step.value)))
    return [answer(act, step, f"{step.value}:", *(OPEN,) * int(step.value), "/", OPEN) for step in sizes]


def _fix_step(name: str) -> Step:
    return choice(WRONG, name, say(f"insider.fix-{name}"))


def _can_fix(state: State, name: str) -> bool:
    if name in {"table", "card"}:
        return state.inn.card is not None
    return name != "round" or state.inn.evaluations > 0


def size_steps(state: State) -> list[Step]:
    """Make the steps to the sizes of the cards in the game."""
    return [
        across(side, SIZE, str(size), say("insider.tables", count=size))
        for side, size in zip((LEFT, UP, RIGHT), SIZES[len(state.owed)], strict=True)
    ]


def _anybody(state: State, _args: tuple[str, ...]) -> list[Step]:
    return [seat_across(WHOM, at) for at in state.seats]


def _present(state: State, _args: tuple[str, ...]) -> list[Step]:
    return [seat_across(WHOM, at) for at in state.seats if at not in state.inn.left]


def _sitting(state: State, args: tuple[str, ...]) -> list[Step]:
    """Return who can sit at a table, now or in a past evaluation.

    Likely is a player with the fewest tables there, but not the one who is said to sit at this one: that is wrong.
    """
    asks = say("insider.ask-anybody-there")
    tables = rounds_of(state.inn.history)[int(args[1]) - 1].tables if args[0] == "round" else state.inn.tables
    others = [at for at in state.seats if at != tables[int(args[-2]) - 1]]
    fewest = min(map(tables.count, others))
    found = [seat(asks, at)._replace(is_likely=at in others and tables.count(at) == fewest) for at in state.seats]
    return [*found, nobody(asks)]


def _stair_steps(state: State, args: tuple[str, ...]) -> list[Step]:
    now = state.inn.steps[int(args[1]) - 1]
    return [number(say("insider.ask-step"), at, now) for at in range(state.inn.cellar, HIGHEST + 1)]


def _tables_now(state: State, _args: tuple[str, ...]) -> list[Step]:
    return [step for at in range(1, len(state.inn.tables) + 1) for step in table_steps(state, str(at))]


def _rounds(state: State, _args: tuple[str, ...]) -> list[Step]:
    done = state.inn.evaluations
    return [number(say("insider.ask-round"), at, done) for at in range(1, done + 1)]


def _tables_then(state: State, args: tuple[str, ...]) -> list[Step]:
    tables = rounds_of(state.inn.history)[int(args[1]) - 1].tables
    return [number(WHICH_TABLE, at) for at in range(1, len(tables) + 1)]


def _turns_owed(state: State, args: tuple[str, ...]) -> list[Step]:
    now = state.owed[int(args[1]) - 1]
    return [number(say("insider.ask-owed"), turns, now) for turns in range(MOST_OWED + 1)]


def _yes_or_no(_state: State, _args: tuple[str, ...]) -> list[Step]:
    return [choice(say("insider.ask-rumours"), answer, say(answer)) for answer in ("yes", "no")]


_FIX_QUESTIONS: dict[tuple[str, int], Callable[[State, tuple[str, ...]], list[Step]]] = {
    ("step", 1): _anybody,
    ("step", 2): _stair_steps,
    ("round", 1): _rounds,
    ("round", 3): _tables_then,
    ("round", 4): _sitting,
    ("table", 1): _tables_now,
    ("table", 2): _sitting,
    ("turn", 1): _present,
    ("owed", 1): _present,
    ("owed", 2): _turns_owed,
    ("rumours", 1): _present,
    ("rumours", 2): _yes_or_no,
}
"""By what is put right and the place of the open word: the steps that can be said there."""

"""The steps with which the keys say an act at `stair` depth, and the answers to open values.

A player, then a table: that is what is said most. Everything else lies behind one more spot beside the tables.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.acts import OPEN, Act, is_open
from engine.insider.cards import CORNERS, SIZES, VALUES, read_size
from engine.insider.publicity import HIGHEST, rounds_of
from engine.insider.stair.corrections import MOST_OWED
from engine.insider.stair.play import STRIKING
from engine.steps import Answer, Step, choice, nobody, number, seat, spot
from engine.verdicts import say

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from engine.insider.state import State
    from engine.verdicts import Sentence


WHAT_TO_DO, MOVE, KIND, POWER = (say(f"insider.ask-{what}") for what in ("deed", "move", "kind", "power"))
WHICH_TABLE, WHOM, BY_WHOM, SIZE = (say(f"insider.ask-{what}") for what in ("table", "whom", "by-whom", "size"))
ONE_DIE, DICE = say("insider.ask-one-die"), tuple(say("insider.ask-die", number=at) for at in (1, 2))


def _named(asks: Sentence, name: str) -> Step:
    return choice(asks, name, say(f"insider.do-{name}"))


_MOVE, _PLAY, _LEAVE, _STOP = (_named(WHAT_TO_DO, name) for name in ("move", "play", "leave", "stop"))
POWERS = {
    "administrator": ("swap", "vip"),
    "helicopter": ("meeting",),
    "scandal": ("scandal", "rumours", "bomb"),
    "trendsetter": ("again", "hype"),
}
"""The powers of each kind of action card that the stair depends on."""
_POWER_STEPS = {
    power: (_PLAY, _named(KIND, f"kind-{kind}"), _named(POWER, power))
    for kind, powers in POWERS.items()
    for power in powers
}
_MOVES = {verb: (_MOVE, _named(MOVE, verb)) for verb in ("points", "roll", "draw")}


def steps(state: State, act: Act) -> tuple[Step, ...]:
    """Return the steps to an act; none if the keys do not offer it now."""
    if state.inn.is_over:
        return ()
    if act.seat is None:
        size = read_size(act.args)
        return (
            tuple(step for step in size_steps(state) if step.value == str(size)) if state.inn.card is None else ()
        )
    if act.seat in state.inn.left:
        return ()
    if act.verb == "seat":
        return table_steps(state, act.args[0])
    more = spot(WHICH_TABLE, "more", len(state.inn.tables) // 2, 1, say("insider.more"))
    rest = _other_steps(state, act)
    return (more, *rest) if rest else ()


def table_steps(state: State, table: str) -> tuple[Step, ...]:
    """Make the step to a table of the open card."""
    at = int(table) - 1
    if state.inn.card is None or at >= len(state.inn.tables):
        return ()
    worth = say("insider.worth", table=table, value=f"{state.inn.card.values[at]:+}")
    return (spot(WHICH_TABLE, table, at, 0, worth),)


def dice_steps(state: State, act: Act) -> tuple[Step, ...]:
    """Make the steps to the faces of a roll; none if the player has not so many dice (IR-10, IR-24)."""
    dice = 1 if act.seat in state.inn.rumours else 2
    if len(act.args) != dice:
        return ()
    asks = (ONE_DIE,) if dice == 1 else DICE
    return tuple(number(ask, int(face)) for ask, face in zip(asks, act.args, strict=True))


def _other_steps(state: State, act: Act) -> tuple[Step, ...]:
    verb, args = act.verb, act.args
    if verb == "stop":
        return (_STOP,)
    if verb == "leave":
        at = int(args[0]) - 1
        place = spot(say("insider.ask-leave"), args[0], at, 0, say("insider.at-table", table=args[0]))
        return (_LEAVE, place) if at < len(state.inn.tables) else ()
    if verb == "roll":
        faces = dice_steps(state, act)
        return (*_MOVES[verb], *faces) if faces else ()
    if verb in _MOVES:
        return _MOVES[verb]
    power = _POWER_STEPS[verb]
    if verb == "swap":
        table = table_steps(state, args[0])
        return (*power, *table, seat(BY_WHOM, int(args[1]))) if table else ()
    if verb in STRIKING:
        return (*power, seat(WHOM, int(args[0]))) if args[0] != str(act.seat) else ()
    return power


# --- open values


def answers(state: State, act: Act) -> Sequence[Answer]:
    """List the answers to the first open value of an act."""
    if not is_open(act):
        return ()
    match act:
        case Act(verb="card", args=(size, "*", "/", "*")):
            typed = (size, *(OPEN,) * read_size(act.args), "/", OPEN)
            return [
                Answer(
                    choice(say("insider.ask-card"), "another", say("insider.another")), act._replace(args=typed)
                )
            ]
        case Act(verb="card"):
            return _value_answers(act)
        case Act(verb="vip"):
            return vip_answers(state, act, act.args)
    return _fix_answers(state, act)


def answer(act: Act, step: Step, *words: str, hollow: bool = False) -> Answer:
    """Make a step an answer: it puts some words in the place of the first open value."""
    at = act.args.index(OPEN)
    return Answer(step, act._replace(args=(*act.args[:at], *words, *act.args[at + 1 :])), hollow)


def _value_answers(act: Act, first: int = 0) -> list[Answer]:
    """Return the answers for the value of a table, or for the corner; the words of the card begin at `first`."""
    is_corner = act.args[-1] == OPEN and act.args.count(OPEN) == 1
    so_far = " ".join(word for word in act.args[first:] if word.removeprefix("-").isdecimal())
    table = act.args.index(OPEN) - first
    asks = say("insider.ask-corner" if is_corner else "insider.ask-value", table=table, so_far=so_far)
    return [answer(act, number(asks, value), str(value)) for value in (CORNERS if is_corner else VALUES)]


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
PART = len(("round", "2"))
"""Where a correction of a past evaluation says what was wrong in it."""
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
    return [
        answer(act, step, f"{step.value}:", *(OPEN,) * int(step.value), "/", OPEN) for step in size_steps(state)
    ]


def _fix_step(name: str) -> Step:
    return choice(WRONG, name, say(f"insider.fix-{name}"))


def _can_fix(state: State, name: str) -> bool:
    if name in {"table", "card"}:
        return state.inn.card is not None
    return name != "round" or state.inn.evaluations > 0


def size_steps(state: State) -> list[Step]:
    """Make the steps to the sizes of the cards in the game."""
    return [choice(SIZE, str(size), say("insider.tables", count=size)) for size in SIZES[len(state.owed)]]


def _anybody(state: State, _args: tuple[str, ...]) -> list[Step]:
    return [seat(WHOM, at) for at in state.seats]


def _present(state: State, _args: tuple[str, ...]) -> list[Step]:
    return [seat(WHOM, at) for at in state.seats if at not in state.inn.left]


def _sitting(state: State, _args: tuple[str, ...]) -> list[Step]:
    return [*(seat(BY_WHOM, at) for at in state.seats), nobody(BY_WHOM)]


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

"""Insider's table picture: the publicity stair with the markers, the steps in numbers, and the open card.

The stair climbs from the cellar on the left to step 35 on the right, in flights of five. Below it lies the open
card: for each table its value and who sits there; on the left the corner and the dice, on the right the cards that
are left and the spot for everything else.
"""

from __future__ import annotations

from PIL import Image

from engine.acts import OPEN, Act
from engine.insider.city import PLACES
from engine.insider.publicity import MOST_ROUNDS, TOP, account, climbed, rounds_of
from engine.insider.restaurant import Restaurant
from engine.insider.state import State, town_of
from engine.verdicts import Sentence, player, say
from firmware_py.display.canvas import BOTTOM, LIT, OFF, RIGHT, TINY, TINY_WIDTH, Canvas, Font
from firmware_py.games.insider import display_city as insider_city
from firmware_py.games.insider.text import arithmetic
from firmware_py.games.views import Scene, TableView
from firmware_py.i18n.sentences import marked

STAIR_WIDTH, NARROW_STAIR_WIDTH = 82, 66
"""The narrow one leaves room for the hands of the whole board."""
FLIGHT, FLIGHTS_RISE = 5, 32
"""Steps that are drawn as one, and the height of the stair in pixels."""
GROUND = 40
MARKER = 7
"""Width and height of a marker in pixels."""
ARROW, NUMBERS, STATES = 85, 90, 117
"""The x of the columns: whose turn it is, the steps, who misses a turn or has one die."""
HAND_WIDTH = 13
"""What a hand takes, between the steps and the last column."""
ROW = 10
CARD_TOP = 43
CORNER_WIDTH, PILE_WIDTH = 19, 15
ROOMY, TEN = 15, 10
"""Pixels from table to table that leave room for two digits, and the first number with two digits."""

TURN = ("#  ", "## ", "###", "## ", "#  ")
DIE = ("##   ##", "##   ##", "", "##   ##", "##   ##")
MORE = ("", "", "## # ##", "## # ##")
ONE_DIE = ("#### ", "#  # ", "#  # ", "#### ")


Point = tuple[int, int]


def draw(view: TableView) -> Image.Image:
    """Return the picture of a position."""
    state: State = view.state
    if _is_in_city(view):
        return insider_city.draw(view)
    canvas = Canvas()
    _stair(canvas, view)
    for at, seat in enumerate(state.seats):
        _player(canvas, view, seat, at * ROW)
    _card(canvas, view)
    return canvas.image


def _is_in_city(view: TableView) -> bool:
    """Return whether the city is shown: while a card is open, and while a spot of it is pointed at or marked.

    Else stair and card are shown, and also while a table is chosen.
    """
    state: State = view.state
    if state.town is None:
        return False
    spots = {*state.town.plan.spots, "insider", *insider_city.ICONS, "none", "done"}
    if view.cursor is not None:
        return view.cursor in spots
    is_played = bool(state.turn) and state.inn.card is not None and not state.inn.is_over
    return is_played or bool(view.marked & spots)


# --- the stair


def _across(state: State, step: int) -> int:
    """Return the x of a step; steps above the top are drawn at the top."""
    cellar = state.inn.cellar
    return (_stair_width(state) - MARKER) * (min(step, TOP) - cellar) // (TOP - cellar)


def _stair_width(state: State) -> int:
    return STAIR_WIDTH if state.town is None else NARROW_STAIR_WIDTH


def _height(state: State, step: int) -> int:
    lowest, highest = state.inn.cellar // FLIGHT, TOP // FLIGHT
    return GROUND - FLIGHTS_RISE * (min(step, TOP) // FLIGHT - lowest) // (highest - lowest)


def _stair(canvas: Canvas, view: TableView) -> None:
    state: State = view.state
    last = GROUND
    for step in range(state.inn.cellar, TOP + 1):
        x, y = _across(state, step), _height(state, step)
        right = _across(state, step + 1) if step < TOP else _stair_width(state) - 1
        canvas.draw.line((x, last, x, y), fill=LIT)
        canvas.draw.line((x, y, right, y), fill=LIT)
        last = y
        canvas.draw.point([(x, below) for below in range(y + 3 - x % 2, GROUND + 1, 4)], fill=LIT)
    shoes = _across(state, 0)
    canvas.draw.line((shoes, _height(state, 0), shoes, _height(state, 0) + 2), fill=LIT)
    taken: list[Point] = []
    for seat, step in zip(state.seats, state.inn.steps, strict=True):
        if seat not in state.inn.left:
            taken.append(_free_place(_across(state, step), _height(state, step), taken))
            _marker(canvas, *taken[-1], view.mark(seat))


def _free_place(x: int, floor: int, taken: list[Point]) -> Point:
    """Return a free place for a marker: on the step, else above other markers, else beside them."""
    y = min([floor, *(top - 1 for other, top in taken if abs(other - x) < MARKER)]) - MARKER
    return (x, y) if y >= 0 else _free_place(x - MARKER - 1, floor, taken)


def _marker(canvas: Canvas, x: int, y: int, mark: int, ink: int = LIT) -> None:
    canvas.draw.rectangle((x, y, x + MARKER - 1, y + MARKER - 1), fill=ink)
    canvas.icon(x + 2, y + 1, TINY[str(mark)], OFF if ink else LIT)


def _player(canvas: Canvas, view: TableView, seat: int, y: int) -> None:
    """Write a player's step, with whose turn it is, and who misses one or has one die."""
    state: State = view.state
    has_left, left = seat in state.inn.left, 0 if state.town is None else -HAND_WIDTH
    if seat == state.turn and state.shows_turns and state.inn.end is None:
        canvas.icon(ARROW + left, y + 2, TURN)
    _marker(canvas, NUMBERS + left, y + 1, view.mark(seat), OFF if has_left else LIT)
    canvas.text(NUMBERS + left + MARKER + 2, y, f"{state.inn.steps[seat - 1]:>3}")
    if state.town is not None and not has_left:
        canvas.draw.rectangle((STATES + left + 2, y + 1, STATES + left + 8, y + 7), outline=LIT)
        canvas.icon(STATES + left + 4, y + 2, TINY[str(state.town.hands[seat - 1])])
    if seat in state.inn.rumours:
        canvas.icon(STATES, y + 3, ONE_DIE)
    if state.owed[seat - 1] and state.shows_turns:
        canvas.tiny(STATES + 5, y + 2, str(state.owed[seat - 1]))
        canvas.draw.line((STATES + 5, y + 8, STATES + 7, y + 8), fill=LIT)


# --- the card


def _card(canvas: Canvas, view: TableView) -> None:
    """Draw the open card: corner, tables with their values and who sits there, and the cards that are left."""
    inn = view.state.inn
    canvas.text(RIGHT - 9, CARD_TOP, str(MOST_ROUNDS - inn.evaluations))
    canvas.draw.line((RIGHT - 11, CARD_TOP, RIGHT - 11, CARD_TOP + 8), fill=LIT)
    _beside(canvas, CORNER_WIDTH // 2 - 6, DIE, here=view.cursor == "roll")
    _beside(canvas, RIGHT - 14, MORE, here=view.cursor == "more")
    if inn.card is None:
        return
    canvas.text(0, CARD_TOP, f"{inn.card.corner:>3}")
    room = RIGHT - CORNER_WIDTH - PILE_WIDTH
    pitch = min(room // len(inn.tables), 18)
    wide = pitch >= ROOMY or (max(inn.card.values) < TEN and min(inn.card.values) >= 0)
    first = CORNER_WIDTH + (room - pitch * len(inn.tables)) // 2
    for at in range(len(inn.tables)):
        _table(canvas, view, first + at * pitch, at, wide=wide)


def _beside(canvas: Canvas, x: int, icon: tuple[str, ...], *, here: bool) -> None:
    """Draw a spot beside the tables: the dice, or everything else."""
    top = CARD_TOP + 10
    canvas.draw.rectangle((x, top, x + 12, BOTTOM - 1), fill=LIT if here else OFF, outline=LIT)
    canvas.icon(x + 3, top + 2, icon, OFF if here else LIT)


def _table(canvas: Canvas, view: TableView, x: int, at: int, *, wide: bool) -> None:
    """Draw a table 12 dots wide: the value above, the pawn below."""
    text, sitting = str(view.state.inn.card.values[at]), view.state.inn.tables[at]
    number = at + 1
    here = view.cursor == str(number)
    ink = OFF if here else LIT
    if here:
        canvas.draw.rectangle((x, CARD_TOP, x + 11, CARD_TOP + 9), fill=LIT)
    if wide:
        canvas.text(x + 6 - len(text) * Font.SMALL.width // 2, CARD_TOP, text, ink=ink)
    else:
        canvas.tiny(x + 6 - len(text) * TINY_WIDTH // 2, CARD_TOP + 2, text, ink)
    if sitting:
        canvas.draw.rectangle((x + 1, CARD_TOP + 10, x + 10, BOTTOM - 1), fill=LIT)
        canvas.icon(x + 4, CARD_TOP + 12, TINY[str(view.mark(sitting))], OFF)
    else:
        canvas.draw.rectangle((x + 1, CARD_TOP + 10, x + 10, BOTTOM - 1), outline=LIT)
    if str(number) in view.marked:
        canvas.draw.rectangle((x, CARD_TOP + 9, x + 11, BOTTOM - 1), outline=LIT)
        canvas.draw.rectangle((x + 1, CARD_TOP + 10, x + 10, BOTTOM - 2), outline=OFF)


# --- scenes


def summary(_state: State) -> list[Sentence]:
    """Return no lines: the points are enough."""
    return []


def legend(state: State) -> list[Sentence]:
    """Return what the numbers and signs of the picture mean."""
    if state.town is None:
        return [say("insider.picture-players"), say("insider.picture-card")]
    return [say(f"insider.picture-{part}") for part in ("city", "hands", "players", "card")]


def opening(state: State) -> list[Scene]:
    """Return scenes about unchecked paths (IR-36), and about the names of tables and places."""
    if state.town is None:
        return [Scene(say("box.orientation"), (say("insider.orientation"),), state)]
    homes = (
        say("insider.home-of", who=player(seat), place=PLACES[home])
        for seat, home in enumerate(state.town.plan.homes, start=1)
    )
    found = [Scene(say("box.orientation"), (say("insider.orientation-board"), *homes), state)]
    if not state.verified:
        found.insert(0, Scene(say("insider.stand-in"), (say("insider.unverified"),), state))
    return found


def rounds(state: State) -> int:
    """Return how many evaluations there have been."""
    return state.inn.evaluations


def scenes(state: State, number: int) -> list[Scene]:
    """Return a scene for each player in an evaluation: the tables, the values, and the steps on the stair."""
    accounts = account(state.inn.history, len(state.owed), state.inn.cellar)
    title = say("insider.evaluation", number=number)
    shown, found = _position_before(state, number), []
    for gain in accounts[number].gains:
        shown = shown._replace(inn=shown.inn._replace(steps=climbed(shown.inn.steps, [gain])))
        found.append(Scene(title, arithmetic(gain, state), shown, "IR-30", number))
    return found


def _position_before(state: State, number: int) -> State:
    """Return the position just before a past evaluation."""
    inn, at = state.inn, number - 1
    history, accounts = rounds_of(inn.history), account(inn.history, len(inn.steps), inn.cellar)
    card, tables, left = history[at]
    steps = accounts[at].steps
    then = Restaurant(inn.cellar, card, tables, tuple(history[:at]), steps, left=left)
    return State(then, 0, (0,) * len(state.owed), verified=state.verified, town=state.town)


def preview(state: State, act: Act) -> State:
    """Return the position that a correction or a review refers to."""
    match act:
        case Act(verb="fix", args=("pawn", seat, *names)) if seat != OPEN and state.town is not None:
            return _with_pawns(state, int(seat), names)
        case Act(verb="fix", args=("round", number, *_)) | Act(verb="look", args=(number,)) if number != OPEN:
            return _position_before(state, int(number))
    return state


def _with_pawns(state: State, seat: int, names: list[str]) -> State:
    """Return the position with a player's pawns on the places entered so far."""
    town = town_of(state)
    spots = tuple(sorted(town.plan.spots[name] for name in names if name in town.plan.spots))
    return state._replace(town=town._replace(pawns=(*town.pawns[: seat - 1], spots, *town.pawns[seat:])))


def scenes_after(before: State, after: State) -> list[Scene]:
    """Return scenes for a new evaluation, a corrected one, or a turn that is missed."""
    if after.inn.evaluations > before.inn.evaluations:
        return scenes(after, after.inn.evaluations)
    if rounds_of(after.inn.history) != rounds_of(before.inn.history):
        return _corrected(before, after)
    if after.town is None or after.turn == before.turn:
        return []
    missing = zip(after.seats, before.owed, after.owed, strict=True)
    return [
        Scene(say("insider.skipped"), (say("insider.misses-turn", who=player(seat)),), after, "IR-24")
        for seat, owed, still in missing
        if still < owed and seat not in after.inn.left
    ]


def _corrected(before: State, after: State) -> list[Scene]:
    """Return a scene with what a corrected evaluation has changed, and who would have won earlier."""
    lines = [
        say("insider.moved", who=marked(seat), old=old, new=new)
        for seat, old, new in zip(after.seats, before.inn.steps, after.inn.steps, strict=True)
        if old != new
    ]
    end = after.inn.end
    if end is not None and end.after < after.inn.evaluations:
        who = tuple(player(seat) for seat in end.winners)
        lines.append(say("insider.won-earlier", who=who, number=end.after))
    return [Scene(say("insider.corrected"), tuple(lines) or (say("insider.nothing-moved"),), after)]

"""Online's table picture: a row for each party with its line, its memory and its four piles.

What works is filled: a line that is up, open memory, a complete category. The seats are on the left; the one whose
turn it is is inverted, and those that miss a turn are underlined.
"""

from __future__ import annotations

from PIL import Image

from engine.acts import Act
from engine.online.cards import (
    ANTIVIRUS,
    EXTRA_MEMORY,
    MEMORY_FULL,
    NONE,
    ON_LINE,
    PASSWORD_ERROR,
    PASSWORD_OK,
    TURBO_LINE,
    UNDER_CONSTRUCTION,
    VIRUS,
)
from engine.online.scoring import notes_losses, score
from engine.online.state import Party, Phase, State, party_name
from engine.online.timing import over
from engine.verdicts import Sentence, player, say
from firmware_py.display.canvas import LIT, OFF, RIGHT, TINY, TINY_WIDTH, Canvas, Font
from firmware_py.games.views import Scene, TableView

SEATS, LINE, MEMORY, PILES = 0, 17, 40, 51
"""The x of the columns."""
PILE_WIDTH = 19
HEAD, FIRST_ROW = 0, 11
HEIGHT = 51
"""Height of the rows of all parties in pixels."""
BOX = 11
TEN = 10
"""The first count that needs the tiny font; players may agree on such high goals."""

LETTERS = {
    NONE: "", ON_LINE: "ON", TURBO_LINE: "ON2", PASSWORD_OK: "pw", ANTIVIRUS: "av",
    UNDER_CONSTRUCTION: "UC", PASSWORD_ERROR: "PW!", VIRUS: "VIR",
}  # fmt: skip
MEMORIES = {NONE: "", EXTRA_MEMORY: "M", MEMORY_FULL: "X"}
ICONS = (
    ("########", "##    ##", "# #  # #", "#  ##  #", "#      #", "########"),
    ("    ### ", "    #  #", "    #   ", "    #   ", "  ###   ", "  ###   "),
    (" ###### ", "# #    #", "###  # #", "# #   ##", "# #    #", " ###### "),
    ("# #### #", "##    ##", "# #### #", "##    ##", "# #### #", "##    ##"),
)
"""E-mail, music, game, movie."""
CARD = ("#####", "#   #", "#   #", "#   #", "#   #", "#####")


def draw(view: TableView) -> Image.Image:
    """Return the picture of a position."""
    state: State = view.state
    canvas = Canvas()
    _head(canvas, state)
    pitch = HEIGHT // len(state.parties)
    for at, party in enumerate(state.parties):
        _party(canvas, state, at, party, FIRST_ROW + at * pitch + (pitch - BOX) // 2)
    return canvas.image


def _head(canvas: Canvas, state: State) -> None:
    canvas.icon(SEATS, HEAD + 1, CARD)
    canvas.text(SEATS + 7, HEAD - 1, str(state.bank))
    if state.phase is Phase.HACKING and state.end is None:
        canvas.draw.rectangle((LINE + 7, HEAD, PILES - 2, HEAD + 8), fill=LIT)
        canvas.text(LINE + 9, HEAD - 1, "HACK", ink=OFF)
    for at, icon in enumerate(ICONS):
        canvas.icon(PILES + at * PILE_WIDTH + 4, HEAD + 1, icon)
    canvas.draw.line((0, FIRST_ROW - 2, RIGHT - 1, FIRST_ROW - 2), fill=LIT)


def _party(canvas: Canvas, state: State, at: int, party: Party, y: int) -> None:
    for place, seat in enumerate(state.deal.parties[at]):
        _seat(canvas, state, seat, SEATS + place * (TINY_WIDTH + 2), y + 2)
    _box(canvas, LINE, y, LETTERS[party.line_top], lit=party.is_up)
    _box(canvas, MEMORY, y, MEMORIES[party.memory_top], lit=party.memory_top == EXTRA_MEMORY)
    goals = state.deal.goals
    for number, (count, goal, secured) in enumerate(zip(party.piles, goals, party.secured, strict=True)):
        _pile(canvas, PILES + number * PILE_WIDTH, y, (count, goal), secured=secured)


def _seat(canvas: Canvas, state: State, seat: int, x: int, y: int) -> None:
    is_turn = seat == state.turn and state.end is None
    if is_turn:
        canvas.draw.rectangle((x, y - 1, x + 4, y + 5), fill=LIT)
    if seat not in state.left:
        canvas.icon(x + 1, y, TINY[str(seat)], OFF if is_turn else LIT)
    if state.owed[seat - 1]:
        canvas.draw.line((x, y + 7, x + 4, y + 7), fill=LIT)


def _box(canvas: Canvas, x: int, y: int, text: str, *, lit: bool) -> None:
    """Draw a card, narrow on the memory pile."""
    width = (3 if x == LINE else 1) * Font.SMALL.width + 2
    canvas.draw.rectangle((x, y, x + width, y + BOX - 1), fill=LIT if lit else OFF, outline=LIT)
    shift = (width - len(text) * Font.SMALL.width) // 2
    canvas.text(x + 1 + shift, y, text, ink=OFF if lit else LIT)


def _pile(canvas: Canvas, x: int, y: int, counted: tuple[int, int], *, secured: bool) -> None:
    """Write the count and the goal; filled when complete, with a frame when secured."""
    count, goal = counted
    done = count == goal
    if done:
        canvas.draw.rectangle((x, y + 1, x + PILE_WIDTH - 2, y + BOX - 2), fill=LIT)
    if secured:
        canvas.draw.rectangle((x - 1, y, x + PILE_WIDTH - 2, y + BOX - 1), outline=LIT)
        canvas.draw.line((x, y + BOX - 3, x + PILE_WIDTH - 3, y + BOX - 3), fill=OFF)
    ink = OFF if done else LIT
    if count < TEN:
        canvas.text(x + 2, y, str(count), ink=ink)
    else:
        canvas.tiny(x, y + 3, str(count), ink)
    canvas.tiny(x + 8, y + 3, f"/{goal}", ink)


def summary(state: State) -> list[Sentence]:
    """Return the gain and loss of each party (ON-35)."""
    return [
        say(
            "online.scored" if notes_losses(state) else "online.scored-gain",
            party=party_name(state, at),
            gain="?" if noted["gain"] is None else noted["gain"],
            loss=noted["loss"] or 0,
        )
        for at, noted in enumerate(score(state).values())
    ]


def legend(_state: State) -> list[Sentence]:
    """Return what the numbers and signs of the picture mean."""
    return [say("online.picture-rows"), say("online.picture-counts")]


def opening(state: State) -> list[Scene]:
    """Return a scene that says who plays with whom."""
    parties = (
        say("online.shown-party", party=seats[0], who=tuple(map(player, seats)))
        for seats in state.deal.parties
        if len(seats) > 1
    )
    return [Scene(say("box.orientation"), (*parties, say("online.orientation")), state)]


def rounds(_state: State) -> int:
    """Return 0: Online has no rounds."""
    return 0


def scenes(_state: State, _number: int) -> list[Scene]:
    """Return no scenes: there are no rounds to review."""
    return []


def scenes_after(before: State, after: State) -> list[Scene]:
    """Return scenes for a new bank, a turn that is missed, and the end."""
    found = []
    if after.shuffles > before.shuffles:
        found.append(Scene(say("online.new-bank"), (say("online.shuffle", bank=after.bank),), after, "ON-34"))
    for seat, (owed, still) in enumerate(zip(before.owed, after.owed, strict=True), start=1):
        if still < owed and seat not in after.left and after.end is None:
            found.append(Scene(say("online.skipped"), (say("online.misses", who=player(seat)),), after, "ON-25"))
    if after.end is not None and before.end is None:
        _, why = over(after)
        found.append(Scene(say("box.over"), (why,), after))
    return found


def preview(state: State, _act: Act) -> State:
    """Return the current position."""
    return state

"""What a camera makes of whole games of Inside, and a photo of a final position; `python -m` this for the figures.

The ranges of the pictures are in `shots.py` and `pyramids.py`. The camera of a game stays where it is; its owner
has taught once, in other light, how bright the cubes are. A photo of a final position is tilted by up to 20°, and
nothing but the board's place is known.
"""

import random
import sys
from collections import Counter
from typing import NamedTuple

import engine.inside as rules
from engine.acts import Act
from engine.game import Setup
from engine.inside.pyramid import CELLS, FACES, names
from engine.inside.scoring import MAJORITY
from firmware_py.games.inside import sight
from firmware_py.sight.follower import Finding, follow
from firmware_py.sight.picture import decode
from firmware_py.sight.view import View, look
from tests.firmware_py.sight.pyramids import Set, draw
from tests.firmware_py.sight.shots import Ground, Light, draw_sheet, expose, lens

LIVE, PHOTO = (640, 480), (2048, 1536)
SMALL_PHOTO = (1024, 768)
"""For fast tests."""
LIVE_TILT, PHOTO_TILT = 15, 20
ROLL = {LIVE: 10, PHOTO: 180, SMALL_PHOTO: 180}
START = Setup("inside", ("Anna", "Ben"))
MIXED = {"400": "L", "022": "L", "040": "D", "004": "D"}
FIRST_STOCKS = ((11, 5), (5, 11))


class Table:
    """A board under a camera."""

    def __init__(self, chance: random.Random, size=LIVE, tilt=LIVE_TILT) -> None:
        self.chance = chance
        self.light = Light.of(chance)
        self.laid = Set(chance, self.light)
        self.ground = Ground(lens(chance, size, tilt, ROLL.get(size, ROLL[LIVE])), self.light, draw_sheet(chance))
        self.taught = sight.read_taught({"corners": self.laid.taught()})

    def picture(self, *, motion: float = 0.0) -> bytes:
        return expose(draw(self.laid, self.ground), self.ground, self.chance, drift=0.1, motion=motion)

    def view(self, *, motion: float = 0.0):
        return look(decode(self.picture(motion=motion), "a drawn picture"))

    def put(self, act: Act) -> None:
        self.laid.put(act.args[0][1:], act.args[0][0])


def state_with(cubes: dict[str, str]) -> rules.State:
    """Return a state with cubes and nothing else that matters to a picture."""
    sets = [sum(1 << CELLS.index(cell) for cell, piece in cubes.items() if piece == colour) for colour in "LD"]
    return rules.start(START)._replace(cubes=tuple(sets))


def teach(table: Table, size=PHOTO) -> None:
    """Teach how bright the cubes are: with a photo in other light."""
    laid, chance = table.laid, table.chance
    laid.light = Light.of(chance)
    for cell, colour in MIXED.items():
        laid.put(cell, colour)
    ground = Ground(lens(chance, size, PHOTO_TILT, 180), laid.light, draw_sheet(chance))
    view = look(decode(expose(draw(laid, ground), ground, chance), "a drawn picture"))
    if isinstance(view, View):
        _, memory = sight.read(view, state_with(MIXED), table.taught)
        table.taught = sight.read_taught({"corners": laid.taught(), **sight.learnt(memory)})
    for cell in MIXED:
        laid.take(cell)
    laid.light = table.light


def photograph(acts, folder) -> None:
    """Write a photo of the table after acts, and what its owner has taught: photo.jpg and board.toml."""
    table = Table(random.Random(5), PHOTO, PHOTO_TILT)
    for act in acts:
        if act.verb in {"place", "bonus"}:
            table.put(act)
    (folder / "photo.jpg").write_bytes(table.picture())
    corners = [[round(float(value), 1) for value in place] for place in table.laid.taught()]
    (folder / "board.toml").write_text(f"[board]\ncorners = {corners}\n")


class Move(NamedTuple):
    act: Act
    finding: Finding | None
    """None if the picture showed no sheet."""

    @property
    def outcome(self) -> str:
        if self.finding is None:
            return "no sheet"
        if self.finding.question:
            return "asked"
        if self.finding.differs:
            return "differs"
        if self.finding.acts == (self.act,):
            return "entered"
        return "WRONG" if self.finding.acts else "nothing entered"


def play(seed: int, taught_with=PHOTO):
    """Yield every move of a random game, and what follows from a picture after it; people answer rightly."""
    chance = random.Random(seed)
    table = Table(chance)
    teach(table, taught_with)
    state, memory = rules.start(START), None
    view = table.view()
    if isinstance(view, View):
        _, memory = sight.read(view, state, table.taught)
    while not rules.standing(state).over:
        act = chance.choice(rules.legal(state))
        table.put(act)
        view, finding, after = table.view(), None, rules.play(state, act)
        if isinstance(view, View):
            reading, seen = sight.read(view, state, table.taught, memory)
            finding = follow(rules, state, sight, reading)
            memory = seen
        yield Move(act, finding)
        state = after


def final(seed: int, size=PHOTO):
    """Return whether one photo of a random final position shows who takes each face."""
    chance = random.Random(seed)
    table = Table(chance, size, PHOTO_TILT)
    colours = ["L"] * 18 + ["D"] * 18
    chance.shuffle(colours)
    truth = dict(zip(CELLS, colours, strict=False))
    for cell, colour in truth.items():
        table.laid.put(cell, colour)
    view = table.view(motion=2)
    if not isinstance(view, View):
        return "no sheet"
    reading, _ = sight.read(view, rules.start(START), table.taught)
    taken = [face["taken"] for face in sight.counted(reading).values()]
    lights = [sum(truth[cell] == "L" for cell in names(cells)) for cells in FACES.values()]
    true = ["light" if light >= MAJORITY else "dark" for light in lights]
    if any(one not in {None, other} for one, other in zip(taken, true, strict=True)):
        return "WRONG"
    return "asked" if None in taken else "read"


def main() -> None:
    games, finals, first = (int(value) for value in (*sys.argv[1:], *("20", "40", "0")[len(sys.argv) - 1 :]))
    moves: Counter[str] = Counter()
    for seed in range(first, first + games):
        for number, move in enumerate(play(seed), start=1):
            moves[move.outcome] += 1
            if move.outcome != "entered":
                print(f"game {seed} move {number}: {move.act}: {move.outcome} {move.finding}", flush=True)
    print("Inside, live 640 × 480:", dict(moves), flush=True)
    ends: Counter[str] = Counter()
    for seed in range(first, first + finals):
        ends[final(seed)] += 1
    print("Inside, final position from one photo:", dict(ends), flush=True)
    sys.exit(int(bool(moves["WRONG"] or ends["WRONG"])))


if __name__ == "__main__":
    main()

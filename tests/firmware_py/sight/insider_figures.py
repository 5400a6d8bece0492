"""What a camera makes of games of Insider: `python -m` this for the figures.

The ranges of the pictures are in `shots.py` and `restaurants.py`. The camera of a live game stays where it is, and
each of its pictures is taken after a hand has been there. A photo of a full card is tilted by up to 30°, one of
the city by up to 20°; the dice are in the box by then, nobody plays cards or enters the restaurant.
"""

import random
import sys
from collections import Counter

import engine.insider as rules
from engine.acts import Act
from engine.game import Setup
from engine.insider.cards import SIZES, Card
from firmware_py.games.insider import sight, sight_city
from firmware_py.games.insider.sight_taught import PAWNS, STICKERS
from firmware_py.sight.follower import follow
from firmware_py.sight.picture import decode
from firmware_py.sight.reading import NOTHING
from firmware_py.sight.view import View, look
from tests.firmware_py.sight import restaurants
from tests.firmware_py.sight.restaurants import (
    CITY,
    CROWD,
    LaidCard,
    Pawn,
    Scene,
    city_places,
    draw_city,
    new_card,
    new_pawn,
)
from tests.firmware_py.sight.shots import Ground, Light, draw_sheet, expose, lens

LIVE, PHOTO = (640, 480), (2048, 1536)
LIVE_TILT, PHOTO_TILT, CITY_TILT = 15, 30, 20
NAMES = ("Anna", "Ben", "Carla", "Dora")
MOST_PICTURES = 4
"""So many pictures are taken of one change before it is given up."""
EVALUATIONS = 7


class Restaurant:
    """A card and pawns under a camera, and what their owner has taught."""

    def __init__(self, chance: random.Random, players: int, size=LIVE, tilt=LIVE_TILT) -> None:
        self.chance, self.players, self.size, self.tilt = chance, players, size, tilt
        self.light = Light.of(chance)
        self.sheet = draw_sheet(chance)
        self.ground = self.new_ground()
        sizes = [count for count in SIZES[players] for _ in range(4)]
        stickers = chance.sample(STICKERS, EVALUATIONS)
        self.pile = [
            (tag, Card(tuple(chance.randrange(-2, 6) for _ in range(count)), -chance.randrange(6)))
            for tag, count in zip(stickers, chance.sample(sizes, EVALUATIONS), strict=True)
        ]
        self.laid = {tag: new_card(chance, tag, len(card.values), self.ground) for tag, card in self.pile}
        values = [[tag, list(card.values), card.corner, self.laid[tag].taught(chance)] for tag, card in self.pile]
        self.values = {"cards": values}
        self.taught = sight.read_taught(self.values)
        self.card: LaidCard | None = None
        self.pawns: dict[int, Pawn] = {}
        """By table."""

    def new_ground(self) -> Ground:
        roll = 10 if self.size == LIVE else 180
        return Ground(lens(self.chance, self.size, self.tilt, roll), self.light, self.sheet)

    def lay(self, tag: int) -> None:
        self.card, self.pawns = self.laid[tag], {}

    def put(self, table: int, seat: int) -> None:
        there = {pawn.mark.number for pawn in self.pawns.values()}
        ring = self.chance.choice([ring for ring, whose in PAWNS.items() if whose == seat and ring not in there])
        self.pawns[table] = new_pawn(self.chance, ring, self.card.on(self.card.tables[table]))

    def move(self, table: int, other: int) -> None:
        ring = self.pawns.pop(table).mark.number
        self.pawns[other] = new_pawn(self.chance, ring, self.card.on(self.card.tables[other]))

    def picture(self) -> bytes:
        colours = restaurants.draw(Scene(self.card, list(self.pawns.values())), self.ground)
        return expose(colours, self.ground, self.chance, drift=0.1, motion=2 if self.size == PHOTO else 0)

    def view(self):
        return look(decode(self.picture(), "a drawn picture"))


def start(players: int) -> rules.State:
    return rules.start(Setup("insider", NAMES[:players]))


def turned_up(card: Card) -> Act:
    return Act(None, "card", tuple(str(card).split()))


def change(table: Restaurant, state: rules.State) -> list[Act]:
    """Do something at the tables, and return the acts that say it."""
    chance, tables = table.chance, state.inn.tables
    taken = [at for at, seat in enumerate(tables) if seat]
    free = [at for at, seat in enumerate(tables) if not seat]
    seat, at = chance.choice(state.seats), chance.choice(free)
    what = chance.choices(("seat", "leave", "swap", "walk"), (6, 1, 1, 1 if len(free) > 1 else 0))[0]
    if what == "seat" or not taken:
        table.put(at, seat)
        return [Act(seat, "seat", (str(at + 1),))]
    gone = chance.choice(taken)
    if what == "leave":
        del table.pawns[gone]
        return [Act(tables[gone], "leave", (str(gone + 1),))]
    if what == "swap" and seat != tables[gone]:
        del table.pawns[gone]
        table.put(gone, seat)
        return [Act(state.turn, "swap", (str(gone + 1), str(seat)))]
    table.move(gone, at)
    return [Act(tables[gone], "leave", (str(gone + 1),)), Act(tables[gone], "seat", (str(at + 1),))]


class Follower:
    """Follows a restaurant picture by picture; people answer rightly, and look again if nothing is entered."""

    def __init__(self, table: Restaurant, state: rules.State) -> None:
        self.table, self.state, self.memory = table, state, None
        self.told: Counter[str] = Counter()

    def see(self, then: rules.State, what: str) -> None:
        """Look until the box has a state, or for a while."""
        wanted = sight.expected(then)
        for number in range(MOST_PICTURES):
            view = self.table.view()
            if not isinstance(view, View):
                self.told[f"{what}: no sheet"] += 1
                continue
            reading, memory = sight.read(view, self.state, self.table.taught, self.memory)
            finding = follow(rules, self.state, sight, reading)
            reached = self.state
            for act in finding.acts:
                reached = rules.play(reached, act)
            outcome = "unread"
            if finding.question:
                outcome = "asked"
            elif finding.differs:
                outcome = "differs"
            elif finding.acts:
                outcome = "entered" if sight.expected(reached) == wanted else self._wrong(reached, wanted)
            self.told[f"{what}: {outcome}{' later' if number else ''}"] += 1
            if outcome in {"entered", "asked", "WRONG"}:
                self.memory = memory
                break
            if outcome in {"partly", "unread"}:
                self.memory, self.state = memory, reached
        else:
            self.told[f"{what}: given up"] += 1
        self.state = then

    @staticmethod
    def _wrong(reached: rules.State, wanted) -> str:
        """Return whether what was entered is true, though not all of it was seen."""
        entered = dict(sight.expected(reached))
        true = all(entered[place] in {piece, NOTHING} for place, piece in wanted)
        return "partly" if true else "WRONG"


def play(seed: int) -> Counter[str]:
    """Return what became of every change in one game of the stair under a camera."""
    chance = random.Random(seed)
    players = chance.choice((2, 3, 4))
    table = Restaurant(chance, players)
    box = Follower(table, start(players))
    for tag, card in table.pile:
        if box.state.inn.is_over:
            break
        table.lay(tag)
        box.see(rules.play(box.state, turned_up(card)), "card")
        while box.state.inn.card is not None:
            then = box.state
            for act in change(table, box.state):
                then = rules.play(then, act)
            box.see(then, "change")
    return box.told


def evaluations(seed: int) -> Counter[str]:
    """Return what became of the evaluations of one game, each with one photo of the full card."""
    chance = random.Random(seed)
    players = chance.choice((2, 3, 4))
    table = Restaurant(chance, players, PHOTO, PHOTO_TILT)
    box = Follower(table, start(players))
    for tag, card in table.pile:
        if box.state.inn.is_over:
            break
        table.ground = table.new_ground()
        table.lay(tag)
        then = rules.play(box.state, turned_up(card))
        for at in range(len(card.values)):
            seat = chance.choice(then.seats)
            table.put(at, seat)
            then = rules.play(then, Act(seat, "seat", (str(at + 1),)))
        box.see(then, "photo")
    return box.told


def hidden(seed: int) -> Counter[str]:
    """Return what is told of a ring that something small or a glare hides, and that has not gone."""
    chance = random.Random(seed)
    table = Restaurant(chance, 3)
    (tag, card), *_ = table.pile
    table.lay(tag)
    box = Follower(table, start(3))
    box.see(rules.play(box.state, turned_up(card)), "card")
    state = box.state
    for at in range(len(card.values) - 1):
        seat = chance.choice(state.seats)
        table.put(at, seat)
        state = rules.play(state, Act(seat, "seat", (str(at + 1),)))
    box.see(state, "seats")
    box.told.clear()
    mark = table.pawns[chance.randrange(len(table.pawns))].mark
    if chance.random() < 0.3:
        mark.glare = chance.random(), chance.random(), chance.uniform(0.2, 0.8), chance.uniform(60, 200)
    else:
        mark.covered, mark.cover = chance.uniform(0.1, 1.3), chance.uniform(20, 240)
    view = table.view()
    told: Counter[str] = Counter()
    if isinstance(view, View):
        reading, _ = sight.read(view, state, table.taught, box.memory)
        finding = follow(rules, state, sight, reading)
        told[
            "FALSE" if finding.acts else "asked" if finding.question else "unsure" if reading.unsure else "read"
        ] += 1
    return told


class City:
    """A board with pawns, and a photo of it after each turn."""

    def __init__(self, chance: random.Random, players: int) -> None:
        self.chance = chance
        self.state = rules.start(Setup("insider", NAMES[:players], tags={"Depth": "board"}))
        self.light, self.middles = Light.of(chance), city_places(chance)
        self.spots = sight_city.places(self.state.town.plan, tuple(map(tuple, self.middles)))
        self.plane = draw_city(chance, self.spots, len(self.middles))
        slips = [[round(float(value) + chance.uniform(-2, 2), 1) for value in place] for place in self.middles]
        self.values = {"places": slips}
        self.taught = sight.read_taught(self.values)

    def photo(self, tilt=CITY_TILT) -> bytes:
        """Return a photo of the state, from anywhere."""
        chance, town = self.chance, self.state.town
        ground = Ground(lens(chance, PHOTO, tilt, 180, sheet=CITY), self.light, self.plane, CITY)
        rings = {seat: [ring for ring, whose in PAWNS.items() if whose == seat] for seat in self.state.seats}
        there = Counter(spot for spots in town.pawns for spot in spots)
        crowd: Counter[int] = Counter()
        pawns = []
        for seat, spots in enumerate(town.pawns, start=1):
            for spot in spots:
                alone = there[spot] == 1
                beside = CROWD[0] if alone else CROWD[1 + crowd[spot] % (len(CROWD) - 1)]
                crowd[spot] += 1
                at = self.spots[spot] + beside
                pawns.append(new_pawn(chance, rings[seat].pop(), at, slip=4.0 if alone else 1.0))
        colours = restaurants.draw(Scene(None, pawns), ground)
        return expose(colours, ground, chance, motion=2)

    def read(self, state: rules.State, **how):
        view = look(decode(self.photo(**how), "a drawn picture"), CITY)
        if not isinstance(view, View):
            return None, None
        reading, _ = sight.read(view, state, self.taught)
        return reading, follow(rules, state, sight, reading)


def walk(table: City) -> rules.State:
    """Play one turn on the board, and return the state after its dice: long walks of few pawns."""
    chance, state = table.chance, table.state
    dice = [act for act in rules.legal(state) if act.verb in {"points", "roll"} and sum(map(int, act.args)) != 7]
    state = begun = rules.play(state, chance.choice(dice))
    walked: set[str] = set()
    while moves := [act for act in rules.legal(state) if act.verb == "move" and "insider" not in act.args[1]]:
        moves = [act for act in moves if act.args[0] not in walked] or moves
        left = {act: rules.play(state, act).town.points for act in moves}
        act = chance.choice([act for act in moves if left[act] <= min(left.values()) + 3])
        walked.add(act.args[1])
        state = rules.play(state, act)
    table.state = state
    return begun


def city(seed: int, turns: int = 12) -> Counter[str]:
    """Return what became of the turns of a game on the board, with one photo each; dice are entered by keys."""
    chance = random.Random(seed)
    table = City(chance, chance.choice((2, 3, 4)))
    size = SIZES[len(table.state.owed)][0]
    table.state = rules.play(table.state, turned_up(Card((1,) * size, 0)))
    told: Counter[str] = Counter()
    for _ in range(turns):
        begun = walk(table)
        _, finding = table.read(begun)
        reached = begun
        for act in finding.acts if finding else ():
            reached = rules.play(reached, act)
        outcome = "unread"
        if finding is None:
            outcome = "no sheet"
        elif finding.acts:
            outcome = "entered" if sight.expected(reached) == sight.expected(table.state) else "WRONG"
        elif finding.question or finding.differs:
            outcome = "asked" if finding.question else "differs"
        told[f"turn: {outcome}"] += 1
        stop = next(act for act in rules.legal(table.state) if act.verb == "stop")
        table.state = rules.play(table.state, stop)
    return told


def main() -> None:
    games, photos, tries, cities, first = (
        int(value) for value in (*sys.argv[1:], *("20", "20", "100", "4", "0")[len(sys.argv) - 1 :])
    )
    wrong = 0
    for title, run, count in (
        ("stair, live 640 × 480", play, games),
        ("stair, one photo an evaluation", evaluations, photos),
        ("rings covered or under glare", hidden, tries),
        ("city, one photo a turn", city, cities),
    ):
        told: Counter[str] = Counter()
        for seed in range(first, first + count):
            found = run(seed)
            if any("WRONG" in each or "FALSE" in each for each in found):
                print(f"{title}: seed {seed}: {dict(found)}", flush=True)
            told += found
        print(f"Insider, {title}:", dict(sorted(told.items())), flush=True)
        wrong += sum(count for each, count in told.items() if "WRONG" in each or "FALSE" in each)
    sys.exit(int(bool(wrong)))


if __name__ == "__main__":
    main()

"""People who play Insider's stair under an eye: drawn pictures, the firmware, a pty, the driver and the program.

Nobody presses a key. The people move cards and pawns; a camera takes a picture every tenth of a second of
simulated time; the eye's firmware (the modules of the board, under CPython) looks at them and talks to the driver
over a pseudo-terminal; the driver's events go into a whole box (`wired.py`).
"""

import difflib
import os
import random
import select
import tempfile
import time
import tty
from queue import Empty, Queue
from typing import Any

from drivers.eye import View
from drivers.eye_port import Eye
from drivers.serial_port import Connected, Disconnected, Timing
from engine.game import Setup
from engine.insider.cards import Card
from engine.insider.owner_data import OwnerData
from engine.insider.taught import Taught
from firmware_py.games import owner_data
from firmware_py.ui.flows.match import begin
from tests.engine.insider.slow_insider import SlowInsider
from tests.firmware_py.runtime.simulated_parts import WiredBox
from tests.hardware import eye_scenes
from tests.hardware.board import watching
from tests.hardware.eye_pictures import HEIGHT, WIDTH, Light, draw, find_tags
from tests.hardware.eye_rates import learnt_places
from tests.hardware.eye_scenes import Scene

EVERY_SECONDS = 0.1
"""Between two pictures."""
MOST_SECONDS = 1.5
"""From a pawn that stands still to the act."""
MOST_NUDGES = 3
PATIENCE_SECONDS = 60
QUICK = Timing(answer_seconds=0.05, questions=100_000, shortest_wait_seconds=0.001, longest_wait_seconds=0.01)


class Board:
    """The eye's firmware at the far end of a pseudo-terminal."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="sideline-board-")
        self.path = os.path.join(self._folder.name, "eye")
        self._eye: Any = None

    @property
    def is_plugged(self) -> bool:
        return self._eye is not None

    def plug(self) -> None:
        self._far, self._near = os.openpty()
        tty.setraw(self._near)
        os.set_blocking(self._far, False)
        os.symlink(os.ttyname(self._near), self.path)
        self._eye = watching.Eye(self._say, random.randrange(65536), "openmv")

    def unplug(self) -> None:
        if self._eye is not None:
            os.unlink(self.path)
            os.close(self._far)
            os.close(self._near)
            self._eye = None

    def close(self) -> None:
        self.unplug()
        self._folder.cleanup()

    def _say(self, data: bytes) -> None:
        os.write(self._far, data)

    def see(self, image: Any, found: list[Any], now: int) -> None:
        if self._eye is not None:
            self._eye.see(image, (WIDTH, HEIGHT), found, now)

    def answer(self, seconds: float, now: int) -> None:
        """Answer what the box asks, for so long."""
        if self._eye is None:
            return
        ready, _, _ = select.select([self._far], [], [], seconds)
        if ready:
            self._eye.hear(os.read(self._far, 4096), now)

    @property
    def told(self) -> str:
        """The state that it has told last."""
        return "" if self._eye is None else self._eye.told[0]

    @property
    def number(self) -> int | None:
        """The number of what it has told last."""
        return None if self._eye is None else self._eye._number


class Party:
    """Three people, a card's place, an eye and a box."""

    def __init__(self, seed: int, players: int = 3) -> None:
        self.chance = random.Random(seed)
        names = ("Anna", "Ben", "Carla", "Dora")[:players]
        self.players, self.naive = players, SlowInsider(players)
        self.camera, self.light = eye_scenes.camera(self.chance), Light.of(self.chance)
        self.deck = self._teach()
        owner_data.save("insider", OwnerData(taught=tuple(taught for taught, _ in self.deck)))
        self.wired, self.board, self.events = WiredBox(), Board(), Queue[Any]()
        self.scene = Scene(self.camera, None, ())
        self.sitting: dict[int, int] = {}
        """Table → the ring of the pawn that stands there."""
        self.done: list[str] = []
        """The acts that have happened on the table."""
        self.nudges = 0
        """How often people straightened something: the eye could not read it, or the box asked about it."""
        self.slowest = 0.0
        """The longest that an act took after the table stood still, in simulated seconds."""
        self.clock = 0
        self.wired.begin(lambda stack: begin(stack, Setup("insider", names)))
        self.driver = Eye(self.board.path, self.events.put, timing=QUICK)
        self.plug()

    def close(self) -> None:
        self.driver.close()
        self.board.close()

    # --- the box

    @property
    def box(self) -> Any:
        return self.wired.stack.match_screen

    @property
    def inn(self) -> Any:
        return self.box.match.state.inn

    @property
    def acts(self) -> list[str]:
        return [str(act) for act in self.box.match.log]

    def _deliver(self, event: object) -> None:
        self.wired.sources.eye.put(event)
        self.wired.settle()

    def _until(self, is_it: Any) -> None:
        """Let the board and the driver talk until something comes; the box gets all that comes."""
        limit = time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < limit:
            self.board.answer(0.001, self.clock)
            try:
                event = self.events.get(timeout=0.001)
            except Empty:
                continue
            self._deliver(event)
            if is_it(event):
                return
        raise AssertionError("nothing came")

    def plug(self) -> None:
        self.board.plug()
        self._until(lambda event: isinstance(event, Connected))
        self._catch_up()

    def unplug(self) -> None:
        self.board.unplug()
        self._until(lambda event: isinstance(event, Disconnected))
        self._seen = None

    def _catch_up(self) -> None:
        """Wait until the box has got what the board has told last."""
        wanted = self.board.number
        if wanted is not None and getattr(self, "_seen", None) != wanted:
            self._until(lambda event: isinstance(event, View) and event.sequence == wanted)
            self._seen = wanted

    # --- the camera

    def take(self, *pictures: tuple[Any, list[Any]], count: int = 1) -> None:
        """Take so many pictures, in turn, a tenth of a second apart."""
        for number in range(count):
            self.clock += round(EVERY_SECONDS * 1000)
            image, found = pictures[number % len(pictures)]
            self.board.see(image, found, self.clock)
            self.wired.settle(EVERY_SECONDS)
            if self.board.is_plugged:
                self._catch_up()

    def picture(self, scene: Scene, kind: str = "good") -> tuple[Any, list[Any]]:
        image = draw(scene, self.chance, kind, self.light)
        return image.tobytes(), find_tags(image)

    def reach_in(self, count: int = 3) -> None:
        """Put a hand into the picture, over what lies there."""
        self.take(self.picture(self.scene._replace(hand=eye_scenes.hand(self.chance))), count=count)

    def stand_still(self, seconds: float = 2.0) -> None:
        """Leave everything as it is for a while; notes how long the first act took."""
        before, pictures = len(self.acts), [self.picture(self.scene) for _ in range(2)]
        began, is_noted = self.clock, False
        for number in range(round(seconds / EVERY_SECONDS)):
            self.take(pictures[number % len(pictures)])
            if len(self.acts) > before and not is_noted:
                self.slowest, is_noted = max(self.slowest, (self.clock - began) / 1000), True

    def wait_for_the_eye(self) -> None:
        """Stand still; while something is missing at the box, move the card a little and straighten its pawns."""
        self.stand_still()
        for _ in range(MOST_NUDGES):
            if self.board.told != "unsure" and len(self.acts) >= len(self.done):
                return
            self.nudges += 1
            self.reach_in(2)
            self.straighten()
            self.stand_still()

    def straighten(self) -> None:
        """Move the card a little, and put its pawns onto the middles of their tables."""
        card = self.scene.card
        if card is not None:
            x, y = card.middle
            card = card._replace(middle=(x + self.chance.uniform(-2, 2), y + self.chance.uniform(-2, 2)))
            pawns = tuple(
                eye_scenes.pawn(self.chance, ring, card.on(card.places[table - 1]), slip=1)
                for table, ring in self.sitting.items()
            )
            self.scene = self.scene._replace(card=card, pawns=pawns)

    # --- the people

    def _teach(self) -> list[tuple[Taught, eye_scenes.Card]]:
        """Learn where the tables of some cards are, as the camera sees pawns there."""
        sizes = {2: (3, 4, 5), 3: (4, 5, 6), 4: (5, 6, 7)}[self.players]
        found = []
        for at in range(9):
            size = sizes[at % 3]
            values = Card(tuple(self.chance.randrange(-1, 5) for _ in range(size)), -at - 1)
            drawn = eye_scenes.card(self.chance, 101 + at, size)
            found.append((Taught(101 + at, values, learnt_places(self.camera, drawn)), drawn))
        self.chance.shuffle(found)
        return found

    def turn_up(self, number: int) -> None:
        """Lay the next card down, without pawns."""
        taught, drawn = self.deck[number]
        self.clear()
        self.scene = self.scene._replace(card=drawn)
        self.happen(f"card {taught.card}")

    def happen(self, sentence: str) -> None:
        """Note an act that happens on the table, for the naive scorer too."""
        self.done.append(sentence)
        self.naive.say(sentence)

    def clear(self) -> None:
        self.scene, self.sitting = self.scene._replace(card=None, pawns=()), {}

    def put(self, seat: int, table: int) -> None:
        """Put a pawn of a seat onto a table."""
        ring = next(
            number for number in range(10 * seat + 1, 10 * seat + 8) if number not in self.sitting.values()
        )
        assert self.scene.card is not None
        place = self.scene.card.on(self.scene.card.places[table - 1])
        self.scene = self.scene._replace(pawns=(*self.scene.pawns, eye_scenes.pawn(self.chance, ring, place)))
        self.sitting[table] = ring

    def take_away(self, table: int) -> None:
        ring = self.sitting.pop(table)
        self.scene = self.scene._replace(pawns=tuple(pawn for pawn in self.scene.pawns if pawn.number != ring))

    def check(self) -> None:
        """Compare the box with the table and with the naive scorer."""
        tables = tuple(self.sitting.get(table, 0) // 10 for table in range(1, len(self.inn.tables) + 1))
        assert self.inn.tables == (tables if self.inn.card is not None else ()), self.acts[-5:]
        assert self.acts == self.done, [*difflib.unified_diff(self.done, self.acts, "table", "box", n=2)]
        assert self.inn.steps == self.naive.steps(), self.acts[-5:]

    def play_a_round(self, number: int, fault: Any = lambda _party: None) -> None:
        """Turn a card up and fill its tables, one after the other; `fault` may happen before each."""
        self.reach_in()
        self.turn_up(number)
        fault(self)
        self.wait_for_the_eye()
        size = len(self.deck[number][0].card.values)
        tables = self.chance.sample(range(1, size + 1), size)
        for table in tables:
            if self.inn.is_over:
                return
            fault(self)
            seat = self.chance.randrange(1, self.players + 1)
            self.reach_in(self.chance.randrange(1, 4))
            self.put(seat, table)
            self.happen(f"{seat} seat {table}")
            self.wait_for_the_eye()
            if len(self.sitting) < size:
                self.check()
        fault(self)
        self.reach_in(2)
        if self.chance.random() < 1 / 2:  # else the next card replaces this one
            self.clear()
            self.stand_still(1.5)
        self.check()

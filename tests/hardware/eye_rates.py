"""How well drawn pictures are read: tags that are not there, pawns at wrong tables, pictures read whole.

python -m tests.hardware.eye_rates --seed 7 --count 10000 [--wrong FOLDER] [--sheet FILE.png]
"""

import argparse
import math
import random
import sys
from collections import Counter
from pathlib import Path

import cv2
import numpy as np

from engine.insider.cards import Card
from engine.insider.taught import Taught
from firmware_py.games.insider.eye_reading import PAWNS, on_card, read_sight
from firmware_py.games.sight import SeenTag, Sight
from tests.hardware import eye_scenes
from tests.hardware.board import frame, looking
from tests.hardware.eye_pictures import HEIGHT, MIXTURE, WIDTH, Picture, find_tags, picture
from tests.hardware.eye_scenes import Point, Scene, Tag, corner_tags

MOST_OFF = 12
"""Thousandths of a side by which a place may be told wrongly: 2 mm."""
SLIP_MM = 4.0
"""A pawn that stands so near a table was put there."""


def expected(scene: Scene) -> dict[int, Point]:
    """Return where in the frame the camera must see each tag, in thousandths: a ring is above the card."""
    to_frame = frame.inverse(frame.mapping([scene.camera.sees(corner.middle) for corner in corner_tags()]))
    found = {}
    for tag in scene.tags:
        across, down = frame.mapped(to_frame, *scene.camera.sees(tag.middle))
        found[tag.number] = (across * frame.SIDE, down * frame.SIDE)
    return found


def _mark(number: int, x: float, y: float, turn: float = 0.0) -> SeenTag:
    return SeenTag(number, x * frame.WIDTH / frame.SIDE, y * frame.HEIGHT / frame.SIDE, turn)


def learnt_places(camera: eye_scenes.Camera, laid: eye_scenes.Card) -> tuple[tuple[int, int], ...]:
    """Return the tables of a card as a lesson learns them: the card lies straight, a pawn on each table."""
    straight = laid._replace(middle=(frame.WIDTH / 2, frame.HEIGHT / 2), turn=0.0)
    pawns = tuple(
        Tag(number, (*straight.on(place), eye_scenes.PAWN_HEIGHT), 0.0, eye_scenes.RING)
        for number, place in enumerate(straight.places, start=11)
    )
    seen = {number: _mark(number, x, y) for number, (x, y) in expected(Scene(camera, straight, pawns)).items()}
    spots = [on_card(seen[straight.number], seen[pawn.number]) for pawn in pawns]
    return tuple((round(x), round(y)) for x, y in spots)


def read(image: Picture) -> tuple:
    return looking.look(image.tobytes(), WIDTH, HEIGHT, find_tags(image))


def is_whole(scene: Scene, seen: tuple) -> bool:
    """Return whether every tag was read."""
    return seen[0] == "seen" and {tag[0] for tag in seen[1:]} == {tag.number for tag in scene.tags}


def wrong_tags(scene: Scene, seen: tuple) -> list[tuple]:
    """Return the tags that were told but are not there."""
    places = expected(scene)
    return [
        tag
        for tag in seen[1:]
        if tag[0] not in places or math.hypot(tag[1] - places[tag[0]][0], tag[2] - places[tag[0]][1]) > MOST_OFF
    ]


def _pawns_at(scene: Scene, place: Point) -> set[int]:
    """Return the seats whose pawns were put onto a table."""
    assert scene.card is not None
    spot = scene.card.on(place)
    return {PAWNS[pawn.number] for pawn in scene.pawns if math.dist(pawn.middle[:2], spot) < SLIP_MM}


def wrong_tables(scene: Scene, seen: tuple) -> list[int]:
    """Return the tables where the box would take somebody for sitting who does not stand there."""
    if scene.card is None or seen[0] != "seen":
        return []
    values = Card((0,) * len(scene.card.places), -1)
    taught = Taught(scene.card.number, values, learnt_places(scene.camera, scene.card))
    marks = tuple(_mark(number, x, y, math.radians(turn)) for number, x, y, turn in seen[1:])
    reading = read_sight(Sight(marks), {taught.tag: taught}, range(1, 5))
    return [
        table
        for table, (seat, place) in enumerate(zip(reading.tables, scene.card.places, strict=False), start=1)
        if seat and seat not in _pawns_at(scene, place)
    ]


class Rates:
    """Counts how pictures were read."""

    def __init__(self) -> None:
        self.states = Counter[tuple[str, str]]()
        self.whole = Counter[str]()
        self.wrong = Counter[str]()

    def add(self, kind: str, scene: Scene, image: Picture) -> bool:
        """Read a picture; return whether something in it was read wrongly."""
        seen = read(image)
        self.states[kind, seen[0]] += 1
        self.whole[kind] += is_whole(scene, seen)
        wrong = {"tags": bool(wrong_tags(scene, seen)), "tables": bool(wrong_tables(scene, seen))}
        self.wrong += Counter(name for name, is_wrong in wrong.items() if is_wrong)
        return any(wrong.values())

    def count(self, kind: str) -> int:
        return sum(count for (of, _), count in self.states.items() if of == kind)

    def share(self, kind: str) -> float:
        """Return the part of the pictures of a kind that were read whole."""
        return self.whole[kind] / max(self.count(kind), 1)

    def lines(self) -> list[str]:
        lines = []
        for kind in MIXTURE:
            told = {state: count for (of, state), count in self.states.items() if of == kind}
            if told:
                shares = ", ".join(f"{state} {number}" for state, number in sorted(told.items()))
                lines.append(f"{kind:8} {self.count(kind):6}: whole {100 * self.share(kind):6.2f} %; {shares}")
        wrong = f"pictures with a tag that is not there: {self.wrong['tags']}"
        return [*lines, f"{wrong}, with a pawn at a wrong table: {self.wrong['tables']}"]


def main(arguments: list[str]) -> int:
    options = argparse.ArgumentParser()
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--count", type=int, default=1000)
    options.add_argument("--kind", choices=MIXTURE)
    options.add_argument("--wrong", type=Path, help="a folder for what was read wrongly")
    options.add_argument("--sheet", type=Path, help="draw some pictures of each kind onto one sheet")
    given = options.parse_args(arguments)
    chance, rates = random.Random(given.seed), Rates()
    if given.sheet is not None:
        rows = [np.hstack([picture(chance, kind).image for _ in range(4)]) for kind in MIXTURE]
        cv2.imwrite(str(given.sheet), np.vstack(rows))
    for number in range(given.count):
        drawn = picture(chance, given.kind)
        if rates.add(*drawn) and given.wrong is not None:
            given.wrong.mkdir(exist_ok=True)
            cv2.imwrite(str(given.wrong / f"{number}-{drawn.kind}.png"), drawn.image)
    print(f"seed {given.seed}, {given.count} pictures")
    print("\n".join(rates.lines()))
    return int(rates.wrong.total() > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

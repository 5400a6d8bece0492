"""The wire to the displays: bytes on the bus beside luma's full frames, CPU from a picture to its last byte.

`python -m tests.bench.displays` prints the figures of every controller and every game.
"""

import random
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from luma.oled.device import sh1106, ssd1306, ssd1309
from PIL import Image

from drivers.displays import Display, DisplaySettings, Kind, pack
from drivers.simulated.panels import SimulatedPanel
from drivers.wire import panel_on
from firmware_py.ui.stack.screen_stack import ScreenStack
from tests.bench.matches import Bus, matches
from tests.bench.rows import Figure, Goal, Row, Unit, best, measured
from tests.firmware_py.ui.fingers import play_act

GOLDEN = Path(__file__).parents[1] / "firmware_py" / "golden"
LUMA = {Kind.SSD1306: ssd1306, Kind.SSD1309: ssd1309, Kind.SH1106: sh1106}
STILL = DisplaySettings(shift_every=None, dim_after=None, sleep_after=None)
Pictures = list[Image.Image]
"""The pictures of one display, one after the other."""


class Wire(NamedTuple):
    """Bytes on the bus for each picture that was shown, the same one or another."""

    ours: float
    luma: float
    least: float
    """What no driver could do without: the bytes of the panel's memory that changed."""


class Cpu(NamedTuple):
    """Seconds of CPU from a picture to its last byte."""

    ours: float
    luma: float


PRESSES = 300
"""Of each game."""
CPU_ROUNDS = 3


def rows() -> Iterator[Row]:
    """Measure the bytes and the CPU of the pictures that are shown while each game is played."""
    yield from measured(
        _measure,
        Goal("bytes on the wire a picture (luma's full frame)", 0.24, Unit.BYTES),
        Goal("CPU from a picture to its last byte (luma's)", 1),
    )


def _measure() -> Sequence[Figure]:
    pictures = [sequence for sequences in played().values() for sequence in sequences]
    sent = wire(pictures)
    ((ours, luma),) = best(lambda: cpu(pictures), rounds=CPU_ROUNDS)
    return Figure(sent.ours, sent.luma), Figure(ours, luma)


def golden() -> dict[str, list[Pictures]]:
    """Return the golden pictures of each game by language and display. They are far apart in a game."""
    found: dict[tuple[str, str, bool], Pictures] = defaultdict(list)
    for path in sorted(GOLDEN.glob("*.png")):
        language, game, *_ = path.stem.split("-")
        with Image.open(path) as image:
            found[game, language, path.stem.endswith("-table")].append(image.copy())
    games: dict[str, list[Pictures]] = defaultdict(list)
    for (game, _, _), pictures in found.items():
        games[game].append(pictures)
    return games


def played() -> dict[str, list[Pictures]]:
    """Play each game with the keys; return what both displays are to show after each press."""
    return {" ".join([setup.game, *setup.tags.values()]): _watched(stack) for setup, stack in matches()}


def _watched(stack: ScreenStack) -> list[Pictures]:
    prompts, tables, press = [stack.prompt()], [stack.table()], stack.press

    def watched(given) -> None:
        press(given)
        prompts.append(stack.prompt())
        tables.append(stack.table())

    stack.press = watched
    chance = random.Random(1)
    while len(prompts) <= PRESSES and play_act(stack, chance):
        pass
    return [prompts, tables]


def wire(sequences: Iterable[Pictures], kind: Kind = Kind.SSD1306) -> Wire:
    """Show sequences with our driver and with luma alone; count the bytes after the first picture."""
    ours = theirs = least = pictures = 0
    for sequence in sequences:
        panel, luma_panel = SimulatedPanel(kind), SimulatedPanel(kind)
        display, device = Display(panel.device, STILL), LUMA[kind](luma_panel)
        display.show(sequence[0], now=0)
        ours, theirs = ours - panel.sent, theirs - luma_panel.sent
        for before, after in pairwise(sequence):
            display.show(after, now=0)
            device.display(after)
            least += sum(old != new for old, new in zip(pack(before), pack(after), strict=True))
            assert panel.image().tobytes() == luma_panel.image().tobytes() == after.tobytes()
        ours, theirs = ours + panel.sent, theirs + luma_panel.sent
        pictures += len(sequence) - 1
    return Wire(ours / pictures, theirs / pictures, least / pictures)


def cpu(sequences: Iterable[Pictures], kind: Kind = Kind.SSD1306) -> Cpu:
    """Show sequences with our driver and with luma alone, on a bus that takes everything."""
    display, device = Display(lambda: panel_on(Bus(), kind), STILL), LUMA[kind](Bus())
    sequences = list(sequences)
    pictures = sum(map(len, sequences))
    display.show(sequences[0][-1], now=0)
    began = time.process_time()
    for sequence in sequences:
        for picture in sequence:
            display.show(picture, now=0)
    between = time.process_time()
    for sequence in sequences:
        for picture in sequence:
            device.display(picture)
    return Cpu((between - began) / pictures, (time.process_time() - between) / pictures)


def main() -> None:
    sources = {"golden, by name": golden(), "played, each press, both displays": played()}
    for source, games in sources.items():
        everything = [sequence for sequences in games.values() for sequence in sequences]
        for kind in Kind:
            seconds = cpu(everything, kind)
            print(f"{source}, {kind.value}: {_told(wire(everything, kind))},", end=" ")
            print(f"{seconds.ours * 1e6:.0f} of {seconds.luma * 1e6:.0f} µs: {seconds.ours / seconds.luma:.3f}")
        for game, sequences in games.items():
            print(f"    {game}: {_told(wire(sequences))}")


def _told(found: Wire) -> str:
    ratio, least = found.ours / found.luma, found.least / found.luma
    return f"{found.ours:.0f} of {found.luma:.0f} bytes: {ratio:.3f} (no less than {least:.3f})"


if __name__ == "__main__":
    main()

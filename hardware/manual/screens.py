"""The screens that the manual explains with callouts, and where their parts are, in dots."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hardware.manual.callouts import Callout, Run, draw, read_labels
from hardware.manual.walks import turn_of
from hardware.showcase.moments import box_with, replayed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from PIL import Image

    from hardware.manual.callouts import Box


class Explained(NamedTuple):
    """A screen, drawn in a language, and its callouts, from the top down on each side."""

    screen: Callable[[str], Image.Image]
    callouts: tuple[Callout, ...]


def _table(record: str, acts: int) -> Callable[[str], Image.Image]:
    """Return what draws the table display of a recorded match after some acts."""
    return lambda language: box_with(replayed(f"{record}.txt", acts), language=language).table()


def _prompt(game: str) -> Callable[[str], Image.Image]:
    """Return what draws the last question of the turn that the manual shows."""
    return lambda language: turn_of(game, language).pictures[-1]


def _callouts(name: str, *parts: tuple[str, str, Box | Run]) -> tuple[Callout, ...]:
    return tuple(Callout(f"{name}.{key}", side, box) for key, side, box in parts)


SCREENS: dict[str, Explained] = {
    "list": Explained(
        _prompt("inside"),
        _callouts(
            "list",
            ("hollow", "left", Run(24, 32)),
            ("bar", "left", Run(32, 40)),
            ("title", "right", (0, 0, 127, 11)),
            ("question", "right", (0, 14, 127, 23)),
            ("echo", "right", Run(41, 49)),
            ("keys", "right", (0, 53, 127, 63)),
        ),
    ),
    "cross": Explained(
        _prompt("online"),
        _callouts(
            "cross",
            ("hollow", "left", Run(31, 39, 0, 2)),
            ("back", "left", Run(53, 63, 0, 2)),
            ("title", "right", (0, 0, 127, 11)),
            ("arrow", "right", Run(31, 39, 1, 2)),
            ("hold", "right", Run(53, 63, 1, 2)),
        ),
    ),
    "insider-stair": Explained(
        _table("insider/three-to-the-top", 24),
        _callouts(
            "insider-stair",
            ("markers", "left", (25, 14, 44, 31)),
            ("corner", "left", (5, 43, 18, 52)),
            ("dice", "left", (2, 53, 17, 63)),
            ("steps", "right", (84, 0, 118, 29)),
            ("cards", "right", (115, 43, 124, 52)),
            ("more", "right", (111, 53, 127, 63)),
            ("tables", "bottom", (20, 42, 62, 63)),
            ("cursor", "bottom", (80, 42, 93, 63)),
        ),
    ),
    "insider-board": Explained(
        _table("insider/board-for-two", 330),
        _callouts(
            "insider-board",
            ("path", "left", (3, 7, 15, 13)),
            ("out", "left", (24, 13, 42, 21)),
            ("pawn", "left", (0, 26, 18, 34)),
            ("home", "left", (0, 52, 18, 60)),
            ("turn", "right", (118, 0, 125, 8)),
            ("cards", "right", (116, 26, 127, 34)),
            ("more", "right", (116, 40, 127, 46)),
            ("end", "right", (116, 51, 127, 60)),
        ),
    ),
    "offline-nets": Explained(
        _table("offline/basic-for-three", 72),
        _callouts(
            "offline-nets",
            ("net", "left", (2, 0, 14, 9)),
            ("company", "left", (2, 10, 15, 18)),
            ("tie", "left", (2, 19, 9, 27)),
            ("product", "left", (2, 28, 15, 37)),
            ("display", "right", (0, 40, 122, 49)),
            ("bag", "right", (103, 50, 123, 61)),
            ("offline", "bottom", (0, 50, 98, 62)),
        ),
    ),
    "offline-swap": Explained(
        _table("offline/basic-for-three", 80),
        _callouts(
            "offline-swap",
            ("free", "left", (33, 0, 60, 10)),
            ("where", "left", (0, 7, 26, 18)),
            ("link", "left", (10, 17, 15, 22)),
            ("site", "left", (0, 20, 25, 30)),
            ("sum", "right", (94, 0, 127, 9)),
            ("features", "right", (94, 10, 127, 37)),
            ("off", "right", (101, 40, 127, 49)),
        ),
    ),
    "online": Explained(
        _table("online/four-in-teams", 28),
        _callouts(
            "online",
            ("seats", "left", (0, 19, 12, 28)),
            ("misses", "left", (0, 44, 12, 54)),
            ("categories", "right", (53, 0, 122, 9)),
            ("count", "right", (108, 20, 125, 28)),
            ("complete", "right", (107, 43, 127, 55)),
            ("bank", "top", (0, 0, 20, 9)),
            ("hack", "top", (23, 0, 51, 9)),
            ("line", "bottom", (16, 43, 39, 55)),
            ("memory", "bottom", (40, 43, 50, 55)),
            ("secured", "bottom", (50, 43, 70, 55)),
        ),
    ),
    "inside": Explained(
        _table("inside/whole-game", 30),
        _callouts(
            "inside",
            ("ring", "left", (22, 29, 34, 41)),
            ("dark", "left", (6, 36, 15, 50)),
            ("light", "left", (0, 47, 9, 60)),
            ("colours", "right", (95, 0, 124, 9)),
            ("faces", "right", (74, 11, 126, 39)),
            ("stocks", "right", (70, 42, 126, 61)),
            ("open", "top", (38, 39, 45, 46)),
            ("cell", "top", (75, 0, 94, 9)),
        ),
    ),
}
"""By the name of the picture: what is explained."""


def explained(language: str) -> Iterator[tuple[str, str]]:
    """Yield the pictures of a language: name and SVG."""
    labels = read_labels(language)
    for name, (screen, callouts) in SCREENS.items():
        yield (
            f"manual-{name}-{language}",
            draw(screen(language), callouts, labels, labels[f"{name}.title-of-picture"]),
        )

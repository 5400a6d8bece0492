"""What one picture shows. Runs under MicroPython and CPython alike.

A detector has found the tags: OpenMV's own on the board, a library on a computer. A found tag is `(id, x, y,
rotation, corners)`: its middle in pixels, its angle in radians, and the corners of its black square in any order
around it. From them follow the frame, and where in it every other tag is.
"""

from frame import (
    CORNERS,
    SIDE,
    band_tones,
    degrees,
    inverse,
    is_band_hidden,
    mapped,
    mapping,
    turns,
)

FEWEST_CORNERS = 2
"""With fewer corners there is no frame; with more, something lies over it."""
MOST_TAGS = 40
INSIDE, OUTSIDE = 0.9, 1.15
"""Where the black border of a tag is looked for, and the white around it, in halves of the tag's edge."""
BORDER_SPOTS = 3
"""Spots on each side of a tag's border."""
STILL_THERE = 5
"""Of the twelve spots so many show an unread tag that is still there."""
BORDER_CONTRAST = 24
DARK_SHARE = 0.7
"""Black is at most so bright, as a part of the white beside it: what is printed on a card is brighter."""
GLARE = 250
"""Beside a white that is this bright, black may be brighter: a lamp shines back from it."""


def find_map(found: list) -> tuple:
    """Return the corner tags that were found, by place, and the map from the frame to the picture."""
    corners = {}
    for tag in found:
        if tag[0] in CORNERS:
            corners[tag[0]] = tag
    if len(corners) < len(CORNERS):
        return corners, None
    return corners, mapping([(corners[name][1], corners[name][2]) for name in CORNERS])


def look(picture: bytes, width: int, height: int, found: list) -> tuple:
    """Return the state and the tags inside the frame, sorted; a tag is `(id, x, y, turn)`."""
    corners, to_picture = find_map(found)
    names = [tag[0] for tag in found]
    if len(names) != len(set(names)) or len(names) > MOST_TAGS:
        return ("unsure",)
    if len(corners) < FEWEST_CORNERS:
        return ("no-frame",)
    if len(corners) < len(CORNERS):
        return ("hidden",)
    if to_picture is None:
        return ("unsure",)
    if is_band_hidden(band_tones(picture, width, height, to_picture)):
        return ("hidden",)
    to_frame = inverse(to_picture)
    upright = turns([corners[name][3] for name in CORNERS])
    seen = []
    for name, x, y, rotation, _ in found:
        if name not in CORNERS:
            across, down = mapped(to_frame, x, y)
            if 0 <= across <= 1 and 0 <= down <= 1:
                seen.append((name, int(across * SIDE + 0.5), int(down * SIDE + 0.5), degrees(rotation, upright)))
    seen.sort()
    return ("seen",) + tuple(seen)


def is_still_there(picture: bytes, width: int, height: int, corners: list) -> bool:
    """Return whether a tag that was not read is still where it was: enough of its border is to be seen."""
    middle_x, middle_y = sum([x for x, _ in corners]) / 4, sum([y for _, y in corners]) / 4
    there = 0
    for i in range(4):
        (ax, ay), (bx, by) = corners[i], corners[(i + 1) % 4]
        for spot in range(1, BORDER_SPOTS + 1):
            part = spot / (BORDER_SPOTS + 1)
            x, y = ax + (bx - ax) * part - middle_x, ay + (by - ay) * part - middle_y
            dark = _tone(picture, width, height, middle_x + x * INSIDE, middle_y + y * INSIDE)
            light = _tone(picture, width, height, middle_x + x * OUTSIDE, middle_y + y * OUTSIDE)
            if light - dark >= BORDER_CONTRAST and (dark <= DARK_SHARE * light or light >= GLARE):
                there += 1
    return there >= STILL_THERE


def is_replaced(corners: list, found: list) -> bool:
    """Return whether another tag is where a tag was."""
    middle_x, middle_y = sum([x for x, _ in corners]) / 4, sum([y for _, y in corners]) / 4
    near = max([abs(x - middle_x) + abs(y - middle_y) for x, y in corners]) / 2
    return any([abs(tag[1] - middle_x) < near and abs(tag[2] - middle_y) < near for tag in found])


def _tone(picture: bytes, width: int, height: int, x: float, y: float) -> int:
    column, row = max(0, min(width - 1, int(x + 0.5))), max(0, min(height - 1, int(y + 0.5)))
    return picture[row * width + column]

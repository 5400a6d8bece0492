"""What is printed for the eye: the right tags, to size, and a frame that the eye finds."""

import re

import cv2
import numpy as np
import pytest

from firmware_py.sight.sheet import FREE, LETTER, PAPERS
from firmware_py.sight.view import look
from hardware.eye_prints import __main__ as prints
from hardware.eye_prints.draw import RING, draw_frame, draw_rings, draw_stickers
from hardware.eye_prints.sheets import draw_sheet, draw_single_tags
from hardware.eye_prints.tags import CODES, white_bits
from tests.hardware.board import frame, looking
from tests.hardware.eye_pictures import bits, find_tags

DOTS = 4
"""Dots a millimetre, when a drawing is looked at."""


def test_every_tag_is_that_of_the_family():
    for number in CODES:
        inner = bits(number)[2:8, 2:8]
        assert white_bits(number) == [(x, y) for y in range(6) for x in range(6) if inner[y, x]]


def test_all_tags_of_the_contract_are_there():
    pawns = [10 * seat + pawn for seat in range(1, 5) for pawn in range(1, 8)]
    assert list(CODES) == [*frame.CORNERS, *LETTER.numbers, *pawns, *FREE, *range(101, 121)]


def looked_at(svg):
    """Draw the rectangles and paths of our drawings; nothing else is in them but text."""
    width, height = map(float, re.search(r'viewBox="0 0 (\S+) (\S+)"', svg).groups())
    image = np.full((int(height * DOTS), int(width * DOTS)), 255, np.uint8)
    groups = re.split(r"(<g .*?</g>)", svg)
    for part in groups:
        moved = re.match(r'<g transform="translate\((\S+) (\S+)\) rotate\((\S+)\)">', part)
        x, y, turn = map(float, moved.groups()) if moved else (0.0, 0.0, 0.0)
        cos, sin = np.cos(np.radians(turn)), np.sin(np.radians(turn))

        matrix = np.array([[cos, -sin], [sin, cos]])

        def fill(corner, size, tone, matrix=matrix, moved=(x, y)):
            (left, top), (wide, high) = corner, size
            outline = [(left, top), (left + wide, top), (left + wide, top + high), (left, top + high)]
            dots = (np.array(outline) @ matrix.T + moved) * DOTS
            cv2.fillConvexPoly(image, np.int32(np.round(dots)), tone)

        for found in re.finditer(r'<rect x="(\S+)" y="(\S+)" width="(\S+)" height="(\S+)"( fill="#fff")?/>', part):
            numbers = tuple(map(float, found.groups()[:4]))
            fill(numbers[:2], numbers[2:], 255 if found.group(5) else 0)
        for left, top, wide in re.findall(r"M(\S+) (\S+?)h([\d.]+)v", part):
            fill((float(left), float(top)), (float(wide), float(wide)), 255)
    return image


def test_the_eye_finds_the_printed_frame_all_of_it():
    image = looked_at(draw_frame())
    found = find_tags(image)
    assert sorted(tag[0] for tag in found) == [0, 1, 2, 3]
    assert looking.look(image.tobytes(), image.shape[1], image.shape[0], found) == ("seen",)
    places = {tag[0]: tag[1:3] for tag in found}
    assert np.allclose(np.subtract(places[2], places[0]), (160 * DOTS, 120 * DOTS), atol=DOTS)


@pytest.mark.parametrize(
    ("drawing", "numbers"),
    [
        (draw_rings, [10 * seat + pawn for seat in range(1, 5) for pawn in range(1, 8)]),
        (draw_stickers, list(range(101, 121))),
    ],
)
def test_every_ring_and_sticker_is_read_and_has_its_size(drawing, numbers):
    found = find_tags(looked_at(drawing()))
    assert sorted(tag[0] for tag in found) == numbers
    for *_, corners in found:
        assert abs(np.hypot(*np.subtract(corners[0], corners[1])) / DOTS - RING) < 0.6


def test_the_command_writes_the_drawings(tmp_path):
    assert prints.main(["--svg", "--output", str(tmp_path)]) == 0
    sheets = {f"sheet-{name}{more}" for name in ("a4", "letter") for more in ("", "-tags")}
    drawn = {"frame", "rings", "stickers"} | sheets
    files = {f"{name}.svg" for name in drawn} | {f"{name}.html" for name in ("eye", "sheet-a4", "sheet-letter")}
    assert {path.name for path in tmp_path.iterdir()} == files


@pytest.mark.parametrize("sheet", PAPERS, ids=lambda sheet: sheet.name)
def test_a_printed_sheet_is_found_where_the_program_expects_it(sheet):
    grey = looked_at(draw_sheet(sheet))
    view = look(np.stack((grey, grey, grey), axis=-1))
    assert view.sheet == sheet
    assert len(view.covered) == 0
    left, right = view.camera.sees(view.sheet_middle + np.array(((-50, 0), (50, 0))))
    assert abs(right[0] - left[0] - 100 * DOTS) < 5


def test_single_tags_are_read():
    assert sorted(tag[0] for tag in find_tags(looked_at(draw_single_tags(PAPERS[0])))) == list(FREE)

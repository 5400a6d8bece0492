"""What is printed for pictures: the right tags, to size, sheets that are found."""

import re

import cv2
import numpy as np
import pytest

from firmware_py.sight.sheet import A4, FREE, LETTER, PAPERS, TAG
from firmware_py.sight.tag_codes import CODES, white_bits
from firmware_py.sight.tags import find_tags
from firmware_py.sight.view import look
from hardware.prints import __main__ as prints
from hardware.prints.sheets import SMALL, draw_all, draw_sheet

DICTIONARY = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
DOTS = 4
"""Dots a millimetre, when a drawing is looked at."""


def test_every_tag_is_that_of_the_family():
    for number in CODES:
        inner = cv2.aruco.generateImageMarker(DICTIONARY, number, 8)[1:7, 1:7]
        assert white_bits(number) == [(x, y) for y in range(6) for x in range(6) if inner[y, x]]


def test_all_tags_of_the_contract_are_there():
    pawns = [10 * seat + pawn for seat in range(1, 5) for pawn in range(1, 8)]
    assert list(CODES) == [*A4.numbers, *LETTER.numbers, *pawns, *FREE, *range(101, 121)]


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


RINGS, STICKERS = [10 * seat + pawn for seat in range(1, 5) for pawn in range(1, 8)], list(range(101, 121))


@pytest.mark.parametrize("sheet", PAPERS, ids=lambda sheet: sheet.name)
@pytest.mark.parametrize(
    ("name", "numbers", "edge"),
    [
        ("corners", list(FREE), TAG),
        ("rings", RINGS, TAG),
        ("stickers", STICKERS, TAG),
        ("small-rings", RINGS, SMALL),
        ("small-stickers", STICKERS, SMALL),
    ],
)
def test_every_tag_is_read_and_has_its_size_and_two_white_modules(sheet, name, numbers, edge):
    drawing = draw_all(sheet)[name]
    found = find_tags(looked_at(drawing))
    assert [tag.number for tag in found] == numbers
    for _, corners in found:
        assert abs(np.hypot(*np.subtract(corners[0], corners[1])) / DOTS - edge) < 0.6
    cut = re.findall(r'width="(\S+)" height="\S+" fill="none"', drawing)
    assert {float(side) for side in cut} == {edge * 1.5}


def test_the_command_writes_the_drawings(tmp_path):
    assert prints.main(["--svg", "--output", str(tmp_path)]) == 0
    pages = {f"{paper}-{name}.svg" for paper in ("a4", "letter") for name in draw_all(LETTER)}
    assert {path.name for path in tmp_path.iterdir()} == pages | {"a4.html", "letter.html"}


def test_the_rulers_of_the_test_page_have_a_line_for_each_millimetre():
    drawing = draw_all(PAPERS[0])["test"]
    for way in "vh":
        assert len(re.findall(rf"M\S+ \S+{way}-[36](?=\D)", drawing)) == 101
    assert "measure: 100 mm" in drawing


@pytest.mark.parametrize("sheet", PAPERS, ids=lambda sheet: sheet.name)
def test_a_printed_sheet_is_found_where_the_program_expects_it(sheet):
    grey = looked_at(draw_sheet(sheet))
    view = look(np.stack((grey, grey, grey), axis=-1))
    assert view.sheet == sheet
    assert len(view.covered) == 0
    left, right = view.camera.sees(view.sheet_middle + np.array(((-50, 0), (50, 0))))
    assert abs(right[0] - left[0] - 100 * DOTS) < 5

"""Every screen is a golden picture: `make screens` shows them, `make golden` writes them anew."""

from functools import cache

import pytest
from PIL import Image

from firmware_py.display.canvas import BOTTOM, RIGHT, Canvas, wrap
from tests.firmware_py.screens import GOLDEN, contact_sheet, every_screen

APPROVED = sorted(path.stem for path in GOLDEN.glob("*.png"))


@cache
def drawn():
    """Draw every screen, once and only if a test asks for it; gives them and what was cut."""
    Canvas.misfits.clear()
    screens = every_screen()
    return screens, list(Canvas.misfits)


def test_there_is_a_golden_picture_for_every_screen_and_no_other():
    assert set(APPROVED) == set(drawn()[0])


@pytest.mark.parametrize("name", APPROVED)
def test_a_screen_is_drawn_dot_by_dot_as_it_was_approved(name):
    with Image.open(GOLDEN / f"{name}.png") as golden:
        assert drawn()[0][name].tobytes() == golden.convert("1").tobytes()


@pytest.mark.parametrize("name", APPROVED)
def test_a_screen_is_one_bit_and_leaves_room_to_wander(name):
    image = drawn()[0][name]
    assert (image.mode, image.size) == ("1", (128, 64))
    assert image.crop((RIGHT, 0, 128, 64)).getbbox() is None
    assert image.crop((0, BOTTOM, 128, 64)).getbbox() is None


def test_the_contact_sheet_holds_all_of_them():
    screens, _ = drawn()
    assert contact_sheet(screens).height > 64 * 3 * (len(screens) // 4)


def test_no_text_of_ours_is_cut():
    _, cut = drawn()
    assert cut == []


def test_a_name_that_does_not_fit_ends_in_dots_and_foreign_letters_are_marked():
    canvas = Canvas()
    Canvas.misfits.clear()
    canvas.text(0, 0, "x" * 22)
    canvas.text(0, 10, "李明")
    assert Canvas.misfits == ["x" * 22, "李明"]
    assert canvas.image.crop((RIGHT, 0, 128, 64)).getbbox() is None


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("", [""]),
        ("one two", ["one two"]),
        ("one two three", ["one two", "three"]),
        ("Donaudampfschifffahrt", ["Donaudamp", "fschifffa", "hrt"]),
        ("a Donaudampfschiff b", ["a", "Donaudamp", "fschiff b"]),
    ],
)
def test_wrapping_loses_no_letter(text, lines):
    assert wrap(text, 9) == lines


def test_every_letter_of_french_and_german_has_a_glyph():
    missing = Canvas()
    missing.text(0, 0, "\u3042")
    for letter in "àâæçéèêëîïôœùûüÿÀÂÆÇÉÈÊËÎÏÔŒÙÛÜŸäöüßÄÖÜ«»„“”’…–·×●○":
        canvas = Canvas()
        canvas.text(0, 0, letter)
        assert canvas.image.getbbox() is not None
        assert canvas.image.tobytes() != missing.image.tobytes(), letter

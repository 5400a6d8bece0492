"""Every screen fits in every language, and in English it is a golden picture.

`make screens` shows them, `make golden` writes the golden ones anew.
"""

from functools import cache

import pytest
from PIL import Image

from firmware_py.display import prompt
from firmware_py.display.canvas import BOTTOM, RIGHT, Canvas, wrap
from firmware_py.display.prompt import ROWS
from firmware_py.i18n.locale import LANGUAGES
from firmware_py.i18n.translations import Translations
from tests.firmware_py.drawn_text import watched
from tests.firmware_py.screens import GOLDEN, contact_sheet, screens

APPROVED = sorted(path.stem for path in GOLDEN.glob("*.png"))

each_language = pytest.mark.parametrize("language", LANGUAGES)


@cache
def drawn(language):
    """Draw every screen of a language once; gives the pictures and the problems of their texts."""
    with watched() as problems:
        pictures = dict(screens(Translations(language).for_panel()))
    return pictures, problems


def test_there_is_a_golden_picture_for_every_screen_and_no_other():
    assert set(APPROVED) == set(drawn("en")[0])


@pytest.mark.parametrize("name", APPROVED)
def test_a_screen_is_drawn_dot_by_dot_as_it_was_approved(name):
    with Image.open(GOLDEN / f"{name}.png") as golden:
        assert drawn("en")[0][name].tobytes() == golden.convert("1").tobytes()


@each_language
def test_every_language_has_the_same_screens(language):
    def names(of):
        return [name.removeprefix(f"{of}-") for name in drawn(of)[0]]

    assert names(language) == names("en")


@each_language
def test_a_screen_is_one_bit_and_leaves_room_to_wander(language):
    for name, image in drawn(language)[0].items():
        assert (image.mode, image.size) == ("1", (128, 64))
        assert image.crop((RIGHT, 0, 128, 64)).getbbox() is None, name
        assert image.crop((0, BOTTOM, 128, 64)).getbbox() is None, name


@each_language
def test_no_text_of_ours_is_cut_drawn_over_another_or_run_into_its_neighbours(language):
    assert not any(drawn(language)[1]), drawn(language)[1]


def test_the_contact_sheet_holds_all_of_them():
    pictures, _ = drawn("en")
    assert contact_sheet(pictures).height > 64 * 3 * (len(pictures) // 4)


def test_a_name_that_does_not_fit_ends_in_dots_and_foreign_letters_are_marked():
    canvas = Canvas()
    with watched() as problems:
        canvas.text(0, 0, "x" * 22)
        canvas.text(0, 10, "李明")
    assert problems.cut == ["x" * 22, "李明"]
    assert problems.overlapping == []
    assert canvas.image.crop((RIGHT, 0, 128, 64)).getbbox() is None


@pytest.mark.parametrize(("y", "overlapping"), [(0, ["gj"]), (4, ["gj"]), (10, [])])
def test_a_text_that_is_drawn_over_another_is_noticed(y, overlapping):
    canvas = Canvas()
    with watched() as problems:
        canvas.text(0, 0, "gj")
        canvas.text(0, y, "gj")
    assert problems.overlapping == overlapping
    assert not problems.cut


@pytest.mark.parametrize(("y", "touched"), [(10, []), (9, ["gj"]), (8, ["gj"]), (0, [])])
def test_a_highlight_that_touches_the_line_above_is_noticed(y, touched):
    canvas = Canvas()
    with watched() as problems:
        canvas.text(0, 0, "gj")
        canvas.invert(0, y, 20, 9)
    assert problems.touched == touched


@pytest.mark.parametrize(("x", "beside"), [(47, ["YET 0 | RDT 0"]), (48, [])])
def test_two_answers_that_run_together_in_one_row_are_noticed(x, beside):
    canvas = Canvas()
    with watched() as problems:
        canvas.numbers(0, ROWS[2], "YET 0")
        canvas.numbers(x, ROWS[2], "RDT 0")
    assert problems.beside == beside


@pytest.mark.parametrize(("row", "unlike"), [(3, ["seven points"]), (2, [])])
def test_news_in_the_row_of_an_answer_is_noticed(row, unlike):
    canvas = Canvas()
    with watched() as problems:
        canvas.numbers(0, ROWS[row], "roll")
        prompt._news(canvas, ROWS[3], prompt.Hint(prompt.CHECK, "seven points"))
    assert problems.unlike_news == unlike


def test_news_whose_sign_is_not_dark_on_light_is_noticed(monkeypatch):
    monkeypatch.setattr(prompt, "LIT", prompt.OFF)
    with watched() as problems:
        prompt._news(Canvas(), ROWS[3], prompt.Hint(prompt.CHECK, "seven points"))
    assert problems.unlike_news == ["seven points"]


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

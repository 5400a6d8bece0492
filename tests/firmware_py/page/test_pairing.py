"""The display shows a QR code that says where the page is, and everything that one has to type."""

import pytest
import segno

from firmware_py.display.canvas import BOTTOM, LIT, OFF, RIGHT, Canvas, Font, wrap
from firmware_py.display.prompt import ROWS, wrapped
from firmware_py.i18n.locale import LANGUAGES
from firmware_py.i18n.translations import Translations
from firmware_py.ui.screens.pairing import MODULE_DOTS, grouped, page_link, pairing_lines, pairing_picture
from tests.firmware_py.drawn_text import all_texts_fit

CODE, LONG_CODE = "907438", "123456789012"
ADDRESSES = ["1.1.1.1:1", "10.0.0.7:80", "192.168.178.123:8080", "255.255.255.255:65535"]
TOO_LONG = "a-name-that-is-far-too-long-for-two-dots-a-module.local:8080"
FINDER = ["#######", "#     #", "# ### #", "# ### #", "# ### #", "#     #", "#######"]


def picture(address=ADDRESSES[2], code=CODE, long_code=LONG_CODE, language="en"):
    return pairing_picture(address, code, long_code, Translations(language))


def modules(image, size):
    """Read a QR code of this size back from the middle of the lit square; all dots of a module have to agree."""
    start = (BOTTOM - size * MODULE_DOTS) // 2
    rows = []
    for row in range(size):
        read = []
        for column in range(size):
            x, y = start + column * MODULE_DOTS, start + row * MODULE_DOTS
            dots = {bool(image.getpixel((x + i, y + j))) for i in range(MODULE_DOTS) for j in range(MODULE_DOTS)}
            assert len(dots) == 1
            read.append(int(dots == {bool(OFF)}))
        rows.append(read)
    return rows


def expected(*pieces):
    return [list(row) for row in segno.make_qr(pieces, error="L").matrix]


@pytest.mark.parametrize("address", ADDRESSES)
def test_the_qr_code_says_the_link_and_nothing_else(address):
    link = page_link(address, LONG_CODE)
    assert link == f"http://{address}/#{LONG_CODE}"
    one, two = f"://{address}/", LONG_CODE
    shown = modules(picture(address), 25)
    assert shown == expected("http", one, "#", two)
    for row, dots in enumerate(FINDER):
        assert "".join("# "[not dark] for dark in shown[row][:7]) == dots


def test_another_code_is_another_picture():
    assert modules(picture(), 25) != modules(picture(long_code="123456789013"), 25)


@pytest.mark.parametrize("address", ADDRESSES)
def test_there_is_quiet_around_it_and_the_background_is_lit(address):
    image = picture(address)
    quiet = (BOTTOM - 25 * MODULE_DOTS) // 2
    assert quiet >= 3 * MODULE_DOTS
    for x in range(BOTTOM):
        for y in range(BOTTOM):
            if min(x, y) < quiet or max(x, y) >= BOTTOM - quiet:
                assert bool(image.getpixel((x, y))) == bool(LIT)


def test_a_name_fits_too_with_less_quiet():
    shown = modules(picture("sideline.local:8080"), 29)
    assert shown == expected("http://sideline.local:8080/#", LONG_CODE)


@all_texts_fit()
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("address", [*ADDRESSES, "sideline.local:8080", TOO_LONG])
def test_everything_fits_and_leaves_room_to_wander(language, address):
    image = picture(address, language=language)
    assert (image.mode, image.size) == ("1", (128, 64))
    assert image.crop((RIGHT, 0, 128, 64)).getbbox() is None
    assert image.crop((0, BOTTOM, 128, 64)).getbbox() is None
    assert len(wrap(Translations(language)("pairing.how"), (RIGHT - BOTTOM - 4) // Font.SMALL.width)) <= 2


def rows(image):
    return ["".join("# "[not image.getpixel((x, y))] for x in range(image.width)) for y in range(image.height)]


def big(digits):
    """The dots of digits twice as large as bold ones, without the lines above and below."""
    canvas = Canvas()
    canvas.text(0, 0, digits, Font.BOLD)
    dots = canvas.image.crop(canvas.image.getbbox())
    return rows(dots.resize((dots.width * 2, dots.height * 2)))


def tops(lines, pattern):
    """The rows where a pattern begins, wherever it lies in them."""
    width, found = len(pattern[0]), []
    for y in range(len(lines) - len(pattern) + 1):
        starts = (x for x in range(len(lines[y]) - width + 1) if lines[y].startswith(pattern[0], x))
        found += [y for x in starts if all(lines[y + j][x : x + width] == row for j, row in enumerate(pattern))]
    return found


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("address", [ADDRESSES[2], TOO_LONG])
@pytest.mark.parametrize("code", ["907438", "000111", "222333", "555666"])
def test_the_code_stands_there_in_two_groups_of_big_digits(language, address, code):
    lines = rows(picture(address, code, language=language))
    first, second = big(code[:3]), big(code[3:])
    (above,), (below,) = tops(lines, first), tops(lines, second)
    assert above + len(first) < below


def test_a_link_that_is_too_long_leaves_the_code_alone_on_the_display():
    image = picture(TOO_LONG)
    assert image.getpixel((0, 0)) == OFF
    assert image.getbbox() is not None


def test_a_link_that_is_too_long_for_any_qr_code_is_no_reason_to_fail():
    assert picture("x" * 5000).tobytes() == picture(TOO_LONG).tobytes()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", [CODE, LONG_CODE])
@pytest.mark.parametrize("address", ADDRESSES)
def test_the_prompt_says_where_the_page_is_and_its_code_without_scrolling(language, code, address):
    translations = Translations(language).for_panel()
    lines = wrapped(map(translations.text, pairing_lines([address], code)))
    assert len(lines) <= len(ROWS)
    assert max(map(len, lines)) <= Font.SMALL.columns
    assert address in lines
    assert grouped(code) in lines[-1]
    assert len(translations("pairing.title")) * Font.BOLD.width <= RIGHT


def test_every_address_of_the_box_has_its_line():
    lines = wrapped(map(Translations("en").text, pairing_lines(ADDRESSES, CODE)))
    assert [line for line in lines if line in ADDRESSES] == ADDRESSES

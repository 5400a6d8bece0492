"""The terminal as displays and keys: pictures in characters, strokes from bytes."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from PIL import Image

from drivers.presses import Key, Kind, Press
from drivers.terminal import STROKES, Signal, Stroke, braille, decode, half_blocks


def picture(*rows: str) -> Image.Image:
    image = Image.new("1", (len(rows[0]), len(rows)))
    for y, row in enumerate(rows):
        for x, dot in enumerate(row):
            image.putpixel((x, y), int(dot == "#"))
    return image


def test_half_blocks_show_two_dots_a_character():
    assert half_blocks(picture("# # ####", " ##  ###", "#       ", "        ")) == ["▀▄█ ▀███", "▀       "]


def test_braille_shows_eight_dots_a_character():
    assert braille(picture("#      #", "#       ", "#       ", "##     #")) == ["⣇⠀⠀⢈"]


@given(st.binary(min_size=1024, max_size=1024))
def test_every_dot_is_somewhere_in_the_characters(data):
    image = Image.frombytes("1", (128, 64), data)
    halves, dots = half_blocks(image), braille(image)
    assert (len(halves), len(halves[0]), len(dots), len(dots[0])) == (32, 128, 16, 64)
    for x in range(128):
        for y in range(64):
            lit = image.getpixel((x, y)) > 0
            assert (halves[y // 2][x] in ("▀█" if y % 2 == 0 else "▄█")) == lit
            bit = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))[y % 4][x % 2]
            assert bool(ord(dots[y // 4][x // 2]) - 0x2800 & bit) == lit


@pytest.mark.parametrize("sequence", STROKES)
def test_every_stroke_is_decoded_whole_and_in_pieces(sequence):
    assert decode(sequence) == ([STROKES[sequence]], b"")
    waiting, strokes = b"", []
    for byte in sequence:
        more, waiting = decode(waiting + bytes([byte]))
        strokes += more
    assert (strokes, waiting) == ([STROKES[sequence]], b"")


@pytest.mark.parametrize(
    "foreign", [b"x", b"\x1b[15~", b"\x1b[3~", b"\xc3\xa9", b"\t", b"\x1b[1;5A", b"\x1b[200~"]
)
def test_what_means_nothing_is_passed_over(foreign):
    assert decode(foreign + b"\r") == ([Stroke(Key.OK)], b"")


@pytest.mark.parametrize("leave", [b"q", b"\x03", b"\x04"])
def test_leaving(leave):
    assert decode(leave) == ([Signal.LEAVE], b"")


def test_ctrl_z_is_a_pause_among_the_strokes():
    assert decode(b"1\x1a2") == ([STROKES[b"1"], Signal.PAUSE, STROKES[b"2"]], b"")


@example(b"1\x03 and more that waits")
@given(st.binary(max_size=60))
def test_no_bytes_do_harm(data):
    strokes, waiting = decode(data)
    assert len(waiting) < 8
    assert Signal.LEAVE not in strokes[:-1]


def test_strokes_are_the_presses_they_stand_for():
    strokes = [Stroke(Key.OK), Stroke(Key.BACK, long=True)]
    assert [stroke.press for stroke in strokes] == [Press(Key.OK, Kind.SHORT), Press(Key.BACK, Kind.LONG)]


def test_keys_that_were_pressed_before_leaving_are_heeded_first():
    assert decode(b"u1q2") == ([STROKES[b"u"], STROKES[b"1"], Signal.LEAVE], b"")

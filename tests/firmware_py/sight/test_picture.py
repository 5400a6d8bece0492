"""Pictures of any kind: read, turned upright, or refused with one sentence within a second and 200 MB."""

import io
import struct
import subprocess
import sys
import time
import zlib
from contextlib import suppress

import numpy as np
import pytest
from PIL import Image

from firmware_py.errors import UserError
from firmware_py.sight.picture import LONG_SIDE, decode, read_picture

MOST_SECONDS, MOST_KILOBYTES = 1.0, 200_000
MEASURED = """
import sys, time
from firmware_py.sight.picture import decode, read_picture
from firmware_py.errors import UserError
def most_memory():
    return next(line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM"))
began = time.monotonic()
try:
    decode(read_picture(sys.argv[1]), "it")
except UserError as error:
    print(error.why[0].key, time.monotonic() - began, most_memory())
"""


def png(width, height, rows):
    """Return a PNG file that says it is so large, and has these rows."""

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"".join(
        (
            b"\x89PNG\r\n\x1a\n",
            chunk(b"IHDR", header),
            chunk(b"IDAT", zlib.compress(rows, 9)),
            chunk(b"IEND", b""),
        )
    )


def jpeg(size, **options):
    """Return a JPEG file whose top left quarter is red."""
    picture = Image.new("RGB", size, (20, 40, 200))
    picture.paste((220, 10, 10), (0, 0, size[0] // 2, size[1] // 2))
    file = io.BytesIO()
    picture.save(file, "JPEG", **options)
    return file.getvalue()


@pytest.mark.parametrize(
    ("data", "key"),
    [
        (png(60_000, 60_000, bytes(10_000_000)), "look.too-many-dots"),
        (png(9_000, 9_000, bytes(1000)), "look.too-many-dots"),
        (png(2_000, 1_500, bytes(1000)), "look.cut-off"),
        (jpeg((1600, 1200))[:9000], "look.cut-off"),
        (b"\xff\xd8\xff" + bytes(100_000_000), "look.too-many-bytes"),
        (b"", "look.no-picture"),
        (b"Dear Anna, here is the picture", "look.no-picture"),
        (b"GIF89a" + bytes(400), "look.no-picture"),
        (jpeg((100, 100)), "look.too-small"),
    ],
    ids=["bomb", "large", "cut PNG", "cut JPEG", "100 MB", "empty", "text", "GIF", "small"],
)
def test_a_bad_picture_gets_one_sentence_within_a_second_and_200_megabytes(data, key, tmp_path):
    path = tmp_path / "picture"
    path.write_bytes(data)
    done = subprocess.run([sys.executable, "-c", MEASURED, path], capture_output=True, check=True, text=True)
    told, seconds, kilobytes = done.stdout.split()
    assert told == key
    assert float(seconds) < MOST_SECONDS
    assert int(kilobytes) < MOST_KILOBYTES


def test_the_largest_picture_that_is_taken_needs_less_than_200_megabytes(tmp_path):
    path = tmp_path / "picture"
    path.write_bytes(png(5200, 5000, bytes((5200 * 3 + 1) * 5000)))
    code = MEASURED + "print('read', 0, most_memory())"
    done = subprocess.run([sys.executable, "-c", code, path], capture_output=True, check=True, text=True)
    told, _, kilobytes = done.stdout.split()
    assert told == "read"
    assert int(kilobytes) < MOST_KILOBYTES


def test_a_picture_is_scaled_and_turned_upright():
    exif = Image.Exif()
    exif[0x0112] = 6  # the camera was held upright: turn right
    dots = decode(jpeg((4000, 3000), exif=exif), "it")
    assert dots.shape == (LONG_SIDE, LONG_SIDE * 3 // 4, 3)
    red = dots[..., 0] > 150
    assert red[: LONG_SIDE // 3, -LONG_SIDE // 4 :].mean() > 0.9  # top left went to top right
    assert red[LONG_SIDE * 2 // 3 :].mean() < 0.1


@pytest.mark.parametrize("mode", ["L", "RGBA", "P", "CMYK", "1"])
def test_pictures_of_every_mode_are_read(mode):
    file = io.BytesIO()
    Image.new("L", (300, 200), 255).convert(mode).save(file, "JPEG" if mode == "CMYK" else "PNG")
    dots = decode(file.getvalue(), "it")
    assert dots.shape == (200, 300, 3)
    assert dots.dtype == np.uint8


def test_what_cannot_be_opened_is_named(tmp_path):
    for path in (tmp_path, tmp_path / "none.jpg"):
        with pytest.raises(UserError) as error:
            read_picture(str(path))
        assert str(path) in str(error.value.why)


def test_random_damage_never_raises_anything_but_a_sentence():
    sound = jpeg((640, 480), quality=70)
    chance = np.random.default_rng(7)
    began, read = time.monotonic(), 0
    for _ in range(60):
        data = bytearray(sound)
        for at in chance.integers(2, len(data), 12):
            data[at] = chance.integers(0, 256)
        with suppress(UserError):
            decode(bytes(data), "it")
            read += 1
    assert 0 < read < 60
    assert time.monotonic() - began < 30

"""Decode a picture within limits: a photograph, turned upright and no larger than needed.

Only the header is read before the limits are checked. What the libraries make of a broken picture is one sentence.
"""

from __future__ import annotations

import io
import struct
import warnings
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageFile, ImageOps

from engine.verdicts import say
from firmware_py.errors import UserError

Dots: TypeAlias = NDArray[np.uint8]
"""The dots of a picture: rows, columns, red-green-blue."""

MOST_BYTES = 19_000_000
MOST_DOTS = 26_000_000
"""A phone's photograph has 12 or 24 million."""
LONG_SIDE = 2048
"""Dots that are kept: finer tags than these pictures show are not printed."""
SMALLEST_SIDE = 120
FORMATS = ("JPEG", "PNG", "WEBP")


def read_picture(source: str) -> bytes:
    """Return the bytes of a file that may be a picture. Raises a `UserError`."""
    try:
        with open(source, "rb") as file:
            data = file.read(MOST_BYTES + 1)
    except IsADirectoryError:
        raise UserError(say("cli.folder", source=source, what=say("look.a-picture"))) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise UserError(say("cli.cannot-read", source=source, reason=reason)) from None
    if len(data) > MOST_BYTES:
        raise UserError(say("look.too-many-bytes", source=source, most=MOST_BYTES // 1_000_000))
    return data


def decode(data: bytes, source: str) -> Dots:
    """Return the dots of a picture, upright, at most `LONG_SIDE` long. Raises a `UserError` with the source."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Pillow warns of large pictures; our own limit is below
            picture = Image.open(io.BytesIO(data), formats=FORMATS)
            _check_size(picture, source)
            return _dots(picture)
    except Image.DecompressionBombError:
        raise _too_many_dots(source) from None
    except (OSError, ValueError, SyntaxError, EOFError, struct.error):
        key = "look.cut-off" if _has_a_header(data) else "look.no-picture"
        raise UserError(say(key, source=source)) from None


def _check_size(picture: ImageFile.ImageFile, source: str) -> None:
    width, height = picture.size
    if width * height > MOST_DOTS:
        raise _too_many_dots(source)
    if min(width, height) < SMALLEST_SIDE:
        raise UserError(say("look.too-small", source=source, width=width, height=height, least=SMALLEST_SIDE))


def _too_many_dots(source: str) -> UserError:
    return UserError(say("look.too-many-dots", source=source, most=MOST_DOTS // 1_000_000))


def _dots(picture: ImageFile.ImageFile) -> Dots:
    """Decode: a JPEG at a half or a quarter already while it is decoded, which saves time and memory."""
    width, height = picture.size
    scale = LONG_SIDE / max(width, height)
    if scale < 1:
        picture.draft("RGB", (round(width * scale), round(height * scale)))
    upright: Image.Image = picture if picture.mode == "RGB" else picture.convert("RGB")
    if max(upright.size) > LONG_SIDE:
        upright = upright.resize(
            (max(1, round(width * scale)), max(1, round(height * scale))),
            Image.Resampling.BILINEAR,
            reducing_gap=2.0,
        )
    exif = picture.getexif()
    return np.asarray(ImageOps.exif_transpose(upright) if exif.get(0x0112, 1) != 1 else upright)


def _has_a_header(data: bytes) -> bool:
    """Return whether data begins like a picture, so that something later is wrong with it."""
    return data[:3] == b"\xff\xd8\xff" or data[:8] == b"\x89PNG\r\n\x1a\n" or data[8:12] == b"WEBP"


def brightness(dots: Dots) -> NDArray[np.uint8]:
    """Return how bright each dot is."""
    return np.asarray(Image.fromarray(dots).convert("L"))

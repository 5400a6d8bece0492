"""The icon of the page as PNG: phones that put a page on the home screen take no SVG."""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO

from PIL import Image, ImageDraw

SIZES = (180, 192, 512)
"""Of Apple's home screen, and of the manifest."""
UNITS = 32
"""The width of `static/icon.svg`, which has the same shapes."""
SMOOTH = 4
"""It is drawn so many times larger and then reduced, for smooth edges."""
GROUND, CASE, EDGE, GLASS, TEXT, KEY, LAMPS = (
    "#f6f3ec",
    "#26282c",
    "#777",
    "#05070a",
    "#cfe6ff",
    "#efe9dc",
    "#e69f00",
)


@lru_cache(maxsize=len(SIZES))
def icon_png(size: int) -> bytes:
    """Return the icon as a square PNG without transparent parts."""
    scale = size * SMOOTH / UNITS
    image = Image.new("RGB", (size * SMOOTH, size * SMOOTH), GROUND)
    draw = ImageDraw.Draw(image)

    def box(left: float, top: float, right: float, bottom: float) -> tuple[float, float, float, float]:
        return left * scale, top * scale, right * scale, bottom * scale

    draw.rounded_rectangle(box(3, 6, 29, 26), 5 * scale, CASE, EDGE, round(scale))
    draw.rounded_rectangle(box(6, 9, 18.5, 17), 1.5 * scale, GLASS)
    draw.rectangle(box(8, 10.8, 14, 12.2), TEXT)
    draw.rectangle(box(8, 13.8, 16.5, 15.2), TEXT)
    draw.ellipse(box(20.7, 10, 26.3, 15.6), KEY)
    for lamp in range(5):
        draw.ellipse(box(7 + 4 * lamp, 20, 9.2 + 4 * lamp, 22.2), LAMPS)
    made = BytesIO()
    image.resize((size, size), Image.Resampling.LANCZOS).save(made, "PNG", optimize=True)
    return made.getvalue()

"""The pictures of the case: OpenSCAD's views, smoothed and set on paper with a soft shadow."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from PIL import Image, ImageChops, ImageFilter

from hardware.case.mesh import Point, write_boxes
from hardware.case.openscad import Value, run

ACTIVE_AREA, LARGE_AREA = (29.4, 14.7), (55.0, 27.5)  # millimetres, as in parameters.scad
PAPER_ABOVE, PAPER_BELOW = (250, 248, 243), (233, 228, 217)
SHADOW = 0.6
LIFT = 0.78  # OpenSCAD's light leaves side walls nearly black


class View(NamedTuple):
    """A picture: what is shown, from where, and how large."""

    name: str
    scene: str
    target: tuple[float, float, float]
    turn: tuple[float, float, float]
    distance: float
    size: tuple[int, int] = (1600, 1200)

    def camera(self) -> str:
        """The view as OpenSCAD's option."""
        return "--camera=" + ",".join(f"{number:g}" for number in (*self.target, *self.turn, self.distance))


VIEWS = (
    View("assembled", "assembled", (0, 0, 17), (50, 0, 24), 390, (1600, 1150)),
    View("front-view", "assembled", (0, -2, 26), (15, 0, 0), 330, (1600, 1100)),
    View("rear", "rear", (0, 0, 17), (66, 0, 156), 390, (1600, 1000)),
    View("below", "below", (0, 0, 15), (142, 0, 25), 410, (1600, 1150)),
    View("inside", "inside", (0, 0, 10), (38, 0, -26), 385, (1600, 1150)),
    View("exploded", "exploded", (0, 0, 141), (56, 0, 28), 950, (1400, 1900)),
    View("part-front", "front", (0, 0, 5), (46, 0, 24), 385, (1600, 1150)),
    View("part-bottom", "bottom", (0, 0, 10), (44, 0, 24), 395, (1600, 1150)),
    View("part-bezel", "bezel", (0, 0, 1), (46, 0, 24), 125, (1600, 1000)),
    View("part-caps", "caps", (-3, 0, 4), (38, 0, 0), 275, (1600, 800)),
)


def write_screen(picture: Path, stl: Path, area: tuple[float, float] = ACTIVE_AREA) -> None:
    """Write what a display shows as a relief: a thin box for every run of lit pixels; `area` is its size."""
    with Image.open(picture) as opened:
        pixels = opened.convert("1")
    width, height = pixels.size
    across, up = area[0] / width, area[1] / height
    boxes = []
    for row in range(height):
        top = area[1] / 2 - row * up
        lit = [bool(pixels.getpixel((column, row))) for column in range(width)] + [False]
        start = None
        for column, is_lit in enumerate(lit):
            if is_lit and start is None:
                start = column
            elif not is_lit and start is not None:
                left, right = (place * across - area[0] / 2 for place in (start, column))
                boxes.append((Point(left, top - up, 0.02), Point(right, top, 0.05)))
                start = None
    write_boxes(stl, boxes)


def cut_out(picture: Image.Image) -> Image.Image:
    """How much of each pixel is not background: black is background."""
    plain = Image.new("RGB", picture.size, picture.getpixel((0, 0)))
    difference = ImageChops.difference(picture, plain).convert("L")
    return difference.point(lambda level: 255 if level else 0)


def paper(size: tuple[int, int]) -> Image.Image:
    """A sheet that grows a little darker towards the viewer."""
    fade = Image.linear_gradient("L").resize(size)
    return Image.composite(Image.new("RGB", size, PAPER_BELOW), Image.new("RGB", size, PAPER_ABOVE), fade)


def draw(view: View, stl: Path, output: Path, values: dict[str, Value]) -> None:
    """Draw one view into a PNG file."""
    doubled = view.size[0] * 2, view.size[1] * 2  # twice the size, then halved: smooth edges
    options = view.camera(), f"--imgsize={doubled[0]},{doubled[1]}", "--projection=p", "--colorscheme=Tomorrow"
    layers = {}
    for layer, scene in (("body", view.scene), ("shadow", "shadow")):
        raw = output.with_name(f"{output.stem}.{layer}.png")
        run(
            "scene.scad",
            raw,
            {**values, "stl": str(stl.resolve()), "scene": scene, "shadow_of": view.scene},
            *options,
        )
        with Image.open(raw) as opened:
            layers[layer] = opened.convert("RGB")
        raw.unlink()
    sheet = paper(doubled)
    ground = cut_out(layers["shadow"]).filter(ImageFilter.GaussianBlur(view.size[0] / 40))
    sheet.paste((40, 34, 24), mask=ground.point(lambda level: int(level * SHADOW)))
    lit = layers["body"].point(lambda level: round(255 * (level / 255) ** LIFT))
    sheet.paste(lit, mask=cut_out(layers["body"]))
    sheet.resize(view.size, Image.Resampling.LANCZOS).save(output, optimize=True)

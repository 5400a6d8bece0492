"""The manuals: the same in every language, with the keys and the pictures as they are."""

import re
from functools import cache
from io import BytesIO
from itertools import combinations
from xml.etree import ElementTree as ET

import pytest
from PIL import Image, ImageChops

from firmware_py.i18n.locale import LANGUAGES
from hardware.manual.__main__ import BLOCK, PICTURES, manual, pictures, with_walks
from hardware.manual.callouts import FONT, LINE, box_of, read_labels
from hardware.manual.screens import SCREENS
from tests.documents import commands

AGAIN = "run: python -m hardware.manual"
SVG = "{http://www.w3.org/2000/svg}"
OTHERS = [language for language in LANGUAGES if language != "en"]


@cache
def drawn(language):
    """Give the files of the pictures of a language by their names, as they are drawn now."""
    return dict(pictures(language))


def text(language):
    return manual(language).read_text(encoding="utf-8")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_keys_in_the_manual_are_those_of_the_box(language):
    assert with_walks(text(language), language) == text(language), AGAIN
    assert len(BLOCK.findall(text(language))) == 5


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_pictures_of_the_manual_are_those_of_the_box(language):
    for name, content in drawn(language).items():
        kept = (PICTURES / name).read_bytes()
        if name.endswith(".png"):  # the same dots; how they are packed depends on the library
            with Image.open(BytesIO(kept)) as one, Image.open(BytesIO(content)) as other:
                assert ImageChops.difference(one.convert("L"), other.convert("L")).getbbox() is None, AGAIN
        else:
            assert kept == content, f"{name}: {AGAIN}"
        assert f"../hardware/pictures/{name}" in text(language)


def test_no_old_picture_of_the_manual_is_left():
    made = {name for language in LANGUAGES for name in drawn(language)}
    assert {path.name for path in PICTURES.glob("manual-*")} == made


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_callout_frames_something_and_has_a_label_in_every_language(language):
    labels = read_labels(language)
    assert labels.keys() == {
        *(f"{name}.title-of-picture" for name in SCREENS),
        *(callout.key for shown in SCREENS.values() for callout in shown.callouts),
    }
    for shown in SCREENS.values():
        screen = shown.screen(language).convert("L")
        for callout in shown.callouts:
            frame = box_of(callout, screen)
            assert screen.crop(frame).getbbox() is not None, callout
            left, top, right, bottom = frame
            assert 0 <= left < right <= screen.width, callout
            assert 0 <= top < bottom <= screen.height, callout


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_label_of_a_callout_lies_on_another_or_outside_its_picture(language):
    for name, content in drawn(language).items():
        if name.endswith(".png"):
            continue
        root = ET.fromstring(content)
        width, height = float(root.get("width")), float(root.get("height"))
        boxes = []
        for label in root.iter(f"{SVG}text"):
            lines = [span.text for span in label]
            wide, x, y = max(map(len, lines)) * FONT / 2, float(label[0].get("x")), float(label.get("y"))
            left = x - wide / 2 if label.get("text-anchor") == "middle" else x
            boxes.append((left, y - FONT, left + wide, y + (len(lines) - 1) * LINE))
        assert all(
            left >= 0 and top >= 0 and right <= width and bottom <= height for left, top, right, bottom in boxes
        )
        for one, other in combinations(boxes, 2):
            is_apart = one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
            assert is_apart, (name, one, other)


@pytest.mark.parametrize("language", OTHERS)
def test_every_language_has_the_same_sections_commands_and_pictures(language):
    def shape(which):
        return [len(head) for head in re.findall(r"^(#+) ", text(which), re.MULTILINE)]

    def shown(which):
        return [name.replace(f"-{which}.", ".") for name in re.findall(r"\]\((\S+\.(?:png|svg))\)", text(which))]

    assert shape(language) == shape("en")
    assert sorted(commands(manual(language))) == sorted(commands(manual("en")))
    assert shown(language) == shown("en")
    rows = [len(re.findall(r"^\|", text(which), re.MULTILINE)) for which in (language, "en")]
    assert rows[0] == rows[1], "the tables have the same rows"

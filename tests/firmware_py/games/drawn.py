"""What the tests of drawings share: an SVG read back, and what can be tapped in it."""

from xml.etree import ElementTree as ET

from firmware_py.games.drawing.svg_views import SvgView
from firmware_py.i18n.translations import Translations
from tests.engine.games import random_game

SVG = "{http://www.w3.org/2000/svg}"
TAGS = {f"{SVG}{tag}" for tag in ("svg", "g", "title", "path", "rect", "circle", "text")}


def drawn(draw, state, names, language="en"):
    """Draw a position; what is not well-formed raises."""
    return ET.fromstring(draw(SvgView(state, names, Translations(language).naming(names))))


def taps(element):
    return {tap for at in element.iter() for tap in at.get("data-tap", "").split()}


def groups(element, name):
    """Find the groups whose first class it is."""
    return [at for at in element.iter(f"{SVG}g") if at.get("class", "").split()[:1] == [name]]


def texts(element):
    return [at.text for at in element.iter(f"{SVG}text")]


def titles(element):
    return [at.text for at in element.iter(f"{SVG}title")]


def states(setup, seeds):
    """Every position of a few whole games, the last one too."""
    for seed in seeds:
        for rules, state, act in random_game(setup, seed):
            yield rules, state
            last = rules, state, act
        rules, state, act = last
        yield rules, rules.play(state, act)


def assert_plain(root):
    """Nothing but shapes and words; what can be tapped has a name; the size is the page's business."""
    assert root.get("viewBox")
    assert root.get("data-wide")
    assert not {"width", "height"} & set(root.attrib)
    for at in root.iter():
        assert at.tag in TAGS
        assert "style" not in at.attrib
        assert not any(name.startswith("on") for name in at.attrib)
        if at.get("data-tap"):
            assert at.find(f"{SVG}title").text

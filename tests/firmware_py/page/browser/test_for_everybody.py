"""For everybody: by keyboard alone, by ear, with weak eyes, on the smallest phone."""

import io

import pytest
from PIL import Image

from tests.firmware_py.page.browser.browsers import DESK, recorded

pytestmark = pytest.mark.slow  # it needs a browser, which `make test` does not

TABLES = {
    "inside": lambda: recorded("inside/whole-game.txt", 12),
    "insider": lambda: recorded("insider/three-to-the-top.txt", 8),
    "insider-board": lambda: recorded("insider/board-for-two.txt", 40),
    "offline": lambda: recorded("offline/basic-for-three.txt", 60),
    "offline-score": lambda: recorded("offline/score-by-leads.txt", 10),
    "online": lambda: recorded("online/two-players.txt", 20),
}
LOOKS = [(name, scheme) for name in TABLES for scheme in ("light", "dark")]
VIEWS = ("table", "box", "history", "my-copy", "more")
CONTROLS = """() => {
  const isSeen = (one) => one.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true });
  const controls = document.querySelectorAll('button, a[href], input, select, summary, [role=button]');
  return [...controls].filter((one) => isSeen(one) && !one.disabled).map((one, index) => {
    one.dataset.control = index;
    return { index, tag: one.outerHTML.slice(0, 90), is_asked: one.matches('#drawing .asked') };
  });
}"""
FOCUSED = "() => document.activeElement?.dataset?.control ?? null"
ARROWED = """() => {
  const first = document.querySelector('#drawing .asked[tabindex="0"]');
  const seen = new Set(first ? [first] : []);
  for (const stop of seen) {
    for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']) {
      stop.focus();
      stop.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
      seen.add(document.activeElement);
    }
  }
  return [...document.querySelectorAll('#drawing .asked')]
    .filter((one) => one.getClientRects().length > 0 && !seen.has(one)).map((one) => one.dataset.tap);
}"""
NAMED = {"button", "link", "textbox", "slider", "combobox", "switch", "checkbox", "spinbutton", "image"}
TEXTS = """() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  const LEFT_OUT = 'title, script, noscript, .unseen, option, .inside .side, [disabled], [aria-disabled=true]';
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const one = node.parentElement;
    if (!node.data.trim() || one.closest(LEFT_OUT)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const { left, top, width, height } = range.getBoundingClientRect();
    const style = getComputedStyle(one);
    const isInside = left >= 0 && top >= 0 && left + width <= innerWidth && top + height <= innerHeight;
    if (width < 3 || height < 3 || style.visibility !== 'visible' || !isInside) continue;
    const over = document.elementFromPoint(left + width / 2, top + height / 2);
    const isSvg = one instanceof SVGElement;
    if (!isSvg && over && !one.contains(over) && !over.contains(one)) continue; // something lies over it
    if (isSvg && over && !over.closest('.drawing, svg')) continue;
    let opacity = 1;
    for (let at = one; at; at = at.parentElement) opacity *= Number(getComputedStyle(at).opacity);
    const scale = isSvg ? Math.hypot(one.getScreenCTM().a, one.getScreenCTM().b) : 1;
    found.push({ text: node.data.trim().slice(0, 40), where: one.getAttribute('class') ?? one.localName,
      color: isSvg ? style.fill : style.color,
      opacity: opacity * (isSvg ? Number(style.fillOpacity) : 1), size: parseFloat(style.fontSize) * scale,
      is_bold: Number(style.fontWeight) >= 700, box: [left, top, width, height] });
  }
  return found;
}"""

GROUND, NEAR = 0.15, 24
"""The share of a place that makes a colour its ground; how alike colours are that are the same."""
LARGE, LARGE_BOLD = 24, 18.5


def come(run, visit, name, view, **wishes):
    visitor = visit(run(match=TABLES[name]()).address, **wishes).go_on()
    if view != "table":
        visitor.open(view)
    if view == "my-copy":
        visitor.locate("#my-copy .part").first.wait_for()
    if view == "history":
        visitor.locate("#history .acts li").first.wait_for()
    return visitor


@pytest.mark.parametrize("view", VIEWS)
def test_every_control_is_reached_by_tab_and_has_a_name(run, visit, view):
    visitor = come(run, visit, "inside", view)
    controls = {str(control["index"]): control for control in visitor.page.evaluate(CONTROLS)}
    reached: list[str | None] = []
    while len(reached) < 3 * len(controls) + 20:
        visitor.page.keyboard.press("Tab")
        reached.append(visitor.page.evaluate(FOCUSED))
    missed = [
        control["tag"] for index, control in controls.items() if index not in reached and not control["is_asked"]
    ]
    assert missed == []
    assert len(controls) > 5
    assert_named(visitor)


def assert_named(visitor):
    """Everything that can be used, and every picture, has a name for those who hear the page."""
    session = visitor.context.new_cdp_session(visitor.page)
    nodes = session.send("Accessibility.getFullAXTree")["nodes"]
    used = [node for node in nodes if not node.get("ignored") and node["role"]["value"] in NAMED]
    nameless = [node["role"]["value"] for node in used if not node.get("name", {}).get("value", "").strip()]
    assert len(used) > 5
    assert nameless == []


@pytest.mark.parametrize("name", TABLES)
def test_everything_on_the_table_is_reached_by_arrows(run, visit, name):
    visitor = come(run, visit, name, "table")
    assert visitor.page.evaluate(ARROWED) == []
    assert_named(visitor)


ENLARGE = """async (size) => {
  document.documentElement.style.setProperty('font-size', size);
  const frame = () => new Promise(requestAnimationFrame);
  await frame(); // drawings are fitted to their new room after a frame
  await frame();
}"""
WIDE = """() => [document.scrollingElement, document.querySelector('main'), document.querySelector('#ask')]
  .filter((one) => one.scrollWidth > one.clientWidth)
  .map((one) => `${one.id || one.localName} ${one.scrollWidth}`)"""


@pytest.mark.parametrize("name", TABLES)
def test_no_view_is_wider_than_the_smallest_phone_even_with_large_letters(run, visit, name):
    visitor = come(run, visit, name, "table", viewport={"width": 320, "height": 640})
    for view in VIEWS:
        visitor.open(view)
        if view == "my-copy":
            visitor.locate("#my-copy .part").first.wait_for()
        for size in ("100%", *(["200%"] if view != "box" else [])):  # keys are as large as fingers
            visitor.page.evaluate(ENLARGE, size)
            assert visitor.page.evaluate(WIDE) == [], (view, size)


def channel(value):
    share = value / 255
    return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4


def luminance(colour):
    red, green, blue = map(channel, colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def ink(told, ground):
    """Give the colour that a text has on a ground."""
    parts = [
        float(part)
        for part in told["color"].partition("(")[2].rstrip(")").replace(",", " ").replace("/", " ").split()
    ]
    strength = told["opacity"] * (parts[3] if len(parts) > 3 else 1)
    return tuple(
        round(part * strength + below * (1 - strength)) for part, below in zip(parts[:3], ground, strict=True)
    )


def _is_near(one, other):
    return all(abs(a - b) < NEAR for a, b in zip(one, other, strict=True))


def faint(visitor):
    """List the texts in the window that stand out too little from what is behind them.

    Cubes of the pyramid lie before others and their numbers; its layers show the same colours flat.
    """
    texts = visitor.page.evaluate(TEXTS)
    picture = Image.open(io.BytesIO(visitor.page.screenshot())).convert("RGB")
    found = []
    for told in texts:
        left, top, width, height = (round(2 * part) for part in told["box"])
        colours = picture.crop((left, top, left + width, top + height)).getcolors(1 << 20)
        grounds = [colour for count, colour in colours if count > GROUND * width * height]
        if not grounds:
            continue  # it stands on many colours at once, such as the edge of a drawing
        inks = {ink(told, ground) for ground in grounds}
        if not any(_is_near(colour, one) for _, colour in colours for one in inks):
            continue  # something was drawn over it
        if all(_is_near(ground, one) for ground in grounds for one in inks):  # thick letters on many shades
            others = [pair for pair in colours if not _is_near(pair[1], grounds[0])]
            if not others:
                continue  # something of its own colour was drawn over it
            grounds = [max(others)[1]]
        least = 3 if told["size"] >= LARGE or (told["is_bold"] and told["size"] >= LARGE_BOLD) else 4.5
        reached = max(contrast(ink(told, ground), ground) for ground in grounds)
        if reached < least - 0.05:
            found.append(f"{told['text']!r} ({told['where']}): {reached:.2f} on {grounds}")
    assert len(texts) > 3
    return found


SETTLED = """() => [...document.querySelectorAll("link[rel=stylesheet]")].every((link) => link.sheet)
    && document.getAnimations().every((each) => each.playState === "finished")"""
"""All styles are loaded, and no colour is fading any more."""


@pytest.mark.parametrize(("name", "scheme"), LOOKS)
def test_texts_stand_out(run, visit, name, scheme):
    visitor = come(run, visit, name, "table", color_scheme=scheme, device_scale_factor=2, viewport=DESK)
    found = {view: [] for view in VIEWS}
    for view in VIEWS if name == "inside" else ("table",):
        visitor.open(view)
        if view == "my-copy":
            visitor.locate("#my-copy .part").first.wait_for()
        visitor.page.wait_for_function(SETTLED)
        found[view] = faint(visitor)
    assert found == {view: [] for view in VIEWS}

"""What axe finds in every view: nothing, light and dark, on a phone and on a desk, in three languages."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from firmware_py.i18n.locale import LANGUAGES
from tests.firmware_py.page.browser.browsers import DESK, PHONE, Visitor, new_context, recorded

pytestmark = pytest.mark.slow  # it needs a browser, which `make test` does not

AXE = Path(__file__).parents[4] / "node_modules" / "axe-core" / "axe.min.js"
RUN = """async () => {
  const { violations } = await axe.run(document, { rules: { 'label-content-name-mismatch': { enabled: true } } });
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
}"""
"""With the rules that are switched off by default because they are new."""
TABLES = {
    "inside": lambda: recorded("inside/whole-game.txt", 12),
    "inside-over": lambda: recorded("inside/whole-game.txt"),
    "insider": lambda: recorded("insider/three-to-the-top.txt", 8),
    "insider-board": lambda: recorded("insider/board-for-two.txt", 40),
    "offline": lambda: recorded("offline/basic-for-three.txt", 60),
    "offline-score": lambda: recorded("offline/score-by-leads.txt", 10),
    "online": lambda: recorded("online/six-in-pairs.txt", 60),
    "nothing": lambda: None,
}
PARTS = ("new-match", "people", "write", "backup", "rules")
LOOKS = tuple(zip(("light", "dark", "light"), LANGUAGES, (PHONE, DESK, DESK), strict=True))


def found(visitor, where):
    visitor.page.wait_for_function("document.getAnimations().every((each) => each.playState === 'finished')")
    return [(where, each) for each in visitor.page.evaluate(RUN)]


def views(visitor):
    """Go through every view, and name each."""
    expect(visitor.locate("#drawing svg, #drawing .empty, #drawing .games").first).to_be_visible()
    yield "table"
    for view, ready in {"box": "#box canvas", "history": "#history .acts li", "my-copy": "#my-copy .part"}.items():
        tab = visitor.locate(f".tabs [data-view={view}]")
        if tab.is_visible():
            tab.click()
            expect(visitor.locate(ready).first).to_be_visible()
            yield view
    visitor.open("more")
    for part in PARTS:
        visitor.locate(f"#more [data-key={part}]").click()
        expect(visitor.locate(".more-part > *").first).to_be_attached()
        yield part
        visitor.locate("#more [data-key=more-back]").click()
    yield "more"
    visitor.page.goto(f"{visitor.address}tv")
    expect(visitor.locate("body.is-loading")).to_have_count(0)
    visitor.page.evaluate(AXE.read_text())
    yield "television"


@pytest.mark.parametrize("name", TABLES)
def test_axe_finds_nothing(name, run, chromium):
    if not AXE.exists():
        pytest.skip("there is no axe here: make test-web")
    box, faults = run(match=TABLES[name]()), []
    for scheme, language, viewport in LOOKS:
        context = new_context(chromium, viewport=viewport, color_scheme=scheme, locale=language)
        visitor = Visitor(context, box.address).come()
        visitor.page.evaluate(AXE.read_text())
        for view in views(visitor):
            faults += found(visitor, f"{view}, {language}, {scheme}")
        context.close()
    assert faults == []

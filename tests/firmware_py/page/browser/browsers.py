"""A box in a process of its own, and somebody who looks at it in a real browser.

Nothing sleeps: a visitor waits until the page shows the next question or one more act. What a record says is said
by tapping and answering, as a person would; what the page must show then is worked out by the engine alone.
"""

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, Self

from playwright.sync_api import Browser, BrowserContext, Locator, Page, Response, expect
from playwright.sync_api import TimeoutError as WaitedInVain

from engine import GAMES
from engine.acts import read_act
from engine.game import Setup
from engine.match import Match
from engine.records import read_records
from firmware_py.storage.journal import Journal
from tests.firmware_py.page.pages import Table

SIDELINE = Path(sys.executable).with_name("sideline")
CHROMIUM = shutil.which("chromium")
PATIENCE = 30_000
"""Milliseconds after which something that should be seen will not be seen."""
PHONE = {"width": 390, "height": 844}
SMALL = {"width": 320, "height": 568}
DESK = {"width": 1280, "height": 900}
TELEVISION = {"width": 1920, "height": 1080}
RECORDS = Path(__file__).parents[3] / "records"
KILLED = re.compile("ERR_CONNECTION|ERR_EMPTY_RESPONSE|ERR_INCOMPLETE|ERR_SOCKET")
"""What a browser notes when a server is gone."""
ENGLISH = 'language = "en"\nteaching = false\n'

UNHURRIED = """(() => {
  const now = performance.now.bind(performance);
  let later = 0;
  let stopped = null;
  performance.now = () => stopped ?? now() + later;
  window.hurry = (isHurried) => { stopped = isHurried ? now() + later : null; };
  const wait = () => { later += 400; };
  for (const name of ['click', 'keydown']) addEventListener(name, wait, true);
})()"""
"""Nobody taps twice within a moment: the page's clock goes ahead with each tap, or stands after `hurry`."""
SHOWN = """() => {
  const ask = document.querySelector('#ask'), table = document.querySelector('#table');
  return {
    ask: ask.dataset.ask, acts: Number(table.dataset.acts || 0), is_notice: ask.classList.contains('is-notice')
      && !document.body.classList.contains('is-end'),
    is_list: document.querySelector('.by-table details')?.open === false,
    options: [...ask.querySelectorAll('[data-answer]')].map((button) => button.dataset.answer),
    allowed: [...ask.querySelectorAll('[data-answer]:not(.is-hollow)')].map((button) => button.dataset.answer),
    drawn: [...document.querySelectorAll('#drawing .asked')].filter((one) => one.getClientRects().length)
      .map((one) => {
        const taps = [];
        for (let at = one; at; at = at.parentElement.closest('[data-tap]')) {
          taps.push(...at.dataset.tap.split(' '));
        }
        return taps;
      }),
  };
}"""
MOVED = """([ask, acts]) => document.querySelector('#ask').dataset.ask !== ask
  || Number(document.querySelector('#table').dataset.acts || 0) !== acts"""
TRIED = """(taps) => {
  const said = (one) => {
    const tokens = [];
    for (let at = one?.closest('[data-tap]'); at; at = at.parentElement.closest('[data-tap]')) {
      tokens.push(...at.dataset.tap.split(' '));
    }
    return tokens.join(' ');
  };
  const wanted = taps.join(' ');
  for (const one of document.querySelectorAll('#drawing [data-tap]')) {
    if (said(one) !== wanted || one.getClientRects().length === 0) continue;
    one.scrollIntoView({ block: 'center' });
    for (const part of [one, ...one.querySelectorAll('*')]) {
      const { left, top, width, height } = part.getBoundingClientRect();
      for (const [x, y] of [[.5, .5], [.25, .5], [.75, .5], [.5, .25], [.5, .75]]) {
        const at = [left + width * x, top + height * y];
        if (said(document.elementFromPoint(...at)) === wanted) return at;
      }
    }
  }
  return null;
}"""


def address(table: Table) -> str:
    """Return where a box in this process has its page."""
    return f"http://localhost:{table.port}/"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class VirtualProcess:
    """`sideline run` as a process that can be killed, on a machine of its own."""

    def __init__(
        self, folder: Path, *arguments: str, settings: str = ENGLISH, match: Match[Any] | None = None
    ) -> None:
        """Start it; `settings` are lines of its configuration, a `match` was on the table before."""
        folder.mkdir(parents=True, exist_ok=True)
        config = folder / "sideline.toml"
        config.write_text(f'{settings}hardware = "simulated"\n[network]\nport = {free_port()}\n', encoding="utf-8")
        self.data = folder / "data"
        self._environment = {**os.environ, "SIDELINE_DATA": str(self.data), "SIDELINE_CONFIG": str(config)}
        self.address = ""
        if match is not None:
            self.data.mkdir()
            journal = Journal(str(self.data / "journal.db"))
            number = journal.begin(match.setup, date="2026-11-20")
            for place, act in enumerate(match.log):
                journal.keep(number, place, str(act))
            journal.close()
        self.start(*arguments)

    def start(self, *arguments: str) -> None:
        self._process = subprocess.Popen(
            [SIDELINE, "run", *arguments], env=self._environment, stdout=subprocess.PIPE, text=True
        )
        assert self._process.stdout is not None
        said = iter(self._process.stdout.readline, "")  # after a kill it may say first what it has repaired
        found = next(filter(None, (re.search(r"http://[\w.]+:\d+/", line) for line in said)), None)
        assert found is not None
        self.address = found[0]

    def kill(self) -> None:
        """Pull the plug."""
        self._end(signal.SIGKILL)

    def close(self) -> None:
        self._end(signal.SIGTERM)

    def _end(self, number: int) -> None:
        self._process.send_signal(number)
        self._process.wait(PATIENCE / 1000)
        if self._process.stdout is not None:
            self._process.stdout.close()

    def command(self, *arguments: str) -> str:
        """Give what a command says on the same machine."""
        done = subprocess.run(
            [SIDELINE, *arguments], env=self._environment, capture_output=True, check=False, text=True
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_why: object) -> None:
        self.close()


class Shown(NamedTuple):
    """What a visitor sees of the question."""

    ask: str
    acts: int
    is_notice: bool
    is_list: bool
    """The answers are folded away: one is to tap on the table."""
    options: list[str]
    allowed: list[str]
    drawn: list[list[str]]
    """What the drawing offers to tap; each may say several things."""


class Visitor:
    """Somebody with a browser at the page of a box."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        """Open the page; what the browser complains about is kept."""
        self.context, self.address = context, address
        self.complaints: list[str] = []
        self.forgiven: list[re.Pattern[str]] = []
        """Complaints that a test expects."""
        context.set_default_timeout(PATIENCE)
        self.page: Page = context.new_page()
        self.listen_to(self.page)

    def listen_to(self, page: Page) -> None:
        page.on("console", lambda said: self._complain(said.text) if said.type == "error" else None)
        page.on("pageerror", lambda error: self._complain(str(error)))
        page.on("dialog", lambda dialog: self._complain(f"a dialog: {dialog.message}"))

    def _complain(self, text: str) -> None:
        self.complaints.append(text)

    @property
    def unforgiven(self) -> list[str]:
        """What the browser complained about, but for what was to be expected."""
        return [text for text in self.complaints if not any(pattern.search(text) for pattern in self.forgiven)]

    def come(self, view: str = "table", path: str = "") -> "Visitor":
        """Open the page, and one of its views."""
        self.page.goto(self.address + path)
        expect(self.page.locator("body.is-loading")).to_have_count(0)
        if view:
            self.open(view)
        return self

    def open(self, view: str) -> None:
        self.page.locator(f".tabs [data-view={view}]").click()

    def locate(self, selector: str) -> Locator:
        return self.page.locator(selector)

    def do(self, locator: Locator) -> Response:
        """Click something that the box is to be told of, and wait until it has been told."""
        with self.page.expect_response(lambda answer: answer.url.endswith("/do")) as answered:
            locator.click()
        return answered.value

    # --- the question

    def shown(self) -> Shown:
        return Shown(**self.page.evaluate(SHOWN))

    def until_moved(self, before: Shown) -> None:
        try:
            self.page.wait_for_function(MOVED, arg=[before.ask, before.acts])
        except WaitedInVain:
            raise AssertionError(f"nothing happened: {before}, {self.locate('#toast').inner_text()}") from None

    def answer(self, token: str) -> None:
        """Take one of the answers, say `choice:new`."""
        before = self.shown()
        if self.locate("#ask.is-folded").count():
            self.locate("#ask [data-key=fold]").click()
        if before.is_list:
            self.locate(".by-table summary").click()
        self.locate(f'#ask [data-answer="{token}"]').click()
        self.until_moved(before)

    def tap(self, *taps: str) -> None:
        """Tap where the drawing shows something, and nothing else lies over it."""
        before = self.shown()
        at = self.page.evaluate(TRIED, taps)
        assert at is not None, f"nobody can tap {taps}"
        self.page.mouse.click(*at)
        self.until_moved(before)

    def go_on(self) -> "Visitor":
        """Go on with the match that was on the table: it goes on by itself."""
        expect(self.locate("#drawing svg")).to_be_visible()
        self.read_on()
        return self

    def read_on(self) -> None:
        """Read whatever lies over the question."""
        while (before := self.shown()).is_notice:
            self.locate("#ask [data-key=yes]").click()
            self.until_moved(before)

    def type(self, name: str) -> None:
        """Type a name with the keyboard."""
        before = self.shown()
        self.page.get_by_label("Name").press_sequentially(name)
        self.page.keyboard.press("Enter")
        self.until_moved(before)

    @property
    def points(self) -> list[tuple[str, str, bool]]:
        """The standing that the page shows: names, points, and who has won."""
        return [
            (
                seat.locator(".name").inner_text(),
                seat.locator(".points").inner_text(),
                "is-winner" in (seat.get_attribute("class") or ""),
            )
            for seat in self.locate("#standing .seat").all()
        ]


def standing_of(match: Match[Any]) -> list[tuple[str, str, bool]]:
    """Give the standing as the page should show it."""
    stands = match.standing()
    return [
        (name, str(stands.points[seat]), seat in stands.winners) for seat, name in enumerate(match.names, start=1)
    ]


def played(game: str, *sentences: str, players: tuple[str, ...] = ("Anna", "Ben"), **tags: str) -> Match[Any]:
    """Give a match in which something was said."""
    match = Match(GAMES[game].rules(), Setup(game, players, tags=tags))
    for sentence in sentences:
        assert match.play(read_act(sentence)) is None, sentence
    return match


def recorded(name: str, most: int | None = None) -> Match[Any]:
    """Give the match of a record, or how it stood after its first acts."""
    (record,) = read_records((RECORDS / name).read_text(encoding="utf-8"))
    match = Match(GAMES[record.setup.game].rules(), record.setup)
    for _, sentence in record.lines:
        if most is None or len(match.log) < most:
            match.play(read_act(sentence))
    return match


def sentences(name: str, is_so: Callable[[Match[Any]], object]) -> tuple[Setup, list[str]]:
    """Give the setup of a record and its sentences, until the match is so."""
    for record in read_records((RECORDS / name).read_text(encoding="utf-8")):
        match = Match(GAMES[record.setup.game].rules(), record.setup)
        for _, sentence in record.lines:
            match.play(read_act(sentence))
            if is_so(match):
                return match.setup, [str(act) for act in match.log]
    raise AssertionError(name)


def new_context(browser: Browser, **options: Any) -> BrowserContext:
    """Open a window of its own; nothing moves for its own sake."""
    wishes = {"locale": "en-GB", "viewport": DESK, "reduced_motion": "reduce", **options}
    context = browser.new_context(**wishes)
    context.add_init_script(UNHURRIED)
    return context

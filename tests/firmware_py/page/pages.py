"""A whole box with its page, for tests: the real loop in a thread, a real journal, real sockets; and a phone.

Nothing sleeps: who waits for something waits on a socket or a queue, and gives up after `PATIENCE`.
"""

import http.client
import json
import os
import socket
import threading
import time
from queue import SimpleQueue
from typing import Any, NamedTuple, Self

from drivers.terminal import Signal
from engine.game import Setup
from firmware_py.config.wiring import Network
from firmware_py.display.panel import NullPanel
from firmware_py.i18n.translations import Translations
from firmware_py.page.switch import PageSwitch
from firmware_py.page.virtual.simulated_box import SimulatedBox
from firmware_py.runtime.event_loop import EventLoop
from firmware_py.runtime.helpers import Helpers
from firmware_py.runtime.program import Program
from firmware_py.runtime.sources import open_sources
from firmware_py.runtime.worker import Worker
from firmware_py.storage.crash_log import CrashLog
from firmware_py.storage.journal import Journal
from firmware_py.storage.match_store import MatchStore
from firmware_py.ui.flows import match as match_flow
from firmware_py.ui.flows.home import FLOWS, home
from firmware_py.ui.match.screen import MatchScreen
from firmware_py.ui.stack.screen_stack import ScreenStack
from firmware_py.ui.stack.task import UiTask
from tests.firmware_py.ui.stacks import PLAIN, read_on

PATIENCE = 60.0
"""Seconds after which something that should have come will not come."""
LOCALHOST = "127.0.0.1"
PLAYERS = ("Quirina", "Xaverl")
"""Names that are found again in whatever is sent; no word of any language has them."""
INSIDE = Setup("inside", PLAYERS)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind((LOCALHOST, 0))
        return int(probe.getsockname()[1])


class WiredBox(NullPanel):
    """The panel of a real box, which draws into the air."""

    def show(self, stack: ScreenStack, over: Any = None) -> None:
        del over
        stack.table()
        stack.prompt()


class Table:
    """A box that runs, with its page switched on: virtual, or beside hardware."""

    def __init__(
        self, folder, setup=INSIDE, *, is_virtual=True, config=PLAIN, network=None, is_on=True, looker=None
    ):
        self.folder = str(folder)
        self.loop, self.crash_log = EventLoop(), CrashLog(self.folder)
        self.journal, self.disk = Journal(os.path.join(self.folder, "journal.db")), Worker("disk")
        self.sources = open_sources(self.loop)
        self.virtual = SimulatedBox(self.sources.dice.put, round(time.monotonic() * 1000)) if is_virtual else None
        self.switch = PageSwitch(self.sources.page.put, network or Network(("lo",), free_port()), self.virtual)
        store, translations = MatchStore(self.journal, self.disk), Translations(config.language)
        panel = WiredBox() if self.virtual is None else self.virtual.panel

        def make_stack(services):
            return ScreenStack(
                store,
                config,
                self.crash_log,
                translations,
                flows=FLOWS,
                services=services,
                today=lambda: "2026-11-20",
            )

        helpers = Helpers(looker=looker)
        self.program = Program(
            self.loop, panel, make_stack, workers=[self.disk], page=self.switch, helpers=helpers
        )
        self._setup, self._is_on = setup, is_on
        self._thread = threading.Thread(target=self.program.run, args=(self._begin,), name="program")
        self._thread.start()
        self.ask(lambda stack: stack)

    def _begin(self, stack: ScreenStack) -> None:
        home(stack)
        if self._setup is not None:
            match_flow.begin(stack, self._setup)
            read_on(stack)
        if self._is_on:
            stack.services.page.turn_on(stack)

    def ask(self, work: Any) -> Any:
        """Have something done in the program's thread, and give back what comes of it, or raise it."""
        answers: SimpleQueue[tuple[Any, BaseException | None]] = SimpleQueue()

        def do(stack: ScreenStack) -> None:
            try:
                answers.put((work(stack), None))
            except BaseException as error:  # noqa: BLE001 - it is raised in the test
                answers.put((None, error))

        self.loop.put(UiTask(do))
        answer, error = answers.get(timeout=PATIENCE)
        if error is not None:
            raise error
        return answer

    @property
    def port(self) -> int:
        return int(self.switch.status.addresses[0].partition(":")[2])

    @property
    def log(self) -> list[str]:
        """What the match's log says."""
        return self.ask(lambda stack: [str(act) for act in stack.match_screen.match.log])

    def box(self, work: Any) -> Any:
        """Do something with the match on the table."""

        def do(stack: ScreenStack) -> Any:
            assert isinstance(stack.top, MatchScreen), stack.top
            return work(stack.top)

        return self.ask(do)

    @property
    def notes(self) -> str:
        """What the black box has noted; everything that was put before is done by then."""
        while self.sources.page.waiting:
            self.ask(lambda stack: stack)
        self.ask(lambda stack: stack)
        try:
            with open(self.crash_log.path, encoding="utf-8") as file:
                return file.read()
        except FileNotFoundError:
            return ""

    def phone(self, address: str = LOCALHOST, **headers: str) -> "Phone":
        return Phone(self.port, address, **headers)

    def paired(self, address: str = LOCALHOST, **headers: str) -> "Phone":
        """Give a phone that is let in."""
        phone = self.phone(address, **headers)
        if self.virtual is None:
            assert phone.pair(self.switch.status.code).status == 200
        return phone.know_token()

    def close(self) -> None:
        self.loop.put(Signal.LEAVE)
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive(), "the program does not end"
        self.switch.turn_off()
        self.disk.stop()
        self.journal.close()
        if self.virtual is not None:
            self.virtual.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_why: object) -> None:
        self.close()


class Answer(NamedTuple):
    """What came back."""

    status: int
    headers: http.client.HTTPMessage
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def why(self) -> str:
        return str(self.json["why"])


class Phone:
    """A browser, as far as the box can tell."""

    def __init__(self, port: int, address: str = LOCALHOST, **headers: str) -> None:
        """Look at the page on a port from an address, with headers whose names have _ for -."""
        self.port, self.address, self.cookie, self.token = port, address, "", ""
        self.headers = {name.replace("_", "-"): value for name, value in headers.items()}

    @property
    def host(self) -> str:
        return f"{LOCALHOST}:{self.port}"

    def ask(self, method: str, path: str, body: bytes | None = None, **headers: str | None) -> Answer:
        """Send a request; a header that is None is left out."""
        sent: dict[str, str | None] = {"Host": self.host, **self.headers}
        if self.cookie:
            sent["Cookie"] = self.cookie
        if method == "POST":
            sent |= {"Origin": f"http://{self.host}", "Content-Type": "application/json"}
            sent |= {"X-Sideline-Token": self.token}
        sent |= {name.replace("_", "-"): value for name, value in headers.items()}
        connection = http.client.HTTPConnection(
            LOCALHOST, self.port, timeout=PATIENCE, source_address=(self.address, 0)
        )
        try:
            connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
            for name, value in sent.items():
                if value is not None:
                    connection.putheader(name, value)
            if body is not None:
                connection.putheader("Content-Length", str(len(body)))
            connection.endheaders(body)
            came = connection.getresponse()
            answer = Answer(came.status, came.headers, came.read())
        finally:
            connection.close()
        if "Set-Cookie" in answer.headers:
            self.cookie = answer.headers["Set-Cookie"].partition(";")[0]
        return answer

    def get(self, path: str, **headers: str | None) -> Answer:
        return self.ask("GET", path, **headers)

    def post(self, path: str, value: object, **headers: str | None) -> Answer:
        return self.ask("POST", path, json.dumps(value).encode(), **headers)

    def do(self, action: str, **more: object) -> Answer:
        return self.post("/do", {"do": action, **more})

    def pair(self, code: str) -> Answer:
        return self.post("/pair", {"code": code})

    def know_token(self) -> "Phone":
        """Read what only the own page is told."""
        with self.listen() as stream:
            self.cookie = stream.cookie or self.cookie
            self.token = stream.until(lambda seen: seen["me"]["is_paired"])["me"]["token"]
        return self

    def listen(self, **headers: str) -> "EventStream":
        return EventStream(self, **headers)


class EventStream:
    """A listener to the events, with everything that it was told."""

    def __init__(self, phone: Phone, **headers: str) -> None:
        self.raw, self.seen, self.cookie = b"", {}, ""
        self.events: list[dict[str, Any]] = []
        sent = {"Host": phone.host, **phone.headers, **headers}
        if phone.cookie:
            sent["Cookie"] = phone.cookie
        self._socket = socket.create_connection(
            (LOCALHOST, phone.port), timeout=PATIENCE, source_address=(phone.address, 0)
        )
        lines = "".join(f"{name}: {value}\r\n" for name, value in sent.items())
        self._socket.sendall(f"GET /events HTTP/1.1\r\n{lines}\r\n".encode())
        self._rest = b""
        head = self._read(b"\r\n\r\n").decode()
        self.status = int(head.split(" ", 2)[1])
        for line in head.splitlines():
            if line.lower().startswith("set-cookie: "):
                self.cookie = line.partition(": ")[2].partition(";")[0]

    def _read(self, end: bytes) -> bytes:
        while end not in self._rest:
            came = self._socket.recv(65536)
            if not came:
                raise EOFError
            self.raw += came
            self._rest += came
        found, _, self._rest = self._rest.partition(end)
        return found

    def next(self) -> dict[str, Any]:
        """Wait for the next event; EOFError when there will be none."""
        while True:
            block = self._read(b"\n\n").decode()
            if block.startswith("data: "):
                event = json.loads(block.removeprefix("data: "))
                self.events.append(event)
                self.seen |= event
                return event

    def until(self, is_so: Any) -> dict[str, Any]:
        """Listen until what was told so far is so."""
        while not (self.seen and is_so(self.seen)):
            self.next()
        return self.seen

    def until_end(self) -> None:
        """Listen until the box hangs up."""
        try:
            while True:
                self.next()
        except (EOFError, ConnectionResetError):
            return

    def close(self) -> None:
        self._socket.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_why: object) -> None:
        self.close()


def choose_on(phone: Phone, stream: EventStream, *wanted: str) -> None:
    """Choose answers on a phone one after the other, or press `ok` or `back`; wait until it shows what follows."""
    for want in wanted:
        asked = stream.until(lambda seen: seen["ask"])["ask"]
        number = asked["id"]
        if want in {"ok", "back"}:
            done = phone.do("press", key=want, ask=number)
        else:
            taps = [option["tap"].partition(":")[2] for option in asked["options"]]
            done = phone.do("choose", ask=number, option=taps.index(want))
        assert done.status == 204
        stream.until(lambda seen, number=number: seen["ask"]["id"] != number)


def answered(port: int, sent: bytes) -> bytes:
    """Send raw bytes; give everything that comes back until the box hangs up."""
    with socket.create_connection((LOCALHOST, port), timeout=PATIENCE) as connection:
        came = b""
        try:
            connection.sendall(sent)
            while more := connection.recv(65536):
                came += more
        except (ConnectionResetError, BrokenPipeError):
            pass
        return came

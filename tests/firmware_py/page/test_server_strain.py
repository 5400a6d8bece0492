"""The page under strain: too much, too slow, too many, nonsense, faults; and switching it off and on again."""

import gc
import json
import socket
import struct
import threading
from collections.abc import Callable
from contextlib import ExitStack, suppress

import pytest

from drivers.presses import Key, Kind, Press
from engine.acts import read_act
from engine.verdicts import Sentence, say
from firmware_py.config.wiring import Network
from firmware_py.games.inside import svg as inside
from firmware_py.http import limits, server
from firmware_py.http.limits import MOST_BODY, MOST_HEAD, PHONES
from firmware_py.i18n.translations import Translations
from firmware_py.page import serialize
from firmware_py.page.serialize import Serializer
from firmware_py.storage.crash_log import TOO_MANY_CRASHES
from firmware_py.ui.match.live_match import LiveMatch
from tests.firmware_py.page.pages import LOCALHOST, PATIENCE, Table, answered, free_port

OK = {"do": "press", "key": "ok", "kind": "short"}
BULK = 2**24
"""Characters, more than any network takes before somebody reads."""
STRANGER = "127.0.0.66"
"""Another address of this machine, which gets no session by itself."""
SOON = 0.05
"""Seconds that stand for the page's limits, so that nobody waits for those."""


def head(port: int, *lines: str, first: str = "GET / HTTP/1.1") -> bytes:
    return "\r\n".join((first, f"Host: localhost:{port}", *lines, "", "")).encode()


def status(came: bytes) -> int:
    return int(came.split(b" ", 2)[1])


def press(table: Table, key: Key = Key.RIGHT) -> None:
    table.loop.put(Press(key, Kind.SHORT))


@pytest.fixture(name="_alone", autouse=True)
def fixture_alone(capfd):
    """Nothing of all this is seen on the terminal of whoever has started the box."""
    yield
    assert capfd.readouterr() == ("", "")


# --- sizes


def test_a_head_that_is_too_long_is_refused(virtual):
    port = virtual.port
    assert status(answered(port, head(port, f"X-Long: {'x' * (MOST_HEAD // 2)}"))) == 200
    assert status(answered(port, head(port, f"X-Long: {'x' * MOST_HEAD}"))) == 400
    assert status(answered(port, head(port, first=f"GET /{'x' * MOST_HEAD} HTTP/1.1"))) == 400
    many = [f"X-{at}: y" for at in range(MOST_HEAD // 8)]
    assert status(answered(port, head(port, *many[:200]))) == 200
    assert status(answered(port, head(port, *many))) == 400
    assert virtual.notes == "", "that is nobody's fault"


def test_a_body_that_is_too_long_is_refused_and_not_even_read(virtual):
    phone = virtual.paired()
    long = json.dumps(OK | {"more": "x" * (MOST_BODY - 100)}).encode()
    assert len(long) <= MOST_BODY
    assert phone.ask("POST", "/do", long).status == 204
    lines = ("Content-Type: application/json", f"Origin: http://localhost:{virtual.port}")
    for length in (MOST_BODY + 1, 10**12):
        request = head(virtual.port, *lines, f"Content-Length: {length}", first="POST /do HTTP/1.1")
        assert status(answered(virtual.port, request)) == 413


@pytest.mark.parametrize("length", ["-1", "x", "", "1e3", "9" * 5000])
def test_a_length_that_is_none_is_refused(virtual, length):
    request = head(virtual.port, f"Content-Length: {length}", first="POST /do HTTP/1.1")
    assert status(answered(virtual.port, request)) == 400
    assert virtual.notes == ""


@pytest.mark.parametrize(
    "nonsense",
    [
        b"\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(100) + b"\r\n\r\n",
        b"GET\r\n\r\n",
        b"GET / HTTP/1.1 more\r\n\r\n",
        b"GET / nothing\r\n\r\n",
        b"GET / HTTP/1.1\r\nno colon\r\n\r\n",
        b"\xff\xfe\xfd\r\n\r\n",
        b"GET /?%zz=%f HTTP/1.1\r\n\r\n",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    ],
)
def test_what_is_no_request_is_refused(virtual, nonsense):
    came = answered(virtual.port, nonsense)
    assert status(came) in {400, 404, 421}
    assert virtual.phone().get("/").status == 200, "the others go on"
    assert virtual.notes == ""


@pytest.mark.parametrize("place", ["9" * 30, "9" * 5000, "-1", "٣", "x", "1.5"])
def test_a_place_that_is_none_is_no_fault(virtual, place):
    phone = virtual.paired()
    path = f"/moment/{place}".encode()
    cookie = f"Host: localhost:{virtual.port}\r\nCookie: {phone.cookie}\r\n\r\n".encode()
    assert status(answered(virtual.port, b"GET " + path + b" HTTP/1.1\r\n" + cookie)) in {400, 404}
    assert virtual.notes == ""


# --- time


def test_who_takes_too_long_to_ask_is_left(virtual, monkeypatch):
    monkeypatch.setattr(server, "REQUEST_TIMEOUT_SECONDS", SOON)
    for beginning in (b"", b"GET / HT", head(virtual.port)[:-2], head(virtual.port, "Content-Length: 9") + b"x"):
        assert answered(virtual.port, beginning) == b""
    assert virtual.phone().get("/").status == 200
    assert virtual.notes == "", "that is nobody's fault"


def test_who_goes_away_in_the_middle_is_no_fault(virtual):
    for beginning in (b"", b"GET / HT", head(virtual.port), head(virtual.port, first="GET /events HTTP/1.1")):
        for is_rude in (False, True):
            with socket.create_connection((LOCALHOST, virtual.port)) as connection:
                connection.sendall(beginning)
                if is_rude:
                    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    assert virtual.phone().get("/").status == 200
    assert virtual.notes == ""


# --- how many


def test_one_phone_has_so_many_connections_and_the_next_is_closed(real, monkeypatch):
    monkeypatch.setattr(limits, "KEPT_SECONDS", PATIENCE)
    with ExitStack() as stack:
        for _ in range(PHONES.connections_each):
            stack.enter_context(socket.create_connection((LOCALHOST, real.port), timeout=PATIENCE))
        assert answered(real.port, head(real.port)) == b""


def test_the_oldest_request_that_is_not_finished_is_dropped_for_the_next_one(real, monkeypatch):
    monkeypatch.setattr(limits, "KEPT_SECONDS", 0.0)
    with ExitStack() as stack:
        unfinished = [
            stack.enter_context(socket.create_connection((LOCALHOST, real.port), timeout=PATIENCE))
            for _ in range(PHONES.connections_each)
        ]
        assert status(answered(real.port, head(real.port))) == 200
        assert unfinished[0].recv(1) == b""
    assert real.notes == "", "that is nobody's fault"


def test_unfinished_requests_from_many_addresses_shut_out_no_phone_that_is_paired(real, monkeypatch):
    monkeypatch.setattr(limits, "KEPT_SECONDS", PATIENCE)
    phone = real.paired()
    with ExitStack() as stack:
        for number in range(PHONES.connections):
            address = (f"127.0.1.{number % 20 + 1}", 0)
            slow = socket.create_connection((LOCALHOST, real.port), timeout=PATIENCE, source_address=address)
            stack.enter_context(slow).sendall(b"GET / HT")
        assert [phone.get("/").status for _ in range(25)] == [200] * 25
        assert phone.do("press", key="right").status == 204


def test_requests_without_a_session_at_its_own_address_shut_out_no_phone_that_is_paired(real):
    phone, stranger = real.paired(), real.phone()
    answers = [stranger.get("/").status for _ in range(PHONES.burst_each + 20)]
    assert answers.count(429) >= 10
    assert [phone.get("/").status for _ in range(25)] == [200] * 25


def test_one_phone_has_so_many_listeners_and_gets_the_place_back_as_soon_as_one_has_gone(real):
    with ExitStack() as stack:
        streams = [stack.enter_context(real.phone().listen()) for _ in range(PHONES.listeners_each)]
        assert [stream.status for stream in streams] == [200] * PHONES.listeners_each
        answer = real.phone().get("/events")
        assert answer.status == 503
        assert answer.why
        streams.pop().close()
        again = (stack.enter_context(real.phone().listen()) for _ in range(PHONES.burst_each // 2))
        another = next(
            stream for stream in again if stream.status == 200
        )  # a moment later, and long before the next beat
        another.until(lambda seen: seen["game"])


def test_asking_for_the_head_of_the_events_takes_no_place(real):
    for _ in range(PHONES.listeners_each + 2):
        assert real.phone().ask("HEAD", "/events").status == 200
    with real.phone().listen() as stream:
        assert stream.status == 200


# --- slow listeners


@pytest.fixture(name="slow")
def fixture_slow(virtual, monkeypatch):
    """Give somebody who listens, gets a lot to read and does not begin with it."""
    told = Serializer.parts

    def much(self, language, *, is_paired):
        parts = told(self, language, is_paired=is_paired)
        return parts if is_paired else {**parts, "bulk": f'"{self.snapshot.ask:07}{"x" * BULK}"'}

    monkeypatch.setattr(Serializer, "parts", much)
    with socket.socket() as slow:
        slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        slow.settimeout(PATIENCE)
        slow.bind((STRANGER, 0))
        slow.connect((LOCALHOST, virtual.port))
        slow.sendall(head(virtual.port, first="GET /events HTTP/1.1"))
        assert slow.recv(4) == b"HTTP"
        yield slow


def test_who_never_reads_holds_up_nobody_and_is_dropped(virtual, monkeypatch, slow):
    monkeypatch.setattr(server, "SEND_TIMEOUT_SECONDS", SOON)
    monkeypatch.setattr(server, "CLOSE_TIMEOUT_SECONDS", SOON)
    phone = virtual.paired()
    with phone.listen() as stream:
        phone.do("say", act="1 place L310")
        stream.until(lambda seen: seen["game"]["acts"] == 1)
        doors = virtual.switch._server._policy.limits
        while doors.listeners > 1:
            press(virtual)
            stream.next()
        came = 0
        with suppress(ConnectionResetError):
            while more := len(slow.recv(65536)):
                came += more
        assert came < BULK, "it was dropped before it had everything"
        for _ in range(20):
            assert phone.get("/").status == 200
    assert virtual.notes == "", "that is nobody's fault"


def test_who_is_slow_gets_the_newest_state_and_not_everything_before(virtual, slow):
    presses = 20
    with virtual.phone().listen() as stream:
        stream.next()
        for at in range(presses):
            before = stream.seen["ask"]["id"]
            act = read_act("undo" if at % 2 else "1 place L310")
            virtual.box(lambda screen, act=act: screen.play(act))
            stream.until(lambda seen, before=before: seen["ask"]["id"] != before)
        newest = f'"bulk":"{stream.seen["ask"]["id"]:07}'.encode()
        came = b""
        events = 0
        while newest not in came:
            came = came[-100:] + slow.recv(2**20)
            events += came.count(b'"bulk":') - came[:100].count(b'"bulk":')
        assert events <= 3, "the first one, perhaps what was in the air, and the newest"


# --- faults


def test_a_fault_in_an_answer_is_noted_and_the_others_go_on(virtual, monkeypatch):
    phone = virtual.paired()
    with phone.listen() as stream:
        stream.until(lambda seen: seen["ask"])
        monkeypatch.setattr(serialize, "standing", lambda *_given: 1 / 0)
        answer = phone.get("/moment/0", Accept_Language="de")
        assert answer.status == 500
        assert answer.why == Translations("de")("page.fault")
        assert "ZeroDivisionError" in virtual.notes
        monkeypatch.undo()
        assert phone.get("/moment/0").status == 200
        press(virtual)
        stream.next()


def test_a_fault_in_a_drawing_takes_nothing_from_who_plays(virtual, monkeypatch):
    phone = virtual.paired()
    monkeypatch.setattr(inside, "draw", lambda _view: 1 / 0)
    with phone.listen() as stream:
        seen = stream.until(lambda seen: seen["ask"])
        assert seen["box"]["displays"]
        assert phone.do("say", act="1 place L310").status == 204
        stream.until(lambda seen: seen["log"] is None or seen["log"]["lines"])
    assert virtual.log == ["1 place L310"]
    assert virtual.notes.count("ZeroDivisionError") == 1, "the disk is not for saying the same again and again"


def test_an_action_that_fails_is_refused_and_noted_once_and_the_box_goes_on_undisturbed(real, monkeypatch):
    phone = real.paired()
    phone.do("say", act="1 place L310")
    before = real.ask(lambda stack: stack.top)
    with monkeypatch.context() as broken:
        broken.setattr("firmware_py.ui.match.screen.MatchScreen.tap", lambda *_given: 1 / 0)
        for _ in range(2 * TOO_MANY_CRASHES):
            assert phone.do("tap", taps=["spot:310"]).status == 500
    assert real.notes.count("ZeroDivisionError") == 1
    assert real.ask(lambda stack: stack.top) is before
    assert real.crash_log.crashes == 0
    phone.do("say", act="2 place D400")
    assert real.log == ["1 place L310", "2 place D400"]


def test_an_action_that_fails_half_way_leaves_what_was_played_and_is_no_crash(real, monkeypatch):
    phone = real.paired()
    with monkeypatch.context() as broken:
        play = LiveMatch.play
        broken.setattr(LiveMatch, "play", lambda live, *given, **more: [play(live, *given, **more), 1 / 0])
        assert phone.do("say", act="1 place L310").status == 500
    assert real.log == ["1 place L310"]
    assert real.ask(lambda stack: stack.top.view_model().title) == say("home.fault")
    assert real.crash_log.crashes == 0


def test_a_fault_in_reading_owner_data_leaves_the_screen_stack_alone(virtual, monkeypatch):
    phone = virtual.paired()
    before = virtual.ask(lambda stack: stack.top)
    monkeypatch.setattr("firmware_py.page.more.owner_forms.overview", lambda _words: 1 / 0)
    assert phone.get("/my-copy").status == 500
    assert virtual.ask(lambda stack: stack.top) is before
    assert "ZeroDivisionError" in virtual.notes


# --- off and on


def test_switching_off_ends_everything_and_switching_on_begins_anew(real):
    phone = real.paired()
    old = real.switch.status
    with phone.listen() as stream, real.phone().listen() as stranger:
        real.ask(lambda _desk: real.switch.turn_off())
        stream.until_end()
        stranger.until_end()
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection((LOCALHOST, phone.port))
        assert not real.switch.status.is_on
    real.ask(real.switch.turn_on)
    new = real.switch.status
    assert {new.code, new.long_code}.isdisjoint({old.code, old.long_code})
    assert phone.port == real.port
    assert phone.post("/do", OK).status == 403, "old cookies are worth nothing"
    with phone.listen() as stream:
        assert stream.until(lambda seen: seen["me"])["me"]["is_paired"] is False
    assert phone.pair(old.long_code).status == 403


def test_switching_off_waits_for_nobody_whatever_happens_at_that_moment(virtual):
    def off_and_on(stack):
        stack.press(Press(Key.BACK, Kind.SHORT))
        stack.services.page.publish(stack)
        stack.services.page.turn_off()
        stack.services.page.turn_on(stack)

    for _ in range(10):
        with ExitStack() as stack:
            streams = [stack.enter_context(virtual.phone().listen()) for _ in range(4)]
            for stream in streams:
                stream.next()
            virtual.ask(off_and_on)
            for stream in streams:
                stream.until_end()


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_a_port_that_is_taken_gives_a_sentence(tmp_path, language):
    port = free_port()
    with socket.create_server((LOCALHOST, port)), Table(tmp_path, is_virtual=False, is_on=False) as table:
        table.switch._settings = Network(("lo",), port)
        told = table.ask(table.switch.turn_on)
        assert not told.is_on
        assert isinstance(told.why, Sentence)
        assert str(port) in Translations(language).text(told.why)


def test_an_interface_that_is_not_there_gives_a_sentence(tmp_path):
    with Table(tmp_path, is_virtual=False, is_on=False, network=Network(("wlan77",), free_port())) as table:
        told = table.ask(table.switch.turn_on)
        assert not told.is_on
        assert "wlan77" in Translations("en").text(told.why)


def test_a_listener_who_talks_is_left(real):
    with real.phone().listen() as stream:
        stream.next()
        stream._socket.sendall(b"x")
        stream.until_end()
    assert real.notes == "", "that is nobody's fault"


def test_limits_are_those_of_who_comes_from_where(virtual, real):
    sizes = [table.switch._server._policy.limits._sizes for table in (virtual, real)]
    assert sizes == [limits.ONE_MACHINE, limits.PHONES]


def test_a_connection_that_comes_while_the_page_stops_is_closed(tmp_path):
    table = Table(tmp_path)
    loop, waits, goes_on, stops = table.switch._server._loop, *(threading.Event() for _ in range(3))
    call = loop.call_soon_threadsafe

    def hold() -> None:
        waits.set()
        goes_on.wait(PATIENCE)

    def call_and_tell(work: Callable[[], None]) -> None:
        call(work)
        if work == loop.stop:
            stops.set()

    call(hold)
    assert waits.wait(PATIENCE)
    loop.call_soon_threadsafe = call_and_tell
    closing = threading.Thread(target=table.close)
    with socket.create_connection((LOCALHOST, table.port), PATIENCE) as client:
        closing.start()
        assert stops.wait(PATIENCE)
        goes_on.set()
        closing.join(PATIENCE)
        with suppress(ConnectionResetError):
            assert client.recv(1) == b""
    gc.collect()  # a socket that nobody closed is a warning, and so a failure

"""Events to any address: a real server hears them; slow, dead and hostile ones cost the box nothing."""

import json
import socket
import threading
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from queue import Queue

import pytest

from engine.acts import read_act
from engine.game import Setup
from firmware_py.config.configuration import DEFAULTS, read_config
from firmware_py.config.events import Events, events_lines
from firmware_py.config.toml import read_checked
from firmware_py.errors import UserError
from firmware_py.event_calls import EventCalls, NoAnswer, call
from firmware_py.i18n.translations import Translations
from firmware_py.ui.flows.match import begin
from tests.firmware_py.ui.stacks import box, new_stack

PATIENCE = 20


class Table:
    """A box whose events are called."""

    def __init__(self, events):
        self.stack, self.faults, self.now = new_stack(), Queue(), 0.0
        self.calls = EventCalls(events, self.faults.put, clock=lambda: self.now)
        self.calls.publish(self.stack)

    def begin(self, *players, game="inside"):
        begin(self.stack, Setup(game, players or ("Anna", "Ben")))
        self.calls.publish(self.stack)

    def say(self, *sentences):
        for sentence in sentences:
            box(self.stack).submit(read_act(sentence))
            self.calls.publish(self.stack)


@contextmanager
def table(**addresses):
    made = Table(Events(**addresses))
    try:
        yield made
    finally:
        made.calls.close(PATIENCE)


@pytest.fixture
def server():
    """A web server that writes down what it is asked: (path, value)."""
    heard = Queue()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"]))
            heard.put((self.path, json.loads(body)))
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_):
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as running:
        threading.Thread(target=running.serve_forever, daemon=True).start()
        running.heard, running.address = heard, f"http://127.0.0.1:{running.server_port}"
        yield running
        running.shutdown()


@contextmanager
def bad_server(answer):
    """A server that answers each connection in its own way; gives its address."""
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def serve():
            while True:
                try:
                    connection, _ = listener.accept()
                except OSError:
                    return
                threading.Thread(target=answer, args=(connection,), daemon=True).start()

        threading.Thread(target=serve, daemon=True).start()
        yield f"http://127.0.0.1:{listener.getsockname()[1]}/"
        listener.shutdown(socket.SHUT_RDWR)


def silent(connection):
    connection.recv(10_000)
    connection.recv(10_000)  # until the other side gives up
    connection.close()


def dripping(connection):
    try:
        while True:
            connection.sendall(b"H")
            connection.settimeout(0.05)
            with suppress(TimeoutError):
                connection.recv(10_000)
    except OSError:
        connection.close()


def endless(connection):
    try:
        while True:
            connection.sendall(b"x" * 100_000)
    except OSError:
        connection.close()


def refusing(connection):
    connection.recv(10_000)
    connection.sendall(b"HTTP/1.1 500 no\r\n\r\n")
    connection.close()


def test_every_event_is_called_with_seats_and_without_names(server):
    names = ("begun", "turn", "refused", "match_over")
    with table(**{name: f"{server.address}/{name}?k=1" for name in names}) as at:
        at.begin("Quirina", "Xaverl")
        path, value = server.heard.get(timeout=PATIENCE)
        assert (path, value["event"], value["game"], value["acts"]) == ("/begun?k=1", "begun", "inside", 0)
        at.say("1 place L310")
        path, value = server.heard.get(timeout=PATIENCE)
        assert (path, value["turn"], value["winners"]) == ("/turn?k=1", [2], [])
        at.say("2 place L310")
        assert server.heard.get(timeout=PATIENCE)[0] == "/refused?k=1"
        at.say("1 quit")
        path, value = server.heard.get(timeout=PATIENCE)
        assert (path, value["winners"]) == ("/match_over?k=1", [2])
        assert "Quirina" not in json.dumps(value)
        assert at.faults.empty()


def test_an_evaluation_is_called(server):
    with table(evaluation=server.address) as at:
        at.begin("Anna", "Ben", "Carla", game="insider")
        at.say(
            "card 5: 6 5 4 3 1 / -4", *(f"{seat} seat {place}" for place, seat in enumerate((1, 2, 1, 3, 2), 1))
        )
        assert server.heard.get(timeout=PATIENCE)[1]["event"] == "evaluation"


def test_a_preset_of_wled_is_switched_on(server):
    with table(begun=f"wled://{server.address.removeprefix('http://')}/7") as at:
        at.begin()
        assert server.heard.get(timeout=PATIENCE) == ("/json/state", {"on": True, "ps": 7})


@pytest.mark.parametrize("answer", [silent, dripping, endless, refusing])
def test_a_call_ends_in_time_whatever_a_server_says(answer):
    with bad_server(answer) as address, pytest.raises((NoAnswer, OSError)):
        call(address, {}, seconds=0.3)


def test_nobody_at_an_address_is_noted_once_and_left_alone_for_a_while(server):
    with socket.create_server(("127.0.0.1", 0)) as closed:
        nobody = f"http://127.0.0.1:{closed.getsockname()[1]}/"
    with table(begun=nobody, turn=nobody, refused=server.address) as at:
        at.begin()
        assert "events:" in at.faults.get(timeout=PATIENCE)
        at.say("1 place L310", "2 place L310")
        assert server.heard.get(timeout=PATIENCE)[1]["event"] == "refused"
        assert at.faults.empty()


def settings(text):
    return read_checked("f", text, read_config)["wiring"].events


def test_addresses_are_read_and_shown_as_they_are_written():
    given = Events(begun="http://ha.local:8123/api/webhook/x", turn="wled://wled.local/2")
    assert not DEFAULTS.wiring.events.is_on
    assert settings("\n".join(events_lines(given))) == given
    assert settings("\n".join(events_lines(Events()))) == Events()


@pytest.mark.parametrize(
    "address",
    ['"ftp://x/"', '"http://"', '"wled://host"', '"wled://host/251"', '"http://host:99999/"', "5", '"a b"'],
)
def test_an_address_that_cannot_be_called_is_one_sentence_with_its_place(address):
    with pytest.raises(UserError) as caught:
        settings(f"[events]\nturn = {address}\n")
    (told,) = map(Translations("en").text, caught.value.why)
    assert told.startswith("f, events.turn: write an address")


def test_an_event_that_does_not_exist_is_one_sentence_with_its_place():
    with pytest.raises(UserError) as caught:
        settings('[events]\nturns = "http://h/"\n')
    (told,) = map(Translations("en").text, caught.value.why)
    assert told.startswith("f, events.turns: “turns” is not known here")

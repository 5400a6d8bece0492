"""The doors of the page: names, origins, codes, headers; over real sockets, with a real box behind them."""

import http.client
import json
import os

import pytest

from engine.acts import read_act
from firmware_py.http import feed
from firmware_py.http.limits import PHONES
from firmware_py.http.responses import HEADERS, wanted_language
from firmware_py.http.sessions import FIRST_WAIT_SECONDS
from firmware_py.http.static_files import SHARED
from tests.firmware_py.page.pages import INSIDE, LOCALHOST, PATIENCE, PLAYERS, Phone, Table, answered

POSTS = ("/do", "/pair", "/my-copy/insider")
READINGS = ("/", "/words", "/history", "/moment/0", "/record", "/sheet", "/my-copy", "/my-copy/insider")
OK = {"do": "press", "key": "ok", "kind": "short"}


# --- names


@pytest.mark.parametrize("path", [*READINGS, "/static/page.css", "/events"])
def test_a_page_under_a_foreign_name_is_not_served(virtual, path):
    phone = virtual.paired()
    for host in (f"evil.example:{virtual.port}", "evil.example", f"localhost.:{virtual.port}", LOCALHOST, ""):
        answer = phone.get(path, Host=host)
        assert answer.status == 421
        assert "Set-Cookie" not in answer.headers


def test_every_name_of_ours_is_served(virtual):
    for host in (f"localhost:{virtual.port}", f"LOCALHOST:{virtual.port}", f"{LOCALHOST}:{virtual.port}"):
        assert virtual.phone().get("/", Host=host).status == 200


def test_a_head_that_names_two_hosts_is_refused(virtual):
    ours = f"Host: localhost:{virtual.port}\r\n"
    came = answered(virtual.port, f"GET / HTTP/1.1\r\nHost: evil.example\r\n{ours}\r\n".encode())
    assert came.startswith(b"HTTP/1.0 400 ")


# --- who may change something


@pytest.mark.parametrize("path", POSTS)
@pytest.mark.parametrize("origin", ["http://evil.example", "null", "", None, "https://localhost"])
def test_nothing_is_changed_from_another_origin(virtual, path, origin):
    answer = virtual.paired().post(path, OK, Origin=origin)
    assert answer.status == 403
    assert answer.why
    assert virtual.log == []


@pytest.mark.parametrize("path", ["/do", "/my-copy/insider"])
def test_nothing_is_changed_without_a_session_and_its_token(virtual, path):
    phone, other = virtual.paired(), virtual.paired()
    before = virtual.ask(lambda stack: stack.top.view_model())
    for token in ("", None, "x", other.token, phone.token[:-1], f"{phone.token}, x"):
        assert phone.post(path, OK, X_Sideline_Token=token).status == 403
    assert phone.post(path, OK, Cookie=None).status == 403
    assert phone.post(path, OK, Cookie=f"{other.cookie}x").status == 403
    assert virtual.ask(lambda stack: stack.top.view_model()) == before
    assert phone.post("/do", OK).status == 204, "with both it is done"


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", None])
def test_what_a_form_could_send_is_no_action(virtual, kind):
    phone = virtual.paired()
    before = virtual.ask(lambda stack: stack.top.view_model())
    assert phone.post("/do", OK, Content_Type=kind).status == 422
    assert virtual.ask(lambda stack: stack.top.view_model()) == before


def test_reading_changes_nothing(virtual):
    phone = virtual.paired()
    before = virtual.ask(lambda stack: (stack.top.view_model(), stack.config, len(stack.screens)))
    for method in ("GET", "HEAD", "OPTIONS", "PUT", "DELETE", "PATCH"):
        for path in (*READINGS, "/do", "/pair", "/do?do=press&key=ok", "/static/page.css"):
            assert phone.ask(method, path).status in {200, 404, 405}, (method, path)
    assert virtual.ask(lambda stack: (stack.top.view_model(), stack.config, len(stack.screens))) == before
    assert virtual.log == []


def test_a_browser_sent_by_a_foreign_page_is_not_let_in(virtual):
    for site in ("cross-site", "same-site"):
        for path in ("/", "/words"):
            assert "Set-Cookie" not in virtual.phone(Sec_Fetch_Site=site).get(path).headers
    assert "Set-Cookie" in virtual.phone(Sec_Fetch_Site="none").get("/").headers
    assert "Set-Cookie" in virtual.phone(Sec_Fetch_Site="same-origin").get("/").headers


def test_a_foreign_page_can_link_to_ours_and_take_nothing_else_of_it(real):
    phone = real.paired()
    for site in ("cross-site", "same-site"):
        foreign = real.phone(Sec_Fetch_Site=site)
        assert foreign.get("/").status == 200
        for path in ("/events", "/words", "/static/page.css", "/record"):
            assert foreign.get(path).status == 403, path
        for _ in range(PHONES.listeners_each + 1):
            assert foreign.get("/events").status == 403
    with phone.listen(**{"Sec-Fetch-Site": "same-origin"}) as stream:
        assert stream.status == 200, "it has kept its places"


def test_a_session_holds_for_the_address_that_has_paired(real):
    phone, thief = real.paired("127.0.0.5"), real.phone("127.0.0.6")
    thief.cookie, thief.token = phone.cookie, phone.token
    assert thief.do("press", key="ok").status == 403
    assert thief.get("/record").status == 403
    assert phone.get("/record").status == 200
    assert phone.do("press", key="ok").status == 204


def test_a_browser_that_pairs_again_and_again_has_one_session(real):
    phone = real.phone()
    for _ in range(5):
        assert phone.pair(real.switch.status.code).status == 200
    assert len(real.switch._sessions.all()) == 1


def test_a_listener_is_told_that_all_is_well_even_while_others_are_woken_for_nothing(real, monkeypatch):
    monkeypatch.setattr(feed, "KEEPALIVE_SECONDS", 0.2)
    loop, listeners = real.switch._server._loop, real.switch._app._feed

    def wake():
        listeners.wake()
        loop.call_later(0.02, wake)

    with real.phone().listen() as stream:
        stream.next()
        loop.call_soon_threadsafe(wake)
        stream.until(lambda seen: "beat" in seen)


def test_cookies_are_out_of_reach_of_scripts_and_other_sites(virtual):
    cookie = virtual.phone().get("/").headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    assert str(virtual.port) in cookie, "another box on this machine has another one"


# --- pairing, at a box beside which people sit


def test_nobody_is_let_in_without_the_code(real):
    phone = real.phone()
    for path in ("/history", "/moment/0", "/record", "/sheet", "/my-copy", "/my-copy/insider"):
        assert phone.get(path).status == 403, path
    assert "Set-Cookie" not in phone.get("/").headers
    assert phone.post("/do", OK).status == 403


def test_a_code_lets_a_phone_in(real):
    for code in (real.switch.status.code, real.switch.status.long_code):
        phone = real.phone()
        answer = phone.pair(code)
        assert (answer.status, answer.json) == (200, {})
        assert phone.know_token().do("press", key="ok").status == 204


def test_a_wrong_code_has_to_wait_and_says_how_long(real):
    code = real.switch.status.code
    wrong = f"{(int(code) + 1) % 10**6:06}"
    phone = real.phone()
    answer = phone.pair(wrong)
    assert answer.status == 403
    assert answer.json["seconds"] == FIRST_WAIT_SECONDS
    answer = phone.pair(code)
    assert answer.status == 429, "even the right code waits"
    assert answer.json["seconds"] >= 1
    assert answer.why
    assert "Set-Cookie" not in answer.headers


@pytest.mark.parametrize(
    "body", [b"", b"{", b"[]", b"null", b'"123456"', b'{"code": 123456}', b'{"code": null}', b'{"code": ["1"]}']
)
def test_what_is_no_code_is_no_guess(real, body):
    phone = real.phone()
    assert phone.ask("POST", "/pair", body).status == 403
    assert phone.pair(real.switch.status.code).status == 200


def test_a_code_from_another_origin_is_not_even_looked_at(real):
    phone = real.phone()
    answer = phone.post("/pair", {"code": real.switch.status.code}, Origin="http://evil.example")
    assert answer.status == 403
    assert "Set-Cookie" not in answer.headers


def test_a_listener_who_is_not_paired_hears_no_names_and_no_questions(real):
    with real.phone().listen() as stream:
        stream.until(lambda seen: seen["game"])
        phone = real.paired()
        for act in ("1 place L310", 'name 1 "Wendelgard"', 'name 9 "Kunigunde"', "2 place D310", "2 place D400"):
            real.box(lambda box, act=act: box.submit(read_act(act)))
        stream.until(lambda seen: seen["game"]["acts"] == 3)
        phone.do("press", key="back")
        phone.do("claim", seat=2)
    for name in (*PLAYERS, "Wendelgard", "Kunigunde"):
        assert name.encode() not in stream.raw
    assert {event["ask"] for event in stream.events if "ask" in event} == {None}
    assert {event["box"] for event in stream.events if "box" in event} == {None}
    assert stream.seen["me"].pop("now") > 0
    assert stream.seen["me"] | {"is_virtual": False} == {
        "is_paired": False,
        "is_virtual": False,
        "token": None,
        "seat": None,
        "answers": [],
        "codes": 0,
        "lost": "",
    }
    assert [line["kind"] for line in stream.seen["log"]["lines"]].count("refused") == 2


def test_who_is_paired_hears_names_and_questions(real):
    with real.paired().listen() as stream:
        seen = stream.until(lambda seen: seen["ask"])
    assert [seat["name"] for seat in seen["game"]["seats"]] == list(PLAYERS)
    assert seen["ask"]["title"] == PLAYERS[0]
    assert seen["box"] is None, "a real box has displays of its own"


# --- headers and files


def test_every_answer_has_the_headers_that_protect_it(virtual):
    phone = virtual.paired()
    answers = [
        *(phone.get(path) for path in (*READINGS, "/static/page.css", "/static/none", "/nowhere", "/moment/99")),
        phone.get("/", Host="evil.example"),
        phone.ask("HEAD", "/"),
        phone.ask("OPTIONS", "/do"),
        phone.ask("DELETE", "/"),
        phone.post("/do", OK),
        phone.post("/do", "nonsense"),
        phone.post("/do", OK, Origin=None),
        phone.pair("1"),
    ]
    assert {answer.status for answer in answers} >= {200, 204, 403, 404, 405, 421, 422}
    for answer in answers:
        for name, value in HEADERS.items():
            assert answer.headers[name] == value, answer
    raw = answered(virtual.port, b"nonsense\r\n\r\n")
    assert all(f"{name}: {value}\r\n".encode() in raw for name, value in HEADERS.items())
    policy = HEADERS["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'")
    assert "unsafe" not in policy


def test_refusals_say_why_in_json(virtual):
    phone = virtual.paired()
    for answer in (
        phone.get("/", Host="evil.example"),
        phone.get("/static/none"),
        phone.get("/moment/99"),
        phone.post("/do", OK, Origin=None),
        phone.post("/do", {"do": "dance"}),
    ):
        assert answer.headers["Content-Type"].startswith("application/json")
        assert answer.why


@pytest.mark.parametrize(
    "name",
    [
        "../app.py",
        "..%2fapp.py",
        "..%5capp.py",
        "....//app.py",
        "/etc/passwd",
        "%00",
        ".",
        "..",
        "page.css%00",
        "",
    ],
)
def test_only_files_of_the_folder_are_served(virtual, name):
    came = answered(
        virtual.port, f"GET /static/{name} HTTP/1.1\r\nHost: localhost:{virtual.port}\r\n\r\n".encode()
    )
    assert came.startswith(b"HTTP/1.0 404 ")
    assert b"import" not in came


def test_every_file_of_the_folder_is_served_with_its_type(virtual):
    phone = virtual.phone()
    kinds = {"html": "text/html", "css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}
    kinds["webmanifest"] = "application/manifest+json"
    for name in os.listdir(SHARED):
        answer = phone.get(f"/static/{name}")
        assert answer.status == 200, name
        assert answer.headers["Content-Type"] == f"{kinds[name.rpartition('.')[2]]}; charset=utf-8"
    assert phone.get("/").body == phone.get("/static/index.html").body


# --- connections


def test_a_connection_carries_one_request_after_another_until_one_is_refused(real):
    connection = http.client.HTTPConnection(LOCALHOST, real.port, timeout=PATIENCE)
    sockets = set()
    for path, status in (("/words", 200), ("/static/dom.js", 200), ("/people", 403)):
        connection.request("GET", path, headers={"Host": f"localhost:{real.port}", "Connection": "keep-alive"})
        sockets.add(connection.sock)
        answer = connection.getresponse()
        assert answer.status == status
        answer.read()
    assert len(sockets) == 1
    assert connection.sock is None, "the server has ended it"


# --- languages


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("fr", "fr"),
        ("de-AT,de;q=0.9,en;q=0.8", "de"),
        ("it, fr-CH;q=0.9, en;q=0.8", "fr"),
        ("en;q=0.1, fr;q=0.2, de;q=0.15", "fr"),
        ("FR", "fr"),
        ("*", "en"),
        ("ja, zh", "en"),
        ("de;q=x, fr;q=0.1", "fr"),
        ("de;q=nan", "de"),
        ("de;q=0, en", "en"),
        (";;;,,,q=;q=", "en"),
        ("x" * 4000 + ",fr", "en"),
        ("français", "fr"),
    ],
)
def test_the_language_is_what_the_browser_wishes_for(accepted, language):
    assert wanted_language(accepted) == language


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_every_text_of_the_page_is_in_the_language_of_the_browser(virtual, language):
    answer = virtual.phone(Accept_Language=f"{language}-XX, en;q=0.5").get("/words")
    assert answer.json["language"] == language
    assert {key.partition(".")[0] for key in answer.json["words"]} == {"page"}
    assert len(answer.json["words"]) > 20


def test_two_phones_hear_the_same_in_their_own_languages(virtual):
    with (
        virtual.phone(Accept_Language="fr").listen() as french,
        virtual.phone(Accept_Language="de").listen() as german,
    ):
        told = [stream.until(lambda seen: seen["ask"])["ask"]["text"] for stream in (french, german)]
    assert told[0] != told[1]
    assert french.seen["game"]["seats"][0]["name"] == german.seen["game"]["seats"][0]["name"] == PLAYERS[0]


# --- the record


def test_the_record_is_a_file_with_the_match(virtual):
    phone = virtual.paired()
    with phone.listen() as stream:
        phone.do("say", act="1 place L310")
        stream.until(lambda seen: seen["log"]["lines"])
    answer = phone.get("/record")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="inside-1.txt"'
    assert "1 place L310" in answer.body.decode()
    history = phone.get("/history").json
    assert [line["text"] for line in history["acts"]] == [f"{PLAYERS[0]}: light cube on 310"]
    assert phone.get("/moment/1").json["svg"] != phone.get("/moment/0").json["svg"]
    assert PLAYERS[0] in phone.get("/sheet").body.decode()


def test_without_a_match_there_is_no_record_and_nobody_is_told_to_pair(tmp_path):
    with Table(tmp_path, None) as table:
        phone = table.paired()
        for path in ("/history", "/record", "/sheet", "/moment/0"):
            answer = phone.get(path)
            assert answer.status == 404, path
            assert answer.why != phone.get(path, Cookie=None).why


# --- two boxes


def test_two_boxes_on_one_machine_take_different_ports_and_know_their_own_phones(tmp_path, virtual):
    taken = virtual.switch._settings
    with Table(tmp_path / "other", INSIDE, network=taken) as other:
        assert other.port != virtual.port
        phone = virtual.paired()
        stranger = Phone(other.port)
        stranger.cookie, stranger.token = phone.cookie, phone.token
        assert stranger.post("/do", OK).status == 403
        assert json.loads(stranger.get("/words").body)

"""Fuzz everything that is read: requests and JSON of the page, records, TOML files, frames of the dice reader.

Each kind runs in a process of its own, so that its memory can be told from that of the others.
"""

import errno
import json
import multiprocessing
import os
import random
import socket
import string
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import NamedTuple

from drivers.dice import Hello, Parser, Roll, State, write
from drivers.frames import Ask, Question
from drivers.presses import Key
from engine.game import Setup
from firmware_py.backups import backup
from firmware_py.commands.shared.records import open_games
from firmware_py.config.configuration import read_config
from firmware_py.config.toml import read_checked
from firmware_py.errors import UserError
from firmware_py.games.lookup import owner_data_of
from firmware_py.games.owner_data import games
from firmware_py.games.replay import play_line
from firmware_py.http import limits
from firmware_py.page.actions import _ACTIONS, _OF_PARTS
from firmware_py.storage.journal import Journal
from firmware_py.storage.paths import journal_file
from tests.attack.rows import Row
from tests.attack.victim import Victim
from tests.firmware_py.page.pages import LOCALHOST, Phone

MOST_SECONDS, MOST_MEGABYTES, MOST_OF_BOX = 5.0, 300, 120
RECORDS = sorted((Path(__file__).parent.parent / "records").rglob("*.txt"))
TOKENS = ['"', "'", "[", "]", "{", "}", ".", "=", ",", "\n", "\\", ";", "-", "9" * 20, "\ud7ff", "é", "\x1b", "  "]
KILOBYTES = 1000
BIG = 16_000_000


class Result(NamedTuple):
    """What became of one kind."""

    cases: int
    slowest: float
    megabytes: float
    fault: str


def run(seed: int, seconds: float) -> list[Row]:
    """Fuzz each kind for its part of the time."""
    rows = []
    for name in KINDS:
        result = _in_process(name, seed, seconds / len(KINDS))
        rows.append(Row(f"{name}: no exception", result.fault or f"none in {result.cases:,}", not result.fault))
        most = MOST_OF_BOX if name in {"http", "json"} else MOST_MEGABYTES
        is_good = result.slowest <= MOST_SECONDS and result.megabytes <= most
        figure = f"{result.slowest:.2f} s, {result.megabytes:.0f} MB"
        rows.append(Row(f"{name}: at most {MOST_SECONDS:.0f} s and {most} MB", figure, is_good))
    return rows


def _in_process(name: str, seed: int, seconds: float) -> Result:
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        return pool.apply(_fuzz, (name, seed, seconds))


def _fuzz(name: str, seed: int, seconds: float) -> Result:
    """Feed cases until the time is over or one fails."""
    cases, slowest, fault = 0, 0.0, ""
    end = time.monotonic() + seconds
    with tempfile.TemporaryDirectory() as folder:
        os.environ["SIDELINE_DATA"] = folder
        for case in KINDS[name](random.Random(seed)):
            began = time.process_time()
            try:
                case()
            except Exception as error:  # noqa: BLE001 - that is what it looks for
                fault = f"case {cases}: {error!r}"[:200]
            slowest = max(slowest, time.process_time() - began)
            cases += 1
            if fault or time.monotonic() > end:
                break
    # not `getrusage`: it counts what the parent had when it started this process
    status = Path("/proc/self/status").read_text(encoding="ascii")
    megabytes = int(status.partition("VmHWM:")[2].split()[0]) / KILOBYTES
    return Result(cases, slowest, megabytes, fault)


# --- files


def mutated(text: str, chance: random.Random) -> str:
    """Return a text with some changes: characters, tokens, lines removed, doubled or swapped, repetition."""
    for _ in range(chance.randrange(1, 6)):
        at, other = chance.randrange(len(text) + 1), chance.randrange(len(text) + 1)
        match chance.randrange(5):
            case 0:
                text = text[:at] + chance.choice(TOKENS) + text[at:]
            case 1:
                text = text[: min(at, other)] + text[max(at, other) :]
            case 2:
                text = text[:at] + text[min(at, other) : max(at, other)] + text[at:]
            case 3:
                text = text[:at] + chance.choice(string.printable) + text[at + 1 :]
            case 4 if not chance.randrange(20):
                text = text[:at] + chance.choice(TOKENS) * chance.choice([100, 10_000]) + text[at:]
    return text


def _records(chance: random.Random) -> Iterator[Callable[[], None]]:
    for text in _hostile_records():
        yield partial(_play, text)
    while True:
        text = mutated(chance.choice(RECORDS).read_text(encoding="utf-8"), chance)
        yield partial(_play, text)


def _hostile_records() -> Iterator[str]:
    head = '[Game "inside"]\n[Players "Anna, Ben"]\n'
    yield head + '[Long "' + "x" * BIG
    yield head + '[Long "' + "\\\\" * (BIG // 2) + '"]'
    yield head + "".join(f'[T{number} ""]\n' for number in range(BIG // 12))
    yield head + "\n" * (BIG // 4)
    yield head + "x " * (BIG // 2)
    yield head + "undo\n" * 200_000
    yield head + '1 name "' + "a" * BIG
    yield '[Game "inside"]\n[Players "' + "," * BIG + '"]'


def _play(text: str) -> None:
    path = os.path.join(os.environ["SIDELINE_DATA"], "record.txt")
    Path(path).write_text(text, encoding="utf-8", errors="replace")
    try:
        for record, match in open_games(path):
            for _, line in record.lines[:2000]:
                play_line(match, line)
    except UserError:
        pass


def _toml(chance: random.Random) -> Iterator[Callable[[], None]]:
    folder = Path(__file__).parent.parent.parent / "firmware_py"
    samples = [
        path.read_text(encoding="utf-8") for path in (*folder.glob("*.toml"), *folder.glob("games/*/*.toml"))
    ]
    hostile = [
        token * (100_000 // len(token)) for token in ("a.", "[", "{", "a=[", '"a".', "[a]\n", "[[a]]\n", "a\n")
    ]
    hostile += [
        "".join(f"k{number} = 1\n" for number in range(8000)),
        "a = " + "[" * 90_000,
        ".".join("a" * 40_000),
    ]
    for text in hostile:
        yield partial(_read_toml, text)
    while True:
        text = mutated(chance.choice(samples), chance)
        yield partial(_read_toml, text)


def _read_toml(text: str) -> None:
    for read in (read_config, *(owner_data_of(game).read for game in games())):
        with suppress(UserError):
            read_checked("fuzzed", text, read)


def _backups(chance: random.Random) -> Iterator[Callable[[], None]]:
    journal = Journal(journal_file())
    for game in ("inside", "online"):
        number = journal.begin(Setup(game, ("Anna", "Ben")), date="2026-11-20")
        journal.keep(number, 0, *["undo"] * 20)
    journal.close()
    good = backup.pack("2026-11-20")
    while True:
        data = bytearray(good)
        for _ in range(chance.randrange(1, 6)):
            at = chance.randrange(len(data))
            match chance.randrange(4):
                case 0:
                    data[at] ^= 1 << chance.randrange(8)
                case 1:
                    data[at : at + 4] = chance.choice([b"\xff" * 4, bytes(4), chance.randbytes(4)])
                case 2:
                    del data[at:]
                    data += b"?"
                case 3:
                    data[at:at] = data[chance.randrange(len(data)) :][:100]
        yield partial(_unpack, bytes(data))


def _unpack(data: bytes) -> None:
    with suppress(UserError):
        backup.unpack(data, "zip")


# --- the dice reader


def _dice(chance: random.Random) -> Iterator[Callable[[], None]]:
    frames = [
        write(Hello(1, 1, 2, "tray")),
        write(Roll(7, State.SETTLED, (3, 5))),
        write(Roll(8, State.ROLLING)),
        write(Question(9, Ask.STATE)),
    ]
    sound = set(frames)
    while True:
        data = bytearray(b"".join(chance.choice(frames) for _ in range(200)))
        for _ in range(chance.randrange(1, 200)):
            data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        noise = chance.randbytes(chance.randrange(300)) + b"\n"

        yield partial(_feed, Parser(), noise + bytes(data), sound)


def _feed(parser: Parser, data: bytes, sound: set[bytes]) -> None:
    for start in range(0, len(data), 97):
        for frame in parser.feed(data[start : start + 97]):
            assert write(frame) in sound, frame


# --- the page


def _http(chance: random.Random) -> Iterator[Callable[[], None]]:
    with Victim() as box:
        phone = Phone(box.port, "127.0.6.1")
        phone.pair(box.switch.status.code)
        whole = (
            f"POST /do HTTP/1.1\r\nHost: {phone.host}\r\nOrigin: http://{phone.host}\r\nCookie: {phone.cookie}\r\n"
            'Content-Type: application/json\r\nContent-Length: 14\r\n\r\n{"do": "press"}'
        )
        paths = [
            "/",
            "/events",
            "/moment/3",
            "/static/page.css",
            "/my-copy/insider",
            "/history",
            "/record",
            "/%00",
        ]
        for number in range(10**9):
            text = mutated(whole.replace("/do", chance.choice(["/do", "/pair", *paths]), 1), chance)
            yield partial(_send, box.port, f"127.0.{7 + number % 20}.1", text)
            if not number % 100:
                yield lambda: _check(box)


def _send(port: int, address: str, text: str) -> None:
    try:
        with socket.create_connection(
            (LOCALHOST, port), timeout=MOST_SECONDS, source_address=(address, 0)
        ) as line:
            line.sendall(text.encode(errors="replace"))
            line.shutdown(socket.SHUT_WR)
            while line.recv(65536):
                pass
    except ConnectionError:
        pass
    except OSError as error:
        if error.errno != errno.ENOTCONN:  # the box has hung up already
            raise


def _check(box: Victim) -> None:
    assert not box.faults, box.faults[0]


def _json(chance: random.Random) -> Iterator[Callable[[], None]]:
    """Send every action and every route of the page values of every kind, far faster than the page allows."""
    limits.PHONES = UNLIMITED
    with Victim() as box:
        phone = Phone(box.port, "127.0.6.1")
        phone.pair(box.switch.status.code)
        phone.know_token()
        for number in range(10**9):
            if chance.randrange(5):
                body = json.dumps(_request(chance)).encode(errors="surrogatepass")
                yield partial(_ask, phone, "POST", "/do" if chance.randrange(3) else chance.choice(CHANGES), body)
            else:
                path = chance.choice(PAGES) + chance.choice(ENDS)
                yield partial(_ask, phone, "GET", path, None)
            if not number % 100:
                yield lambda: _check(box)


def _ask(phone: Phone, method: str, path: str, body: bytes | None) -> None:
    try:
        status = phone.ask(method, path, body).status
    except ConnectionError:
        return
    assert status != 500, (path, (body or b"")[:300])


def _request(chance: random.Random) -> dict[str, object]:
    """Return a request for some action: mostly with the fields that it has, each of them plausible or not."""
    name = chance.choice([*_ACTIONS, *_OF_PARTS, "claim"])
    fields = list(_ACTIONS[name][1]) if name in _ACTIONS and chance.randrange(4) else chance.sample(FIELDS, 4)
    return {"do": name, **{field: _value(chance) for field in (*fields, chance.choice(FIELDS))}}


def _value(chance: random.Random, depth: int = 0) -> object:
    match chance.randrange(8):
        case 0 if depth < 4:
            return {chance.choice(FIELDS): _value(chance, depth + 1) for _ in range(chance.randrange(6))}
        case 1 if depth < 4:
            return [_value(chance, depth + 1) for _ in range(chance.choice([0, 1, 3, 200 if not depth else 2]))]
        case 2 | 3:
            return chance.choice(HOSTILE)
        case 4 | 5:
            return chance.randrange(60)
    return chance.choice(PLAUSIBLE)


UNLIMITED = limits.PHONES._replace(
    burst=10**9, per_second=1e9, burst_each=10**9, burst_paired_each=10**9, checks_per_second=10**9
)
CHANGES = ("/pair", "/setup", "/people", "/my-copy/insider", "/my-copy/offline", "/backup")
PAGES = (
    "/moment/",
    "/round/",
    "/rules/",
    "/my-copy/",
    "/static/",
    "/history",
    "/record",
    "/sheet",
    "/people",
    "/",
)
ENDS = (
    "",
    "0",
    "3",
    "-1",
    "9" * 20,
    "9" * 5000,
    "%00",
    "%ff%fe",
    "..%2f..",
    "inside",
    "insider",
    "?x=%ff&&=",
)
FIELDS = (
    *("ask", "option", "key", "kind", "text", "taps", "acts", "act", "count", "place", "seat", "code", "at", "x"),
    *("mode", "number", "is_paused", "game", "players", "tags", "first", "opponent", "name", "to", "owner_data"),
)
PLAUSIBLE = (
    *(key.value for key in Key),
    *("short", "long", "off", "up", "30", "box", "spot:310", "1 place L310", "2 place D400", "undo", "1 name Max"),
    *("inside", "insider", "Anna", "Ben", ["Anna", "Ben"], {"seat": 1, "level": "easy"}, True, False, None),
)
HOSTILE = (
    *(-1, 2**31, 2**53 + 1, 2**63, -(2**63) - 1, 10**30, 1.5, 1e308, float("nan"), float("inf")),
    *(
        "",
        "\ud800",
        "\x00",
        "\x1b[2J",
        "x" * 300,
        "x" * 60_000,
        "9" * 190,
        "1 place " + "L" * 150,
        "\u202e",
        " \n ",
    ),
)
KINDS = {"records": _records, "backups": _backups, "toml": _toml, "dice": _dice, "http": _http, "json": _json}

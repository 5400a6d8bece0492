"""A club server for tests, a browser without a window, and results as boxes send them."""

import http.client
import json
from functools import partial
from pathlib import Path
from typing import Any, Self
from urllib.parse import quote

from firmware_py.club.messages import Player
from firmware_py.club.server import ClubServer
from firmware_py.club.store import Stored
from tests.firmware_py.mqtt.brokers import LOCALHOST, PATIENCE, Broker, free_port, quick_client

BOX, OTHER_BOX = "1f2e3d4c", "5a6b7c8d"


def player(
    seat: int, name: str, points: int = 0, *, won: bool = False, team: int = 0, is_box: bool = False
) -> Player:
    return Player(seat, name, points, won, team or seat, is_box)


def stored(number: int, *players: Player, game: str = "inside", day: str = "2026-11-20") -> Stored:
    """Make a result as the store gives it."""
    return Stored(f"{BOX}-aaaa-{number}", "Table 1", game, day, f"{day}T20:00:00Z", 30, players)


def duel(number: int, winner: str, loser: str, **more: Any) -> Stored:
    return stored(number, player(1, winner, 2, won=True), player(2, loser, 1), **more)


def message(number: int = 1, box: str = BOX, **changes: Any) -> dict[str, Any]:
    """Make the message of a result, as a box sends it."""
    values = {
        "format": 1,
        "id": f"{box}-aaaa-{number}",
        "box": box,
        "table": "Table 1",
        "status": "sent",
        "match": number,
        "revision": 7,
        "game": "inside",
        "date": "2026-11-20",
        "minutes": 0,
        "players": [player(1, "Anna", 2, won=True)._asdict(), player(2, "Ben", 1)._asdict()],
        "record": '[Game "inside"]\n',
    }
    return {**values, **changes}


def state(box: str = BOX, **changes: Any) -> dict[str, Any]:
    """Make the state of a table, as a box sends it."""
    seat = {"seat": 1, "mark": 1, "name": "Anna", "points": 3, "is_turn": True, "is_winner": False}
    values = {
        "format": 1,
        "box": box,
        "table": "Table 1",
        "status": "playing",
        "game": "inside",
        "acts": 4,
        "minutes": 10,
        "players": [seat, {**seat, "seat": 2, "mark": 2, "name": None, "is_turn": False}],
    }
    return {**values, **changes}


class RunningClub:
    """A club server on localhost, in this process."""

    def __init__(self, broker: Broker, folder: Path) -> None:
        self.faults: list[str] = []
        self.port = free_port()
        settings = broker.settings()
        self.server = ClubServer(
            settings,
            partial(quick_client, settings, is_clean=False),
            str(folder / "club.db"),
            interfaces=["lo"],
            port=self.port,
            note=self.faults.append,
        )
        assert self.server.subscriber.connected.wait(PATIENCE)

    @property
    def store(self) -> Any:
        return self.server.store

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self.server.close()
        assert self.faults == []


class Browser:
    """Asks a club server for pages and data."""

    def __init__(self, club: RunningClub, language: str = "en") -> None:
        self._club, self._language = club, language
        self.cookie = self.token = ""

    def ask(self, path: str, body: Any = None, **headers: str) -> tuple[int, str, Any]:
        """Send a request; return the status, the text and the headers of the answer."""
        connection = http.client.HTTPConnection(LOCALHOST, self._club.port, timeout=PATIENCE)
        host = f"{LOCALHOST}:{self._club.port}"
        own = {"Accept-Language": self._language, "Cookie": self.cookie, "X-Sideline-Token": self.token}
        if body is not None:
            own |= {"Origin": f"http://{host}", "Content-Type": "application/json"}
        try:
            connection.request(
                "GET" if body is None else "POST",
                quote(path, safe="/?&="),
                None if body is None else json.dumps(body),
                {name.replace("_", "-"): value for name, value in {**own, **headers}.items() if value},
            )
            answer = connection.getresponse()
            return answer.status, answer.read().decode(), answer.headers
        finally:
            connection.close()

    def data(self, path: str) -> Any:
        status, text, _ = self.ask(path)
        assert status == 200, text
        return json.loads(text)

    def events(self) -> Any:
        """Give the first news of the server, as a wall gets them."""
        connection = http.client.HTTPConnection(LOCALHOST, self._club.port, timeout=PATIENCE)
        connection.request("GET", "/events", headers={"Accept-Language": self._language, "Cookie": self.cookie})
        answer = connection.getresponse()
        while not (line := answer.readline()).startswith(b"data: "):
            assert line
        connection.close()
        return json.loads(line.removeprefix(b"data: "))

    def pair(self, code: str = "") -> int:
        """Send the code of the club and keep what follows from it; return the status."""
        status, _, headers = self.ask("/pair", {"code": code or self._club.server.sessions.code})
        if status == 200:
            self.cookie = headers["Set-Cookie"].partition(";")[0]
            self.token = self.events()["me"]["token"]
        return status

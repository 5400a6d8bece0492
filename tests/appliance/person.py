"""Somebody at the virtual box: `python -m tests.appliance.person ACTION …`, run in the network of the machine.

A action is what is tapped (`choice:new`), typed (`type:Anna`), said (`say:1 place L310`) or pressed (`press:ok`).
In the end what is asked is printed, one answer a line; or, with the action `record`, the match on the table.
"""

from __future__ import annotations

import http.client
import json
import sys
import time
from typing import Any

HOST, PORT = "localhost", 8080
PATIENCE = 30.0
"""Seconds after which the box should have answered."""


class Person:
    """A browser that is open at the box, as far as playing needs one."""

    def __init__(self) -> None:
        """Open the page, and see what is on it."""
        self._events = _patiently("/events")
        self._cookie = str(self._events.headers["Set-Cookie"]).partition(";")[0]
        self._seen: dict[str, Any] = {}
        while "ask" not in self._seen or "me" not in self._seen:
            self._look()

    def _look(self) -> None:
        """Wait for the next event; it tells only what has changed."""
        while not (line := self._events.readline()).startswith(b"data:"):
            if not line:
                raise ConnectionError("the box has closed its page")
        self._seen |= json.loads(line[len(b"data:") :])

    @property
    def asked(self) -> list[str]:
        """What is asked: the title, and everything that can be answered."""
        ask = self._seen["ask"]
        told = ask["notice"]
        answers = [option["tap"] for option in ask["options"]]
        return [told["title"], *told["lines"]] if told else [ask["title"], *answers]

    def do(self, action: str) -> None:
        """Do something, and wait until something else is asked."""
        kind, _, what = action.partition(":")
        ask = self._seen["ask"]["id"]
        match kind:
            case "type":
                body: dict[str, object] = {"do": "type", "ask": ask, "text": what}
            case "say":
                body = {"do": "say", "act": what}
            case "press":
                body = {"do": "press", "key": what, "kind": "short", "ask": ask}
            case _:
                body = {"do": "choose", "ask": ask, "option": self.asked[1:].index(action)}
        self._request("POST", "/do", body)
        while self._seen["ask"]["id"] == ask:
            self._look()

    def record(self) -> str:
        """Give the record of the match on the table; empty if there is none."""
        return self._request("GET", "/record")

    def _request(self, method: str, path: str, body: dict[str, object] | None = None) -> str:
        connection = http.client.HTTPConnection(HOST, PORT, timeout=PATIENCE)
        headers = {
            "Cookie": self._cookie,
            "Origin": f"http://{HOST}:{PORT}",
            "Content-Type": "application/json",
            "X-Sideline-Token": self._seen["me"]["token"],
        }
        connection.request(method, path, None if body is None else json.dumps(body), headers)
        answer = connection.getresponse()
        text = answer.read().decode()
        if answer.status == http.client.NOT_FOUND:
            return ""
        if answer.status not in {http.client.OK, http.client.NO_CONTENT}:
            raise ConnectionError(f"{method} {path} {body}: {answer.status} {text}")
        return text


def _patiently(path: str) -> http.client.HTTPResponse:
    """Ask for a page, and again while the box is still about to open it."""
    until = time.monotonic() + PATIENCE
    while True:
        connection = http.client.HTTPConnection(HOST, PORT, timeout=PATIENCE)
        try:
            connection.request("GET", path)
            return connection.getresponse()
        except ConnectionRefusedError:
            if time.monotonic() > until:
                raise
            time.sleep(0.1)


def main(actions: list[str]) -> int:
    """Do one thing after the other."""
    person = Person()
    for action in actions:
        if action == "record":
            sys.stdout.write(person.record())
            return 0
        person.do(action)
    sys.stdout.write("\n".join(person.asked) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

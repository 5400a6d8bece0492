"""The attackers, each in a process of its own: `python -m tests.attack.attackers WHAT …`, until it is killed.

listeners PORT     ten phones that show the table and follow what happens
neighbour PORT     somebody at the address of a paired phone who asks for the page as fast as they can
history PORT CODE  four paired phones that read the history as fast as they can
broker             a broker that sends messages of 200 MB
dice FD        valid frames of a dice reader, as fast as the port takes them
noise FD       random bytes instead
phones PORT CODE   six paired phones that change something as fast as they can
slow PORT      twenty addresses that hold every place with requests that they never finish
strangers PORT     twenty addresses that ask for the page as fast as they can
"""

import contextlib
import os
import random
import socket
import sys
import threading
import time
from collections.abc import Callable, Sequence
from itertools import count
from typing import Never

from drivers.dice import Roll, State, write
from drivers.frames import NUMBERS
from tests.firmware_py.page.pages import LOCALHOST, Phone

ADDRESSES, PHONES, HELD = 20, 6, 16
PHONE = "127.0.5.1"
"""The phone that must be served."""
NEIGHBOURS, LISTENERS = 4, 10
BROKER_PORT_WORD = "port "


def dice(descriptor: int) -> Never:
    os.set_blocking(descriptor, True)
    frames = [write(Roll(number % NUMBERS, State.SETTLED, (number % 6 + 1, 3))) for number in range(20_000)]
    blocks = [b"".join(frames[start : start + 100]) for start in range(0, len(frames), 100)]
    begin()
    while True:
        for block in blocks:
            os.write(descriptor, block)


def noise(descriptor: int) -> Never:
    os.set_blocking(descriptor, True)
    chance = random.Random(1)
    begin()
    while True:
        os.write(descriptor, chance.randbytes(4096))


def phones(port: int, code: str) -> Never:
    paired = [Phone(port, f"127.0.2.{number}") for number in range(1, PHONES + 1)]
    for phone in paired:
        phone.pair(code)
        phone.know_token()
    begin()

    def ask(phone: Phone) -> Never:
        while True:
            with contextlib.suppress(Exception):  # the box may refuse
                phone.do("press", key="left")
                phone.do("press", key="right")

    _in_threads(ask, paired)


def history(port: int, code: str) -> Never:
    paired = [Phone(port, f"127.0.2.{number}") for number in range(1, 5)]
    for phone in paired:
        phone.pair(code)
    begin()

    def ask(phone: Phone) -> Never:
        while True:
            with contextlib.suppress(Exception):
                phone.get("/history")

    _in_threads(ask, paired)


def listeners(port: int) -> Never:
    phones = [Phone(port, f"127.0.10.{number}") for number in range(1, LISTENERS + 1)]

    def hear(phone: Phone) -> Never:
        while True:
            with contextlib.suppress(Exception), phone.listen() as stream:
                stream.until(lambda _seen: False)

    begin()
    _in_threads(hear, phones)


def broker() -> Never:
    """Answer every connection as a broker of MQTT 5, then send one very large message."""
    with socket.create_server((LOCALHOST, 0)) as server:
        sys.stdout.write(f"{BROKER_PORT_WORD}{server.getsockname()[1]}\n")
        sys.stdout.flush()
        while True:
            line, _ = server.accept()
            with contextlib.suppress(OSError), line:
                line.recv(1000)
                line.sendall(b"\x20\x03\x00\x00\x00" + b"\x30\x80\x84\xaf\x5f" + b"\x00\x01a")
                for _ in range(200):
                    line.sendall(bytes(1_000_000))
    raise AssertionError


def strangers(port: int) -> Never:
    begin()
    _in_threads(_ask, [Phone(port, f"127.0.3.{number}") for number in range(1, ADDRESSES + 1)])


def neighbour(port: int) -> Never:
    begin()
    _in_threads(_ask, [Phone(port, PHONE) for _ in range(NEIGHBOURS)])


def _ask(phone: Phone) -> Never:
    while True:
        with contextlib.suppress(Exception):
            phone.get("/")


def slow(port: int) -> Never:
    held: list[socket.socket] = []
    for number in count():
        with contextlib.suppress(OSError):
            address = (f"127.0.4.{number % ADDRESSES + 1}", 0)
            held.append(socket.create_connection((LOCALHOST, port), source_address=address))
            held[-1].sendall(b"GET / HTTP/1.1\r\nHost: ")
        if len(held) > ADDRESSES * HELD:
            held.pop(0).close()
        if number == ADDRESSES * HELD:
            begin()
        time.sleep(0.005)
    raise AssertionError


def _in_threads(work: Callable[[Phone], object], phones: Sequence[Phone]) -> Never:
    for phone in phones:
        threading.Thread(target=work, args=(phone,), daemon=True).start()
    threading.Event().wait()
    raise AssertionError


def begin() -> None:
    """Report that the attack begins."""
    sys.stdout.write("begins\n")
    sys.stdout.flush()


ATTACKS: dict[str, Callable[..., Never]] = {
    "neighbour": neighbour,
    "dice": dice,
    "broker": broker,
    "history": history,
    "listeners": listeners,
    "noise": noise,
    "phones": phones,
    "slow": slow,
    "strangers": strangers,
}

if __name__ == "__main__":
    os.nice(19)  # in life it is another machine
    what, *arguments = sys.argv[1:]
    ATTACKS[what](*(int(given) if len(given) != 6 else given for given in arguments))

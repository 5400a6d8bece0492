"""Stands in for the board's lamps and its USB port, under MicroPython: standard input and output."""

import select
import sys


class LED:
    def __init__(self, number):
        assert number in (1, 2)

    def on(self):
        pass

    def off(self):
        pass


class USB_VCP:  # noqa: N801 - as its makers named it
    def __init__(self):
        self._inbox = select.poll()
        self._inbox.register(sys.stdin, select.POLLIN)

    def setinterrupt(self, byte):
        assert byte == -1

    def any(self):
        return 1 if self._inbox.poll(0) else 0

    def read(self, count):
        return sys.stdin.buffer.read(count)

    def send(self, data, timeout):
        assert timeout > 0
        sys.stdout.buffer.write(data)

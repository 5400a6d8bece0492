"""The page's server: its own thread, its own accept loop, microdot for requests and answers.

Nobody is read who comes too often or from elsewhere: that is decided when a connection is accepted. What is read
is bounded in size and time. Listeners wait for the newest snapshot; who is slow misses those in between and is
dropped at last, so nobody waits for anybody.
"""

from __future__ import annotations

import asyncio
import threading
import traceback
from contextlib import suppress
from errno import ECONNRESET
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from microdot import Request

from firmware_py.ui.task import UiTask
from firmware_py.web.limits import MOST_BODY, MOST_HEAD, MOST_SECONDS
from firmware_py.web.serialize import Serializer

if TYPE_CHECKING:
    import socket
    from collections.abc import AsyncIterator, Callable, Sequence

    from microdot import Microdot
    from microdot.microdot import Response

    from firmware_py.web.limits import Limits
    from firmware_py.web.snapshot import Snapshot

BEAT = 10.0
"""Seconds after which a listener hears that nothing has happened."""
PATIENCE = 20.0
"""Seconds after which a listener who takes nothing is dropped."""
LINGER = 2.0
"""Seconds that closing may take."""

MOST_TOLD, MOST_FAULTS = 4, 50
"""Lines of what went wrong, the last ones; and how much of it is noted until the page is switched on again."""
WATCH = 15.0
"""Seconds between two looks at the network."""
ONCE = frozenset({b"host", b"origin", b"cookie", b"content-length"})
END_OF_HEAD = b"\r\n"

Request.max_content_length = Request.max_body_length = MOST_BODY
Request.max_readline = MOST_HEAD


class Faults:
    """What went wrong on the page, for the black box; the same again is no news, and the disk is slow."""

    def __init__(self, put: Callable[[object], None]) -> None:
        """Begin with none; `put` takes errands to the program, which owns the disk."""
        self._put = put
        self._told: set[str] = set()

    def note(self, error: Exception) -> None:
        """Have it noted."""
        told = "".join(traceback.format_exception(error)[-MOST_TOLD:])
        if told not in self._told and len(self._told) < MOST_FAULTS:
            self._told.add(told)
            self._put(UiTask(lambda stack: stack.crash_log.note(f"page: {told}")))


class Feed:
    """The newest snapshot, and who waits for the next one."""

    def __init__(self, snapshot: Snapshot, faults: Faults) -> None:
        """Begin with a snapshot; everything here belongs to the server's thread."""
        self.faults = faults
        self.teller = Serializer(snapshot, faults.note)
        self.begun: Callable[[], None] = lambda: None
        """Called when another match begins."""
        self._news = asyncio.Event()

    def take(self, snapshot: Snapshot) -> None:
        """Take the next snapshot and wake everybody."""
        before = self.teller.snapshot.played
        self.teller.take(snapshot)
        if before is not None and (snapshot.played is None or snapshot.played.number != before.number):
            self.begun()
        self.wake()

    def wake(self) -> None:
        """Let everybody look."""
        self._news.set()
        self._news = asyncio.Event()

    async def listen(self, look: Callable[[], dict[str, str]]) -> AsyncIterator[bytes]:
        """Give server-sent events with what has changed in what `look` sees, and a beat while nothing does."""
        sent: dict[str, str] = {}
        yield b"retry: 1000\n\n"
        while True:
            news = self._news
            seen = look()
            changed = ",".join(f'"{name}":{part}' for name, part in seen.items() if sent.get(name) != part)
            sent = seen
            if changed:
                yield f"data: {{{changed}}}\n\n".encode()
            try:
                async with asyncio.timeout(BEAT):  # `wait_for` may swallow the end of everything
                    await news.wait()
            except TimeoutError:
                yield b'data: {"beat":1}\n\n'


class AcceptPolicy(NamedTuple):
    """Who is let in, and where."""

    limits: Limits
    is_welcome: Callable[[str, str], bool]
    """Decides by our address and the peer's."""
    find_more: Callable[[], Sequence[socket.socket]] = tuple
    """Opens sockets on what has come to the network since."""


class _Reader:
    """What somebody sends, up to a limit, and no header twice of those that decide something."""

    def __init__(self, stream: asyncio.StreamReader) -> None:
        self._stream, self._left = stream, MOST_HEAD
        self._told: set[bytes] = set()

    async def readline(self) -> bytes:
        line = await self._stream.readline()
        self._left -= len(line)
        name = line.partition(b":")[0].strip().lower()
        if self._left < 0 or (name in self._told and name in ONCE):
            raise ValueError("the head of the request is too long, or says something twice")
        self._told.add(name)
        return line

    async def readexactly(self, count: int) -> bytes:
        return await self._stream.readexactly(count)

    async def end(self) -> None:
        """Wait until whoever listens has gone, or says something: no browser does, and to read it would cost."""
        with suppress(OSError):
            await self._stream.read(1)


class _Writer:
    """Where answers go; who does not take them is left. The head goes out in one piece with what follows it."""

    def __init__(self, stream: asyncio.StreamWriter) -> None:
        self._stream = stream
        self._head, self._is_head = b"", True

    def get_extra_info(self, name: str) -> Any:
        return self._stream.get_extra_info(name)

    async def awrite(self, data: bytes) -> None:
        if self._is_head:
            self._head += data
            self._is_head = data != END_OF_HEAD
            return
        self._stream.write(self._head + data)
        self._head = b""
        try:
            async with asyncio.timeout(PATIENCE):
                await self._stream.drain()
        except TimeoutError as error:
            raise ConnectionResetError(ECONNRESET, "nobody takes it") from error

    async def aclose(self) -> None:
        self._stream.write(self._head)
        self._stream.close()
        try:
            async with asyncio.timeout(LINGER):
                await self._stream.wait_closed()
        except OSError:
            self.abort()

    def abort(self) -> None:
        """Let go at once; what was not taken yet is lost."""
        self._stream.transport.abort()


def _close(connection: socket.socket, _served: asyncio.Task[None]) -> None:
    connection.close()


class Server:
    """Serves an app on some sockets, in a thread of its own, until it is closed."""

    def __init__(
        self,
        sockets: Sequence[socket.socket],
        snapshot: Snapshot,
        make_app: Callable[[Feed], Microdot],
        doors: AcceptPolicy,
        put: Callable[[object], None],
    ) -> None:
        """Begin to serve; `put` takes what went wrong."""
        self._sockets, self._doors, self.faults = list(sockets), doors, Faults(put)
        self._feed, self._make_app = Feed(snapshot, self.faults), make_app
        self._loop = asyncio.new_event_loop()
        self._tasks: set[asyncio.Task[None]] = set()
        self._thread = threading.Thread(target=self._run, name="page", daemon=True)
        self._thread.start()

    def publish(self, snapshot: Snapshot) -> None:
        """Take a snapshot from the program's thread."""
        with suppress(RuntimeError):  # it is closed
            self._loop.call_soon_threadsafe(self._feed.take, snapshot)

    def close(self) -> None:
        """End everything."""
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        for listener in self._sockets:
            listener.close()

    # --- in the thread

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._app = self._make_app(self._feed)
        for listener in self._sockets:
            self._start(self._accept(listener))
        self._start(self._watch())
        try:
            self._loop.run_forever()
        finally:
            for task in self._tasks:
                task.cancel()
            self._loop.run_until_complete(asyncio.gather(*self._tasks, return_exceptions=True))
            self._loop.close()

    def _start(self, work: Any) -> asyncio.Task[None]:
        task = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _watch(self) -> None:
        """Listen on what comes to the network later: a cable, a Wi-Fi that was slow."""
        while True:
            await asyncio.sleep(WATCH)
            with suppress(OSError):  # too many files are open just now
                for listener in self._doors.find_more():
                    self._sockets.append(listener)
                    self._start(self._accept(listener))

    async def _accept(self, listener: socket.socket) -> None:
        """Let people in, no faster than the limits say; a flood waits in the kernel."""
        while True:
            await asyncio.sleep(self._doors.limits.pause())
            try:
                connection, (peer, *_) = await self._loop.sock_accept(listener)
            except OSError:  # it was gone before it was here, or there are too many files open
                await asyncio.sleep(1 / 10)
                continue
            with suppress(OSError):
                is_welcome = self._doors.is_welcome(connection.getsockname()[0], peer)
                if is_welcome and self._doors.limits.admit(peer):
                    serving = self._start(self._serve(connection, peer))
                    serving.add_done_callback(partial(_close, connection))  # it may be ended before it begins
                    continue
            connection.close()

    async def _serve(self, connection: socket.socket, peer: str) -> None:
        """Answer the one request of a connection."""
        try:
            reader, stream = await asyncio.open_connection(sock=connection, limit=MOST_HEAD)
            writer = _Writer(stream)
            try:
                await self._answer(_Reader(reader), writer)
            except asyncio.CancelledError:
                writer.abort()  # the page is switched off, and nobody waits for who is slow
                raise
            finally:
                await writer.aclose()
        except (OSError, EOFError):
            pass  # whoever it was has gone
        except Exception as error:  # noqa: BLE001 - whatever it is, the other phones go on
            self.faults.note(error)
        finally:
            self._doors.limits.leave(peer)

    async def _answer(self, reader: _Reader, writer: _Writer) -> None:
        peer = writer.get_extra_info("peername")
        if peer is None:
            return  # whoever it was has gone already
        create = Request.create(self._app, cast("Any", reader), cast("Any", writer), peer)
        try:
            async with asyncio.timeout(MOST_SECONDS):
                request = await create
            response = await self._app.dispatch_request(request)
        except (ValueError, IndexError):  # it is no request, or a path with a number that is none
            response = await self._app.dispatch_request(cast("Any", None))
        if hasattr(response.body, "__anext__"):
            await _stream(response, reader, writer)
        else:
            await response.write(cast("Any", writer))


async def _stream(response: Response, reader: _Reader, writer: _Writer) -> None:
    """Tell events until whoever listens has gone; that is seen at once, not with the next event."""
    telling = asyncio.ensure_future(response.write(cast("Any", writer)))
    leaving = asyncio.ensure_future(reader.end())
    try:
        await asyncio.wait({telling, leaving}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        telling.cancel()
        leaving.cancel()
        await asyncio.wait({telling, leaving})
        await cast("Any", response.body).aclose()
    if not telling.cancelled():
        telling.result()

"""The web server: its own thread, its own accept loop, microdot for requests and responses.

Rate limits and the subnet are checked when a connection is accepted, before anything is read. Requests are limited
in size and time. Listeners wait for the newest snapshot: a slow one misses those in between and is dropped after a
timeout, so it does not delay the others.
"""

from __future__ import annotations

import asyncio
import threading
from contextlib import suppress
from errno import ECONNRESET
from functools import partial
from socket import MSG_PEEK
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from microdot import Request

from firmware_py.storage.crash_log import Faults
from firmware_py.ui.task import UiTask
from firmware_py.web.limits import MOST_BODY, MOST_HEAD, MOST_UPLOAD, REQUEST_TIMEOUT_SECONDS
from firmware_py.web.serialize import Serializer

if TYPE_CHECKING:
    import socket
    import ssl
    from collections.abc import AsyncIterator, Callable, Sequence

    from microdot import Microdot
    from microdot.microdot import Response

    from firmware_py.web.limits import Limits, Place
    from firmware_py.web.snapshot import Snapshot

KEEPALIVE_SECONDS = 10.0
"""Interval of the keepalive event while nothing changes."""
SEND_TIMEOUT_SECONDS = 20.0
"""How long a client may take to receive data before it is dropped."""
CLOSE_TIMEOUT_SECONDS = 2.0
"""How long closing a connection may take."""

NETWORK_CHECK_SECONDS = 15.0
"""Interval between two checks for new network interfaces."""
UNIQUE_HEADERS = frozenset({b"host", b"origin", b"cookie", b"content-length"})
END_OF_HEAD = b"\r\n"
TLS_HANDSHAKE = b"\x16"
"""The first byte of every TLS connection; no request of HTTP begins with it."""

Request.max_content_length, Request.max_body_length = MOST_UPLOAD, MOST_BODY
Request.max_readline = MOST_HEAD


class _Listener:
    """A phone that waits for news."""

    def __init__(self, session: str | None) -> None:
        self.session, self.news = session, asyncio.Event()


class Feed:
    """The newest snapshot, and the listeners that wait for the next one. For the server's thread only."""

    def __init__(self, snapshot: Snapshot, faults: Faults) -> None:
        """Start with a snapshot."""
        self.faults = faults
        self.serializer = Serializer(snapshot, faults.note)
        self.on_new_match: Callable[[], None] = lambda: None
        """Called when another match begins."""
        self._listeners: set[_Listener] = set()

    def take(self, snapshot: Snapshot) -> None:
        """Replace the snapshot by a newer one and wake the listeners that it changes something for."""
        old = self.serializer.snapshot
        before = old.played
        self.serializer.take(snapshot)
        if before is not None and (snapshot.played is None or snapshot.played.number != before.number):
            self.on_new_match()
        if old.common != snapshot.common:
            self.wake()
            return
        sessions = {*old.own, *snapshot.own}
        for session in sessions:
            if old.own.get(session) != snapshot.own.get(session):
                self.wake(session)

    def wake(self, session: str | None = None) -> None:
        """Wake all listeners, or only those of a session."""
        for listener in self._listeners:
            if session is None or listener.session == session:
                listener.news.set()

    async def listen(
        self, current_parts: Callable[[], dict[str, str]], session: str | None = None
    ) -> AsyncIterator[bytes]:
        """Yield server-sent events with the parts that have changed, and a keepalive while nothing does."""
        listener, clock = _Listener(session), asyncio.get_running_loop().time
        self._listeners.add(listener)
        sent: dict[str, str] = {}
        try:
            yield b"retry: 1000\n\n"
            due = clock() + KEEPALIVE_SECONDS
            while True:
                listener.news.clear()
                seen = current_parts()
                changed = ",".join(f'"{name}":{part}' for name, part in seen.items() if sent.get(name) != part)
                sent = seen
                if changed:
                    yield f"data: {{{changed}}}\n\n".encode()
                    due = clock() + KEEPALIVE_SECONDS
                try:
                    async with asyncio.timeout_at(due):  # `wait_for` may swallow a cancellation
                        await listener.news.wait()
                except TimeoutError:
                    yield b'data: {"beat":1}\n\n'
                    due = clock() + KEEPALIVE_SECONDS
        finally:
            self._listeners.discard(listener)


class AcceptPolicy(NamedTuple):
    """Decides which connections are accepted."""

    limits: Limits
    is_allowed: Callable[[str, str], bool]
    """Decides by the local address and the peer's."""
    is_paired: Callable[[str], bool]
    """Returns whether a paired phone has this address."""
    open_new_sockets: Callable[[], Sequence[socket.socket]] = tuple
    """Opens sockets on interfaces that are new."""
    tls: ssl.SSLContext | None = None
    """The certificate, if phones use HTTPS. A request without it is read too: it is sent to the right address."""


class _Reader:
    """Reads a request, up to a size limit; refuses duplicates of security-relevant headers."""

    def __init__(self, stream: asyncio.StreamReader) -> None:
        self._stream, self._left = stream, MOST_HEAD
        self._seen: set[bytes] = set()

    async def readline(self) -> bytes:
        line = await self._stream.readline()
        self._left -= len(line)
        name = line.partition(b":")[0].strip().lower()
        if self._left < 0 or (name in self._seen and name in UNIQUE_HEADERS):
            raise ValueError("the head of the request is too long, or says something twice")
        self._seen.add(name)
        return line

    async def readexactly(self, count: int) -> bytes:
        return await self._stream.readexactly(count)

    async def wait_closed(self) -> None:
        """Wait until the client disconnects or sends something; no browser sends anything here."""
        with suppress(OSError):
            await self._stream.read(1)


class _Writer:
    """Writes a response with a timeout; sends the head together with the start of the body."""

    def __init__(self, stream: asyncio.StreamWriter, place: Place) -> None:
        self._stream, self.place = stream, place
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
            async with asyncio.timeout(SEND_TIMEOUT_SECONDS):
                await self._stream.drain()
        except TimeoutError as error:
            raise ConnectionResetError(ECONNRESET, "the client does not read") from error

    async def aclose(self) -> None:
        self._stream.write(self._head)
        self._stream.close()
        try:
            async with asyncio.timeout(CLOSE_TIMEOUT_SECONDS):
                await self._stream.wait_closed()
        except OSError:
            self.abort()

    def abort(self) -> None:
        """Close at once; data that was not received yet is lost."""
        self._stream.transport.abort()


class Server:
    """Serves an app on some sockets, in its own thread, until it is closed."""

    def __init__(
        self,
        sockets: Sequence[socket.socket],
        snapshot: Snapshot,
        make_app: Callable[[Feed], Microdot],
        policy: AcceptPolicy,
        put: Callable[[object], bool],
    ) -> None:
        """Start serving; `put` adds tasks to the program's queue."""
        self._sockets, self._policy, self.faults = list(sockets), policy, Faults(_note_with(put), "page")
        self._feed, self._make_app = Feed(snapshot, self.faults), make_app
        self._loop = asyncio.new_event_loop()
        self._tasks: set[asyncio.Task[None]] = set()
        self._newest: Snapshot | None = None
        """The newest snapshot, until the server's thread takes it."""
        self._lock = threading.Lock()
        self._thread = threading.Thread(target=self._run, name="page", daemon=True)
        self._thread.start()

    def publish(self, snapshot: Snapshot) -> None:
        """Hand a snapshot to the server's thread, which takes only the newest; called in the program's thread."""
        with self._lock:
            is_awaited, self._newest = self._newest is not None, snapshot
        if not is_awaited:
            with suppress(RuntimeError):  # the loop is closed
                self._loop.call_soon_threadsafe(self._take_newest)

    def do(self, work: Callable[[], None]) -> None:
        """Run something in the server's thread, and tell all listeners; called in the program's thread."""

        def do() -> None:
            work()
            self._feed.wake()

        with suppress(RuntimeError):  # the loop is closed
            self._loop.call_soon_threadsafe(do)

    def close(self) -> None:
        """Stop the thread and close the sockets."""
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        for listener in self._sockets:
            listener.close()

    # --- in the server's thread

    def _take_newest(self) -> None:
        with self._lock:
            newest, self._newest = self._newest, None
        assert newest is not None  # otherwise it is not called
        self._feed.take(newest)

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._app = self._make_app(self._feed)
        for listener in self._sockets:
            self._start(self._accept(listener))
        self._start(self._watch_network())
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

    async def _watch_network(self) -> None:
        """Listen on interfaces that come up later, such as a cable or a slow Wi-Fi."""
        while True:
            await asyncio.sleep(NETWORK_CHECK_SECONDS)
            with suppress(OSError):  # too many open files
                for listener in self._policy.open_new_sockets():
                    self._sockets.append(listener)
                    self._start(self._accept(listener))

    async def _accept(self, listener: socket.socket) -> None:
        """Accept connections, no faster than the limits allow; the rest waits in the kernel's backlog."""
        while True:
            await asyncio.sleep(self._policy.limits.pause())
            await self._readable(listener)
            try:
                # not `sock_accept`: it loses a connection if the task is cancelled just then
                connection, (peer, *_) = listener.accept()
                connection.settimeout(0)
            except OSError:  # the client has disconnected, or too many open files
                await asyncio.sleep(1 / 10)
                continue
            with suppress(OSError):
                is_allowed = self._policy.is_allowed(connection.getsockname()[0], peer)
                if is_allowed and (place := self._admit(peer)) is not None:
                    serving = self._start(self._serve(connection, place))
                    # not in `_serve`: the task may be cancelled before it starts
                    serving.add_done_callback(partial(self._close, connection, place))
                    place.drop = serving.cancel
                    continue
            connection.close()

    def _admit(self, peer: str) -> Place | None:
        return self._policy.limits.admit(peer, is_paired=self._policy.is_paired(peer))

    def _close(self, connection: socket.socket, place: Place, _served: asyncio.Task[None]) -> None:
        connection.close()
        self._policy.limits.leave(place)

    async def _serve(self, connection: socket.socket, place: Place) -> None:
        """Answer the one request of a connection."""
        try:
            await asyncio.sleep(place.delay)
            reader, stream = await self._open(connection)
            writer = _Writer(stream, place)
            try:
                await self._answer(_Reader(reader), writer)
            except asyncio.CancelledError:
                writer.abort()  # switched off, or somebody else gets the place: do not wait for a slow client
                raise
            finally:
                await writer.aclose()
        except (OSError, EOFError):
            pass  # the client has disconnected
        except Exception as error:  # noqa: BLE001 - other phones must not be affected
            self.faults.note(error)

    async def _open(self, connection: socket.socket) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Return the streams of a connection, after the handshake if it begins with one."""
        tls = self._policy.tls
        if tls is None or not await self._begins_with_handshake(connection):
            return await asyncio.open_connection(sock=connection, limit=MOST_HEAD)
        reader = asyncio.StreamReader(MOST_HEAD, self._loop)
        protocol = asyncio.StreamReaderProtocol(reader, loop=self._loop)
        transport, _ = await self._loop.connect_accepted_socket(
            lambda: protocol, connection, ssl=tls, ssl_handshake_timeout=REQUEST_TIMEOUT_SECONDS
        )
        return reader, asyncio.StreamWriter(transport, protocol, reader, self._loop)

    async def _begins_with_handshake(self, connection: socket.socket) -> bool:
        """Wait for the first byte of a connection and return whether TLS begins with it; it stays there."""
        async with asyncio.timeout(REQUEST_TIMEOUT_SECONDS):
            await self._readable(connection)
        return connection.recv(1, MSG_PEEK) == TLS_HANDSHAKE

    async def _readable(self, awaited: socket.socket) -> None:
        """Wait until a socket has something to read, or a connection to accept."""
        ready = asyncio.Event()
        self._loop.add_reader(awaited, ready.set)
        try:
            await ready.wait()
        finally:
            self._loop.remove_reader(awaited)

    async def _answer(self, reader: _Reader, writer: _Writer) -> None:
        peer = writer.get_extra_info("peername")
        if peer is None:
            return  # the client has disconnected already
        create = Request.create(self._app, cast("Any", reader), cast("Any", writer), peer)
        try:
            async with asyncio.timeout(REQUEST_TIMEOUT_SECONDS):
                request = await create
            response = await self._app.dispatch_request(request)
        except (ValueError, IndexError):  # not a request, or a bad number in the path
            response = await self._app.dispatch_request(cast("Any", None))
        if hasattr(response.body, "__anext__"):
            await _stream(response, reader, writer)
        else:
            await response.write(cast("Any", writer))


async def _stream(response: Response, reader: _Reader, writer: _Writer) -> None:
    """Send events until the client disconnects; that is noticed at once, not with the next event."""
    sending = asyncio.ensure_future(response.write(cast("Any", writer)))
    closing = asyncio.ensure_future(reader.wait_closed())
    try:
        await asyncio.wait({sending, closing}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        sending.cancel()
        closing.cancel()
        await asyncio.wait({sending, closing})
        await cast("Any", response.body).aclose()
    if not sending.cancelled():
        sending.result()


def _note_with(put: Callable[[object], bool]) -> Callable[[str], None]:
    """Return what writes to the crash log through the queue of the program, which owns the disk."""

    def note(text: str) -> None:
        put(UiTask(lambda stack: stack.crash_log.note(text)))

    return note

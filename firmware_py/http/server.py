"""The web server: its own thread, its own accept loop, microdot for requests and responses.

Rate limits and the subnet are checked when a connection is accepted, before anything is read. Requests are limited
in size and time. A client that is slow to receive is dropped after a timeout, so it does not delay the others.
"""

from __future__ import annotations

import asyncio
import socket
import ssl
import threading
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from errno import ECONNRESET
from functools import partial
from socket import MSG_PEEK
from typing import Any, Generic, NamedTuple, Protocol, TypeVar, cast

from microdot import Microdot, Request
from microdot.microdot import Response

from firmware_py.http.limits import MOST_BODY, MOST_HEAD, MOST_UPLOAD, REQUEST_TIMEOUT_SECONDS, Limits, Slot
from firmware_py.storage.crash_log import Faults

SEND_TIMEOUT_SECONDS = 20.0
"""How long a client may take to receive data before it is dropped."""
KEEP_ALIVE_SECONDS = 5.0
"""How long a connection stays open after a request; less if somebody else needs its place."""
BAD_REQUEST = 400
CLOSE_TIMEOUT_SECONDS = 2.0
"""How long closing a connection may take."""

NETWORK_CHECK_SECONDS = 15.0
"""Interval between two checks for new network interfaces."""
UNIQUE_HEADERS = frozenset({b"host", b"origin", b"cookie", b"content-length"})
END_OF_HEAD = b"\r\n"
TLS_HANDSHAKE = b"\x16"
"""The first byte of every TLS connection; no request of HTTP begins with it."""

Published = TypeVar("Published")
Taken_contra = TypeVar("Taken_contra", contravariant=True)

Request.max_content_length, Request.max_body_length = MOST_UPLOAD, MOST_BODY
Request.max_readline = MOST_HEAD


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

    def __init__(self, stream: asyncio.StreamReader, first: bytes = b"") -> None:
        """Read from a stream; `first` is a line that was read already."""
        self._stream, self._first, self._left = stream, first, MOST_HEAD
        self._seen: set[bytes] = set()

    async def readline(self) -> bytes:
        line, self._first = self._first or await self._stream.readline(), b""
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

    def __init__(self, stream: asyncio.StreamWriter, place: Slot) -> None:
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

    def finish(self) -> None:
        """Send a head that no body has followed; the next one begins."""
        self._stream.write(self._head)
        self._head, self._is_head = b"", True

    async def aclose(self) -> None:
        self.finish()
        self._stream.close()
        try:
            async with asyncio.timeout(CLOSE_TIMEOUT_SECONDS):
                await self._stream.wait_closed()
        except OSError:
            self.abort()

    def abort(self) -> None:
        """Close at once; data that was not received yet is lost."""
        self._stream.transport.abort()


class Application(Protocol[Taken_contra]):
    """What a server serves; used only in the server's thread."""

    @property
    def routes(self) -> Microdot:
        """Return what answers requests."""

    def take(self, published: Taken_contra) -> None:
        """Show something newer."""


class Server(Generic[Published]):
    """Serves an application on some sockets, in its own thread, until it is closed."""

    def __init__(
        self,
        sockets: Sequence[socket.socket],
        application: Application[Published],
        policy: AcceptPolicy,
        faults: Faults,
    ) -> None:
        """Start serving."""
        self._sockets, self._application, self._policy = list(sockets), application, policy
        self.faults = faults
        self._loop = asyncio.new_event_loop()
        self._tasks: set[asyncio.Task[None]] = set()
        self._newest: list[Published] = []
        """What was published last, until the server's thread takes it."""
        self._lock = threading.Lock()
        self._thread = threading.Thread(target=self._run, name="page", daemon=True)
        self._thread.start()

    def publish(self, published: Published) -> None:
        """Hand something to the application, which takes only the newest; called in any thread."""
        with self._lock:
            is_awaited, self._newest = bool(self._newest), [published]
        if not is_awaited:
            self.call(self._take_newest)

    def call(self, work: Callable[[], None]) -> None:
        """Run something in the server's thread; called in any thread."""
        with suppress(RuntimeError):  # the loop is closed
            self._loop.call_soon_threadsafe(work)

    def finish(self, work: Coroutine[Any, Any, None]) -> None:
        """Run something in the server's thread and wait for its end; called in another thread."""
        with suppress(TimeoutError):
            asyncio.run_coroutine_threadsafe(work, self._loop).result(CLOSE_TIMEOUT_SECONDS)

    def close(self) -> None:
        """Stop the thread and close the sockets."""
        self.call(self._loop.stop)
        self._thread.join()
        for listener in self._sockets:
            listener.close()

    # --- in the server's thread

    def _take_newest(self) -> None:
        with self._lock:
            newest, self._newest = self._newest, []
        self._application.take(*newest)

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
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

    def _admit(self, peer: str) -> Slot | None:
        return self._policy.limits.admit(peer, is_paired=self._policy.is_paired(peer))

    def _admit_again(self, place: Slot) -> bool:
        return self._policy.limits.admit_again(place, is_paired=self._policy.is_paired(place.peer))

    def _close(self, connection: socket.socket, place: Slot, _served: asyncio.Task[None]) -> None:
        connection.close()
        self._policy.limits.leave(place)

    async def _serve(self, connection: socket.socket, place: Slot) -> None:
        """Answer the requests of a connection, one after another."""
        try:
            await asyncio.sleep(place.delay)
            reader, stream = await self._open(connection)
            writer, first = _Writer(stream, place), b""
            try:
                while await self._answer(_Reader(reader, first), writer):
                    writer.finish()
                    first = await _next_line(reader)
                    if not first or not self._admit_again(place):
                        break
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

    async def _answer(self, reader: _Reader, writer: _Writer) -> bool:
        """Answer a request; return whether another one may follow on the same connection."""
        routes, peer = self._application.routes, writer.get_extra_info("peername")
        if peer is None:
            return False  # the client has disconnected already
        stays = False
        create = Request.create(routes, cast("Any", reader), cast("Any", writer), peer)
        try:
            async with asyncio.timeout(REQUEST_TIMEOUT_SECONDS):
                request = await create
            response = await routes.dispatch_request(request)
            stays = _may_stay(request, response)
        except (ValueError, IndexError):  # not a request, or a bad number in the path
            response = await routes.dispatch_request(cast("Any", None))
        if hasattr(response.body, "__anext__"):
            await _stream(response, reader, writer)
            return False
        response.headers["Connection"] = "keep-alive" if stays else "close"
        await response.write(cast("Any", writer))
        return stays


def _may_stay(request: Request | None, response: Response) -> bool:
    """Return whether a connection may carry another request: this one is read whole, and nothing is odd about it.

    A response that sets a cookie ends the connection: with a session the phone gets other limits.
    """
    if request is None or request.content_length > MOST_BODY or response.status_code >= BAD_REQUEST:
        return False
    is_wanted = request.headers.get("Connection", "").lower() == "keep-alive"
    return is_wanted and "Set-Cookie" not in response.headers


async def _next_line(reader: asyncio.StreamReader) -> bytes:
    """Return the first line of the next request; empty if none comes for a while."""
    try:
        async with asyncio.timeout(KEEP_ALIVE_SECONDS):
            return await reader.readline()
    except (TimeoutError, ValueError):  # none comes, or one with too long a line
        return b""


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

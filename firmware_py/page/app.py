"""The HTTP application: routes, access checks and responses.

The main routes:

    GET  /            the page; /static/... its parts
    GET  /events      server-sent events: JSON objects with what has changed since the last one, by part
    GET  /invite      what the next phone needs to pair
    GET  /moment/N    the table as it was after the log's first N acts
    GET  /record      the record of the match         GET /sheet   the printable score sheet
    GET  /my-copy/GAME  owner data                    POST /my-copy/GAME  the same, checked and saved
    POST /pair        {"code": "123456"}: a session
    POST /do          {"do": ...}: everything that changes something; needs a session

The others are in `photo_routes`, `more_routes` and `backup_routes`.
"""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable
from functools import partial
from inspect import isawaitable
from typing import Any

from microdot import Microdot, Request
from microdot.microdot import Response

from engine.verdicts import NotAnAct
from firmware_py.http import network
from firmware_py.http.feed import Feed
from firmware_py.http.limits import Limits
from firmware_py.http.responses import (
    OWN_SITES,
    add_headers,
    as_json,
    body_of,
    event_stream,
    file_response,
    guard,
    json_response,
    may_change,
    pair,
    refuse,
    scheme_of,
    set_cookie,
    words_response,
)
from firmware_py.http.sessions import Session, Sessions
from firmware_py.http.static_files import StaticFiles
from firmware_py.i18n.translations import Translations
from firmware_py.outside import BadValue, count, number, optional
from firmware_py.page import photo_routes
from firmware_py.page.actions import read_action
from firmware_py.page.icon import SIZES, icon_png
from firmware_py.page.more import backup_routes
from firmware_py.page.more.backup_routes import BackupRoutes
from firmware_py.page.more.more_routes import MoreRoutes
from firmware_py.page.more.owner_routes import OwnerRoutes
from firmware_py.page.photo_routes import PhotoRoutes
from firmware_py.page.program_queue import Busy, ProgramQueue
from firmware_py.page.serialize import Serializer
from firmware_py.page.snapshot import Played, Snapshot
from firmware_py.sight.looking import Looker
from firmware_py.storage.crash_log import Faults
from firmware_py.ui.match.clock import now_ms
from firmware_py.ui.screens.pairing import qr_svg

STATIC = os.path.join(os.path.dirname(__file__), "static")
PAGES = frozenset({"/", "/tv"})
"""What a link of another site may lead to."""


class App:
    """The routes of the page."""

    def __init__(
        self,
        snapshot: Snapshot,
        sessions: Sessions,
        limits: Limits,
        put: Callable[[object], bool],
        faults: Faults,
        *,
        looker: Looker | None = None,
        is_virtual: bool = False,
        fingerprint: str = "",
    ) -> None:
        """Begin with a snapshot; `put` adds events to the program's queue, `looker` looks at photos.

        `is_virtual`: it is the page of a simulated box. `fingerprint`: of the certificate, if there is one.
        """
        self._is_virtual, self._fingerprint = is_virtual, fingerprint
        self._serializer, self._feed, self._faults = Serializer(snapshot, faults.note), Feed(), faults
        self._sessions, self._limits, self._queue = sessions, limits, ProgramQueue(put)
        self._files = StaticFiles(STATIC)
        self._follow_people(None, snapshot.played)
        self.routes = app = Microdot()
        more = MoreRoutes(self._serializer, self._queue, self._files)
        photos = PhotoRoutes(self._queue, looker)
        parts = (more, OwnerRoutes(self._queue), BackupRoutes(self._queue), photos)
        app.before_request(self._guard)
        app.after_request(add_headers)
        app.after_error_request(add_headers)
        pages: list[tuple[str, Callable[..., Any]]] = [
            ("/", partial(self._static, name="index.html")),
            ("/tv", partial(self._static, name="tv.html")),
            ("/qr", self._qr_code),
            ("/icon/<int:size>", _icon),
            ("/invite", _for_paired(self._invite)),
            ("/sw.js", partial(self._static, name="sw.js")),
            ("/static/<name>", self._static),
            ("/static/<version>/<name>", self._static),
            ("/words", partial(words_response, prefixes=("page.",))),
            ("/events", self._events),
            *((path, _for_paired(answer)) for part in parts for path, answer in part.for_paired()),
            *more.for_everybody(),
        ]
        for path, answer in pages:
            app.get(path)(self._catching_errors(answer))
        changes: list[tuple[str, Callable[..., Any]]] = [
            ("/pair", partial(pair, sessions=sessions)),
            ("/do", self._for_token(self._do)),
            *((path, self._for_token(answer)) for part in parts for path, answer in part.changes()),
        ]
        for path, answer in changes:
            app.post(path)(self._catching_errors(answer))

    def take(self, snapshot: Snapshot) -> None:
        """Show a newer snapshot: wake the listeners that it changes something for."""
        old, before = self._serializer.snapshot, self._serializer.snapshot.played
        self._serializer.take(snapshot)
        self._follow_people(before, snapshot.played)
        if old.common != snapshot.common:
            self._feed.wake()
            return
        for session in {*old.own, *snapshot.own}:
            if old.own.get(session) != snapshot.own.get(session):
                self._feed.wake(session)

    def _follow_people(self, before: Played | None, now: Played | None) -> None:
        """Give the phones of the players their seats in another match; follow new names in the same one."""
        if now is None or before is None or now.number != before.number:
            self._sessions.seat_people(() if now is None else now.names)
        elif now.names != before.names:
            self._sessions.rename_people(now.names)

    async def end(self, why: str) -> None:
        """Tell all phones why the page ends: `off` at the box, or `stop` with the program."""
        await self._feed.end(why)

    def forget(self, number: int) -> None:
        """End the session of a phone, and change the codes."""
        self._sessions.forget(number)
        self._feed.wake()

    def _catching_errors(self, answer: Callable[..., Any]) -> Callable[..., Awaitable[Response]]:
        """Wrap a handler: an exception is written to the crash log and answered with status 500."""

        async def answer_safely(request: Request, **parts: Any) -> Response:
            try:
                answered = answer(request, **parts)  # called here: microdot would run it in another thread
                response: Response = await answered if isawaitable(answered) else answered
            except Busy:
                return refuse(503, request.g.translations("page.busy"))
            except Exception as error:  # noqa: BLE001 - other phones must not be affected
                self._faults.note(error)
                return refuse(500, request.g.translations("page.fault"))
            return response

        return answer_safely

    # --- access

    async def _guard(self, request: Request) -> Response | None:
        """Refuse requests for other host names or from other sites, and too many without a session."""
        uploads, fingerprint = {backup_routes.PATH, photo_routes.PATH}, self._fingerprint
        return guard(request, self._limits, self._session, PAGES, uploads=uploads, fingerprint=fingerprint)

    def _session(self, request: Request) -> Session | None:
        """Return the session of a request; a local browser of a simulated box gets one without a code."""
        peer = request.client_addr[0]
        session = self._sessions.of(request.headers.get("Cookie"), peer)
        is_opening = request.path in {"/", "/events"} and request.method == "GET"
        is_from_here = request.headers.get("Sec-Fetch-Site", "none") in OWN_SITES
        is_own = self._is_virtual and peer == network.LOCALHOST
        if session is not None or not (is_own and is_opening and is_from_here):
            return session
        opened = self._sessions.open_session(peer, request.headers.get("User-Agent"))

        async def add_cookie(_request: Request, response: Response) -> Response:
            return set_cookie(request, response, self._sessions, opened)

        request.after_request(add_cookie)
        return opened

    def _for_token(self, answer: Callable[..., Any]) -> Callable[..., Any]:
        """Wrap a handler so that only the page of a paired phone may change something with it."""

        def answer_known(request: Request, **parts: Any) -> Any:
            return may_change(request, self._sessions) or answer(request, **parts)

        return answer_known

    # --- the page

    def _qr_code(self, request: Request) -> Response:
        """Return a QR code with the address of the page; it has no pairing code, so everybody may see it."""
        return Response(
            qr_svg(f"{scheme_of(request)}://{request.headers['Host']}/"), headers={"Content-Type": "image/svg+xml"}
        )

    def _invite(self, request: Request) -> Response:
        """Return what the next phone needs: the address with the long code as a picture, and the digits."""
        address = f"{scheme_of(request)}://{request.headers['Host']}/"
        picture = qr_svg(f"{address}#{self._sessions.long_code}")
        code = self._sessions.long_code if self._sessions.is_besieged else self._sessions.code
        return json_response({"address": address, "code": code, "svg": picture})

    def _static(self, request: Request, name: str, version: str = "") -> Response:
        return file_response(self._files, request, name, version)

    # --- events and actions

    def _events(self, request: Request) -> Response:
        session, language = request.g.session, request.g.translations.language
        now = now_ms()  # the same for this connection: a page counts on from it

        def current_parts() -> dict[str, str]:
            is_paired = session is not None and self._sessions.use(session)
            me = {**self._me(session if is_paired else None, language), "now": now}
            me["lost"] = "" if is_paired else self._sessions.why_lost(request.headers.get("Cookie"))
            parts = {**self._serializer.parts(language, is_paired=is_paired), "me": as_json(me)}
            own = self._serializer.own_ask(session.id, language) if is_paired and session else None
            return parts if own is None else {**parts, "ask": own}

        return event_stream(request, self._limits, self._feed, current_parts)

    def _me(self, session: Session | None, language: str) -> dict[str, object]:
        seat = None if session is None else self._sessions.seat(session)
        return {
            "is_paired": session is not None,
            "is_virtual": self._is_virtual,
            "token": None if session is None else session.token,
            "seat": seat,
            "codes": 0 if session is None else self._sessions.choices,
            "answers": [] if seat is None else self._serializer.answers(seat, language),
        }

    async def _do(self, request: Request) -> Response:
        given, session, translations = body_of(request), request.g.session, request.g.translations
        if isinstance(given, dict) and given.get("do") == "claim":
            return self._claim(session, given.get("seat"), translations)
        try:
            action = read_action(self._undo_by_count(given), is_virtual=self._is_virtual)
        except NotAnAct as error:
            return refuse(422, translations.text(error.why))
        if action is None:
            return refuse(422, translations("page.no-action"))
        await self._queue.act(session.id, action)
        return Response(status_code=204)

    def _undo_by_count(self, given: Any) -> Any:
        """Return an undo request with the number of acts to keep instead of a place in the log."""
        if not isinstance(given, dict) or given.get("do") != "undo-to":
            return given
        if (history := self._serializer.history) is None:
            return given
        try:
            undos = history.undos_to(count(given.get("place")))
        except BadValue:
            return None
        if undos is None:
            return None
        return {"do": "undo-to", "count": len(history.standing_places) - undos, "acts": len(history.moments) - 1}

    def _claim(self, session: Session, seat: object, translations: Translations) -> Response:
        played = self._serializer.snapshot.played
        seats = 0 if played is None else len(played.names)
        try:
            claimed = optional(number(1, seats))(seat)
        except BadValue:
            return refuse(422, translations("page.no-action"))
        person = "" if played is None or claimed is None else played.names[claimed - 1]
        self._sessions.claim(session, claimed, person)
        self._feed.wake()
        return Response(status_code=204)


def _icon(request: Request, size: int) -> Response:
    """Return the icon for the home screen of a phone."""
    if size not in SIZES:
        return refuse(404, request.g.translations("page.no-moment"))
    return Response(
        icon_png(size), headers={"Content-Type": "image/png", "Cache-Control": "public, max-age=86400"}
    )


def _for_paired(answer: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap a handler so that it serves paired phones only: its answer contains names."""

    def answer_paired(request: Request, **parts: Any) -> Any:
        if request.g.session is None:
            return refuse(403, request.g.translations("page.not-paired"))
        return answer(request, **parts)

    return answer_paired

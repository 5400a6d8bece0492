"""The HTTP application: routes, access checks and responses."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from functools import partial
from inspect import isawaitable
from typing import TYPE_CHECKING, Any, cast

from microdot import Microdot
from microdot.microdot import Response

from engine.verdicts import NotAnAct
from firmware_py.games.lookup import has_owner_data
from firmware_py.i18n.locale import LANGUAGES
from firmware_py.ui.match_clock import now_ms
from firmware_py.ui.pairing import qr_svg
from firmware_py.ui.task import UiTask
from firmware_py.web import backup_routes, network, owner_forms
from firmware_py.web.actions import ActionContext, is_of_box, read_action
from firmware_py.web.backup_routes import BackupRoutes
from firmware_py.web.more_routes import MoreRoutes
from firmware_py.web.responses import (
    OWN_SITES,
    STATIC,
    add_headers,
    body_of,
    file_response,
    guard,
    json_response,
    may_change,
    pair,
    place_of,
    read_files,
    refuse,
    scheme_of,
    set_cookie,
)
from firmware_py.web.serialize import as_json
from firmware_py.web.sessions import Session

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from microdot import Request

    from firmware_py.i18n.translations import Translations
    from firmware_py.ui.screen_stack import ScreenStack
    from firmware_py.web.actions import Action
    from firmware_py.web.devices import Devices
    from firmware_py.web.limits import Limits
    from firmware_py.web.server import Feed
    from firmware_py.web.sessions import Sessions

PAGES = frozenset({"/", "/tv"})
"""What a link of another site may lead to."""
TASK_TIMEOUT_SECONDS = 10.0
"""How long a request waits for the program to run a task."""


class _Busy(Exception):
    """Phones ask for more than the program can do."""


class App:
    """The routes of the page."""

    def __init__(
        self,
        feed: Feed,
        sessions: Sessions,
        limits: Limits,
        put: Callable[[object], bool],
        context: ActionContext,
        *,
        devices: Devices,
    ) -> None:
        """Serve from a feed; `put` adds tasks to the program's queue, `devices` are the prompts of the phones."""
        self._devices = devices
        self._feed, self._sessions, self._limits, self._put, self._context = feed, sessions, limits, put, context
        self._files = read_files(STATIC)
        feed.on_new_match = sessions.leave_seats
        self.app = app = Microdot()
        more, backups = MoreRoutes(feed.serializer, self._run), BackupRoutes(self._run)
        app.before_request(self._guard)
        app.after_request(add_headers)
        app.after_error_request(add_headers)
        pages: list[tuple[str, Callable[..., Any]]] = [
            ("/", self._index),
            ("/tv", self._television),
            ("/qr", self._qr_code),
            ("/sw.js", partial(self._static, name="sw.js")),
            ("/static/<name>", self._static),
            ("/words", self._translations),
            ("/events", self._events),
            ("/house", _for_paired(self._owner_data)),
            ("/house/<game>", _for_paired(self._owner_form)),
            *((path, _for_paired(answer)) for path, answer in (*more.for_paired(), *backups.for_paired())),
            *more.for_everybody(),
        ]
        for path, answer in pages:
            app.get(path)(self._catching_errors(answer))
        changes: list[tuple[str, Callable[..., Any]]] = [
            ("/house/<game>", self._save_owner_data),
            ("/pair", self._pair),
            ("/do", self._do),
            *((path, self._for_token(answer)) for path, answer in (*more.changes(), *backups.changes())),
        ]
        for path, answer in changes:
            app.post(path)(self._catching_errors(answer))

    def _catching_errors(self, answer: Callable[..., Any]) -> Callable[..., Awaitable[Response]]:
        """Wrap a handler: an exception is written to the crash log and answered with status 500."""

        async def answer_safely(request: Request, **parts: Any) -> Response:
            try:
                answered = answer(request, **parts)  # called here: microdot would run it in another thread
                response: Response = await answered if isawaitable(answered) else answered
            except _Busy:
                return refuse(503, request.g.translations("page.busy"))
            except Exception as error:  # noqa: BLE001 - other phones must not be affected
                self._feed.faults.note(error)
                return refuse(500, request.g.translations("page.fault"))
            return response

        return answer_safely

    # --- access

    async def _guard(self, request: Request) -> Response | None:
        """Refuse requests for other host names or from other sites, and too many without a session."""
        is_secure = self._context.is_secure
        return guard(
            request, self._limits, self._session, PAGES, uploads={backup_routes.PATH}, needs_https=is_secure
        )

    def _session(self, request: Request) -> Session | None:
        """Return the session of a request; a local browser of a simulated box gets one without a code."""
        peer = request.client_addr[0]
        session = self._sessions.of(request.headers.get("Cookie"), peer)
        is_opening = request.path in {"/", "/events"} and request.method == "GET"
        is_from_here = request.headers.get("Sec-Fetch-Site", "none") in OWN_SITES
        is_own = self._context.simulated is not None and peer == network.LOCALHOST
        if session is not None or not (is_own and is_opening and is_from_here):
            return session
        opened = self._sessions.open_session(peer, request.headers.get("User-Agent"))

        async def add_cookie(_request: Request, response: Response) -> Response:
            return set_cookie(request, response, self._sessions, opened)

        request.after_request(add_cookie)
        return opened

    def _may_change(self, request: Request) -> Response | None:
        return may_change(request, self._sessions)

    def _for_token(self, answer: Callable[..., Any]) -> Callable[..., Any]:
        """Wrap a handler so that only the page of a paired phone may change something with it."""

        def answer_known(request: Request, **parts: Any) -> Any:
            return self._may_change(request) or answer(request, **parts)

        return answer_known

    # --- the page

    def _index(self, _request: Request) -> Response:
        return self._file("index.html")

    def _television(self, _request: Request) -> Response:
        return self._file("tv.html")

    def _qr_code(self, request: Request) -> Response:
        """Return a QR code with the address of the page; it has no pairing code, so everybody may see it."""
        return Response(
            qr_svg(f"{scheme_of(request)}://{request.headers['Host']}/"), headers={"Content-Type": "image/svg+xml"}
        )

    def _static(self, _request: Request, name: str) -> Response:
        return self._file(name)

    def _file(self, name: str) -> Response:
        return file_response(self._files, name)

    def _translations(self, request: Request) -> Response:
        translations: Translations = request.g.translations
        table = {key: text for key, text in translations.table.items() if key.startswith("page.")}
        return json_response({"language": translations.language, "languages": LANGUAGES, "words": table})

    def _pair(self, request: Request) -> Response:
        return pair(request, self._sessions)

    # --- events and actions

    def _events(self, request: Request) -> Response:
        session, language = request.g.session, request.g.translations.language
        if request.method == "HEAD":  # no body follows
            return Response(headers={"Content-Type": "text/event-stream"})
        if not self._limits.listen(place_of(request), is_paired=session is not None):
            return refuse(503, request.g.translations("page.too-many"))

        now = now_ms()  # the same for this connection: a page counts on from it

        def current_parts() -> dict[str, str]:
            is_paired = session is not None and self._sessions.use(session)
            me = {**self._me(session if is_paired else None, language), "now": now}
            parts = {**self._feed.serializer.parts(language, is_paired=is_paired), "me": as_json(me)}
            own = self._feed.serializer.own_ask(session.id, language) if is_paired and session else None
            return parts if own is None else {**parts, "ask": own}

        events = self._feed.listen(current_parts, None if session is None else session.id)
        return Response(cast("Any", events), headers={"Content-Type": "text/event-stream"})

    def _me(self, session: Session | None, language: str) -> dict[str, object]:
        seat = None if session is None else self._sessions.seat(session)
        return {
            "is_paired": session is not None,
            "is_virtual": self._context.simulated is not None,
            "token": None if session is None else session.token,
            "seat": seat,
            "answers": [] if seat is None else self._feed.serializer.answers(seat, language),
        }

    async def _do(self, request: Request) -> Response:
        if (refused := self._may_change(request)) is not None:
            return refused
        given = body_of(request)
        if isinstance(given, dict) and given.get("do") == "claim":
            return self._claim(request.g.session, given.get("seat"), request.g.translations)
        session: Session = request.g.session
        is_asked = partial(self._devices.is_asked, session.id)
        late = partial(self._devices.answer_late, session.id)
        context = self._context._replace(is_asked=is_asked, late=late)
        try:
            action = read_action(self._undo_by_count(given), context)
        except NotAnAct as error:
            return refuse(422, request.g.translations.text(error.why))
        if action is None:
            return refuse(422, request.g.translations("page.no-deed"))
        is_for_box = self._context.simulated is not None and is_of_box(given)
        work = action if is_for_box else partial(self._run_on_device, session.id, action)
        while await self._run(work, is_action=True):
            pass  # a slice is done, the rest follows
        return Response(status_code=204)

    def _run_on_device(self, session: str, action: Action, stack: ScreenStack) -> bool | None:
        return self._devices.run(stack, session, action)

    def _undo_by_count(self, given: Any) -> Any:
        """Return an undo request with the number of acts to keep instead of a place in the log."""
        if not isinstance(given, dict) or given.get("do") != "undo-to":
            return given
        if (replay := self._feed.serializer.replay) is None:
            return given
        place = given.get("place")
        undos = replay.undos_to(place) if isinstance(place, int) else None
        if undos is None:
            return None
        return {"do": "undo-to", "count": len(replay.standing_places) - undos, "acts": len(replay.moments) - 1}

    def _claim(self, session: Session, seat: object, translations: Translations) -> Response:
        played = self._feed.serializer.snapshot.played
        seats = 0 if played is None else len(played.names)
        if seat is not None and (type(seat) is not int or seat not in range(1, seats + 1)):
            return refuse(422, translations("page.no-deed"))
        self._sessions.claim(session, seat)
        self._feed.wake()
        return Response(status_code=204)

    async def _run(self, work: Callable[[ScreenStack], Any], *, is_action: bool = False) -> Any:
        """Run a function in the program's thread and return its result; its exceptions are raised here."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[Any] = loop.create_future()

        def answer(result: Any, error: Exception | None) -> None:
            if done.done():
                return
            if error is None:
                done.set_result(result)
            else:
                done.set_exception(error)

        def do(stack: ScreenStack) -> bool:
            result, fault = None, None
            self._devices.is_box_changed = True
            try:
                result = work(stack)
            except Exception as error:
                fault = error
                if is_action:
                    raise  # the program resets its screens, as after a key press that fails
            finally:
                with suppress(RuntimeError):  # the action switched the page off
                    loop.call_soon_threadsafe(answer, result, fault)
            return self._devices.is_box_changed

        if not self._put(UiTask(do)):
            raise _Busy
        try:
            async with asyncio.timeout(TASK_TIMEOUT_SECONDS):
                return await done
        except TimeoutError as error:
            raise _Busy from error

    # --- owner data: read and written in the program's thread, like every file

    async def _owner_data(self, request: Request) -> Response:
        translations = request.g.translations
        return json_response(await self._run(lambda _stack: owner_forms.overview(translations)))

    async def _owner_form(self, request: Request, game: str) -> Response:
        translations = request.g.translations
        if not has_owner_data(game):
            return refuse(404, translations("page.no-deed"))
        return json_response(await self._run(lambda _stack: owner_forms.form_of(game, translations)))

    async def _save_owner_data(self, request: Request, game: str) -> Response:
        if (refused := self._may_change(request)) is not None:
            return refused
        translations = request.g.translations
        if not has_owner_data(game):
            return refuse(404, translations("page.no-deed"))
        given = body_of(request)
        faults = await self._run(lambda _stack: owner_forms.save(game, given, translations))
        return json_response({"faults": faults}, 422) if faults else Response(status_code=204)


def _for_paired(answer: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap a handler so that it serves paired phones only: its answer contains names."""

    def answer_paired(request: Request, **parts: Any) -> Any:
        if request.g.session is None:
            return refuse(403, request.g.translations("page.not-paired"))
        return answer(request, **parts)

    return answer_paired

"""The HTTP application: routes, access checks and responses."""

from __future__ import annotations

import asyncio
import os
import socket
from contextlib import suppress
from inspect import isawaitable
from math import ceil
from typing import TYPE_CHECKING, Any, cast

from microdot import Microdot
from microdot.microdot import Response

from engine.records import write_record
from firmware_py.games.lookup import has_owner_data
from firmware_py.i18n.locale import LANGUAGES
from firmware_py.ui.task import UiTask
from firmware_py.web import network, owner_forms
from firmware_py.web.actions import ActionContext, read_action
from firmware_py.web.analysis import as_plain, mistakes, verdicts_of
from firmware_py.web.charts import charts
from firmware_py.web.score_sheet import score_sheet
from firmware_py.web.serialize import as_json, translations_of
from firmware_py.web.sessions import Session, Wait

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from microdot import Request

    from firmware_py.i18n.translations import Translations
    from firmware_py.ui.screen_stack import ScreenStack
    from firmware_py.web.limits import Limits, Place
    from firmware_py.web.server import Feed
    from firmware_py.web.sessions import Sessions

STATIC = os.path.join(os.path.dirname(__file__), "static")
TYPES = {"html": "text/html", "css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}
TOKEN = "X-Sideline-Token"  # noqa: S105 - the name of a header
OWN_SITES = frozenset({"none", "same-origin"})
"""What browsers send as Sec-Fetch-Site for our own page, for typed addresses and scanned codes."""
LONGEST_ACCEPT_LANGUAGE = 200
TASK_TIMEOUT_SECONDS = 10.0
"""How long a request waits for the program to run a task."""


class _Busy(Exception):
    """Phones ask for more than the program can do."""


class App:
    """The routes of the page."""

    def __init__(
        self, feed: Feed, sessions: Sessions, limits: Limits, put: Callable[[object], bool], context: ActionContext
    ) -> None:
        """Serve from a feed; `put` adds tasks to the program's queue."""
        self._feed, self._sessions, self._limits, self._put, self._context = feed, sessions, limits, put, context
        self._files = {name: _read(name) for name in os.listdir(STATIC) if name.rpartition(".")[2] in TYPES}
        feed.on_new_match = sessions.leave_seats
        self.app = app = Microdot()
        app.before_request(self._guard)
        app.after_request(_add_headers)
        app.after_error_request(_add_headers)
        for path, answer in (
            ("/", self._index),
            ("/static/<name>", self._static),
            ("/words", self._translations),
            ("/events", self._events),
            ("/history", _for_paired(self._history)),
            ("/moment/<int:place>", _for_paired(self._moment)),
            ("/record", _for_paired(self._record)),
            ("/sheet", _for_paired(self._sheet)),
            ("/house", _for_paired(self._owner_data)),
            ("/house/<game>", _for_paired(self._owner_form)),
        ):
            app.get(path)(self._catching_errors(answer))
        for path, answer in (("/house/<game>", self._save_owner_data), ("/pair", self._pair), ("/do", self._do)):
            app.post(path)(self._catching_errors(answer))

    def _catching_errors(self, answer: Callable[..., Any]) -> Callable[..., Awaitable[Response]]:
        """Wrap a handler: an exception is written to the crash log and answered with status 500."""

        async def answer_safely(request: Request, **parts: Any) -> Response:
            try:
                answered = answer(request, **parts)  # called here: microdot would run it in another thread
                response: Response = await answered if isawaitable(answered) else answered
            except _Busy:
                return _refuse(503, request.g.translations("page.busy"))
            except Exception as error:  # noqa: BLE001 - other phones must not be affected
                self._feed.faults.note(error)
                return _refuse(500, request.g.translations("page.fault"))
            return response

        return answer_safely

    # --- access

    async def _guard(self, request: Request) -> Response | None:
        """Refuse requests for other host names or from other sites, and too many without a session."""
        ours, port = request.sock[1].get_extra_info("sockname")[:2]
        host = request.headers.get("Host", "")
        language = wanted_language(request.headers.get("Accept-Language"))
        translations = request.g.translations = translations_of(language)
        if not network.is_our_host(host, ours, port, socket.gethostname()):
            return _refuse(421, translations("page.wrong-host"))
        is_foreign = request.headers.get("Sec-Fetch-Site", "none") not in OWN_SITES
        if is_foreign and request.path != "/":  # a link from another site may open the page, and nothing else
            return _refuse(403, translations("page.wrong-origin"))
        if request.method == "POST" and not network.is_same_origin(request.headers.get("Origin"), host):
            return _refuse(403, translations("page.wrong-origin"))
        request.g.session = self._session(request)
        if request.g.session is None and not self._limits.admit_stranger(_place(request)):
            return _refuse(429, translations("page.too-many"))
        return None

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

        async def set_cookie(_request: Request, response: Response) -> Response:
            return self._set_cookie(response, opened)

        request.after_request(set_cookie)
        return opened

    def _set_cookie(self, response: Response, session: Session) -> Response:
        response.headers["Set-Cookie"] = self._sessions.cookie(session)
        return response

    def _may_change(self, request: Request) -> Response | None:
        session, translations = request.g.session, request.g.translations
        if session is None or not self._sessions.allows(session, request.headers.get(TOKEN)):
            return _refuse(403, translations("page.not-paired"))
        return None

    # --- the page

    def _index(self, _request: Request) -> Response:
        return self._file("index.html")

    def _static(self, _request: Request, name: str) -> Response:
        return self._file(name)

    def _file(self, name: str) -> Response:
        if name not in self._files:
            return _refuse(404, name)
        kind = TYPES[name.rpartition(".")[2]]
        return Response(self._files[name], headers={"Content-Type": f"{kind}; charset=utf-8"})

    def _translations(self, request: Request) -> Response:
        translations: Translations = request.g.translations
        table = {key: text for key, text in translations.table.items() if key.startswith("page.")}
        return _json({"language": translations.language, "words": table})

    def _pair(self, request: Request) -> Response:
        given, translations = _body(request), request.g.translations
        code = given.get("code") if isinstance(given, dict) else None
        found = self._sessions.pair(
            request.client_addr[0], code if isinstance(code, str) else "", request.headers.get("User-Agent")
        )
        if isinstance(found, Session):
            if request.g.session is not None:
                self._sessions.replace(request.g.session, found)
            return self._set_cookie(_json({}), found)
        status = 429 if isinstance(found, Wait) else 403
        return _refuse(status, translations.text(found.why), seconds=ceil(found.seconds))

    # --- events and actions

    def _events(self, request: Request) -> Response:
        session, language = request.g.session, request.g.translations.language
        if request.method == "HEAD":  # no body follows
            return Response(headers={"Content-Type": "text/event-stream"})
        if not self._limits.listen(_place(request), is_paired=session is not None):
            return _refuse(503, request.g.translations("page.too-many"))

        def current_parts() -> dict[str, str]:
            is_paired = session is not None and self._sessions.use(session)
            me = self._me(session if is_paired else None, language)
            return {**self._feed.serializer.parts(language, is_paired=is_paired), "me": as_json(me)}

        events = self._feed.listen(current_parts)
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
        given = _body(request)
        if isinstance(given, dict) and given.get("do") == "claim":
            return self._claim(request.g.session, given.get("seat"), request.g.translations)
        action = read_action(self._undo_by_count(given), self._context)
        if action is None:
            return _refuse(422, request.g.translations("page.no-deed"))
        await self._run(action, is_action=True)
        return Response(status_code=204)

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
            return _refuse(422, translations("page.no-deed"))
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

        def do(stack: ScreenStack) -> None:
            result, fault = None, None
            try:
                result = work(stack)
            except Exception as error:
                fault = error
                if is_action:
                    raise  # the program resets its screens, as after a key press that fails
            finally:
                with suppress(RuntimeError):  # the action switched the page off
                    loop.call_soon_threadsafe(answer, result, fault)

        if not self._put(UiTask(do)):
            raise _Busy
        try:
            async with asyncio.timeout(TASK_TIMEOUT_SECONDS):
                return await done
        except TimeoutError as error:
            raise _Busy from error

    # --- history: contains names, so for paired phones only

    def _history(self, request: Request) -> Response:
        replay, translations = self._feed.serializer.replay, request.g.translations
        if replay is None:
            return _refuse(404, translations("page.no-moment"))
        snapshot = self._feed.serializer.snapshot
        verdicts = verdicts_of(replay, snapshot.played)
        lines = (line._asdict() for line in replay.lines(translations))
        acts = [{key: value for key, value in line.items() if key != "act"} for line in lines]
        plots = charts(replay, translations, verdicts, hints=snapshot.hints)
        drawn = [{"title": chart.title, "svg": chart.svg} for chart in plots]
        found = [as_plain(mistake) for mistake in mistakes(replay, verdicts, translations)] if verdicts else []
        return _json({"acts": acts, "charts": drawn, "mistakes": found})

    def _moment(self, request: Request, place: int) -> Response:
        translations = request.g.translations
        moment = self._feed.serializer.moment(place, translations.language)
        return _refuse(404, translations("page.no-moment")) if moment is None else _json(moment)

    def _record(self, request: Request) -> Response:
        played, translations = self._feed.serializer.snapshot.played, request.g.translations
        if played is None:
            return _refuse(404, translations("page.no-moment"))
        name = f"{played.setup.game}-{played.number}.txt"
        headers = {
            "Content-Type": "text/plain; charset=utf-8",
            "Content-Disposition": f'attachment; filename="{name}"',
        }
        return Response(write_record(played.setup, played.log), headers=headers)

    def _sheet(self, request: Request) -> Response:
        replay, translations = self._feed.serializer.replay, request.g.translations
        if replay is None:
            return _refuse(404, translations("page.no-moment"))
        snapshot = self._feed.serializer.snapshot
        verdicts = verdicts_of(replay, snapshot.played)
        return Response(
            score_sheet(replay, translations, verdicts, hints=snapshot.hints),
            headers={"Content-Type": "text/html; charset=utf-8"},
        )

    # --- owner data: read and written in the program's thread, like every file

    async def _owner_data(self, request: Request) -> Response:
        translations = request.g.translations
        return _json(await self._run(lambda _stack: owner_forms.overview(translations)))

    async def _owner_form(self, request: Request, game: str) -> Response:
        translations = request.g.translations
        if not has_owner_data(game):
            return _refuse(404, translations("page.no-deed"))
        return _json(await self._run(lambda _stack: owner_forms.form_of(game, translations)))

    async def _save_owner_data(self, request: Request, game: str) -> Response:
        if (refused := self._may_change(request)) is not None:
            return refused
        translations = request.g.translations
        if not has_owner_data(game):
            return _refuse(404, translations("page.no-deed"))
        given = _body(request)
        faults = await self._run(lambda _stack: owner_forms.save(game, given, translations))
        return _json({"faults": faults}, 422) if faults else Response(status_code=204)


def _place(request: Request) -> Place:
    """Return the place of the connection of a request."""
    return cast("Place", cast("Any", request.sock[1]).place)


def _for_paired(answer: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap a handler so that it serves paired phones only: its answer contains names."""

    def answer_paired(request: Request, **parts: Any) -> Any:
        if request.g.session is None:
            return _refuse(403, request.g.translations("page.not-paired"))
        return answer(request, **parts)

    return answer_paired


def wanted_language(accepted: str | None) -> str:
    """Return the language that an Accept-Language header prefers, of those that we have.

    >>> wanted_language("it, fr-CH;q=0.9, en;q=0.8"), wanted_language("de;q=0.1, en;q=x"), wanted_language(None)
    ('fr', 'de', 'en')
    """
    wanted = []
    for part in (accepted or "")[:LONGEST_ACCEPT_LANGUAGE].split(","):
        name, _, quality = part.strip().partition(";q=")
        with suppress(ValueError):
            wanted.append((float(quality or 1), name[:2].lower()))
    known = [want for want in wanted if want[1] in LANGUAGES]
    return max(known, key=lambda want: want[0])[1] if known else "en"


async def _add_headers(_request: Request, response: Response) -> Response:
    response.headers.update(HEADERS)
    return response


def _read(name: str) -> bytes:
    with open(os.path.join(STATIC, name), "rb") as file:
        return file.read()


def _body(request: Request) -> Any:
    """Return the JSON body of a request; None if it is not valid."""
    try:
        return request.json
    except (ValueError, RecursionError):
        return None


def _json(value: object, status: int = 200) -> Response:
    return Response(as_json(value), status, {"Content-Type": "application/json; charset=utf-8"})


def _refuse(status: int, why: str, **more: object) -> Response:
    """Return an error response with the reason as text."""
    return _json({"why": why, **more}, status)

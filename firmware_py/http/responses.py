"""What every page of ours does with requests and answers: languages, access, headers, files, JSON."""

from __future__ import annotations

import json
import socket
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import suppress
from gzip import compress
from html import escape
from math import ceil
from typing import Any, cast

from microdot import Request
from microdot.microdot import Response

from firmware_py.http import network
from firmware_py.http.feed import Feed
from firmware_py.http.limits import MOST_BODY, Limits, Slot
from firmware_py.http.sessions import Session, Sessions, Wait
from firmware_py.http.static_files import StaticFiles, accepts_gzip
from firmware_py.i18n.locale import LANGUAGES
from firmware_py.i18n.translations import Translations, translations_of
from firmware_py.outside import BadValue, mapping, parse, text

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
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
LONGEST_COOKIES = 4000
LANGUAGE_COOKIE = "sideline-language"
LONGEST_CODE = 100
"""Characters of a pairing code, however somebody writes it."""
SHORTEST_COMPRESSED = 1000
"""Bytes; compressing less saves nothing."""


# --- access


def guard(
    request: Request,
    limits: Limits,
    session_of: Callable[[Request], Session | None],
    open_paths: Collection[str] = ("/",),
    *,
    uploads: Collection[str] = (),
    fingerprint: str = "",
) -> Response | None:
    """Refuse requests for other host names or from other sites, too long ones, and too many without a session.

    `open_paths` are those that a link of another site may lead to, `uploads` those that take long bodies. Sets
    the language and the session of a request.
    With the `fingerprint` of a certificate, requests over plain HTTP from elsewhere are sent to HTTPS.
    """
    ours, port = request.sock[1].get_extra_info("sockname")[:2]
    host = request.headers.get("Host", "")
    language = language_of(request.headers.get("Cookie"), request.headers.get("Accept-Language"))
    translations = request.g.translations = translations_of(language)
    if not network.is_our_host(host, ours, port, socket.gethostname()):
        return refuse(421, translations("page.wrong-host"))
    if request.content_length > MOST_BODY and request.path not in uploads:
        return refuse(413, translations("page.no-action"))
    scheme = scheme_of(request)
    if fingerprint and scheme == "http" and request.client_addr[0] != network.LOCALHOST:
        return _to_https(request, f"https://{host}{request.path}", fingerprint, open_paths)
    is_foreign = request.headers.get("Sec-Fetch-Site", "none") not in OWN_SITES
    if is_foreign and request.path not in open_paths:  # a link may open the page, and nothing else
        return refuse(403, translations("page.wrong-origin"))
    if request.method == "POST" and not network.is_same_origin(request.headers.get("Origin"), host, scheme):
        return refuse(403, translations("page.wrong-origin"))
    request.g.session = session_of(request)
    if not limits.serve(place_of(request), is_paired=request.g.session is not None):
        return refuse(429, translations("page.too-many"))
    return None


def _to_https(request: Request, address: str, fingerprint: str, open_paths: Collection[str]) -> Response:
    """Return what leads to HTTPS: for a page some words about the warning that browsers show there."""
    if request.method != "GET" or request.path not in open_paths:
        return Response(status_code=308, headers={"Location": address})
    translations = request.g.translations
    title, *lines = (
        escape(translations(f"https.{name}", fingerprint=fingerprint))
        for name in ("title", "warns", "same", "go-on")
    )
    told = "".join(f"<p>{line}</p>\n" for line in lines)
    page = (
        f'<!doctype html>\n<html lang="{translations.language}">\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>Sideline</title>\n'
        f"<main>\n<h1>{title}</h1>\n{told}"
        f'<p><a href="{escape(address)}">{escape(address)}</a></p>\n</main>\n</html>\n'
    )
    return Response(page, headers={"Content-Type": "text/html; charset=utf-8"})


def scheme_of(request: Request) -> str:
    """Return `https` if a request came over TLS, else `http`."""
    return "http" if request.sock[1].get_extra_info("ssl_object") is None else "https"


def place_of(request: Request) -> Slot:
    """Return the place of the connection of a request."""
    return cast("Slot", cast("Any", request.sock[1]).place)


def may_change(request: Request, sessions: Sessions) -> Response | None:
    """Return why a request may change nothing; None if it may."""
    session, translations = request.g.session, request.g.translations
    if session is None or not sessions.allows(session, request.headers.get(TOKEN)):
        return refuse(403, translations("page.not-paired"))
    return None


def pair(request: Request, sessions: Sessions) -> Response:
    """Answer a request with a pairing code."""
    given, translations = body_of(request), request.g.translations
    try:
        code = text(LONGEST_CODE)(mapping(given).get("code"))
    except BadValue:
        code = ""
    found = sessions.pair(request.client_addr[0], code, request.headers.get("User-Agent"))
    if isinstance(found, Session):
        if request.g.session is not None:
            sessions.replace(request.g.session, found)
        return set_cookie(request, json_response({}), sessions, found)
    status = 429 if isinstance(found, Wait) else 403
    return refuse(status, translations.text(found.why), seconds=ceil(found.seconds))


def set_cookie(request: Request, response: Response, sessions: Sessions, session: Session) -> Response:
    """Let a browser keep its session."""
    response.headers["Set-Cookie"] = sessions.cookie(session, is_secure=scheme_of(request) == "https")
    return response


def event_stream(
    request: Request, limits: Limits, feed: Feed, current_parts: Callable[[], dict[str, str]]
) -> Response:
    """Answer a request with server-sent events: the parts that have changed, each as JSON."""
    session = request.g.session
    if request.method == "HEAD":  # no body follows
        return Response(headers={"Content-Type": "text/event-stream"})
    if not limits.listen(place_of(request), is_paired=session is not None):
        return refuse(503, request.g.translations("page.too-many"))
    events = feed.listen(current_parts, None if session is None else session.id)
    return Response(cast("Any", events), headers={"Content-Type": "text/event-stream"})


# --- answers


def language_of(cookies: str | None, accepted: str | None) -> str:
    """Return the language for a request with these headers: chosen on the page, or what the browser prefers."""
    return _chosen_language(cookies) or wanted_language(accepted)


def _chosen_language(cookies: str | None) -> str | None:
    """Return the language that somebody has chosen on the page; None if nobody has.

    >>> _chosen_language("sideline-8080=x; sideline-language=fr"), _chosen_language("sideline-language=xx")
    ('fr', None)
    """
    pairs = (pair.strip().partition("=") for pair in (cookies or "")[:LONGEST_COOKIES].split(";"))
    found = {name: value for name, _, value in pairs}.get(LANGUAGE_COOKIE, "")
    return found if found in LANGUAGES else None


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


async def add_headers(_request: Request, response: Response) -> Response:
    """Add the headers that every answer has."""
    response.headers.update({**HEADERS, **response.headers})
    return response


def file_response(files: StaticFiles, request: Request, name: str, version: str = "") -> Response:
    """Return a file, or that there is none."""
    return files.response(request, name, version) or refuse(404, name)


def words_response(request: Request, prefixes: tuple[str, ...]) -> Response:
    """Return the texts whose keys begin with one of the prefixes, in the language of a request."""
    translations: Translations = request.g.translations
    words = {key: text for key, text in translations.table.items() if key.startswith(prefixes)}
    return compressed(
        request, json_response({"language": translations.language, "languages": LANGUAGES, "words": words})
    )


def compressed(request: Request, response: Response) -> Response:
    """Return a response with its body compressed, if the browser accepts that and it is worth the time."""
    body = cast("object", response.body)  # pieces, if it is made while it is sent
    if accepts_gzip(request) and isinstance(body, bytes) and len(body) > SHORTEST_COMPRESSED:
        response.headers["Content-Encoding"], response.body = "gzip", compress(body)
    return response


def attachment(text: str | AsyncIterator[bytes], kind: str, name: str) -> Response:
    """Return a text, whole or piece by piece, that the browser saves as a file."""
    headers = {
        "Content-Type": f"{kind}; charset=utf-8",
        "Content-Disposition": f'attachment; filename="{name}"',
    }
    return Response(cast("Any", text), headers=headers)


def body_of(request: Request) -> Any:
    """Return the JSON body of a request; None if it is not valid."""
    is_json = (request.content_type or "").partition(";")[0] == "application/json"
    try:
        return parse(request.body or b"") if is_json else None
    except BadValue:
        return None


def as_json(value: object) -> str:
    """Return plain values as compact JSON."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def json_response(value: object, status: int = 200) -> Response:
    """Return plain values as JSON."""
    return json_text(as_json(value), status)


def json_text(text: str, status: int = 200) -> Response:
    """Return a response of JSON that is made already."""
    return Response(text, status, {"Content-Type": "application/json; charset=utf-8"})


def refuse(status: int, why: str, **more: object) -> Response:
    """Return an error response with the reason as text."""
    return json_response({"why": why, **more}, status)

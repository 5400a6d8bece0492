"""Photos of the table: a phone sends one, and gets what was read, where, and what follows from it.

    POST /photo          a JPEG; the answer says what was entered, what is asked, or how table and box differ
    POST /photo?taps=…   the same, after places were tapped on it: where the board lies is kept from then on

    GET  /seen/N/before  the picture before the log's Nth act was entered from one; `after` the one that showed it

A photo is looked at in a process of its own, while the match goes on. It is kept, in memory, if acts were entered
from it.
"""

from __future__ import annotations

import asyncio
from typing import NamedTuple, cast

from microdot import Request
from microdot.microdot import Response

from engine.acts import Act
from engine.colours import marks_of
from engine.verdicts import Sentence, say
from firmware_py.errors import UserError
from firmware_py.games import taught
from firmware_py.games.lookup import has_sight
from firmware_py.http.responses import json_response, refuse
from firmware_py.i18n.capitals import capital
from firmware_py.i18n.sentences import plain
from firmware_py.i18n.translations import Translations
from firmware_py.outside import BadValue
from firmware_py.page.more.more_routes import Route
from firmware_py.page.program_queue import ProgramQueue
from firmware_py.sight.follower import Finding
from firmware_py.sight.looking import MOST_BEHIND, Looker, Seen
from firmware_py.sight.looking import Request as Photo
from firmware_py.sight.reading import NOTHING
from firmware_py.ui.match.looking import difference, told_acts, told_since
from firmware_py.ui.match.screen import MatchScreen
from firmware_py.ui.screens.effects import EnterSeen
from firmware_py.ui.stack.screen_stack import ScreenStack

PATH = "/photo"
MOST_BYTES = 4_000_000
"""A photo of 2,048 dots has some 0.5 million."""
UPLOAD_SECONDS = 60.0
MOST_TAPS = 40


class Asked(NamedTuple):
    """A photo of the match on the table."""

    photo: Photo
    number: int
    """The match in the journal."""
    acts: int
    """How many acts its log has."""


class Told(NamedTuple):
    """What is told of a photo, as sentences that the names of the players belong to."""

    screen: MatchScreen | None
    title: Sentence
    lines: tuple[Sentence, ...] = ()
    rule: str | None = None
    """The rule that forbids what the table shows."""
    answers: tuple[tuple[Sentence, tuple[Act, ...]], ...] = ()


class PhotoRoutes:
    """Looks at photos, one at a time."""

    def __init__(self, queue: ProgramQueue, looker: Looker | None) -> None:
        """Ask the program through its queue; `looker` looks at pictures, if that is possible here."""
        self._queue, self._looker, self._is_busy = queue, looker, False

    def for_paired(self) -> list[Route]:
        """Return the route of paired phones, with its handler."""
        return [("/seen/<int:place>/<which>", self._kept)]

    async def _kept(self, request: Request, place: int, which: str) -> Response:
        """Return a picture around an act."""

        def find(stack: ScreenStack) -> bytes:
            screen = stack.match_screen
            around = None if screen is None else screen.live.sight.pictures.get(place)
            return b"" if around is None else around._asdict().get(which, b"")

        picture = await self._queue.ask(find)
        if not picture:
            return refuse(404, request.g.translations("page.no-moment"))
        return Response(picture, headers={"Content-Type": "image/jpeg", "Cache-Control": "no-store"})

    def changes(self) -> list[Route]:
        """Return the route that changes something, with its handler."""
        return [(PATH, self._look)]

    async def _look(self, request: Request) -> Response:
        translations = request.g.translations
        if self._is_busy:
            return refuse(503, translations("page.busy"))
        if not 0 < request.content_length <= MOST_BYTES:
            return refuse(413, translations("page.photo-not-sent"))
        self._is_busy = True
        try:
            return await self._answer(request, translations)
        except UserError as error:
            return refuse(422, capital(" ".join(map(translations.text, error.why))))
        except BadValue:
            return refuse(422, translations("page.no-action"))
        except (TimeoutError, asyncio.IncompleteReadError):
            return refuse(408, translations("page.upload-cut"))
        finally:
            self._is_busy = False

    async def _answer(self, request: Request, translations: Translations) -> Response:
        async with asyncio.timeout(UPLOAD_SECONDS):
            stream = cast("asyncio.StreamReader", request.stream)
            data = await stream.readexactly(request.content_length)
        taps = _taps(str(request.args.get("taps", "")))
        name = translations("page.photo-name")
        asked = await self._queue.ask(lambda stack: _asked(stack, name, data, taps))
        if asked is None or self._looker is None:
            return refuse(409, translations("page.photo-no-match"))
        seen = await asyncio.to_thread(self._looker.look, asked.photo)
        told = await self._queue.ask(lambda stack: _take(stack, asked, seen, translations))
        return json_response(_values(told, asked, seen, translations))


def _taps(text: str) -> tuple[tuple[float, float], ...]:
    """Return places on a photo in parts of its sides. Raises `BadValue`.

    >>> _taps("0.5,0.25;1,0")
    ((0.5, 0.25), (1.0, 0.0))
    """
    try:
        pairs = [tuple(map(float, pair.split(","))) for pair in text.split(";")] if text else []
    except ValueError:
        raise BadValue from None
    if len(pairs) > MOST_TAPS or any(len(pair) != len("xy") for pair in pairs):
        raise BadValue
    if not all(0 <= part <= 1 for pair in pairs for part in pair):
        raise BadValue
    return tuple((pair[0], pair[1]) for pair in pairs)


def _asked(stack: ScreenStack, name: str, data: bytes, taps: tuple[tuple[float, float], ...]) -> Asked | None:
    """Return what to look at; None if no match is on the table whose pictures can be read."""
    screen = stack.match_screen
    if screen is None or not has_sight(screen.match.setup.game):
        return None
    match, live = screen.match, screen.live
    photo = Photo(
        name,
        data,
        match.setup.game,
        match.state,
        live.taught,
        is_followed=True,
        earlier=match.earlier(MOST_BEHIND),
        taps=taps,
    )
    return Asked(photo, live.session.number, len(match.log))


def _take(stack: ScreenStack, asked: Asked, seen: Seen, translations: Translations) -> Told:
    """Enter what a photo shows, if the match is still where it was; return what to tell of it."""
    screen = stack.match_screen
    if screen is None or (screen.live.session.number, len(screen.match.log)) != (asked.number, asked.acts):
        return Told(None, say("page.photo-late"))
    match, finding, state = screen.match, seen.finding, seen.state
    _keep_taught(screen, seen)
    if finding is None:
        return Told(screen, say("look.teach") if _must_tap(screen, seen) else say(f"look.state-{state.value}"))
    if finding.differs is not None:
        refusal = finding.differs.refusal
        told = difference(match, finding.differs, translations.table)
        return Told(screen, told.title, told.lines, None if refusal is None else refusal.rule)
    if finding.question:
        answers = tuple((told_acts(match, acts), acts) for acts in finding.question if acts)
        return Told(screen, say("page.photo-asks"), answers=answers)
    if seen.behind:
        return Told(screen, say("look.behind"), told_since(match, seen.behind))
    if not finding.acts:
        return Told(screen, say("page.photo-agrees"))
    if screen.dialog is not None and screen.dialog.is_question:
        return Told(screen, say("page.photo-question"))
    entered = say("page.photo-entered", acts=told_acts(match, finding.acts))
    stack.attempt(lambda: screen.carry_out((EnterSeen(finding.acts, asked.photo.data),)))
    is_entered = len(match.log) == asked.acts + len(finding.acts)
    return Told(screen, entered if is_entered else say("box.not-saved"))


def _must_tap(screen: MatchScreen | None, seen: Seen) -> bool:
    """Return whether the box has to be shown first where the game lies."""
    return screen is not None and seen.asks.is_needed


def _keep_taught(screen: MatchScreen, seen: Seen) -> None:
    """Keep what was taught with taps, and what the photo shows of the owner's pieces."""
    known = dict(seen.taught or screen.live.taught or {})
    learnt = {name: value for name, value in seen.learnt.items() if name not in known}
    if seen.taught or (known and learnt):
        screen.live.taught = {**known, **learnt}
        taught.save(screen.match.setup.game, screen.live.taught)


def _values(told: Told, asked: Asked, seen: Seen, translations: Translations) -> dict[str, object]:
    """Return what the page shows of a photo."""
    if told.screen is not None:
        match = told.screen.match
        translations = translations.naming(match.names, marks_of(match.setup))
    unsure = () if seen.reading is None or seen.finding is None else seen.reading.unsure
    notes = () if seen.reading is None else seen.reading.notes
    lines = [
        *told.lines,
        *notes,
        *([say("page.photo-unsure", places=tuple(map(plain, unsure)))] if unsure else []),
    ]
    return {
        "title": capital(translations.page_text(told.title)),
        "lines": [capital(translations.page_text(line)) for line in lines],
        "rule": told.rule,
        "differs": seen.finding is not None and seen.finding.differs is not None,
        "spots": _spots(seen, seen.finding),
        "answers": [
            {"label": capital(translations.text(label)), "acts": list(map(str, acts))}
            for label, acts in told.answers
        ],
        "acts": asked.acts,
        "must_tap": _must_tap(told.screen, seen),
        "taps": [translations.text(place) for place in seen.asks.places],
    }


def _spots(seen: Seen, finding: Finding | None) -> list[dict[str, object]]:
    """Return where what was read lies on the photo."""
    if seen.reading is None:
        return []
    differs = () if finding is None or finding.differs is None else finding.differs.places
    kinds = dict.fromkeys(seen.reading.pieces, "read") | dict.fromkeys(seen.reading.unsure, "unsure")
    kinds |= dict.fromkeys((place for place, *_ in differs), "differs")
    pieces = seen.reading.pieces
    return [
        {
            "place": place,
            "kind": kind,
            "piece": pieces.get(place, NOTHING if kind == "differs" else "?"),
            "x": x,
            "y": y,
        }
        for place, kind in kinds.items()
        if place in seen.spots
        for x, y in (seen.spots[place],)
    ]

"""The pages of the club: everybody in the network may read them, changes need the code of the club server."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable

from microdot import Microdot, Request
from microdot.microdot import Response

from firmware_py.club import exports
from firmware_py.club.club import Club
from firmware_py.club.imports import read_results
from firmware_py.club.league import League, PlayedMatch, league_of, opponents_of
from firmware_py.club.subscriber import Subscriber
from firmware_py.club.wall import Wall, title_of
from firmware_py.errors import UserError
from firmware_py.http import responses
from firmware_py.http.feed import Feed
from firmware_py.http.limits import MOST_BODY, Limits
from firmware_py.http.responses import as_json, body_of, guard, json_response, may_change, pair, refuse
from firmware_py.http.sessions import Session, Sessions
from firmware_py.http.static_files import StaticFiles
from firmware_py.i18n.translations import Translations
from firmware_py.mqtt.topics import BOX_ID
from firmware_py.outside import BadValue, fields, mapping, matching, optional, text
from firmware_py.storage.roster import MOST_PLAYERS, is_player_name

STATIC = os.path.join(os.path.dirname(__file__), "static")
PAGES = ("/", "/league", "/player", "/players")
LANGUAGE_KEYS = ("club.", "page.")
LATEST = 100
"""Matches that a player's page lists."""
BATCH_SECONDS = 0.1
"""Changes of so long are sent to the browsers together."""
LONGEST_REASON = 100
SOURCE = "text"
"""What a text from a browser is called in an error."""


class ClubApp:
    """The routes of the club's pages."""

    def __init__(self, club: Club, subscriber: Subscriber, sessions: Sessions, limits: Limits) -> None:
        """Serve what the club knows."""
        self._club, self._subscriber, self._sessions, self._limits = club, subscriber, sessions, limits
        self._feed, self._is_waking = Feed(), False
        self._wall = Wall(club)
        self._files = StaticFiles(STATIC)
        self._leagues: dict[tuple[str, str], tuple[int, League]] = {}
        self.routes = app = Microdot()
        app.before_request(self._guard)
        app.after_request(responses.add_headers)
        app.after_error_request(responses.add_headers)
        for path in PAGES:
            app.get(path)(self._index)
        for path, answer in (
            ("/static/<name>", self._static),
            ("/static/<version>/<name>", self._static),
            ("/words", self._words),
            ("/events", self._events),
            ("/data/league", self._league),
            ("/data/player", self._player),
            ("/data/players", self._players),
            ("/data/struck", self._struck),
            ("/record/<name>", self._record),
            ("/export/<name>", self._export),
        ):
            app.get(path)(answer)
        for path, answer in (
            ("/pair", self._pair),
            ("/players", self._change_players),
            ("/import", self._import),
            ("/strike", self._strike),
            ("/retire", self._retire),
        ):
            app.post(path)(answer)

    def take(self, _published: None) -> None:
        """Tell the browsers that something has changed, a few times a second."""
        if not self._is_waking:
            self._is_waking = True
            asyncio.get_running_loop().call_later(BATCH_SECONDS, self._wake)

    def _wake(self) -> None:
        self._is_waking = False
        self._feed.wake()

    # --- access

    async def _guard(self, request: Request) -> Response | None:
        return guard(request, self._limits, self._session, open_paths=PAGES)

    def _session(self, request: Request) -> Session | None:
        return self._sessions.of(request.headers.get("Cookie"), request.client_addr[0])

    async def _pair(self, request: Request) -> Response:
        return pair(request, self._sessions)

    # --- pages and texts

    async def _index(self, request: Request) -> Response:
        return responses.file_response(self._files, request, "club.html")

    async def _static(self, request: Request, name: str, version: str = "") -> Response:
        return responses.file_response(self._files, request, name, version)

    async def _words(self, request: Request) -> Response:
        return responses.words_response(request, LANGUAGE_KEYS)

    async def _events(self, request: Request) -> Response:
        session, language = request.g.session, request.g.translations.language

        def current_parts() -> dict[str, str]:
            is_paired = session is not None and self._sessions.use(session)
            me = {"is_paired": is_paired, "token": session.token if is_paired and session is not None else None}
            club = {
                "is_connected": self._subscriber.is_connected,
                "results": self._club.store.count(),
                "ignored": self._club.ignored.total(),
                "now": round(time.monotonic()),
            }
            return {**self._wall.parts(language), "me": as_json(me), "club": as_json(club)}

        return responses.event_stream(request, self._limits, self._feed, current_parts)

    # --- the league

    async def _computed(self, game: str, season: str) -> League:
        """Return the league of a game and a season; computed beside the loop, and again only after a change."""
        version = self._club.store.version()
        known = self._leagues.get((game, season))
        if known is None or known[0] != version:
            league = await asyncio.to_thread(lambda: league_of(self._club.store.results(game, season)))
            if len(self._leagues) > len(PAGES) * 10:
                self._leagues.clear()
            known = self._leagues[game, season] = (version, league)
        return known[1]

    async def _league(self, request: Request) -> Response:
        translations, store = request.g.translations, self._club.store
        games, seasons = store.games(), store.seasons()
        game, season = _known(request, "game", games), _known(request, "season", seasons)
        league = await self._computed(game, season)
        return json_response(
            {
                "games": [{"id": name, "title": title_of(name, translations)} for name in games],
                "seasons": seasons,
                "game": game,
                "season": season,
                "rows": [
                    {
                        "name": row.name,
                        "games": row.games,
                        "wins": row.wins,
                        "rating": row.rating.shown if row.is_rated else None,
                        "uncertainty": row.rating.uncertainty if row.is_rated else None,
                    }
                    for row in league.standings
                ],
            }
        )

    async def _player(self, request: Request) -> Response:
        translations, name = request.g.translations, request.args.get("name") or ""
        league = await self._computed("", "")
        history = league.history.get(name)
        if history is None:
            return refuse(404, translations("club.no-player"))
        standing = next(row for row in league.standings if row.name == name)
        return json_response(
            {
                "name": name,
                "games": standing.games,
                "wins": standing.wins,
                "rating": standing.rating.shown if standing.is_rated else None,
                "uncertainty": standing.rating.uncertainty,
                "ratings": [entry.rating.shown for entry in history] if standing.is_rated else [],
                "opponents": [opponent._asdict() for opponent in opponents_of(name, history)[:5]],
                "matches": [
                    {
                        **_match(entry, name, translations),
                        "rating": entry.rating.shown if standing.is_rated else None,
                    }
                    for entry in reversed(history[-LATEST:])
                ],
            }
        )

    async def _record(self, request: Request, name: str) -> Response:
        record = self._club.store.record(name)
        if record is None:
            return refuse(404, request.g.translations("page.no-moment"))
        return responses.attachment(record, "text/plain", "match.txt")

    # --- the roster

    async def _players(self, _request: Request) -> Response:
        store = self._club.store
        roster, results = store.roster(), await asyncio.to_thread(store.results)
        played = {player.name for result in results for player in result.players if not player.is_box}
        others = sorted((name for name in played - set(roster) if is_player_name(name)), key=str.casefold)
        return json_response({"players": roster, "others": others})

    async def _change_players(self, request: Request) -> Response:
        if (refused := may_change(request, self._sessions)) is not None:
            return refused
        given, translations = body_of(request), request.g.translations
        try:
            add, remove = fields(given, add=optional(text(MOST_BODY)), remove=optional(text(MOST_BODY))).values()
        except BadValue:
            add, remove = "", None
        if add is not None and not is_player_name(add):
            return refuse(422, translations("club.bad-name"))
        if add is not None and len(self._club.store.roster()) >= MOST_PLAYERS:
            return refuse(422, translations("club.too-many-players", most=MOST_PLAYERS))
        added, removed = [] if add is None else [add], [] if remove is None else [remove]
        await asyncio.to_thread(lambda: self._club.store.change_roster(add=added, remove=removed))
        self._subscriber.publish_roster()
        return Response(status_code=204)

    # --- corrections

    async def _struck(self, request: Request) -> Response:
        translations = request.g.translations
        found = await asyncio.to_thread(self._club.store.struck)
        return json_response(
            {
                "results": [
                    {
                        "id": result.id,
                        "day": result.day,
                        "title": title_of(result.game, translations),
                        "table": result.place,
                        "names": [player.name for player in result.players],
                        "reason": reason,
                    }
                    for result, reason in found
                ]
            }
        )

    async def _strike(self, request: Request) -> Response:
        """Strike a result out for a reason, or bring it back without one."""
        if (refused := may_change(request, self._sessions)) is not None:
            return refused
        try:
            values = fields(body_of(request), id=text(LONGEST_REASON), reason=optional(text(LONGEST_REASON)))
        except BadValue:
            return refuse(422, request.g.translations("club.no-reason", most=LONGEST_REASON))
        reason = values["reason"]
        if reason is not None and not reason.strip():
            return refuse(422, request.g.translations("club.no-reason", most=LONGEST_REASON))
        if not await asyncio.to_thread(lambda: self._club.store.strike(values["id"], reason)):
            return refuse(404, request.g.translations("page.no-moment"))
        self._club.changed()
        return Response(status_code=204)

    async def _retire(self, request: Request) -> Response:
        """Take a box that is switched off from the wall; it comes back when it plays again."""
        if (refused := may_change(request, self._sessions)) is not None:
            return refused
        try:
            box = fields(body_of(request), box=matching(BOX_ID))["box"]
        except BadValue:
            return refuse(422, request.g.translations("page.no-moment"))
        for message in self._club.retire(box):
            self._subscriber.publish(message)
        self._club.changed()
        return Response(status_code=204)

    # --- exports and imports

    async def _export(self, request: Request, name: str) -> Response:
        store, game, season = self._club.store, request.args.get("game") or "", request.args.get("season") or ""
        makers: dict[str, tuple[Callable[..., str], str]] = {
            "results.csv": (exports.as_csv, "text/csv"),
            "results.json": (exports.as_json, "application/json"),
            "bgstats.json": (exports.as_bg_stats, "application/json"),
        }
        if name not in makers:
            return refuse(404, name)
        make, kind = makers[name]
        text = await asyncio.to_thread(lambda: make(store.results(game, season)))
        return responses.attachment(text, kind, name)

    async def _import(self, request: Request) -> Response:
        if (refused := may_change(request, self._sessions)) is not None:
            return refused
        given, translations = body_of(request), request.g.translations
        try:
            record = text(MOST_BODY)(mapping(given).get("text"))
            results = await asyncio.to_thread(lambda: read_results(record, SOURCE))
        except BadValue:
            return refuse(422, translations("club.no-record"))
        except UserError as error:
            return refuse(422, "\n".join(map(translations.text, error.why)))
        added = await asyncio.to_thread(lambda: self._club.store.add(*results))
        self._club.changed()
        return json_response({"added": added, "known": len(results) - added})


def _known(request: Request, name: str, known: list[str]) -> str:
    """Return what a query asks for, if there is such a thing; otherwise nothing, which stands for all."""
    value = request.args.get(name)
    return value if value in known else ""


def _match(entry: PlayedMatch, name: str, translations: Translations) -> dict[str, object]:
    """Return a match of a player's history."""
    result = entry.result
    own = next(player for player in result.players if player.name == name)
    return {
        "id": result.id,
        "day": result.day,
        "title": title_of(result.game, translations),
        "table": result.place,
        "won": own.won,
        "rank": entry.rank,
        "score": own.points,
        "with": [player.name for player in result.players if player.team == own.team and player.name != name],
        "against": [player.name for player in result.players if player.team != own.team],
    }

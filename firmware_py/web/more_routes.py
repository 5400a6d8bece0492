"""Routes that read the match and the journal: history, results, set-up, people, rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from microdot.microdot import Response

from engine import GAMES
from engine.records import write_record
from engine.verdicts import Sentence
from firmware_py.ui.match_session import try_to_begin
from firmware_py.web import people, setup_form
from firmware_py.web.analysis import as_plain, mistakes, verdicts_of
from firmware_py.web.charts import charts
from firmware_py.web.responses import body_of, json_response, refuse
from firmware_py.web.results import (
    allowed_moves,
    corrections,
    result_line,
    result_text,
    round_tables,
    score_tables,
)
from firmware_py.web.rule_texts import rules_of
from firmware_py.web.score_sheet import score_sheet

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from microdot import Request

    from firmware_py.ui.screen_stack import ScreenStack
    from firmware_py.web.serialize import Serializer

    Run = Callable[[Callable[[ScreenStack], Any]], Awaitable[Any]]
    Route = tuple[str, Callable[..., object]]


class MoreRoutes:
    """Answers requests with what the newest snapshot holds."""

    def __init__(self, serializer: Serializer, run: Run) -> None:
        """Answer from a serializer; `run` runs a function in the program's thread."""
        self._serializer, self._run = serializer, run

    def for_paired(self) -> list[Route]:
        """Return the routes of paired phones, with their handlers."""
        return [
            ("/history", self._history),
            ("/moment/<int:place>", self._moment),
            ("/round/<int:number>", self._round),
            ("/result", self._result),
            ("/record", self._record),
            ("/sheet", self._sheet),
            ("/setup", self._setup_form),
            ("/people", self._people),
            ("/moves", self._moves),
        ]

    def for_everybody(self) -> list[Route]:
        """Return the routes that need no pairing, with their handlers: nothing there is secret."""
        return [("/games", self._games), ("/rules/<game>", self._rules)]

    def changes(self) -> list[Route]:
        """Return the routes that change something, with their handlers."""
        return [("/setup", self._begin), ("/people", self._change_name)]

    def _history(self, request: Request) -> Response:
        """Return every line of the log, the charts, and the decisive mistakes."""
        replay, snapshot = self._serializer.replay, self._serializer.snapshot
        translations = request.g.translations
        if replay is None or snapshot.played is None:
            return refuse(404, translations("page.no-moment"))
        verdicts, thoughts = verdicts_of(replay, snapshot.played), snapshot.played.thoughts
        lines = (line._asdict() for line in replay.lines(translations))
        acts = [{key: value for key, value in line.items() if key != "act"} for line in lines]
        plots = charts(replay, translations, verdicts, hints=snapshot.hints, thoughts=thoughts)
        drawn = [{"title": chart.title, "svg": chart.svg} for chart in plots]
        found = [as_plain(mistake) for mistake in mistakes(replay, verdicts, translations)] if verdicts else []
        return json_response({"acts": acts, "charts": drawn, "mistakes": found})

    def _moment(self, request: Request, place: int) -> Response:
        """Return the table as it was after some lines of the log."""
        translations = request.g.translations
        moment = self._serializer.moment(place, translations.language)
        return refuse(404, translations("page.no-moment")) if moment is None else json_response(moment)

    def _round(self, request: Request, number: int) -> Response:
        translations, played = request.g.translations, self._serializer.snapshot.played
        tables = [] if played is None else round_tables(played, number, translations)
        if played is None or not tables:
            return refuse(404, translations("page.no-moment"))
        return json_response({"tables": tables, "corrections": corrections(played, number, translations)})

    def _result(self, request: Request) -> Response:
        """Return the result of the match on the table."""
        translations, replay = request.g.translations, self._serializer.replay
        snapshot = self._serializer.snapshot
        if replay is None or snapshot.played is None:
            return refuse(404, translations("page.no-moment"))
        named = translations.naming(replay.now.names)
        plots = charts(
            replay,
            translations,
            verdicts_of(replay, snapshot.played),
            hints=snapshot.hints,
            thoughts=snapshot.played.thoughts,
        )
        return json_response(
            {
                "line": result_line(replay, named),
                "text": result_text(replay, named),
                "date": replay.setup.tags.get("Date", ""),
                "duration": people.duration(sum(one.milliseconds for one in snapshot.played.thoughts), named),
                "tables": score_tables(snapshot.played, named),
                "charts": [{"title": chart.title, "svg": chart.svg} for chart in plots],
            }
        )

    def _record(self, request: Request) -> Response:
        """Return the record of the match as a file."""
        played, translations = self._serializer.snapshot.played, request.g.translations
        if played is None:
            return refuse(404, translations("page.no-moment"))
        name = f"{played.setup.game}-{played.number}.txt"
        headers = {
            "Content-Type": "text/plain; charset=utf-8",
            "Content-Disposition": f'attachment; filename="{name}"',
        }
        return Response(write_record(played.setup, played.log), headers=headers)

    def _sheet(self, request: Request) -> Response:
        """Return the printable score sheet."""
        replay, translations = self._serializer.replay, request.g.translations
        snapshot = self._serializer.snapshot
        if replay is None or snapshot.played is None:
            return refuse(404, translations("page.no-moment"))
        verdicts, thoughts = verdicts_of(replay, snapshot.played), snapshot.played.thoughts
        return Response(
            score_sheet(replay, translations, verdicts, hints=snapshot.hints, thoughts=thoughts),
            headers={"Content-Type": "text/html; charset=utf-8"},
        )

    def _moves(self, request: Request) -> Response:
        """Return the acts that are allowed now, each as it is written and as it is told."""
        snapshot = self._serializer.snapshot
        played = snapshot.played if snapshot.hints else None
        return json_response({"moves": [] if played is None else allowed_moves(played, request.g.translations)})

    # --- a new match

    async def _setup_form(self, request: Request) -> Response:
        translations = request.g.translations
        return json_response(await self._run(lambda stack: setup_form.form(stack, translations)))

    async def _begin(self, request: Request) -> Response:
        """Begin the match that a form asks for; what was on the table is parked."""
        translations = request.g.translations
        setup = setup_form.read_setup(body_of(request), translations)
        if isinstance(setup, Sentence):
            return refuse(422, translations.text(setup))

        def begin(stack: ScreenStack) -> Sequence[Sentence]:
            stack.wake()
            return try_to_begin(stack, setup)

        why = await self._run(begin)
        return refuse(422, " ".join(map(translations.text, why))) if why else Response(status_code=204)

    # --- people and rules

    async def _people(self, request: Request) -> Response:
        translations = request.g.translations
        return json_response(await self._run(lambda stack: people.overview(stack.journal, translations)))

    async def _change_name(self, request: Request) -> Response:
        given, translations = body_of(request), request.g.translations
        known = given if isinstance(given, dict) else {}
        why = await self._run(lambda stack: people.change_name(stack.journal, known))
        return Response(status_code=204) if why is None else refuse(422, translations.text(why))

    def _games(self, request: Request) -> Response:
        translations = request.g.translations
        found = [{"name": name, "title": translations(f"{name}.name")} for name in GAMES]
        return json_response({"games": found})

    def _rules(self, request: Request, game: str) -> Response:
        translations = request.g.translations
        if game not in GAMES:
            return refuse(404, translations("page.no-moment"))
        return json_response(rules_of(game, translations))

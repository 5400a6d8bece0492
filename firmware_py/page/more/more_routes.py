"""Routes that read the match and the journal: history, results, set-up, people, rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from microdot import Request
from microdot.microdot import Response

from engine import GAMES
from engine.records import write_record
from engine.verdicts import Sentence
from firmware_py.http.responses import as_json, attachment, body_of, json_response, json_text, refuse
from firmware_py.http.static_files import StaticFiles
from firmware_py.page.history import Line, iter_lines
from firmware_py.page.more import people, setup_form
from firmware_py.page.more.analysis import as_plain, mistakes, verdicts_of
from firmware_py.page.more.charts import charts
from firmware_py.page.more.replay import write_replay
from firmware_py.page.more.results import (
    allowed_moves,
    corrections,
    result_line,
    result_text,
    round_tables,
    score_tables,
)
from firmware_py.page.more.rule_texts import rules_of
from firmware_py.page.more.score_sheet import score_sheet
from firmware_py.page.program_queue import ProgramQueue
from firmware_py.page.serialize import Serializer
from firmware_py.ui.flows.match import try_to_begin
from firmware_py.ui.stack.screen_stack import ScreenStack

Route = tuple[str, Callable[..., object]]


class MoreRoutes:
    """Answers requests with what the newest snapshot holds."""

    def __init__(self, serializer: Serializer, queue: ProgramQueue, files: StaticFiles) -> None:
        """Answer from a serializer and through the program's queue; `files` are for sheets."""
        self._serializer, self._queue, self._files = serializer, queue, files

    def for_paired(self) -> list[Route]:
        """Return the routes of paired phones, with their handlers."""
        return [
            ("/history", self._history),
            ("/moment/<int:place>", self._moment),
            ("/round/<int:number>", self._round),
            ("/result", self._result),
            ("/record", self._record),
            ("/sheet", self._sheet),
            ("/replay", self._replay),
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
        history, snapshot = self._serializer.history, self._serializer.snapshot
        translations = request.g.translations
        if history is None or snapshot.played is None:
            return refuse(404, translations("page.no-moment"))
        verdicts, thoughts = verdicts_of(history, snapshot.played), snapshot.played.thoughts
        # one by one: a long list at once would keep the interpreter from the keys
        acts = ",".join(_line_json(line) for line in iter_lines(history, translations))
        plots = charts(history, translations, verdicts, hints=snapshot.hints, thoughts=thoughts)
        drawn = [{"title": chart.title, "svg": chart.svg} for chart in plots]
        found = [as_plain(mistake) for mistake in mistakes(history, verdicts, translations)] if verdicts else []
        rest = as_json({"charts": drawn, "mistakes": found})
        return json_text(f'{{"acts":[{acts}],{rest[1:]}')

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
        translations, history = request.g.translations, self._serializer.history
        snapshot = self._serializer.snapshot
        if history is None or snapshot.played is None:
            return refuse(404, translations("page.no-moment"))
        named = translations.naming(history.now.names)
        plots = charts(
            history,
            translations,
            verdicts_of(history, snapshot.played),
            hints=snapshot.hints,
            thoughts=snapshot.played.thoughts,
        )
        return json_response(
            {
                "line": result_line(history, named),
                "text": result_text(history, named),
                "date": history.setup.tags.get("Date", ""),
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
        return attachment(write_record(played.setup, played.log), "text/plain", name)

    def _sheet(self, request: Request) -> Response:
        """Return the printable score sheet."""
        history, translations = self._serializer.history, request.g.translations
        snapshot = self._serializer.snapshot
        if history is None or snapshot.played is None:
            return refuse(404, translations("page.no-moment"))
        verdicts, thoughts = verdicts_of(history, snapshot.played), snapshot.played.thoughts
        sheet = score_sheet(history, translations, verdicts, hints=snapshot.hints, thoughts=thoughts)
        return Response(self._files.versioned(sheet), headers={"Content-Type": "text/html; charset=utf-8"})

    def _replay(self, request: Request) -> Response:
        """Return the match as a file that plays it again."""
        history, translations = self._serializer.history, request.g.translations
        snapshot = self._serializer.snapshot
        if history is None or snapshot.played is None:
            return refuse(404, translations("page.no-moment"))
        pieces = write_replay(history, translations, self._files, hints=snapshot.hints)
        return attachment(pieces, "text/html", f"sideline-{snapshot.played.number}.html")

    def _moves(self, request: Request) -> Response:
        """Return the acts that are allowed now, each as it is written and as it is told."""
        snapshot = self._serializer.snapshot
        played = snapshot.played if snapshot.hints else None
        return json_response({"moves": [] if played is None else allowed_moves(played, request.g.translations)})

    # --- a new match

    async def _setup_form(self, request: Request) -> Response:
        translations = request.g.translations
        return json_response(await self._queue.ask(lambda stack: setup_form.form(stack, translations)))

    async def _begin(self, request: Request) -> Response:
        """Begin the match that a form asks for; what was on the table is parked."""
        translations = request.g.translations
        setup = setup_form.read_setup(body_of(request), translations)
        if isinstance(setup, Sentence):
            return refuse(422, translations.text(setup))

        def begin(stack: ScreenStack) -> Sequence[Sentence]:
            stack.services.wake()
            return try_to_begin(stack, setup)

        why = await self._queue.ask(begin)
        return refuse(422, " ".join(map(translations.text, why))) if why else Response(status_code=204)

    # --- people and rules

    async def _people(self, request: Request) -> Response:
        translations = request.g.translations
        return json_response(await self._queue.ask(lambda stack: people.overview(stack.journal, translations)))

    async def _change_name(self, request: Request) -> Response:
        given, translations = body_of(request), request.g.translations
        why = await self._queue.ask(lambda stack: people.change_name(stack.journal, given))
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


def _line_json(line: Line) -> str:
    return as_json({name: value for name, value in line._asdict().items() if name != "act"})

"""Routes that read the match and the journal: history, results, set-up, people, rules."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from microdot import Request
from microdot.microdot import Response

from engine import GAMES
from engine.colours import marks_of
from engine.records import write_record
from engine.verdicts import Sentence, say
from firmware_py.http.responses import as_json, attachment, body_of, compressed, json_response, json_text, refuse
from firmware_py.http.static_files import StaticFiles
from firmware_py.i18n.translations import Translations
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
from firmware_py.page.more.samples import Samples
from firmware_py.page.more.score_sheet import score_sheet
from firmware_py.page.more.stored import StoredMatches
from firmware_py.page.program_queue import ProgramQueue
from firmware_py.page.serialize import Serializer, moment
from firmware_py.page.snapshot import Played
from firmware_py.ui.flows.match import try_to_begin
from firmware_py.ui.stack.screen_stack import ScreenStack

Route = tuple[str, Callable[..., object]]
LONGEST_NUMBER = 9
"""Digits of the number of a match."""


class MoreRoutes:
    """Answers requests with what the newest snapshot holds, or the match of the journal that they name."""

    def __init__(self, serializer: Serializer, queue: ProgramQueue, files: StaticFiles) -> None:
        """Answer from a serializer and through the program's queue; `files` are for sheets."""
        self._serializer, self._queue, self._files = serializer, queue, files
        self._stored, self._samples = StoredMatches(queue), Samples()

    def for_paired(self) -> list[Route]:
        """Return the routes of paired phones, with their handlers."""
        return [
            ("/history", self._of_match(self._history)),
            ("/moment/<int:place>", self._of_match(self._moment)),
            ("/round/<int:number>", self._of_match(self._round)),
            ("/result", self._of_match(self._result, opens=True)),
            ("/record", self._of_match(self._record)),
            ("/sheet", self._of_match(self._sheet)),
            ("/replay", self._of_match(self._replay)),
            ("/setup", self._setup_form),
            ("/people", self._people),
            ("/moves", self._moves),
        ]

    def for_everybody(self) -> list[Route]:
        """Return the routes that need no pairing, with their handlers: nothing there is secret."""
        return [
            ("/games", self._games),
            ("/rules/<game>", self._rules),
            ("/samples", self._sample_games),
            ("/sample/<game>/<int:number>", self._sample_step),
        ]

    def changes(self) -> list[Route]:
        """Return the routes that change something, with their handlers."""
        return [("/setup", self._begin), ("/people", self._change_name)]

    # --- a match: the one on the table, or with `?match=12` one of the journal

    def _of_match(
        self, answer: Callable[..., Response], *, opens: bool = False
    ) -> Callable[..., Awaitable[Response]]:
        """Wrap a handler so that it gets the match that a request means; with `opens` it is read again."""

        async def answer_of_match(request: Request, **parts: Any) -> Response:
            found = await self._find(request, opens=opens)
            if isinstance(found, Played):
                return compressed(request, answer(request, found, **parts))
            return refuse(404, request.g.translations.text(found))

        return answer_of_match

    async def _find(self, request: Request, *, opens: bool) -> Played | Sentence:
        given, played = request.args.get("match"), self._serializer.snapshot.played
        if given is None or (played is not None and given == str(played.number)):
            return played or say("page.no-moment")
        if not (given.isascii() and given.isdecimal()) or len(given) > LONGEST_NUMBER:
            return say("page.no-moment")
        return await (self._stored.open(int(given)) if opens else self._stored.find(int(given)))

    def _is_stored(self, played: Played) -> bool:
        """Return whether a match is not the one on the table: then it can only be looked at."""
        now = self._serializer.snapshot.played
        return now is None or now.number != played.number

    def _history(self, request: Request, played: Played) -> Response:
        """Return every line of the log, the charts, and the decisive mistakes."""
        history, translations = played.history, request.g.translations
        # one by one: a long list at once would keep the interpreter from the keys
        acts = ",".join(_line_json(line) for line in iter_lines(history, translations))
        verdicts = verdicts_of(history, played)
        drawn = self._charts(played, translations)
        found = [as_plain(mistake) for mistake in mistakes(history, verdicts, translations)] if verdicts else []
        rest = as_json({"charts": drawn, "mistakes": found})
        return json_text(f'{{"acts":[{acts}],{rest[1:]}')

    def _charts(self, played: Played, translations: Translations) -> list[dict[str, str]]:
        hints, history = self._serializer.snapshot.hints, played.history
        verdicts = verdicts_of(history, played)
        plots = charts(history, translations, verdicts, hints=hints, thoughts=played.thoughts)
        return [{"title": chart.title, "svg": chart.svg} for chart in plots]

    def _moment(self, request: Request, played: Played, place: int) -> Response:
        """Return the table as it was after some lines of the log."""
        translations = request.g.translations
        found = moment(played.history, place, translations, hints=self._serializer.snapshot.hints)
        return refuse(404, translations("page.no-moment")) if found is None else json_response(found)

    def _round(self, request: Request, played: Played, number: int) -> Response:
        translations = request.g.translations
        tables = round_tables(played, number, translations)
        found = [] if self._is_stored(played) else corrections(played, number, translations)
        if not tables and not found:
            return refuse(404, translations("page.no-moment"))
        return json_response({"tables": tables, "corrections": found})

    def _result(self, request: Request, played: Played) -> Response:
        """Return the result of a match, and how its table looks if that is not the one on the table."""
        history = played.history
        named = request.g.translations.naming(history.now.names, marks_of(history.setup))
        return json_response(
            {
                "line": result_line(history, named),
                "text": result_text(history, named),
                "date": history.setup.tags.get("Date", ""),
                "duration": people.duration(sum(one.milliseconds for one in played.thoughts), named),
                "tables": score_tables(played, named),
                "charts": self._charts(played, named),
                "game": self._serializer.game(played, named) if self._is_stored(played) else None,
            }
        )

    def _record(self, _request: Request, played: Played) -> Response:
        """Return the record of a match as a file."""
        name = f"{played.setup.game}-{played.number}.txt"
        return attachment(write_record(played.setup, played.log), "text/plain", name)

    def _sheet(self, request: Request, played: Played) -> Response:
        """Return the printable score sheet."""
        history, hints = played.history, self._serializer.snapshot.hints
        verdicts = verdicts_of(history, played)
        sheet = score_sheet(history, request.g.translations, verdicts, hints=hints, thoughts=played.thoughts)
        return Response(self._files.versioned(sheet), headers={"Content-Type": "text/html; charset=utf-8"})

    def _replay(self, request: Request, played: Played) -> Response:
        """Return a match as a file that plays it again."""
        hints = self._serializer.snapshot.hints
        pieces = write_replay(played.history, request.g.translations, self._files, hints=hints)
        return attachment(pieces, "text/html", f"sideline-{played.number}.html")

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

    async def _sample_games(self, request: Request) -> Response:
        """Return the games with a picture of each, for the first minute."""
        found = await self._samples.overview(request.g.translations)
        return compressed(request, json_response({"games": found}))

    async def _sample_step(self, request: Request, game: str, number: int) -> Response:
        """Return what a step of a sample match shows."""
        found = await self._samples.step(game, number, request.g.translations)
        if found is None:
            return refuse(404, request.g.translations("page.no-moment"))
        return compressed(request, json_response(found))

    def _rules(self, request: Request, game: str) -> Response:
        translations = request.g.translations
        if game not in GAMES:
            return refuse(404, translations("page.no-moment"))
        return json_response(rules_of(game, translations))


def _line_json(line: Line) -> str:
    return as_json({name: value for name, value in line._asdict().items() if name != "act"})

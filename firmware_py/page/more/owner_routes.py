"""Routes of owner data: read and written in the program's thread, like every file."""

from __future__ import annotations

from microdot import Request
from microdot.microdot import Response

from firmware_py.games.lookup import has_owner_data
from firmware_py.http.responses import body_of, json_response, refuse
from firmware_py.page.more import owner_forms
from firmware_py.page.more.more_routes import Route
from firmware_py.page.program_queue import ProgramQueue


class OwnerRoutes:
    """Shows the data that owners have copied from their own game, and saves what they change."""

    def __init__(self, queue: ProgramQueue) -> None:
        """Read and write through the program's queue."""
        self._queue = queue

    def for_paired(self) -> list[Route]:
        """Return the routes of paired phones, with their handlers."""
        return [("/my-copy", self._overview), ("/my-copy/<game>", self._form)]

    def changes(self) -> list[Route]:
        """Return the route that changes something, with its handler."""
        return [("/my-copy/<game>", self._save)]

    async def _overview(self, request: Request) -> Response:
        translations = request.g.translations
        return json_response(await self._queue.ask(lambda _stack: owner_forms.overview(translations)))

    async def _form(self, request: Request, game: str) -> Response:
        translations = request.g.translations
        if not has_owner_data(game):
            return refuse(404, translations("page.no-action"))
        return json_response(await self._queue.ask(lambda _stack: owner_forms.form_of(game, translations)))

    async def _save(self, request: Request, game: str) -> Response:
        translations, given = request.g.translations, body_of(request)
        if not has_owner_data(game):
            return refuse(404, translations("page.no-action"))
        faults = await self._queue.ask(lambda _stack: owner_forms.save(game, given, translations))
        return json_response({"faults": faults}, 422) if faults else Response(status_code=204)

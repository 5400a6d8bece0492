"""Backups on the page: download one, or send one to the box, where somebody accepts it with the keys.

Both need somebody at the box first, who allows it for a while: a backup has all names and settings in it. What a
phone sends is checked, kept beside the journal and shown; it replaces nothing before it is accepted at the box.
"""

from __future__ import annotations

import asyncio
import time
from typing import Any, cast

from microdot import Request
from microdot.microdot import Response

from firmware_py.backups import backup, restore
from firmware_py.errors import UserError
from firmware_py.http.limits import MOST_UPLOAD
from firmware_py.http.responses import json_response, refuse
from firmware_py.page.more.more_routes import Route
from firmware_py.page.program_queue import ProgramQueue
from firmware_py.ui.stack.screen_stack import ScreenStack

PATH = "/backup"
MOST_UNPACKED = 2 * MOST_UPLOAD
"""Bytes that the files of an uploaded backup may have together."""
UPLOAD_SECONDS = 120.0
"""How long a backup may take to arrive."""


class BackupRoutes:
    """Sends backups and receives them, one at a time."""

    def __init__(self, queue: ProgramQueue) -> None:
        """Ask the program through its queue."""
        self._queue, self._is_busy = queue, False

    def for_paired(self) -> list[Route]:
        """Return the routes of paired phones, with their handlers."""
        return [("/backup-state", self._state), (PATH, self._download)]

    def changes(self) -> list[Route]:
        """Return the route that changes something, with its handler."""
        return [(PATH, self._upload)]

    async def _state(self, _request: Request) -> Response:
        """Return whether backups can be exchanged now."""
        return json_response({"is_open": await self._queue.ask(_is_open), "most": MOST_UPLOAD})

    async def _download(self, request: Request) -> Response:
        today = await self._queue.ask(lambda stack: stack.today() if _is_open(stack) else None)
        if today is None:
            return refuse(403, request.g.translations("page.backup-closed"))
        return await self._alone(request, self._packed(today))

    async def _packed(self, today: str) -> Response:
        data = await asyncio.to_thread(backup.pack, today)
        name = backup.file_name(today)
        headers = {"Content-Type": "application/zip", "Content-Disposition": f'attachment; filename="{name}"'}
        return Response(data, headers=headers)

    async def _upload(self, request: Request) -> Response:
        if not await self._queue.ask(_is_open):
            return refuse(403, request.g.translations("page.backup-closed"))
        return await self._alone(request, self._received(request))

    async def _received(self, request: Request) -> Response:
        async with asyncio.timeout(UPLOAD_SECONDS):
            stream = cast(
                "asyncio.StreamReader", request.stream
            )  # of the body, if that was short enough to be read
            data = await stream.readexactly(request.content_length)
        found = await asyncio.to_thread(restore.upload, data, MOST_UNPACKED)
        matches = await self._queue.ask(lambda stack: len(stack.journal.entries()))
        translations = request.g.translations
        return json_response({"lines": [translations.text(line) for line in restore.plan(found, str(matches))]})

    async def _alone(self, request: Request, work: Any) -> Response:
        """Do something that takes time and memory, unless somebody else does so now."""
        translations = request.g.translations
        if self._is_busy:
            work.close()
            return refuse(503, translations("page.busy"))
        self._is_busy = True
        try:
            response: Response = await work
        except UserError as error:
            return refuse(422, " ".join(map(translations.text, error.why)))
        except (TimeoutError, asyncio.IncompleteReadError):
            return refuse(408, translations("page.upload-cut"))
        else:
            return response
        finally:
            self._is_busy = False


def _is_open(stack: ScreenStack) -> bool:
    return time.monotonic() < stack.box.backup_until

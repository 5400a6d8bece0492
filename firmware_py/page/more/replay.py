"""A match as one HTML file that plays it again, without a network and without a box.

The drawings of all moments are in it. Each is nearly the same as the one before, so every element is there once, a
drawing is a list of elements, and all of it is compressed. The browser puts it together (`static/replay.js`).
"""

from __future__ import annotations

import asyncio
import re
import zlib
from base64 import b64encode
from collections.abc import AsyncIterator, Iterator
from html import escape

from firmware_py.http.responses import as_json
from firmware_py.http.static_files import StaticFiles
from firmware_py.i18n.translations import Translations
from firmware_py.page.more.results import result_line
from firmware_py.page.serialize import moment
from firmware_py.ui.match.history import History

MOST_MOMENTS = 1000
"""Of a longer match the file holds the last ones."""
ELEMENT = re.compile("(?=<)")
"""Where an element of a drawing begins or ends."""
GZIP = 16 + zlib.MAX_WBITS
STYLES = ("colours.css", "replay.css")
CONTROLS = (("before", "◀"), ("play", "▶ ❚❚"), ("after", "▶"))


async def write_replay(
    history: History, translations: Translations, files: StaticFiles, *, hints: bool
) -> AsyncIterator[bytes]:
    """Yield the file piece by piece, so that other requests are answered meanwhile."""
    named = translations.naming(history.now.names)
    yield _head(history, named, files).encode()
    packer, rest = zlib.compressobj(9, zlib.DEFLATED, GZIP), b""
    for text in _moments(history, translations, hints=hints):
        rest += packer.compress(text.encode())
        whole = len(rest) - len(rest) % 3  # so that the pieces of base64 fit together
        yield b64encode(rest[:whole])
        rest = rest[whole:]
        await asyncio.sleep(0)
    yield b64encode(rest + packer.flush())
    script = files.content("replay.js").decode()
    yield f'</script>\n<script type="module">\n{script}</script>\n</body>\n</html>\n'.encode()


def _moments(history: History, translations: Translations, *, hints: bool) -> Iterator[str]:
    """Yield the moments in effect as JSON, piece by piece: `{"moments": […], "elements": […]}`."""
    places = [0, *history.standing_places][-MOST_MOMENTS:]
    elements: dict[str, int] = {}
    for number, place in enumerate(places):
        shown = moment(history, place, translations, hints=hints)
        assert shown is not None  # there is such a place
        drawing = [elements.setdefault(each, len(elements)) for each in ELEMENT.split(str(shown["svg"]))]
        yield ("," if number else '{"moments":[') + as_json({**shown, "svg": drawing})
    yield f'],"elements":{as_json([*elements])}}}'


def _head(history: History, translations: Translations, files: StaticFiles) -> str:
    """Return the page up to the moments."""
    game, words = (
        history.setup.game,
        {name: escape(translations(f"page.{name}")) for name in ("moment", "too-old")},
    )
    title = " · ".join(filter(None, (translations(f"{game}.name"), history.setup.tags.get("Date", ""))))
    names = (*STYLES, f"table-{game}.css", "table-plain.css")
    style = "".join(files.content(name).decode() for name in names if files.has(name))  # a new game may have none
    buttons = "".join(
        f'<button id="{name}" aria-label="{escape(translations(f"page.{name}"))}">{face}</button>'
        for name, face in CONTROLS
    )
    return (
        f'<!DOCTYPE html>\n<html lang="{translations.language}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}: {escape(', '.join(history.now.names))}</title>\n"
        f"<style>\n{style}</style>\n</head>\n"
        f"<body>\n<header><p>{escape(title)}</p><h1>{escape(result_line(history, translations))}</h1></header>\n"
        '<ul id="seats"></ul>\n<div id="board" class="drawing"></div>\n<p id="said" role="status"></p>\n'
        f'<div class="controls">{buttons}<input id="moment" type="range" min="0" value="0" '
        f'aria-label="{words["moment"]}"></div>\n<p id="too-old" hidden>{words["too-old"]}</p>\n'
        '<script type="text/plain" id="moments">'
    )

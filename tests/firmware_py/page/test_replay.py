"""The file that plays a match again: it holds every moment in effect, stands alone, and stays small."""

import asyncio
import gzip
import json
import re
from base64 import b64decode

import pytest

from engine.acts import read_act
from engine.game import Setup
from firmware_py.http.static_files import StaticFiles
from firmware_py.i18n.translations import Translations
from firmware_py.page.app import STATIC
from firmware_py.page.more import replay
from firmware_py.page.more.replay import write_replay
from firmware_py.page.serialize import moment
from tests.engine.games import EVERY_SETUP
from tests.firmware_py.page.replays import name_of, replayed, whole_game

MOST_BYTES = 400_000


def written(history, language="en"):
    async def collect():
        pieces = write_replay(history, Translations(language), StaticFiles(STATIC), hints=True)
        return b"".join([piece async for piece in pieces]).decode()

    return asyncio.run(collect())


def moments_in(page):
    packed = re.search(r'id="moments">([^<]*)</script>', page)[1]
    found = json.loads(gzip.decompress(b64decode(packed, validate=True)))
    assert set(found) == {"moments", "elements"}
    return [
        {**one, "svg": "".join(found["elements"][number] for number in one["svg"])} for one in found["moments"]
    ]


@pytest.mark.parametrize("setup", EVERY_SETUP, ids=name_of)
def test_a_whole_game_stays_small_and_loads_nothing(setup):
    page = written(whole_game(setup))
    assert len(page) < MOST_BYTES
    assert not re.search(r"(src|href)=|@import|url\(|https?://(?!www\.w3\.org/)", page)


def test_it_holds_the_moments_in_effect_as_the_page_shows_them():
    acts = ("1 place L310", "2 place D400", "undo", "2 place D220")
    history = replayed(Setup("inside", ("Anna", "Ben")), tuple(map(read_act, acts)))
    for language in ("en", "fr"):
        wanted = [moment(history, place, Translations(language), hints=True) for place in (0, 1, 4)]
        assert moments_in(written(history, language)) == wanted


def test_a_game_without_a_style_of_its_own_has_a_replay_too():
    files = StaticFiles(STATIC)
    del files._files["table-inside.css"]
    history = replayed(Setup("inside", ("Anna", "Ben")))

    async def collect():
        return [piece async for piece in write_replay(history, Translations("en"), files, hints=True)]

    assert len(asyncio.run(collect())) > 2


def test_names_are_text_and_never_markup():
    page = written(replayed(Setup("inside", ("<b>Anna", "</script>Ben"))))
    assert "<b>Anna" not in page
    assert page.count("</script>") == 2


def test_of_a_very_long_match_the_last_moments_are_there(monkeypatch):
    monkeypatch.setattr(replay, "MOST_MOMENTS", 2)
    acts = tuple(map(read_act, ("1 place L310", "2 place D400", "1 place L211")))
    found = moments_in(written(replayed(Setup("inside", ("Anna", "Ben")), acts)))
    assert [("400" in one["text"], "211" in one["text"]) for one in found] == [(True, False), (False, True)]

"""The sample matches: of every game one that can be watched, with acts that are refused, to its end."""

import asyncio
from base64 import b64decode

import pytest

from engine import GAMES
from firmware_py.i18n.locale import LANGUAGES
from firmware_py.i18n.translations import Translations
from firmware_py.page.more.samples import Samples
from tests.firmware_py.page.pages import Phone, Table

DOTS = 128 * 64 // 8


async def _whole(game, language):
    samples, shown = Samples(), []
    translations = Translations(language)
    while (step := await samples.step(game, len(shown), translations)) is not None:
        shown.append(step)
    return shown


@pytest.mark.parametrize("game", GAMES)
def test_a_sample_match_shows_every_step_on_the_table_and_on_the_box(game):
    shown = asyncio.run(_whole(game, "en"))
    assert all(step["text"] and step["svg"].startswith("<svg") for step in shown)
    assert {len(b64decode(dots)) for step in shown for dots in step["displays"]} == {DOTS}
    assert shown[-1]["is_over"], "it ends with a winner"


@pytest.mark.parametrize("game", GAMES)
def test_a_sample_match_shows_refusals_with_their_rules(game):
    shown = asyncio.run(_whole(game, "en"))
    refused = [number for number, step in enumerate(shown) if step["why"]]
    assert len(refused) >= 2
    for number in refused:
        assert shown[number]["rule"]
        assert shown[number]["svg"] == shown[number - 1]["svg"] or number == 0, "nothing has changed"
        assert shown[number]["displays"][1] != shown[number - 1]["displays"][1], "the prompt says why"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_games_are_shown_in_every_language(language):
    found = asyncio.run(Samples().overview(Translations(language)))
    assert [game["name"] for game in found] == [*GAMES]
    assert all(game["about"] and game["steps"] > 0 for game in found)


def test_who_is_not_paired_may_watch(tmp_path):
    table = Table(tmp_path, None, is_virtual=False)
    try:
        phone = Phone(table.port)
        assert len(phone.get("/samples").json["games"]) == len(GAMES)
        assert phone.get("/sample/inside/0").json["text"]
        assert phone.get("/sample/inside/9999").status == 404
        assert phone.get("/sample/chess/0").status == 404
    finally:
        table.close()

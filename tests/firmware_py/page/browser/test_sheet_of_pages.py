"""The sheet of pages can be made; people look at it."""

import pytest
from PIL import Image

from tests.firmware_py.page.browser import sheet_of_pages
from tests.firmware_py.page.browser.sheet_of_pages import READY, TABLES, WINDOWS, make_sheet

pytestmark = pytest.mark.slow  # it needs a browser, which `make test` does not


def test_every_view_of_a_game_is_on_the_sheet(chromium, tmp_path, monkeypatch):
    name = next(iter(TABLES))  # one is enough here; `make pages` shows all
    monkeypatch.setattr(sheet_of_pages, "TABLES", {name: TABLES[name]})
    make_sheet(chromium, tmp_path / "pages.png", tmp_path)
    assert len(list((tmp_path / "pages").iterdir())) == len(WINDOWS) * len(READY) * 2
    with Image.open(tmp_path / "pages.png") as picture:
        assert min(picture.size) > 300

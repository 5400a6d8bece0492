"""The icon that phones put on their home screens."""

from io import BytesIO

import pytest
from PIL import Image

from firmware_py.page.icon import SIZES, icon_png
from tests.firmware_py.page.pages import Table


@pytest.mark.parametrize("size", SIZES)
def test_it_is_a_small_square_picture(size):
    with Image.open(BytesIO(icon_png(size))) as picture:
        assert (picture.format, picture.size) == ("PNG", (size, size))
    assert len(icon_png(size)) < 20_000


def test_the_page_and_the_manifest_name_sizes_that_are_served(tmp_path):
    with Table(tmp_path, None, is_virtual=False) as table:
        phone = table.phone()
        assert b'href="/icon/180"' in phone.get("/").body
        for icon in phone.get("/static/app.webmanifest").json["icons"][1:]:
            assert phone.get(icon["src"]).headers["Content-Type"] == "image/png"
        assert phone.get("/icon/1000").status == 404

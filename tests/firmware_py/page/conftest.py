"""What the tests of the page share: boxes whose pages are switched on."""

import pytest

from tests.firmware_py.page.pages import Table


@pytest.fixture(name="virtual")
def fixture_virtual(tmp_path):
    with Table(tmp_path / "virtual") as table:
        yield table


@pytest.fixture(name="real")
def fixture_real(tmp_path):
    with Table(tmp_path / "real", is_virtual=False) as table:
        yield table

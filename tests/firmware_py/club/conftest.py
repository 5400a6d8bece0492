"""What the tests of the club share: a broker and a club server."""

import pytest

from tests.firmware_py.club.clubs import RunningClub
from tests.firmware_py.mqtt.brokers import Broker


@pytest.fixture(name="broker")
def fixture_broker(tmp_path):
    with Broker(tmp_path / "broker") as broker:
        yield broker


@pytest.fixture(name="club")
def fixture_club(broker, tmp_path):
    with RunningClub(broker, tmp_path / "club") as club:
        yield club

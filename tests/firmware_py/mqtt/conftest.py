"""What the tests of the publisher share: a broker."""

import pytest

from tests.firmware_py.mqtt.brokers import Broker


@pytest.fixture(name="broker")
def fixture_broker(tmp_path):
    with Broker(tmp_path / "broker") as broker:
        yield broker

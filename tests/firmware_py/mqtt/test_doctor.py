"""`sideline doctor` says whether the broker can be reached, and why not."""

import os
from pathlib import Path

import pytest

from firmware_py.commands import doctor
from firmware_py.commands.shared.options import read_options
from firmware_py.i18n.translations import Translations
from firmware_py.storage.paths import config_file
from tests.firmware_py.mqtt.brokers import Broker, free_port, needs_mosquitto


def diagnosis(capsys, **settings):
    os.makedirs(os.path.dirname(config_file()), exist_ok=True)
    lines = [f"{name} = {value!r}" for name, value in settings.items()]
    Path(config_file()).write_text("\n".join(["[mqtt]", 'host = "127.0.0.1"', *lines]) + "\n")
    doctor.main(read_options("doctor", []), Translations("en"))
    return next(line for line in capsys.readouterr().out.splitlines() if "MQTT" in line)


@needs_mosquitto
def test_a_broker_that_answers_is_good(broker, capsys):
    assert diagnosis(capsys, port=broker.port) == "✓ MQTT broker"


@needs_mosquitto
def test_a_broker_that_refuses_is_named_with_its_reason(tmp_path, capsys):
    with Broker(tmp_path / "closed", more="allow_anonymous false") as broker:
        assert "Not authorized" in diagnosis(capsys, port=broker.port)


@pytest.mark.parametrize(
    ("settings", "why"),
    [({}, "Connection refused"), ({"user": "anna", "password_file": "/nowhere/password"}, "/nowhere/password")],
)
def test_what_is_wrong_is_said_in_one_line(capsys, settings, why):
    line = diagnosis(capsys, port=free_port(), **settings)
    assert line.startswith("✗ MQTT broker")
    assert why in line
    assert "check [mqtt] in the configuration" in line

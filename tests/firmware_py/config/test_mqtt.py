"""The table [mqtt]: off by default, every fault in one sentence with its place, and shown as it is written."""

import subprocess
import sys

import pytest

from firmware_py.config.configuration import DEFAULTS, read_config
from firmware_py.config.mqtt import Mqtt, mqtt_lines
from firmware_py.config.toml import read_checked
from firmware_py.errors import UserError
from firmware_py.i18n.translations import Translations

OTHERS = Mqtt(
    "club.local", 8883, True, "/etc/ca.pem", "anna", "/etc/password", "a/b", "Table 3", True, home_assistant=False
)


def settings(text):
    return read_checked("f", text, read_config)["wiring"].mqtt


def test_it_is_off_by_default_and_says_no_names():
    assert DEFAULTS.wiring.mqtt == Mqtt()
    assert not Mqtt().is_on
    assert not Mqtt().names


def test_what_is_shown_is_read_back():
    assert settings("\n".join(mqtt_lines(OTHERS))) == OTHERS
    assert settings("\n".join(mqtt_lines(Mqtt()))) == Mqtt()


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("port = 70000", "port: write a whole number from 1 to 65535 here"),
        ("host = 5", "host: write at most 250 characters between quotation marks here, not 5"),
        ('table = "' + "x" * 41 + '"', "table: write at most 40 characters"),
        ('user = "a\\nb"', "user: write at most 250 characters"),
        ('prefix = "a/#"', "prefix: write letters, digits and - _ . here"),
        ('prefix = "/a"', "prefix: write letters"),
        ("names = 1", "names: write true or false here"),
        ("broker = 1", "broker: “broker” is not known here"),
    ],
)
def test_a_fault_is_one_sentence_with_its_place(line, why):
    with pytest.raises(UserError) as caught:
        settings(f"sound = true\n[mqtt]\n{line}\n")
    (told,) = map(Translations("en").text, caught.value.why)
    assert told.startswith(f"f, mqtt.{why}")


def test_the_library_is_loaded_only_when_it_is_switched_on():
    program = "import firmware_py.commands.run, firmware_py.runtime.program, sys; print('paho' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"

"""The udev rules: which board is the dice reader, and who may open what."""

import shutil
import subprocess

import pytest

from drivers.dice_port import PORT_PATTERNS
from tests.systemd.units import SYSTEMD, plug_in

OPENMV = {"ATTR{idVendor}": "37c5", "ATTR{idProduct}": "124a", "ATTR{product}": "OpenMV Cam"}
OLDER = {"ATTR{idVendor}": "1209", "ATTR{idProduct}": "abd1", "ATTR{product}": "OpenMV Virtual Comm Port"}
OWN = {"ATTR{idVendor}": "2e8a", "ATTR{idProduct}": "0005", "ATTR{product}": "Sideline dice tray 2"}
OTHER = {"ATTR{idVendor}": "1209", "ATTR{idProduct}": "2077", "ATTR{product}": "A keyboard"}
ARDUINO = {"ATTR{idVendor}": "2341", "ATTR{idProduct}": "0043", "ATTR{product}": "Arduino Uno"}


def board(about):
    return {"SUBSYSTEM": "usb", "ENV{DEVTYPE}": "usb_device", "ATTR{power/control}": "auto", **about}


def port(about, kernel="ttyACM0"):
    tty = {"ACTION": "add", "SUBSYSTEM": "tty", "KERNEL": kernel}
    interface = {"SUBSYSTEM": "usb", "ENV{DEVTYPE}": "usb_interface"}
    return plug_in(tty, (interface, board(about), board({"ATTR{product}": "a hub"})))


@pytest.mark.parametrize("about", [OPENMV, OLDER, OWN])
@pytest.mark.parametrize("kernel", ["ttyACM0", "ttyUSB3"])
def test_a_reader_has_its_name_which_the_driver_tries_first(about, kernel):
    given = port(about, kernel)
    assert f"/dev/{given['SYMLINK']}" == PORT_PATTERNS[0]
    assert (given["GROUP"], given["MODE"], given["ENV{ID_MM_PORT_IGNORE}"]) == ("dialout", "0660", "1")


@pytest.mark.parametrize("about", [OTHER, ARDUINO])
def test_other_boards_are_left_alone(about):
    assert port(about) == {}
    assert plug_in({"ACTION": "add", **board(about)}) == {}


def test_what_is_no_serial_port_has_no_such_name():
    assert port(OPENMV, kernel="tty1") == {}


@pytest.mark.parametrize("about", [OPENMV, OLDER, OWN])
def test_a_reader_never_sleeps(about):
    given = plug_in({"ACTION": "add", **board(about)})
    assert given["ATTR{power/control}"] == "on"
    assert given["ENV{ID_MM_DEVICE_IGNORE}"] == "1"


def test_pins_and_buses_are_open_to_their_groups():
    pins = plug_in({"ACTION": "add", "SUBSYSTEM": "gpio", "KERNEL": "gpiochip0"})
    bus = plug_in({"ACTION": "add", "SUBSYSTEM": "i2c-dev", "KERNEL": "i2c-1"})
    assert pins == {"GROUP": "gpio", "MODE": "0660"}
    assert bus == {"GROUP": "i2c", "MODE": "0660"}


def test_who_unplugs_a_reader_changes_nothing():
    assert plug_in({"ACTION": "remove", **board(OPENMV)}) == {}


def test_udev_has_nothing_to_say_against_the_rules():
    """From version 254 on it can be asked; before, the tests above have read every line."""
    udevadm = shutil.which("udevadm")
    if udevadm is None or "verify" not in _ask(udevadm, "--help").stdout:
        return
    done = _ask(udevadm, "verify", "--resolve-names=never", str(SYSTEMD / "udev/60-sideline.rules"))
    assert done.returncode == 0, done.stdout


def _ask(*command):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)


@pytest.mark.parametrize(
    ("bus", "kind", "is_mounted"), [("usb", "vfat", True), ("usb", "ext4", False), ("ata", "vfat", False)]
)
def test_a_usb_stick_is_mounted_for_the_box_and_nothing_else_is(bus, kind, is_mounted):
    disk = {"ACTION": "add", "SUBSYSTEM": "block", "ENV{ID_BUS}": bus, "ENV{ID_FS_TYPE}": kind}
    options = "--no-block --collect --owner=sideline --options=nosuid,nodev,noexec"
    program = f"/usr/bin/systemd-mount {options} $devnode /media/sideline-%k"
    assert plug_in(disk) == ({"RUN{program}": program} if is_mounted else {})

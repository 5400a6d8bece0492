"""`sideline setup`: the owner's lines stay byte for byte, nobody is overrun, and what was done can be undone."""

import json
import os
import pwd
import sys

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from firmware_py import service_user
from firmware_py.commands import setup
from firmware_py.commands.shared.options import read_options
from firmware_py.i18n.translations import Translations
from firmware_py.runtime import hardware
from firmware_py.system.setup import boot, machine
from tests.firmware_py.errors import user_error

WORDS = Translations("en")
FAST = "dtparam=i2c_arm=on,i2c_arm_baudrate=400000"
OF_A_PI = """\
# For more options see the documentation
dtparam=audio=on
[cm4]
otg_mode=1
[all]
enable_uart=1
"""

# --- the text

LINES = st.sampled_from([
    "", "# a remark", "[all]", "[pi4]", "[pi0]\r", "dtparam=i2c_arm=on", "dtparam=i2c_arm=off", "dtparam=", FAST,
    "dtparam=i2c_arm", f"#{FAST}", "dtparam=i2c_arm_baudrate=100000", "dtparam=i2c=on,i2c_baudrate=1000000\r",
    "  dtparam=i2c_arm_baudrate=400000", "dtparam=i2c_arm_baudrate=fast", "dtoverlay=i2c-rtc,ds3231", *boot.LINES,
])  # fmt: skip
TEXTS = st.one_of(
    st.lists(st.one_of(LINES, st.text(st.characters(max_codepoint=255)))).map("\n".join),
    st.text(st.characters(max_codepoint=255)),
)


@given(TEXTS)
@example("")
@example("\n")
@example("arm_64bit=1")
@example("\r\n")
@example(2 * f"{boot.BEGIN}\n" + 2 * f"{boot.END}\n")
def test_outside_the_markers_everything_stays_and_twice_is_once_and_undo_restores(text):
    owners = boot.without_ours(text)
    on = boot.turned_on(text)
    assert boot.is_fast(on)
    assert boot.turned_on(on) == on
    assert boot.without_ours(on) == owners
    assert boot.without_ours(owners) == owners, "nothing of ours is left"
    if boot.is_fast(text):
        assert on == text


@given(TEXTS)
def test_our_lines_come_last_and_hold_for_every_pi(text):
    on = boot.turned_on(text)
    if on != text:
        ours = "\n".join(boot.LINES)
        assert on.removesuffix("\n").endswith(ours)
        assert boot.LINES[1] == "[all]"


@pytest.mark.parametrize(
    ("text", "is_fast"),
    [
        (FAST, True),
        ("dtparam=i2c=on\ndtparam=i2c_baudrate=1000000", True),
        ("device_tree_param=i2c1=yes,i2c1_baudrate=400000", True),
        (f"[pi4]\n[all]\n{FAST}", True),
        (f"[pi4]\n{FAST}", False),
        (f"{FAST}\n[pi0]\ndtparam=i2c_arm=off", False),
        (f"{FAST}\ndtparam=i2c_arm=off", False),
        (f"#{FAST}", False),
        ("dtparam=i2c_arm=on", False),
        ("dtparam=i2c_arm=on,i2c_arm_baudrate=" + "9" * 5000, False),
    ],
)
def test_it_knows_whether_the_bus_is_on_and_fast(text, is_fast):
    assert boot.is_fast(text) is is_fast


def test_what_others_wrote_behind_our_lines_stays_when_they_go():
    text = boot.turned_on(OF_A_PI) + "dtoverlay=disable-bt\n"
    assert boot.without_ours(text) == OF_A_PI + "dtoverlay=disable-bt\n"


def test_if_somebody_switches_it_off_behind_our_lines_they_move_to_the_end():
    text = boot.turned_on(OF_A_PI) + "dtparam=i2c_arm=off\n"
    assert boot.turned_on(text) == OF_A_PI + "dtparam=i2c_arm=off\n" + "\n".join(boot.LINES) + "\n"


# --- the command


@pytest.fixture(name="pi")
def fixture_pi(tmp_path, monkeypatch):
    """Let this machine be a Pi in a folder, with a systemd that notes what it is told, and nobody to ask."""
    for folder in ("boot/firmware", "etc/modules-load.d", "dev", "run/systemd/system", "bin"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "boot/firmware/config.txt").write_text(OF_A_PI)
    (tmp_path / "model").write_text("Raspberry Pi 4 Model B Rev 1.4\0")
    log = tmp_path / "log"
    told = f'echo "$(basename "$0") $*" >>{log}\n'
    files = {
        "systemctl": f"#!/bin/sh\n{told}cd {tmp_path}\n"
        'case "$*" in *is-*) test -e "$2";; start*) test ! -e dead;; esac\n',
        "modprobe": f"#!/bin/sh\n{told}",
        "sideline": f'#!/bin/sh\n{told}echo "as $(id -u), $SIDELINE_DATA"\nexit 1\n',
    }
    for name, text in files.items():
        (tmp_path / "bin" / name).write_text(text)
        (tmp_path / "bin" / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:{os.environ['PATH']}")
    monkeypatch.setattr(sys, "argv", [str(tmp_path / "bin/sideline"), "setup"])
    monkeypatch.setattr(hardware, "MODEL", str(tmp_path / "model"))
    monkeypatch.setattr(machine, "ROOT", str(tmp_path))
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(machine, "user", lambda: None)
    return tmp_path


@pytest.fixture(name="package")
def fixture_package(pi, monkeypatch):
    """Let the package be installed, with whoever runs the tests as the user of the box."""
    own = pwd.getpwuid(os.getuid())
    monkeypatch.setattr(machine, "user", lambda: own)
    monkeypatch.setattr(os, "getgrouplist", lambda *_: os.getgroups() if os.getuid() == 0 else None)
    return pi


def config(pi):
    return (pi / "boot/firmware/config.txt").read_text()


def log(pi):
    return (pi / "log").read_text().splitlines() if (pi / "log").exists() else []


def everything(pi):
    return {path: path.read_bytes() for path in pi.rglob("*") if path.is_file() and path.name != "log"}


def test_a_ready_board_is_named_in_the_configuration_and_gets_its_bus(pi, monkeypatch, capsys):
    monkeypatch.setattr(service_user, "CONFIGURATION", "/etc/sideline/sideline.toml")
    own = pi / "etc/sideline/sideline.toml"
    own.parent.mkdir()
    own.write_text('night = true\nboard = "oled-bonnet"\n[network]\nport = 8081\n')
    assert setup.main(read_options("setup", ["--yes", "--board", "oled-hat"]), WORDS) == 0
    assert own.read_text() == 'board = "oled-hat"\nnight = true\n[network]\nport = 8081\n'
    assert config(pi) == boot.turned_on(OF_A_PI, with_spi=True)
    assert boot.has_spi(config(pi))
    before = everything(pi)
    capsys.readouterr()
    assert setup.main(read_options("setup", ["--yes", "--board", "oled-hat"]), WORDS) == 0
    assert everything(pi) == before
    assert "+" not in capsys.readouterr().out


def test_it_turns_the_bus_on_and_says_that_a_reboot_is_due(pi, capsys):
    assert setup.main(read_options("setup", ["--yes"]), WORDS) == 0
    assert config(pi) == boot.turned_on(OF_A_PI)
    assert (pi / "boot/firmware/config.txt.before-sideline").read_text() == OF_A_PI
    assert (pi / "etc/modules-load.d/sideline.conf").read_text() == "i2c-dev\n"
    told = capsys.readouterr().out
    assert f"+ {FAST}" in told
    assert "/boot/firmware/config.txt as it was: /boot/firmware/config.txt.before-sideline" in told
    assert "after a reboot" in told


def test_twice_is_the_same_as_once(pi, capsys):
    setup.main(read_options("setup", ["--yes"]), WORDS)
    before = everything(pi)
    capsys.readouterr()
    assert setup.main(read_options("setup", []), WORDS) == 0, "nobody has to be asked"
    assert everything(pi) == before
    assert "+" not in capsys.readouterr().out


def test_undo_leaves_the_machine_as_it_was(pi, capsys):
    before = everything(pi)
    setup.main(read_options("setup", ["--yes"]), WORDS)
    assert setup.main(read_options("setup", ["--undo", "--yes"]), WORDS) == 0
    assert everything(pi) == before
    assert f"- {FAST}" in capsys.readouterr().out
    assert setup.main(read_options("setup", ["--undo"]), WORDS) == 0
    assert everything(pi) == before


def test_what_the_owner_has_changed_since_is_kept_and_backed_up(pi):
    setup.main(read_options("setup", ["--yes"]), WORDS)
    changed = config(pi) + "gpu_mem=16\n"
    (pi / "boot/firmware/config.txt").write_text(changed)
    setup.main(read_options("setup", ["--undo", "--yes"]), WORDS)
    assert config(pi) == OF_A_PI + "gpu_mem=16\n"
    assert (pi / "boot/firmware/config.txt.before-sideline").read_text() == changed


def test_bytes_that_are_no_text_stay(pi):
    (pi / "boot/firmware/config.txt").write_bytes(b"# caf\xe9 \xff\r\n")
    setup.main(read_options("setup", ["--yes"]), WORDS)
    assert (pi / "boot/firmware/config.txt").read_bytes().startswith(b"# caf\xe9 \xff\r\n# >>> sideline")


def test_who_has_it_on_already_is_left_alone(pi, capsys):
    (pi / "boot/firmware/config.txt").write_text(FAST)
    (pi / "etc/modules").write_text("i2c_dev\n")
    (pi / "dev/i2c-1").touch()
    before = everything(pi)
    assert setup.main(read_options("setup", []), WORDS) == 0
    assert everything(pi) == before
    assert "no reboot is needed" in capsys.readouterr().out


def test_a_bus_that_is_slow_until_the_reboot_is_told(pi, capsys):
    (pi / "boot/firmware/config.txt").write_text(FAST)
    (pi / "dev/i2c-1").touch()
    speed = pi / machine.SPEED[1:]
    speed.parent.mkdir(parents=True)
    speed.write_bytes((100_000).to_bytes(4, "big"))
    setup.main(read_options("setup", ["--yes"]), WORDS)
    assert "after a reboot" in capsys.readouterr().out


def test_the_older_place_of_the_configuration_is_found(pi):
    (pi / "boot/firmware/config.txt").rename(pi / "boot/config.txt")
    setup.main(read_options("setup", ["--yes"]), WORDS)
    assert (pi / "boot/config.txt").read_text() == boot.turned_on(OF_A_PI)


@pytest.mark.parametrize(
    ("answer", "is_done"), [("y\n", True), ("Yes\n", True), ("n\n", False), ("\n", False), ("", False)]
)
def test_it_asks_before_it_changes_anything(pi, monkeypatch, capsys, answer, is_done):
    before = everything(pi)

    class Person:
        def isatty(self):
            return True

        def readline(self):
            assert everything(pi) == before
            return answer

    monkeypatch.setattr(sys, "stdin", Person())
    assert setup.main(read_options("setup", []), WORDS) == (0 if is_done else 1)
    assert (everything(pi) != before) is is_done
    assert ("Nothing was changed." in capsys.readouterr().out) is not is_done


def test_where_nobody_can_be_asked_nothing_is_changed(pi, monkeypatch):
    before = everything(pi)
    with open(os.devnull, encoding="ascii") as nobody:
        monkeypatch.setattr(sys, "stdin", nobody)
        with user_error("--yes"):
            setup.main(read_options("setup", []), WORDS)
    assert everything(pi) == before


# --- a read-only root

COMMAND_LINE = "console=serial0,115200 root=PARTUUID=1 rootfstype=ext4 rootwait\n"


@pytest.fixture(name="card")
def fixture_card(package):
    """Give the Pi a card with a command line of the kernel, and the package for a read-only root."""
    pi = package
    (pi / "boot/firmware/cmdline.txt").write_text(COMMAND_LINE)
    script = pi / machine.OVERLAY_SCRIPT[1:]
    script.parent.mkdir(parents=True)
    script.touch()
    return pi


def run_read_only(whether):
    return setup.main(read_options("setup", ["--read-only", whether, "--yes"]), WORDS)


def test_the_root_becomes_read_only_and_writable_again(card, capsys):
    before = everything(card)
    assert run_read_only("on") == 0
    line = (card / "boot/firmware/cmdline.txt").read_text()
    assert line == COMMAND_LINE.replace("\n", " overlayroot=tmpfs:recurse=0\n")
    told = capsys.readouterr().out
    assert "Games and the settings of the box are kept" in told
    assert config(card) == OF_A_PI, "nothing else is changed"
    assert run_read_only("on") == 0
    assert (card / "boot/firmware/cmdline.txt").read_text() == line
    assert run_read_only("off") == 0
    assert everything(card) == before


def test_without_the_package_for_it_the_root_stays_as_it_is(card, capsys):
    (card / machine.OVERLAY_SCRIPT[1:]).unlink()
    (card / "bin/apt-get").write_text(f'#!/bin/sh\necho "apt-get $*" >>{card / "log"}\nexit 100\n')
    (card / "bin/apt-get").chmod(0o755)
    with user_error("overlayroot could not be installed"):
        run_read_only("on")
    assert "overlayroot is installed" in capsys.readouterr().out
    assert log(card) == ["apt-get install --yes --no-install-recommends overlayroot"]
    assert (card / "boot/firmware/cmdline.txt").read_text() == COMMAND_LINE


def test_the_root_stays_writable_where_no_game_would_be_kept(card, monkeypatch):
    monkeypatch.setattr(machine, "user", lambda: None)
    with user_error("only the installed package keeps the games"):
        run_read_only("on")
    assert (card / "boot/firmware/cmdline.txt").read_text() == COMMAND_LINE
    assert run_read_only("off") == 0


@pytest.mark.parametrize("text", [None, "console=tty1\n"])
def test_a_command_line_of_the_kernel_without_a_root_is_not_changed(card, text):
    path = card / "boot/firmware/cmdline.txt"
    path.unlink()
    if text is not None:
        path.write_text(text)
    with user_error("there is no boot configuration"):
        run_read_only("on")
    assert path.exists() == (text is not None)


def test_what_a_read_only_root_would_forget_is_refused(card):
    (card / machine.LOWER_ROOT[1:]).mkdir(parents=True)
    before = everything(card)
    for options in ([], ["--undo"]):
        with user_error("a change would be forgotten"):
            setup.main(read_options("setup", [*options, "--yes"]), WORDS)
    with user_error("does not work together with --undo"):
        setup.main(read_options("setup", ["--read-only", "on", "--undo"]), WORDS)
    assert everything(card) == before
    assert run_read_only("off") == 0, "the boot files are not part of the root"


def test_a_program_reads_what_would_be_changed_and_nothing_is(package, monkeypatch, capfd):
    pi = package
    before = everything(pi)
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert setup.main(read_options("setup", ["--json"]), WORDS) == 0
    shown = json.loads(capfd.readouterr().out)
    assert (shown["pi"], shown["starts"]) == (True, True)
    assert [file["path"] for file in shown["files"]] == [
        "/boot/firmware/config.txt",
        "/etc/modules-load.d/sideline.conf",
    ]
    assert f"+ {FAST}" in shown["files"][0]["lines"]
    assert everything(pi) == before
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    setup.main(read_options("setup", ["--yes"]), WORDS)
    capfd.readouterr()
    setup.main(read_options("setup", ["--json"]), WORDS)
    assert json.loads(capfd.readouterr().out)["files"] == []
    setup.main(read_options("setup", ["--json", "--undo"]), WORDS)
    assert f"- {FAST}" in json.loads(capfd.readouterr().out)["files"][0]["lines"]


def test_without_root_it_says_how(pi, monkeypatch):
    before = everything(pi)
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    with user_error("sudo sideline setup"):
        setup.main(read_options("setup", ["--yes"]), WORDS)
    assert everything(pi) == before


def test_a_machine_that_is_no_pi_is_told_so(pi, capsys):
    (pi / "model").write_text("Some Laptop")
    before = everything(pi)
    assert setup.main(read_options("setup", ["--yes"]), WORDS) == 1
    assert "not a Raspberry Pi" in capsys.readouterr().out
    assert (everything(pi), log(pi)) == (before, [])


def test_a_pi_without_a_boot_configuration_is_told_so(pi):
    (pi / "boot/firmware/config.txt").unlink()
    with user_error(r"/boot/firmware/config\.txt, /boot/config\.txt"):
        setup.main(read_options("setup", ["--yes"]), WORDS)


# --- the service


def test_the_box_starts_with_the_machine_and_after_the_reboot(package, capfd):
    assert setup.main(read_options("setup", ["--yes"]), WORDS) == 0, (
        "what is wrong before the reboot may be well after it"
    )
    assert "systemctl --quiet enable sideline.service" in log(package)
    assert log(package)[-1] == "sideline doctor"
    assert f"as {os.getuid()}, {service_user.DATA}" in capfd.readouterr().out


def test_a_box_that_runs_is_stopped_for_the_tests_and_started_again(package):
    (package / "is-active").touch()
    (package / "is-enabled").touch()
    (package / "dev/i2c-1").touch()
    assert setup.main(read_options("setup", ["--yes"]), WORDS) == 1, "the doctor has found something"
    stop, *doctor, start = log(package)[-3:]
    assert (stop, doctor, start) == (
        "systemctl stop sideline.service", ["sideline doctor"], "systemctl start sideline.service",
    )  # fmt: skip
    assert not any("enable sideline" in line for line in log(package))


def test_a_box_that_does_not_start_is_told(package, capfd):
    (package / "dev/i2c-1").touch()
    (package / "dead").touch()
    setup.main(read_options("setup", ["--yes"]), WORDS)
    assert "journalctl -u sideline" in capfd.readouterr().out


def test_undo_lets_it_start_with_the_machine_no_more(package):
    (package / "is-enabled").touch()
    setup.main(read_options("setup", ["--undo", "--yes"]), WORDS)
    assert log(package)[-1] == "systemctl --quiet disable sideline.service"


def test_without_systemd_nobody_calls_it(package):
    (package / "run/systemd/system").rmdir()
    (package / "dev/i2c-1").touch()
    setup.main(read_options("setup", ["--yes"]), WORDS)
    assert log(package) == ["modprobe i2c-dev", "sideline doctor"]


def test_where_the_system_writes_its_configuration_again_our_lines_are_where_they_last(pi):
    hook, lasting = pi / "etc/kernel/postinst.d/z50-raspi-firmware", pi / "etc/default/raspi-firmware-custom"
    hook.parent.mkdir(parents=True)
    lasting.parent.mkdir(parents=True)
    hook.write_text("#!/bin/sh\ncat /etc/default/raspi-firmware-custom >> /boot/firmware/config.txt\n")
    before = everything(pi)
    setup.main(read_options("setup", ["--yes"]), WORDS)
    assert boot.is_fast(lasting.read_text())
    (pi / "boot/firmware/config.txt").write_text(OF_A_PI + lasting.read_text())  # a new kernel was installed
    assert boot.is_fast(config(pi))
    setup.main(read_options("setup", ["--undo", "--yes"]), WORDS)
    assert not lasting.exists(), "it was ours alone"
    (pi / "boot/firmware/config.txt.before-sideline").unlink(missing_ok=True)
    assert everything(pi) == before


def test_an_owners_own_lines_for_the_system_stay(pi):
    hook, lasting = pi / "etc/kernel/postinst.d/z50-raspi-firmware", pi / "etc/default/raspi-firmware-custom"
    hook.parent.mkdir(parents=True)
    lasting.parent.mkdir(parents=True)
    hook.write_text("cat /etc/default/raspi-firmware-custom\n")
    lasting.write_text("disable_splash=1\n")
    setup.main(read_options("setup", ["--yes"]), WORDS)
    assert lasting.read_text().startswith("disable_splash=1\n")
    assert boot.is_fast(lasting.read_text())
    setup.main(read_options("setup", ["--undo", "--yes"]), WORDS)
    assert lasting.read_text() == "disable_splash=1\n"

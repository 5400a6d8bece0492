"""The units: systemd itself has nothing to say against them, and they fit the program."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from firmware_py.commands.shared.table import COMMANDS
from firmware_py.display.last_picture import LastPicture
from firmware_py.storage.crash_log import CALM_SECONDS, TOO_MANY_CRASHES
from firmware_py.system import power
from firmware_py.system.update import install
from systemd.package.tree import prefix
from tests.systemd.units import SYSTEMD, layout, links, read_unit, seconds

UNITS = ("sideline.service", "sideline-last-picture@.service")
LAST_PICTURES = tuple(f"sideline-last-picture@{why}.service" for why in ("off", "restart", "fault"))
INSTANCES = ("sideline.service", "sideline-rollback.service", *LAST_PICTURES)
BEST_WITH_PAGE, BEST_WITHOUT = 1.5, 0.8
OF_DEBIAN = ("/bin/sh",)
needs_systemd = pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed")


@pytest.fixture(name="root")
def fixture_root(tmp_path):
    """Give a machine in a folder on which the package is installed, and which nobody starts."""
    system = next(path for path in (Path("/usr/lib/systemd/system"), Path("/lib/systemd/system")) if path.exists())
    shutil.copytree(system, tmp_path / "usr/lib/systemd/system", symlinks=True)
    for source, target in layout().items():
        (tmp_path / target[1:]).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(SYSTEMD / source, tmp_path / target[1:])
    for program in ("/usr/bin/sideline", "/opt/sideline/bin/rollback", *OF_DEBIAN):
        stub = tmp_path / program[1:]
        stub.parent.mkdir(parents=True, exist_ok=True)
        stub.write_text("#!/bin/sh\n")
        stub.chmod(0o755)
    return tmp_path


def analyze(root, *arguments):
    done = subprocess.run(
        ["systemd-analyze", f"--root={root}", "--man=no", "--no-pager", *arguments],
        check=False,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    return done.returncode, done.stdout


def exposure(root, unit):
    _, told = analyze(root, "security", "--offline=true", unit)
    return float(re.search(r"Overall exposure level for \S+: ([\d.]+)", told)[1])


@needs_systemd
@pytest.mark.parametrize("unit", INSTANCES)
def test_systemd_has_nothing_to_say_against_a_unit(root, unit):
    assert analyze(root, "verify", unit) == (0, "")


@needs_systemd
def test_systemd_would_say_something(root):
    file = root / "usr/lib/systemd/system/sideline.service"
    file.write_text(file.read_text().replace("MemoryMax=", "MemoryMost="))
    assert "MemoryMost" in analyze(root, "verify", "sideline.service")[1]
    (root / "usr/bin/sideline").unlink()
    assert "/usr/bin/sideline" in analyze(root, "verify", "sideline.service")[1]


@needs_systemd
def test_the_box_is_shut_in_though_phones_can_reach_its_page(root):
    assert exposure(root, "sideline.service") <= BEST_WITH_PAGE
    service = read_unit("sideline.service")
    assert "AF_INET" in service["RestrictAddressFamilies"][0].split()
    assert "192.168.0.0/16" in service["IPAddressAllow"][0].split()


@needs_systemd
def test_without_the_page_it_is_shut_in_even_more(root):
    folder = root / "etc/systemd/system/sideline.service.d"
    folder.mkdir(parents=True)
    shutil.copy(SYSTEMD / "drop-ins/no-network.conf", folder)
    assert analyze(root, "verify", "sideline.service") == (0, "")
    assert exposure(root, "sideline.service") <= BEST_WITHOUT


@needs_systemd
def test_a_broker_elsewhere_opens_no_more_than_its_addresses(root):
    folder = root / "etc/systemd/system/sideline.service.d"
    folder.mkdir(parents=True)
    shutil.copy(SYSTEMD / "drop-ins/broker.conf", folder)
    assert analyze(root, "verify", "sideline.service") == (0, "")
    assert exposure(root, "sideline.service") <= BEST_WITH_PAGE


@needs_systemd
def test_the_club_server_is_shut_in_too_and_has_a_folder_of_its_own(root):
    shutil.copy(SYSTEMD / "club/sideline-club.service", root / "usr/lib/systemd/system")
    assert analyze(root, "verify", "sideline-club.service") == (0, "")
    assert exposure(root, "sideline-club.service") <= BEST_WITH_PAGE
    service = read_unit("club/sideline-club.service")
    assert service["StateDirectory"] == ["sideline-club"]
    assert service["User"] == ["sideline-club"], "a hole in the club opens no box"
    assert "SIDELINE_DATA=%S/sideline-club" in service["Environment"]


@needs_systemd
def test_the_last_picture_is_shut_in_too(root):
    assert exposure(root, "sideline-last-picture@off.service") <= BEST_WITHOUT


@needs_systemd
def test_the_user_is_made_with_its_groups_on_a_machine_that_has_none_of_them(root):
    (root / "etc").mkdir(exist_ok=True)
    done = subprocess.run(["systemd-sysusers", f"--root={root}"], check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    club, user = sorted((root / "etc/passwd").read_text().splitlines())
    assert club.startswith("sideline-club:")
    assert user.endswith(":/var/lib/sideline:/usr/sbin/nologin")
    groups = [line.split(":") for line in (root / "etc/group").read_text().splitlines()]
    assert {name for name, _, _, members in groups if members == "sideline"} == {
        "gpio",
        "i2c",
        "spi",
        "input",
        "dialout",
        "video",
    }


def test_every_file_is_in_the_table_of_what_goes_where():
    package = SYSTEMD / "package"
    found = [path for path in SYSTEMD.rglob("*") if path.is_file() and not path.is_relative_to(package)]
    files = {str(path.relative_to(SYSTEMD)) for path in found}
    assert set(layout()) == files


@pytest.mark.parametrize("unit", UNITS)
def test_every_path_is_in_the_package_or_made_by_systemd(unit):
    settings = read_unit(unit)
    known = {"/usr/bin/sideline", *OF_DEBIAN, *layout().values()}
    named = [line for key in settings if key.startswith("Exec") for line in settings[key]]
    assert {command.lstrip("-+").split()[0] for command in named} <= known
    assert {page.removeprefix("file://") for page in settings["Documentation"]} <= known
    environment = dict(line.split("=", 1) for line in settings["Environment"])
    assert environment["SIDELINE_DATA"] == "%S/sideline"
    assert environment["SIDELINE_CONFIG"] == "%E/sideline/sideline.toml"
    assert environment["PYTHONSAFEPATH"] == "1"
    assert environment["LANG"] == "C.UTF-8"


def test_systemd_makes_the_folders_that_the_program_uses():
    service = read_unit("sideline.service")
    for what in ("StateDirectory", "RuntimeDirectory", "ConfigurationDirectory"):
        assert service[what] == ["sideline"]
    assert service["RuntimeDirectoryPreserve"] == ["restart"], "or nobody learns how the last run ended"


@pytest.mark.parametrize("unit", UNITS)
def test_what_is_run_is_a_command_of_the_program(unit):
    (line,) = read_unit(unit)["ExecStart"]
    assert line.lstrip("-").split()[:2] in [["/usr/bin/sideline", command] for command in COMMANDS]


def test_nothing_waits_for_the_network_and_the_devices_are_those_of_the_box():
    service = read_unit("sideline.service")
    assert not any("network" in unit for key in ("After", "Wants", "Requires") for unit in service[key])
    assert service["DevicePolicy"] == ["closed"]
    names = ("gpiochip", "i2c", "spi", "input", "ttyACM", "ttyUSB", "video4linux", "media", "dma_heap")
    assert service["DeviceAllow"] == [f"char-{name} rw" for name in names]


def test_the_program_reaches_its_safe_mode_before_systemd_gives_up():
    service = read_unit("sideline.service")
    burst = int(service["StartLimitBurst"][0])
    names = ("TimeoutStartSec", "WatchdogSec", "TimeoutAbortSec", "RestartSec")
    slowest = sum(seconds(service[name][0]) for name in names)
    assert burst > TOO_MANY_CRASHES + 1, "safe mode gets its chance"
    assert burst * slowest < seconds(service["StartLimitIntervalSec"][0]), "or it would go on for ever"


def test_who_is_stuck_is_ended_before_the_crashes_are_forgotten():
    watchdog = seconds(read_unit("sideline.service")["WatchdogSec"][0])
    assert power.ANSWER_TIMEOUT_SECONDS + 1 < watchdog < CALM_SECONDS


def test_a_stop_that_was_asked_for_and_a_faulty_configuration_are_not_tried_again():
    service = read_unit("sideline.service")
    assert service["Restart"] == ["on-failure"]
    assert service["RestartPreventExitStatus"] == ["2"]
    assert service["OnFailure"] == [f"sideline-last-picture@{LastPicture.FAULT.value}.service"]


@pytest.mark.parametrize("result", ["watchdog", "oom-kill", "signal", "success", "exit-code"])
def test_the_unit_notes_how_a_run_ended_and_the_program_reads_it_once(tmp_path, monkeypatch, result):
    (line,) = read_unit("sideline.service")["ExecStopPost"]
    script = re.fullmatch(r"-/bin/sh -c '(.*)'", line)[1].replace("$$", "$")
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path))
    monkeypatch.setenv("SERVICE_RESULT", result)
    subprocess.run(["/bin/sh", "-c", script], check=True)
    assert power.how_last_run_ended() == ("" if result in {"success", "exit-code"} else result)
    assert power.how_last_run_ended() == ""


def test_an_update_that_was_cut_off_is_taken_back_before_the_box_starts():
    unit = read_unit("sideline-rollback.service")
    assert unit["ConditionPathExists"] == [f"{install.FOLDER}/{install.OLD}"]
    assert unit["Before"] == ["sideline.service"]
    assert unit["ExecStart"] == [install.ROLLBACK]
    assert install.ROLLBACK.removeprefix("/opt/sideline/") in prefix([])
    script = (SYSTEMD / "package/debian/rollback").read_text()
    assert f"folder={install.FOLDER}\n" in script
    assert f'"$folder/{install.OLD}"' in script


def test_there_is_a_picture_for_every_way_down():
    instances = {target.split(".")[0]: name.split("@")[1].removesuffix(".service") for target, name in links()}
    assert instances == {"poweroff": "off", "halt": "off", "reboot": "restart", "kexec": "restart"}
    assert {LastPicture(why) for why in instances.values()} == {LastPicture.OFF, LastPicture.RESTART}


def test_the_last_picture_comes_late_and_keeps_nobody_from_switching_off():
    unit = read_unit("sideline-last-picture@.service")
    assert {"sideline.service", "umount.target"} <= set(unit["After"][0].split())
    assert unit["Before"] == ["final.target"]
    assert unit["DefaultDependencies"] == ["no"]
    assert unit["Slice"] == ["system.slice"], "a template's own slice is stopped by then"
    assert not {"StateDirectory", "PrivateTmp"} & set(unit), "they would want mounts that are going away"
    assert unit["ExecStart"][0].startswith("-")


def test_only_the_box_may_switch_the_machine_off_and_nothing_else():
    rule = re.sub(r"//.*", "", (SYSTEMD / "polkit/50-sideline.rules").read_text())
    off = "org.freedesktop.login1.power-off"
    assert re.findall(r'action\.id === "([^"]+)"', rule) == [off, f"{off}-multiple-sessions"]
    assert re.findall(r'subject\.user === "([^"]+)"', rule) == ["sideline"]
    assert rule.count("polkit.Result.") == rule.count("polkit.Result.YES") == 1
    assert [rule.count(opening) - rule.count(closing) for opening, closing in ("()", "{}")] == [0, 0]

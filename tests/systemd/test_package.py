"""The Debian package: what is in it, and that its scripts do no harm on any machine."""

import os
import re
import shutil
import subprocess
import sys
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path

import pytest

from firmware_py import __version__
from firmware_py.system.setup import boot
from systemd.package import tree, wheels
from systemd.package.archive import build
from systemd.package.targets import TARGETS, debian_version
from tests.systemd.packages import DEBIAN, TARGET, Machine, field, listing, wheel
from tests.systemd.units import layout, links

LIBRARIES = (
    "PIL", "cbor2", "colorzero", "gpiod", "gpiozero", "luma.core", "luma.oled", "microdot", "segno", "serial",
    "smbus2",
)  # fmt: skip
pytestmark = pytest.mark.skipif(shutil.which("dpkg-deb") is None, reason="dpkg is not installed")


@pytest.fixture(name="package", scope="module")
def fixture_package(tmp_path_factory):
    """Build a package with one small library in place of the real ones: that takes no network."""
    folder = tmp_path_factory.mktemp("package")
    return build(TARGET, tree.machine(TARGET, [wheel(folder)]), folder, compression="none")


@pytest.fixture(name="unpacked", scope="module")
def fixture_unpacked(package, tmp_path_factory):
    folder = tmp_path_factory.mktemp("unpacked")
    subprocess.run(["dpkg-deb", "--extract", package, folder], check=True)
    return folder


def test_every_file_of_the_appliance_is_where_its_table_says(package):
    places = listing(package)
    assert {name: f"/{place}" for name, place in tree.OF_SYSTEMD.items()} == layout()
    assert set(layout().values()) <= set(places)
    for target, instance in links():
        link = places[f"/usr/lib/systemd/system/{target}/{instance}"]
        assert link[2] == "../sideline-last-picture@.service"
    assert places["/usr/bin/sideline"][2] == "/opt/sideline/bin/sideline"


def test_everything_is_roots_and_only_the_launcher_and_the_way_back_run(package):
    places = listing(package)
    assert {owner for _, owner, _ in places.values()} == {"root/root"}
    assert {mode for mode, _, _ in places.values()} == {"drwxr-xr-x", "-rw-r--r--", "-rwxr-xr-x", "lrwxrwxrwx"}
    assert {path for path, (mode, _, _) in places.items() if mode == "-rwxr-xr-x"} == {
        "/opt/sideline/bin/sideline",
        "/opt/sideline/bin/rollback",
    }


def test_nothing_lies_outside_its_places_and_no_machine_is_named(package, unpacked):
    tops = ("/etc/sideline", "/opt/sideline", "/usr/bin/sideline", "/usr/lib", "/usr/share")
    for path in listing(package):
        assert any(path.startswith(top) or top.startswith(path) for top in tops), path
        assert "__pycache__" not in path
    here = [str(tree.ROOT), sys.prefix, "somewhere/on/this/machine"]
    for path in unpacked.rglob("*"):
        if path.is_file():
            assert not any(name.encode() in path.read_bytes() for name in here), path


def test_a_library_comes_without_what_its_installer_would_need(unpacked):
    library = unpacked / "opt/sideline/lib"
    found = {str(path.relative_to(library)) for path in library.glob("somelibrary*/**/*") if path.is_file()}
    notes = "somelibrary-1.0.dist-info"
    assert found == {
        "somelibrary/__init__.py",
        "somelibrary/fast.so",
        f"{notes}/METADATA",
        f"{notes}/licenses/LICENSE",
    }
    assert not (unpacked / "opt/sideline/outside.py").exists()


def test_the_program_runs_wherever_it_is_unpacked_and_trusts_nothing_around_it(unpacked, tmp_path):
    (tmp_path / "engine.py").write_text("raise SystemExit('a stranger')")
    launcher = unpacked / "opt/sideline/bin/sideline"
    flags = re.match(r"#!/usr/bin/python3 (-\S+)\n", launcher.read_text())[1]
    done = subprocess.run(
        [sys.executable, flags, launcher, "games"],
        check=False,
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "Piatnik" in done.stdout
    assert not list(unpacked.rglob("__pycache__")), "who runs it leaves nothing behind"


def test_the_licences_of_all_are_told(unpacked):
    told = (unpacked / "usr/share/doc/sideline/copyright").read_text()
    assert "MIT License" in told
    assert "Public domain" in told
    assert "somelibrary 1.0, in /opt/sideline/lib: MIT\n" in told
    (licence,) = re.findall(r"whole text: /(\S+somelibrary\S+)", told)
    assert (unpacked / licence).is_file()


def test_who_builds_it_again_gets_the_same_bytes(tmp_path):
    library = wheel(tmp_path)
    one, two = (
        build(TARGET, tree.machine(TARGET, [library]), tmp_path / name, compression="none") for name in "ab"
    )
    assert one.read_bytes() == two.read_bytes()


def test_it_says_which_machine_it_is_for(package):
    assert package.name == f"sideline_{debian_version(__version__)}~bookworm_arm64.deb"
    assert field(package, "Architecture") == "arm64"
    assert field(package, "Version") == f"{debian_version(__version__)}~bookworm"
    assert "python3 (>= 3.11), python3 (<< 3.12~)" in field(package, "Depends")
    assert {(target.python, target.distribution) for target in TARGETS.values()} == {
        ("3.11", "bookworm"), ("3.13", "trixie"),
    }  # fmt: skip


def test_dpkg_sorts_versions_as_they_were_made():
    made = [
        "1.2.0.dev1",
        "1.2.0.dev2",
        "1.2.0a1",
        "1.2.0b1",
        "1.2.0rc1",
        "1.2.0rc2",
        "1.2.0",
        "1.2.0.post1",
        "1.2.1.dev1",
    ]
    versions = [f"{debian_version(each)}~{name}" for each in made for name in ("bookworm", "trixie")]
    for older, newer in pairwise(versions):
        subprocess.run(["dpkg", "--compare-versions", older, "lt", newer], check=True)


def test_the_owners_file_is_never_asked_about(unpacked):
    """A file of remarks that stays the same: dpkg has no reason to ask at an upgrade."""
    lines = (unpacked / "etc/sideline/sideline.toml").read_text().splitlines()
    assert all(line.startswith("#") for line in lines)
    assert 'hardware = "auto"' in (unpacked / "usr/share/doc/sideline/examples/sideline.toml").read_text()


def test_what_is_left_out_is_imported_by_nobody():
    assert wheels.NEEDLESS == ("setuptools",)
    wanted = re.compile(r"^\s*(import|from) (setuptools|pkg_resources)", re.MULTILINE)
    sources = [path for library in LIBRARIES for path in Path(find_spec(library).origin).parent.rglob("*.py")]
    assert [path for path in sources if wanted.search(path.read_text("utf-8"))] == []


# --- the scripts


@pytest.fixture(name="machine")
def fixture_machine(tmp_path):
    return Machine(tmp_path)


def test_without_systemd_and_udev_nobody_calls_them(machine):
    assert machine.run("postinst", "configure", "")[0] == 0
    assert machine.run("prerm", "remove")[0] == 0
    assert machine.run("postrm", "remove")[0] == 0
    assert not any(line.startswith(("systemctl", "deb-systemd", "udevadm")) for line in machine.told())


def test_installing_starts_nothing_that_was_not_running(machine):
    machine.boot()
    machine.refuse("systemctl")  # it is not active
    machine.run("prerm", "upgrade", "2")
    status, told = machine.run("postinst", "configure", "")
    assert status == 0
    assert "sudo sideline setup" in told
    assert not any("start" in line or "enable" in line for line in machine.told())


def test_an_upgrade_stops_the_box_and_starts_it_again(machine):
    machine.boot()
    machine.run("prerm", "upgrade", "2")
    assert machine.told()[-1] == "deb-systemd-invoke stop sideline.service"
    machine.run("postrm", "upgrade", "2")
    status, told = machine.run("postinst", "configure", "1")
    assert (status, told) == (0, "")
    assert "deb-systemd-invoke start sideline.service" in machine.told()
    machine.log.unlink()
    machine.run("postinst", "configure", "1")
    assert not any("start" in line for line in machine.told()), "once is enough"


def test_an_upgrade_that_is_called_off_brings_the_box_back(machine):
    machine.boot()
    machine.run("prerm", "upgrade", "2")
    machine.run("postinst", "abort-upgrade", "2")
    assert "deb-systemd-invoke start sideline.service" in machine.told()


def test_a_box_that_does_not_start_does_not_fail_the_installation(machine):
    machine.boot()
    machine.run("prerm", "upgrade", "2")
    machine.refuse("deb-systemd-invoke")
    status, told = machine.run("postinst", "configure", "1")
    assert status == 0
    assert "journalctl -u sideline" in told


def test_bytecode_goes_with_the_files_it_was_made_of(machine):
    assert (machine.root / "opt/sideline/lib/engine/__pycache__").exists()
    machine.run("prerm", "upgrade", "2")
    assert not (machine.root / "opt/sideline/lib/engine/__pycache__").exists()


def games(machine):
    folder = machine.root / "var/lib/sideline"
    folder.mkdir()
    (folder / "journal.db").touch()
    return folder


@pytest.mark.parametrize(("answer", "are_kept"), [("false", True), ("true", False)])
def test_purging_leaves_nothing_but_the_games_and_if_asked_not_even_those(machine, answer, are_kept):
    folder = games(machine)
    machine.answer(answer)
    for path in ("etc/sideline/sideline.toml", "etc/modules-load.d/sideline.conf", "run/sideline/ended"):
        (machine.root / path).parent.mkdir(parents=True, exist_ok=True)
        (machine.root / path).touch()
    assert machine.run("postrm", "purge")[0] == 0
    assert folder.exists() is are_kept
    assert not list(machine.root.glob("etc/**/*sideline*"))
    assert not (machine.root / "run/sideline").exists()
    assert "db_input high sideline/forget-games" in machine.told()
    assert "userdel sideline" in machine.told()
    assert machine.told()[-1] == "db_purge "


def test_without_games_nobody_is_asked(machine):
    (machine.root / "var/lib/sideline").mkdir()
    machine.run("postrm", "purge")
    assert not any(line.startswith("db_input") for line in machine.told())
    assert not (machine.root / "var/lib/sideline").exists()


def test_where_nobody_can_ask_the_games_are_kept(machine):
    folder = games(machine)
    (machine.root / "usr/share/debconf/confmodule").unlink()
    assert machine.run("postrm", "purge")[0] == 0
    assert (folder / "journal.db").exists()
    assert any(line.startswith("chown") and "root:root" in line for line in machine.told())


def test_the_boot_configuration_is_read_and_never_written(machine):
    config = machine.root / "boot/firmware/config.txt"
    config.parent.mkdir(parents=True)
    config.write_text(boot.turned_on("arm_64bit=1\n"))
    config.chmod(0o444)
    for script, *arguments in (
        ("postinst", "configure", ""), ("prerm", "remove"), ("postrm", "remove"), ("postrm", "purge"),
    ):  # fmt: skip
        status, told = machine.run(script, *arguments)
        assert status == 0
    assert "config.txt still turns I2C on" in told
    assert config.read_text() == boot.turned_on("arm_64bit=1\n")


@pytest.mark.parametrize("script", ["postinst", "prerm", "postrm"])
def test_a_script_is_understood_by_every_shell_and_refuses_what_it_does_not_know(machine, script):
    assert (DEBIAN / script).read_text().startswith("#!/bin/sh\n")
    assert machine.run(script, "dance")[0] == 1
    assert not re.search(r"\b(modprobe|dtparam|gpioset|i2cset|raspi-config)\b", (DEBIAN / script).read_text())


def test_the_question_is_asked_in_every_language():
    template = (DEBIAN / "templates").read_text()
    assert re.findall(r"^Description(?:-(\w+)\.UTF-8)?: ", template, re.MULTILINE) == ["", "de", "fr"]
    assert "Default: false" in template


# --- the way back from an update


def update_under_way(machine):
    """Let an update be under way: the old version lies ready."""
    folder = machine.root / "var/lib/sideline-update"
    folder.mkdir()
    (folder / "old.deb").touch()
    return folder


BACK = "dpkg --force-confold --install {folder}/old.deb", "runuser -u sideline -- /usr/bin/sideline update --back"


@pytest.mark.parametrize("is_running", [False, True])
def test_the_way_back_installs_the_old_version_and_then_its_journal_while_the_box_is_stopped(machine, is_running):
    machine.boot()
    folder = update_under_way(machine)
    if not is_running:
        machine.refuse("systemctl")  # at the start of the machine the box waits for this; it is not active
    assert machine.run("rollback") == (0, "")
    back = [line.format(folder=folder) for line in BACK]
    asked, *done = machine.told()
    assert asked == "systemctl --quiet is-active sideline.service"
    assert done == (
        ["systemctl stop sideline.service", *back, "systemctl start --no-block sideline.service"]
        if is_running
        else back
    )
    assert not folder.exists()


@pytest.mark.parametrize("command", ["dpkg", "runuser"])
def test_a_way_back_that_fails_is_tried_again_at_the_next_start(machine, command):
    folder = update_under_way(machine)
    machine.refuse(command)
    assert machine.run("rollback")[0] != 0
    assert (folder / "old.deb").exists()


@pytest.mark.slow
def test_the_same_sources_in_another_folder_give_the_same_bytes(tmp_path):
    """Other folder, other times of the files, another umask, another language and time zone."""
    library, made = wheel(tmp_path), []
    script = (
        "import sys; from pathlib import Path;"
        "from systemd.package import tree; from systemd.package.archive import build;"
        "from systemd.package.targets import TARGETS; target = TARGETS['bookworm-arm64'];"
        "print(build(target, tree.machine(target, [Path(sys.argv[1])]), Path(sys.argv[2])))"
    )
    for name, umask, zone in (("a", 0o022, "UTC"), ("another/folder", 0o077, "Asia/Tokyo")):
        folder = tmp_path / name
        for part in ("engine", "drivers", "firmware_py", "systemd"):
            shutil.copytree(
                tree.ROOT / part,
                folder / part,
                ignore=shutil.ignore_patterns("__pycache__"),
                copy_function=shutil.copy,
            )
        for file in ("LICENSE", "CHANGELOG.md"):
            shutil.copy(tree.ROOT / file, folder)
        environment = {**os.environ, "SOURCE_DATE_EPOCH": "1790000000", "TZ": zone, "PYTHONPATH": str(folder)}
        command = [sys.executable, "-P", "-c", script, str(library), str(folder / "build")]
        done = subprocess.run(
            command, cwd=folder, env=environment, umask=umask, check=True, capture_output=True, text=True
        )
        made.append(Path(done.stdout.strip()).read_bytes())
    assert made[0] == made[1]

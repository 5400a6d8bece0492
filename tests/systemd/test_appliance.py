"""The parts of the proof that need no machine: so that what it claims is what it tries."""

import hashlib
import re
import runpy
import subprocess
from pathlib import Path

import pytest

from systemd.package.archive import build
from systemd.package.targets import TARGETS
from systemd.package.tree import CONFIGURATION, Piece
from tests.appliance import packages, steps_booted, steps_emulated, steps_purge, steps_update
from tests.appliance.booted import command as boot_command
from tests.appliance.box import ROOT, STARTS
from tests.appliance.emulated import command as emulation_command
from tests.appliance.files import accounts, listing
from tests.appliance.inside import enter
from tests.appliance.report import Report, Wrong
from tests.appliance.roots import not_installed, shorten_lists
from tests.systemd.units import read_unit, seconds

SABOTAGED = (packages.never_comes_up, packages.crashes_as_service, packages.hangs_as_service)


@pytest.fixture
def package(tmp_path):
    """Give a package with only those files of ours that are changed for the proof."""
    lib = "opt/sideline/lib/"
    names = (packages.RUN, packages.ABOUT)
    tree = {name: Piece((ROOT / name.removeprefix(lib)).read_bytes()) for name in names}
    tree[CONFIGURATION] = Piece(b"# nothing\n")
    return build(TARGETS["bookworm-arm64"], tree, tmp_path, compression="none")


def unpacked(package, folder):
    subprocess.run(["dpkg-deb", "--raw-extract", package, folder], check=True)
    return folder


@pytest.mark.parametrize("change", [None, *SABOTAGED, packages.is_not_configured])
def test_a_variant_is_a_newer_package_and_its_sums_are_right(package, change, tmp_path):
    built = packages.variant(package, "99.1.post2", tmp_path, *([] if change is None else [change]))
    root = unpacked(built, tmp_path / "unpacked")
    assert "Version: 99.1+post2~bookworm\n" in (root / "DEBIAN/control").read_text()
    assert '__version__ = "99.1.post2"' in (root / packages.ABOUT).read_text()
    sums = dict(line.split("  ")[::-1] for line in (root / "DEBIAN/md5sums").read_text().splitlines())
    assert sums.keys() == {packages.RUN, packages.ABOUT}
    for path, told in sums.items():
        assert hashlib.md5((root / path).read_bytes(), usedforsecurity=False).hexdigest() == told


def test_a_package_that_crashes_as_the_service_does_not_where_it_is_tried(package, tmp_path, monkeypatch):
    built = packages.variant(package, "99.1", tmp_path, packages.crashes_as_service)
    run = unpacked(built, tmp_path / "unpacked") / packages.RUN
    monkeypatch.setenv("SIDELINE_DATA", str(tmp_path))
    runpy.run_path(str(run))
    monkeypatch.setenv("SIDELINE_DATA", "/var/lib/sideline")
    with pytest.raises(RuntimeError, match="broken on purpose"):
        runpy.run_path(str(run))


def test_half_a_package_is_none(package):
    with pytest.raises(subprocess.CalledProcessError):
        subprocess.run(["dpkg-deb", "--fsys-tarfile", packages.cut_off(package)], check=True, capture_output=True)


def test_whatever_a_purge_leaves_is_seen_wherever_it_lies(tmp_path):
    def lay(*paths):
        for path in paths:
            (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / path).touch()

    lay("etc/hosts", "var/log/wtmp", "var/lib/dpkg/status", "proc/1/stat")
    before = listing(tmp_path)
    lay("var/log/other", "etc/passwd-", "var/lib/dpkg/status-old", "proc/2/stat")
    assert listing(tmp_path) == before
    left = {"etc/modules-load.d/x.conf", "var/lib/dpkg/info/sideline.list", "var/log/sideline"}
    lay(*left)
    assert {path for path in listing(tmp_path) - before if (tmp_path / path).is_file()} == left


def test_a_user_that_is_left_is_seen_in_groups_too(tmp_path):
    (tmp_path / "etc").mkdir()
    for name in ("passwd", "shadow", "gshadow"):
        (tmp_path / "etc" / name).write_text("root:x:0:0\n")
    (tmp_path / "etc/group").write_text("gpio:x:990:pi,sideline\nsidelines:x:991:\n")
    assert accounts(tmp_path, "sideline") == ["gpio:x:990:pi,sideline"]


def test_no_machine_has_a_network():
    for is_apart in (True, False):
        assert "--private-network" in boot_command(Path("/r"), "name", is_apart=is_apart)
    for qemu in ("", "/usr/lib/binfmt.d/qemu-aarch64.conf"):
        assert "--net" in emulation_command(Path("/r"), qemu)


def test_nothing_is_ever_run_in_this_machine_by_mistake():
    with pytest.raises(AssertionError):
        enter(0)
    with pytest.raises(AssertionError):
        enter(1)


def test_the_watchdog_gets_as_long_as_the_unit_says():
    unit = read_unit("sideline.service")
    watched = sum(seconds(unit[name][-1]) for name in ("WatchdogSec", "TimeoutAbortSec"))
    assert watched + STARTS == steps_booted.WATCHDOG


def test_every_claim_is_made_once_and_tried_by_something_of_its_own():
    steps = (*steps_booted.STEPS, *steps_update.STEPS, *steps_purge.STEPS, *steps_emulated.STEPS)
    claims, tried = zip(*steps, strict=True)
    assert len(set(claims)) == len(set(tried)) == len(steps)


def test_a_failed_step_is_one_sentence_with_the_place_of_the_log(tmp_path, capsys):
    report = Report("bookworm-amd64", tmp_path / "log")
    with report.step("it echoes"):
        assert report.run("echo", "hello") == "hello\n"
    with pytest.raises(Wrong), report.step("it fails"):
        report.run("sh", "-c", "echo first; echo last >&2; exit 3", shown="a command")
    good, bad = capsys.readouterr().out.splitlines()
    assert re.fullmatch(r"ok      bookworm-amd64  it echoes \(\d+ s\)", good)
    assert bad == (
        f"FAILED  bookworm-amd64  it fails: `a command` ended with 3: last. Everything that was said: {report.log}"
    )
    assert "$ a command\nfirst\nlast\n(status 3)\n" in report.log.read_text()


@pytest.fixture
def half_made(tmp_path):
    """A root of another kind of machine: two archives, one of them installed, and a list of three packages."""
    for folder in ("var/cache/apt/archives", "var/lib/apt/lists", "var/lib/dpkg"):
        (tmp_path / folder).mkdir(parents=True)
    for name in ("dash_0.5_arm64.deb", "udev_1%3a257_arm64.deb"):
        (tmp_path / "var/cache/apt/archives" / name).touch()
    known = [f"Package: {name}\nArchitecture: arm64\n\n" for name in ("dash", "perl", "udev")]
    (tmp_path / "var/lib/apt/lists/archive_Packages").write_text("".join(known))
    (tmp_path / "var/lib/dpkg/status").write_text("Package: dash\nStatus: install ok installed\n")
    return tmp_path


def test_a_foreign_root_installs_what_debootstrap_has_left(half_made):
    assert not_installed(half_made) == ["/var/cache/apt/archives/udev_1%3a257_arm64.deb"]


def test_the_list_of_a_foreign_root_has_only_what_it_installs(half_made):
    shorten_lists(half_made)
    text = (half_made / "var/lib/apt/lists/archive_Packages").read_text()
    assert re.findall("Package: (.*)", text) == ["dash", "udev"]

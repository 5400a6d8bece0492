"""Installing an update as root: the old version lies ready until the new one has proven itself.

What reaches beyond a folder has stand-ins here: dpkg, systemctl and the rollback note what they were asked. The
real ones are tried in a real Debian: `make test-appliance`.
"""

import hashlib
import os
import signal
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from firmware_py import service_user
from firmware_py.commands import update
from firmware_py.commands.shared.options import read_options
from firmware_py.i18n.translations import Translations
from firmware_py.system.setup import machine
from firmware_py.system.update import install, signature
from tests.firmware_py.errors import user_error
from tests.firmware_py.system.updates import MACHINE, package

WORDS = Translations("en")
STATUS = f"""Package: sideline
Status: install ok installed
Priority: optional
Section: misc
Maintainer: Anna <anna@localhost>
Architecture: {MACHINE}
Version: 0.1.0~old
Conffiles:
 /etc/sideline/sideline.toml d41d8cd98f00b204e9800998ecf8427e
Description: the old one
 In two lines.
"""


class Debian:
    """A machine with the package on it, in a folder."""

    def __init__(self, folder, monkeypatch):
        self.folder, self._monkeypatch = folder, monkeypatch
        self.options = ("--unsigned",)
        self.log = folder / "log"
        self.log.touch()
        (folder / "bin").mkdir()
        (folder / "info").mkdir()
        (folder / "info/sideline.postinst").write_text("#!/bin/sh\n")
        (folder / "info/sideline.postinst").chmod(0o755)
        (folder / "info/sideline.conffiles").write_text(f"{folder}/etc/sideline.toml\n")
        (folder / "opt").mkdir()
        (folder / "opt/program").write_text("the old program\n")
        (folder / "opt/link").symlink_to("program")
        (folder / "etc").mkdir()
        (folder / "status").write_text(STATUS)
        self.own_configuration("# the owner's\n")
        files = [
            "/.",
            folder,
            *(folder / name for name in ("opt", "opt/program", "opt/link", "etc/sideline.toml", "gone")),
        ]
        (folder / "files").write_text("".join(f"{path}\n" for path in files))
        compare = '--compare-versions) exec /usr/bin/dpkg "$@";;'
        self.command("dpkg", f'case "$1" in --print-architecture) echo {MACHINE};; {compare} *) exit 0;; esac')
        self.command(
            "dpkg-query",
            f'case "$*" in *Conffiles*) cat {folder}/known;; --show*) printf "install ok installed\\t0.1.0~old";; '
            f"--status*) cat {folder}/status;; --listfiles*) cat {folder}/files;; esac",
        )
        self.command("systemctl", 'case "$*" in *MainPID*) echo 42;; esac')
        self.command("rollback", f"rm -rf {folder}/update")
        monkeypatch.setenv("PATH", f"{folder / 'bin'}:{os.environ['PATH']}")
        monkeypatch.setattr(install, "FOLDER", str(folder / "update"))
        monkeypatch.setattr(install, "INFORMATION", str(folder / "info"))
        monkeypatch.setattr(install, "ROLLBACK", str(folder / "bin/rollback"))
        monkeypatch.setattr(install, "DPKG_LOCK", str(folder / "lock-frontend"))
        monkeypatch.setattr(service_user, "DATA", str(folder / "games"))
        monkeypatch.setattr(install, "ROOM", 0)
        monkeypatch.setattr(install, "STABLE_SECONDS", 0)
        monkeypatch.setattr(os, "geteuid", lambda: 0)
        monkeypatch.setattr(machine, "user", lambda: SimpleNamespace(pw_name="sideline"))
        monkeypatch.setattr(machine, "has_systemd", lambda: True)
        monkeypatch.setattr(machine, "run_as_service_user", self.run_as_service_user)
        self.trial = self.asks = 0

    def own_configuration(self, text):
        """Let the configuration be as the package brought it; the owner may change it afterwards."""
        path = self.folder / "etc/sideline.toml"
        path.write_text(text)
        noted = hashlib.md5(text.encode(), usedforsecurity=False).hexdigest()
        (self.folder / "known").write_text(f"\n {path} {noted}\n")

    def command(self, name, does):
        path = self.folder / "bin" / name
        path.write_text(f'#!/bin/sh\necho "{name} $*" >>{self.log}\n{does}\n')
        path.chmod(0o755)

    def run_as_service_user(self, *arguments):
        with self.log.open("a") as log:
            log.write(f"as the box: {' '.join(arguments)}\n")
        if "--ask" in arguments:
            return self.asks
        self.old_at_trial = (self.folder / "update/old.deb").exists()
        return self.trial

    def update(self, *options, **fields):
        folder = self.folder / "given"
        if not folder.exists():
            folder.mkdir()
            self.given = package(folder, **fields)
        return update.main(read_options("update", [*self.options, *options, self.given]), WORDS)

    @property
    def done(self):
        """Return what was done, as far as it changes something."""
        quiet = (
            "dpkg-query",
            "dpkg --print",
            "dpkg --compare",
            "systemctl show",
            "systemctl --quiet",
            "systemctl reset",
            "systemctl is-",
        )
        lines = self.log.read_text().replace(str(self.folder), "").splitlines()
        return [line for line in lines if not line.startswith(quiet)]

    @property
    def is_clean(self):
        return not (self.folder / "update").exists()


@pytest.fixture(name="debian")
def fixture_debian(tmp_path, monkeypatch):
    return Debian(tmp_path, monkeypatch)


def test_a_good_version_is_tried_then_installed_then_started_and_nothing_is_left_lying(debian, capsys):
    assert debian.update() == 0
    assert debian.done == [
        "as the box: update --try --unsigned /update/new.deb",
        "as the box: update --ask",
        "systemctl stop sideline.service",
        "dpkg --force-confold --install /update/new.deb",
        "systemctl start --no-block sideline.service",
    ]
    assert capsys.readouterr().out.splitlines() == [
        "Installed: 0.1.0~old. In the file: 9.9.9~test.",
        "Nobody has checked who made this package, because of --unsigned. It can do anything on this computer.",
        "Installed; the box is ready.",
    ]
    assert debian.is_clean
    assert not debian.old_at_trial, "a plug that is pulled during the trial changes nothing"


def test_a_version_that_fails_its_trial_changes_nothing(debian, capsys):
    debian.trial = 2
    assert debian.update() == 1
    assert debian.done == ["as the box: update --try --unsigned /update/new.deb"]
    assert capsys.readouterr().out.endswith("Nothing was changed.\n")
    assert debian.is_clean


def test_a_match_that_begins_during_the_trial_is_not_disturbed(debian, capsys):
    debian.asks = 2
    assert debian.update() == 1
    assert debian.done[-1] == "as the box: update --ask"
    assert capsys.readouterr().out.endswith("Nothing was changed.\n")
    assert debian.is_clean


def test_a_version_that_fails_its_trial_fails_it_also_if_it_is_only_tried(debian):
    debian.trial = 2
    assert debian.update("--try") == 1
    assert debian.is_clean


def test_a_trial_for_a_program_prints_json_and_everything_else_on_the_standard_error(debian, capsys):
    assert debian.update("--try", "--json") == 0
    assert debian.done == ["as the box: update --try --json --unsigned /update/new.deb"]
    shown = capsys.readouterr()
    assert (shown.out, "Installed: 0.1.0~old" in shown.err) == ("", True), "the trial itself prints the result"
    debian.trial = 1
    assert debian.update("--try", "--json") == 1
    assert "Nothing was changed." in capsys.readouterr().err


def test_trying_only_changes_nothing(debian):
    assert debian.update("--try") == 0
    assert debian.done == ["as the box: update --try --unsigned /update/new.deb"]
    assert debian.is_clean


NEVER_READY = 'case "$*" in *is-active*) test ! -e "$0.started";; start*) touch "$0.started";; esac'
BURSTS = f'case "$1" in --print-architecture) echo {MACHINE};; *) echo "it burst" >&2; exit 1;; esac'


@pytest.mark.parametrize(
    ("fault", "why"),
    [(("dpkg", BURSTS), "it burst"), (("systemctl", NEVER_READY), "the box does not start")],
    ids=["dpkg-fails", "never-ready"],
)
def test_a_version_that_does_not_come_up_gives_way_to_the_old_one(debian, capsys, monkeypatch, fault, why):
    monkeypatch.setattr(install, "READY_TIMEOUT_SECONDS", 0)
    debian.command(*fault)
    assert debian.update() == 1
    assert debian.done[-3:] == ["systemctl stop sideline.service", "rollback ", "systemctl start sideline.service"]
    told = capsys.readouterr().out
    assert why in told
    assert told.endswith("The old version is back.\n")


def test_a_version_that_is_ready_and_then_crashes_gives_way_too(debian):
    debian.command("systemctl", 'case "$*" in *MainPID*) echo $$;; esac')
    assert debian.update() == 1
    assert "rollback " in debian.done


def test_a_version_that_comes_up_in_safe_mode_gives_way_too(debian):
    (debian.folder / "games").mkdir()
    (debian.folder / "games/crashes").write_text("3")
    assert debian.update() == 1
    assert "rollback " in debian.done


def test_what_the_way_back_has_to_say_is_told(debian, capsys):
    debian.command("dpkg", BURSTS)
    debian.command("rollback", f"echo the journal is an older one; rm -r {debian.folder}/update")
    assert debian.update() == 1
    assert capsys.readouterr().out.endswith("the journal is an older one\nThe old version is back.\n")


def test_a_box_that_nobody_has_started_is_not_started(debian, capsys, monkeypatch):
    monkeypatch.setattr(machine, "is_running", lambda: False)
    monkeypatch.setattr(machine, "is_autostart_enabled", lambda: False)
    assert debian.update() == 0
    assert not any("systemctl start" in line for line in debian.done)
    assert "was not started" in capsys.readouterr().out


def test_an_update_that_was_cut_off_is_taken_back_first(debian, capsys):
    (debian.folder / "update").mkdir()
    (debian.folder / "update/old.deb").touch()
    assert debian.update() == 1
    assert debian.done == ["systemctl stop sideline.service", "rollback ", "systemctl start sideline.service"]
    told = capsys.readouterr().out
    assert "was interrupted" in told
    assert told.endswith("Start the update again now.\n")
    assert debian.update() == 0


def test_a_way_back_that_is_barred_is_told_with_what_to_do_by_hand(debian):
    debian.command("systemctl", 'case "$*" in *MainPID*) echo $$;; esac')
    debian.command("rollback", "echo the disk is full >&2; exit 1")
    with user_error(r"By hand: sudo dpkg -i .*/old\.deb\. The message: the disk is full"):
        debian.update()
    assert (debian.folder / "update/old.deb").exists(), "the next start of the machine tries again"


def test_two_updates_at_once_do_not_meet(debian):
    debian.update("--try")
    with install.exclusive_lock(), user_error("another installation is running"):
        debian.update()


def test_what_is_just_being_installed_is_not_disturbed(debian):
    script = (
        "import fcntl, sys\nlock = open(sys.argv[1], 'a')\nfcntl.lockf(lock, fcntl.LOCK_EX)\n"
        "print(flush=True)\nsys.stdin.read()"
    )
    command = [sys.executable, "-c", script, install.DPKG_LOCK]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as apt:
        apt.stdout.readline()
        with user_error("another installation is running"):
            debian.update()
        apt.stdin.close()
    assert debian.done == []
    assert debian.update() == 0


def test_a_full_disk_is_told_before_anything_is_done(debian, monkeypatch):
    monkeypatch.setattr(install, "ROOM", 10**18)
    with user_error("MB of free disk"):
        debian.update()
    assert debian.done == []


def test_a_machine_without_the_package_is_told_to_install_it_first(debian):
    debian.command("dpkg-query", "exit 1")
    with user_error("sudo apt install"):
        debian.update()


def kept(debian, tmp_path):
    """Make a package of what is installed, and unpack it."""
    with install.exclusive_lock():
        install.pack_installed_version()
    unpacked = tmp_path / "unpacked"
    subprocess.run(["dpkg-deb", "--raw-extract", Path(install.FOLDER, install.OLD), unpacked], check=True)
    return unpacked, unpacked / str(debian.folder).lstrip("/")


def test_what_is_installed_becomes_a_package_again(debian, tmp_path):
    unpacked, inside = kept(debian, tmp_path)
    fields = (unpacked / "DEBIAN/control").read_text()
    assert "Version: 0.1.0~old\n" in fields
    assert "Status" not in fields
    assert "Conffiles" not in fields
    assert os.access(unpacked / "DEBIAN/postinst", os.X_OK)
    assert (unpacked / "DEBIAN/conffiles").read_text() == f"{debian.folder}/etc/sideline.toml\n"
    assert (inside / "opt/program").read_text() == "the old program\n"
    assert os.readlink(inside / "opt/link") == "program"
    assert (inside / "etc/sideline.toml").read_text() == "# the owner's\n"


@pytest.mark.parametrize("change", [lambda path: path.write_text("night = true\n"), Path.unlink])
def test_what_the_owner_has_changed_or_removed_is_no_part_of_the_package(debian, tmp_path, change):
    change(debian.folder / "etc/sideline.toml")
    unpacked, inside = kept(debian, tmp_path)
    assert (unpacked / "DEBIAN/conffiles").read_text() == ""
    assert not (inside / "etc/sideline.toml").exists()


def test_a_setting_that_dpkg_calls_obsolete_is_no_part_of_the_package_either(debian, tmp_path):
    """So it is after a way back, when the owner's own file was left out."""
    known = (debian.folder / "known").read_text().rstrip("\n")
    (debian.folder / "known").write_text(f"{known} obsolete\n")
    files = (debian.folder / "files").read_text()
    (debian.folder / "files").write_text(files.replace(f"{debian.folder}/etc/sideline.toml\n", ""))
    unpacked, inside = kept(debian, tmp_path)
    assert (unpacked / "DEBIAN/conffiles").read_text() == ""
    assert not (inside / "etc/sideline.toml").exists()


def test_roots_habits_do_not_keep_the_box_from_reading(debian):
    before = os.umask(0o077)
    try:
        with install.exclusive_lock():
            staged = install.stage(package(debian.folder / "given"))
            places = (staged, install.FOLDER)
            assert [oct(os.stat(place).st_mode & 0o777) for place in places] == ["0o644", "0o755"]
    finally:
        os.umask(before)


def test_without_a_way_back_nothing_is_installed(debian):
    debian.update("--try")
    debian.command(
        "dpkg-deb", 'case "$*" in *--build*) echo no >&2; exit 2;; *) exec /usr/bin/dpkg-deb "$@";; esac'
    )
    with user_error("cannot be saved for the way back, so nothing was changed: no"):
        debian.update()
    assert not any("dpkg --force" in line for line in debian.done)
    assert debian.is_clean, "nothing is left lying on a disk that may be full"


def test_a_terminal_that_is_closed_meanwhile_stops_nothing():
    before = signal.getsignal(signal.SIGHUP)
    with install.ignore_signals():
        os.kill(os.getpid(), signal.SIGHUP)
        child = subprocess.run(
            ["/bin/sh", "-c", "kill -HUP $$; echo lives"], check=True, capture_output=True, text=True
        )
        assert child.stdout == "lives\n"
    assert signal.getsignal(signal.SIGHUP) is before


def test_an_older_version_is_installed_only_if_that_is_said(debian):
    with user_error(r"older version \(0.0.9\) than the installed one \(0.1.0~old\)"):
        debian.update(Version="0.0.9")
    assert debian.done == []
    assert debian.update("--older", "--try") == 0


def test_what_is_not_signed_is_not_even_tried(debian, monkeypatch):
    debian.options = ()
    with user_error("this box has no key"):
        debian.update()
    (debian.folder / "trusted").write_text("ssh-ed25519 AAAA anna\n")
    monkeypatch.setattr(signature, "TRUSTED", str(debian.folder / "trusted"))
    with user_error("not signed"):
        debian.update()
    assert debian.done == []
    assert debian.is_clean

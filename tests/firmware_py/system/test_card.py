"""A card that sets itself up: what is written on it, what stays, and what is refused."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from drivers.buzzer import PATTERNS, Sound
from firmware_py.display.last_picture import LastPicture
from firmware_py.errors import UserError
from firmware_py.i18n.locale import LANGUAGES
from firmware_py.i18n.translations import Translations
from firmware_py.system import card
from firmware_py.system.setup import boot
from systemd.package.targets import TARGETS
from tests.depth import examples
from tests.firmware_py.commands.test_cli import sideline

PACKAGE = TARGETS["trixie-arm64"].file
COMMAND = ["sh", "/boot/firmware/sideline/first-boot.sh"]
IMAGER = """\
#cloud-config
hostname: sideline
manage_etc_hosts: true
packages:
- avahi-daemon
timezone: Europe/Vienna
keyboard:
  model: pc105
  layout: "de"
users:
- name: anna
  groups: users,adm,dialout,audio,netdev,video,plugdev,cdrom,games,input,gpio,spi,i2c,render,sudo
  shell: /bin/bash
  lock_passwd: false
  passwd: $5$abc$DeF/gh.1
  ssh_authorized_keys:
    - ssh-ed25519 AAAAC3 anna@home
  sudo: ALL=(ALL) NOPASSWD:ALL

enable_ssh: true
ssh_pwauth: false
"""
"""What Raspberry Pi Imager 2 writes, put together from its sources (not from a real card)."""
RUNCMD = """\
runcmd:
- [ rfkill, unblock, wifi ]
- sh -c 'for f in /var/lib/systemd/rfkill/*:wlan; do echo 0 > "$f"; done'
"""


@pytest.fixture(name="bootfs")
def fixture_bootfs(tmp_path):
    """Make the boot partition of a card that Imager has just written."""
    folder = tmp_path / "bootfs"
    folder.mkdir()
    (folder / "config.txt").write_text("dtparam=audio=on\n[all]\n")
    (folder / "cmdline.txt").write_text("console=serial0,115200 root=PARTUUID=1-02\n")
    (folder / "meta-data").write_text("instance-id: rpios-image\n")
    (folder / "network-config").write_text("network:\n  version: 2\n")
    (folder / "user-data").write_text(IMAGER)
    return folder


@pytest.fixture(name="package")
def fixture_package(tmp_path):
    path = tmp_path / PACKAGE
    path.write_bytes(b"a package")
    return path


def content(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("more", ["", RUNCMD, RUNCMD.replace("- ", "  - ")], ids=["none", "runcmd", "indented"])
def test_everything_that_imager_wrote_stays_and_one_command_is_added(bootfs, package, more):
    (bootfs / "user-data").write_text(IMAGER + more)
    before = yaml.safe_load(IMAGER + more)
    status, out, err = sideline("card", bootfs, "--package", package)
    assert (status, err) == (0, "")
    assert PACKAGE in out
    text = (bootfs / "user-data").read_text()
    after = yaml.safe_load(text)
    assert after == {**before, "runcmd": [*before.get("runcmd", []), COMMAND]}
    assert [line for line in text.splitlines() if "sideline" not in line and line != "runcmd:"] == [
        line for line in (IMAGER + more).splitlines() if "sideline" not in line and line != "runcmd:"
    ]
    assert (bootfs / "user-data.before-sideline").read_text() == IMAGER + more
    assert (bootfs / "sideline" / PACKAGE).read_bytes() == b"a package"
    assert boot.is_fast((bootfs / "config.txt").read_text()), "the display works at the first start already"
    assert (bootfs / "config.txt.before-sideline").read_text() == "dtparam=audio=on\n[all]\n"


def test_doing_it_again_changes_nothing_and_a_newer_package_replaces_the_older(bootfs, package, tmp_path):
    sideline("card", bootfs, "--package", package)
    once = content(bootfs)
    sideline("card", bootfs, "--package", package)
    assert content(bootfs) == once
    newer = tmp_path / "sideline_9.0.0~trixie_arm64.deb"
    newer.write_bytes(b"newer")
    sideline("card", bootfs, "--package", newer)
    assert [path.name for path in (bootfs / "sideline").glob("*.deb")] == [newer.name]
    assert (bootfs / "user-data").read_bytes() == once["user-data"]


def test_a_card_without_user_data_gets_one(bootfs, package):
    (bootfs / "user-data").unlink()
    assert sideline("card", bootfs, "--package", package)[0] == 0
    assert yaml.safe_load((bootfs / "user-data").read_text()) == {"runcmd": [COMMAND]}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "#!/bin/sh\necho hello\n",
        "## template: jinja\n#cloud-config\n",
        "Content-Type: multipart/mixed\n",
        "#cloud-config\nruncmd: [ls]\n",
        "#cloud-config\nruncmd: &all\n- ls\n",
        "#cloud-config\nruncmd:\n  a: b\n",
        "#cloud-config\nruncmd:\n- ls\nruncmd:\n- ls\n",
        "#cloud-config\n---\nhostname: x\n",
        "#cloud-config\n'runcmd':\n- ls\n",
    ],
)
def test_user_data_in_another_form_is_left_alone(bootfs, package, text):
    (bootfs / "user-data").write_text(text)
    before = content(bootfs)
    status, out, err = sideline("card", bootfs, "--package", package)
    if not text:
        assert status == 0, "an empty file is as good as none"
        return
    assert (status, out) == (2, "")
    assert "nothing was changed" in err
    assert content(bootfs) == before


def test_what_is_not_such_a_card_is_refused(bootfs, package, tmp_path):
    before = content(bootfs)
    for arguments, sentence in (
        (["card", tmp_path, "--package", package], "not the boot partition of a Raspberry Pi card"),
        (["card", tmp_path / "none", "--package", package], "not the boot partition"),
        (["card", bootfs, "--package", tmp_path / "none.deb"], "cannot be read"),
        (["card", bootfs], "there is no package sideline_*~trixie_arm64.deb here"),
        (["card"], "which card?"),
    ):
        status, out, err = sideline(*arguments, cwd=tmp_path / "bootfs")
        assert (status, out, err.count("\n")) == (2, "", 1)
        assert sentence in err
    for name in (TARGETS["bookworm-arm64"].file, TARGETS["trixie-amd64"].file, "other.deb"):
        (tmp_path / name).write_bytes(b"x")
        assert "not for such a card" in sideline("card", bootfs, "--package", tmp_path / name)[2]
    (bootfs / "firstrun.sh").write_text("#!/bin/bash\n")
    assert "bookworm or older" in sideline("card", bootfs, "--package", package)[2]
    (bootfs / "firstrun.sh").unlink()
    assert content(bootfs) == before


def test_a_card_without_room_is_refused(bootfs, package, monkeypatch):
    monkeypatch.setattr(shutil, "disk_usage", lambda _: shutil._ntuple_diskusage(10, 9, 1))
    with pytest.raises(UserError) as raised:
        card.prepare(str(bootfs), str(package), "en")
    assert raised.value.why[0].key == "card.full"
    assert (bootfs / "user-data").read_text() == IMAGER


PLAIN = st.text(st.characters(codec="ascii", categories=("L", "N")), min_size=1, max_size=8)
VALUES = st.recursive(
    PLAIN | st.integers() | st.booleans(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(PLAIN, inner, max_size=3),
    max_leaves=8,
)
KEYS = PLAIN.filter(lambda key: key != "runcmd")


COMMANDS = st.none() | st.lists(VALUES, min_size=1, max_size=4)


@settings(max_examples=examples(200))
@given(st.dictionaries(KEYS, VALUES, max_size=5), COMMANDS, st.booleans())
def test_whatever_block_yaml_there_is_only_our_command_is_added(others, commands, is_last):
    parts = [yaml.safe_dump(others, default_flow_style=False) if others else ""]
    if commands is not None:
        listed = yaml.safe_dump({"runcmd": commands}, default_flow_style=False)
        parts.insert(len(parts) if is_last else 0, listed)
    text = "#cloud-config\n" + "".join(parts)
    after = yaml.safe_load(card.with_command(text))
    assert after == {**others, "runcmd": [*(commands or []), COMMAND]}
    assert card.with_command(card.with_command(text)) == card.with_command(text)


# --- the first start


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_script_is_a_shell_script_that_speaks_the_language_of_whoever_made_the_card(language, tmp_path):
    file = tmp_path / "first-boot.sh"
    file.write_text(card.script(language))
    subprocess.run(["sh", "-n", file], check=True)
    assert f"sideline --language {language} setup --yes" in file.read_text()
    pictures = {word.split()[0] for word in file.read_text().split("\nshow ")[1:]} | {"not-installed"}
    assert pictures <= {picture.value for picture in LastPicture}
    for picture in pictures:
        assert Translations(language)(f"last-picture.{picture}")


def test_three_sounds_tell_how_it_goes():
    beeps = {sound: PATTERNS[sound][::2] for sound in (Sound.INSTALLING, Sound.READY, Sound.NOT_INSTALLED)}
    assert [len(times) for times in beeps.values()] == [2, 3, 3]
    assert max(beeps[Sound.READY]) < min(beeps[Sound.NOT_INSTALLED]) / 3, "long and short differ at once"


SAYS = 'echo "$(basename "$0") $*" >> "$CALLS"\n'
STARTS = {
    "the bus is on already": ({}, ["installing", "ready"], ["stop sideline", "start sideline"]),
    "one restart is needed": ({"is-active": 1}, ["installing", "ready"], ["-r +1"]),
    "the package does not install": ({"dpkg": 1, "apt-get": 1}, ["installing", "not-installed"], []),
    "the service is not enabled": ({"enabled": "disabled"}, ["installing", "not-installed"], []),
}
"""Situations: what the tools of the system answer, the pictures that are shown, and what else is done."""


@pytest.mark.parametrize("situation", STARTS)
def test_at_the_first_start_the_display_says_how_it_goes_whatever_happens(situation, tmp_path):
    answers, pictures, done = STARTS[situation]
    folder, tools, work = tmp_path / "card", tmp_path / "tools", tmp_path / "sideline-first-boot"
    program = work / "opt/sideline/bin/sideline"
    for place in (folder, tools, program.parent):
        place.mkdir(parents=True)
    stubs = {
        "dpkg": f"exit {answers.get('dpkg', 0)}", "apt-get": f"exit {answers.get('apt-get', 0)}",
        "dpkg-deb": "", "modprobe": "", "sideline": "", "shutdown": "",
        "systemctl": f'case "$1" in is-enabled) echo {answers.get("enabled", "enabled")};;'
                     f' is-active) exit {answers.get("is-active", 0)};; esac',
    }  # fmt: skip
    for path, body in {program: "", **{tools / name: body for name, body in stubs.items()}}.items():
        path.write_text(f"#!/bin/sh\n{SAYS}{body}\n")
        path.chmod(0o755)
    (folder / PACKAGE).write_bytes(b"")
    script = folder / card.SCRIPT
    script.write_text(card.script("fr").replace("/var/tmp", str(tmp_path)).replace("/var/log", str(tmp_path)))
    calls = tmp_path / "calls"
    ended = subprocess.run(
        ["sh", script], env={"PATH": f"{tools}:/usr/bin:/bin", "CALLS": str(calls)}, check=False
    )
    said = calls.read_text().splitlines()
    shown = [line.rpartition(" ")[2] for line in said if "last-picture" in line]
    assert shown == pictures
    assert all("--language fr" in line for line in said if "last-picture" in line)
    assert (ended.returncode == 0) == ("not-installed" not in pictures)
    after = said[next(at for at, line in enumerate(said) if "last-picture" in line) :]
    assert [line.partition(" ")[2] for line in after if re.match(r"shutdown|systemctl st", line)] == done
    assert "last-picture" in (folder / "log.txt").read_text(), "the log is on the card"
    assert not work.exists()


@pytest.mark.skipif(shutil.which("cloud-init") is None, reason="cloud-init is not installed")
@pytest.mark.parametrize("more", ["", RUNCMD])
def test_cloud_init_accepts_the_file(bootfs, package, more):
    (bootfs / "user-data").write_text((IMAGER + more).replace("enable_ssh: true\n", ""))
    sideline("card", bootfs, "--package", package)
    command = ["cloud-init", "schema", "--config-file", str(bootfs / "user-data")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_script_is_in_the_package():
    assert Path(card.__file__).with_name(card.SCRIPT).read_text().startswith("#!/bin/sh\n")

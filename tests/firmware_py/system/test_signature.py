"""Signed releases: a box that trusts a key takes nothing else, and says so where none is trusted."""

import subprocess
from pathlib import Path

import pytest

from firmware_py.commands import update
from firmware_py.commands.shared.options import read_options
from firmware_py.i18n.translations import Translations
from firmware_py.system.update import signature
from systemd.package.sign import main, sign
from tests.firmware_py.errors import user_error
from tests.firmware_py.system.updates import package

ENGLISH = Translations("en")


@pytest.fixture(name="key", scope="module")
def fixture_key(tmp_path_factory):
    """Make a key that signs."""
    path = tmp_path_factory.mktemp("key") / "release"
    make_key(path)
    return path


def make_key(path):
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "anna at home", "-f", path], check=True)


@pytest.fixture(name="release")
def fixture_release(tmp_path, key, monkeypatch):
    """Make a signed release, on a box that trusts its key; gives the package."""
    made = Path(package(tmp_path))
    folder = tmp_path / "build"
    folder.mkdir()
    made = made.rename(folder / "sideline_9.9.9_all.deb")
    assert sign(folder, str(key)) == folder / "SHA256SUMS.sig"
    trust(tmp_path, monkeypatch, "# ours", Path(f"{key}.pub").read_text())
    return made


def trust(folder, monkeypatch, *lines):
    (folder / "trusted").write_text("\n".join(lines))
    monkeypatch.setattr(signature, "TRUSTED", str(folder / "trusted"))


def test_a_package_that_was_signed_is_accepted_under_any_name(release):
    assert ENGLISH.text(signature.verify(str(release))) == ("Signed with a key that this box trusts: anna at home")
    assert signature.verify(str(release.rename(release.parent / "new.deb"))).key == "update.signed"


@pytest.mark.parametrize("lines", [["# nobody yet"], [""], ["   "]])
def test_without_a_trusted_key_nothing_is_accepted(release, tmp_path, monkeypatch, lines):
    trust(tmp_path, monkeypatch, *lines)
    with user_error("this box has no key"):
        signature.verify(str(release))


def test_keys_that_cannot_be_read_are_no_reason_to_accept_anything(release, tmp_path, monkeypatch):
    (tmp_path / "trusted").unlink()
    (tmp_path / "trusted").mkdir()
    with user_error("trusted"):
        signature.verify(str(release))
    (tmp_path / "binary").write_bytes(b"\xff\xfe")
    monkeypatch.setattr(signature, "TRUSTED", str(tmp_path / "binary"))
    with user_error("binary"):
        signature.verify(str(release))


def test_the_key_of_the_installed_package_is_trusted_too(release, tmp_path, key, monkeypatch):
    trust(tmp_path, monkeypatch, "# nobody")
    (tmp_path / "release-keys").write_text(Path(f"{key}.pub").read_text())
    monkeypatch.setattr(signature, "RELEASE_KEYS", str(tmp_path / "release-keys"))
    assert signature.verify(str(release)).key == "update.signed"


@pytest.mark.parametrize("line", ["", "   ", "nonsense", "0" * 64, "\x1b[2J"])
def test_a_bad_line_in_signed_checksums_is_a_sentence(release, key, line):
    sums = release.parent / "SHA256SUMS"
    sums.write_text(f"{line}\n{sums.read_text()}")
    (release.parent / "SHA256SUMS.sig").unlink()
    subprocess.run(["ssh-keygen", "-q", "-Y", "sign", "-f", key, "-n", "sideline", sums], check=True)
    with user_error("SHA256SUMS, line 1"):
        signature.verify(str(release))


def test_with_a_word_of_its_own_it_is_tried_without_a_look_at_who_made_it(tmp_path, monkeypatch):
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    tried = []
    monkeypatch.setattr(update, "try_package", lambda package, *_: tried.append(package) or (0.1, 0))
    made = package(tmp_path)
    with user_error("this box has no key"):
        update.main(read_options("update", ["--try", made]), ENGLISH)
    assert update.main(read_options("update", ["--try", "--unsigned", made]), ENGLISH) == 0
    assert tried == [made]


@pytest.mark.parametrize("name", ["SHA256SUMS", "SHA256SUMS.sig"])
def test_a_package_without_a_signature_is_refused_where_a_key_is_trusted(release, name):
    (release.parent / name).unlink()
    with user_error("not signed"):
        signature.verify(str(release))


def test_a_package_that_was_changed_afterwards_is_refused(release):
    release.write_bytes(release.read_bytes() + b"!")
    with user_error("not the package that was signed"):
        signature.verify(str(release))


def test_checksums_that_were_changed_afterwards_are_refused(release):
    sums = release.parent / "SHA256SUMS"
    sums.write_text(sums.read_text() + f"{'0' * 64}  other.deb\n")
    with user_error("not made with a key"):
        signature.verify(str(release))


def test_a_signature_of_somebody_else_is_refused(release, tmp_path):
    make_key(tmp_path / "other")
    sign(release.parent, str(tmp_path / "other"))
    with user_error("not made with a key"):
        signature.verify(str(release))


def test_nothing_of_a_refused_package_is_ever_run(release, tmp_path, monkeypatch):
    make_key(tmp_path / "other")
    trust(tmp_path, monkeypatch, (tmp_path / "other.pub").read_text())
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    monkeypatch.setattr("firmware_py.system.update.trial.try_package", lambda *_: pytest.fail("it was run"))
    with user_error("not made with a key"):
        update.main(read_options("update", ["--try", str(release)]), ENGLISH)


def test_the_checksums_go_with_a_package_that_is_copied(release, tmp_path):
    staged = tmp_path / "staged"
    staged.mkdir()
    (staged / "new.deb").write_bytes(release.read_bytes())
    signature.copy_beside(str(release), str(staged))
    assert signature.verify(str(staged / "new.deb")).key == "update.signed"


def test_who_signs_without_a_key_gets_one_sentence(capsys):
    assert main([]) == 2
    assert "which key?" in capsys.readouterr().err

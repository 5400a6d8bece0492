"""Backups by phone: only while somebody at the box allows it, checked, and nothing is replaced from a phone."""

import os
import socket
import time
from contextlib import closing
from pathlib import Path

import pytest

from firmware_py.backups import backup, restore
from firmware_py.commands import run
from firmware_py.commands.run import _Storage
from firmware_py.commands.shared.options import Arguments
from firmware_py.config import configuration
from firmware_py.http.limits import MOST_UPLOAD
from firmware_py.i18n.translations import Translations
from firmware_py.storage.journal import Journal
from firmware_py.storage.paths import accepted_backup_file, data_folder, journal_file
from firmware_py.ui.flows.backup import OPEN_SECONDS
from firmware_py.ui.flows.settings import settings
from firmware_py.ui.stack.switch_off import Restart
from tests.firmware_py.page.pages import INSIDE, answered, choose_on
from tests.firmware_py.ui.stacks import choose, new_stack, press, text, values

WORDS = Translations("en")


@pytest.fixture(name="box")
def fixture_box(real, monkeypatch):
    """Give a box whose files are where a backup looks for them."""
    monkeypatch.setenv("SIDELINE_DATA", real.folder)
    return real


def allow(stack):
    """Allow phones to exchange backups, as with the keys."""
    settings(stack, stack.pop)
    choose(stack, "phone-backup", "allow")
    press(stack, "OK", "OK", "BACK", "BACK")


def test_a_phone_gets_a_backup_only_while_somebody_at_the_box_allows_it(box):
    phone = box.paired()
    assert phone.get("/backup-state").json["is_open"] is False
    assert phone.get("/backup").status == 403
    assert phone.ask("POST", "/backup", b"zip").status == 403
    box.ask(allow)
    answer = phone.get("/backup")
    assert (answer.status, answer.headers["Content-Type"]) == (200, "application/zip")
    assert 'filename="sideline-backup-2026-11-20.zip"' in answer.headers["Content-Disposition"]
    assert backup.unpack(answer.body, "phone").matches == 1
    assert box.phone("127.0.0.9").get("/backup").status == 403, "who is not paired gets none"
    box.ask(lambda stack: setattr(stack, "backup_until", stack.backup_until - OPEN_SECONDS))
    assert phone.get("/backup").status == 403, "ten minutes later"


def test_a_phone_cannot_allow_it_itself(box):
    phone = box.paired()
    with phone.listen() as stream:
        choose_on(phone, stream, "back", "match", "settings", "phone-backup", "allow")
        assert stream.seen["ask"]["notice"]["lines"] == [WORDS("home.only-at-box")]
    assert phone.get("/backup").status == 403


def test_what_a_phone_sends_is_checked_shown_and_replaces_nothing(box):
    phone = box.paired()
    box.ask(allow)
    good = phone.get("/backup").body
    long = b"\0" * 100_000 + good  # longer than the body of any other request; a zip file may begin like that
    answer = phone.ask("POST", "/backup", long)
    assert answer.status == 200
    assert "Matches: 1 (here now: 1)" in answer.json["lines"]
    bad = phone.ask("POST", "/backup", good[: len(good) // 2])
    assert (bad.status, bad.why) == (422, "zip: this is not a backup of Sideline")
    assert phone.ask("POST", "/backup", good, X_Sideline_Token="").status == 403
    declared = f"POST /backup HTTP/1.1\r\nHost: {phone.host}\r\nContent-Length: {MOST_UPLOAD + 1}\r\n\r\n"
    assert answered(box.port, declared.encode()).startswith(b"HTTP/1.0 413")
    assert box.log == []
    assert restore.uploaded().matches == 1, "the good one waits"
    assert box.notes == ""


def test_it_is_accepted_with_the_keys_and_the_next_start_restores_it(monkeypatch, tmp_path):
    monkeypatch.setenv("SIDELINE_DATA", str(tmp_path))
    stack = new_stack()
    settings(stack, stack.pop)
    choose(stack, "phone-backup")
    assert values(stack) == ["allow"]
    with closing(Journal(journal_file())) as journal:
        journal.begin(INSIDE, date="2026-11-20")
    restore.upload(backup.pack("2026-11-20"), MOST_UPLOAD)
    os.remove(journal_file())
    press(stack, "BACK")
    choose(stack, "phone-backup", "bring-back")
    assert "Matches: 1 (here now: 0)" in text(stack)
    with pytest.raises(Restart):
        press(stack, "OK")
    storage = _Storage()
    assert [entry.setup.game for entry in storage.journal.entries()] == ["inside"]
    assert [sentence.key for sentence in storage.notices] == ["restore.done"]
    storage.close()
    assert sorted(name for name in os.listdir(data_folder()) if name.endswith(".zip")) == []


def test_the_restored_configuration_counts_from_the_same_start_on(monkeypatch, tmp_path):
    monkeypatch.setenv("SIDELINE_DATA", str(tmp_path))
    Path(tmp_path, "settings.toml").write_text("contrast = 40\n")
    Path(accepted_backup_file()).write_bytes(backup.pack("2026-11-20"))
    Path(tmp_path, "settings.toml").write_text("contrast = 220\n")
    seen = []
    monkeypatch.setattr(run, "choose_frontend", lambda *_, **_named: None)
    monkeypatch.setattr(run, "_run", lambda *_: seen.append(configuration.load().contrast) or 0)
    assert run.main(Arguments("run", {}, []), WORDS) == 0
    assert seen == [40]


def test_a_backup_that_cannot_be_restored_does_not_keep_the_box_from_starting(monkeypatch, tmp_path):
    monkeypatch.setenv("SIDELINE_DATA", str(tmp_path))
    Path(accepted_backup_file()).write_bytes(b"no backup")
    assert [sentence.key for sentence in restore.restore_accepted()] == ["backup.not-one"]
    assert restore.restore_accepted() == []
    assert sorted(os.listdir(tmp_path)) == []


def shown_at_the_box(monkeypatch, tmp_path):
    """Show the question whether to bring a backup back; return the stack."""
    monkeypatch.setenv("SIDELINE_DATA", str(tmp_path))
    restore.upload(backup.pack("2026-11-20"), MOST_UPLOAD)
    stack = new_stack()
    allow(stack)
    settings(stack, stack.pop)
    choose(stack, "phone-backup", "bring-back")
    return stack


def test_only_what_was_shown_is_restored(monkeypatch, tmp_path):
    stack = shown_at_the_box(monkeypatch, tmp_path)
    assert stack.backup_until < time.monotonic(), "no phone sends another one now"
    restore.upload(backup.pack("2026-11-21"), MOST_UPLOAD)  # it was on its way
    press(stack, "OK")
    assert "a phone has sent another one" in text(stack)
    assert not os.path.exists(accepted_backup_file())
    assert restore.uploaded().date == "2026-11-21"


def test_a_backup_that_has_vanished_is_told(monkeypatch, tmp_path):
    stack = shown_at_the_box(monkeypatch, tmp_path)
    os.remove(tmp_path / restore.UPLOADED)
    press(stack, "OK")
    assert "This backup is gone" in text(stack)
    press(stack, "OK")
    assert values(stack) == ["allow", "bring-back"]
    choose(stack, "bring-back")
    assert "This backup is gone" in text(stack)


def test_a_disk_that_does_not_take_an_accepted_backup_is_told(monkeypatch, tmp_path):
    stack = shown_at_the_box(monkeypatch, tmp_path)

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(restore, "replace_bytes", full)
    press(stack, "OK")
    assert "cannot be written" in text(stack)
    assert restore.uploaded() is not None


@pytest.mark.parametrize(
    ("length", "starts", "is_told"),
    [(-5, b"HTTP/1.0 400", False), (1000, b"", False), (100_000, b"HTTP/1.0 408", True)],
)
def test_an_upload_that_does_not_arrive_whole_is_refused_and_noted_nowhere(box, length, starts, is_told):
    phone = box.paired()
    box.ask(allow)
    head = f"POST /backup HTTP/1.1\r\nHost: {phone.host}\r\nOrigin: http://{phone.host}\r\n"
    head += f"Cookie: {phone.cookie}\r\nX-Sideline-Token: {phone.token}\r\nContent-Length: {length}\r\n\r\n"
    with socket.create_connection(("127.0.0.1", box.port), timeout=10) as connection:
        connection.sendall(head.encode() + b"PK")
        connection.shutdown(socket.SHUT_WR)
        answer = b"".join(iter(lambda: connection.recv(65536), b""))
    assert answer.startswith(starts)
    assert is_told is (b"did not arrive completely" in answer)
    assert box.notes == ""
    assert restore.uploaded() is None

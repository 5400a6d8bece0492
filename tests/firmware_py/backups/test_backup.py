"""Backup and restore: one file with everything, checked before it replaces anything, and nothing is lost."""

import hashlib
import io
import json
import os
import shutil
import struct
import time
import tracemalloc
import zipfile
from contextlib import closing
from itertools import count
from pathlib import Path

import pytest

from engine.game import Setup
from firmware_py.backups import backup, restore
from firmware_py.config import configuration
from firmware_py.games import taught
from firmware_py.i18n.translations import Translations
from firmware_py.storage.journal import Journal
from firmware_py.storage.lock import take_lock
from firmware_py.storage.notebook import Draft, first_checksum, page, write_lines
from firmware_py.storage.paths import accepted_backup_file, data_folder, journal_file
from firmware_py.storage.people import People
from firmware_py.storage.reconcile import open_journal
from firmware_py.system import usb_sticks
from firmware_py.ui.flows.settings import settings
from tests.firmware_py.commands.test_cli import RECORDS, sideline
from tests.firmware_py.commands.test_command_line import on_terminal
from tests.firmware_py.storage.journals import opened
from tests.firmware_py.ui.stacks import new_stack, text

INSIDE, ONLINE = RECORDS / "inside/whole-game.txt", RECORDS / "online/two-players.txt"
SETUP = Setup("inside", ("Anna", "Ben"))


@pytest.fixture(name="saved")
def fixture_saved(tmp_path):
    """Make a backup of a box with a match, a copy of Offline and settings; then change all of it."""
    sideline("matches", "import", INSIDE)
    (tmp_path / "offline.toml").write_text(sideline("my-copy", "offline", "export")[1])
    sideline("my-copy", "offline", "import", tmp_path / "offline.toml")
    sideline("config", "--set", "contrast=40")
    Path(os.environ["SIDELINE_CONFIG"]).write_text("night = true\n")
    file = tmp_path / "box.zip"
    status, out, err = sideline("backup", file)
    assert (status, err) == (0, "")
    assert str(file) in out
    sideline("matches", "import", ONLINE)
    sideline("config", "--set", "contrast=220")
    Path(os.environ["SIDELINE_CONFIG"]).write_text("night = false\n")
    return file


@pytest.mark.parametrize("is_known", [False, True])
def test_a_backup_starts_no_program_that_was_not_named_here(tmp_path, is_known):
    here, camera = Path(os.environ["SIDELINE_CONFIG"]), '[camera]\nprogram = "sh -c evil"\n'
    here.write_text(camera)
    sideline("config", "--set", "contrast=40")
    with Path(data_folder(), "settings.toml").open("a") as file:
        file.write(camera)
    assert sideline("backup", tmp_path / "box.zip")[0] == 0
    now = f"night = true\n{camera if is_known else ''}"
    here.write_text(now)
    assert sideline("restore", "--yes", tmp_path / "box.zip")[0] == 0
    assert here.read_text() == (camera if is_known else now)
    restored = Path(data_folder(), "before-restore-1", "sideline.toml.restored")
    assert restored.exists() is not is_known
    here.unlink()
    assert configuration.load() == configuration.DEFAULTS._replace(contrast=40)


def games():
    return [json.loads(line)["game"] for line in sideline("matches", "--json")[1].splitlines()]


def test_a_backup_brings_everything_back_and_keeps_what_it_replaces(saved):
    assert games() == ["online", "inside"] or games() == ["inside", "online"]
    status, out, err = sideline("restore", "--yes", saved)
    assert (status, err) == (0, "")
    assert "Matches: 1 (here now: 2)" in out
    assert "offline" in out
    assert games() == ["inside"]
    shown = sideline("config")[1]
    assert "contrast = 40  # " in shown
    assert "night = true  # " in shown
    kept = Path(data_folder(), "before-restore-1")
    assert "contrast = 220" in (kept / "settings.toml").read_text()
    assert (kept / "sideline.toml").read_text() == "night = false\n"
    with closing(Journal(str(kept / "journal.db"))) as old:
        assert len(old.entries()) == 2
    assert len(list(kept.glob("notebooks/*.txt"))) == 2
    sideline("restore", "--yes", saved)
    assert Path(data_folder(), "before-restore-2").is_dir(), "never over an older one"


def test_a_program_reads_what_a_backup_has_before_it_brings_it_back(saved, tmp_path):
    status, out, err = sideline("backup", "--json", tmp_path / "now.zip")
    assert (status, err) == (0, "")
    assert json.loads(out)["bytes"] == (tmp_path / "now.zip").stat().st_size
    assert json.loads(out)["matches"] == 2
    status, out, err = sideline("restore", "--json", saved)
    shown = json.loads(out)
    assert (status, err, shown["ok"], shown["restored"]) == (0, "", True, False)
    assert (shown["matches"], shown["matches_now"], shown["copies"]) == (1, 2, ["offline"])
    assert "settings.toml" in shown["files"]
    assert len(games()) == 2, "nothing was changed"
    assert not Path(shown["kept"]).exists()
    done = json.loads(sideline("restore", "-jy", saved)[1])
    assert done == {**shown, "restored": True}
    assert games() == ["inside"]
    assert Path(done["kept"], "journal.db").exists()
    saved.write_bytes(saved.read_bytes()[:-40])
    status, out, err = sideline("restore", "-jy", saved)
    assert (status, err, json.loads(out)["ok"]) == (2, "", False)
    assert games() == ["inside"]


def test_restoring_shows_what_it_would_replace_and_asks(saved):
    status, _, err = sideline("restore", saved)
    assert (status, "no terminal to ask on" in err) == (2, True)
    status, shown = on_terminal("restore", str(saved), typed="n\n")
    assert status == 1
    assert "before-restore-1" in shown
    assert len(games()) == 2
    assert not Path(data_folder(), "before-restore-1").exists()


def test_a_backup_can_be_made_while_the_box_runs_but_not_restored(saved, tmp_path):
    with take_lock(), closing(Journal(journal_file())):
        assert sideline("backup", tmp_path / "other.zip")[0] == 0
        status, _, err = sideline("restore", "--yes", saved)
    assert status == 2
    assert err.startswith("sideline: the box is running. Stop it first: sudo systemctl stop sideline")


def test_a_folder_gets_a_file_with_the_date_and_nothing_is_replaced_without_a_question(tmp_path):
    assert sideline("backup", tmp_path)[0] == 0
    (made,) = tmp_path.glob("sideline-backup-????-??-??.zip")
    status, _, err = sideline("backup", tmp_path)
    assert (status, err) == (2, f"sideline: {made} exists; to replace it: sideline backup --yes {made}\n")
    assert sideline("backup", "--yes", tmp_path)[0] == 0
    assert sideline("backup", tmp_path / "no" / "such")[0] == 2


def damaged(file, change):
    """Write the files of a backup again, changed."""
    with zipfile.ZipFile(file) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    change(files)
    with zipfile.ZipFile(file, "w") as archive:
        for name, data in files.items():
            archive.writestr(name, data)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (
            lambda files: files.update({"settings.toml": b"contrast = 1\n"}),
            "this backup is damaged (settings.toml)",
        ),
        (lambda files: files.pop("notebooks/000001.txt"), "this backup is damaged (notebooks/000001.txt)"),
        (lambda files: files.pop(backup.LIST), "this is not a backup of Sideline"),
        (lambda files: files.update({backup.LIST: b"[]"}), "this is not a backup of Sideline"),
        (
            lambda files: files.update({backup.LIST: files[backup.LIST].replace(b'"format": 1', b'"format": 2')}),
            "made by a newer version",
        ),
    ],
    ids=["changed", "missing", "no-list", "strange-list", "newer"],
)
def test_a_file_that_is_not_whole_changes_nothing(saved, change, sentence):
    damaged(saved, change)
    status, out, err = sideline("restore", "--yes", saved)
    assert (status, out) == (2, "")
    assert sentence in err
    assert len(games()) == 2


def small_backup():
    """Return a backup of a box with one match and two settings; the box then has one more and others."""
    os.makedirs(data_folder(), exist_ok=True)
    Path(data_folder(), "settings.toml").write_text("contrast = 40\n")
    with closing(Journal(journal_file())) as journal:
        journal.begin(SETUP, date="2026-11-20")
        packed = backup.pack("2026-11-20")
        journal.begin(SETUP, date="2026-11-21")
    Path(data_folder(), "settings.toml").write_text("contrast = 220\n")
    return packed


def matches():
    with closing(opened(journal_file())[0]) as journal:
        return len(journal.entries())


def test_a_backup_has_what_was_taught_for_photos(tmp_path):
    taught.save("insider", {"rings": 20, "cards": [[101, [3, 1, 0], -2, [[20, 9], [45, 9], [70, 9]]]]})
    known = taught.load("insider")
    sideline("backup", tmp_path / "box.zip")
    taught.save("insider", {"rings": 30})
    sideline("restore", "--yes", tmp_path / "box.zip")
    assert taught.load("insider") == known
    assert known["cards"][0][0] == 101


@pytest.mark.parametrize(
    ("name", "data", "is_listed", "keys"),
    [
        ("online.toml", b"", False, ["backup.damaged"]),
        ("sideline.toml", b"= broken [[[", True, ["my-copy.bad-toml"]),
        ("settings.toml", b"contrast = 999", True, ["value.bad-number"]),
        ("settings.toml", b"\xff", True, ["text.is-none"]),
        ("offline.toml", b"nothing = 1", True, ["value.unknown-key"]),
        ("inside-photos.toml", b"[board\n", True, ["my-copy.bad-toml"]),
    ],
    ids=["unlisted", "no-toml", "setting", "binary", "copy", "photos"],
)
def test_a_file_that_could_keep_the_box_from_starting_is_refused(tmp_path, name, data, is_listed, keys):
    file = tmp_path / "box.zip"
    file.write_bytes(small_backup())

    def put(files):
        about = json.loads(files[backup.LIST])
        if is_listed:
            about["sha256"][name] = hashlib.sha256(data).hexdigest()
        files |= {name: data, backup.LIST: json.dumps(about).encode()}

    damaged(file, put)
    with pytest.raises(backup.UserError) as error:
        backup.unpack(file.read_bytes(), "box.zip")
    words = [Translations("en").text(why) for why in error.value.why]
    assert all("box.zip" in text and name in text for text in words)
    assert [dict(why.args).get("why", why).key for why in error.value.why][: len(keys)] == keys


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04 cut off", b"contrast = 1\n"])
def test_another_file_is_refused_with_one_sentence(tmp_path, data):
    (tmp_path / "strange").write_bytes(data)
    status, out, err = sideline("restore", "--yes", tmp_path / "strange")
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert sideline("restore", tmp_path / "none")[0] == sideline("restore")[0] == sideline("backup")[0] == 2


def test_names_that_lead_out_of_the_folder_are_not_followed(saved):
    damaged(saved, lambda files: files.update({"../../evil.toml": b"x"}))
    assert sideline("restore", "--yes", saved)[0] == 0
    assert not list(Path(data_folder()).parent.glob("evil*"))


def test_a_backup_has_a_file_for_each_match(saved):
    packed = backup.pack("2026-11-17")
    with zipfile.ZipFile(io.BytesIO(packed)) as archive, zipfile.ZipFile(saved) as other:
        assert archive.namelist() == [*other.namelist(), "notebooks/000002.txt"]


def strange_zips():
    """Yield zip files that each make the library fail in another way."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(backup.LIST, json.dumps({"a": "x" * 500}))
    good = packed.getvalue()
    begin = good.index(backup.LIST.encode()) + len(backup.LIST)
    yield good[:begin] + b"\xff\xff" + good[begin + 2 :]
    encrypted, at = bytearray(good), good.index(b"PK\x01\x02") + 8
    encrypted[6] |= 1
    encrypted[at] |= 1
    yield bytes(encrypted)
    for method, content in ((zipfile.ZIP_DEFLATED, "[" * 200_000), (zipfile.ZIP_LZMA, "{}")):
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w", method) as archive:
            archive.writestr(backup.LIST, content)
        yield packed.getvalue()


@pytest.mark.parametrize("data", list(strange_zips()), ids=["deflate", "encrypted", "deep", "lzma"])
def test_whatever_a_zip_file_has_in_it_is_refused_with_a_sentence(data):
    with pytest.raises(backup.UserError) as error:
        backup.unpack(data, "x")
    assert [why.key for why in error.value.why] == ["backup.not-one"]


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_a_zip_file_with_the_same_notebook_twice_is_refused_with_a_sentence(tmp_path):
    file = tmp_path / "box.zip"
    file.write_bytes(small_backup())
    with zipfile.ZipFile(file, "a") as archive:
        name = next(name for name in archive.namelist() if name.startswith(backup.NOTEBOOKS))
        archive.writestr(name, archive.read(name))
    with pytest.raises(backup.UserError) as error:
        backup.unpack(file.read_bytes(), "x")
    assert [why.key for why in error.value.why] == ["backup.not-one"]


def test_a_zip_file_with_very_many_entries_is_not_even_opened(tmp_path, monkeypatch):
    file = tmp_path / "box.zip"
    file.write_bytes(small_backup())
    damaged(file, lambda files: files.update({str(at): b"" for at in range(backup.MOST_FILES)}))

    def fail(*_):
        pytest.fail("it was opened")

    monkeypatch.setattr(backup, "ZipFile", fail)
    with pytest.raises(backup.UserError):
        backup.unpack(file.read_bytes(), "x")


def test_a_file_is_not_unpacked_beyond_the_size_that_it_names():
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(backup.LIST, b"[]" + b" " * 50_000_000)
    data = packed.getvalue().replace(struct.pack("<L", 50_000_002), struct.pack("<L", 2))
    tracemalloc.start()
    with pytest.raises(backup.UserError):
        backup.unpack(data, "x")
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < 5_000_000


def test_a_file_with_faults_is_left_out_of_a_backup():
    small_backup()
    Path(data_folder(), "settings.toml").write_bytes(b"\xff")
    with zipfile.ZipFile(io.BytesIO(backup.pack("x"))) as archive:
        assert set(archive.namelist()) == {backup.LIST, "notebooks/000001.txt", "notebooks/000002.txt"}


# --- names and times


def test_names_and_times_come_back_and_those_of_other_matches_are_kept_aside():
    with closing(Journal(journal_file())) as journal:
        journal.people.rename("Bne", "Ben")
    packed = backup.pack("x")
    with closing(Journal(journal_file())) as journal:
        journal.people.rename("Anan", "Anna")
    kept = restore.restore(packed)
    with closing(Journal(journal_file())) as journal:
        assert journal.people.aliases == {"Bne": "Ben"}
    assert People(os.path.join(kept, "people.json")).aliases == {"Bne": "Ben", "Anan": "Anna"}


# --- every line is checked


@pytest.mark.parametrize(
    "change",
    [
        lambda data: data.replace(b"Anna", b"Hanna"),
        lambda data: data[: data.rindex(b"\n") - 5],
        lambda data: data + b"2 quit\n",
        lambda data: b"[Game" + data,
        lambda _: b"",
    ],
    ids=["changed", "cut", "longer", "begins", "empty"],
)
def test_a_notebook_with_a_line_that_is_not_sound_is_refused_even_if_the_list_names_it(tmp_path, change):
    file, name = tmp_path / "box.zip", "notebooks/000001.txt"
    file.write_bytes(small_backup())

    def put(files):
        about, data = json.loads(files[backup.LIST]), change(files[name])
        about["sha256"][name] = hashlib.sha256(data).hexdigest()
        files |= {name: data, backup.LIST: json.dumps(about).encode()}

    damaged(file, put)
    with pytest.raises(backup.UserError) as error:
        backup.unpack(file.read_bytes(), "box.zip")
    assert [why.key for why in error.value.why] == ["backup.damaged"]


def test_a_notebook_that_is_damaged_is_backed_up_from_the_database():
    small_backup()
    path = Path(data_folder(), "notebooks", "000001.txt")
    whole = path.read_bytes()
    path.write_bytes(whole[:-10])
    with zipfile.ZipFile(io.BytesIO(backup.pack("x"))) as archive:
        assert archive.read("notebooks/000001.txt") == whole


def test_a_small_file_that_unpacks_to_very_much_is_refused_before_it_is_read(monkeypatch):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(backup.LIST, b" " * 20_000_000)
    monkeypatch.setattr(backup, "_unpacked", lambda *_: pytest.fail("it was read"))
    with pytest.raises(backup.UserError) as error:
        backup.unpack(packed.getvalue(), "x")
    assert [why.key for why in error.value.why] == ["backup.too-big"]


def test_a_deleted_match_stays_deleted_in_a_backup_and_after_it():
    with closing(Journal(journal_file())) as journal:
        journal.begin(SETUP, date="2026-11-20")
        journal.begin(SETUP, date="2026-11-20")
        journal.delete(2)
    restore.restore(backup.pack("x"))
    with closing(opened(journal_file())[0]) as journal:
        assert [entry.number for entry in journal.entries()] == [1]
        assert journal.begin(SETUP, date="") == 3


# --- power cuts


class PowerCut(BaseException):
    """The power is gone."""


def cut_at(monkeypatch, place):
    """Let the power fail before the file system is changed for this time; return the changes so far."""
    done = []

    def failing(change):
        def act(*arguments, **named):
            if len(done) == place:
                raise PowerCut
            done.append(change.__name__)
            return change(*arguments, **named)

        return act

    for owner, name in ((os, "replace"), (os, "rename"), (os, "remove"), (shutil, "copy2")):
        monkeypatch.setattr(owner, name, failing(getattr(owner, name)))
    return done


@pytest.mark.slow
def test_after_a_power_cut_the_next_start_goes_on(tmp_path, monkeypatch):
    for place in count():
        monkeypatch.setenv("SIDELINE_DATA", str(tmp_path / f"cut-{place}"))
        restore.upload(small_backup(), backup.MOST_BYTES)
        restore.accept(restore.uploaded())
        with closing(Journal(journal_file())) as journal:  # not closed yet: it has a log, as after a power cut
            journal.begin(SETUP, date="2026-11-22")
            is_cut = False
            with monkeypatch.context() as patch:
                cut_at(patch, place)
                try:
                    restore.restore_accepted()
                except PowerCut:
                    is_cut = True
            told = restore.restore_accepted()
        assert [line.key for line in told] == ["restore.done"] * is_cut, place
        assert (matches(), configuration.load().contrast) == (1, 40), place
        kept = restore.kept_folder(-1)
        assert len(list(Path(kept).glob("notebooks/*.txt"))) == 3, f"{place}: what was there before is there"
        left = [name for name in os.listdir(data_folder()) if ".zip" in name or ".restored" in name]
        assert left == [], place
        if not is_cut:
            break
    assert place > 10


def test_a_backup_that_the_disk_does_not_take_changes_nothing_and_can_be_tried_again(monkeypatch):
    restore.upload(small_backup(), backup.MOST_BYTES)
    restore.accept(restore.uploaded())
    with monkeypatch.context() as patch:
        patch.setattr(shutil, "copy2", full)
        assert [line.key for line in restore.restore_accepted()] == ["my-copy.cannot-write"]
    assert matches() == 2
    assert restore.restore_accepted() == []
    restore.accept(restore.uploaded())
    assert [line.key for line in restore.restore_accepted()] == ["restore.done"]
    assert matches() == 1


def test_a_backup_that_the_disk_does_not_take_leaves_nothing_behind_that_fills_it(monkeypatch):
    restore.upload(small_backup(), backup.MOST_BYTES)
    restore.accept(restore.uploaded())
    before = sorted(os.listdir(data_folder()))
    flush = os.fsync

    def flush_until_full(file):
        name = os.readlink(f"/proc/self/fd/{file}")
        return full() if name.endswith("settings.toml.restored.new") else flush(file)

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", flush_until_full)
        assert [line.key for line in restore.restore_accepted()] == ["my-copy.cannot-write"]
    uploaded = {os.path.basename(accepted_backup_file()): restore.UPLOADED}
    assert sorted(os.listdir(data_folder())) == sorted(uploaded.get(name, name) for name in before)


def full(*_):
    raise OSError(28, "No space left on device")


# --- at the box


def at_the_box(stack):
    """Choose the backup in the settings, and return what the box says."""
    settings(stack, stack.pop)
    labels = [option.step.value for option in stack.top.view_model().options]
    stack.choose(labels.index("backup"))
    told = [Translations("en").text(text) for text in stack.top.view_model().message.paragraphs]
    stack.pop()
    return " ".join(told)


def test_the_box_writes_to_the_stick_that_is_plugged_in(monkeypatch, tmp_path):
    mounts, stick = tmp_path / "mounts", tmp_path / "media" / "my stick"
    stick.mkdir(parents=True)
    mounts.write_text("proc /proc proc rw 0 0\n")
    monkeypatch.setattr(usb_sticks, "MOUNTS", str(mounts))
    monkeypatch.setattr(usb_sticks, "FOLDERS", (f"{tmp_path}/media/",))
    stack = new_stack()
    assert "No USB stick was found" in at_the_box(stack)
    mounts.write_text(f"/dev/sda1 {str(stick).replace(' ', chr(92) + '040')} vfat rw 0 0\n")
    assert "You may pull it out" in at_the_box(stack)
    (made,) = stick.iterdir()
    assert backup.unpack(made.read_bytes(), "the stick").matches == 0
    made.unlink()
    stick.rmdir()
    assert "No USB stick was found" in at_the_box(stack), "it was pulled out"


def test_a_slow_stick_does_not_hold_the_keys(monkeypatch, tmp_path):
    monkeypatch.setattr("firmware_py.ui.flows.backup.mounted_sticks", lambda: [str(tmp_path)])
    stack, jobs = new_stack(), []
    stack.services = stack.services._replace(in_background=lambda *job: jobs.append(job))
    assert "The backup is being written" in at_the_box(stack)
    shown = stack.top
    ((begun_on, work, show),) = jobs
    show(begun_on, work())
    assert "You may pull it out" in text(stack)
    stack.pop()
    assert stack.top is shown
    assert backup.unpack(next(tmp_path.glob("*.zip")).read_bytes(), "the stick").matches == 0


def test_without_a_clock_the_file_has_a_name_that_a_stick_takes(monkeypatch, tmp_path):
    monkeypatch.setattr("firmware_py.ui.flows.backup.mounted_sticks", lambda: [str(tmp_path)])
    stack = new_stack()
    stack.today = lambda: "????-??-??"
    assert "You may pull it out" in at_the_box(stack)
    (made,) = tmp_path.glob("*.zip")
    assert not set(made.name) & set('*?<>|":')


def test_a_stick_that_is_full_is_named(monkeypatch, tmp_path):
    monkeypatch.setattr("firmware_py.ui.flows.backup.mounted_sticks", lambda: [str(tmp_path)])
    monkeypatch.setattr("firmware_py.ui.flows.backup.replace_bytes", full)
    assert at_the_box(new_stack()) == "The stick cannot be written. Reason: No space left on device"


def test_settings_are_read_from_the_restored_file(saved):
    sideline("restore", "--yes", saved)
    assert configuration.load().contrast == 40


# --- hostile backups


def packed_with(**files: bytes) -> bytes:
    """Return a backup that lists these files, with their real checksums."""
    sums = {name: hashlib.sha256(data).hexdigest() for name, data in files.items()}
    about = {"format": 1, "date": "2026-11-20", "sideline": "1", "sha256": sums}
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(backup.LIST, json.dumps(about))
        for name, data in files.items():
            archive.writestr(name, data)
    return packed.getvalue()


def hostile_notebook(*notes: str) -> bytes:
    """Return a notebook of match 1 whose checksums are right, whatever it says."""
    tags = [Draft('[Game "inside"]'), Draft('[Players "Anna, Ben"]')]
    began = Draft("", 'match 1 series 1 began "2026-11-20" "20:15"')
    lines = write_lines(first_checksum(1), 1, [*tags, began, *(Draft("", note) for note in notes)])
    return page([line.text for line in lines])


@pytest.mark.parametrize(
    "note",
    [
        "status nonsense",
        f"minutes {2**70}",
        f'status over "Anna" {2**70} won "Ben" 0 lost',
        "minutes " + "9" * 5000,
    ],
    ids=["status", "minutes", "points", "digits"],
)
def test_a_notebook_with_what_no_database_can_store_is_refused_and_keeps_no_box_from_starting(note):
    data = hostile_notebook(note)
    with pytest.raises(backup.UserError):
        backup.unpack(packed_with(**{"notebooks/000001.txt": data}), "x")
    Path(data_folder(), "notebooks").mkdir(parents=True)
    Path(data_folder(), "notebooks", "000001.txt").write_bytes(data)
    work = open_journal(journal_file())
    work.finish()
    work.journal.close()


def lists_of_hostile_backups():
    yield b'{"a":' * 3000
    yield b'{"sha256": {' + b",".join(b'"%d": {}' % at for at in range(200_000)) + b"}}"
    yield b"[" + b"[]," * 300_000 + b"[]]"
    yield json.dumps({"format": 1, "date": "\x1b[2J", "sideline": "1", "sha256": {}}).encode()
    yield json.dumps({"format": 1, "date": "x" * 10**6, "sideline": "1", "sha256": {}}).encode()


@pytest.mark.parametrize(
    "data", list(lists_of_hostile_backups()), ids=["deep", "wide", "lists", "control", "long"]
)
def test_a_hostile_list_is_refused_with_little_memory(data):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_STORED) as archive:
        archive.writestr(backup.LIST, data)
    tracemalloc.start()
    with pytest.raises(backup.UserError) as error:
        backup.unpack(packed.getvalue(), "x")
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < 12_000_000 + 4 * len(data)
    assert Translations("en").text(error.value.why[0]).isprintable()


def test_a_notebook_of_nothing_but_line_breaks_is_refused_with_little_memory():
    data = packed_with(**{"notebooks/000001.txt": b"\n" * 1_500_000})
    tracemalloc.start()
    with pytest.raises(backup.UserError):
        backup.unpack(data, "x")
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < 10_000_000


def test_a_name_with_control_characters_does_not_reach_the_terminal():
    sums = {"\x1b[2J": "0" * 64}
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr(backup.LIST, json.dumps({"format": 1, "date": "x", "sideline": "1", "sha256": sums}))
    with pytest.raises(backup.UserError) as error:
        backup.unpack(packed.getvalue(), "x")
    assert Translations("en").text(error.value.why[0]).isprintable()


def test_a_backup_can_be_made_before_1980(monkeypatch):
    small_backup()
    monkeypatch.setattr(time, "time", lambda: 0.0)
    assert backup.unpack(backup.pack("1970-01-01"), "x").matches == 2

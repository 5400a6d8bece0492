"""Whose games the command line shows: the box's for the box's user and for root, one's own for everybody else."""

import os
import pwd
import resource
import sys
from pathlib import Path

import pytest
from PIL import Image

from firmware_py import cli, service_user
from firmware_py.runtime import looking_process
from firmware_py.storage import paths


@pytest.fixture(name="box")
def fixture_box(tmp_path, monkeypatch):
    """Let this machine have a service whose data are whoever's runs the tests."""
    monkeypatch.delenv("SIDELINE_DATA")
    monkeypatch.delenv("SIDELINE_CONFIG")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(service_user, "DATA", str(tmp_path / "box"))
    owner = {"number": 994}
    monkeypatch.setattr(service_user, "owner", lambda: owner["number"])
    return owner


def be(monkeypatch, number):
    monkeypatch.setattr(os, "geteuid", lambda: number)


@pytest.mark.usefixtures("box")
def test_the_box_finds_its_own_data_without_being_told(monkeypatch):
    be(monkeypatch, 994)
    assert paths.data_folder() == service_user.DATA
    assert paths.config_file() == "/etc/sideline/sideline.toml"
    assert not service_user.has_separate_data("")


@pytest.mark.usefixtures("box")
def test_everybody_else_has_data_of_their_own_and_is_told_where_the_box_has_its(monkeypatch, capsys, tmp_path):
    be(monkeypatch, 1000)
    assert paths.data_folder() == str(tmp_path / "home/.local/share/sideline")
    assert cli.main(["matches"]) == 0
    told = capsys.readouterr().err
    assert told.startswith(f"sideline: the box of this computer has its own data in {service_user.DATA}; ")
    assert told.endswith(" sudo sideline matches\n")
    cli.main(["games"])
    assert capsys.readouterr().err == "", "the games are the same for everybody"


def test_where_there_is_no_service_nothing_is_told(box, capsys):
    box["number"] = None
    cli.main(["matches"])
    assert capsys.readouterr().err == ""


def test_games_that_a_purged_package_has_left_are_nobodys_box(tmp_path, monkeypatch):
    monkeypatch.setattr(service_user, "DATA", str(tmp_path))
    monkeypatch.setattr(os, "stat", lambda _: os.stat_result((0o40755, 0, 0, 0, 0, 0, 0, 0, 0, 0)))
    assert service_user.owner() is None
    monkeypatch.undo()
    monkeypatch.setattr(service_user, "DATA", str(tmp_path / "none"))
    assert service_user.owner() is None


def become_the_box(monkeypatch):
    """Let root become the box as far as a test can; gives what was done for it."""
    done = []
    account = pwd.struct_passwd(("sideline", "x", 994, 993, "", service_user.DATA, "/usr/sbin/nologin"))
    be(monkeypatch, 0)
    monkeypatch.setattr(service_user, "getpwuid", lambda _: account)
    monkeypatch.setattr(os, "initgroups", lambda *given: done.append(given))
    monkeypatch.setattr(os, "setgid", done.append)

    def set_user(number):
        done.append(number)
        be(monkeypatch, number)

    monkeypatch.setattr(os, "setuid", set_user)
    Path(service_user.DATA).mkdir()
    return done


@pytest.mark.usefixtures("box")
def test_root_becomes_the_user_of_the_box_before_anything_is_read(monkeypatch):
    done = become_the_box(monkeypatch)
    assert cli.main(["matches"]) == 0
    assert done == [("sideline", 993), 993, 994]
    assert Path(service_user.DATA, "journal.db").exists()


@pytest.mark.usefixtures("box")
def test_a_file_that_root_names_is_read_though_the_box_may_not_enter_the_folder(monkeypatch, tmp_path, capsys):
    become_the_box(monkeypatch)
    monkeypatch.setattr(service_user, "preloaded_files", {})
    record = tmp_path / "game.txt"
    record.write_text('[Game "inside"]\n[Players "Anna, Ben"]\n1 place L310\n')
    set_user = os.setuid

    def shut_the_folder(number):
        set_user(number)
        record.unlink()  # as good as forbidden: root itself can read everything

    monkeypatch.setattr(os, "setuid", shut_the_folder)
    assert cli.main(["matches", "import", str(record)]) == 0
    assert "inside" in capsys.readouterr().out


@pytest.mark.usefixtures("box")
def test_root_may_look_at_pictures_and_files_in_folders_that_the_box_may_not_enter(monkeypatch, tmp_path, capsys):
    done = become_the_box(monkeypatch)
    monkeypatch.setattr(service_user, "preloaded_files", {})
    teach, record = tmp_path / "board.toml", tmp_path / "game.txt"
    teach.write_text("[board]\ncorners = [[130, 20], [185, 115], [75, 115]]\n")
    record.write_text('[Game "inside"]\n[Players "Anna, Ben"]\n')
    pictures = [tmp_path / f"{number}.jpg" for number in range(2)]
    for picture in pictures:
        Image.new("RGB", (400, 300), (200, 200, 200)).save(picture)
    cli.main(["look", "inside", "--teach", str(teach), "--record", str(record), *map(str, pictures)])
    told = capsys.readouterr()
    assert (told.out.count("\n"), told.err) == (2, "")
    assert done == [], "the files are read later than the switch would be"
    assert not service_user.preloaded_files, "many photographs would fill the memory"


@pytest.mark.usefixtures("box")
def test_the_process_that_decodes_pictures_is_the_box_before_it_reads_one(monkeypatch):
    done = become_the_box(monkeypatch)
    monkeypatch.setattr(os, "nice", lambda _: 0)
    monkeypatch.setattr(resource, "setrlimit", lambda *_: None)
    with open(os.devnull, encoding="utf-8") as nothing:
        monkeypatch.setattr(sys, "stdin", nothing)
        looking_process.main()
    assert done == [("sideline", 993), 993, 994]


@pytest.mark.usefixtures("box")
def test_root_stays_root_for_setup_and_where_the_data_are_named(monkeypatch, capsys):
    be(monkeypatch, 0)
    monkeypatch.setattr(os, "setuid", lambda _: pytest.fail("root is needed"))
    cli.main(["setup"])
    assert "not a Raspberry Pi" in capsys.readouterr().out
    monkeypatch.setenv("SIDELINE_DATA", service_user.DATA)
    assert cli.main(["matches"]) == 0


@pytest.mark.usefixtures("box")
def test_root_with_a_folder_of_somebody_becomes_its_owner(monkeypatch, tmp_path):
    done = become_the_box(monkeypatch)
    monkeypatch.setenv("SIDELINE_DATA", str(tmp_path / "data"))
    monkeypatch.setattr(service_user, "owner_of", {str(tmp_path / "data"): 994}.get)
    assert cli.main(["matches"]) == 0
    assert done == [("sideline", 993), 993, 994]
    assert Path(tmp_path / "data" / "journal.db").exists()


@pytest.mark.usefixtures("box")
def test_root_with_a_folder_of_its_own_stays_root(monkeypatch, tmp_path):
    done = become_the_box(monkeypatch)
    monkeypatch.setenv("SIDELINE_DATA", str(tmp_path / "data"))
    monkeypatch.setattr(service_user, "owner_of", {}.get)
    assert cli.main(["matches"]) == 0
    assert done == []


def test_root_reads_with_the_rights_of_the_box_for_a_while(box, monkeypatch):
    users = []
    be(monkeypatch, 0)
    monkeypatch.setattr(os, "seteuid", users.append)
    with service_user.acting_as_service_user():
        assert users == [994]
    assert users == [994, 0]
    box["number"] = None
    with service_user.acting_as_service_user():
        pass
    assert users == [994, 0]

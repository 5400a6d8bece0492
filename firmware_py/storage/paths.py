"""Paths of our files on this machine, and functions that write files so that a power cut does no harm."""

from __future__ import annotations

import os
from contextlib import suppress

from firmware_py import service_user

_named: dict[str, str] = {}
"""The data folder and the configuration that the command line has named for this run."""


def name_paths(data: str = "", config: str = "") -> None:
    """Use another data folder or configuration than the usual ones in this run."""
    _named.update(data=data, config=config)


def named_data_folder() -> str:
    """Return the data folder that `--data` or the environment names; empty if none does."""
    return _named.get("data") or os.environ.get("SIDELINE_DATA", "")


def data_folder() -> str:
    """Return the folder of the journal, the owner data and the settings made on the panel."""
    if named := named_data_folder():
        return os.path.abspath(named)
    if service_user.is_service_user():
        return service_user.DATA
    data = os.environ.get("XDG_DATA_HOME") or os.path.join(os.path.expanduser("~"), ".local", "share")
    return os.path.abspath(os.path.join(data, "sideline"))


def journal_file() -> str:
    """Return the path of the journal."""
    return os.path.join(data_folder(), "journal.db")


def notebooks_folder(journal: str) -> str:
    """Return the folder of the notebooks that belong to a journal."""
    return os.path.join(os.path.dirname(journal), "notebooks")


def people_file(journal: str) -> str:
    """Return the path of the names of players that belong to a journal."""
    return os.path.join(os.path.dirname(journal), "people.json")


def accepted_backup_file() -> str:
    """Return the path of a backup that was accepted at the box and waits for the next start."""
    return os.path.join(data_folder(), "accepted-backup.zip")


def restoring_backup_file() -> str:
    """Return the path of a backup that is being restored; it is there at a start if a power cut came between."""
    return f"{accepted_backup_file()}.restoring"


def config_file() -> str:
    """Return the path of the owner's configuration; the file may not exist."""
    if named := _named.get("config") or os.environ.get("SIDELINE_CONFIG"):
        return named
    if service_user.is_service_user():
        return service_user.CONFIGURATION
    home = os.environ.get("XDG_CONFIG_HOME") or os.path.join(os.path.expanduser("~"), ".config")
    return os.path.join(home, "sideline", "sideline.toml")


def panel_file() -> str:
    """Return the path of the settings made on the panel."""
    return os.path.join(data_folder(), "settings.toml")


def replace_file(path: str, text: str) -> None:
    """Replace a text file atomically: a power cut leaves the old or the new content. Raises `OSError`."""
    replace_bytes(path, text.encode())


def replace_bytes(path: str, data: bytes, *, is_synced: bool = True) -> None:
    """Replace a file atomically: a power cut leaves the old or the new content. Raises `OSError`.

    A part that a full disk has taken is removed, because it would only keep the disk full. Without `is_synced` the
    caller flushes the disk later.
    """
    try:
        with open(f"{path}.new", "wb") as file:
            file.write(data)
            if is_synced:
                file.flush()
                os.fsync(file.fileno())
        os.replace(f"{path}.new", path)
    except OSError:
        with suppress(OSError):
            os.remove(f"{path}.new")
        raise
    if is_synced:
        sync_folder(os.path.dirname(path))


def make_folder(path: str) -> None:
    """Create a folder and its parents, and flush them to the disk. Raises `OSError`."""
    path = os.path.abspath(path)
    if not os.path.isdir(path):
        above = os.path.dirname(path)
        make_folder(above)
        os.makedirs(path, exist_ok=True)
        sync_folder(above)


def sync_folder(path: str) -> None:
    """Flush the directory entries of a folder to the disk."""
    folder = os.open(path or ".", os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)

"""Where things lie on this machine, and how a small file is replaced so that a pulled plug does no harm."""

from __future__ import annotations

import os

from firmware_py.system import service_user


def data_folder() -> str:
    """Tell where the journal, house data and what was set on the panel lie."""
    if named := os.environ.get("SIDELINE_DATA"):
        return os.path.abspath(named)
    if service_user.is_ours():
        return service_user.DATA
    data = os.environ.get("XDG_DATA_HOME") or os.path.join(os.path.expanduser("~"), ".local", "share")
    return os.path.abspath(os.path.join(data, "sideline"))


def journal_file() -> str:
    """Tell where the journal lies."""
    return os.path.join(data_folder(), "journal.db")


def config_file() -> str:
    """Tell where the owner's configuration lies, if there is one."""
    if named := os.environ.get("SIDELINE_CONFIG"):
        return named
    if service_user.is_ours():
        return service_user.CONFIGURATION
    home = os.environ.get("XDG_CONFIG_HOME") or os.path.join(os.path.expanduser("~"), ".config")
    return os.path.join(home, "sideline", "sideline.toml")


def panel_file() -> str:
    """Tell where what was set on the panel lies."""
    return os.path.join(data_folder(), "settings.toml")


def replace_file(path: str, text: str) -> None:
    """Write a text so that a pulled plug leaves the old one or the new one. Raises `OSError`."""
    replace_bytes(path, text.encode())


def replace_bytes(path: str, data: bytes) -> None:
    """Write a file so that a pulled plug leaves the old one or the new one. Raises `OSError`."""
    with open(f"{path}.new", "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    os.replace(f"{path}.new", path)
    sync_folder(os.path.dirname(path))


def make_folder(path: str) -> None:
    """Make a folder and all above it, durably. Raises `OSError`."""
    path = os.path.abspath(path)
    if not os.path.isdir(path):
        above = os.path.dirname(path)
        make_folder(above)
        os.makedirs(path, exist_ok=True)
        sync_folder(above)


def sync_folder(path: str) -> None:
    """Make the names in a folder durable."""
    folder = os.open(path or ".", os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)

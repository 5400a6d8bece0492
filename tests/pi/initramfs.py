"""The initramfs: the drivers of the SD card, and a script that starts systemd from there.

Debian's own does the same, but the emulator needs many times longer to unpack and run it.
"""

from __future__ import annotations

import gzip
import lzma
import re
import stat
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

DRIVERS = ("crc32c_generic", "bcm2835", "ext4")
"""The checksums of ext4, the host of the SD card, the file system: all that Debian's kernel has as modules."""
APPLETS = ("sh", "mount", "insmod", "sleep", "switch_root", "umount")
USERSPACE = b"Userspace begins"
"""The first line on the console: the kernel has come up."""
AHEAD_KILOBYTES = 32
"""How much is read of a file before it is asked for: the emulated reader takes its time for every byte."""
SCRIPT = f"""#!/bin/sh
echo {USERSPACE.decode()}
mount -t devtmpfs none /dev
for module in /modules/*; do insmod $module; done
until test -b /dev/mmcblk0; do sleep 0.1; done
mount -t sysfs none /sys
echo {AHEAD_KILOBYTES} >/sys/block/mmcblk0/queue/read_ahead_kb
umount /sys
mount -t ext4 /dev/mmcblk0 /root
mount -o move /dev /root/dev
exec switch_root /root /sbin/init
"""
FOLDER, PROGRAM, LINK, DEVICE = (
    stat.S_IFDIR | 0o755,
    stat.S_IFREG | 0o755,
    stat.S_IFLNK | 0o777,
    stat.S_IFCHR | 0o600,
)
CONSOLE = (5, 1)


class File(NamedTuple):
    """A file of a cpio archive; a link has its target as data."""

    name: str
    mode: int
    data: bytes = b""
    device: tuple[int, int] = (0, 0)


def archive(files: Iterable[File]) -> bytes:
    """Return a cpio archive in the format that Linux unpacks ("newc").

    >>> archive([])[:6], len(archive([File("a", PROGRAM, b"text")])) % 4
    (b'070701', 0)
    """
    packed = bytearray()
    for number, file in enumerate([*files, File("TRAILER!!!", 0)], start=1):
        name = file.name.encode() + b"\0"
        fields = (number, file.mode, 0, 0, 1, 0, len(file.data), 0, 0, *file.device, len(name), 0)
        for part in (b"070701" + b"".join(b"%08x" % field for field in fields) + name, file.data):
            packed += part
            packed += bytes(-len(packed) % 4)
    return bytes(packed)


class Modules:
    """The modules of a kernel, in its folder of /usr/lib/modules."""

    def __init__(self, folder: Path) -> None:
        """Find them all."""
        self.paths = {_plain(path.name.split(".")[0]): path for path in folder.rglob("*.ko.xz")}

    def with_needed(self, names: Iterable[str]) -> dict[str, bytes]:
        """Return modules, unpacked, each behind those that it depends on."""
        found: dict[str, bytes] = {}
        for name in names:
            self._add(_plain(name), found)
        return found

    def _add(self, name: str, found: dict[str, bytes]) -> None:
        if name not in found:
            data = lzma.decompress(self.paths[name].read_bytes())
            for needed in depends(data):
                self._add(_plain(needed), found)
            found[name] = data


def depends(module: bytes) -> list[str]:
    r"""Return which modules a module says that it depends on.

    >>> depends(b"\0depends=jbd2,crc16\0name=ext4\0"), depends(b"\0depends=\0")
    (['jbd2', 'crc16'], [])
    """
    said = re.search(rb"\0depends=([^\0]*)\0", module)
    return said[1].decode().split(",") if said is not None and said[1] else []


def _plain(name: str) -> str:
    return name.replace("-", "_")


def initramfs(busybox: bytes, modules: Mapping[str, bytes]) -> bytes:
    """Return the initramfs, packed: a static busybox, modules in the order of loading, the script."""
    files = [File(name, FOLDER) for name in ("bin", "dev", "modules", "root", "sys")]
    files += [File("dev/console", DEVICE, device=CONSOLE), File("bin/busybox", PROGRAM, busybox)]
    files += [File(f"bin/{applet}", LINK, b"busybox") for applet in APPLETS]
    files += [File(f"modules/{at:02}", PROGRAM, data) for at, data in enumerate(modules.values())]
    files += [File("init", PROGRAM, SCRIPT.encode())]
    return gzip.compress(archive(files), compresslevel=1, mtime=0)

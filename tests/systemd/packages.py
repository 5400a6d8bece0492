"""Packages without a network, and machines in a folder to install them on, for the tests."""

import shutil
import subprocess
from pathlib import Path
from zipfile import ZipFile

from systemd.package.targets import TARGETS

DEBIAN = Path(__file__).parents[2] / "systemd/package/debian"
TARGET = TARGETS["bookworm-arm64"]


def wheel(folder, name="somelibrary", **files):
    """Make a wheel of a library, with all that a package should not take over."""
    path = folder / f"{name}-1.0-py3-none-any.whl"
    notes = f"{name}-1.0.dist-info"
    contents = {
        f"{name}/__init__.py": "ANSWER = 42\n",
        f"{notes}/METADATA": f"Name: {name}\nVersion: 1.0\nLicense-Expression: MIT\n\nGPL-free",
        f"{notes}/licenses/LICENSE": "Do what you like.\n",
        f"{notes}/RECORD": "/somewhere/on/this/machine\n",
        f"{name}-1.0.data/scripts/{name}": "#!/somewhere/on/this/machine/python\n",
        f"{name}-1.0.data/platlib/{name}/fast.so": "\x7fELF",
        "../outside.py": "",
        **files,
    }
    with ZipFile(path, "w") as archive:
        for inside, text in contents.items():
            archive.writestr(inside, text)
    return path


def listing(package):
    """Give owner, mode and target of everything in a package, by its path."""
    done = subprocess.run(["dpkg-deb", "--contents", package], check=True, capture_output=True, text=True)
    found = {}
    for line in done.stdout.splitlines():
        mode, owner, _, _, _, path = line.split(maxsplit=5)
        path, _, link = path.partition(" -> ")
        found[path.removeprefix(".").rstrip("/") or "/"] = (mode, owner, link)
    return found


def field(package, name):
    return subprocess.check_output(["dpkg-deb", "--field", package, name], text=True).strip()


# --- the scripts

COMMANDS = (
    "systemctl",
    "deb-systemd-invoke",
    "systemd-sysusers",
    "udevadm",
    "userdel",
    "getent",
    "chown",
    "dpkg",
    "runuser",
)


class Machine:
    """A machine in a folder: the scripts run there with stand-ins for what would reach beyond it."""

    def __init__(self, folder):
        self.root = folder
        self.log = folder / "log"
        for name in ("bin", "run", "etc", "var/lib", "opt/sideline/lib/engine/__pycache__"):
            (folder / name).mkdir(parents=True)
        for name in COMMANDS:
            stub = folder / "bin" / name
            stub.write_text(f'#!/bin/sh\necho "{name} $*" >>{self.log}\ntest ! -e {folder}/bad/"{name}"\n')
            stub.chmod(0o755)
        self.answer("false")

    def answer(self, given):
        """Let debconf say what whoever purges has answered."""
        module = self.root / "usr/share/debconf/confmodule"
        module.parent.mkdir(parents=True, exist_ok=True)
        verbs = "".join(
            f'{verb}() {{ echo "{verb} $*" >>{self.log}; }}\n'
            for verb in ("db_version", "db_input", "db_go", "db_purge", "db_stop")
        )
        module.write_text(f"{verbs}db_get() {{ RET={given}; }}\n")

    def boot(self):
        """Let systemd and udev run, and the box with them."""
        (self.root / "run/systemd/system").mkdir(parents=True)
        (self.root / "run/udev").mkdir()
        (self.root / "run/udev/control").touch()

    def refuse(self, command):
        (self.root / "bad").mkdir(exist_ok=True)
        (self.root / "bad" / command).touch()

    def run(self, script, *arguments):
        """Run a script of the package with every path of it in this folder; gives its status, and what it said."""
        text = (DEBIAN / script).read_text()
        for top in ("etc", "run", "var", "opt", "usr/share", "boot"):
            text = text.replace(f" /{top}/", f" {self.root}/{top}/").replace(f"=/{top}/", f"={self.root}/{top}/")
        text = text.replace("-o sideline -g sideline", "").replace("/usr/bin/python3", shutil.which("python3"))
        path = self.root / script
        path.write_text(text)
        done = subprocess.run(
            ["/bin/sh", path, *arguments],
            check=False,
            capture_output=True,
            text=True,
            env={"PATH": f"{self.root / 'bin'}:/usr/bin:/bin"},
        )
        return done.returncode, done.stderr

    def told(self):
        return self.log.read_text().splitlines() if self.log.exists() else []

"""Signatures of packages: who has made a package, proven by the checksums that lie beside it.

A release is its packages, `SHA256SUMS` and `SHA256SUMS.sig`, made by `make release` with `ssh-keygen -Y sign`. The
public half of that key is in the package (`RELEASE_KEYS`). An owner trusts more keys by writing them into
`TRUSTED`, one a line as in `~/.ssh/id_ed25519.pub`. The name of a package does not count, only its checksum.
"""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import tempfile
from contextlib import suppress

from engine.verdicts import Sentence, say
from firmware_py.errors import UserError

RELEASE_KEYS = "/usr/share/sideline/release-keys"
TRUSTED = "/etc/sideline/trusted-keys"
SUMS, SIGNATURE = "SHA256SUMS", "SHA256SUMS.sig"
NAMESPACE = "sideline"
"""What the signature is for; the same key may sign other things."""
MOST_BYTES = 100_000
LINE = re.compile(r"([0-9a-f]{64})  \S.*")
"""A line of the checksums, as sha256sum writes it."""


def verify(package: str) -> Sentence:
    """Return by whom a package is signed. Raises a `UserError` if it must not be used: closed by default."""
    keys = [key for path in (RELEASE_KEYS, TRUSTED) for key in _keys_in(path)]
    if not keys:
        raise UserError(say("update.no-keys", path=TRUSTED))
    folder = os.path.dirname(os.path.abspath(package))
    sums, signature = _read(os.path.join(folder, SUMS)), _read(os.path.join(folder, SIGNATURE))
    if not sums or not signature:
        raise UserError(say("update.no-signature", path=package, name=SIGNATURE))
    signer = _signer(sums, signature, keys)
    if signer is None:
        raise UserError(say("update.bad-signature", path=package, keys=TRUSTED))
    listed = [LINE.fullmatch(line) for line in sums.decode(errors="replace").splitlines()]
    if None in listed:
        line = listed.index(None) + 1
        raise UserError(say("cli.in-line", source=SUMS, line=line, why=say("update.bad-sums")))
    if _checksum(package) not in {line[1] for line in listed if line is not None}:
        raise UserError(say("update.other-content", path=package, name=SUMS))
    return say("update.signed", name=signer)


def _keys_in(path: str) -> list[str]:
    """Return the public keys of a file; none if there is no such file. Raises a `UserError`."""
    try:
        with open(path, "rb") as file:
            lines = file.read(MOST_BYTES).decode().splitlines()
    except FileNotFoundError:
        return []
    except (OSError, ValueError) as error:
        raise UserError(say("cli.cannot-read", source=path, reason=str(error))) from None
    return [line for line in lines if line.strip() and line[0] != "#"]


def copy_beside(package: str, folder: str) -> None:
    """Copy the checksums and their signature, which lie beside a package, into a folder."""
    for name in (SUMS, SIGNATURE):
        data = _read(os.path.join(os.path.dirname(os.path.abspath(package)), name))
        with open(os.path.join(folder, name), "wb") as file:
            file.write(data)


def _signer(sums: bytes, signature: bytes, keys: list[str]) -> str | None:
    """Return the name of the first key that has made a signature, or None."""
    with tempfile.TemporaryDirectory() as folder:
        signed, allowed = os.path.join(folder, "signature"), os.path.join(folder, "allowed")
        with open(signed, "wb") as file:
            file.write(signature)
        for key in keys:
            with open(allowed, "w", encoding="utf-8") as file:
                file.write(f"{NAMESPACE} {key}\n")
            command = ("ssh-keygen", "-Y", "verify", "-f", allowed, "-I", NAMESPACE, "-n", NAMESPACE, "-s", signed)
            with suppress(OSError):
                if subprocess.run(command, input=sums, check=False, capture_output=True).returncode == 0:
                    return key.split(maxsplit=2)[-1]
    return None


def _checksum(path: str) -> str:
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _read(path: str) -> bytes:
    """Return the content of a small file; nothing if it cannot be read."""
    with suppress(OSError), open(path, "rb") as file:
        return file.read(MOST_BYTES)
    return b""

"""Signatures of packages: who has made a package, proven by the checksums that lie beside it.

A release is its packages, `SHA256SUMS` and `SHA256SUMS.sig`, made by `make release` with `ssh-keygen -Y sign`. The
owner trusts the public keys in `TRUSTED`, one a line as in `~/.ssh/id_ed25519.pub`. The name of a package does not
count, only its checksum.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import tempfile
from contextlib import suppress

from engine.verdicts import Sentence, say
from firmware_py.errors import UserError

TRUSTED = "/etc/sideline/trusted-keys"
SUMS, SIGNATURE = "SHA256SUMS", "SHA256SUMS.sig"
NAMESPACE = "sideline"
"""What the signature is for; the same key may sign other things."""
MOST_BYTES = 100_000


def verify(package: str) -> Sentence:
    """Return by whom a package is signed. Raises a `UserError` if it must not be used.

    Without trusted keys every package is accepted, as unsigned.
    """
    keys = [line for line in _read(TRUSTED).decode(errors="replace").splitlines() if line and line[0] != "#"]
    if not keys:
        return say("update.not-signed", path=TRUSTED)
    folder = os.path.dirname(os.path.abspath(package))
    sums, signature = _read(os.path.join(folder, SUMS)), _read(os.path.join(folder, SIGNATURE))
    if not sums or not signature:
        raise UserError(say("update.no-signature", path=package, name=SIGNATURE))
    signer = _signer(sums, signature, keys)
    if signer is None:
        raise UserError(say("update.bad-signature", path=package, keys=TRUSTED))
    if _checksum(package) not in {line.split()[0] for line in sums.decode(errors="replace").splitlines() if line}:
        raise UserError(say("update.other-content", path=package, name=SUMS))
    return say("update.signed", name=signer)


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

"""The certificate of the page: made by the box itself with the program openssl, and kept in the data folder.

No authority signs names like `sideline.local`, so browsers warn about it once. Whoever wants to be sure compares
the fingerprint that the display shows.
"""

from __future__ import annotations

import hashlib
import os
import socket
import ssl
import subprocess
from collections.abc import Sequence
from typing import NamedTuple

from engine.verdicts import Sentence, say
from firmware_py.storage.paths import data_folder, make_folder, sync_folder

DAYS, DAYS_LEFT = 365, 60
"""How long a certificate is valid, and how many days before its end a new one is made."""
LEAF = ("basicConstraints=critical,CA:FALSE", "keyUsage=critical,digitalSignature", "extendedKeyUsage=serverAuth")
"""It can serve this page, and sign no other certificate: a phone that trusts it trusts nothing else."""
DAY_SECONDS = 86400
TIMEOUT_SECONDS = 60
FINGERPRINT_BYTES = 6
"""The first bytes of the fingerprint, which the display shows."""
GROUP_DIGITS = 4


class Certificate(NamedTuple):
    """A certificate, ready to be served."""

    context: ssl.SSLContext
    fingerprint: str
    """The first digits, in groups."""


def load_certificate(addresses: Sequence[str]) -> Certificate | Sentence:
    """Return the certificate of this box; or why there is none.

    It is made for these addresses if there is none yet, or if it ends soon.
    """
    folder = data_folder()
    path, key = os.path.join(folder, "certificate.pem"), os.path.join(folder, "certificate.key")
    try:
        if not (os.path.exists(path) and os.path.exists(key) and _is_good(path)):
            make_folder(folder)
            _make(path, key, addresses)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.minimum_version = ssl.TLSVersion.TLSv1_2
        context.load_cert_chain(path, key)
        return Certificate(context, fingerprint_of(path))
    except FileNotFoundError:
        return say("network.no-openssl")
    except subprocess.SubprocessError as error:
        return say("network.bad-certificate", path=path, reason=str(getattr(error, "stderr", "") or error).strip())
    except (OSError, ValueError) as error:
        return say("network.bad-certificate", path=path, reason=str(error))


def fingerprint_of(path: str) -> str:
    """Return the first digits of the SHA-256 fingerprint of a certificate, as browsers show it."""
    with open(path, encoding="ascii") as file:
        digest = hashlib.sha256(ssl.PEM_cert_to_DER_cert(file.read())).hexdigest().upper()
    digits = digest[: 2 * FINGERPRINT_BYTES]
    return " ".join(digits[at : at + GROUP_DIGITS] for at in range(0, len(digits), GROUP_DIGITS))


def _is_good(path: str) -> bool:
    """Return whether a certificate is valid for some weeks more; one that cannot be read is told of later."""
    command = ["openssl", "x509", "-checkend", str(DAYS_LEFT * DAY_SECONDS), "-noout", "-in", path]
    asked = subprocess.run(command, check=False, capture_output=True, text=True, timeout=TIMEOUT_SECONDS)
    return "will expire" not in asked.stdout


def _make(path: str, key: str, addresses: Sequence[str]) -> None:
    host = socket.gethostname()
    names = [f"DNS:{host}", f"DNS:{host}.local", "DNS:localhost", *(f"IP:{address}" for address in addresses)]
    command = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-noenc"]
    command += ["-days", str(DAYS), "-subj", f"/CN={host}.local"]
    for extension in (f"subjectAltName={','.join(names)}", *LEAF):
        command += ["-addext", extension]
    command += ["-keyout", f"{key}.new", "-out", f"{path}.new"]
    old = os.umask(0o077)
    try:
        subprocess.run(command, check=True, capture_output=True, text=True, timeout=TIMEOUT_SECONDS)
    finally:
        os.umask(old)
    for name in (key, path):  # flushed first: an empty certificate after a power cut would not be made again
        with open(f"{name}.new", "rb") as file:
            os.fsync(file.fileno())
        os.replace(f"{name}.new", name)
    sync_folder(os.path.dirname(path))

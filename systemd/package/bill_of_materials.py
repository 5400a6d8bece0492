"""The list of the libraries in the packages (SBOM, CycloneDX), made from the pinned requirements."""

from __future__ import annotations

import json
import re
from pathlib import Path

from firmware_py import __version__

PINNED = Path(__file__).parents[2] / "requirements/run.txt"
_ENTRY = re.compile(r"^([A-Za-z0-9._-]+)==([^\s;\\]+)(.*?)(?=^\S|\Z)", re.MULTILINE | re.DOTALL)
_HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")


def bill_of_materials(pinned: str | None = None) -> str:
    r"""Return every pinned library with its version and the checksums of its files, as CycloneDX JSON.

    >>> made = json.loads(bill_of_materials(f"segno==1.6.6 \\\n    --hash=sha256:{'0' * 64}\n"))
    >>> [(one["name"], one["version"], one["purl"]) for one in made["components"]]
    [('segno', '1.6.6', 'pkg:pypi/segno@1.6.6')]
    """
    text = PINNED.read_text(encoding="utf-8") if pinned is None else pinned
    components = [
        {
            "type": "library",
            "name": name,
            "version": version,
            "purl": f"pkg:pypi/{name.lower().replace('_', '-')}@{version}",
            "hashes": [{"alg": "SHA-256", "content": digest} for digest in _HASH.findall(rest)],
        }
        for name, version, rest in _ENTRY.findall(text)
    ]
    about = {"component": {"type": "application", "name": "sideline", "version": __version__}}
    made = {"bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1, "metadata": about}
    return json.dumps({**made, "components": components}, indent=1) + "\n"

"""Ask a public database (OSV) for known vulnerabilities of everything that is pinned here: `make audit`.

The exit status is 1 if there are some, and 2 if the database cannot be reached: then nothing was checked.
"""

import argparse
import json
import re
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

DATABASE = "https://api.osv.dev/v1/querybatch"
TIMEOUT_SECONDS = 30
VULNERABLE, NOT_CHECKED = 1, 2
ROOT = Path(__file__).parent.parent


class Package(NamedTuple):
    """A package of an ecosystem, as the database names both."""

    ecosystem: str
    name: str
    version: str

    def __str__(self) -> str:
        """The package as people write it."""
        return f"{self.name} {self.version} ({self.ecosystem})"


def pinned(root: Path) -> list[Package]:
    """Return everything that is pinned in `requirements/` and `package-lock.json`, each once."""
    return sorted({*_python(root), *_npm(root)})


def _python(root: Path) -> Iterator[Package]:
    for path in root.glob("requirements/*.txt"):
        for name, version in re.findall(r"^([\w.-]+)(?:\[.*?\])?==([^\s;\\]+)", path.read_text(), re.MULTILINE):
            yield Package("PyPI", name, version)


def _npm(root: Path) -> Iterator[Package]:
    for path, package in json.loads((root / "package-lock.json").read_text())["packages"].items():
        if path:  # the first one is ourselves
            yield Package("npm", path.rpartition("node_modules/")[2], package["version"])


def vulnerabilities(packages: list[Package], database: str) -> dict[Package, list[str]]:
    """Return the ids of the known vulnerabilities of each package that has some."""
    queries = [
        {"package": {"name": package.name, "ecosystem": package.ecosystem}, "version": package.version}
        for package in packages
    ]
    request = urllib.request.Request(  # noqa: S310 - the address is ours
        database, json.dumps({"queries": queries}).encode(), {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(request, timeout=TIMEOUT_SECONDS) as answer:  # noqa: S310 - the address is ours
        results: list[dict[str, Any]] = json.load(answer)["results"]
    found = zip(packages, results, strict=True)
    return {package: [each["id"] for each in result["vulns"]] for package, result in found if result.get("vulns")}


def main(arguments: list[str]) -> int:
    """Print what is known; return the exit status."""
    parser = argparse.ArgumentParser(description="Ask for known vulnerabilities of the dependencies.")
    parser.add_argument("--database", default=DATABASE, metavar="ADDRESS")
    given = parser.parse_args(arguments)
    packages = pinned(ROOT)
    try:
        found = vulnerabilities(packages, given.database)
    except (OSError, ValueError, KeyError) as error:
        print(f"NOT checked: {given.database} gives no answer ({error}).", file=sys.stderr)
        return NOT_CHECKED
    for package, ids in found.items():
        print(f"{package}: {', '.join(ids)}")
    print(f"{len(packages)} packages checked, {len(found)} of them with known vulnerabilities.")
    return VULNERABLE if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""What is pinned: everything with a hash, the build tool too; and the question for known vulnerabilities."""

import json
import re
import subprocess
import sys
import threading
import tomllib
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
AUDIT = ROOT / "requirements" / "audit.py"


def test_everything_is_pinned_with_a_hash():
    for path in (ROOT / "requirements").glob("*.txt"):
        blocks = re.findall(r"^[\w.-]+.*==.*(?:\n .*)*", path.read_text(), re.MULTILINE)
        assert blocks
        for block in blocks:
            assert "--hash=sha256:" in block, block


def test_the_build_tool_is_the_pinned_one():
    (build_tool,) = tomllib.loads((ROOT / "pyproject.toml").read_text())["build-system"]["requires"]
    assert f"\n{build_tool} " in (ROOT / "requirements" / "run.txt").read_text()


@pytest.fixture(name="database")
def fixture_database():
    """Give a database that knows of some vulnerable versions, and what it was asked."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["queries"]
            server.asked += asked
            bad = [
                {"vulns": [{"id": "OSV-1"}]} if query["package"]["name"] in server.bad else {} for query in asked
            ]
            self.send_response(200)
            self.end_headers()
            self.wfile.write(json.dumps({"results": bad}).encode())

        def log_message(self, *_arguments):
            pass

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        server.asked, server.bad = [], set()
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        yield server
        server.shutdown()
        thread.join()


def audit(address):
    return subprocess.run(
        [sys.executable, AUDIT, "--database", address], capture_output=True, text=True, check=False
    )


def test_every_package_is_asked_for_in_its_version(database):
    done = audit(f"http://127.0.0.1:{database.server_port}")
    assert (done.returncode, done.stderr) == (0, "")
    assert "0 of them with known vulnerabilities" in done.stdout
    asked = {(query["package"]["ecosystem"], query["package"]["name"]) for query in database.asked}
    assert {("PyPI", "pillow"), ("PyPI", "pytest"), ("PyPI", "chess"), ("npm", "typescript")} <= asked
    assert all(re.fullmatch(r"\d[\w.+-]*", query["version"]) for query in database.asked)


def test_a_known_vulnerability_is_named_and_a_failure(database):
    database.bad = {"pillow"}
    done = audit(f"http://127.0.0.1:{database.server_port}")
    assert done.returncode == 1
    assert re.search(r"^pillow [\d.]+ \(PyPI\): OSV-1$", done.stdout, re.MULTILINE)


def test_without_a_database_it_says_that_nothing_was_checked():
    done = audit("http://127.0.0.1:9")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("NOT checked: ")
    assert "Traceback" not in done.stderr

"""The files that browsers load: cached while they are the same, compressed for those who accept it."""

import gzip
import re

import pytest
from microdot import Request

from firmware_py.http.static_files import StaticFiles

PAGE = '<link href="/static/a.css">\n<script type="module" src="/static/a.js"></script>\n</head>'


def asked(**headers):
    return Request(None, ("127.0.0.1", 1), "GET", "/", "1.1", headers)


@pytest.fixture(name="folder")
def fixture_folder(tmp_path):
    files = {
        "page.html": PAGE,
        "a.css": "p { margin: 0 }",
        "a.js": 'import { b } from "./b.js";\nawait import("./late.js");',
        "b.js": 'import {\n  c,\n} from "./c.js";',
        "c.js": 'import { b } from "./b.js";',
        "late.js": "",
        "notes.txt": "not for browsers",
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    return tmp_path


def test_a_page_names_files_with_their_version_which_are_cached_for_ever(folder):
    files = StaticFiles(str(folder))
    page = files.response(asked(), "page.html")
    found = re.findall(r'"/static/(\w+)/([\w.]+)"', page.body.decode())
    assert found[:2] == [(files.version, "a.css"), (files.version, "a.js")]
    assert "immutable" in files.response(asked(), "a.css", files.version).headers["Cache-Control"]
    assert "Cache-Control" not in page.headers, "what has no version is not cached"
    assert "Cache-Control" not in files.response(asked(), "a.css", "0123456789ab").headers, "nor what has another"


def test_another_content_is_another_version(folder):
    before = StaticFiles(str(folder)).version
    assert StaticFiles(str(folder)).version == before
    (folder / "b.js").write_text("")
    assert StaticFiles(str(folder)).version != before


def test_the_scripts_that_a_script_needs_at_once_are_named_before_it_is_read(folder):
    page = StaticFiles(str(folder)).response(asked(), "page.html").body.decode()
    assert re.findall(r'modulepreload" href="/static/\w+/([\w.]+)"', page) == ["b.js", "c.js"]


def test_files_are_compressed_for_those_who_accept_it(folder):
    files = StaticFiles(str(folder))
    plain, small = (
        files.response(asked(), "a.css"),
        files.response(asked(**{"Accept-Encoding": "gzip, br"}), "a.css"),
    )
    assert "Content-Encoding" not in plain.headers
    assert small.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(small.body) == plain.body == b"p { margin: 0 }"


def test_what_is_not_for_browsers_is_not_there(folder):
    assert StaticFiles(str(folder)).response(asked(), "notes.txt") is None

"""The files that browsers load: cached while they are the same, compressed for those who accept it."""

import gzip
import re

import pytest
from microdot import Request

from firmware_py.http.static_files import StaticFiles

PAGE = """<link rel="stylesheet" href="/static/a.css">
<link rel="stylesheet" href="/static/b.css">
<script type="module" src="/static/a.js"></script>
</head>"""


def asked(**headers):
    return Request(None, ("127.0.0.1", 1), "GET", "/", "1.1", headers)


@pytest.fixture(name="folder")
def fixture_folder(tmp_path):
    files = {
        "page.html": PAGE,
        "a.css": "p { margin: 0 }",
        "b.css": "b { margin: 0 }",
        "a.js": 'import { b } from "./b.js";\nawait import("./late.js");\n',
        "b.js": 'import {\n  c,\n} from "./c.js";\nexport const b = c;\n',
        "c.js": "export function c() {}\nexport const [d] = [1];\n",
        "e.js": "export const e = 1;\n",
        "late.js": 'import { c } from "./c.js";\nimport { e } from "./e.js";\n',
        "notes.txt": "not for browsers",
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    return tmp_path


def test_a_page_names_files_with_their_version_which_are_cached_for_ever(folder):
    files = StaticFiles(str(folder))
    page = files.response(asked(), "page.html")
    found = re.findall(r'"/static/(\w+)/([\w.]+)"', page.body.decode())
    assert found == [(files.version, "page.css"), (files.version, "a.js")]
    assert "immutable" in files.response(asked(), "a.css", files.version).headers["Cache-Control"]
    assert "Cache-Control" not in page.headers, "what has no version is not cached"
    assert "Cache-Control" not in files.response(asked(), "a.css", "0123456789ab").headers, "nor what has another"


def test_another_content_is_another_version(folder):
    before = StaticFiles(str(folder)).version
    assert StaticFiles(str(folder)).version == before
    (folder / "b.js").write_text("")
    assert StaticFiles(str(folder)).version != before


def test_a_page_loads_one_script_and_one_style_sheet(folder):
    files = StaticFiles(str(folder))
    page, script = (files.content(name).decode() for name in ("page.html", "a.js"))
    assert re.findall(r'stylesheet" href="/static/\w+/([\w.]+)"', page) == ["page.css"]
    assert files.content("page.css") == b"p { margin: 0 }b { margin: 0 }"
    assert not re.search("^import ", script, re.MULTILINE)
    assert script.index("const { c, d } =") < script.index("const { b } =") < script.index("await import")


def test_a_script_that_is_loaded_later_takes_from_the_bundle_what_lies_there(folder):
    script = StaticFiles(str(folder)).content("late.js").decode()
    assert script == 'import { c } from "./a.js";\nimport { e } from "./e.js";\n'


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

"""The files that browsers load: read once, compressed once, and cached by browsers until they change.

The addresses in our pages carry a version, a hash over all files: `/static/3f2a…/app.js`. What lies there never
changes, so browsers do not ask for it again; scripts that import each other (`./dom.js`) stay in the same version.
"""

from __future__ import annotations

import os
import re
from gzip import compress
from hashlib import sha256

from microdot import Request
from microdot.microdot import Response

from firmware_py.http.bundle import bundle_scripts, bundle_styles, without_comments

TYPES = {
    "html": "text/html",
    "css": "text/css",
    "js": "text/javascript",
    "svg": "image/svg+xml",
    "webmanifest": "application/manifest+json",
}
SHARED = os.path.join(os.path.dirname(__file__), "static")
"""The folder of the files that all pages share."""
VERSION_DIGITS = 12
FOR_EVER = "public, max-age=31536000, immutable"
SCRIPT = re.compile(r'<script type="module" src="/static/([\w.-]+)"></script>')


class StaticFiles:
    """The files of some folders, by name."""

    def __init__(self, *folders: str) -> None:
        """Read the files of the shared folder and of others."""
        self._files: dict[str, bytes] = {}
        for folder in (SHARED, *folders):
            for name in sorted(os.listdir(folder)):
                if name.rpartition(".")[2] in TYPES:
                    with open(os.path.join(folder, name), "rb") as file:
                        self._files[name] = file.read()
        found = sha256(b"".join(name.encode() + content for name, content in self._files.items()))
        self.version = found.hexdigest()[:VERSION_DIGITS]
        for name, content in self._files.items():
            if name.endswith((".js", ".css")):
                self._files[name] = without_comments(content.decode()).encode()
        self._bundle()
        for name, content in self._files.items():
            if name.endswith((".html", ".webmanifest")):
                self._files[name] = self.versioned(content.decode()).encode()
        self._compressed: dict[str, bytes] = {}

    def versioned(self, page: str) -> str:
        """Return a page in which the addresses of files carry the version."""
        return page.replace('"/static/', f'"/static/{self.version}/')

    def _bundle(self) -> None:
        """Make one script and one style sheet of what each page names."""
        texts = {name: content.decode() for name, content in self._files.items()}
        for name in [name for name in texts if name.endswith(".html")]:
            style = name.replace(".html", ".css")
            page, styles = bundle_styles(texts, texts[name], style)
            made = {name: page, style: styles} if styles else {}
            for entry in SCRIPT.findall(page):
                made |= bundle_scripts(texts, entry)
            self._files |= {each: text.encode() for each, text in made.items()}

    def has(self, name: str) -> bool:
        """Return whether there is a file with a name."""
        return name in self._files

    def content(self, name: str) -> bytes:
        """Return what a file holds."""
        return self._files[name]

    def response(self, request: Request, name: str, version: str = "") -> Response | None:
        """Return a file, compressed if the browser accepts that; None if there is no such file."""
        if name not in self._files:
            return None
        content, kind = self._files[name], TYPES[name.rpartition(".")[2]]
        headers = {"Content-Type": f"{kind}; charset=utf-8", "Vary": "Accept-Encoding"}
        if version == self.version:
            headers["Cache-Control"] = FOR_EVER
        if accepts_gzip(request):
            if name not in self._compressed:
                self._compressed[name] = compress(content, mtime=0)
            headers["Content-Encoding"], content = "gzip", self._compressed[name]
        return Response(content, headers=headers)


def accepts_gzip(request: Request) -> bool:
    """Return whether a browser accepts compressed answers."""
    return "gzip" in request.headers.get("Accept-Encoding", "")

"""One script and one style sheet instead of many: a page needs few requests, and its sources stay plain modules.

In a bundle every module keeps a scope of its own and hands on what it exports. A module that is loaded later, by
`import("./more.js")`, takes from the bundle what lies there: nothing is loaded twice.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

IMPORT = re.compile(r'^import [^;]*? from "\./([\w.-]+)";\n', re.MULTILINE)
LATER = re.compile(r'import\("\./([\w.-]+)"\)')
EXPORT = re.compile(r"^export (?=(?:async )?(?:function|const|class) (\w+|\[[^\]]+\]))", re.MULTILINE)
COMMENTS = re.compile(r"^[ \t]*(?:/\*.*?\*/|//[^\n]*)\n", re.MULTILINE | re.DOTALL)
"""Those that have lines of their own, in scripts and style sheets."""
STYLES = re.compile(r'(?:<link rel="stylesheet" href="/static/[\w.-]+">\n?)+')
STYLE = re.compile(r'href="/static/([\w.-]+)"')


def without_comments(text: str) -> str:
    r"""Return a script or a style sheet without the comments, which only its authors need.

    >>> without_comments("/** Return two. */\nconst two = () => 2; // not three\n")
    'const two = () => 2; // not three\n'
    """
    return COMMENTS.sub("", text)


def bundle_scripts(files: Mapping[str, str], entry: str) -> dict[str, str]:
    """Return the script of a page with all that it imports, and what it loads later, by name."""
    modules = _needed(files, entry)
    exported = {name: _exports(files[name]) for name in modules if name != entry}
    every = ", ".join(name for names in exported.values() for name in names)
    parts = [_scoped(files[name], names) for name, names in exported.items()]
    whole = "".join((*parts, IMPORT.sub("", files[entry]), f"export {{ {every} }};\n" if every else ""))
    changed, waiting = {entry: whole}, LATER.findall(whole)
    for name in waiting:  # it grows meanwhile
        if name not in changed:
            changed[name] = _from_bundle(files[name], exported, entry)
            waiting += LATER.findall(files[name]) + [
                one for one in IMPORT.findall(files[name]) if one not in exported
            ]
    return changed


def _needed(files: Mapping[str, str], entry: str) -> list[str]:
    """Return the modules that a script imports, each after those that it imports itself."""
    found: list[str] = []
    for name in IMPORT.findall(files[entry]):
        found += [each for each in _needed(files, name) if each not in found]
    return [*found, entry]


def _exports(module: str) -> list[str]:
    return [name for names in EXPORT.findall(module) for name in re.findall(r"\w+", names)]


def _scoped(module: str, names: list[str]) -> str:
    """Return a module as a function that is called at once and returns the exports."""
    given = f"{{ {', '.join(names)} }}"
    body = EXPORT.sub("", IMPORT.sub("", module))
    return f"const {given} = (() => {{\n{body}return {given};\n}})();\n"


def _from_bundle(module: str, bundled: Mapping[str, object], entry: str) -> str:
    """Return a module that imports from the bundle what lies there."""

    def redirected(line: re.Match[str]) -> str:
        return line[0].replace(f'"./{line[1]}"', f'"./{entry}"') if line[1] in bundled else line[0]

    return IMPORT.sub(redirected, module)


def bundle_styles(files: Mapping[str, str], page: str, name: str) -> tuple[str, str]:
    """Return a page that links one style sheet with a name, and this sheet; it is empty if the page has none."""
    found = STYLES.search(page)
    if found is None:
        return page, ""
    whole = "".join(files[each] for each in STYLE.findall(found[0]))
    return page.replace(found[0], f'<link rel="stylesheet" href="/static/{name}">\n'), whole

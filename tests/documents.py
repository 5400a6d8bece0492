"""What tests of every document share: its code, its links and the commands in it."""

import re
import shlex
from pathlib import Path

from engine import GAMES
from firmware_py.cli import main
from firmware_py.commands.new_setup import new_setup
from firmware_py.commands.shared.options import check_count, read_options
from firmware_py.commands.shared.table import COMMANDS
from firmware_py.i18n.translations import Translations

ROOT = Path(__file__).parents[1]
RECORD = ROOT / "tests/records/inside/whole-game.txt"
LINK = re.compile(r"(?<!!)\[(?:[^\[\]]|\\\[)*\]\(([^)\s]+)\)")
FENCE = re.compile(r"^( *)```(\w*)\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)
PICTURE = re.compile(r"!\[([^\]]*)\]\(([^)\s]+)\)|<img src=\"([^\"]+)\"[^>]*? alt=\"([^\"]*)\">")
NEEDS_A_BOX = {"setup", "update", "card", "club"}
"""Commands that need root, a card or a broker; tests of their own run them."""


def documents():
    """Give every document that people read."""
    folders = ("", "hardware", "hardware/*", "systemd", "firmware_py", "engine", "engine/*")
    return sorted({path for folder in folders for path in ROOT.glob(f"{folder}/*.md".lstrip("/"))})


def language_of(page):
    """Give the language of a page: that of `MANUAL.fr.md` is `fr`."""
    found = re.fullmatch(r"\w+\.(\w\w)\.md", page.name)
    return found[1] if found else "en"


def blocks(page, language=""):
    """Give what stands in a page's code blocks."""
    found = FENCE.findall(page.read_text(encoding="utf-8"))
    return [
        re.sub(f"^{indent}", "", text, flags=re.MULTILINE) for indent, named, text in found if named == language
    ]


def code(page):
    """Give every piece of code of a page: what is between two backticks, and each line of a block."""
    text = FENCE.sub("", page.read_text(encoding="utf-8"))
    spans = [" ".join(span.split()) for span in re.findall(r"`([^`]+)`", text)]
    return spans + [line.strip() for block in blocks(page) for line in block.splitlines()]


def slugs(page):
    """Give the anchors of a page's headings, as GitHub makes them."""
    text = FENCE.sub("", page.read_text(encoding="utf-8"))
    titles = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def lost_links(page):
    """Give the links of a page that lead to no file or to no heading."""
    lost = []
    for link in LINK.findall(FENCE.sub("", page.read_text(encoding="utf-8"))):
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        if "://" not in link and not (target.exists() and (not anchor or anchor in slugs(target))):
            lost.append(link)
    return lost


def pictures(page):
    """Give every picture of a page: its path, and the words for somebody who does not see it."""
    found = PICTURE.findall(page.read_text(encoding="utf-8"))
    return [(page.parent / (path or other), words or alt) for words, path, other, alt in found]


def commands(page):
    """Give every `sideline …` of a page, in the order of the text, without its prompt and its comment."""
    found = [re.match(r"(?:\$ )?(?:sudo )?(?:\.venv/bin/)?sideline (?!…)(.+)", piece) for piece in code(page)]
    return [re.split(r"\s+#", match[1])[0] for match in found if match]


def is_only_named(words):
    """Return whether a command is named, not typed: what it works on is missing, as in `sideline my-copy`."""
    name, *verb = words
    needed = COMMANDS[name].uses.get(verb[0] if verb else "")
    return len(verb) < 2 and bool(needed) and not needed.startswith("[")


def try_command(line, folder, capsys, language="en"):
    """Parse a command of a document with the program's own parser, and run it if it can be run here.

    What it writes into a file (`> game.txt`) is in that folder afterwards.
    """
    asked, _, file = line.partition(" > ")
    words = shlex.split(asked.partition(" | ")[0])
    name, *rest = words
    assert name in COMMANDS, line
    if is_only_named(words):
        return
    given = read_options(name, rest)
    check_count(given)
    if name == "run":
        if given.arguments:
            assert new_setup(given, Translations(language)).game in GAMES
        return
    if name in NEEDS_A_BOX or any(word.isupper() and len(word) > 1 for word in rest):
        return
    if name == "analyse":
        words += ["--left", "4", "--nodes", "10"]
    if name == "restore":
        words.append("--yes")
    capsys.readouterr()
    assert main(words) == 0, line
    if file and not file.startswith("/"):
        (folder / file).write_text(capsys.readouterr().out, encoding="utf-8")

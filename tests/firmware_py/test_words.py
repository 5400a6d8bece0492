"""The one table of words: every sentence the code says is in it, with the same arguments, and no other."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

import engine
import firmware_py
from firmware_py.cli import COMMANDS
from firmware_py.panel.canvas import Font, _glyphs
from firmware_py.spoken import LANGUAGES
from firmware_py.words import Words, lessons, read_table

SOURCES = [path for package in (engine, firmware_py) for path in Path(package.__file__).parent.rglob("*.py")]
PAGES = [path for kind in ("js", "html") for path in Path(firmware_py.__file__).parent.rglob(f"*.{kind}")]
PLACEHOLDER = re.compile(r"(?<!{){(\w+)}")


@cache
def said() -> list[tuple[str, set[str], str]]:
    """Every sentence that the code says by name: key, arguments, where."""
    found = []
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text())):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            name = ast.unparse(node.func)
            first = node.args[0]
            if name.split(".")[-1] in {"say", "words", "complain"} and isinstance(first, ast.Constant):
                arguments = {keyword.arg for keyword in node.keywords}
                found.append((first.value, arguments, f"{path.name}:{node.lineno}"))
    return found


@cache
def named_elsewhere() -> str:
    return "\n".join(path.read_text() for path in (*SOURCES, *PAGES))


@cache
def composed() -> re.Pattern[str]:
    """Keys that are put together, such as `say(f"match.told-{verb}")`, in a script word(`page.key-${key}`)."""
    scripts = "\n".join(path.read_text() for path in PAGES)
    patterns = [
        re.sub(r"\\\$\\{.*?\\}", "[a-z0-9-]+", re.escape(made))
        for made in re.findall(r"`([a-z]+\.[^`]*\$\{[^`]*\}[^`]*)`", scripts)
    ]
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.JoinedStr):
                if ast.unparse(node.func).split(".")[-1] not in {"say", "words"}:
                    continue
                parts = [
                    re.escape(p.value) if isinstance(p, ast.Constant) else "[a-z0-9-]+"
                    for p in node.args[0].values
                ]
                patterns.append("".join(parts))
    return re.compile("|".join(patterns))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_of_the_code_is_in_the_table_with_the_same_arguments(language):
    table = Words(language).table
    for key, arguments, where in said():
        assert key in table, where
        assert set(PLACEHOLDER.findall(table[key])) <= arguments, (where, key)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_is_left_over(language):
    code, put_together = named_elsewhere(), composed()
    table = Words(language).table
    for key in table:
        if key.endswith("-page") and key.removesuffix("-page") in table:
            continue  # what the page says in its place
        assert re.search(rf"""["']{re.escape(key)}["']""", code) or put_together.fullmatch(key), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_command_has_a_page_of_help_that_names_it(language):
    words = Words(language)
    for command in COMMANDS:
        assert f"sideline {command}" in words.page(f"help-{command}.txt")
        assert f"sideline {command}" in words.page("help.txt")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_says_the_same_things_with_the_same_arguments(language):
    english, table = Words("en").table, Words(language).table
    assert list(table) == list(english), "the same keys in the same order, for who compares them"
    for key, text in table.items():
        assert set(PLACEHOLDER.findall(text)) == set(PLACEHOLDER.findall(english[key])), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_letter_can_be_shown(language):
    words = Words(language)
    rules = read_table(words.page("rules.properties"))
    for font in Font:
        missing = {letter for text in (*words.table.values(), *rules.values()) for letter in text} - _glyphs(font)
        assert missing - set("✓✗—─×–≤") == set(), "these are said on the command line only"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_has_its_text_and_no_other_has(language):
    known = re.compile(r"^- \*\*([A-Z]+-\d+)", re.MULTILINE)
    files = sorted(Path(engine.__file__).parent.rglob("RULES.md"))
    ids = {rule for file in files for rule in known.findall(file.read_text())}
    rules = read_table(Words(language).page("rules.properties"))
    assert set(rules) == ids
    assert max(map(len, rules.values())) < 250, "it is read on a small display"


def test_every_lesson_is_a_rule_and_is_taught_where_something_is_asked():
    rules = read_table(Words("en").page("rules.properties"))
    for key, rule in lessons().items():
        assert key in Words("en").table
        assert rule in rules

"""The one table of words: every sentence the code says is in it, with the same arguments, and no other."""

import ast
import re
import shutil
from functools import cache
from pathlib import Path

import pytest

import engine
import firmware_py
from engine import GAMES, Game
from engine.game import option_value
from firmware_py.commands.help import Texts, page
from firmware_py.commands.shared.table import COMMANDS, HIDDEN
from firmware_py.display.canvas import Font, _glyphs
from firmware_py.i18n.locale import LANGUAGES
from firmware_py.i18n.translations import Translations, folder_of, read_table, tips

SOURCES = [path for package in (engine, firmware_py) for path in Path(package.__file__).parent.rglob("*.py")]
PAGES = [path for kind in ("js", "html") for path in Path(firmware_py.__file__).parent.rglob(f"*.{kind}")]
QUOTED = re.compile(r"""["'](?=([\w.-]+)["'])""")
PLACEHOLDER = re.compile(r"(?<!{){(\w+)}")
RULE = re.compile(r"[A-Z]{1,2}-\d+")


def rules_of(translations: Translations) -> dict[str, str]:
    return {key: text for key, text in translations.table.items() if RULE.fullmatch(key)}


def ids_in(file: Path) -> list[str]:
    return re.findall(rf"^- \*\*({RULE.pattern})", file.read_text(), re.MULTILINE)


def own_words(game: str, language: str) -> dict[str, str]:
    return read_table(Path(folder_of(game), "languages", f"{language}.properties").read_text())


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
            if name.split(".")[-1] in {"say", "translations", "complain"} and isinstance(first, ast.Constant):
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
                if ast.unparse(node.func).split(".")[-1] not in {"say", "translations"}:
                    continue
                parts = [
                    re.escape(p.value) if isinstance(p, ast.Constant) else "[a-z0-9-]+"
                    for p in node.args[0].values
                ]
                patterns.append("".join(parts))
    return re.compile("|".join(patterns))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_of_the_code_is_in_the_table_with_the_same_arguments(language):
    table = Translations(language).table
    for key, arguments, where in said():
        assert key in table, where
        assert set(PLACEHOLDER.findall(table[key])) <= arguments, (where, key)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_is_left_over(language):
    named, put_together = set(QUOTED.findall(named_elsewhere())), composed()
    table = Translations(language).table
    for key in table:
        if any(key.endswith(end) and key.removesuffix(end) in table for end in ("-page", "-short")):
            continue  # what the page, or a line of the panel, says in its place
        if RULE.fullmatch(key):
            continue  # those are compared with RULES.md
        assert key in named or put_together.fullmatch(key), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_command_has_a_page_of_help_that_names_it(language):
    translations = Translations(language)
    first = page("", translations)
    for name, command in COMMANDS.items():
        assert f"sideline {name}" in page(name, translations)
        assert (f"sideline {name} " in first) == (command.group != HIDDEN)
    assert list(Texts(language).table) == list(Texts("en").table), "the same keys in the same order"
    used = {f"{name}{end}" for name in COMMANDS for end in ("", ".exit")}
    used |= {f"{name}.use-{verb}" for name, command in COMMANDS.items() for verb in command.uses}
    used |= {f"{name}.{option.name}" for name, command in COMMANDS.items() for option in command.options}
    shared = ("sideline", "group.", "head.", "more.", "word.", "option.")
    assert [key for key in Texts(language).table if key not in used and not key.startswith(shared)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_says_the_same_things_with_the_same_arguments(language):
    english, table = Translations("en").table, Translations(language).table
    assert list(table) == list(english), "the same keys in the same order, for who compares them"
    for key, text in table.items():
        assert set(PLACEHOLDER.findall(text)) == set(PLACEHOLDER.findall(english[key])), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_letter_can_be_shown(language):
    translations = Translations(language).for_panel()
    for font in Font:
        missing = {letter for text in translations.table.values() for letter in text} - _glyphs(font) - {"\n"}
        assert missing - set("✓✗—─×–≤") == set(), "these are said on the command line only"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_has_its_text_and_no_other_has(language):
    files = sorted(Path(engine.__file__).parent.rglob("RULES.md"))
    rules = rules_of(Translations(language))
    assert set(rules) == {rule for file in files for rule in ids_in(file)}
    assert max(map(len, rules.values())) < 250, "it is read on a small display"


def test_every_lesson_is_a_rule_and_is_taught_where_something_is_asked():
    rules = rules_of(Translations("en"))
    assert len(tips()) > 15
    for key, rule in tips().items():
        assert key in Translations("en").table
        assert rule in rules


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_one_game_says_lies_in_its_folder_and_nothing_else_does(game, language):
    own, shared = own_words(game, language), read_table(Translations(language).page("sentences.properties"))
    rules = [key for key in own if RULE.fullmatch(key)]
    assert rules == ids_in(Path(folder_of(game), "RULES.md")), "in the same order"
    assert [key for key in own if not key.startswith(f"{game}.")] == rules
    assert not [key for key in shared if key.startswith(f"{game}.")]
    assert {f"{game}.{key}" for key in ("about", "name", "points")} <= set(own)


def test_a_game_that_lacks_a_language_speaks_english(monkeypatch, tmp_path):
    shutil.copytree(folder_of("inside"), tmp_path / "sixth")
    (tmp_path / "sixth" / "languages" / "de.properties").unlink()
    (tmp_path / "sixth" / "tips.properties").unlink()
    monkeypatch.setattr(engine, "__path__", [*engine.__path__, str(tmp_path)])
    monkeypatch.setattr(engine, "GAMES", {"sixth": Game("sixth", "Sixth", range(2, 3), 2)})
    assert Translations("de").table["inside.ask-cell"] == "Which cell?"
    assert Translations("de")("yes") == "ja"
    tips.cache_clear()
    assert tips() == {}
    tips.cache_clear()


@pytest.mark.parametrize(
    ("language", "count", "text"),
    [
        ("en", 0, "0 moves"),
        ("en", 1, "1 move"),
        ("en", 2, "2 moves"),
        ("de", 1, "1 Person"),
        ("de", 2, "2 Personen"),
        ("fr", 0, "0 joueur"),
        ("fr", 1, "1 joueur"),
        ("fr", 2, "2 joueurs"),
    ],
)
def test_a_number_chooses_singular_or_plural_as_its_language_does(language, count, text):
    key = "home.acts" if language == "en" else "home.players-count"
    assert Translations(language)(key, count=count) == text


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_choice_between_singular_and_plural_has_two_forms_and_its_number_beside_it(language):
    for key, text in Translations(language).table.items():
        for name, forms in re.findall(r"{(\w+):([^}]*)}", text):
            assert len(forms.split("|")) == 2, key
            assert f"{{{name}}}" in text, key


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_option_of_a_game_is_asked_for_and_its_values_are_named(game, language):
    table = Translations(language).table
    for option in GAMES[game].options:
        assert f"{game}.ask-option-{option.tag.lower()}" in table
        assert {option_value(game, option.tag, value).key for value in option.values} <= set(table)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_part_of_the_box_that_can_be_missing_has_a_name(language):
    sources = [path.read_text(encoding="utf-8") for path in SOURCES if "games" not in path.parts]
    parts = {name for text in sources for name in re.findall(r'\b(?:Part|Finding)\("(\w+)"', text)}
    assert {"keys", "buzzer", "dice"} <= parts
    assert {f"part.{name}" for name in parts} - set(Translations(language).table) == set()

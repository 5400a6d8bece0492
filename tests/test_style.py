"""Names and docstrings in the common technical words, and modules short enough to read in one go."""

import ast
import re
from pathlib import Path

import pytest

from tests.documents import blocks

ROOT = Path(__file__).parents[1]
PACKAGES = ("engine", "drivers", "firmware_py", "hardware", "systemd", "tests")
MODULES = sorted(path for name in PACKAGES for path in (ROOT / name).rglob("*.py"))
PERSONIFIED = re.compile(r"(Tells?|Be|Knows?|Says?) ")
"""How a docstring must not begin: it says what a function returns or does."""
REPLACED = {"deed", "deeds", "keeper", "lawful", "unlawful", "complaint", "spoken", "errand"}
"""Words that have a common one: action, store, legal or allowed, error, locale, task."""
KINDS = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
MOST_AT_THE_TOP, MOST_COLUMNS, MOST_LINES = 6, 120, 400


def place_of(path):
    """Return the path of a module inside this project."""
    return str(path.relative_to(ROOT))


def words_of(name):
    """Return the words of a name in small letters: `MatchStore` and `match_store` have the same."""
    return set(re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower().split("_"))


@pytest.mark.parametrize("package", PACKAGES)
def test_docstrings_say_what_is_returned_or_done(package):
    found = []
    for path in (path for path in MODULES if path.relative_to(ROOT).parts[0] == package):
        nodes = (node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, KINDS))
        texts = filter(None, map(ast.get_docstring, nodes))
        found += [f"{place_of(path)}: {text}" for text in texts if PERSONIFIED.match(text)]
    assert found == []


def test_names_of_modules_classes_and_functions_have_no_replaced_word():
    found = []
    for path in MODULES:
        nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        names = [path.stem, *(node.name for node in nodes if isinstance(node, KINDS[1:]))]
        found += [f"{place_of(path)}: {name}" for name in names if REPLACED & words_of(name)]
    assert found == []


def test_the_program_has_few_modules_at_its_top():
    assert len([*(ROOT / "firmware_py").glob("*.py")]) <= MOST_AT_THE_TOP


def test_every_module_of_the_product_can_be_read_in_one_go():
    product = [path for path in MODULES if not path.is_relative_to(ROOT / "tests")]
    assert [path for path in product if path.read_text(encoding="utf-8").count("\n") > MOST_LINES] == []


def test_the_layout_for_developers_has_lines_that_fit_and_names_of_modules_that_exist():
    (layout,) = [block for block in blocks(ROOT / "CONTRIBUTING.md") if block.startswith("engine/ ")]
    assert max(map(len, layout.splitlines())) <= MOST_COLUMNS
    named = {word for word in re.findall(r"\w+", layout) if "_" in word.strip("_")}
    stems = {path.stem for path in MODULES} | {path.name for path in ROOT.glob("*/*") if path.is_dir()}
    assert named - stems == set()

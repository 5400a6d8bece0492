"""What is only in the full run is listed, and the full run leaves nothing out."""

import re
import tomllib
from pathlib import Path

import pytest

from tests.conftest import SLOW_TESTS

ROOT = Path(__file__).parents[1]
LIST = Path(__file__).with_name("slow.txt")


def test_the_list_names_what_is_only_in_the_full_run(pytestconfig: pytest.Config) -> None:
    """Compare, for every file that is collected now, `slow.txt` with the marks."""
    collected = pytestconfig.stash[SLOW_TESTS]
    lines = [line for line in LIST.read_text().splitlines() if line and not line.startswith("#")]
    listed = {
        line
        for line in lines
        if line.partition("::")[0] in collected or not (ROOT / line.partition("::")[0]).exists()
    }
    marked = {f"{file}::{name}" for file, names in collected.items() for name in names}
    assert sorted(marked - listed) == [], "add these lines to tests/slow.txt"
    assert sorted(listed - marked) == [], "remove these lines from tests/slow.txt"
    assert lines == sorted(set(lines))


def test_make_test_all_runs_everything_and_ci_runs_all() -> None:
    recipe = re.search(r"^test-all:.*\n((?:\t.*\n)+)", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert recipe is not None
    coverage, everything = recipe[1].splitlines()
    assert coverage.split() == ["$(PYTEST)", "engine", "tests/engine", "--cov"]
    assert everything.split() == ["$(PYTEST)", "--full", "--durations", "10"], "no path, no -k and no -m"
    ci = (ROOT / ".ci" / "run").read_text()
    assert re.search(r"^make test test-all\b", ci, re.MULTILINE)
    assert re.search(r"^make test-web\b", ci, re.MULTILINE)


def test_nothing_leaves_tests_out_of_both_runs() -> None:
    assert "\nPYTEST := $(BIN)/pytest --numprocesses auto --dist worksteal\n" in (ROOT / "Makefile").read_text()
    options = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["pytest"]["ini_options"]
    assert not [
        option for option in options["addopts"] if option.startswith(("--ignore", "--deselect", "-k", "-m"))
    ]
    assert {"tests", "engine", "drivers", "firmware_py"} <= set(options["testpaths"])

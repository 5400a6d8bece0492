"""One folder per game for all it shows, the same modules in each, and nobody else names a game.

`hardware/` is left out: its sheets and pictures are of the four real games.
"""

import ast
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import grimp
import pytest

import engine
from engine import GAMES
from engine.colours import COLOURS
from engine.insider.owner_data import Board, OwnerData
from engine.offline.owner_data import PLACEHOLDER
from firmware_py.games import contract, lookup
from firmware_py.games.lookup import owner_data_of

ROOT = Path(engine.__file__).parents[1]
SHOWN = ROOT / "firmware_py" / "games"
REGISTRY = ROOT / "engine" / "__init__.py"

PROTOCOLS = {
    "display": ("Display",),
    "text": ("Text",),
    "svg": ("Svg",),
    "charts": ("Charts",),
    "scores": ("Scores",),
    "log": ("Log",),
    "owner_data": ("OwnerData", "OwnerForm"),
    "sight": ("Sight",),
    "tabletop": ("Tabletop",),
}
"""The modules of a game, and what each satisfies."""
WITHOUT_FALLBACK = frozenset({"owner_data", "sight", "tabletop"})
LACKING = {
    ("inside", "owner_data"): "its sheet shows all that there is to know",
    ("online", "owner_data"): "its sheet shows all that there is to know",
    ("offline", "tabletop"): "its pictures are not read",
    ("online", "tabletop"): "its pictures are not read",
    ("offline", "sight"): "the box reads photographs of Inside and Insider only, so far",
    ("online", "sight"): "the box reads photographs of Inside and Insider only, so far",
}

OTHER_NAMES = {
    "firmware_py/commands/shared/table.py": "the examples of the help name games and moves",
    "firmware_py/mqtt/topics.py": "the words with which Home Assistant says whether something is there",
}
"""Where the name of a game is another word too."""
STATIC = {
    "index.html": "links the style of each game: static/table-GAME.css",
    "tv.html": "links the style of each game: static/table-GAME.css",
    "my-copy.js": "imports the editors: static/my-copy-GAME.js",
    "feed.js": "listens to the event of browsers that are on-line again",
}
"""What the browser gets and names a game, though it belongs to none."""


# --- the folders


def has(game: str, kind: str) -> bool:
    return (SHOWN / game / f"{kind}.py").is_file()


def test_every_game_has_the_same_modules():
    for game in GAMES:
        assert {kind for kind in PROTOCOLS if not has(game, kind)} == {
            kind for name, kind in LACKING if name == game
        }
    assert {folder.name for folder in SHOWN.iterdir() if (folder / "__init__.py").is_file()} == {
        *GAMES,
        "drawing",
        "fallback",
    }


def test_what_a_game_has_beside_them_is_a_part_of_one_of_them():
    for game in GAMES:
        others = {path.stem for path in (SHOWN / game).glob("*.py")} - set(PROTOCOLS) - {"__init__"}
        assert {name.partition("_")[0] for name in others} <= set(PROTOCOLS), game


def test_there_is_a_fallback_for_everything_but_owner_data_and_sight():
    for kind in PROTOCOLS:
        assert has("fallback", kind) == (kind not in WITHOUT_FALLBACK)


@pytest.mark.parametrize("kind", PROTOCOLS)
def test_every_module_has_a_lookup_of_its_own_type(kind):
    names = [f"{kind}_of"] + (["owner_form_of"] if kind == "owner_data" else [])
    found = [getattr(lookup, name).__annotations__["return"].removesuffix(" | None") for name in names]
    assert found == list(PROTOCOLS[kind])
    assert all(hasattr(contract, name) for name in found)


def checked(modules: list[tuple[str, str]], folder: Path, where: Path = ROOT) -> str:
    """Let mypy say whether modules of games satisfy the protocols of their kind."""
    paths = [f"firmware_py.games.{game}.{kind}" for game, kind in modules]
    lines = [
        "from typing import Any",
        "from engine.game import Rules",
        "from firmware_py.games import contract",
        *(f"import {path}" for path in paths),
        "def proof(rules: Rules[Any]) -> None:",
    ]
    for path, (game, kind) in zip(paths, modules, strict=True):
        value = f'{path}.Fallback("", rules)' if game == "fallback" else path
        lines += [f"    _{game}_{name}: contract.{name} = {value}" for name in PROTOCOLS[kind]]
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "mypy",
            "--strict",
            "--config-file=",
            f"--cache-dir={folder}",
            "-c",
            "\n".join(lines),
        ],
        cwd=where,
        env={**os.environ, "PYTHONPATH": str(where)},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout + done.stderr


def test_mypy_finds_every_function_of_the_contract_in_every_module(tmp_path):
    modules = [(game, kind) for game in (*GAMES, "fallback") for kind in PROTOCOLS if has(game, kind)]
    assert "Success" in checked(modules, tmp_path)


# --- nobody else names a game


def modules() -> list[Path]:
    """List every module that belongs to no game."""
    found = [*(ROOT / "engine").glob("*.py"), *(ROOT / "drivers").rglob("*.py")]
    found += (ROOT / "firmware_py").rglob("*.py")
    own = [SHOWN / game for game in GAMES]
    return [path for path in found if path != REGISTRY and not any(home in path.parents for home in own)]


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def identifiers(tree: ast.AST) -> Iterator[str]:
    """Give every name in a module, those of imported modules too."""
    for node in ast.walk(tree):
        for field, value in ast.iter_fields(node):
            is_name = isinstance(value, str) and not (isinstance(node, ast.Constant) and field == "value")
            names = value if field in {"names", "kwd_attrs"} else [value] if is_name else []
            yield from (name for name in names if isinstance(name, str))


def strings(tree: ast.AST) -> Iterator[str]:
    """Give every text in a module, but not what only tells people about it: docstrings, and examples in them."""
    told = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
            yield node.value


def games_in(text: str) -> set[str]:
    return set(re.findall(r"[a-z]+", text.lower())) & set(GAMES)


def tags_of(game: str) -> set[str]:
    """List the tags of a game: its options, and what carries its owner data."""
    houses = {
        "insider": OwnerData(Board(-8, verified=True)),
        "offline": PLACEHOLDER._replace(map_verified=True, market_verified=True),
    }
    own = owner_data_of(game).tags(houses[game]) if game in houses else {}
    return {option.tag for option in GAMES[game].options} | set(own)


TAGS = set().union(*map(tags_of, GAMES)) - {COLOURS}  # that one is common to all games whose pieces have colours


@pytest.mark.parametrize("path", modules(), ids=name_of)
def test_no_other_module_names_a_game_or_its_tags(path):
    tree = ast.parse(path.read_text())
    assert {name: found for name in identifiers(tree) if (found := games_in(name))} == {}
    for text in strings(tree):
        assert games_in(text) == set() or name_of(path) in OTHER_NAMES, text
        assert text not in TAGS, text


def test_of_what_the_browser_gets_only_files_of_a_game_and_their_links_name_one():
    files = (ROOT / "firmware_py").glob("*/static/*")
    own = re.compile(rf"(?:my-copy|table)-(?:{'|'.join(GAMES)})\.(?:js|css)")
    quoted = re.compile(rf"""["'`/](?:[\w/.-]*\b)?(?:{"|".join(GAMES)})\b(?:[\w/.-]*)["'`]""")
    naming = {path.name for path in files if quoted.search(path.read_text()) and not own.fullmatch(path.name)}
    assert naming == set(STATIC)


def test_no_more_than_three_modules_import_each_other_in_a_circle():
    """Imports for types count too: who wants to change one module of a circle has to read all of them."""
    graph = grimp.build_graph("engine", "drivers", "firmware_py", exclude_type_checking_imports=False)
    circles = {
        frozenset({module, *(graph.find_upstream_modules(module) & graph.find_downstream_modules(module))})
        for module in graph.modules
    }
    assert [sorted(circle) for circle in circles if len(circle) > 3] == []

"""The state of a match as text: for the day on which new rules can no longer lead to it.

A state consists of the engine's named tuples and enumerations and of plain values. Its parts are called by
their names, so that one with other parts is refused instead of being taken for something else; and nothing but
such parts is ever made, whatever a foreign file asks for.

>>> decode_state(encode_state(("Anna", frozenset({3}), {(1, 2): None})))
('Anna', frozenset({3}), {(1, 2): None})
>>> decode_state('{"os:system": {"command": "true"}}')
Traceback (most recent call last):
ValueError: os:system is no part of a state
"""

from __future__ import annotations

import json
from enum import Enum
from importlib import import_module
from typing import Any

GATHERED = {"tuple": tuple, "list": list, "frozenset": frozenset}
PLAIN = (str, int, float, bool, type(None))


def encode_state(state: object) -> str:
    """Give a state as text."""
    return json.dumps(_packed(state), ensure_ascii=False, separators=(",", ":"))


def decode_state(text: str) -> Any:
    """Give the state back. Raises `ValueError` if this program has no such states."""
    try:
        return _unpacked(json.loads(text))
    except ValueError:
        raise
    except Exception as error:
        raise ValueError(str(error)) from error


def _packed(value: Any) -> object:
    kind = type(value)
    if isinstance(value, Enum):
        return {_name(kind): value.name}
    if hasattr(kind, "_fields"):
        return {_name(kind): {name: _packed(getattr(value, name)) for name in kind._fields}}
    if kind in PLAIN:
        return value
    if kind is dict:
        return {"dict": [[_packed(key), _packed(item)] for key, item in value.items()]}
    if kind.__name__ in GATHERED:
        return {kind.__name__: [_packed(item) for item in value]}
    raise TypeError(f"{kind.__name__} is no part of a state")


def _unpacked(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    ((name, content),) = value.items()
    if name == "dict":
        return {_unpacked(key): _unpacked(item) for key, item in content}
    if name in GATHERED:
        return GATHERED[name](_unpacked(item) for item in content)
    kind = _kind(name)
    if issubclass(kind, Enum):
        return kind[content]
    if set(content) != set(kind._fields):
        raise ValueError(f"{name} has other parts")
    return kind(**{part: _unpacked(item) for part, item in content.items()})


def _name(kind: type) -> str:
    return f"{kind.__module__}:{kind.__qualname__}"


def _name_now(name: str) -> str:
    """Return the name that a part has now: a game's `state.MOVED` knows those that earlier versions stored."""
    match name.partition(":")[0].split("."):
        case ["engine", game, _, *_]:
            moved: dict[str, str] = getattr(import_module(f"engine.{game}.state"), "MOVED", {})
            return moved.get(name, name)
    return name


def _kind(name: str) -> Any:
    """Return the enumeration or the named tuple of the engine with a name, by which it is or was known."""
    module, _, kind = _name_now(name).partition(":")
    found = getattr(import_module(module), kind, None) if module.startswith("engine.") else None
    if isinstance(found, type) and (issubclass(found, Enum) or hasattr(found, "_fields")):
        return found
    raise ValueError(f"{name} is no part of a state")

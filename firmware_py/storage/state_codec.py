"""Serialize the state of a match as JSON, so that a match can continue when new rules no longer lead to its state.

A state consists of the engine's named tuples and enumerations and of plain values. Types and fields are stored by
name, so that a state with other fields is refused instead of being misread. Only these types are ever created,
whatever a foreign file contains.

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

COLLECTIONS = {"tuple": tuple, "list": list, "frozenset": frozenset}
PLAIN = (str, int, float, bool, type(None))


def encode_state(state: object) -> str:
    """Return a state as text."""
    return json.dumps(_encode(state), ensure_ascii=False, separators=(",", ":"))


def decode_state(text: str) -> Any:
    """Return the state of a text. Raises `ValueError` if this program has no such states."""
    try:
        return _decode(json.loads(text))
    except ValueError:
        raise
    except Exception as error:
        raise ValueError(str(error)) from error


def _encode(value: Any) -> object:
    kind = type(value)
    if isinstance(value, Enum):
        return {_name(kind): value.name}
    if hasattr(kind, "_fields"):
        return {_name(kind): {name: _encode(getattr(value, name)) for name in kind._fields}}
    if kind in PLAIN:
        return value
    if kind is dict:
        return {"dict": [[_encode(key), _encode(item)] for key, item in value.items()]}
    if kind.__name__ in COLLECTIONS:
        return {kind.__name__: [_encode(item) for item in value]}
    raise TypeError(f"{kind.__name__} is no part of a state")


def _decode(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    ((name, content),) = value.items()
    if name == "dict":
        return {_decode(key): _decode(item) for key, item in content}
    if name in COLLECTIONS:
        return COLLECTIONS[name](_decode(item) for item in content)
    kind = _kind(name)
    if issubclass(kind, Enum):
        return kind[content]
    if not set(kind._fields) - set(kind._field_defaults) <= set(content) <= set(kind._fields):
        raise ValueError(f"{name} has other parts")
    return kind(**{part: _decode(item) for part, item in content.items()})


def _name(kind: type) -> str:
    return f"{kind.__module__}:{kind.__qualname__}"


def _kind(name: str) -> Any:
    """Return the enumeration or named tuple of the engine with this name."""
    module, _, kind = name.partition(":")
    found = getattr(import_module(module), kind, None) if module.startswith("engine.") else None
    if isinstance(found, type) and (issubclass(found, Enum) or hasattr(found, "_fields")):
        return found
    raise ValueError(f"{name} is no part of a state")

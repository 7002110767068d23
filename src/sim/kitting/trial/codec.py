"""Frozen dataclasses as JSON and back, by their type hints.

Dataclasses, tuples of any length, mappings from text, optional values, texts, numbers and truth
values.
"""

from __future__ import annotations

from dataclasses import MISSING, fields, is_dataclass
from typing import Any, Dict, Mapping, Type, TypeVar, Union, get_type_hints

from sim.checks import mapping, number, sequence
from sim.errors import InputError

T = TypeVar("T")


def plain(value: Any) -> Any:
    """Convert a value to JSON's types."""
    if is_dataclass(value):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, (tuple, list)):
        return [plain(each) for each in value]
    if isinstance(value, Mapping):
        return {str(key): plain(each) for key, each in value.items()}
    return value


def build(kind: Type[T], value: Any, where: str) -> T:
    """Return a dataclass from the result of :func:`plain`.

    Raises InputError with the field's name.
    """
    hints = get_type_hints(kind)
    known = {field.name: field for field in fields(kind)}  # type: ignore[arg-type]
    required = [
        name
        for name, field in known.items()
        if field.default is MISSING and field.default_factory is MISSING
    ]
    found: Dict[str, Any] = {
        name: _value(hints[name], each, f"{where}.{name}")
        for name, each in mapping(value, where, known, required).items()
    }
    return kind(**found)


def _value(hint: Any, value: Any, where: str) -> Any:
    if hint is Any:
        return value
    if isinstance(hint, type) and is_dataclass(hint):
        return build(hint, value, where)
    origin: Any = getattr(hint, "__origin__", None)
    inner: Any = getattr(hint, "__args__", ())
    if origin is Union:
        return None if value is None else _value(inner[0], value, where)
    if origin is tuple:
        return tuple(
            _value(inner[0], each, f"{where}[{index}]")
            for index, each in enumerate(sequence(value, where))
        )
    if origin is not None:
        if not isinstance(value, dict):
            raise InputError(where, f"an object is needed, not {value!r:.60}")
        return {key: _value(inner[1], each, f"{where}.{key}") for key, each in value.items()}
    if hint is float:
        return number(value, where)
    if type(value) is not hint:
        raise InputError(where, f"must be {_WORDS[hint]}, not {value!r:.60}")
    return value


_WORDS = {str: "text", int: "a whole number", bool: "true or false"}

"""Fields of models with their allowed values, which ``Model`` checks."""

from __future__ import annotations

import math
from dataclasses import MISSING, field
from typing import Any

from sim.checks import number_hint
from sim.errors import InputError


def _number(
    default: Any,
    low: float,
    high: float,
    open_low: bool = False,
    scales: bool = False,
    length: int = 0,
) -> Any:
    limits = {"low": low, "high": high, "open_low": open_low, "scales": scales, "length": length}
    return field(default=default, metadata=limits)


def number(default: Any = MISSING) -> Any:
    """Return a field for any finite number."""
    return _number(default, -math.inf, math.inf)


def positive(default: Any = MISSING) -> Any:
    """Return a field for a number above 0."""
    return _number(default, 0.0, math.inf, open_low=True)


def not_negative(default: Any = MISSING) -> Any:
    """Return a field for a number of at least 0. Noise factors leave it unchanged."""
    return _number(default, 0.0, math.inf)


def sigma(default: Any = MISSING) -> Any:
    """Return a field for an error's size (at least 0), scaled by factors."""
    return _number(default, 0.0, math.inf, scales=True)


def share(default: Any = MISSING) -> Any:
    """Return a field for a probability or a fraction."""
    return _number(default, 0.0, 1.0)


def numbers(default: Any = MISSING, length: int = -1, scales: bool = False) -> Any:
    """Return a field for several finite numbers. ``length`` -1 allows any length but 0."""
    return _number(default, -math.inf, math.inf, scales=scales, length=length)


def sigmas(default: Any = MISSING, length: int = -1) -> Any:
    """Return a field for several sigmas, as ``sigma`` has one."""
    return _number(default, 0.0, math.inf, scales=True, length=length)


def weights(default: Any = MISSING, length: int = -1) -> Any:
    """Return a field for shares that sum to 1."""
    return field(
        default=default,
        metadata={
            "low": 0.0,
            "high": 1.0,
            "open_low": False,
            "scales": False,
            "length": length,
            "total": 1.0,
        },
    )


def checked(name: str, value: Any, metadata: Any) -> Any:
    """Return a field's value as float or tuple of floats.

    Raises InputError that names the field.
    """
    length = metadata["length"]
    if not length:
        return _one(name, value, metadata)
    if (
        isinstance(value, (str, bytes))
        or not hasattr(value, "__len__")
        or len(value) != (length if length > 0 else max(len(value), 1))
    ):
        raise InputError(
            name,
            f"must be a list of {length if length > 0 else 'one or more'} numbers, is {value!r}",
        )
    values = tuple(_one(f"{name}[{index}]", one, metadata) for index, one in enumerate(value))
    if "total" in metadata and abs(sum(values) - metadata["total"]) > 1e-6:
        raise InputError(name, f"must sum to {metadata['total']:g}, sums to {sum(values):.6g}")
    return values


def _one(name: str, value: Any, metadata: Any) -> float:
    low, high, open_low = metadata["low"], metadata["high"], metadata["open_low"]
    valid = (
        not isinstance(value, (bool, str, bytes))
        and hasattr(value, "__float__")
        and math.isfinite(value)
    )
    if not valid or value < low or value > high or (open_low and value == low):
        raise InputError(
            name, f"must be {_wanted(low, high, open_low)}, is {value!r}{number_hint(value)}"
        )
    return float(value)


def _wanted(low: float, high: float, open_low: bool) -> str:
    if math.isinf(low):
        return "a finite number"
    if math.isinf(high):
        return f"a finite number {'above' if open_low else 'of at least'} {low:g}"
    return f"a number from {low:g} to {high:g}"

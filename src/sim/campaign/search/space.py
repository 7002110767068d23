"""Parameter space of a search as a unit cube.

Each parameter is mapped to 0 to 1.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Dict, Mapping, Optional, Sequence, Tuple, Union

import numpy as np

from sim.arrays import Array
from sim.errors import InputError

DIGITS = 6
# A place of each axis.
Point = Union[Array, Sequence[float]]


@dataclass(frozen=True)
class SearchParameter:
    """Parameter with a range or a list of values.

    All numbers from ``low`` to ``high``, or the ``values`` in their order.
    """

    name: str
    low: float = 0.0
    high: float = 1.0
    values: Tuple[str, ...] = ()

    def snap(self, places: Array) -> Array:
        """Move places (n,) to the middles of their values."""
        if not self.values:
            return np.clip(places, 0.0, 1.0)
        count = len(self.values)
        middles: Array = (np.clip(np.floor(places * count), 0, count - 1) + 0.5) / count
        return middles

    def text(self, place: float) -> str:
        """Return the value at a place as text for a command."""
        if self.values:
            return self.values[min(max(int(place * len(self.values)), 0), len(self.values) - 1)]
        return f"{self.low + place * (self.high - self.low):.{DIGITS}g}"

    def place(self, text: str) -> Optional[float]:
        """Return the place of a value, possibly beyond 0 to 1.

        None if it is not a value of this parameter.
        """
        if text in self.values:
            return (self.values.index(text) + 0.5) / len(self.values)
        try:
            number = float(text)
        except ValueError:
            return None
        if not self.values:
            return (number - self.low) / (self.high - self.low)
        alike = [i for i, value in enumerate(self.values) if _number(value) == number]
        return (alike[0] + 0.5) / len(self.values) if alike else None


@dataclass(frozen=True)
class ParameterSpace:
    """Parameter space; points are arrays (d,), a place of each axis."""

    axes: Tuple[SearchParameter, ...]

    @property
    def names(self) -> Tuple[str, ...]:
        return tuple(axis.name for axis in self.axes)

    def snap(self, points: Array) -> Array:
        """Move points (n, d) to existing values."""
        return np.column_stack([axis.snap(points[:, k]) for k, axis in enumerate(self.axes)])

    def texts(self, point: Point) -> Dict[str, str]:
        return {axis.name: axis.text(float(place)) for axis, place in zip(self.axes, point)}


def read_space(given: Any, where: str) -> ParameterSpace:
    """Read a space from a mapping of names to ranges.

    ``{from, to}``, ``{from, to, step}`` or a list; raises InputError that names ``where``.
    """
    if not isinstance(given, Mapping) or not given:
        raise InputError(where, "must map parameters to their ranges, as speed: {from: 5, to: 20}")
    return ParameterSpace(
        tuple(_axis(str(name), value, f"{where}.{name}") for name, value in given.items())
    )


def _axis(name: str, given: Any, where: str) -> SearchParameter:
    if isinstance(given, list):
        values = tuple(str(each).lower() if isinstance(each, bool) else str(each) for each in given)
        if len(set(values)) < 2 or len(set(values)) < len(values):
            raise InputError(where, "must have two different values or more, each once")
        return SearchParameter(name, values=values)
    if not isinstance(given, Mapping) or not {"from", "to"} <= set(given) <= {"from", "to", "step"}:
        raise InputError(where, "must be a list, or numbers {from, to} or {from, to, step}")
    numbers = {key: _real(value, f"{where}.{key}") for key, value in given.items()}
    low, high = numbers["from"], numbers["to"]
    if not high > low:
        raise InputError(where, f"needs a 'to' above its 'from' of {low:g}, not {high:g}")
    if "step" not in numbers:
        return SearchParameter(name, low, high)
    step = numbers["step"]
    if not 0.0 < step <= high - low:
        raise InputError(f"{where}.step", f"must be above 0 and at most {high - low:g}")
    count = math.floor((high - low) / step + 1e-6) + 1
    return SearchParameter(name, values=tuple(f"{low + i * step:.{DIGITS}g}" for i in range(count)))


def _real(value: Any, where: str) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
        raise InputError(where, f"must be a number, not {value!r}")
    return float(value)


def _number(text: str) -> Optional[float]:
    try:
        return float(text)
    except ValueError:
        return None

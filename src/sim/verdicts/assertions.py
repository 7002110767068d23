"""Assertions on a run, and their evaluation."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Dict, List, Mapping, Sequence

import numpy as np

from sim.checks import number_hint
from sim.errors import InputError
from sim.verdicts.series import MEASURES, RunTimeSeries

# Name of the assertion of a goal, instead of a measure.
REACHES = "reaches"
ENDS = "ends"
NAMES = (*sorted(MEASURES), REACHES, ENDS)
LIMIT_KEYS = ("least", "most")
PLACE_KEYS = ("x", "y", "within", "before")


@dataclass(frozen=True)
class Assertion:
    """Assertion on a measure, a goal, or the end.

    ``limits`` of a measure; of a goal of the ego x, y, within (m), before (s); of the end before
    (s).
    """

    name: str
    limits: Dict[str, float]


@dataclass(frozen=True)
class AssertionFinding:
    """Evaluated assertion.

    ``holds``; the ``worst`` value with its ``time``, s, and the other participant, the ``least``
    and the ``most`` of the whole run; nan if undefined.
    """

    name: str
    holds: bool
    worst: float
    time: float
    whom: str
    said: str
    least: float = math.nan
    most: float = math.nan

    def document(self) -> Dict[str, Any]:
        plain = {k: _plain(v) for k, v in vars(self).items()}
        return plain


def read_assertions(given: Any, where: str) -> List[Assertion]:
    """Read assertions from a mapping of names to limits. Raises InputError that names ``where``."""
    if not isinstance(given, Mapping) or not given:
        raise InputError(where, "must map measures to limits, as collisions: {most: 0}")
    return [_assertion(str(name), limits, f"{where}.{name}") for name, limits in given.items()]


def _assertion(name: str, limits: Any, where: str) -> Assertion:
    if name not in NAMES:
        raise InputError(where, f"is not a measure; there are {', '.join(NAMES)}")
    allowed = {REACHES: PLACE_KEYS, ENDS: ("before",)}.get(name, LIMIT_KEYS)
    found = checked_limits(limits, allowed, where)
    if name == REACHES and not {"x", "y", "within"} <= set(found):
        raise InputError(where, "needs x, y and within")
    return Assertion(name, found)


def checked_limits(limits: Any, allowed: Sequence[str], where: str) -> Dict[str, float]:
    """Return the numbers of one assertion. Raises InputError that names ``where``."""
    if not isinstance(limits, Mapping) or not limits:
        raise InputError(where, f"must be a mapping with {' or '.join(allowed)}")
    for key, value in limits.items():
        if key not in allowed:
            raise InputError(f"{where}.{key}", f"is unknown; there are {', '.join(allowed)}")
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            hint = number_hint(value)
            raise InputError(f"{where}.{key}", f"must be a number, not {value!r}{hint}")
    return {key: float(value) for key, value in limits.items()}


def judge(measures: RunTimeSeries, assertions: Sequence[Assertion]) -> List[AssertionFinding]:
    return [_judged(measures, each) for each in assertions]


def _judged(measures: RunTimeSeries, asserted: Assertion) -> AssertionFinding:
    if asserted.name == REACHES:
        return _reached(measures, asserted.limits)
    if asserted.name == ENDS:
        return _ended(measures, asserted.limits["before"])
    series = measures.series(asserted.name)
    found = []
    for kind, limit in asserted.limits.items():
        values = series.values if kind == "most" else -series.values
        if not np.isfinite(values).any():
            found.append(
                AssertionFinding(asserted.name, True, math.nan, math.nan, "", "nothing to measure")
            )
            continue
        at = int(np.nanargmax(values))
        worst = float(series.values[at])
        holds = worst <= limit if kind == "most" else worst >= limit
        whom = series.whom[at] if series.whom else ""
        when = float(series.time[at])
        said = f"{worst:.3g} at {when:.1f} s; {kind} {limit:g}"
        extremes = float(np.nanmin(series.values)), float(np.nanmax(series.values))
        found.append(AssertionFinding(asserted.name, holds, worst, when, whom, said, *extremes))
    return min(found, key=lambda each: each.holds)


def _reached(measures: RunTimeSeries, limits: Mapping[str, float]) -> AssertionFinding:
    """Evaluate a goal by the middle of the ego's box."""
    ego = measures.run.ego
    away = np.hypot(ego.x - limits["x"], ego.y - limits["y"])
    near = np.flatnonzero(away <= limits["within"])
    before = limits.get("before", math.inf)
    holds = bool(len(near)) and float(ego.time[near[0]]) <= before
    at = near[0] if len(near) else int(np.argmin(away))
    said = f"{away[at]:.2f} m away at {ego.time[at]:.1f} s; within {limits['within']:g} m"
    said += f" before {before:g} s" if math.isfinite(before) else ""
    extremes = float(away.min()), float(away.max())
    return AssertionFinding(
        REACHES, holds, float(away[at]), float(ego.time[at]), "", said, *extremes
    )


def _ended(measures: RunTimeSeries, before: float) -> AssertionFinding:
    run = measures.run
    holds = run.completed and run.ended <= before
    state = "ended" if run.completed else "was cut short"
    said = f"{state} at {run.ended:.2f} s; before {before:g} s"
    return AssertionFinding(ENDS, holds, run.ended, run.ended, "", said, run.ended, run.ended)


def _plain(value: Any) -> Any:
    if isinstance(value, float):
        return round(value, 6) if math.isfinite(value) else None
    return value

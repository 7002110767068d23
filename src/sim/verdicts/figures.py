"""Assertions on the recorded figures of a run.

Figures of its summary, and records of a dynamic Scenic program.
"""

from __future__ import annotations

import difflib
import json
import math
from pathlib import Path
from typing import Any, Dict, Iterator, List, Mapping, Tuple

from sim.errors import InputError
from sim.verdicts.assertions import LIMIT_KEYS, AssertionFinding, checked_limits

SUMMARY_FILE = "summary.json"
RESULT_FILE = "scenario.json"
# Times, s (nan for figures of the whole run), and values.
Figure = List[Tuple[float, float]]


def read_figures(folder: Path) -> Dict[str, Figure]:
    """Read the figures of a run by name.

    ``ego_collisions`` or ``egos.ego.gap_m.min`` of the summary, and by their own names the records
    of a Scenic program, and its ``duration``. Raises InputError without any.
    """
    found = dict(_flat(_read(folder / SUMMARY_FILE), ""))
    result = _read(folder / RESULT_FILE)
    if "timestep" in result:
        step = float(result["timestep"])
        found["duration"] = [(math.nan, float(result["duration"]))]
        for name, value in result.get("records", {}).items():
            if isinstance(value, list):
                found[name] = [(step * at, float(each)) for at, each in value if _number(each)]
            elif _number(value):
                found[name] = [(math.nan, float(value))]
    if not found:
        raise InputError(
            folder, f"has neither {SUMMARY_FILE} nor {RESULT_FILE} with figures of a run"
        )
    return found


def judge_figures(figures: Mapping[str, Figure], given: Any, where: str) -> List[AssertionFinding]:
    """Evaluate assertions; raises InputError for unknown figures."""
    if not isinstance(given, Mapping) or not given:
        raise InputError(where, "must map figures to limits, as gap: {least: 1}")
    return [
        _judged(figures, str(name), checked_limits(limits, LIMIT_KEYS, f"{where}.{name}"), where)
        for name, limits in given.items()
    ]


def _judged(
    figures: Mapping[str, Figure], name: str, limits: Mapping[str, float], where: str
) -> AssertionFinding:
    if name not in figures:
        near = difflib.get_close_matches(name, figures, 3, 0.4) or sorted(figures)[:12]
        raise InputError(
            f"{where}.{name}", f"not found in the figures of the run; there are {', '.join(near)}"
        )
    rows = [row for row in figures[name] if math.isfinite(row[1])]
    if not rows:
        return AssertionFinding(name, True, math.nan, math.nan, "", "nothing to measure")
    found = []
    for kind, limit in limits.items():
        extreme = max if kind == "most" else min
        time, worst = extreme(rows, key=lambda row: row[1])
        holds = worst <= limit if kind == "most" else worst >= limit
        when = f" at {time:.1f} s" if math.isfinite(time) else ""
        said = f"{worst:.4g}{when}; {kind} {limit:g}"
        values = [value for _, value in rows]
        found.append(AssertionFinding(name, holds, worst, time, "", said, min(values), max(values)))
    return min(found, key=lambda each: each.holds)


def _flat(value: Any, name: str) -> Iterator[Tuple[str, Figure]]:
    """Yield the numbers of a document by their dotted names.

    A missing value yields an empty figure.
    """
    if isinstance(value, dict):
        for key, each in value.items():
            yield from _flat(each, f"{name}.{key}" if name else str(key))
    elif value is None or _number(value):
        yield name, [] if value is None else [(math.nan, float(value))]


def _number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _read(path: Path) -> Dict[str, Any]:
    """Read a JSON file; empty if it does not exist."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise InputError(path, f"cannot be read ({error})") from error
    return found if isinstance(found, dict) else {}

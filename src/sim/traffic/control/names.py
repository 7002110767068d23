"""Finds vehicles, edges, and other objects by the names of a request.

An error about an unknown name lists similar names.
"""

from __future__ import annotations

import difflib
import fnmatch
import math
from typing import Iterable, List, Sequence

from sim.errors import InputError
from sim.traffic.session import SumoSession

WILDCARDS = "*?["
UNFIT = " <>&\"'"
# More names than these are not searched for near misses, which takes 10 us each.
SEARCHED = 2000


def known(name: str, names: Iterable[str], where: str, what: str) -> str:
    """Return ``name`` if it is one of ``names``, else raise InputError."""
    names = list(names)
    if name in names:
        return name
    raise InputError(where, f"{what} '{name}' not found; {suggestion(name, names)}")


def suggestion(name: str, names: Sequence[str], most: int = 12) -> str:
    """Return text that suggests names similar to a wrong name."""
    near = difflib.get_close_matches(name, names[:SEARCHED], 3)
    if near:
        return f"did you mean {' or '.join(near)}?"
    if not names:
        return "none available"
    return f"available: {', '.join(sorted(names)[:most])}" + (
        f" and {len(names) - most} more" if len(names) > most else ""
    )


def matching(session: SumoSession, pattern: str, waiting: Iterable[str] = ()) -> List[str]:
    """Return SUMO's names of vehicles that match a name or pattern.

    The vehicles are on the road, or wait to enter. Egos are left out: the simulator commands them.
    """
    if not pattern:
        raise InputError(
            "vehicles", "is empty; give SUMO's name of a vehicle or a pattern such as car_*"
        )
    if pattern.encode() in session.hidden:
        raise InputError(
            "vehicles",
            f"'{pattern}' is an ego or its shadow, which goes where the simulator has it",
        )
    hidden = {name.decode() for name in session.hidden}
    names = [
        name for name in session.ask(session.connection.vehicle.getIDList) if name not in hidden
    ]
    if pattern in names or pattern in waiting:
        return [pattern]
    if not any(letter in pattern for letter in WILDCARDS):
        raise InputError(
            "vehicles", f"no vehicle '{pattern}' is on the road; {suggestion(pattern, names)}"
        )
    found = fnmatch.filter(names, pattern)
    if not found:
        raise InputError(
            "vehicles", f"no vehicle on the road matches '{pattern}'; {suggestion(pattern, names)}"
        )
    return found


def plain(name: str, where: str) -> str:
    """Return a name for a new object without special letters.

    SUMO writes names into its files without escaping, so that some letters would make the files
    invalid.
    """
    for letter in name:
        if letter in UNFIT or not letter.isprintable():
            raise InputError(
                where,
                f"{name!r} contains {letter!r}; give a name without blanks, control characters "
                "and < > & \" '",
            )
    return name


def finite(value: float, where: str, low: float = -math.inf, high: float = math.inf) -> float:
    """Return a request's number if it is finite and within its range."""
    if not math.isfinite(value):
        raise InputError(where, f"{value} is not a finite number")
    if not low <= value <= high:
        bounds = f"at least {low:g}" if math.isinf(high) else f"between {low:g} and {high:g}"
        raise InputError(where, f"{value:g} is out of range; it must be {bounds}")
    return float(value)

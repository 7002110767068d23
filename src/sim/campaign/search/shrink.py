"""Shrinks a failing set-up by delta debugging [Zeller2002] and bisection.

The result differs from the usual parameters in as few and by as little as possible.
"""

from __future__ import annotations

from typing import Callable, Dict, List

from sim.arrays import Array
from sim.campaign.search.space import ParameterSpace

# Resolution of a bound, as parts of a range.
FINE = 64
Fails = Callable[[Array], bool]


class BudgetExhausted(Exception):
    """Exhausted budget of runs."""


def shrink_failure(
    space: ParameterSpace, found: Array, usual: Array, fails: Fails, most: int
) -> Array:
    """Move a failing point towards ``usual`` with at most ``most`` runs.

    Returns a failing point.
    """
    tries = _Tries(space, fails, most)
    point = found.copy()
    try:
        _put_back(point, usual, tries)
        for axis in range(len(point)):
            _halve(space, point, usual, axis, tries)
    except BudgetExhausted:
        pass
    return point


class _Tries:
    """Cache of tried points."""

    def __init__(self, space: ParameterSpace, fails: Fails, most: int) -> None:
        self._space, self._fails, self._left = space, fails, most
        self._known: Dict[str, bool] = {}

    def __call__(self, point: Array) -> bool:
        key = str(self._space.texts(point))
        if key not in self._known:
            if not self._left:
                raise BudgetExhausted
            self._left -= 1
            self._known[key] = self._fails(point)
        return self._known[key]


def _put_back(point: Array, usual: Array, tries: _Tries) -> None:
    """Reset every parameter that need not differ. Until none can be reset alone."""
    changed = True
    while changed:
        changed = False
        for axis in differing(point, usual):
            tried = point.copy()
            tried[axis] = usual[axis]
            if tries(tried):
                point[axis] = usual[axis]
                changed = True


def differing(point: Array, usual: Array) -> List[int]:
    return [axis for axis in range(len(point)) if point[axis] != usual[axis]]


def _halve(space: ParameterSpace, point: Array, usual: Array, axis: int, tries: _Tries) -> None:
    """Move one parameter towards its usual value by bisection. As far as it still fails."""
    holds, failing = float(usual[axis]), float(point[axis])
    count = len(space.axes[axis].values)
    fine = 1.0 / (count or FINE)
    while abs(failing - holds) > fine * 1.001:
        tried = point.copy()
        tried[axis] = 0.5 * (failing + holds)
        if count:
            tried[axis] = space.axes[axis].snap(tried[axis : axis + 1])[0]
            if tried[axis] in (failing, holds):
                return
        if tries(tried):
            failing = point[axis] = tried[axis]
        else:
            holds = tried[axis]

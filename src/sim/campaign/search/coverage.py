"""Coverage of a search's space by its runs."""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass
from typing import Any, Dict, Sequence, Tuple

import numpy as np

from sim.arrays import Array
from sim.campaign.search.samplers import halton
from sim.campaign.search.space import ParameterSpace, SearchParameter

# Number of parts of a parameter's range.
PARTS_ALONE = 10
PARTS_IN_PAIRS = 5
HOLE_PROBES = 2000  # points at which the largest hole is searched


@dataclass(frozen=True)
class SpaceCoverage:
    """Coverage of the space by ``runs``.

    The share of each parameter's tenths (or values) with a run, of each pair's 5 x 5 parts, and the
    largest ``hole``: the largest distance of a point of the space from the nearest run, over the
    space's diagonal, and its place ``where``.
    """

    runs: int
    single: Dict[str, float]
    pairs: Dict[Tuple[str, str], float]
    hole: float
    where: Dict[str, str]

    def document(self) -> Dict[str, Any]:
        return {
            "runs": self.runs,
            "single": self.single,
            "pairs": {f"{one}, {other}": share for (one, other), share in self.pairs.items()},
            "largest_hole": self.hole,
            "largest_hole_at": self.where,
        }


def space_coverage(space: ParameterSpace, points: Sequence[Array]) -> SpaceCoverage:
    """Compute the coverage by points (d,) of runs with a verdict."""
    runs = np.array(points, float).reshape(len(points), len(space.axes))
    single = {
        axis.name: _share(_parts(runs[:, k], axis, PARTS_ALONE), _count(axis, PARTS_ALONE))
        for k, axis in enumerate(space.axes)
    }
    pairs = {}
    for (i, one), (k, other) in itertools.combinations(enumerate(space.axes), 2):
        parts = _parts(runs[:, i], one, PARTS_IN_PAIRS) * PARTS_IN_PAIRS + _parts(
            runs[:, k], other, PARTS_IN_PAIRS
        )
        number = _count(one, PARTS_IN_PAIRS) * _count(other, PARTS_IN_PAIRS)
        pairs[one.name, other.name] = _share(parts, number)
    hole, where = _hole(space, runs)
    return SpaceCoverage(len(runs), single, pairs, hole, where)


def _count(axis: SearchParameter, parts: int) -> int:
    return min(parts, len(axis.values)) if axis.values else parts


def _parts(places: Array, axis: SearchParameter, parts: int) -> Array:
    count = _count(axis, parts)
    found: Array = np.clip((places * count).astype(int), 0, count - 1)
    return found


def _share(parts: Array, count: int) -> float:
    return round(len(np.unique(parts)) / count, 4)


def _hole(space: ParameterSpace, runs: Array) -> Tuple[float, Dict[str, str]]:
    if not len(runs):
        return 1.0, {}
    probes = space.snap(halton(HOLE_PROBES, len(space.axes), np.random.default_rng(0)))
    away = np.full(HOLE_PROBES, np.inf)
    for run in runs:
        away = np.minimum(away, ((probes - run) ** 2).sum(1))
    at = int(np.argmax(away))
    hole = math.sqrt(float(away[at]) / len(space.axes))
    return round(hole, 4), space.texts(probes[at])

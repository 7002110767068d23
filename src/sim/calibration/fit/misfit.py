"""Deviations of single edges of a board from its description."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Tuple

import numpy as np

from sim.arrays import Array


@dataclass(frozen=True)
class Misfit:
    """Deviation of an ``edge``, by its number on the board.

    Found ``by`` m or pixels outside of the material, which is ``sigmas`` standard deviations.
    """

    edge: int
    by: float
    sigmas: float


def misfits(edges: Array, least: Array, most: Array, uncertain: Array) -> Tuple[Misfit, ...]:
    """Return the smallest shift of each edge that fits its points.

    Most of the points (n,): each was found between ``least`` and ``most`` (n,) outside, with a
    standard deviation (n,).
    """
    found = []
    for edge in np.unique(edges):
        own = edges == edge
        # Median of the limits: as many points require a place farther out as farther in.
        limits = np.sort(np.concatenate([least[own], most[own]]))
        low, high = limits[own.sum() - 1], limits[own.sum()]
        by = float(np.clip(0.0, low, high))
        found.append(
            Misfit(int(edge), by, abs(by) * float(np.sqrt((uncertain[own] ** -2.0).sum())))
        )
    return tuple(found)

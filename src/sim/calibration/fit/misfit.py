"""How far single edges of a board are from where its description has them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Tuple

import numpy as np

from sim.arrays import Array


@dataclass(frozen=True)
class Misfit:
    """An ``edge`` by its number on the board was found ``by`` m or pixels outside of the material,
    which is ``sigmas`` standard deviations."""

    edge: int
    by: float
    sigmas: float


def misfits(edges: Array, outside: Array, uncertain: Array) -> Tuple[Misfit, ...]:
    """The median of each edge's points (n,), found ``outside`` (n,), each with a standard deviation
    (n,)."""
    found = []
    for edge in np.unique(edges):
        own = edges == edge
        by = float(np.median(outside[own]))
        found.append(
            Misfit(int(edge), by, abs(by) * float(np.sqrt((uncertain[own] ** -2.0).sum())))
        )
    return tuple(found)

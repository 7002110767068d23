"""Piecewise cubic polynomials of elevations, lane offsets and widths.

As OpenDRIVE gives them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Tuple

import numpy as np

from sim.arrays import Array


@dataclass(frozen=True)
class Cubics:
    """Piecewise cubic polynomials.

    a + b ds + c ds^2 + d ds^3, ds the distance from the piece's start; rising ``starts`` (n,),
    ``factors`` (n, 4); 0 before the first piece and without pieces.
    """

    starts: Array
    factors: Array

    def at(self, s: Array) -> Tuple[Array, Array]:
        """Return values and slopes at places (m,)."""
        s = np.asarray(s, float)
        if not len(self.starts):
            return np.zeros(s.shape), np.zeros(s.shape)
        piece = np.searchsorted(self.starts, s, side="right") - 1
        ds = s - self.starts[piece]
        a, b, c, d = np.moveaxis(self.factors[piece], -1, 0)
        value, slope = a + ds * (b + ds * (c + ds * d)), b + ds * (2.0 * c + ds * 3.0 * d)
        before = piece < 0
        return np.where(before, 0.0, value), np.where(before, 0.0, slope)


NONE = Cubics(np.empty(0), np.empty((0, 4)))

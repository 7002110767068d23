"""Free rigid body on ground with a height profile along x."""

from __future__ import annotations

from typing import Any, Callable

import numpy as np

from sim.arrays import Array
from sim.vehicle.parameters import VehicleParameters

from .rigid_body import Body

# Halvings of 3 m: to a millionth of a micrometre.
ROUNDS = 42


class ProfiledBody(Body):
    """``profile`` gives heights (n,) at places (n,) along x."""

    def __init__(
        self, parameters: VehicleParameters, profile: Callable[[Array], Array], **options: Any
    ) -> None:
        self._profile = profile
        super().__init__(parameters, **options)

    def distances(self) -> list:
        """Return ray lengths along the body's -z by bisection.

        They are between the start and far below.
        """
        starts = self.position + np.array(self.vehicle.rays) @ self.rotation.T
        down = -self.rotation[:, 2]
        above, below = np.zeros(len(starts)), np.full(len(starts), 3.0)
        for _ in range(ROUNDS):
            middle = 0.5 * (above + below)
            ends = starts + middle[:, None] * down
            inside = ends[:, 2] < self._profile(ends[:, 0])
            above, below = np.where(inside, above, middle), np.where(inside, middle, below)
        return list(0.5 * (above + below))

"""Normally distributed noise of a plugin's readings."""

from __future__ import annotations

import numpy as np
import rospy

from sim.arrays import Array


class Noise:
    """Normally distributed noise of a standard ``deviation``.

    Its random numbers depend on a seed and the names of model and plugin.
    """

    def __init__(self, deviation: float, seed: int, model: str, plugin: str) -> None:
        self._deviation = deviation
        if deviation:
            rospy.loginfo(
                "%s: plugin %s draws noise from seed %d and its name", model, plugin, seed
            )
        self._random = np.random.default_rng([seed & 0xFFFFFFFF, *f"{model}/{plugin}".encode()])

    @property
    def variance(self) -> float:
        return self._deviation**2

    def on(self, vector: Array) -> Array:
        """Return a vector (3,) with added noise."""
        if not self._deviation:
            return vector
        noisy: Array = vector + self._random.normal(0.0, self._deviation, 3)
        return noisy

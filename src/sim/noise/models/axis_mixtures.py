"""Base class of models with Gaussian mixtures along x and y."""

from __future__ import annotations

from dataclasses import dataclass

from sim.errors import InputError
from sim.noise.models.model import NoiseModel
from sim.noise.models.values import Mixture


@dataclass(frozen=True)
class AxisMixtures(NoiseModel):
    """Model with the fields x_weights, x_means, x_sigmas and those for y."""

    def __post_init__(self) -> None:
        super().__post_init__()
        for axis in "xy":
            self.mixture(axis)

    def mixture(self, axis: str) -> Mixture:
        """Return the noise along "x" or "y"."""
        try:
            return Mixture(
                *(getattr(self, f"{axis}_{name}") for name in ("weights", "means", "sigmas"))
            )
        except InputError as error:
            raise InputError(f"{axis}_{error.where}", str(error).partition(": ")[2]) from error

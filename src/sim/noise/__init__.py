"""Sensor noise: degrades a simulator's ideal measurements to realistic ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sim.public_names import public_names

if TYPE_CHECKING:
    from sim.noise.chain import NoiseChain
    from sim.noise.models.catalogue import MODELS
    from sim.noise.models.model import NoiseModel
    from sim.noise.profile import NoiseProfile, read_profile

__all__ = [
    "MODELS",
    "NoiseChain",
    "NoiseModel",
    "NoiseProfile",
    "read_profile",
]

__getattr__ = public_names(
    __name__,
    {
        "chain": ["NoiseChain"],
        "models.catalogue": ["MODELS"],
        "models.model": ["NoiseModel"],
        "profile": ["NoiseProfile", "read_profile"],
    },
)

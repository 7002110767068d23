"""Thresholds of conflicts; the defaults equal those in SUMO's SSM device."""

from __future__ import annotations

from dataclasses import dataclass

from sim.errors import InputError


@dataclass(frozen=True)
class Thresholds:
    """Limits of conflict-free encounters.

    Time to collision and post-encroachment time in s are minima, deceleration in m/s^2 is a
    maximum.
    """

    time_to_collision: float = 3.0
    post_encroachment: float = 2.0
    deceleration: float = 3.0

    def __post_init__(self) -> None:
        for name, value in vars(self).items():
            if not 0.0 < value < float("inf"):
                raise InputError(f"threshold {name}", f"{value} is not a positive number")

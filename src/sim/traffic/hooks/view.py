"""View of a driver module at the end of a SUMO step.

Parallel arrays with one row per vehicle; SI units. Positions are front bumpers' along a lane.
Without a vehicle ahead or behind, gaps are inf and the speed is the vehicle's own, so that models
need no special case.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from sim.arrays import Array
from sim.deprecation import deprecated_names

if not TYPE_CHECKING:
    __getattr__ = deprecated_names(__name__, {"Side": "AdjacentLane"})

RIGHT_BLINKER = 1
LEFT_BLINKER = 2


@dataclass(frozen=True)
class AdjacentLane:
    """Adjacent lane of the same edge on one side; arrays (n,).

    ``open`` is True if there is a lane that the vehicle may use. ``gap_ahead`` and ``gap_behind``
    are from bumper to bumper along it and negative if boxes overlap; ``coming`` is True if the
    vehicle ahead signals towards the vehicle's own lane.
    """

    open: Array
    gap_ahead: Array
    speed_ahead: Array
    coming: Array
    gap_behind: Array
    speed_behind: Array


@dataclass(frozen=True)
class View:
    """Vehicles of one driver module; arrays (n,), which may be empty.

    ``time`` counts from the run's begin, ``dt`` is SUMO's step, ``rng`` the module's own random
    generator. ``number`` identifies a vehicle for the whole run, counting from 0 on and never used
    again, ``name`` is SUMO's name. ``lane`` counts from the right, 0 first (in left-hand traffic
    from the left), of the ``lanes`` of ``edge`` (with a name that begins with ':' inside a
    junction); ``position`` is along the lane and ``remaining`` to its end. ``allowed_speed`` is the
    speed that the driver wants on a free road: the limit times the speed factor.
    ``max_acceleration``, ``max_deceleration``, ``headway`` (s) and ``min_gap`` are the parameters
    of SUMO's own driver. ``gap`` is from bumper to bumper to the leader on the vehicle's way,
    across junctions too, up to ``SIGHT``. ``signals`` are SUMO's: bit 1 the right blinker, bit 2
    the left one, which also shine while SUMO's driver wants to change lanes.
    """

    time: float
    dt: float
    rng: np.random.Generator
    name: Array
    number: Array
    speed: Array
    acceleration: Array
    length: Array
    edge: Array
    lane: Array
    lanes: Array
    position: Array
    remaining: Array
    allowed_speed: Array
    max_acceleration: Array
    max_deceleration: Array
    headway: Array
    min_gap: Array
    signals: Array
    gap: Array
    leader_speed: Array
    leader_acceleration: Array
    left: AdjacentLane
    right: AdjacentLane

    def __len__(self) -> int:
        return len(self.number)

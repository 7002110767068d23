"""Entity of a running scenario.

World axes of the OpenDRIVE file, SI units; the place of an entity is its reference point, for a
vehicle the middle of its rear axle on the ground.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Optional, Tuple

import numpy as np

from sim.arrays import Array
from sim.openscenario.model.entities import (
    BoundingBox,
    ExternalObjectReference,
    Pedestrian,
    Performance,
    ScenarioObject,
    Vehicle,
)


@dataclass
class LanePlace:
    """Place relative to a lane.

    ``offset`` to the left of its centre by growing s, ``direction`` 1 or -1 along s.
    """

    road: str
    lane: int
    s: float
    offset: float = 0.0
    direction: int = 1


class Entity:
    """Entity with its state.

    ``lane_place`` is None off the roads. ``exists`` is False until its first position, and after
    deletion.
    """

    def __init__(self, model: ScenarioObject) -> None:
        self.name = model.name
        body = model.body
        box: Optional[BoundingBox] = None
        self.performance: Optional[Performance] = None
        if not isinstance(body, ExternalObjectReference):
            box = body.bounding_box
        if isinstance(body, Vehicle):
            self.performance, self.kind = body.performance, "vehicle"
        else:
            self.kind = "pedestrian" if isinstance(body, Pedestrian) else "miscellaneous"
        self.length = box.dimensions.length if box else 0.0
        self.width = box.dimensions.width if box else 0.0
        self.height = box.dimensions.height if box else 0.0
        self.centre = (box.center.x, box.center.y) if box else (0.0, 0.0)
        self.exists = False
        self.lane_place: Optional[LanePlace] = None
        self.x = self.y = self.z = self.heading = 0.0
        self.speed = self.acceleration = self.travelled = 0.0
        # To the left of its heading, m/s^2.
        self.lateral_acceleration = 0.0
        # Velocity across its heading's lane, m/s to the left of growing s.
        self.lateral_speed = 0.0
        # Time in s at standstill, off the lanes and at its road's end; None otherwise.
        self.standing: Optional[float] = None
        self.off_road: Optional[float] = None
        self.at_end: Optional[float] = None
        # SUMO's bits of the lamps that the scenario has switched on.
        self.lamps = 0
        self.visible = {"graphics": True, "sensors": True, "traffic": True}

    @property
    def velocity(self) -> Array:
        cos, sin = math.cos(self.heading), math.sin(self.heading)
        return np.array([self.speed * cos, self.speed * sin])

    def corners(self) -> Array:
        """Return the corners (4, 2) of the box, around from front left."""
        half_length, half_width = 0.5 * self.length, 0.5 * self.width
        cos, sin = math.cos(self.heading), math.sin(self.heading)
        local = np.array([[1, 1], [-1, 1], [-1, -1], [1, -1]]) * [half_length, half_width]
        local = local + np.array(self.centre)
        corners: Array = np.array([self.x, self.y]) + local @ np.array([[cos, sin], [-sin, cos]])
        return corners

    def reach(self) -> Tuple[float, float]:
        """Return the box's extent behind and ahead of the reference point."""
        return self.centre[0] - 0.5 * self.length, self.centre[0] + 0.5 * self.length

    def sides(self) -> Tuple[float, float]:
        """Return the box's extent right (negative) and left of the reference point."""
        return self.centre[1] - 0.5 * self.width, self.centre[1] + 0.5 * self.width

    def accelerations(self) -> Tuple[float, float]:
        """Return the largest acceleration and deceleration; inf if not given."""
        if self.performance is None:
            return math.inf, math.inf
        return self.performance.max_acceleration, self.performance.max_deceleration

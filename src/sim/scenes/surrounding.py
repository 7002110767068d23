"""SUMO's vehicles and persons as Scenic's objects.

For behaviours, monitors, requirements and records of programs that run in a simulator: `from
sim.scenes.behaviors import *` brings them. They are as the simulator shows them at the timestep;
each call makes them again.
"""

from __future__ import annotations

import math
from typing import Any, List

import numpy as np
from scenic.core.object_types import Object
from scenic.core.vectors import Vector
from scenic.syntax.veneer import simulation

__all__ = ["traffic"]

# Default if traffic does not report the height.
VEHICLE_HEIGHT = 1.5  # m
PERSON_HEIGHT = 1.75  # m


def traffic(around: Any, within: float = 100.0, most: int = 10) -> List[Any]:
    """Return the traffic near an object or a place, nearest first.

    Centres ``within`` m; ``walks`` marks persons. Empty without traffic, and before its first step.
    """
    seen = simulation().backend.traffic()
    if seen is None or not len(seen.yaw):
        return []
    x, y = tuple(getattr(around, "position", around))[:2]
    apart = np.hypot(seen.position[:, 0] - x, seen.position[:, 1] - y)
    near = [i for i in np.argsort(apart, kind="stable")[:most].tolist() if apart[i] <= within]
    return [_object(seen, i) for i in near]


def _object(seen: Any, i: int) -> Any:
    """Return one vehicle or person as an object of Scenic. Scenic's headings are from y."""
    yaw, speed, walks = float(seen.yaw[i]), float(seen.speed[i]), bool(seen.walks[i])
    height = PERSON_HEIGHT if walks else VEHICLE_HEIGHT
    x, y, z = seen.position[i].tolist()
    return Object._with(
        name=f"traffic {i}",
        position=Vector(x, y, z + 0.5 * height),
        yaw=yaw - 0.5 * math.pi,
        width=float(seen.width[i]),
        length=float(seen.length[i]),
        height=height,
        speed=speed,
        velocity=Vector(speed * math.cos(yaw), speed * math.sin(yaw), 0.0),
        walks=walks,
    )

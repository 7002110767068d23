"""True pose of a model, as odometry in the plane."""

from __future__ import annotations

import math
from typing import Tuple

import numpy as np

from sim.arrays import Array
from sim.embedded.physics.physics import Physics


def planar_truth(physics: Physics, model: str) -> Tuple[Array, Tuple[float, float, float]]:
    """Return world_from_model (4, 4) and speeds along its heading, to its left, and about z."""
    pose = physics.poses.model_pose(model)
    linear, angular = physics.poses.model_twist(model)
    yaw = math.atan2(pose[1, 0], pose[0, 0])
    turn = np.array([[math.cos(yaw), math.sin(yaw)], [-math.sin(yaw), math.cos(yaw)]])
    forward, lateral = (turn @ linear[:2]).tolist()
    return pose, (forward, lateral, float(angular[2]))

"""Messages with poses as objects, and back."""

from __future__ import annotations

from typing import Any, List, Sequence

import numpy as np
from geometry_msgs.msg import Point, Pose, Quaternion, Twist

from sim.noise.models.objects import Objects


def objects(poses: Sequence[Pose], names: Sequence[str]) -> Objects:
    """Return named poses; an all-zero quaternion is the identity rotation."""
    positions = np.array(
        [(one.position.x, one.position.y, one.position.z) for one in poses], float
    ).reshape(-1, 3)
    rotations = np.array(
        [
            (one.orientation.x, one.orientation.y, one.orientation.z, one.orientation.w)
            for one in poses
        ],
        float,
    ).reshape(-1, 4)
    rotations[~rotations.any(axis=1)] = (0.0, 0.0, 0.0, 1.0)
    return Objects(tuple(names), positions, rotations)


def poses_of(values: Objects) -> List[Pose]:
    return [
        Pose(Point(*position), Quaternion(*rotation))
        for position, rotation in zip(values.positions.tolist(), values.rotations.tolist())
    ]


def read_states(message: Any) -> Objects:
    return objects(message.pose, message.name)


def write_states(message: Any, values: Objects) -> bool:
    """Write objects as model states. Twists become 0, as detectors do not measure them."""
    message.name, message.pose = list(values.names), poses_of(values)
    message.twist = [Twist() for _ in message.name]
    return True


def read_array(message: Any) -> Objects:
    return objects(message.poses, [str(number) for number in range(len(message.poses))])


def write_array(message: Any, values: Objects) -> bool:
    message.poses = poses_of(values)
    return True


def write_one(pose: Pose, values: Objects) -> bool:
    """Write the first of the objects; return whether there is any."""
    if not len(values.names):
        return False
    first = poses_of(values)[0]
    pose.position, pose.orientation = first.position, first.orientation
    return True

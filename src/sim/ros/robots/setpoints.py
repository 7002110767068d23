"""Setpoints of an arm as the message that simulated joints follow."""

from __future__ import annotations

from typing import Sequence

import rospy
from trajectory_msgs.msg import JointTrajectory, JointTrajectoryPoint

from sim.arrays import Array
from sim.ros.conversions import header


def trajectory_message(
    names: Sequence[str], begin: float, times: Array, setpoints: Array
) -> JointTrajectory:
    """Convert setpoints to a chunk that begins at a simulated time.

    Its points are at times (n,) after it: positions, velocities and accelerations (3, n, k).
    """
    rows = zip(times.tolist(), *setpoints.tolist())
    points = [
        JointTrajectoryPoint(
            positions=positions,
            velocities=velocities,
            accelerations=accelerations,
            time_from_start=_duration(time - begin),
        )
        for time, positions, velocities, accelerations in rows
    ]
    return JointTrajectory(header(begin), list(names), points)


def _duration(seconds: float) -> rospy.Duration:
    return rospy.Duration(*divmod(round(seconds * 1e9), 10**9))

"""Keeps crossings clear (German road traffic regulations, section 26).

A vehicle without room behind a crossing waits before it.
"""

from __future__ import annotations

import math

from sim.drivers.course import Course
from sim.drivers.obstacles import Obstacle
from sim.drivers.right_of_way import can_stop
from sim.traffic.ego_state import EgoState

# A slower leader may stand before the ego has left the crossing.
MAX_SLOW_SPEED = 3.0  # m/s
MIN_ROOM = 1.0  # m, before and behind the ego
BRAKING_DECELERATION = 3.0  # m/s^2, for a crossing that it could not leave


def clear_ahead(course: Course, ego: EgoState, s: float, leader: Obstacle) -> float:
    """Return the gap from the ego's front to its waiting position.

    The ego, with its centre at ``s``, waits until its leader has left room; inf if it need not.
    """
    gap, speed = leader
    if speed > MAX_SLOW_SPEED:
        return math.inf
    front = s + 0.5 * ego.length
    full = [
        crossing
        for crossing in course.crossings
        if front + gap - crossing.leave < ego.length + MIN_ROOM
    ]
    gaps = [
        place - front for crossing in full for place in (crossing.stop, crossing.enter - MIN_ROOM)
    ]
    return min(
        (gap for gap in gaps if can_stop(gap, ego.speed, BRAKING_DECELERATION)), default=math.inf
    )

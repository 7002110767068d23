"""Stops at junctions: red and yellow lights, and right of way.

Gaps are accepted by time, as in the Highway Capacity Manual's critical gap: the ego goes if it has
left the conflict before the other arrives.
"""

from __future__ import annotations

import math
from typing import Optional, Tuple

import numpy as np

from sim.arrays import Array
from sim.drivers.course import SIGHT, Conflict, Course
from sim.drivers.nearby_traffic import Lights, NearbyTraffic
from sim.traffic.ego_state import EgoState
from sim.traffic.roads.links import JunctionLink
from sim.traffic.state import STOREY

STOP_LETTERS = ("r", "u")
CAUTION_LETTERS = ("y",)
PRIORITY_LETTER = "G"
# Maximum braking for a yellow and for a red light; a vehicle that needs more drives on.
YELLOW_DECELERATION = 3.0  # m/s^2
RED_DECELERATION = 8.0  # m/s^2
TIME_MARGIN = 1.0  # s, that the ego leaves to the other behind it
# A vehicle that stands further than this before a conflict waits for something else.
MIN_WAITING_DISTANCE = 8.0  # m
STANDING_SPEED = 0.5  # m/s
# A vehicle this near to the foe's way drives on it.
MAX_LATERAL_OFFSET = 1.5  # m
# A stop line this far behind the front still holds an ego that stands.
MAX_OVERSHOOT = 1.0  # m


def stop_ahead(course: Course, ego: EgoState, s: float, around: NearbyTraffic) -> float:
    """Return the gap from the ego's front to its next stop line.

    The ego's centre is at ``s``; inf if it need not stop.
    """
    front = s + 0.5 * ego.length
    gaps = [
        signal.stop - front
        for signal in course.signals
        if _red(around.lights.get((signal.light, signal.index)), signal.stop - front, ego.speed)
    ]
    gaps += [
        conflict.stop - front
        for conflict in course.conflicts
        if _yields(course, conflict, ego, s, around)
    ]
    return min(gaps, default=math.inf)


def _red(letter: Optional[str], gap: float, speed: float) -> bool:
    return letter in STOP_LETTERS + CAUTION_LETTERS and can_stop(
        gap, speed, YELLOW_DECELERATION if letter in CAUTION_LETTERS else RED_DECELERATION
    )


def can_stop(gap: float, speed: float, deceleration: float) -> bool:
    """Return whether a vehicle can still stop at a line.

    A standing vehicle slightly beyond it counts too.
    """
    return gap > -MAX_OVERSHOOT and (
        speed < STANDING_SPEED or speed * speed <= 2.0 * deceleration * max(gap, 0.0)
    )


def _yields(
    course: Course, conflict: Conflict, ego: EgoState, s: float, around: NearbyTraffic
) -> bool:
    """Return whether the ego must yield and can still stop."""
    front = s + 0.5 * ego.length
    gap, letter = conflict.stop - front, _letter(around.lights, conflict.own)
    if gap > SIGHT or not can_stop(gap, ego.speed, RED_DECELERATION) or letter == PRIORITY_LETTER:
        return False
    time = course.speeds.seconds(s, conflict.leave - s + 0.5 * ego.length, ego.speed)
    comes, entered = _comes(conflict, around, time + TIME_MARGIN)
    if letter in STOP_LETTERS + CAUTION_LETTERS and front > conflict.own_stop + MAX_OVERSHOOT:
        # A vehicle that waited inside the junction until its light closed leaves before vehicles of
        # the next phase enter, and before the vehicle that yields to it.
        comes &= entered & (around.speed >= STANDING_SPEED)
    elif _letter(around.lights, conflict.other) in STOP_LETTERS:
        # A vehicle that has passed the line at red counts too.
        comes &= entered
    return bool(comes.any())


def _letter(lights: Lights, link: JunctionLink) -> Optional[str]:
    return lights.get((link.light, link.index))


def _comes(conflict: Conflict, around: NearbyTraffic, within: float) -> Tuple[Array, Array]:
    """Return masks of vehicles (n,) that arrive or passed the line.

    The first is of those in the conflict or there within ``within`` s, the second of those beyond
    the foe's stop line.
    """
    if not len(around.yaw):
        return np.zeros(0, bool), np.zeros(0, bool)
    place, aside = conflict.foe.project(around.position[:, 0], around.position[:, 1])
    _, _, z, yaw, _ = conflict.foe.at(place)
    front, rear = place + 0.5 * around.length, place - 0.5 * around.length
    on_foe = (
        ~around.walks
        & (np.abs(aside) < MAX_LATERAL_OFFSET)
        & (np.abs(around.position[:, 2] - z) < STOREY)
        & (np.cos(around.yaw - yaw) > 0.5)
        & (rear - around.behind < conflict.foe_leave)
    )
    away = np.maximum(conflict.foe_enter - front - around.ahead, 0.0)
    stands = (around.speed < STANDING_SPEED) & (away > MIN_WAITING_DISTANCE)
    return on_foe & ~stands & (
        away / np.maximum(around.speed, 1.0) < within
    ), front > conflict.foe_stop

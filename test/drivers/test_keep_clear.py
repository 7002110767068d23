"""Waiting places of the driver before a blocked crossing."""

from __future__ import annotations

import math

import numpy as np
import pytest

from sim.drivers.course import Course, Crossing
from sim.drivers.keep_clear import MIN_ROOM, clear_ahead
from sim.drivers.lane_follow import DriverOptions, LaneFollower
from sim.drivers.nearby_traffic import NearbyTraffic
from sim.traffic.ego_state import EgoState
from sim.traffic.roads.path import Path

STOP_PLACE = 100.0  # m
ENTER_PLACE = 106.0  # m
LEAVE_PLACE = 110.0  # m
WAY = Course(
    Path(np.array([[0.0, 0.0], [300.0, 0.0]])),
    crossings=(Crossing(STOP_PLACE, ENTER_PLACE, LEAVE_PLACE),),
)
EGO_LENGTH = 4.6  # m
# M, a leader's rear that leaves too little room.
FULL_PLACE = LEAVE_PLACE + EGO_LENGTH + MIN_ROOM - 0.1
FREE_PLACE = LEAVE_PLACE + EGO_LENGTH + MIN_ROOM + 0.1  # m, a leader's rear that leaves room


def ego(front: float, speed: float) -> EgoState:
    return EgoState("ego", (front - 0.5 * EGO_LENGTH, 0.0), 0.0, speed, 0.0, EGO_LENGTH, 1.8, 1.5)


@pytest.mark.parametrize(
    "front, speed, rear, leader_speed, waits_at",
    [
        (80.0, 8.0, FULL_PLACE, 0.0, STOP_PLACE),
        (80.0, 8.0, FREE_PLACE, 0.0, None),
        (80.0, 8.0, FULL_PLACE, 4.0, None),
        (99.5, 0.0, FULL_PLACE, 0.0, STOP_PLACE),
        # Past the line the ego waits before the crossing; if it cannot stop there it drives on.
        (102.0, 2.0, FULL_PLACE, 0.0, ENTER_PLACE - MIN_ROOM),
        (104.0, 5.0, FULL_PLACE, 0.0, None),
        (107.0, 0.0, FULL_PLACE, 0.0, None),
    ],
)
def test_it_waits_for_a_slow_leader_who_leaves_too_little_room(
    front, speed, rear, leader_speed, waits_at
):
    gap = clear_ahead(
        WAY, ego(front, speed), front - 0.5 * EGO_LENGTH, (rear - front, leader_speed)
    )
    assert math.isinf(gap) if waits_at is None else gap == pytest.approx(waits_at - front)


@pytest.mark.parametrize(
    "rear, stands",
    [
        (FULL_PLACE, (STOP_PLACE - 2.0, STOP_PLACE)),
        (FREE_PLACE + 5.0, (LEAVE_PLACE + EGO_LENGTH, FREE_PLACE + 5.0)),
    ],
)
def test_the_driver_stands_before_the_crossing_or_behind_it(rear, stands):
    driver, s, speed = LaneFollower(WAY, DriverOptions()), 60.0, 8.0
    queue = NearbyTraffic(
        np.array([[rear + 2.5, 0.0, 0.0]]),
        np.zeros(1),
        np.zeros(1),
        np.array([5.0]),
        np.array([1.8]),
        np.zeros(1, bool),
    )
    for _ in range(600):
        _, goal, rate = driver.command(ego(s + 0.5 * EGO_LENGTH, speed), queue)
        speed += float(np.clip(goal - speed, -0.1 * rate, 0.1 * rate))
        s += 0.1 * speed
    assert speed < 0.05 and stands[0] < s + 0.5 * EGO_LENGTH < stands[1]

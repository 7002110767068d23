"""Paths around boxes keep their distance, and a turning robot follows them.

x, y, yaw from v, w without inertia.
"""

from __future__ import annotations

import math

import numpy as np
import pytest

from sim.drivers.turning_drive import TurningDrive, TurningOptions
from sim.drivers.way_around import GroundRectangle, clearance, way_around
from sim.drivers.waypoints import MissionWaypoint
from sim.errors import InputError

TIME_STEP = 0.1  # s
ROBOT_RADIUS = 0.4  # m
# A wall across the straight way with one nearer end, and a crate.
WALL = GroundRectangle("wall", 2.0, 1.0, math.pi / 2, 4.0, 0.1)
CRATE = GroundRectangle("crate", 4.0, -2.0, 0.5, 0.6, 0.4)
# A room without a door.
SIDES = [(3.0, 0.0, math.pi / 2), (-3.0, 0.0, math.pi / 2), (0.0, 3.0, 0.0), (0.0, -3.0, 0.0)]
ROOM = [GroundRectangle(f"side_{i}", *side, 6.2, 0.2) for i, side in enumerate(SIDES)]


def drive(mission, start, boxes=(), seconds=300.0, stuck_at=math.inf):
    """Return the track (n, 2) to the end, and the final yaw."""
    x, y, yaw = start
    time, speed, rate, track = 0.0, 0.0, 0.0, [(x, y)]
    while not mission.done and time < seconds:
        speed, rate = mission.command(time, (x, y), yaw, (speed, rate), boxes)
        if time > stuck_at:
            speed = rate = 0.0
        yaw += rate * TIME_STEP
        x, y = x + speed * TIME_STEP * math.cos(yaw), y + speed * TIME_STEP * math.sin(yaw)
        time += TIME_STEP
        track.append((x, y))
    return np.array(track), yaw


def test_a_way_without_boxes_is_straight() -> None:
    assert way_around((0.0, 0.0), (4.0, 0.0), [], ROBOT_RADIUS) == [(0.0, 0.0), (4.0, 0.0)]


def test_a_way_leads_around_the_nearer_end_of_a_wall() -> None:
    way = np.array(way_around((0.0, 0.0), (4.0, 0.0), [WALL, CRATE], ROBOT_RADIUS))
    length = np.hypot(*np.diff(way, axis=0).T).sum()
    # Two tangents to the circle about the wall's end at (2, -1), and the arc between them.
    reach = math.hypot(2.0, 1.0)
    bow = 2.0 * (math.atan2(1.0, 2.0) + math.asin(ROBOT_RADIUS / reach))
    shortest = 2.0 * math.sqrt(reach**2 - ROBOT_RADIUS**2) + ROBOT_RADIUS * bow
    assert shortest < length < 1.06 * shortest and len(way) <= 6
    t = np.linspace(0.0, 1.0, 200)[:, None]
    points = np.concatenate([one + t * (other - one) for one, other in zip(way, way[1:])])
    assert clearance([WALL, CRATE], *points.T).min() >= ROBOT_RADIUS - 1e-6


def test_a_start_that_is_too_near_is_left_by_the_nearest_free_place() -> None:
    way = way_around((4.0, -1.5), (0.0, 0.0), [WALL, CRATE], ROBOT_RADIUS)
    found = clearance([WALL, CRATE], *np.array(way[1:]).T)
    assert found.min() >= ROBOT_RADIUS - 1e-6 and math.dist(way[0], way[1]) < ROBOT_RADIUS


def test_a_just_free_goal_is_reached_in_any_size_of_scene() -> None:
    far, goal = GroundRectangle("far", 60.0, 0.0, 0.0, 1.0, 1.0), (4.0, 0.2 + ROBOT_RADIUS)
    crate = GroundRectangle("crate", 4.0, 0.0, 0.0, 1.0, 0.4)
    way = way_around((4.0, -2.0), goal, [crate, far], ROBOT_RADIUS)
    assert way[-1] == goal
    with pytest.raises(InputError, match=r"is 0\.40 m from crate, and the robot needs 0\.41 m"):
        way_around((4.0, -2.0), goal, [crate, far], ROBOT_RADIUS + 0.01)


@pytest.mark.parametrize(
    "goal, boxes, said",
    [
        ((4.0, -1.6), [CRATE], r"\(4.00, -1.60\): is 0.1\d m from crate, and the robot needs 0.40"),
        ((5.0, 0.0), ROOM, r"\(5.00, 0.00\): no path from \(0.00, 0.00\) that is 0.40 m"),
    ],
)
def test_a_goal_that_cannot_be_reached_is_named(goal, boxes, said) -> None:
    with pytest.raises(InputError, match=said):
        way_around((0.0, 0.0), goal, boxes, ROBOT_RADIUS)
    mission = TurningDrive(
        [MissionWaypoint("desk", *goal, 0.0)], TurningOptions(radius=ROBOT_RADIUS)
    )
    assert mission.command(0.0, (0.0, 0.0), 0.0, (0.0, 0.0), boxes) == (0.0, 0.0)
    assert mission.failure.startswith("cannot drive to desk: (") and mission.next == ""


def test_waypoints_are_reached_in_their_order_off_the_boxes() -> None:
    goals = [MissionWaypoint("a", 4.0, 0.0, 2.0), MissionWaypoint("b", 0.0, 0.5, -1.0)]
    options = TurningOptions(
        tolerance=0.1, speed=0.6, along_headings=True, radius=ROBOT_RADIUS, time_limit=100.0
    )
    mission = TurningDrive(goals, options)
    track, yaw = drive(mission, (0.0, 0.0, 3.0), [WALL, CRATE])
    assert not mission.failure and [name for name, _ in mission.reached] == ["a", "b"]
    assert clearance([WALL, CRATE], *track.T).min() > ROBOT_RADIUS - 0.09
    assert math.dist(track[-1], (0.0, 0.5)) < 0.1
    assert math.remainder(yaw + 1.0, 2.0 * math.pi) == pytest.approx(0.0, abs=0.04)
    way = np.hypot(*np.diff(track, axis=0).T)
    assert (
        way.sum() == pytest.approx(mission.length, rel=0.03) and way.max() <= 0.6 * TIME_STEP + 1e-9
    )


@pytest.mark.parametrize("goal, stuck_at, left", [((9.0, 0.0), 3.0, "7."), ((0.0, 9.0), 0.5, "9.")])
def test_a_robot_that_stands_on_its_way_fails_the_mission(goal, stuck_at, left) -> None:
    mission = TurningDrive(
        [MissionWaypoint("a", *goal, 0.0)], TurningOptions(patience=4.0, speed=0.5)
    )
    drive(mission, (0.0, 0.0, 0.0), seconds=20.0, stuck_at=stuck_at)
    assert mission.failure.startswith(f"stands for 4 s, {left}")


def test_standing_on_purpose_is_not_held_against_it() -> None:
    mission = TurningDrive([MissionWaypoint("a", 9.0, 0.0, 0.0)], TurningOptions(patience=4.0))
    mission.command(0.0, (0.0, 0.0), 0.0, (0.0, 0.0))
    for time in range(1, 20):
        mission.stay(float(time))
    mission.command(20.0, (0.0, 0.0), 0.0, (0.0, 0.0))
    assert not mission.failure


@pytest.mark.parametrize("name", ["speed", "turn_rate", "radius", "tolerance", "time_limit"])
def test_options_are_above_0(name) -> None:
    with pytest.raises(InputError, match=f"patrol: {name}: must be a number above 0"):
        TurningOptions(**{name: 0.0})

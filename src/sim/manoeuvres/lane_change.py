"""Obstacle avoidance [ISO3888-2]: double lane change between cones.

A look-ahead driver, and the highest speed of a passage. The track begins at x = 0; its first lane
lies around the x axis.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import List, Sequence, Tuple, Union

import numpy as np

from sim.arrays import Array
from sim.manoeuvres.drives import ManoeuvreSetup
from sim.manoeuvres.motion import CarMotion
from sim.manoeuvres.track import Pedals, SimulatedCar
from sim.vehicle.pure_pursuit import steering, to_vehicle_frame

# Lengths of the five sections, the second and fourth without cones; distance of the second lane
# from the first, edge to edge; least width of the third; radius of a cone's base.
SECTION_LENGTHS = (12.0, 13.5, 11.0, 12.5, 12.0)  # m
LANE_OFFSET = 1.0  # m
MIN_THIRD_WIDTH = 3.0  # m
CONE_RADIUS = 0.15  # m
RELEASE_DISTANCE = 2.0  # m from the begin, where the throttle is let go
RUN_UP_DISTANCE = 20.0  # m before the begin, where the car starts
SPEED_RANGE = (8.0, 24.0)  # m/s, that is searched for the highest speed
# Variants of the driver: the look-ahead, and the distance of turning before a lane's end.
PREVIEW_TIMES = (0.45, 0.55, 0.35)  # s
TURN_IN_DISTANCES = (0.0, 1.0, -1.0)  # m


@dataclass(frozen=True)
class ConeLane:
    """Lane between two x, and between two y to the right and to the left of the car."""

    begin: float
    end: float
    right: float
    left: float

    @property
    def middle(self) -> float:
        return 0.5 * (self.right + self.left)


def lanes(width: float) -> Tuple[ConeLane, ConeLane, ConeLane]:
    """Return the lanes for a car of a width.

    The right edges of the first and the last are in line.
    """
    ends = np.cumsum(SECTION_LENGTHS)
    first, second = 1.1 * width + 0.25, width + 1.0
    third = max(1.3 * width + 0.25, MIN_THIRD_WIDTH)
    edge = 0.5 * first
    return (
        ConeLane(0.0, ends[0], -edge, edge),
        ConeLane(ends[1], ends[2], edge + LANE_OFFSET, edge + LANE_OFFSET + second),
        ConeLane(ends[3], ends[4], -edge, third - edge),
    )


def cones(width: float) -> Array:
    """Return the cones' centres (n, 2), with bases on the lanes' edges.

    At begin, middle and end of each lane.
    """
    return np.array(
        [
            (x, y)
            for lane in lanes(width)
            for x in (lane.begin, 0.5 * (lane.begin + lane.end), lane.end)
            for y in (lane.right - CONE_RADIUS, lane.left + CONE_RADIUS)
        ]
    )


def touched_cones(motion: CarMotion) -> Array:
    """Return a mask (n,) of cones that the car's outline touched. The outline from above."""
    places = cones(2.0 * motion.shape.half_width)
    cos, sin = np.cos(motion.yaw)[:, None], np.sin(motion.yaw)[:, None]
    away = places[None] - motion.place[:, None, :2]
    ahead = cos * away[..., 0] + sin * away[..., 1]
    left = cos * away[..., 1] - sin * away[..., 0]
    shape = motion.shape
    beyond = np.maximum(np.maximum(ahead - shape.front, shape.rear - ahead), 0.0)
    beside = np.maximum(np.abs(left) - shape.half_width, 0.0)
    met: Array = (np.hypot(beyond, beside) < CONE_RADIUS).any(axis=0)
    return met


@dataclass(frozen=True)
class Driver:
    """Pure pursuit driver along a line through the lanes.

    It looks ``preview`` s ahead; the line turns ``early`` m before a lane's end.
    """

    preview: float
    early: float

    def aim(self, width: float, x: float) -> float:
        """Return the line's y."""
        first, second, third = lanes(width)
        out = _blend(x, first.end - self.early, second.begin)
        back = _blend(x, second.end - self.early, third.begin)
        y = first.middle + out * (second.middle - first.middle)
        return y + back * (third.middle - second.middle)

    def steer(self, track: SimulatedCar) -> float:
        """Return the present steering angle by pure pursuit."""
        shape, (x, y), yaw = track.shape, track.place, track.yaw
        rear = (x + shape.rear_axle * math.cos(yaw), y + shape.rear_axle * math.sin(yaw))
        reach = shape.wheelbase + self.preview * track.speed
        point = (rear[0] + reach, self.aim(2.0 * shape.half_width, rear[0] + reach))
        return steering(to_vehicle_frame(point, rear, yaw), shape.wheelbase)


def change_lanes(course: ManoeuvreSetup, driver: Driver) -> CarMotion:
    """Drive at the course's speed up to the release, then coast. The throttle's release."""
    track = course.track(start=-RUN_UP_DISTANCE)
    front = track.shape.front

    def order(_: float) -> Union[Pedals, Sequence[float]]:
        angle = driver.steer(track)
        if track.place[0] + front < RELEASE_DISTANCE:
            return (angle, course.speed, 0.0)
        return Pedals(angle)

    end = sum(SECTION_LENGTHS)
    track.run(
        (RUN_UP_DISTANCE + end + 20.0) / course.speed * 2.0,
        order,
        lambda: track.place[0] + track.shape.rear > end or abs(track.slip_angle) > 1.0,
    )
    return track.motion


def passed(motion: CarMotion) -> bool:
    """Return whether the car passed without touching a cone."""
    through = motion.place[-1, 0] + motion.shape.rear > sum(SECTION_LENGTHS)
    return bool(through and not touched_cones(motion).any())


def attempt(course: ManoeuvreSetup) -> CarMotion:
    """Return the first passing driver's motion, else the best failure.

    The failure with the fewest cones.
    """
    failures: List[CarMotion] = []
    for preview in PREVIEW_TIMES:
        for early in TURN_IN_DISTANCES:
            motion = change_lanes(course, Driver(preview, early))
            if passed(motion):
                return motion
            failures.append(motion)
    return min(failures, key=lambda each: int(touched_cones(each).sum()))


def fastest(course: ManoeuvreSetup) -> Tuple[CarMotion, CarMotion]:
    """Find the fastest passage and the slowest failure by bisection to 0.1 m/s."""
    low, high = SPEED_RANGE
    good, bad = attempt(course.at(low)), attempt(course.at(high))
    while high - low > 0.1:
        speed = 0.5 * (low + high)
        motion = attempt(course.at(speed))
        if passed(motion):
            low, good = speed, motion
        else:
            high, bad = speed, motion
    return good, bad


def speed_at(motion: CarMotion, x: float) -> float:
    """Return the speed in m/s when the car's front passes an x."""
    reached = motion.place[:, 0] + motion.shape.front
    return float(np.interp(x, reached, motion.speed))


def _blend(x: float, begin: float, end: float) -> float:
    """Blend from 0 to 1 between two x with continuous curvature. Quintic smoothstep."""
    share = min(max((x - begin) / (end - begin), 0.0), 1.0)
    return share**3 * (10.0 - 15.0 * share + 6.0 * share**2)

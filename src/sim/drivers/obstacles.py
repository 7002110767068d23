"""Obstacles on a path: vehicles ahead, and persons on or near it.

Persons count if they are on it or will be when the ego arrives. World frame, SI units; a distance
ahead is from the ego's front bumper. A road user not seen for a while may have changed its motion:
a vehicle ahead has braked hard, a person has stepped towards the path.
"""

from __future__ import annotations

import math
from typing import List, Tuple

import numpy as np

from sim.arrays import Array
from sim.drivers.nearby_traffic import NearbyTraffic
from sim.traffic.ego_state import EgoState
from sim.traffic.roads.path import Path
from sim.traffic.state import STOREY

# Free space on both sides of the ego: beside vehicles, walking persons, and persons at the kerb.
SIDE_MARGIN = 0.4  # m
WALKER_SIDE_MARGIN = 0.9  # m
STANDER_SIDE_MARGIN = 0.3  # m
STANDING_SPEED = 0.1  # m/s, slower than this a person stands
PERSON_GAP = 1.0  # m, that the ego leaves before a person
# Lateral speed of a lane change, and of a person stepping aside, while they were not seen.
LANE_CHANGE_SPEED = 1.0  # m/s
STEP_ASIDE_SPEED = 1.4  # m/s
PREDICTION_TIMES = (0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0)  # s

# Gap to the obstacle ahead and its speed along the path.
Obstacle = Tuple[float, float]
NO_OBSTACLE: Obstacle = (math.inf, 0.0)


def vehicle_ahead(path: Path, ego: EgoState, s: float, around: NearbyTraffic) -> Obstacle:
    """Return the vehicle ahead of the ego at arc length ``s``."""
    around = around.rows(~around.walks)
    place, aside, level, yaw = on_path(path, around.position)
    along, across = extents(around, yaw)
    drift = LANE_CHANGE_SPEED * np.minimum(around.age, 1.0)
    in_way = level & (np.abs(aside) < across + 0.5 * ego.width + SIDE_MARGIN + drift)
    ahead = in_way & (place > s)
    # A vehicle that crosses the path is a standing obstacle.
    speed = np.maximum(around.least_speed * np.cos(around.yaw - yaw), 0.0)
    gaps = np.where(ahead, place - around.behind - s - along - 0.5 * ego.length, np.inf)
    if not ahead.any():
        return NO_OBSTACLE
    first = int(np.argmin(gaps))
    return float(gaps[first]), float(speed[first])


def person_ahead(path: Path, ego: EgoState, s: float, around: NearbyTraffic) -> Obstacle:
    """Return the nearest person on the path as a standing obstacle.

    Persons that will be on it count too.
    """
    around = around.rows(around.walks)
    if not len(around.yaw):
        return NO_OBSTACLE
    step = around.speed[:, None] * np.stack(
        [np.cos(around.yaw), np.sin(around.yaw), np.zeros(len(around.yaw))], axis=1
    )
    places = np.concatenate([around.position + time * step for time in PREDICTION_TIMES])
    place, aside, level, _ = on_path(path, places)
    side = np.where(
        around.speed > STANDING_SPEED, WALKER_SIDE_MARGIN, STANDER_SIDE_MARGIN
    ) + STEP_ASIDE_SPEED * np.minimum(around.age, 1.0)
    side = np.tile(side, len(PREDICTION_TIMES))
    in_way = level & (np.abs(aside) < 0.5 * ego.width + side) & (place > s)
    gaps = place[in_way] - s - 0.5 * ego.length - PERSON_GAP
    # Whom the ego has beside its front it has passed.
    gaps = gaps[gaps > -PERSON_GAP]
    return (float(gaps.min()), 0.0) if len(gaps) else NO_OBSTACLE


def extents(around: NearbyTraffic, yaw: Array) -> Tuple[Array, Array]:
    """Return half of each box's extent along and across a direction, both (n,)."""
    cos, sin = np.abs(np.cos(around.yaw - yaw)), np.abs(np.sin(around.yaw - yaw))
    return 0.5 * (around.length * cos + around.width * sin), 0.5 * (
        around.length * sin + around.width * cos
    )


def on_path(path: Path, position: Array) -> List[Array]:
    """Project positions (n, 3) onto the path.

    Return arc length, signed distance, whether at the path's level, and the path's yaw.
    """
    if not len(position):
        return [np.empty(0), np.empty(0), np.empty(0, bool), np.empty(0)]
    place, aside = path.project(position[:, 0], position[:, 1])
    _, _, z, yaw, _ = path.at(place)
    return [place, aside, np.abs(position[:, 2] - z) < STOREY, yaw]

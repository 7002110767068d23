"""Follows a path by pure pursuit and what is ahead on it by the Intelligent Driver Model.

World frame; the path runs along lane centres through junctions. A vehicle that comes in from a lane which joins the path counts as
ahead once it is nearer to the joining point than the ego: the zipper rule.
"""
from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Sequence, Tuple

import numpy as np

from sim.traffic.coupling import EgoState
from sim.traffic.path import Path
from sim.vehicle.idm import IdmParameters, idm_acceleration, speed_command
from sim.vehicle.pure_pursuit import steering, to_vehicle_frame

RANGE = 120.0
SIDE = 0.4
JOIN_RANGE = 40.0


@dataclass(frozen=True)
class DriverOptions:
    """``lookahead`` in s of driving, at least ``least_lookahead`` m; ``wheelbase`` and ``rear_axle`` (m ahead of the centre) of the car."""

    idm: IdmParameters = IdmParameters(desired_speed=13.9)
    wheelbase: float = 2.7
    rear_axle: float = -1.35
    lookahead: float = 1.0
    least_lookahead: float = 5.0
    lateral_acceleration: float = 2.0


@dataclass(frozen=True)
class Surroundings:
    """Vehicles with centres (n, 2) and the rest (n,)."""

    position: np.ndarray
    yaw: np.ndarray
    speed: np.ndarray
    length: np.ndarray
    width: np.ndarray


class LaneFollower:
    """Gives a command per state; keeps nothing but its path."""

    def __init__(self, path: Path, joining: Sequence[Path], options: DriverOptions) -> None:
        """``joining`` paths end on ``path``."""
        self._path, self._options = path, options
        self._joining = [(line, path.project(*line.points[-1, :2])[0]) for line in joining]

    def command(self, ego: EgoState, around: Surroundings) -> Tuple[float, float, float]:
        """Steering angle, speed and acceleration (absolute) to command."""
        s, _ = self._path.project(*ego.centre)
        gap, leader = self._leader(ego, s, around)
        limit = self._curve_speed(s, ego.speed)
        end = self._path.length - s - 0.5 * ego.length
        acceleration = min(idm_acceleration(self._idm(limit), ego.speed, max(gap, 0.05), leader),
                           idm_acceleration(self._idm(limit), ego.speed, max(end, 0.05), 0.0))
        speed, rate = speed_command(ego.speed, acceleration)
        return self._steer(ego, s), speed, rate

    def _idm(self, limit: float) -> IdmParameters:
        idm = self._options.idm
        return IdmParameters(min(idm.desired_speed, limit), idm.time_headway, idm.minimum_gap, idm.acceleration,
                             idm.comfortable_deceleration, idm.exponent, idm.max_deceleration)

    def _curve_speed(self, s: float, speed: float) -> float:
        ahead = s + np.linspace(0.0, max(10.0, 2.0 * speed), 8)
        curvature = float(np.abs(self._path.at(ahead)[4]).max())
        return math.sqrt(self._options.lateral_acceleration / curvature) if curvature > 1e-4 else math.inf

    def _steer(self, ego: EgoState, s: float) -> float:
        options = self._options
        cos, sin = math.cos(ego.yaw), math.sin(ego.yaw)
        rear = (ego.centre[0] + options.rear_axle * cos, ego.centre[1] + options.rear_axle * sin)
        ahead = max(options.least_lookahead, options.lookahead * ego.speed)
        x, y = self._path.at(s + ahead)[:2]
        return steering(to_vehicle_frame((x, y), rear, ego.yaw), options.wheelbase)

    def _leader(self, ego: EgoState, s: float, around: Surroundings) -> Tuple[float, float]:
        """Bumper-to-bumper gap along the path to what is ahead, inf where nothing is, and its speed."""
        near = np.flatnonzero(np.hypot(*(around.position - ego.centre).T) < RANGE)
        if not len(near):
            return math.inf, 0.0
        place, aside = self._path.project(*around.position[near].T)
        on_path = np.abs(aside) < 0.5 * (around.width[near] + ego.width) + SIDE
        for line, end in self._joining:
            along, off = line.project(*around.position[near].T)
            comes = (np.abs(off) < 0.5 * around.width[near]) & (line.length - along < JOIN_RANGE) & ~on_path
            place = np.where(comes, end - (line.length - along), place)
            on_path |= comes
        gaps = place - s - 0.5 * (around.length[near] + ego.length)
        rows = np.flatnonzero(on_path & (place > s))
        if not len(rows):
            return math.inf, 0.0
        first = rows[np.argmin(gaps[rows])]
        return float(gaps[first]), float(around.speed[near][first])


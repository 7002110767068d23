"""Input of motion planning: the arm, its pose, load and speeds."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Callable, List, Optional, Sequence, Tuple

import numpy as np

from sim.arrays import Array
from sim.robot_orders import MotionWaypoint, Tolerance
from sim.robots.description import Arm
from sim.robots.kinematics.solver import Solver
from sim.robots.loads import Loads
from sim.robots.ring import Ring

SHARE = 0.9  # share of a tolerance for rounding a corner; the rest is for the arm's lag
# A goal nearer than this is reached already. Over shorter lines the rounding of inverse kinematics
# looks like a singularity, and robots repeat their poses to 1e-5 m at best.
STILL = 2e-6  # m and rad


@dataclass(frozen=True)
class Speeds:
    """Maximum speeds of the controlled point, and default corner distances.

    m/s, m/s2, rad/s, rad/s2; distances of rounded corners without a tolerance, m and rad: the norm,
    not along an axis.
    """

    trans_speed: float
    trans_accel: float
    rot_speed: float
    rot_accel: float
    corner: float = 0.005
    corner_angle: float = 0.1


@dataclass(frozen=True)
class ArmContext:
    """One arm on its ring; ``loads`` returns the joints' loads."""

    kinematics: Solver
    ring: Ring
    speeds: Speeds
    loads: Optional[Callable[[], Loads]] = None

    @property
    def arm(self) -> Arm:
        return self.kinematics.arm

    def pose(self, positions: Array) -> Array:
        """Return the controlled point (4, 4) at joint positions (k,)."""
        return self.ring.controlled(self.kinematics.state(positions)[0])

    def rates(self, waypoint: MotionWaypoint) -> Tuple[float, float, float, float]:
        """Return speed and acceleration to a waypoint, linear, then angular."""
        most = self.speeds
        return (
            waypoint.trans_speed.of(most.trans_speed),
            waypoint.trans_accel.of(most.trans_accel),
            waypoint.rot_speed.of(most.rot_speed),
            waypoint.rot_accel.of(most.rot_accel),
        )

    def corner(self, tolerance: Tolerance) -> Tuple[Array, float]:
        """Return half-axes (3,) of the allowed ellipsoid, and the allowed angle.

        The half-axes are along the workstation's axes, so that equal ones limit the norm.
        """
        angle = min(tolerance.x_axis, tolerance.z_axis)
        if not tolerance.given:
            angle = self.speeds.corner_angle
        point = np.array(tolerance.point)
        if np.isinf(point).all():
            point = np.full(3, self.speeds.corner)
        return SHARE * point, SHARE * angle


def tolerance_share(deviation: Array, half_axes: Array) -> float:
    """Return a deviation (3,) as a share of half-axes (3,)."""
    moved = np.abs(deviation) > 1e-9
    if (half_axes[moved] <= 0.0).any():
        return math.inf
    return float(np.linalg.norm(deviation[moved] / half_axes[moved]))


def unbroken(widths: Sequence[float], count: int) -> List[Tuple[int, int]]:
    """Return first and last point of each run of pieces between stops."""
    stops = [0, *[index + 1 for index, width in enumerate(widths) if width == 0.0], count]
    return list(zip(stops[:-1], stops[1:]))

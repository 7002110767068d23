"""Path from rest to rest: joint positions over a coordinate, with limits.

The limits hold anywhere on the path for any speed up to the piece's and any acceleration and jerk
along it, so that stops and overrides need no second check: with q' the change of a joint per
coordinate, |q'| v, |q''| v^2 + |q'| a and |q'''| v^3 + 3 |q''| v a + |q'| j stay within the
joint's, and the first two of the controlled point's within the requested ones.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import List, Optional, Sequence, Tuple, Union

import numpy as np
from scipy.interpolate import CubicSpline

from sim.arrays import Array
from sim.robot_orders import Tolerance
from sim.robots.description import JERK_TIME, Arm
from sim.robots.errors import MotionError
from sim.robots.kinematics.solver import shown
from sim.robots.motion.profile import PathSpeedLimits
from sim.transforms import rotvec_from_rotation

CRAWL = 0.01  # of the wanted speed; a path that must be passed slower is refused as singular
SHAPE = (0.5, 0.34)  # most of a joint's acceleration and jerk that the path's shape may take
TIMED = (0.8, 0.7)  # the same of a path that is timed already, where only stops need the rest


JointRates = Tuple[Array, Array, Array]  # most speeds, accelerations and jerks of joints, (k,) each


@dataclass(frozen=True)
class Mark:
    """A pose that is passed at a coordinate, and how near."""

    coordinate: float
    pose: Array
    tolerance: Tolerance
    name: str


@dataclass(frozen=True)
class PathLimits:
    """Limits of the controlled point at each sample, (n,) each. m/s, m/s2, rad/s, rad/s2."""

    trans_speed: Array
    trans_accel: Array
    rot_speed: Array
    rot_accel: Array


@dataclass(frozen=True)
class PathLeg:
    """A path with its limits.

    ``hardest`` are the acceleration and jerk along it that the joints alone allow.
    """

    spline: CubicSpline
    limits: PathSpeedLimits
    hardest: Tuple[float, float]
    edge_speed: float = 0.0
    marks: Tuple[Mark, ...] = ()

    def positions(self, coordinates: Union[float, Array]) -> Array:
        result: Array = self.spline(coordinates)
        return result

    @property
    def end(self) -> Array:
        """Joint positions (k,) at the end."""
        result: Array = self.spline(self.spline.x[-1])
        return result


def make_leg(
    arm: Arm,
    coordinates: Array,
    positions: Array,
    flanges: Array,
    poses: Array,
    rates: PathLimits,
    edges: Union[Array, Sequence[float]],
    marks: Tuple[Mark, ...] = (),
    joints: Optional[JointRates] = None,
    straight: bool = True,
) -> PathLeg:
    """Return a leg through joint positions (n, k).

    The flange is at ``flanges`` and the controlled point at ``poses`` (n, 4, 4). ``edges`` (m,) end
    the pieces with separate speeds; ``joints`` are other rates than the arm's. Raises MotionError
    if a singularity would make a straight path very slow.
    """
    spline = CubicSpline(coordinates, positions)
    shape = [np.abs(spline(coordinates, order)) for order in (1, 2, 3)]
    speeds, accelerations, jerks = joints if joints is not None else joint_rates(arm)
    wanted, acceleration, jerk = tool_limits(coordinates, poses, rates)
    able = joint_speeds(shape, speeds, accelerations, jerks, SHAPE)
    if straight:
        _refuse_crawl(arm, wanted, able, flanges, shape[0] / speeds)
    ends, tops = _pieces(coordinates, wanted, able.min(axis=1), edges)
    # The speed between two pieces is the lower one's.
    pieces = [
        np.minimum(np.searchsorted(ends, coordinates, side=side), len(ends) - 1)
        for side in ("left", "right")
    ]
    hardest = joint_accelerations(
        shape, np.minimum(*(np.array(tops)[piece] for piece in pieces)), accelerations, jerks
    )
    return PathLeg(
        spline,
        PathSpeedLimits(ends, tops, min(acceleration, hardest[0]), min(jerk, hardest[1])),
        hardest,
        marks=marks,
    )


def joint_rates(arm: Arm) -> JointRates:
    return arm.limits("speed"), arm.limits("acceleration"), arm.limits("jerk")


def timed_leg(arm: Arm, times: Array, positions: Array, flanges: Array) -> PathLeg:
    """Return a leg over the time of a planned motion.

    At rest at both ends; slowed where joints require it.
    """
    spline = CubicSpline(times, positions, bc_type="clamped")
    shape = [np.abs(spline(times, order)) for order in (1, 2, 3)]
    able = joint_speeds(shape, *joint_rates(arm), TIMED)
    _refuse_crawl(arm, np.ones(len(times)), able, flanges, shape[0] / arm.limits("speed"))
    top = float(min(1.0, able.min()))
    hardest = joint_accelerations(
        shape, np.full(len(times), top), arm.limits("acceleration"), arm.limits("jerk")
    )
    gentle = top / JERK_TIME
    return PathLeg(
        spline,
        PathSpeedLimits(
            [float(times[-1])], [top], min(gentle, hardest[0]), min(gentle / JERK_TIME, hardest[1])
        ),
        hardest,
        edge_speed=top,
    )


def tool_limits(coordinates: Array, poses: Array, rates: PathLimits) -> Tuple[Array, float, float]:
    """Return speed (n,), acceleration and jerk along the coordinate.

    They keep the controlled point within its rates.
    """
    point = CubicSpline(coordinates, poses[:, :3, 3])
    first, second = (np.linalg.norm(point(coordinates, order), axis=1) for order in (1, 2))
    steps = np.diff(coordinates)
    spin = (
        rotvec_from_rotation(np.swapaxes(poses[:-1, :3, :3], 1, 2) @ poses[1:, :3, :3])
        / steps[:, None]
    )
    turning = np.linalg.norm(spin, axis=1)
    turning = np.maximum(np.append(turning, turning[-1]), np.insert(turning, 0, turning[0]))
    change = np.zeros(len(coordinates))
    if len(spin) > 1:
        change[1:-1] = np.linalg.norm(np.diff(spin, axis=0), axis=1) / (
            0.5 * (steps[1:] + steps[:-1])
        )
    speed = np.minimum.reduce(
        [
            _over(rates.trans_speed, first),
            _over(rates.rot_speed, turning),
            np.sqrt(_over(rates.trans_accel, second)),
            np.sqrt(_over(rates.rot_accel, change)),
        ]
    )
    acceleration = float(
        min(_over(rates.trans_accel, first).min(), _over(rates.rot_accel, turning).min())
    )
    return speed, acceleration, acceleration / JERK_TIME


def joint_speeds(
    shape: Sequence[Array],
    speeds: Array,
    accelerations: Array,
    jerks: Array,
    shares: Tuple[float, float],
) -> Array:
    """Return each joint's maximum speed (n, k) along the coordinate for shares of its limits.

    The shares are of accelerations and jerks.
    """
    result: Array = np.minimum.reduce(
        [
            _over(speeds, shape[0]),
            np.sqrt(_over(shares[0] * accelerations, shape[1])),
            np.cbrt(_over(shares[1] * jerks, shape[2])),
        ]
    )
    return result


def joint_accelerations(
    shape: Sequence[Array], speed: Array, accelerations: Array, jerks: Array
) -> Tuple[float, float]:
    """Return maximum acceleration and jerk along the coordinate at speeds (n,).

    All joints stay within their limits.
    """
    v = speed[:, None]
    first, second, third = shape
    acceleration = min(
        _over(accelerations - second * v**2, first).min(),
        _over((jerks - third * v**3) / 6.0, second * v).min(),
    )
    return float(acceleration), float(
        _over(jerks - third * v**3 - 3.0 * second * v * acceleration, first).min()
    )


def _over(most: Array, used: Array) -> Array:
    """Return most / used, huge for zero ``used``."""
    result: Array = most / np.maximum(used, 1e-12)
    return result


def _pieces(
    coordinates: Array, wanted: Array, able: Array, edges: Union[Array, Sequence[float]]
) -> Tuple[List[float], List[float]]:
    """Return ends and speeds of pieces.

    Each is as slow as its slowest sample; neighbours of similar speed are merged. Wanted speeds
    (n,) may jump at edges, where samples have the lower value; the joints' possible speeds (n,) do
    not.
    """
    ends: List[float] = []
    tops: List[float] = []
    low = coordinates[0]
    for high in edges:
        closed = (coordinates >= low - 1e-12) & (coordinates <= high + 1e-12)
        inside = (coordinates > low + 1e-12) & (coordinates < high - 1e-12)
        top = float(min(wanted[inside].min(), able[closed].min()))
        if tops and abs(top - tops[-1]) <= 0.05 * max(top, tops[-1]):
            ends[-1], tops[-1] = float(high), min(top, tops[-1])
        else:
            ends.append(float(high))
            tops.append(top)
        low = high
    return ends, tops


def _refuse_crawl(arm: Arm, wanted: Array, able: Array, flanges: Array, load: Array) -> None:
    share = able.min(axis=1) / np.minimum(wanted, 1e9)
    row = int(np.argmin(share))
    if share[row] < CRAWL:
        joint = arm.joints[int(np.argmax(load[row]))]
        unit = "m/s" if joint.slides else "rad/s"
        raise MotionError(
            f"the path is too near a singularity at {shown(flanges[row])}: at the wanted speed "
            f"{joint.name} would move at "
            f"{load[row].max() * joint.speed * wanted[row]:.3g} {unit}, its limit is "
            f"{joint.speed:.3g}; pass it by, or move without MoveStraight"
        )

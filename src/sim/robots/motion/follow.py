"""Externally planned joint trajectories, as one leg over their time.

Interpolation between two points as in ros_control: quintic with accelerations, cubic (Hermite
spline) with velocities, else a clamped cubic spline, at rest at both ends. SI units.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Optional, Union

import numpy as np
from scipy.interpolate import BPoly, CubicHermiteSpline, CubicSpline

from sim.arrays import Array
from sim.errors import InputError
from sim.robot_orders import Motion
from sim.robots.description import JERK_TIME, Arm
from sim.robots.motion.leg import PathLeg, joint_accelerations, joint_rates
from sim.robots.motion.profile import PathSpeedLimits

START_TOLERANCE = 0.01  # rad or m, from the arm to a trajectory's begin
END_SPEED_TOLERANCE = 1e-3  # rad/s or m/s, maximum speed at the end of a trajectory
# A trajectory that ends later after its order is stamped by another clock.
MAX_DURATION = 3600.0  # s
# Speeds are compared with the joints' limits at samples, and may exceed them by a share.
SAMPLE_PERIOD = 0.01  # s
SPEED_TOLERANCE = 0.01


@dataclass(frozen=True)
class FollowJoints:
    """Externally planned positions (n, k) of all joints at times (n,).

    Times count from its begin; velocities and accelerations (n, k) are optional.
    """

    times: Array
    positions: Array
    velocities: Optional[Array] = None
    accelerations: Optional[Array] = None


Request = Union[Motion, FollowJoints]


def followed(arm: Arm, motion: FollowJoints, start: Array) -> PathLeg:
    """Return the leg of a trajectory from joint positions ``start`` (k,).

    Raises InputError if the arm cannot follow it.
    """
    times, positions = motion.times, motion.positions
    velocities, accelerations = motion.velocities, motion.accelerations
    check_trajectory(motion)
    _check_begin(arm, motion, start)
    if times[0] > 0.0:
        times, positions = np.insert(times, 0, 0.0), np.vstack([start, positions])
        velocities, accelerations = _with_rest(velocities), _with_rest(accelerations)
    else:
        # A point that is aside would be a jump.
        positions = np.vstack([start, positions[1:]])
    curve = _curve(times, positions, velocities, accelerations)
    samples = np.linspace(0.0, times[-1], max(16, round(times[-1] / SAMPLE_PERIOD) + 1))
    _check_curve(arm, curve, samples)
    shape = [np.abs(curve(samples, order)) for order in (1, 2, 3)]
    _, accelerating, jerking = joint_rates(arm)
    acceleration, jerk = joint_accelerations(shape, np.ones(len(samples)), accelerating, jerking)
    gentle = 1.0 / JERK_TIME
    # Limits of braking on the way; if the trajectory itself needs all, the joints exceed it.
    hardest = max(acceleration, gentle), max(jerk, gentle / JERK_TIME)
    return PathLeg(
        curve,
        PathSpeedLimits([float(times[-1])], [1.0], gentle, gentle / JERK_TIME),
        hardest,
        edge_speed=1.0,
    )


def delayed(motion: FollowJoints, seconds: float) -> FollowJoints:
    """Return the motion with a later begin; negative delays are ignored."""
    return motion if seconds <= 0.0 else replace(motion, times=motion.times + seconds)


def check_trajectory(motion: FollowJoints) -> None:
    """Raise InputError for a trajectory that no arm can follow.

    Independent of the arm's position.
    """
    times = motion.times
    if not len(times):
        raise InputError("trajectory", "has no points")
    if not (np.isfinite(times).all() and times[0] >= 0.0 and (np.diff(times) > 0.0).all()):
        raise InputError(
            "trajectory", "times must be finite, not negative, and each later than the last"
        )
    if times[-1] > MAX_DURATION:
        raise InputError(
            "trajectory",
            f"ends {times[-1]:.6g} s from here, later than {MAX_DURATION:g} s; header.stamp is "
            "simulated time, or 0 for at once",
        )
    if times[-1] <= 0.0:
        raise InputError("trajectory", "ends at 0 s; its last point must be later")
    for name in ("positions", "velocities", "accelerations"):
        values: Optional[Array] = getattr(motion, name)
        if values is not None and not np.isfinite(values).all():
            raise InputError(f"trajectory: {name}", "hold a number that is not finite")
    if motion.velocities is not None and np.abs(motion.velocities[-1]).max() > END_SPEED_TOLERANCE:
        raise InputError("trajectory: velocities", "must end at 0: the arm rests there")


def _check_begin(arm: Arm, motion: FollowJoints, start: Array) -> None:
    if motion.times[0] == 0.0:
        off = np.abs(motion.positions[0] - start)
        worst = int(off.argmax())
        if off[worst] > START_TOLERANCE:
            raise InputError(
                arm.joints[worst].name,
                f"the trajectory begins at {motion.positions[0][worst]:.3f}, {off[worst]:.3g} from "
                "where the joint is; begin where it is, or leave out the point at 0 s",
            )


def _check_curve(arm: Arm, curve: CubicSpline, samples: Array) -> None:
    places, speeds = curve(samples), np.abs(curve(samples, 1))
    for index, joint in enumerate(arm.joints):
        low, high = float(places[:, index].min()), float(places[:, index].max())
        if low < joint.lower - 1e-6 or high > joint.upper + 1e-6:
            raise InputError(
                joint.name,
                f"the trajectory takes it from {low:.3f} to {high:.3f}; its limits are "
                f"{joint.lower:.3f} and {joint.upper:.3f}",
            )
        fastest = float(speeds[:, index].max())
        if fastest > joint.speed * (1.0 + SPEED_TOLERANCE):
            raise InputError(
                joint.name,
                f"the trajectory moves it at {fastest:.3g}, and it can do {joint.speed:.3g}; "
                "give it more time",
            )


def _with_rest(values: Optional[Array]) -> Optional[Array]:
    return None if values is None else np.vstack([np.zeros(values.shape[1]), values])


def _curve(
    times: Array, positions: Array, velocities: Optional[Array], accelerations: Optional[Array]
) -> CubicSpline:
    if velocities is None:
        return CubicSpline(times, positions, bc_type="clamped")
    if accelerations is None:
        return CubicHermiteSpline(times, positions, velocities)
    return BPoly.from_derivatives(times, np.stack([positions, velocities, accelerations], axis=1))

"""Orders to a robot controller and the motions in them.

CRCL's sessions give these orders, robots plan and carry them out. SI units, radians; poses are of
the controlled point in the workstation's frame; quaternions are xyzw.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Optional, Tuple, Union

import numpy as np

from sim.arrays import Array
from sim.errors import InputError
from sim.rate import Rate
from sim.transforms import quaternion_from_rotation, transform_from_quaternion

Triple = Tuple[float, float, float]
Quaternion = Tuple[float, float, float, float]
# Types of orders that move the arm; another of them may replace one that is under way.
MOTIONS = frozenset({"MoveTo", "MoveThroughTo", "MoveScrew", "ActuateJoints", "RunProgram"})
STOP = "StopMotion"
SHORTEST_QUATERNION = 1e-9  # a shorter one counts as no rotation
MAX_SKEW = 1e-6  # of a pose's axes from unit length and right angles


@dataclass(frozen=True)
class Tolerance:
    """Tolerance of a goal along the workstation's axes (3,), in m.

    The angles of the controlled point's x and z axes are in rad; values are infinite if not given.
    """

    point: Triple = (math.inf, math.inf, math.inf)
    x_axis: float = math.inf
    z_axis: float = math.inf

    @property
    def given(self) -> bool:
        return not all(map(math.isinf, (*self.point, self.x_axis, self.z_axis)))


@dataclass(frozen=True)
class MotionWaypoint:
    """Pose of the controlled point and settings of the motion to it."""

    position: Triple
    orientation: Quaternion
    trans_speed: Rate = Rate()
    trans_accel: Rate = Rate()
    rot_speed: Rate = Rate()
    rot_accel: Rate = Rate()
    tolerance: Tolerance = Tolerance()
    coordinated: bool = True

    @classmethod
    def at(cls, pose: Array, **settings: Any) -> MotionWaypoint:
        """Return the waypoint of a pose (4, 4). InputError if its axes are not orthonormal."""
        pose = np.asarray(pose, dtype=float)
        if pose.shape != (4, 4) or not np.isfinite(pose).all():
            raise InputError(
                "pose", "has numbers that are not finite; a pose needs a point and two axes"
            )
        turn = pose[:3, :3]
        if np.abs(turn.T @ turn - np.eye(3)).max() > MAX_SKEW or np.linalg.det(turn) < 0.0:
            raise InputError("pose", "its axes are not square to each other and of length 1")
        return cls(tuple(pose[:3, 3].tolist()), quaternion_from_rotation(turn.tolist()), **settings)

    def check_finite(self) -> None:
        """Raise InputError if a number of the pose is not finite."""
        if not all(map(math.isfinite, (*self.position, *self.orientation))):
            raise InputError("pose", "holds a number that is not finite")

    @cached_property
    def pose(self) -> Array:
        """Pose (4, 4); InputError if it is not finite."""
        self.check_finite()
        return transform_from_quaternion(self.position, self.orientation, SHORTEST_QUATERNION)


@dataclass(frozen=True)
class Move:
    """Motion to the last waypoint (MoveTo, MoveThroughTo).

    It passes those before within their tolerances: in straight lines, or in joint space.
    """

    waypoints: Tuple[MotionWaypoint, ...]
    straight: bool = True


@dataclass(frozen=True)
class Screw:
    """Screw motion along the controlled point's z axis (MoveScrew).

    It goes by ``free``, then by ``distance`` while it turns by ``turn`` about a line of that
    direction. ``waypoint`` has the settings, and the start pose if ``start_given``; the line goes
    through ``axis_point`` (3,), else through the controlled point.
    """

    waypoint: MotionWaypoint
    turn: float
    distance: float
    free: float = 0.0
    axis_point: Optional[Triple] = None
    start_given: bool = False


@dataclass(frozen=True)
class JointGoal:
    """Goal of one joint, counted from 0.

    Speed and acceleration are maxima, 0 for the robot's. With ``effort`` (N or N m) it moves so
    gently that its own mass takes half of it, changing by at most half of ``effort_rate`` a second,
    and stops at a resistance above the effort beyond gravity compensation of the arm.
    ``by_effort``: CRCL's JointForceTorque, which may leave both open.
    """

    index: int
    position: float
    tolerance: float = math.inf
    speed: float = 0.0
    acceleration: float = 0.0
    effort: float = math.inf
    effort_rate: float = math.inf
    by_effort: bool = False


@dataclass(frozen=True)
class MoveJoints:
    """The named joints together, so that they arrive at once. ActuateJoints."""

    goals: Tuple[JointGoal, ...] = ()


Motion = Union[Move, Screw, MoveJoints]


@dataclass(frozen=True)
class RobotOrder:
    """One command with all settings that hold for it.

    ``type`` is the name of CRCL's command without "Type"; the session gives ``id`` when it sends
    the order. The rest counts where that command has it: ``value`` of Dwell (s) and SetEndEffector
    (0 to 1), ``text`` of StopMotion, EnableGripper and RunProgram, ``parameters`` as pairs of name
    and value.
    """

    type: str
    command_id: int
    id: int = 0
    name: str = ""
    motion: Optional[Motion] = None
    value: float = 0.0
    text: str = ""
    parameters: Tuple[Tuple[str, str], ...] = ()

"""What a robot may be asked to do. SI units, radians; poses are of the controlled point in the
workstation's frame."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Optional, Tuple, Union

from sim.arrays import Array
from sim.rate import Rate

# m that a rad counts as, where translation and rotation are one way.
RHO = 0.2


@dataclass(frozen=True)
class Tolerance:
    """What counts as there: along the workstation's axes (3,) m, and angles of the controlled
    point's x and z axes, rad; infinite where not given."""

    point: Tuple[float, float, float] = (math.inf, math.inf, math.inf)
    x_axis: float = math.inf
    z_axis: float = math.inf

    @property
    def given(self) -> bool:
        return not all(map(math.isinf, (*self.point, self.x_axis, self.z_axis)))


@dataclass(frozen=True)
class Waypoint:
    """A pose (4, 4) and the settings for the way to it."""

    pose: Array
    trans_speed: Rate = Rate()
    trans_accel: Rate = Rate()
    rot_speed: Rate = Rate()
    rot_accel: Rate = Rate()
    tolerance: Tolerance = Tolerance()
    coordinated: bool = True


@dataclass(frozen=True)
class Move:
    """To the last waypoint, past those before it within their tolerances: in straight lines, or as
    the joints like it. MoveTo, MoveThroughTo."""

    waypoints: Tuple[Waypoint, ...]
    straight: bool = True


@dataclass(frozen=True)
class Screw:
    """Along the controlled point's z axis by ``free``, then by ``distance`` while it turns by
    ``turn`` about a line of that direction.

    ``waypoint`` has the settings, and the pose to begin from where ``start_given``; the line goes
    through ``axis_point`` (3,), else through the controlled point.
    """

    waypoint: Waypoint
    turn: float
    distance: float
    free: float = 0.0
    axis_point: Optional[Tuple[float, float, float]] = None
    start_given: bool = False


@dataclass(frozen=True)
class JointGoal:
    """Where one joint goes, counted from 0; speed and acceleration are the most, 0 for the robot's.

    With ``effort`` (N or N m) it moves so gently that its own mass takes half of it, changing by at
    most half of ``effort_rate`` a second, and stops where it meets more than the effort beyond what
    holds the arm.
    """

    index: int
    position: float
    tolerance: float = math.inf
    speed: float = 0.0
    acceleration: float = 0.0
    effort: float = math.inf
    effort_rate: float = math.inf


@dataclass(frozen=True)
class MoveJoints:
    """The named joints together, so that they arrive at once. ActuateJoints."""

    goals: Tuple[JointGoal, ...] = field(default_factory=tuple)


@dataclass(frozen=True)
class FollowJoints:
    """Positions (n, k) of all joints at times (n,) from its begin, planned by somebody else; with
    velocities and accelerations (n, k) where they are given."""

    times: Array
    positions: Array
    velocities: Optional[Array] = None
    accelerations: Optional[Array] = None


Motion = Union[Move, Screw, MoveJoints, FollowJoints]

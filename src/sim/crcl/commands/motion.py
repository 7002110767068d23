"""Motion commands for the controlled point and single joints, and the stop."""

from __future__ import annotations

from typing import Optional, Tuple

from sim.crcl.commands.base import MiddleCommand
from sim.crcl.enums import StopCondition
from sim.crcl.primitives import JointPositionsTolerances, Point, Pose
from sim.crcl.thing import DataThing, Int, at_least, vocabulary


@vocabulary
class MoveTo(MiddleCommand):
    """Moves to one pose (Pose or PoseAndSet). The path is a straight line or free."""

    move_straight: bool
    end_position: Pose


@vocabulary
class MoveThroughTo(MiddleCommand):
    """Past all but the last waypoint within tolerance, stopping at the last."""

    move_straight: bool
    waypoint: Tuple[Pose, ...] = at_least(2)
    num_positions: Int


@vocabulary
class MoveScrew(MiddleCommand):
    """Moves along the controlled point's z axis, then turns (screw motion).

    It turns about that axis or about a parallel axis through ``axis_point``.
    """

    start_position: Optional[Pose] = None
    axis_point: Optional[Point] = None
    axial_distance_free: Optional[float] = None
    axial_distance_screw: float
    turn: float


@vocabulary
class StopMotion(MiddleCommand):
    """Legal at any time."""

    stop_condition: StopCondition


@vocabulary
class JointDetails(DataThing):
    """Abstract base of a joint's drive settings."""


@vocabulary
class JointSpeedAccel(JointDetails):
    joint_speed: Optional[float] = None
    joint_accel: Optional[float] = None


@vocabulary
class JointForceTorque(JointDetails):
    setting: Optional[float] = None
    change_rate: Optional[float] = None


@vocabulary
class ActuateJoint(DataThing):
    joint_number: Int
    joint_position: float
    joint_details: JointDetails


@vocabulary
class ActuateJoints(MiddleCommand):
    """Joints that are not named go on as they were set."""

    actuate_joint: Tuple[ActuateJoint, ...]
    joint_tolerances: Optional[JointPositionsTolerances] = None

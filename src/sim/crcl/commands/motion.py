"""Commands that move the controlled point or single joints, and the one that stops them."""

from __future__ import annotations

from typing import Optional, Tuple

from sim.crcl.commands.base import MiddleCommand
from sim.crcl.enums import StopCondition
from sim.crcl.primitives import JointPositionsTolerances, Point, Pose
from sim.crcl.thing import DataThing, Int, at_least, vocabulary


@vocabulary
class MoveTo(MiddleCommand):
    """To one pose (Pose or PoseAndSet), on a straight line or any way."""

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
    """Along the controlled point's z axis freely, then turning about it or an axis through
    ``axis_point`` parallel to it."""

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
    """Abstract: how a joint is driven."""


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

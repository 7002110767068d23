"""sim/CrclCommand from and to the library's orders; both are in SI."""

from __future__ import annotations

import math
from typing import Any, Optional

from geometry_msgs.msg import Point, Pose, Quaternion, Vector3

from sim.errors import InputError
from sim.msg import (
    CrclCommand,
    CrclJointGoal,
    CrclParameter,
    CrclRate,
    CrclScrew,
    CrclWaypoint,
)
from sim.rate import Rate
from sim.robot_orders import (
    JointGoal,
    Motion,
    MotionWaypoint,
    Move,
    MoveJoints,
    RobotOrder,
    Screw,
    Tolerance,
    Triple,
)
from sim.ros.conversions import WORLD_FRAME, header

_RATES = ("trans_speed", "trans_accel", "rot_speed", "rot_accel")


def order_message(order: RobotOrder, time: float, frame: str = WORLD_FRAME) -> CrclCommand:
    """Convert an order to CrclCommand.

    ``time`` is when the session accepted it, simulated s; ``frame`` is the workstation's.
    """
    message = CrclCommand(
        header=header(time, frame),
        id=order.id,
        command_id=order.command_id,
        type=order.type,
        name=order.name,
        value=order.value,
        text=order.text,
        parameters=[CrclParameter(name=name, value=value) for name, value in order.parameters],
    )
    motion = order.motion
    if isinstance(motion, Move):
        message.straight = motion.straight
        message.waypoints = [_waypoint_message(one) for one in motion.waypoints]
    elif isinstance(motion, Screw):
        message.waypoints = [_waypoint_message(motion.waypoint, motion.start_given)]
        message.screw = [_screw_message(motion)]
    elif isinstance(motion, MoveJoints):
        message.joints = [_joint_message(goal) for goal in motion.goals]
    return message


def order_from_message(message: CrclCommand) -> RobotOrder:
    """Convert a message to an order; InputError if incomplete or not finite."""
    return RobotOrder(
        type=message.type,
        command_id=message.command_id,
        id=message.id,
        name=message.name,
        motion=_motion(message),
        value=message.value,
        text=message.text,
        parameters=tuple((one.name, one.value) for one in message.parameters),
    )


def _motion(message: CrclCommand) -> Optional[Motion]:
    if message.type == "ActuateJoints":
        if not message.joints:
            raise InputError(message.type, "names no joint")
        return MoveJoints(tuple(_joint(goal) for goal in message.joints))
    if message.type not in ("MoveTo", "MoveThroughTo", "MoveScrew"):
        return None
    if not message.waypoints:
        raise InputError(message.type, "has no waypoint")
    waypoints = tuple(_waypoint(one) for one in message.waypoints)
    if message.type != "MoveScrew":
        return Move(waypoints, message.straight)
    if not message.screw:
        raise InputError(message.type, "has no screw parameters")
    return _screw(message.screw[0], waypoints[0], message.waypoints[0].given)


def _waypoint_message(waypoint: MotionWaypoint, given: bool = True) -> CrclWaypoint:
    rates = {
        name: CrclRate(getattr(waypoint, name).relative, getattr(waypoint, name).value)
        for name in _RATES
    }
    return CrclWaypoint(
        pose=Pose(Point(*waypoint.position), Quaternion(*waypoint.orientation)),
        given=given,
        coordinated=waypoint.coordinated,
        tolerance=Vector3(*waypoint.tolerance.point),
        x_axis_tolerance=waypoint.tolerance.x_axis,
        z_axis_tolerance=waypoint.tolerance.z_axis,
        **rates,
    )


def _waypoint(message: CrclWaypoint) -> MotionWaypoint:
    turn = message.pose.orientation
    waypoint = MotionWaypoint(
        position=_triple(message.pose.position),
        orientation=(turn.x, turn.y, turn.z, turn.w),
        coordinated=message.coordinated,
        tolerance=Tolerance(
            _triple(message.tolerance), message.x_axis_tolerance, message.z_axis_tolerance
        ),
        **{name: _rate(getattr(message, name), name) for name in _RATES},
    )
    waypoint.check_finite()
    return waypoint


def _rate(message: CrclRate, name: str) -> Rate:
    if not 0.0 <= message.value < math.inf:
        raise InputError(name, f"is {message.value:g}, not 0 or more")
    return Rate(message.value, message.relative)


def _screw_message(screw: Screw) -> CrclScrew:
    return CrclScrew(
        axis_point=Point(*(screw.axis_point or (0.0, 0.0, 0.0))),
        axis_point_given=screw.axis_point is not None,
        axial_distance_free=screw.free,
        axial_distance=screw.distance,
        turn=screw.turn,
    )


def _screw(message: CrclScrew, waypoint: MotionWaypoint, start_given: bool) -> Screw:
    values = (message.turn, message.axial_distance, message.axial_distance_free)
    if not all(map(math.isfinite, values)):
        raise InputError(
            "MoveScrew",
            f"turn, axial distance and free axial distance are {values}; all must be finite",
        )
    axis_point = _triple(message.axis_point) if message.axis_point_given else None
    if axis_point and not all(map(math.isfinite, axis_point)):
        raise InputError("axis point", f"is {axis_point}")
    return Screw(waypoint, *values, axis_point, start_given)


def _joint_message(goal: JointGoal) -> CrclJointGoal:
    message = CrclJointGoal(
        number=goal.index + 1,
        position=goal.position,
        tolerance=goal.tolerance,
        speed=goal.speed,
        accel=goal.acceleration,
    )
    if goal.by_effort:
        message.details = CrclJointGoal.EFFORT
        message.setting = _or_zero(goal.effort)
        message.change_rate = _or_zero(goal.effort_rate)
    elif goal.speed or goal.acceleration:
        message.details = CrclJointGoal.SPEED
    return message


def _or_zero(value: float) -> float:
    """Return 0 for an unset value."""
    return 0.0 if math.isinf(value) else value


def _joint(message: CrclJointGoal) -> JointGoal:
    if message.number < 1:
        raise InputError("joint number", "joints count from 1, next to the base")
    if not math.isfinite(message.position):
        raise InputError(f"joint {message.number}", f"its position is {message.position}")
    goal = (message.number - 1, message.position, message.tolerance)
    if message.details == CrclJointGoal.EFFORT:
        return JointGoal(
            *goal,
            effort=message.setting or math.inf,
            effort_rate=message.change_rate or math.inf,
            by_effort=True,
        )
    return JointGoal(*goal, message.speed, message.accel)


def _triple(message: Any) -> Triple:
    return (message.x, message.y, message.z)

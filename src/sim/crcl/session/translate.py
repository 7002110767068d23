"""Translation of a command in SI units to a controller order.

Its settings are included.
"""

from __future__ import annotations

import math
from typing import Any, Callable, Dict, Mapping, Optional

from sim.crcl import (
    ActuateJoints,
    CRCLCommand,
    JointForceTorque,
    MoveScrew,
    MoveThroughTo,
    MoveTo,
    Pose,
    PoseAndSet,
    PoseTolerance,
    StopMotion,
)
from sim.crcl.session.plain import to_order
from sim.crcl.session.poses import orientation, position
from sim.crcl.session.settings import SessionSettings, filled, or_infinite, point_tolerance, rate
from sim.robot_orders import (
    JointGoal,
    Motion,
    MotionWaypoint,
    Move,
    MoveJoints,
    RobotOrder,
    Screw,
    Tolerance,
)


def order(command: CRCLCommand, settings: SessionSettings) -> RobotOrder:
    """Return the order for a command checked by :mod:`sim.crcl.session.checks`."""
    kind = type(command).__name__
    if kind in _MOTIONS:
        fields: Dict[str, Any] = {"motion": _MOTIONS[kind](command, settings)}
    elif isinstance(command, StopMotion):
        fields = {"text": str(getattr(command.stop_condition, "value", command.stop_condition))}
    else:
        fields = to_order(command)
    return RobotOrder(type=kind, command_id=command.command_id, name=command.name or "", **fields)


def waypoint(
    pose: Optional[Pose], settings: SessionSettings, tolerance: PoseTolerance, where: str
) -> MotionWaypoint:
    """Convert a pose, by default the origin, to a waypoint.

    The settings of a PoseAndSet take precedence over the session's; ``tolerance`` is used for a
    pose without a tolerance.
    """
    own = pose if isinstance(pose, PoseAndSet) else None
    rates = {
        name: rate(getattr(own, name))
        if own and getattr(own, name) is not None
        else getattr(settings, name)
        for name in ("trans_speed", "trans_accel", "rot_speed", "rot_accel")
    }
    limits = filled(own.tolerance if own else None, tolerance)
    return MotionWaypoint(
        position=position(pose.point) if pose else (0.0, 0.0, 0.0),
        orientation=orientation(pose, where) if pose else (0.0, 0.0, 0.0, 1.0),
        coordinated=own.coordinated if own else settings.coordinated,
        tolerance=Tolerance(
            point_tolerance(limits),
            or_infinite(limits.x_axis_tolerance),
            or_infinite(limits.z_axis_tolerance),
        ),
        **rates,
    )


def _move_to(command: MoveTo, settings: SessionSettings) -> Move:
    end = waypoint(command.end_position, settings, settings.end_tolerance, "EndPosition")
    return Move((end,), command.move_straight)


def _move_through_to(command: MoveThroughTo, settings: SessionSettings) -> Move:
    last = len(command.waypoint) - 1
    return Move(
        tuple(
            waypoint(
                pose,
                settings,
                settings.end_tolerance if k == last else settings.intermediate_tolerance,
                f"Waypoint {k + 1}",
            )
            for k, pose in enumerate(command.waypoint)
        ),
        command.move_straight,
    )


def _move_screw(command: MoveScrew, settings: SessionSettings) -> Screw:
    return Screw(
        waypoint(command.start_position, settings, settings.end_tolerance, "StartPosition"),
        turn=float(command.turn),
        distance=float(command.axial_distance_screw),
        free=float(command.axial_distance_free or 0.0),
        axis_point=None if command.axis_point is None else position(command.axis_point),
        start_given=command.start_position is not None,
    )


def _actuate_joints(command: ActuateJoints, settings: SessionSettings) -> MoveJoints:
    own: Dict[int, float] = {
        one.joint_number: one.joint_position_tolerance
        for one in (command.joint_tolerances.setting if command.joint_tolerances else ())
    }
    return MoveJoints(
        tuple(_joint(one, {**settings.joint_tolerances, **own}) for one in command.actuate_joint)
    )


def _joint(given: Any, tolerances: Mapping[int, float]) -> JointGoal:
    number, details = given.joint_number, given.joint_details
    by_effort = isinstance(details, JointForceTorque)
    rates = (
        {
            "effort": float(details.setting or math.inf),
            "effort_rate": float(details.change_rate or math.inf),
        }
        if by_effort
        else {
            "speed": float(details.joint_speed or 0.0),
            "acceleration": float(details.joint_accel or 0.0),
        }
    )
    return JointGoal(
        number - 1,
        float(given.joint_position),
        float(tolerances.get(number, math.inf)),
        by_effort=by_effort,
        **rates,
    )


_MOTIONS: Dict[str, Callable[[Any, SessionSettings], Motion]] = {
    "MoveTo": _move_to,
    "MoveThroughTo": _move_through_to,
    "MoveScrew": _move_screw,
    "ActuateJoints": _actuate_joints,
}

"""A command in SI units, with the settings that hold for it, as an order to a robot controller."""

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
)
from sim.crcl.session.orders import JointGoal, Order, Quaternion, Screw, Triple, Waypoint
from sim.crcl.session.plain import to_order
from sim.crcl.session.poses import orientation, position
from sim.crcl.session.settings import Settings, filled, point_tolerance, rate


def order(command: CRCLCommand, settings: Settings) -> Order:
    """The order for a command that :mod:`sim.crcl.session.checks` let pass."""
    kind = type(command).__name__
    content = _CONTENT.get(kind)
    fields = content(command, settings) if content else to_order(command)
    return Order(type=kind, command_id=command.command_id, name=command.name or "", **fields)


def waypoint(pose: Pose, settings: Settings, tolerance: PoseTolerance, where: str) -> Waypoint:
    """A pose (or PoseAndSet, whose settings win over those that are set) with ``tolerance`` where
    it has none of its own."""
    return _waypoint(
        pose, position(pose.point), orientation(pose, where), settings, tolerance, True
    )


def _waypoint(
    pose: Optional[Pose],
    place: Triple,
    turn: Quaternion,
    settings: Settings,
    tolerance: PoseTolerance,
    given: bool,
) -> Waypoint:
    own = pose if isinstance(pose, PoseAndSet) else None
    rates = {
        name: rate(getattr(own, name))
        if own and getattr(own, name) is not None
        else getattr(settings, name)
        for name in ("trans_speed", "trans_accel", "rot_speed", "rot_accel")
    }
    limits = filled(own.tolerance if own else None, tolerance)
    return Waypoint(
        position=place,
        orientation=turn,
        coordinated=own.coordinated if own else settings.coordinated,
        given=given,
        tolerance=point_tolerance(limits),
        x_axis_tolerance=_or_infinite(limits.x_axis_tolerance),
        z_axis_tolerance=_or_infinite(limits.z_axis_tolerance),
        **rates,
    )


def _or_infinite(value: Any) -> float:
    return math.inf if value is None else float(value)


def _move_to(command: MoveTo, settings: Settings) -> Dict[str, Any]:
    return {
        "straight": command.move_straight,
        "waypoints": (
            waypoint(command.end_position, settings, settings.end_tolerance, "EndPosition"),
        ),
    }


def _move_through_to(command: MoveThroughTo, settings: Settings) -> Dict[str, Any]:
    last = len(command.waypoint) - 1
    return {
        "straight": command.move_straight,
        "waypoints": tuple(
            waypoint(
                pose,
                settings,
                settings.end_tolerance if k == last else settings.intermediate_tolerance,
                f"Waypoint {k + 1}",
            )
            for k, pose in enumerate(command.waypoint)
        ),
    }


def _move_screw(command: MoveScrew, settings: Settings) -> Dict[str, Any]:
    if command.start_position is None:
        start = _waypoint(
            None, (0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 1.0), settings, settings.end_tolerance, False
        )
    else:
        start = waypoint(command.start_position, settings, settings.end_tolerance, "StartPosition")
    return {
        "waypoints": (start,),
        "screw": Screw(
            axial_distance=float(command.axial_distance_screw),
            turn=float(command.turn),
            axial_distance_free=float(command.axial_distance_free or 0.0),
            axis_point=None if command.axis_point is None else position(command.axis_point),
        ),
    }


def _actuate_joints(command: ActuateJoints, settings: Settings) -> Dict[str, Any]:
    own: Dict[int, float] = {
        one.joint_number: one.joint_position_tolerance
        for one in (command.joint_tolerances.setting if command.joint_tolerances else ())
    }
    return {
        "joints": tuple(
            _joint(one, {**settings.joint_tolerances, **own}) for one in command.actuate_joint
        )
    }


def _joint(given: Any, tolerances: Mapping[int, float]) -> JointGoal:
    goal = {
        "number": given.joint_number,
        "position": float(given.joint_position),
        "tolerance": float(tolerances.get(given.joint_number, math.inf)),
    }
    details = given.joint_details
    if isinstance(details, JointForceTorque):
        return JointGoal(
            details="effort",
            setting=float(details.setting or 0.0),
            change_rate=float(details.change_rate or 0.0),
            **goal,
        )
    speed, accel = float(details.joint_speed or 0.0), float(details.joint_accel or 0.0)
    return JointGoal(details="speed" if speed or accel else "", speed=speed, accel=accel, **goal)


_CONTENT: Dict[str, Callable[[Any, Settings], Dict[str, Any]]] = {
    "MoveTo": _move_to,
    "MoveThroughTo": _move_through_to,
    "MoveScrew": _move_screw,
    "ActuateJoints": _actuate_joints,
    "StopMotion": lambda command, settings: {
        "text": str(getattr(command.stop_condition, "value", command.stop_condition))
    },
}

"""Conversion of orders to CRCL commands for an external robot, in SI units.

It is the inverse of :mod:`sim.crcl.session.translate`. Every pose carries its settings, so that the
settings in the external robot do not matter.
"""

from __future__ import annotations

import math
from typing import Any, Callable, Dict, List, Optional

from sim import crcl
from sim.crcl import CRCLCommand, PoseAndSet, PoseTolerance
from sim.crcl.codec.layout import concrete
from sim.crcl.session.plain import from_order
from sim.crcl.session.poses import pose
from sim.rate import Rate
from sim.robot_orders import STOP, Motion, MotionWaypoint, MoveJoints, RobotOrder, Screw

# Commands that set values for later ones: units stay SI there, settings go with each pose, and
# reports are configured once.
_KEPT_HERE = {
    "SetLengthUnits",
    "SetAngleUnits",
    "SetForceUnits",
    "SetTorqueUnits",
    "SetTransSpeed",
    "SetTransAccel",
    "SetRotSpeed",
    "SetRotAccel",
    "SetMotionCoordination",
    "SetEndPoseTolerance",
    "SetIntermediatePoseTolerance",
    "SetDefaultJointPositonsTolerances",
    "ConfigureJointReports",
    "ConfigureStatusReport",
    "EnableRobotParameterStatus",
    "DisableRobotParameterStatus",
    "LoopBlockStart",
    "LoopBlockEnd",
}
_UNITS = (
    ("SetLengthUnits", crcl.LengthUnit.METER),
    ("SetAngleUnits", crcl.AngleUnit.RADIAN),
    ("SetForceUnits", crcl.ForceUnit.NEWTON),
    ("SetTorqueUnits", crcl.TorqueUnit.NEWTON_METER),
)


def beginning(ids: Callable[[], int], joints: int) -> List[CRCLCommand]:
    """Return the commands that prepare an external robot.

    They begin a session in SI units that reports ``joints`` joints.
    """
    report = tuple(
        crcl.ConfigureJointReport(number, True, True, True) for number in range(1, joints + 1)
    )
    commands: List[CRCLCommand] = [crcl.InitCanon(ids())]
    commands += [getattr(crcl, name)(command_id=ids(), unit_name=unit) for name, unit in _UNITS]
    if report:
        commands.append(
            crcl.ConfigureJointReports(
                command_id=ids(), reset_all=True, configure_joint_report=report
            )
        )
    return commands


def commands(order: RobotOrder, ids: Callable[[], int], joints: int) -> List[CRCLCommand]:
    """Return the commands to send for an order, in sequence.

    Empty for orders that only set values of later ones.
    """
    if order.type == "InitCanon":
        return beginning(ids, joints)
    if order.type in _KEPT_HERE:
        return []
    motion = order.motion
    before = (
        _settings(motion.waypoint, ids)
        if isinstance(motion, Screw) and not motion.start_given
        else []
    )
    if motion is not None:
        content = _content(order.type, motion)
    elif order.type == STOP:
        content = {"stop_condition": crcl.StopCondition(order.text)}
    else:
        content = from_order(order)
    command: Any = concrete(CRCLCommand)[f"{order.type}Type"]
    return [
        *before,
        command(command_id=ids(), name=order.name or None, **content),
    ]


def _rate(rate: Rate, kind: str) -> Any:
    return (
        getattr(crcl, f"{kind}Relative")(rate.value)
        if rate.relative
        else getattr(crcl, f"{kind}Absolute")(rate.value)
    )


def _finite(value: float) -> Optional[float]:
    return value if math.isfinite(value) else None


def _tolerance(waypoint: MotionWaypoint) -> Optional[PoseTolerance]:
    given = waypoint.tolerance
    limits = tuple(map(_finite, (*given.point, given.x_axis, given.z_axis)))
    return None if limits == (None,) * 5 else PoseTolerance(*limits)


def _rates(waypoint: MotionWaypoint) -> Dict[str, Any]:
    return {
        "trans_speed": _rate(waypoint.trans_speed, "TransSpeed"),
        "rot_speed": _rate(waypoint.rot_speed, "RotSpeed"),
        "trans_accel": _rate(waypoint.trans_accel, "TransAccel"),
        "rot_accel": _rate(waypoint.rot_accel, "RotAccel"),
    }


def _pose(waypoint: MotionWaypoint) -> PoseAndSet:
    place = pose(waypoint.position, waypoint.orientation)
    return PoseAndSet(
        point=place.point,
        x_axis=place.x_axis,
        z_axis=place.z_axis,
        coordinated=waypoint.coordinated,
        tolerance=_tolerance(waypoint),
        **_rates(waypoint),
    )


def _settings(waypoint: MotionWaypoint, ids: Callable[[], int]) -> List[CRCLCommand]:
    """Return the settings of a screw from the current pose.

    Such a screw has no pose to carry them.
    """
    rates = _rates(waypoint)
    result: List[CRCLCommand] = [
        crcl.SetTransSpeed(ids(), rates["trans_speed"]),
        crcl.SetTransAccel(ids(), rates["trans_accel"]),
        crcl.SetRotSpeed(ids(), rates["rot_speed"]),
        crcl.SetRotAccel(ids(), rates["rot_accel"]),
    ]
    tolerance = _tolerance(waypoint)
    return result + ([crcl.SetEndPoseTolerance(ids(), tolerance)] if tolerance else [])


def _content(kind: str, motion: Motion) -> Dict[str, Any]:
    if isinstance(motion, MoveJoints):
        return _joints(motion)
    if isinstance(motion, Screw):
        return _screw(motion)
    poses = tuple(map(_pose, motion.waypoints))
    end = (
        {"end_position": poses[0]}
        if kind == "MoveTo"
        else {"waypoint": poses, "num_positions": len(poses)}
    )
    return {"move_straight": motion.straight, **end}


def _screw(screw: Screw) -> Dict[str, Any]:
    return {
        "start_position": _pose(screw.waypoint) if screw.start_given else None,
        "axis_point": crcl.Point(*screw.axis_point) if screw.axis_point else None,
        "axial_distance_free": screw.free or None,
        "axial_distance_screw": screw.distance,
        "turn": screw.turn,
    }


def _joints(motion: MoveJoints) -> Dict[str, Any]:
    goals, limits = [], []
    for goal in motion.goals:
        if goal.by_effort:
            details: Any = crcl.JointForceTorque(
                setting=_finite(goal.effort) or 0.0, change_rate=_finite(goal.effort_rate)
            )
        else:
            details = crcl.JointSpeedAccel(
                joint_speed=goal.speed or None, joint_accel=goal.acceleration or None
            )
        goals.append(crcl.ActuateJoint(goal.index + 1, goal.position, details))
        if math.isfinite(goal.tolerance):
            limits.append(crcl.JointPositionToleranceSetting(goal.index + 1, goal.tolerance))
    return {
        "actuate_joint": tuple(goals),
        "joint_tolerances": crcl.JointPositionsTolerances(tuple(limits)) if limits else None,
    }

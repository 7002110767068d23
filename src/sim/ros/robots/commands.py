"""CRCL commands, as they come on crcl/command, as the robot library's."""

from __future__ import annotations

import math
from typing import Tuple

from geometry_msgs.msg import Point

from sim.errors import InputError
from sim.msg import CrclCommand, CrclJointGoal, CrclRate, CrclWaypoint
from sim.rate import Rate
from sim.robots.commands import Command
from sim.robots.motion.requests import (
    JointGoal,
    Motion,
    Move,
    MoveJoints,
    Screw,
    Tolerance,
    Waypoint,
)
from sim.ros.conversions import matrix_from_pose

MOTIONS = ("MoveTo", "MoveThroughTo", "MoveScrew", "ActuateJoints")


def command_from(message: CrclCommand) -> Command:
    """A command for the executor; InputError where its motion is incomplete or holds what is no
    number."""
    return Command(
        message.id,
        message.type,
        motion_from(message) if message.type in MOTIONS else None,
        message.value,
        message.text,
        tuple((parameter.name, parameter.value) for parameter in message.parameters),
    )


def motion_from(command: CrclCommand) -> Motion:
    """The request of a MoveTo, MoveThroughTo, MoveScrew or ActuateJoints; InputError where it is
    incomplete or holds what is no number."""
    if command.type == "ActuateJoints":
        if not command.joints:
            raise InputError(command.type, "names no joint")
        return MoveJoints(tuple(_joint(joint) for joint in command.joints))
    if not command.waypoints:
        raise InputError(command.type, "has no waypoint")
    waypoints = tuple(_waypoint(waypoint) for waypoint in command.waypoints)
    if command.type != "MoveScrew":
        return Move(waypoints, command.straight)
    if not command.screw:
        raise InputError(command.type, "says nothing about the screw")
    screw = command.screw[0]
    values = (screw.turn, screw.axial_distance, screw.axial_distance_free)
    if not all(map(math.isfinite, values)):
        raise InputError(
            command.type,
            f"turn, axial distance and free axial distance are {values}; all must be finite",
        )
    axis_point = _place(screw.axis_point) if screw.axis_point_given else None
    return Screw(
        waypoints[0],
        screw.turn,
        screw.axial_distance,
        screw.axial_distance_free,
        axis_point,
        command.waypoints[0].given,
    )


def _waypoint(waypoint: CrclWaypoint) -> Waypoint:
    tolerance = Tolerance(
        (waypoint.tolerance.x, waypoint.tolerance.y, waypoint.tolerance.z),
        waypoint.x_axis_tolerance,
        waypoint.z_axis_tolerance,
    )
    return Waypoint(
        matrix_from_pose(waypoint.pose),
        _rate(waypoint.trans_speed, "trans_speed"),
        _rate(waypoint.trans_accel, "trans_accel"),
        _rate(waypoint.rot_speed, "rot_speed"),
        _rate(waypoint.rot_accel, "rot_accel"),
        tolerance,
        waypoint.coordinated,
    )


def _rate(rate: CrclRate, what: str) -> Rate:
    if not 0.0 <= rate.value < math.inf:
        raise InputError(what, f"is {rate.value:g}, not 0 or more")
    return Rate(rate.value, rate.relative)


def _joint(joint: CrclJointGoal) -> JointGoal:
    if joint.number < 1:
        raise InputError("joint number", "joints count from 1, next to the base")
    if not math.isfinite(joint.position):
        raise InputError(f"joint {joint.number}", f"its position is {joint.position}")
    if joint.details == CrclJointGoal.EFFORT:
        return JointGoal(
            joint.number - 1,
            joint.position,
            joint.tolerance,
            effort=joint.setting or math.inf,
            effort_rate=joint.change_rate or math.inf,
        )
    return JointGoal(joint.number - 1, joint.position, joint.tolerance, joint.speed, joint.accel)


def _place(point: Point) -> Tuple[float, float, float]:
    place = (point.x, point.y, point.z)
    if not all(map(math.isfinite, place)):
        raise InputError("axis point", f"is {place}")
    return place

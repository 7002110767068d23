"""Checks of commands beyond the schema.

Finite numbers, ranges, numbers of joints, counts; each failure is an InputError with the element's
name.
"""

from __future__ import annotations

import math
from dataclasses import fields
from typing import Any, Callable, Dict, Iterable, List, Optional

from sim.crcl import CRCLCommand, DataThing
from sim.errors import InputError

# Elements that must not be negative, wherever they stand.
_NOT_NEGATIVE = {
    "x_point_tolerance",
    "y_point_tolerance",
    "z_point_tolerance",
    "x_axis_tolerance",
    "z_axis_tolerance",
    "joint_position_tolerance",
    "dwell_time",
    "joint_speed",
    "joint_accel",
    "recheck_time_micro_seconds",
}
# In SI; a larger number could overflow in other units.
MAX_VALUE = 1e12
# Limit for a robot with an unknown number of joints.
MAX_JOINTS = 100
# Speeds and accelerations below these are refused: a motion would take days, and looks like one
# that hangs.
MIN_RATE = 1e-6  # SI
MIN_FRACTION = 1e-6  # of the robot's most
_SLOW = {"joint_speed", "joint_accel"}
_RATES = ("TransSpeed", "TransAccel", "RotSpeed", "RotAccel")


def check(command: CRCLCommand, joints: Optional[int] = None) -> None:
    """Raise InputError if a command (in SI) is invalid.

    ``joints`` is the robot's number of joints, if known.
    """
    _numbers(command, type(command).__name__)
    rule = _RULES.get(type(command).__name__)
    if rule:
        rule(command, joints)


def _numbers(thing: DataThing, where: str) -> None:
    """Check that all elements are finite and in their ranges.

    The ranges follow from names or types.
    """
    kind = type(thing).__name__
    for one in fields(thing):
        value, place = getattr(thing, one.name), f"{where}/{one.name}"
        if isinstance(value, DataThing):
            _numbers(value, place)
        elif isinstance(value, tuple):
            for k, item in enumerate(value):
                if isinstance(item, DataThing):
                    _numbers(item, f"{place} {k + 1}")
        elif isinstance(value, float):
            if not math.isfinite(value):
                raise InputError(place, f"{value} is not a finite number")
            if abs(value) > MAX_VALUE:
                raise InputError(
                    place, f"{value:g} is beyond anything that a robot does; units may be wrong"
                )
            if one.name in _NOT_NEGATIVE and value < 0.0:
                raise InputError(place, f"{value:g} must not be negative")
            if one.name == "fraction" and not MIN_FRACTION <= value <= 1.0:
                raise InputError(
                    place, f"{value:g} must be at least {MIN_FRACTION:g} and at most 1"
                )
            rate = one.name == "setting" and kind.startswith(_RATES)
            if (rate or (one.name in _SLOW and value != 0.0)) and value < MIN_RATE:
                raise InputError(
                    place, f"{value:g} must be at least {MIN_RATE:g} (m or rad, per s or s2)"
                )


def _joint_numbers(
    numbers: Iterable[int], joints: Optional[int], where: str, rising: bool = False
) -> None:
    seen: List[int] = []
    for number in numbers:
        if not 1 <= number <= (joints or MAX_JOINTS):
            raise InputError(
                where,
                f"joint {number} not found; joints are numbered from 1"
                + (f" to {joints}" if joints else ""),
            )
        if number in seen:
            raise InputError(where, f"joint {number} comes twice; each joint may come once")
        if rising and seen and number < seen[-1]:
            raise InputError(
                where, f"joint {number} comes after joint {seen[-1]}; numbers must rise"
            )
        seen.append(number)


def _actuate_joints(command: Any, joints: Optional[int]) -> None:
    _joint_numbers((one.joint_number for one in command.actuate_joint), joints, "ActuateJoints")
    if command.joint_tolerances:
        _joint_numbers(
            (one.joint_number for one in command.joint_tolerances.setting),
            joints,
            "ActuateJoints/JointTolerances",
        )


def _move_through_to(command: Any, joints: Optional[int]) -> None:
    if len(command.waypoint) < 2:
        raise InputError(
            "MoveThroughTo/Waypoint",
            f"there are {len(command.waypoint)}; at least 2 are needed, and MoveTo goes to one",
        )
    if command.num_positions != len(command.waypoint):
        raise InputError(
            "MoveThroughTo/NumPositions",
            f"is {command.num_positions}, but there are {len(command.waypoint)} waypoints",
        )


def _set_end_effector(command: Any, joints: Optional[int]) -> None:
    if not 0.0 <= command.setting <= 1.0:
        raise InputError(
            "SetEndEffector/Setting",
            f"{command.setting:g} must be from 0 (closed, off) to 1 (open, on)",
        )


def _loop_end(command: Any, joints: Optional[int]) -> None:
    if command.max_count < 1:
        raise InputError(
            "LoopBlockEnd/MaxCount",
            f"{command.max_count} must be at least 1, the number of times that the commands are "
            "carried out",
        )


_RULES: Dict[str, Callable[[Any, Optional[int]], None]] = {
    "ActuateJoints": _actuate_joints,
    "MoveThroughTo": _move_through_to,
    "SetEndEffector": _set_end_effector,
    "LoopBlockEnd": _loop_end,
    "ConfigureJointReports": lambda command, joints: _joint_numbers(
        (one.joint_number for one in command.configure_joint_report),
        joints,
        "ConfigureJointReports",
        rising=True,
    ),
    "SetDefaultJointPositonsTolerances": lambda command, joints: _joint_numbers(
        (one.joint_number for one in command.joint_tolerances.setting),
        joints,
        "SetDefaultJointPositonsTolerances",
    ),
}

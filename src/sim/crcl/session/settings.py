"""Settings of a session: units, speeds, accelerations, tolerances, parameters.

Stored in SI, so that a change of units converts earlier values.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, fields, replace
from typing import Any, Callable, Dict, Mapping, Optional, Tuple, Union

from sim.crcl import (
    CRCLCommand,
    JointPositionsTolerances,
    JointPositionToleranceSetting,
    ParameterSetting,
    PoseTolerance,
    RotAccelAbsolute,
    RotAccelRelative,
    RotSpeedAbsolute,
    RotSpeedRelative,
    SettingsStatus,
    TransAccelAbsolute,
    TransAccelRelative,
    TransSpeedAbsolute,
    TransSpeedRelative,
)
from sim.crcl.units import Units
from sim.rate import Rate
from sim.robot_orders import Triple

RateElement = Union[
    TransSpeedAbsolute,
    TransSpeedRelative,
    TransAccelAbsolute,
    TransAccelRelative,
    RotSpeedAbsolute,
    RotSpeedRelative,
    RotAccelAbsolute,
    RotAccelRelative,
]
_RATES = {
    "trans_speed": (TransSpeedAbsolute, TransSpeedRelative),
    "trans_accel": (TransAccelAbsolute, TransAccelRelative),
    "rot_speed": (RotSpeedAbsolute, RotSpeedRelative),
    "rot_accel": (RotAccelAbsolute, RotAccelRelative),
}
_UNITS = {"SetLengthUnits", "SetAngleUnits", "SetForceUnits", "SetTorqueUnits"}


def rate(element: RateElement) -> Rate:
    """Return the rate of an element of the schema."""
    if hasattr(element, "fraction"):
        return Rate(float(element.fraction), True)
    return Rate(float(element.setting))


@dataclass(frozen=True)
class SessionSettings:
    """Settings in SI; ``units`` only apply to documents."""

    units: Units = Units()
    trans_speed: Rate = Rate(0.5, True)
    trans_accel: Rate = Rate(0.5, True)
    rot_speed: Rate = Rate(0.5, True)
    rot_accel: Rate = Rate(0.5, True)
    coordinated: bool = True
    end_tolerance: PoseTolerance = PoseTolerance()
    intermediate_tolerance: PoseTolerance = PoseTolerance()
    joint_tolerances: Mapping[int, float] = field(default_factory=dict)
    end_effector: Optional[float] = None
    end_effector_parameters: Mapping[str, str] = field(default_factory=dict)
    robot_parameters: Mapping[str, str] = field(default_factory=dict)

    def after(self, command: CRCLCommand) -> SessionSettings:
        """Return the settings (SI) after a command, the same object if unchanged."""
        kind = type(command).__name__
        if kind in _UNITS:
            return replace(self, units=self.units.with_command(command))
        change = _CHANGES.get(kind)
        return replace(self, **change(self, command)) if change else self

    def status(self, reported: Callable[[str], bool]) -> SettingsStatus:
        """Return the settings in SI as the schema has them.

        Robot parameters are included if ``reported`` returns True.
        """
        rates = {}
        for name, (absolute, relative) in _RATES.items():
            value: Rate = getattr(self, name)
            rates[f"{name}_{'relative' if value.relative else 'absolute'}"] = (
                relative if value.relative else absolute
            )(value.value)
        joints = tuple(
            JointPositionToleranceSetting(number, value)
            for number, value in sorted(self.joint_tolerances.items())
        )
        return SettingsStatus(
            angle_unit_name=self.units.angle,
            force_unit_name=self.units.force,
            length_unit_name=self.units.length,
            torque_unit_name=self.units.torque,
            end_effector_setting=self.end_effector,
            end_effector_parameter_setting=_parameters(self.end_effector_parameters),
            intermediate_pose_tolerance=_any(self.intermediate_tolerance),
            end_pose_tolerance=_any(self.end_tolerance),
            motion_coordinated=self.coordinated,
            joint_tolerances=JointPositionsTolerances(joints) if joints else None,
            robot_parameter_setting=_parameters(
                {name: value for name, value in self.robot_parameters.items() if reported(name)}
            ),
            **rates,
        )


def point_tolerance(tolerance: PoseTolerance) -> Triple:
    """Return the tolerances along x, y, z, m, by default infinite."""
    return (
        or_infinite(tolerance.x_point_tolerance),
        or_infinite(tolerance.y_point_tolerance),
        or_infinite(tolerance.z_point_tolerance),
    )


def filled(own: Optional[PoseTolerance], otherwise: PoseTolerance) -> PoseTolerance:
    """Complete a pose's tolerance with the session's."""
    if own is None:
        return otherwise
    values = {one.name: getattr(own, one.name) for one in fields(own) if one.name != "name"}
    return PoseTolerance(
        **{
            name: getattr(otherwise, name) if value is None else value
            for name, value in values.items()
        }
    )


def or_infinite(value: Optional[float]) -> float:
    """Return a limit, by default infinite."""
    return math.inf if value is None else float(value)


def _any(tolerance: PoseTolerance) -> Optional[PoseTolerance]:
    return None if tolerance == PoseTolerance() else tolerance


def _parameters(values: Mapping[str, str]) -> Tuple[ParameterSetting, ...]:
    return tuple(ParameterSetting(name, value) for name, value in values.items())


def _joined(known: Mapping[str, str], command: Any) -> Dict[str, str]:
    return {
        **known,
        **{one.parameter_name: one.parameter_value for one in command.parameter_setting},
    }


_CHANGES: Dict[str, Callable[[SessionSettings, Any], Dict[str, Any]]] = {
    "SetTransSpeed": lambda now, command: {"trans_speed": rate(command.trans_speed)},
    "SetTransAccel": lambda now, command: {"trans_accel": rate(command.trans_accel)},
    "SetRotSpeed": lambda now, command: {"rot_speed": rate(command.rot_speed)},
    "SetRotAccel": lambda now, command: {"rot_accel": rate(command.rot_accel)},
    "SetMotionCoordination": lambda now, command: {"coordinated": command.coordinated},
    "SetEndPoseTolerance": lambda now, command: {
        "end_tolerance": replace(command.tolerance, name=None)
    },
    "SetIntermediatePoseTolerance": lambda now, command: {
        "intermediate_tolerance": replace(command.tolerance, name=None)
    },
    "SetDefaultJointPositonsTolerances": lambda now, command: {
        "joint_tolerances": {
            **now.joint_tolerances,
            **{
                one.joint_number: float(one.joint_position_tolerance)
                for one in command.joint_tolerances.setting
            },
        }
    },
    "SetEndEffector": lambda now, command: {"end_effector": float(command.setting)},
    "SetEndEffectorParameters": lambda now, command: {
        "end_effector_parameters": _joined(now.end_effector_parameters, command)
    },
    "SetRobotParameters": lambda now, command: {
        "robot_parameters": _joined(now.robot_parameters, command)
    },
}

"""Settings that a robot has in force, in the session's current units.

Schema: SettingsStatusType.
"""

from __future__ import annotations

from typing import Optional, Tuple

from sim.crcl.enums import AngleUnit, ForceUnit, LengthUnit, TorqueUnit
from sim.crcl.primitives import (
    JointPositionsTolerances,
    ParameterSetting,
    Point,
    PoseTolerance,
    RotAccelAbsolute,
    RotAccelRelative,
    RotSpeedAbsolute,
    RotSpeedRelative,
    TransAccelAbsolute,
    TransAccelRelative,
    TransSpeedAbsolute,
    TransSpeedRelative,
)
from sim.crcl.thing import DataThing, Fraction, Int, vocabulary


@vocabulary
class JointLimit(DataThing):
    joint_number: Int
    joint_min_position: Optional[float] = None
    joint_max_position: Optional[float] = None
    joint_max_torque_or_force: Optional[float] = None
    joint_max_velocity: Optional[float] = None


@vocabulary
class SettingsStatus(DataThing):
    angle_unit_name: Optional[AngleUnit] = None
    end_effector_parameter_setting: Tuple[ParameterSetting, ...] = ()
    end_effector_setting: Optional[Fraction] = None
    force_unit_name: Optional[ForceUnit] = None
    joint_limits: Tuple[JointLimit, ...] = ()
    intermediate_pose_tolerance: Optional[PoseTolerance] = None
    length_unit_name: Optional[LengthUnit] = None
    max_cartesian_limit: Optional[Point] = None
    min_cartesian_limit: Optional[Point] = None
    motion_coordinated: Optional[bool] = None
    end_pose_tolerance: Optional[PoseTolerance] = None
    robot_parameter_setting: Tuple[ParameterSetting, ...] = ()
    rot_accel_absolute: Optional[RotAccelAbsolute] = None
    rot_accel_relative: Optional[RotAccelRelative] = None
    rot_speed_absolute: Optional[RotSpeedAbsolute] = None
    rot_speed_relative: Optional[RotSpeedRelative] = None
    torque_unit_name: Optional[TorqueUnit] = None
    trans_accel_absolute: Optional[TransAccelAbsolute] = None
    trans_accel_relative: Optional[TransAccelRelative] = None
    trans_speed_absolute: Optional[TransSpeedAbsolute] = None
    trans_speed_relative: Optional[TransSpeedRelative] = None
    joint_tolerances: Optional[JointPositionsTolerances] = None

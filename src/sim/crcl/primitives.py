"""Points, poses, rates, tolerances, parameters and guards.

Schema: DataPrimitives.xsd. Values are in the document's units.
"""

from __future__ import annotations

from typing import Optional, Tuple

from sim.crcl.enums import GuardLimit
from sim.crcl.thing import DataThing, Fraction, Int, Token, vocabulary


@vocabulary
class Point(DataThing):
    x: float
    y: float
    z: float


@vocabulary
class Vector(DataThing):
    i: float
    j: float
    k: float


@vocabulary
class Pose(DataThing):
    """Origin and two axis directions of a frame, in workstation coordinates."""

    point: Point
    x_axis: Vector
    z_axis: Vector


@vocabulary
class Twist(DataThing):
    linear_velocity: Vector
    angular_velocity: Vector


@vocabulary
class Wrench(DataThing):
    force: Vector
    moment: Vector


@vocabulary
class TransSpeed(DataThing):
    """Abstract: the speed of the controlled point."""


@vocabulary
class TransSpeedAbsolute(TransSpeed):
    """Length units per second."""

    setting: float


@vocabulary
class TransSpeedRelative(TransSpeed):
    """Fraction of the robot's highest."""

    fraction: Fraction


@vocabulary
class TransAccel(DataThing):
    """Abstract: the acceleration of the controlled point."""


@vocabulary
class TransAccelAbsolute(TransAccel):
    """Length units per second squared."""

    setting: float


@vocabulary
class TransAccelRelative(TransAccel):
    """Fraction of the robot's highest."""

    fraction: Fraction


@vocabulary
class RotSpeed(DataThing):
    """Abstract: the speed of the rotation about a single axis."""


@vocabulary
class RotSpeedAbsolute(RotSpeed):
    """Angle units per second."""

    setting: float


@vocabulary
class RotSpeedRelative(RotSpeed):
    """Fraction of the robot's highest."""

    fraction: Fraction


@vocabulary
class RotAccel(DataThing):
    """Abstract: the acceleration of the rotation about a single axis."""


@vocabulary
class RotAccelAbsolute(RotAccel):
    """Angle units per second squared."""

    setting: float


@vocabulary
class RotAccelRelative(RotAccel):
    """Fraction of the robot's highest."""

    fraction: Fraction


@vocabulary
class PoseTolerance(DataThing):
    """Tolerance of a pose: distances along the workstation's axes, and angles.

    The angles are between given and reached axes; all must hold at one instant.
    """

    x_point_tolerance: Optional[float] = None
    y_point_tolerance: Optional[float] = None
    z_point_tolerance: Optional[float] = None
    x_axis_tolerance: Optional[float] = None
    z_axis_tolerance: Optional[float] = None


@vocabulary
class PoseAndSet(Pose):
    """A pose with settings that hold only for the motion to it."""

    coordinated: bool
    trans_speed: Optional[TransSpeed] = None
    rot_speed: Optional[RotSpeed] = None
    trans_accel: Optional[TransAccel] = None
    rot_accel: Optional[RotAccel] = None
    tolerance: Optional[PoseTolerance] = None


@vocabulary
class JointPositionToleranceSetting(DataThing):
    joint_number: Int
    joint_position_tolerance: float


@vocabulary
class JointPositionsTolerances(DataThing):
    setting: Tuple[JointPositionToleranceSetting, ...]


@vocabulary
class ParameterSetting(DataThing):
    parameter_name: Token
    parameter_value: Token


@vocabulary
class Guard(DataThing):
    """Aborts its command when a sensor's value passes a limit.

    Counts and last values are meaningful only in a status.
    """

    sensor_id: Token
    sub_field: Optional[Token] = None
    limit_type: GuardLimit
    limit_value: float
    recheck_time_micro_seconds: Optional[int] = None
    check_count: Optional[int] = None
    last_check_time: Optional[int] = None
    last_check_value: Optional[float] = None
    require_trigger: Optional[bool] = None
    error_on_trigger: Optional[bool] = None

"""Commands that set parameters of later motions.

Units, speeds, accelerations, tolerances, coordination and robot parameters.
"""

from __future__ import annotations

from typing import Tuple

from sim.crcl.commands.base import MiddleCommand
from sim.crcl.enums import AngleUnit, ForceUnit, LengthUnit, TorqueUnit
from sim.crcl.primitives import (
    JointPositionsTolerances,
    ParameterSetting,
    PoseTolerance,
    RotAccel,
    RotSpeed,
    TransAccel,
    TransSpeed,
)
from sim.crcl.thing import vocabulary


@vocabulary
class SetLengthUnits(MiddleCommand):
    unit_name: LengthUnit


@vocabulary
class SetAngleUnits(MiddleCommand):
    unit_name: AngleUnit


@vocabulary
class SetForceUnits(MiddleCommand):
    unit_name: ForceUnit


@vocabulary
class SetTorqueUnits(MiddleCommand):
    unit_name: TorqueUnit


@vocabulary
class SetTransSpeed(MiddleCommand):
    trans_speed: TransSpeed


@vocabulary
class SetTransAccel(MiddleCommand):
    trans_accel: TransAccel


@vocabulary
class SetRotSpeed(MiddleCommand):
    rot_speed: RotSpeed


@vocabulary
class SetRotAccel(MiddleCommand):
    rot_accel: RotAccel


@vocabulary
class SetMotionCoordination(MiddleCommand):
    """Makes rotation and translation end together, or not."""

    coordinated: bool


@vocabulary
class SetEndPoseTolerance(MiddleCommand):
    tolerance: PoseTolerance


@vocabulary
class SetIntermediatePoseTolerance(MiddleCommand):
    tolerance: PoseTolerance


@vocabulary
class SetDefaultJointPositonsTolerances(MiddleCommand):
    """The schema's own spelling."""

    joint_tolerances: JointPositionsTolerances


@vocabulary
class SetRobotParameters(MiddleCommand):
    parameter_setting: Tuple[ParameterSetting, ...]

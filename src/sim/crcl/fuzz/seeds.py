"""Valid documents as seeds of hostile ones.

Commands, a program and a status that together use most of the vocabulary.
"""

from __future__ import annotations

from typing import Tuple

from sim.crcl.codec import write_command, write_program, write_status
from sim.crcl.commands.base import Dwell, EndCanon, GetStatus, InitCanon, Message
from sim.crcl.commands.motion import (
    ActuateJoint,
    ActuateJoints,
    JointForceTorque,
    JointSpeedAccel,
    MoveScrew,
    MoveThroughTo,
    MoveTo,
    StopMotion,
)
from sim.crcl.commands.reports import (
    ConfigureJointReport,
    ConfigureJointReports,
    ConfigureStatusReport,
    LoopBlockEnd,
    LoopBlockStart,
)
from sim.crcl.commands.settings import SetEndPoseTolerance, SetLengthUnits, SetTransSpeed
from sim.crcl.commands.tools import (
    EnableGripper,
    EnableSensor,
    RunProgram,
    SetEndEffector,
    SetEndEffectorParameters,
)
from sim.crcl.documents import CRCLProgram
from sim.crcl.enums import CommandState, GuardLimit, LengthUnit, StopCondition
from sim.crcl.primitives import (
    Guard,
    ParameterSetting,
    Point,
    Pose,
    PoseAndSet,
    PoseTolerance,
    RotSpeedRelative,
    TransSpeedAbsolute,
    Twist,
    Vector,
)
from sim.crcl.settings_status import SettingsStatus
from sim.crcl.status import (
    CommandStatus,
    CRCLStatus,
    ForceTorqueSensorStatus,
    JointStatus,
    JointStatuses,
    ParallelGripperStatus,
    PoseStatus,
    SensorStatuses,
)

_POINT = Point(0.4, -0.1, 0.3)
_X_AXIS = Vector(1.0, 0.0, 0.0)
_Z_AXIS = Vector(0.0, 0.0, -1.0)
_POSE = Pose(_POINT, _X_AXIS, _Z_AXIS, name="above tray")
_SET = PoseAndSet(
    _POINT,
    _X_AXIS,
    _Z_AXIS,
    True,
    TransSpeedAbsolute(0.25),
    RotSpeedRelative(0.5),
    tolerance=PoseTolerance(1e-3, 1e-3, 1e-3, 0.01, 0.01),
)
_SETTING = ParameterSetting("force", "20")
COMMANDS = (
    InitCanon(1),
    SetLengthUnits(2, LengthUnit.MILLIMETER),
    SetTransSpeed(3, TransSpeedAbsolute(250.0)),
    SetEndPoseTolerance(4, PoseTolerance(0.1)),
    MoveTo(
        5,
        True,
        _POSE,
        guard=(Guard("wrench", GuardLimit.INCREASE_OVER_LIMIT, 10.0, "Fz", error_on_trigger=True),),
    ),
    MoveThroughTo(6, False, (_POSE, _SET), 2),
    MoveScrew(7, 0.01, 3.14, _SET, _POINT, 0.02),
    SetEndEffector(8, 0.5),
    ActuateJoints(
        9,
        (
            ActuateJoint(1, 0.5, JointSpeedAccel(1.0, 2.0)),
            ActuateJoint(2, 0.1, JointForceTorque(3.0)),
        ),
    ),
    ConfigureJointReports(10, True, (ConfigureJointReport(1, True, False, True),)),
    ConfigureStatusReport(11, True, True, True, False, False, False),
    SetEndEffectorParameters(12, (_SETTING,)),
    EnableGripper(13, "jaws", (_SETTING,)),
    EnableSensor(14, "wrench"),
    Message(15, "a < b & \u00e9"),
    LoopBlockStart(16, "twice"),
    Dwell(17, 0.1),
    LoopBlockEnd(18, "twice", 2),
    RunProgram(19, "P1: J P[1] 50%"),
    StopMotion(20, StopCondition.FAST),
    GetStatus(21),
    EndCanon(22),
)
STATUS = CRCLStatus(
    CommandStatus(5, 77, CommandState.WORKING, "on the way", "kit.xml", 4, 22, 100),
    JointStatuses((JointStatus(1, 0.5, 2.0, 0.1), JointStatus(2, -0.5))),
    PoseStatus(_POSE, Twist(_X_AXIS, _Z_AXIS), configuration="NUT 000"),
    ParallelGripperStatus("jaws", 0.04, (_SETTING,), True),
    SettingsStatus(length_unit_name=LengthUnit.METER, end_effector_setting=1.0),
    SensorStatuses(
        force_torque_sensor_status=(
            ForceTorqueSensorStatus("wrench", 9, 1, 0.0, 0.0, -9.8, 0.0, 0.0, 0.0),
        )
    ),
)


def seeds() -> Tuple[bytes, ...]:
    """Return the documents."""
    program = CRCLProgram(COMMANDS[0], COMMANDS[-1], COMMANDS[1:-1])
    return (
        *(write_command(command) for command in COMMANDS),
        write_program(program, pretty=True),
        write_status(STATUS),
    )

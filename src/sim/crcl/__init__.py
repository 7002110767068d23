"""CRCL, the Canonical Robot Command Language of 2021: its whole vocabulary as frozen dataclasses
named as the schema's types without "Type".

Fields are the elements in snake_case, repeated ones tuples. ``codec`` reads and writes documents,
``framing`` cuts a stream into them, ``units`` converts them.
"""

from sim.crcl.commands.base import (
    CRCLCommand,
    Dwell,
    EndCanon,
    GetStatus,
    InitCanon,
    Message,
    MiddleCommand,
)
from sim.crcl.commands.motion import (
    ActuateJoint,
    ActuateJoints,
    JointDetails,
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
    DisableRobotParameterStatus,
    EnableRobotParameterStatus,
    LoopBlockEnd,
    LoopBlockStart,
)
from sim.crcl.commands.settings import (
    SetAngleUnits,
    SetDefaultJointPositonsTolerances,
    SetEndPoseTolerance,
    SetForceUnits,
    SetIntermediatePoseTolerance,
    SetLengthUnits,
    SetMotionCoordination,
    SetRobotParameters,
    SetRotAccel,
    SetRotSpeed,
    SetTorqueUnits,
    SetTransAccel,
    SetTransSpeed,
)
from sim.crcl.commands.tools import (
    CloseToolChanger,
    DisableGripper,
    DisableSensor,
    EnableGripper,
    EnableSensor,
    OpenToolChanger,
    RunProgram,
    SetEndEffector,
    SetEndEffectorParameters,
)
from sim.crcl.documents import CRCLCommandInstance, CRCLProgram, Document
from sim.crcl.enums import (
    AngleUnit,
    CommandState,
    ForceUnit,
    GuardLimit,
    LengthUnit,
    StopCondition,
    TorqueUnit,
)
from sim.crcl.primitives import (
    Guard,
    JointPositionsTolerances,
    JointPositionToleranceSetting,
    ParameterSetting,
    Point,
    Pose,
    PoseAndSet,
    PoseTolerance,
    RotAccel,
    RotAccelAbsolute,
    RotAccelRelative,
    RotSpeed,
    RotSpeedAbsolute,
    RotSpeedRelative,
    TransAccel,
    TransAccelAbsolute,
    TransAccelRelative,
    TransSpeed,
    TransSpeedAbsolute,
    TransSpeedRelative,
    Twist,
    Vector,
    Wrench,
)
from sim.crcl.settings_status import JointLimit, SettingsStatus
from sim.crcl.status import (
    CommandStatus,
    CountSensorStatus,
    CRCLStatus,
    ForceTorqueSensorStatus,
    GripperStatus,
    GuardsStatuses,
    JointStatus,
    JointStatuses,
    OnOffSensorStatus,
    ParallelGripperStatus,
    PoseStatus,
    ScalarSensorStatus,
    SensorStatus,
    SensorStatuses,
    ThreeFingerGripperStatus,
    VacuumGripperStatus,
)
from sim.crcl.thing import DataThing

__all__ = [name for name in dir() if name[0].isupper()]

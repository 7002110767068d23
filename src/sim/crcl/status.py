"""Status of a robot, values in the session's current units.

Schema: CRCLStatus.xsd.
"""

from __future__ import annotations

from typing import Optional, Tuple

from sim.crcl.enums import CommandState
from sim.crcl.primitives import Guard, ParameterSetting, Pose, Twist, Wrench
from sim.crcl.settings_status import SettingsStatus
from sim.crcl.thing import DataThing, Fraction, Int, NameToken, Token, element, vocabulary


@vocabulary
class CommandStatus(DataThing):
    """State of a command.

    The pair of ids is unique within a session; InitCanon has program index 0.
    """

    command_id: int
    status_id: int
    command_state: CommandState
    state_description: Optional[str] = None
    program_file: Optional[str] = None
    program_index: Optional[Int] = None
    program_length: Optional[Int] = None
    override_percent: Optional[Int] = None


@vocabulary
class JointStatus(DataThing):
    joint_number: Int
    joint_position: Optional[float] = None
    joint_torque_or_force: Optional[float] = None
    joint_velocity: Optional[float] = None


@vocabulary
class JointStatuses(DataThing):
    joint_status: Tuple[JointStatus, ...]


@vocabulary
class PoseStatus(DataThing):
    pose: Pose
    twist: Optional[Twist] = None
    wrench: Optional[Wrench] = None
    configuration: Optional[str] = None


@vocabulary
class GripperStatus(DataThing):
    """Abstract: any gripper."""

    gripper_name: NameToken
    gripper_option: Tuple[ParameterSetting, ...] = ()
    holding_object: Optional[bool] = None


@vocabulary
class ParallelGripperStatus(GripperStatus):
    """Separation of the jaws, length units."""

    separation: float


@vocabulary
class VacuumGripperStatus(GripperStatus):
    is_powered: bool


@vocabulary
class ThreeFingerGripperStatus(GripperStatus):
    """Positions from 0 (closed) to 1 (open); force units."""

    finger1_position: Optional[Fraction] = None
    finger2_position: Optional[Fraction] = None
    finger3_position: Optional[Fraction] = None
    finger1_force: Optional[float] = None
    finger2_force: Optional[float] = None
    finger3_force: Optional[float] = None


@vocabulary
class SensorStatus(DataThing):
    """Abstract: any sensor; time is in ms since 1970."""

    sensor_id: Token
    read_count: Int
    last_read_time: int
    sensor_parameter_setting: Tuple[ParameterSetting, ...] = ()


@vocabulary
class OnOffSensorStatus(SensorStatus):
    on: bool


@vocabulary
class ScalarSensorStatus(SensorStatus):
    scalar_value: float = element("ScalarValue.")


@vocabulary
class CountSensorStatus(SensorStatus):
    count_value: Int = element("CountValue.")


@vocabulary
class ForceTorqueSensorStatus(SensorStatus):
    """Always N and N m."""

    fx: float
    fy: float
    fz: float
    tx: float
    ty: float
    tz: float


@vocabulary
class SensorStatuses(DataThing):
    on_off_sensor_status: Tuple[OnOffSensorStatus, ...] = ()
    scalar_sensor_status: Tuple[ScalarSensorStatus, ...] = ()
    count_sensor_status: Tuple[CountSensorStatus, ...] = ()
    force_torque_sensor_status: Tuple[ForceTorqueSensorStatus, ...] = ()


@vocabulary
class GuardsStatuses(DataThing):
    guard: Tuple[Guard, ...] = ()
    trigger_count: Int
    trigger_stop_time_micros: int
    trigger_value: Optional[float] = None
    trigger_pose: Optional[Pose] = None


@vocabulary
class CRCLStatus(DataThing):
    """Root of a status."""

    command_status: CommandStatus
    joint_statuses: Optional[JointStatuses] = None
    pose_status: Optional[PoseStatus] = None
    gripper_status: Optional[GripperStatus] = None
    settings_status: Optional[SettingsStatus] = None
    sensor_statuses: Optional[SensorStatuses] = None
    guards_statuses: Optional[GuardsStatuses] = None

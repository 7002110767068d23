"""Commands that configure statuses, and the loop brackets of a program."""

from __future__ import annotations

from typing import Tuple

from sim.crcl.commands.base import MiddleCommand
from sim.crcl.thing import DataThing, Int, Token, vocabulary


@vocabulary
class ConfigureJointReport(DataThing):
    joint_number: Int
    report_position: bool
    report_torque_or_force: bool
    report_velocity: bool


@vocabulary
class ConfigureJointReports(MiddleCommand):
    """Configures joint reports; ``reset_all`` ends the reports of unnamed joints."""

    reset_all: bool
    configure_joint_report: Tuple[ConfigureJointReport, ...] = ()


@vocabulary
class ConfigureStatusReport(MiddleCommand):
    report_joint_statuses: bool
    report_pose_status: bool
    report_gripper_status: bool
    report_settings_status: bool
    report_sensors_status: bool
    report_guards_status: bool


@vocabulary
class EnableRobotParameterStatus(MiddleCommand):
    robot_parameter_name: Token


@vocabulary
class DisableRobotParameterStatus(MiddleCommand):
    robot_parameter_name: Token


@vocabulary
class LoopBlockStart(MiddleCommand):
    loop_name: str


@vocabulary
class LoopBlockEnd(MiddleCommand):
    """Ends a loop of ``max_count`` repetitions."""

    loop_name: str
    max_count: Int

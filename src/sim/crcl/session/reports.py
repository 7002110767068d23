"""Configuration of the contents of statuses by a client.

ConfigureJointReports, ConfigureStatusReport, and enabled or disabled parts.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, Callable, Dict, FrozenSet, Mapping, Optional, Tuple

from sim.crcl import (
    ConfigureJointReport,
    ConfigureJointReports,
    ConfigureStatusReport,
    CRCLCommand,
    JointStatus,
    JointStatuses,
)
from sim.crcl.session.feedback import Feedback

DEFAULT = ConfigureStatusReport(
    command_id=0,
    report_joint_statuses=True,
    report_pose_status=True,
    report_gripper_status=True,
    report_settings_status=False,
    report_sensors_status=True,
    report_guards_status=True,
)
Options = Mapping[str, Tuple[Tuple[str, str], ...]]


@dataclass(frozen=True)
class Reports:
    """Parts of a status that are reported.

    Joints once they are configured, sensors and robot parameters once they are enabled, grippers
    unless they are disabled.
    """

    parts: ConfigureStatusReport = DEFAULT
    joints: Mapping[int, ConfigureJointReport] = field(default_factory=dict)
    sensors: Options = field(default_factory=dict)
    parameters: FrozenSet[str] = frozenset()
    grippers: Options = field(default_factory=dict)
    disabled_grippers: FrozenSet[str] = frozenset()

    def after(self, command: CRCLCommand) -> Reports:
        """Return the reports after a command; the same for unrelated commands."""
        change = _CHANGES.get(type(command).__name__)
        return replace(self, **change(self, command)) if change else self

    def joint_statuses(self, feedback: Feedback) -> Optional[JointStatuses]:
        """Return the joints and fields that are configured and measured."""
        statuses = tuple(
            one
            for one in (_joint(report, feedback) for _, report in sorted(self.joints.items()))
            if one
        )
        return JointStatuses(joint_status=statuses) if statuses else None


def _joint(report: ConfigureJointReport, feedback: Feedback) -> Optional[JointStatus]:
    k = report.joint_number - 1
    wanted = (
        ("joint_position", report.report_position, feedback.joints),
        ("joint_torque_or_force", report.report_torque_or_force, feedback.efforts),
        ("joint_velocity", report.report_velocity, feedback.velocities),
    )
    values = {
        name: float(measured[k])
        for name, report_it, measured in wanted
        if report_it and 0 <= k < len(measured)
    }
    return JointStatus(joint_number=report.joint_number, **values) if values else None


def _joints(now: Reports, command: ConfigureJointReports) -> Dict[str, Any]:
    kept = {} if command.reset_all else dict(now.joints)
    return {"joints": {**kept, **{one.joint_number: one for one in command.configure_joint_report}}}


def _named(settings: Any) -> Tuple[Tuple[str, str], ...]:
    return tuple((one.parameter_name, one.parameter_value) for one in settings)


def _without(known: Options, name: str) -> Dict[str, Tuple[Tuple[str, str], ...]]:
    return {key: value for key, value in known.items() if key != name}


_CHANGES: Dict[str, Callable[[Reports, Any], Dict[str, Any]]] = {
    "ConfigureJointReports": _joints,
    "ConfigureStatusReport": lambda now, command: {"parts": command},
    "EnableSensor": lambda now, command: {
        "sensors": {**now.sensors, command.sensor_id: _named(command.sensor_option)}
    },
    "DisableSensor": lambda now, command: {"sensors": _without(now.sensors, command.sensor_id)},
    "EnableRobotParameterStatus": lambda now, command: {
        "parameters": now.parameters | {command.robot_parameter_name}
    },
    "DisableRobotParameterStatus": lambda now, command: {
        "parameters": now.parameters - {command.robot_parameter_name}
    },
    "EnableGripper": lambda now, command: {
        "grippers": {**now.grippers, command.gripper_name: _named(command.gripper_option)},
        "disabled_grippers": now.disabled_grippers - {command.gripper_name},
    },
    "DisableGripper": lambda now, command: {
        "disabled_grippers": now.disabled_grippers | {command.gripper_name}
    },
}

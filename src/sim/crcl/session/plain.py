"""Fields that an order copies unchanged from a CRCL command.

A robot's controller uses them and, in reverse, a client of an external robot.
"""

from __future__ import annotations

from typing import Any, Callable, Dict, Iterable, Mapping, Tuple

from sim.crcl import CRCLCommand, ParameterSetting
from sim.robot_orders import RobotOrder

# By command: which of its fields goes into which field of an order.
PLAIN: Mapping[str, Mapping[str, str]] = {
    "Dwell": {"dwell_time": "value"},
    "SetEndEffector": {"setting": "value"},
    "Message": {"message": "text"},
    "RunProgram": {"program_text": "text"},
    "EnableGripper": {"gripper_name": "text", "gripper_option": "parameters"},
    "DisableGripper": {"gripper_name": "text"},
    "EnableSensor": {"sensor_id": "text", "sensor_option": "parameters"},
    "DisableSensor": {"sensor_id": "text"},
    "EnableRobotParameterStatus": {"robot_parameter_name": "text"},
    "DisableRobotParameterStatus": {"robot_parameter_name": "text"},
    "LoopBlockStart": {"loop_name": "text"},
    "LoopBlockEnd": {"loop_name": "text", "max_count": "value"},
    "SetEndEffectorParameters": {"parameter_setting": "parameters"},
    "SetRobotParameters": {"parameter_setting": "parameters"},
}


def to_order(command: CRCLCommand) -> Dict[str, Any]:
    """Return the order's fields for a command with only :data:`PLAIN` fields."""
    fields = PLAIN.get(type(command).__name__, {})
    return {field: _TO[field](getattr(command, name)) for name, field in fields.items()}


def from_order(order: RobotOrder) -> Dict[str, Any]:
    """Return the command's fields for an order; the inverse of :func:`to_order`."""
    fields = PLAIN.get(order.type, {})
    return {name: _FROM[field](getattr(order, field)) for name, field in fields.items()}


def _pairs(settings: Iterable[ParameterSetting]) -> Tuple[Tuple[str, str], ...]:
    return tuple((one.parameter_name, one.parameter_value) for one in settings)


def _settings(pairs: Iterable[Tuple[str, str]]) -> Tuple[ParameterSetting, ...]:
    return tuple(ParameterSetting(name, value) for name, value in pairs)


_TO: Mapping[str, Callable[[Any], Any]] = {"value": float, "text": str, "parameters": _pairs}
_FROM: Mapping[str, Callable[[Any], Any]] = {"value": float, "text": str, "parameters": _settings}

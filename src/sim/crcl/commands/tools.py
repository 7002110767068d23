"""Commands to end effectors, tool changer, sensors and foreign programs.

A foreign program is one in another language.
"""

from __future__ import annotations

from typing import Tuple

from sim.crcl.commands.base import MiddleCommand
from sim.crcl.primitives import ParameterSetting
from sim.crcl.thing import Fraction, NameToken, Token, vocabulary


@vocabulary
class SetEndEffector(MiddleCommand):
    """0 is closed, unpowered or off; 1 is open, powered or on."""

    setting: Fraction


@vocabulary
class SetEndEffectorParameters(MiddleCommand):
    parameter_setting: Tuple[ParameterSetting, ...]


@vocabulary
class OpenToolChanger(MiddleCommand):
    """Lets go of the end effector."""


@vocabulary
class CloseToolChanger(MiddleCommand):
    """Takes the end effector that is in place."""


@vocabulary
class EnableGripper(MiddleCommand):
    gripper_name: NameToken
    gripper_option: Tuple[ParameterSetting, ...] = ()


@vocabulary
class DisableGripper(MiddleCommand):
    gripper_name: NameToken


@vocabulary
class EnableSensor(MiddleCommand):
    """Has a sensor reported."""

    sensor_id: Token
    sensor_option: Tuple[ParameterSetting, ...] = ()


@vocabulary
class DisableSensor(MiddleCommand):
    sensor_id: Token


@vocabulary
class RunProgram(MiddleCommand):
    """A program in the controller's own language."""

    program_text: str

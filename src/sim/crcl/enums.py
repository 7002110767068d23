"""Enumerations of CRCL; each value is a string equal to the document's."""

from __future__ import annotations

from enum import Enum


class LengthUnit(str, Enum):
    METER = "meter"
    MILLIMETER = "millimeter"
    INCH = "inch"


class AngleUnit(str, Enum):
    RADIAN = "radian"
    DEGREE = "degree"


class ForceUnit(str, Enum):
    NEWTON = "newton"
    POUND = "pound"
    OUNCE = "ounce"


class TorqueUnit(str, Enum):
    NEWTON_METER = "newtonMeter"
    FOOT_POUND = "footPound"


class StopCondition(str, Enum):
    """Urgency of a stop.

    Drives off at once, as fast as the path can be kept, or the ordinary ramp on the path.
    """

    IMMEDIATE = "Immediate"
    FAST = "Fast"
    NORMAL = "Normal"


class CommandState(str, Enum):
    DONE = "CRCL_Done"
    ERROR = "CRCL_Error"
    WORKING = "CRCL_Working"
    READY = "CRCL_Ready"


class GuardLimit(str, Enum):
    """Condition that trips a guard.

    A value past a fixed limit, or a change beyond it since the start of the command.
    """

    OVER_MAX = "OVER_MAX"
    UNDER_MIN = "UNDER_MIN"
    INCREASE_OVER_LIMIT = "INCREASE_OVER_LIMIT"
    DECREASE_BEYOND_LIMIT = "DECREASE_BEYOND_LIMIT"

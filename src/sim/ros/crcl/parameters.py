"""The parameters of crcl_bridge as the library's options."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Dict, Optional, Tuple, Type

import rospy

from sim import checks
from sim.crcl.enums import AngleUnit, ForceUnit, LengthUnit, TorqueUnit
from sim.crcl.server import ServerOptions
from sim.crcl.session import SessionOptions, SessionSettings
from sim.crcl.session.checks import MIN_FRACTION, MIN_RATE
from sim.crcl.session.ids import ALWAYS, AUTO, NEVER, STRICTNESS
from sim.crcl.session.status import Shift
from sim.crcl.units import Units
from sim.errors import InputError
from sim.rate import Rate
from sim.ros.conversions import WORLD_FRAME

_UNITS: Dict[str, Type[Enum]] = {
    "length": LengthUnit,
    "angle": AngleUnit,
    "force": ForceUnit,
    "torque": TorqueUnit,
}
_RATES = ("trans_speed", "trans_accel", "rot_speed", "rot_accel")


@dataclass(frozen=True)
class BridgeParameters(ServerOptions):
    """Parameters as in config/crcl_bridge.yaml: the server's, and these."""

    controller_timeout: float = 2.0
    synchronise_timeout: float = 10.0
    switch_timeout: float = 5.0
    strict_ids: Any = AUTO
    frame: str = WORLD_FRAME
    joints: str = ""
    registration: str = ""
    units: Dict[str, Any] = field(default_factory=dict)
    defaults: Dict[str, Any] = field(default_factory=dict)
    sensors: Dict[str, Any] = field(default_factory=dict)
    detections: Dict[str, Any] = field(default_factory=dict)

    def session_options(
        self, kinds: Dict[str, str], aliases: Dict[str, str], shift: Optional[Shift]
    ) -> SessionOptions:
        """Return the session's options.

        ``kinds`` of the sensors on topics; ``aliases`` of the robot's own; ``shift`` of reported
        poses.
        """
        return SessionOptions(
            defaults=self._settings(),
            translational=_numbers(self.joints),
            sensors=kinds,
            aliases=aliases,
            strict_ids=self._strictness(),
            controller_timeout=self.controller_timeout,
            shift=shift,
        )

    def _strictness(self) -> str:
        """Return always, never or auto; true and false mean the first two."""
        given = self.strict_ids
        if isinstance(given, bool):
            given = ALWAYS if given else NEVER
        if given not in STRICTNESS:
            raise InputError(
                rospy.resolve_name("~strict_ids"),
                f"{given!r} is not one of: {', '.join(STRICTNESS)}",
            )
        return given

    def _settings(self) -> SessionSettings:
        where = rospy.resolve_name("~units")
        given = checks.mapping(self.units, where, _UNITS)
        units = Units(
            **{
                name: _choice(value, f"{where}/{name}", _UNITS[name])
                for name, value in given.items()
            }
        )
        where = rospy.resolve_name("~defaults")
        given = checks.mapping(self.defaults, where, (*_RATES, "coordinated"))
        rates: Dict[str, Any] = {
            name: _rate(given[name], f"{where}/{name}") for name in _RATES if name in given
        }
        coordinated = given.get("coordinated", True)
        if not isinstance(coordinated, bool):
            raise InputError(
                f"{where}/coordinated", f"true or false is needed, not {coordinated!r}"
            )
        return SessionSettings(units=units, coordinated=coordinated, **rates)


def _choice(value: Any, where: str, kind: Type[Enum]) -> Any:
    try:
        return kind(value)
    except ValueError:
        raise InputError(
            where, f"'{value}' is not one of: {', '.join(one.value for one in kind)}"
        ) from None


def _rate(value: Any, where: str) -> Rate:
    """Read a rate: a number is absolute, in SI. "50 %" is of the robot's maximum."""
    relative = isinstance(value, str) and value.rstrip().endswith("%")
    try:
        number = (
            float(value.rstrip().rstrip("%")) / 100.0 if relative else checks.number(value, where)
        )
    except ValueError:
        raise InputError(where, f"'{value}' is not a percentage") from None
    least = MIN_FRACTION if relative else MIN_RATE
    if not least <= number <= (1.0 if relative else float("inf")):
        raise InputError(
            where,
            f"{value} must be at least "
            + (f"{100.0 * least:g} % and at most 100 %" if relative else f"{least:g}"),
        )
    return Rate(number, relative)


def _numbers(text: str) -> Tuple[int, ...]:
    words = [word.strip() for word in text.split(",") if word.strip()]
    for word in words:
        if not word.isdigit() or int(word) < 1:
            raise InputError(
                rospy.resolve_name("~joints"),
                f"'{word}' is not the number of a joint; those that slide are listed as 1,2,3",
            )
    return tuple(map(int, words))

"""The parameters of SUMO's drivers that a request may set. SI units."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Dict, List, Sequence, Tuple

import traci.constants as tc

from sim.errors import InputError
from sim.traffic.control.batch import double, integer
from sim.traffic.control.names import finite, known


@dataclass(frozen=True)
class Parameter:
    """TraCI variable and its allowed values.

    ``also`` lists variables that SUMO changes along with it.
    """

    variable: int
    low: float
    high: float
    whole: bool = False
    also: Tuple[int, ...] = ()

    def encoded(self, value: float) -> bytes:
        return integer(int(value)) if self.whole else double(value)


PARAMETERS: Dict[str, Parameter] = {
    "accel": Parameter(tc.VAR_ACCEL, 0.1, 15.0),
    "decel": Parameter(tc.VAR_DECEL, 0.1, 15.0, also=(tc.VAR_EMERGENCY_DECEL,)),
    "emergency_decel": Parameter(tc.VAR_EMERGENCY_DECEL, 0.1, 20.0),
    "tau": Parameter(tc.VAR_TAU, 0.1, 10.0),
    "min_gap": Parameter(tc.VAR_MINGAP, 0.0, 20.0),
    "sigma": Parameter(tc.VAR_IMPERFECTION, 0.0, 1.0),
    "imperfection": Parameter(tc.VAR_IMPERFECTION, 0.0, 1.0),
    "speed_factor": Parameter(tc.VAR_SPEED_FACTOR, 0.05, 5.0),
    "max_speed": Parameter(tc.VAR_MAXSPEED, 0.1, 100.0),
    "lane_change_mode": Parameter(tc.VAR_LANECHANGE_MODE, 0, 4095, whole=True),
    "speed_mode": Parameter(tc.VAR_SPEEDSETMODE, 0, 127, whole=True),
}
WHOLE = {parameter.variable for parameter in PARAMETERS.values() if parameter.whole}


def checked(names: Sequence[str], values: Sequence[float]) -> List[Tuple[Parameter, float]]:
    """Return the parameters of a request; bounds of others come last.

    InputError names an invalid parameter.
    """
    if not names or len(names) != len(values):
        raise InputError(
            "names",
            f"{len(names)} names and {len(values)} values; give as many values as names, at least "
            "one",
        )
    wanted: Dict[int, Tuple[Parameter, float]] = {}
    for name, value in zip(names, values):
        parameter = PARAMETERS[known(name, PARAMETERS, "names", "parameter")]
        finite(value, f"values: {name}", parameter.low, parameter.high)
        if parameter.whole and value != int(value):
            raise InputError(f"values: {name}", f"{value:g} is not a whole number")
        if parameter.variable in wanted:
            raise InputError("names", f"'{name}' is given twice")
        wanted[parameter.variable] = (parameter, value)
    emergency, usual = wanted.get(tc.VAR_EMERGENCY_DECEL), wanted.get(tc.VAR_DECEL)
    if emergency and usual and emergency[1] < usual[1]:
        raise InputError(
            "values: emergency_decel", f"{emergency[1]:g} is below decel, {usual[1]:g}"
        )
    return sorted(wanted.values(), key=lambda pair: pair[0].variable == tc.VAR_EMERGENCY_DECEL)


def lone_emergency_decel(wanted: Sequence[Tuple[Parameter, float]]) -> float:
    """Return an emergency deceleration requested without a deceleration.

    It must suit the decelerations of the vehicles; inf if absent.
    """
    given = {parameter.variable: value for parameter, value in wanted}
    return math.inf if tc.VAR_DECEL in given else given.get(tc.VAR_EMERGENCY_DECEL, math.inf)


def restoring(variable: int, value: float) -> bytes:
    """Return the encoded value that restores a former value in SUMO."""
    return integer(int(value)) if variable in WHOLE else double(value)

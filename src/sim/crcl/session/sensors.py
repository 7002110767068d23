"""Sensors for guards and statuses.

The robot's own from its feedback, and others fed in by a bridge. A reading is a set of named
numbers: On (0 or 1), ScalarValue, CountValue, or Fx Fy Fz Tx Ty Tz in N and N m.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Callable, Dict, List, Mapping, Optional, Tuple

from sim.crcl import (
    CountSensorStatus,
    ForceTorqueSensorStatus,
    OnOffSensorStatus,
    ParameterSetting,
    ScalarSensorStatus,
    SensorStatus,
    SensorStatuses,
)
from sim.crcl.session.feedback import Feedback
from sim.errors import InputError

FORCE_TORQUE = ("Fx", "Fy", "Fz", "Tx", "Ty", "Tz")
FIELDS = {
    "on_off": ("On",),
    "scalar": ("ScalarValue",),
    "count": ("CountValue",),
    "force_torque": FORCE_TORQUE,
}
# The robot's own: what its controller measures without any sensor being configured.
OWN = {"wrench": "force_torque", "holding": "on_off", "width": "scalar"}
# Counts are the schema's xs:int.
LARGEST = 2**31


@dataclass(frozen=True)
class Reading:
    """Measurement of a sensor at simulated ``time``; ``count`` numbers its readings."""

    values: Mapping[str, float]
    time: float
    count: int


class Sensors:
    """Last reading of each sensor.

    ``others`` maps sensors that do not belong to the robot to their kind. ``aliases`` gives the
    robot's own sensors further names, for programs of another lab.
    """

    def __init__(
        self,
        others: Optional[Mapping[str, str]] = None,
        aliases: Optional[Mapping[str, str]] = None,
    ) -> None:
        for name, kind in (others or {}).items():
            if kind not in FIELDS:
                raise InputError(
                    f"sensors/{name}",
                    f"'{kind}' is not a kind of sensor; must be one of: {', '.join(FIELDS)}",
                )
        for name, own in (aliases or {}).items():
            if own not in OWN:
                raise InputError(
                    f"sensors/{name}",
                    f"'{own}' is not one of the robot's own sensors: {', '.join(OWN)}",
                )
        self._aliases = dict(aliases or {})
        self.kinds: Dict[str, str] = {
            **OWN,
            **{name: OWN[own] for name, own in self._aliases.items()},
            **(others or {}),
        }
        self.readings: Dict[str, Reading] = {}
        self._counts: Dict[str, int] = {}
        self._felt = False

    def take(self, name: str, values: Mapping[str, float], time: float) -> None:
        """Store a reading.

        CRCL cannot express non-finite values: such a reading is dropped, and the sensor's value is
        unknown until the next.
        """
        if not all(map(math.isfinite, values.values())):
            self.readings.pop(name, None)
            return
        self._counts[name] = (self._counts.get(name, 0) + 1) % LARGEST
        self.readings[name] = Reading(values, time, self._counts[name])

    def feel(self, feedback: Feedback) -> None:
        """Store the robot's own measurements."""
        self._felt = True
        if feedback.wrench is not None:
            self._feel(
                "wrench",
                dict(zip(FORCE_TORQUE, (*feedback.wrench[0], *feedback.wrench[1]))),
                feedback.time,
            )
        if feedback.gripper is not None:
            self._feel("holding", {"On": float(feedback.gripper.holding)}, feedback.time)
            if feedback.gripper.vacuum is None:
                self._feel("width", {"ScalarValue": feedback.gripper.width}, feedback.time)

    def _feel(self, own: str, values: Mapping[str, float], time: float) -> None:
        for name in (own, *(alias for alias, meant in self._aliases.items() if meant == own)):
            self.take(name, values, time)

    def forget(self) -> None:
        """Forget readings, since another robot may measure something else."""
        self._felt = False
        for name in (*OWN, *self._aliases):
            self.readings.pop(name, None)

    def check(self, name: str, field: Optional[str] = None, where: str = "SensorID") -> str:
        """Return the field of a sensor, by default its only one.

        Raises InputError for an unknown sensor or field, and for one that the robot does not
        measure.
        """
        if name not in self.kinds:
            raise InputError(
                where, f"sensor '{name}' not found; sensors: {', '.join(sorted(self.kinds))}"
            )
        if self._aliases.get(name, name) in OWN and self._felt and name not in self.readings:
            raise InputError(
                where,
                f"this robot does not report '{name}'; it reports: "
                f"{', '.join(sorted(OWN.keys() & self.readings)) or 'nothing'}",
            )
        known = FIELDS[self.kinds[name]]
        if field is None and len(known) == 1:
            return known[0]
        wanted = (field or "").rstrip(".").lower()
        for one in known:
            if one.lower() == wanted:
                return one
        raise InputError(
            where, f"sensor '{name}' has no field '{field or ''}'; fields: {', '.join(known)}"
        )

    def value(self, name: str, field: str) -> Optional[float]:
        """Return the last value, or None before the first reading."""
        reading = self.readings.get(name)
        return None if reading is None else reading.values.get(field)

    def statuses(
        self, enabled: Callable[[str], bool], options: Mapping[str, Tuple[Tuple[str, str], ...]]
    ) -> Optional[SensorStatuses]:
        """Return the schema's report of the enabled sensors with a reading.

        None if there is nothing to report.
        """
        found: Dict[str, List[Any]] = {kind: [] for kind in FIELDS}
        for name in sorted(filter(enabled, self.readings)):
            reading, kind = self.readings[name], self.kinds[name]
            top = {
                "sensor_id": name,
                "read_count": reading.count,
                "last_read_time": round(1e3 * reading.time),
                "sensor_parameter_setting": tuple(
                    ParameterSetting(*one) for one in options.get(name, ())
                ),
            }
            found[kind].append(_MAKE[kind](top, reading.values))
        if not any(found.values()):
            return None
        return SensorStatuses(
            on_off_sensor_status=tuple(found["on_off"]),
            scalar_sensor_status=tuple(found["scalar"]),
            count_sensor_status=tuple(found["count"]),
            force_torque_sensor_status=tuple(found["force_torque"]),
        )


_MAKE: Dict[str, Callable[[Dict[str, Any], Mapping[str, float]], SensorStatus]] = {
    "on_off": lambda top, values: OnOffSensorStatus(on=bool(values["On"]), **top),
    "scalar": lambda top, values: ScalarSensorStatus(scalar_value=values["ScalarValue"], **top),
    "count": lambda top, values: CountSensorStatus(
        count_value=max(-LARGEST, min(LARGEST - 1, int(values["CountValue"]))), **top
    ),
    "force_torque": lambda top, values: ForceTorqueSensorStatus(
        **{name.lower(): values[name] for name in FORCE_TORQUE}, **top
    ),
}

"""Differences of documents of 2014 to 2019: element names and missing elements.

Only the form of 2021 is written. ``values`` also reads older values: command states without their
prefix CRCL_ and ids written as decimals.
"""

from __future__ import annotations

from typing import Any, Dict, Optional, Tuple, Type

from sim.crcl.codec.layout import ElementSlot, TypeLayout
from sim.crcl.commands.reports import ConfigureStatusReport
from sim.crcl.primitives import Pose
from sim.crcl.settings_status import SettingsStatus
from sim.crcl.status import (
    CountSensorStatus,
    CRCLStatus,
    ForceTorqueSensorStatus,
    OnOffSensorStatus,
    PoseStatus,
    ScalarSensorStatus,
)
from sim.crcl.thing import DataThing

_SENSOR = {"sensor_id": "", "read_count": 0, "last_read_time": 0}
# Values of elements that were not there.
ABSENT: Dict[Type[DataThing], Dict[str, Any]] = {
    ConfigureStatusReport: {"report_sensors_status": False, "report_guards_status": False},
    OnOffSensorStatus: _SENSOR,
    ScalarSensorStatus: _SENSOR,
    CountSensorStatus: _SENSOR,
    ForceTorqueSensorStatus: _SENSOR,
}
_RENAMED: Dict[Tuple[Type[DataThing], str], str] = {
    (SettingsStatus, "PoseTolerance"): "EndPoseTolerance",
    (ScalarSensorStatus, "ScalarValue"): "ScalarValue.",
    (CountSensorStatus, "CountValue"): "CountValue.",
}
_BARE_POSE = ElementSlot("pose_status", "Pose", None, Pose, False, 0, False)


def slot_of(layout: TypeLayout, element: str) -> Optional[ElementSlot]:
    """Return the slot that an element of an older document belongs to."""
    if layout.kind is CRCLStatus and element == "Pose":
        return _BARE_POSE
    return layout.by_element.get(_RENAMED.get((layout.kind, element), ""))


def filled(slot: ElementSlot, value: Any) -> Any:
    """Return the value of a slot, completed from the value read."""
    return PoseStatus(value) if slot is _BARE_POSE else value

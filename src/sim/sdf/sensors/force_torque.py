"""Force-torque sensor in a joint: the wrench between its links."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Tuple

from sim.sdf.context import DocumentContext
from sim.sdf.sensors.parts import part
from sim.sdf.sensors.sensor import SensorKind
from sim.sdf.xml.elements import Element, failure, text_of

FRAMES = ("child", "parent", "sensor")
DIRECTIONS = ("child_to_parent", "parent_to_child")


@dataclass(frozen=True)
class ForceTorque(SensorKind):
    """Wrench of the joint to the sensor's link (as child).

    About the joint's origin, in the axes of ``frame``: the action of ``direction``'s first link on
    its second one.
    """

    frame: str
    direction: str


def read_force_torque(element: Element, context: DocumentContext) -> ForceTorque:
    found = part(element, context, ("force_torque",), ("frame", "measure_direction"))
    return ForceTorque(
        _one_of(found, "frame", FRAMES), _one_of(found, "measure_direction", DIRECTIONS)
    )


def _one_of(element: Element, tag: str, known: Tuple[str, ...]) -> str:
    child = element.find(tag)
    if child is None:
        return known[0]
    text = text_of(child, "")
    if text not in known:
        raise failure(child, f"is {text!r}; write {', '.join(known[:-1])} or {known[-1]}")
    return text

"""An inertial measurement unit."""

from __future__ import annotations

from dataclasses import dataclass

from sim.sdf.context import DocumentContext
from sim.sdf.sensors.parts import part
from sim.sdf.sensors.sensor import SensorKind
from sim.sdf.xml.elements import Element


@dataclass(frozen=True)
class Imu(SensorKind):
    """Angular velocity and specific force in the sensor's frame. Orientation is in the world's."""


def read_imu(element: Element, context: DocumentContext) -> Imu:
    part(element, context, ("imu",), ("angular_velocity", "linear_acceleration"))
    return Imu()

"""A magnetometer."""

from __future__ import annotations

from dataclasses import dataclass

from sim.sdf.context import DocumentContext
from sim.sdf.sensors.parts import part
from sim.sdf.sensors.sensor import SensorKind
from sim.sdf.xml.elements import Element


@dataclass(frozen=True)
class Magnetometer(SensorKind):
    """The world's ``<magnetic_field>`` in the sensor's own frame, T."""


def read_magnetometer(element: Element, context: DocumentContext) -> Magnetometer:
    part(element, context, ("magnetometer",), ("x", "y", "z"))
    return Magnetometer()

"""A GPS receiver."""

from __future__ import annotations

from dataclasses import dataclass

from sim.sdf.context import DocumentContext
from sim.sdf.sensors.parts import part
from sim.sdf.sensors.sensor import SensorKind
from sim.sdf.xml.elements import Element


@dataclass(frozen=True)
class Gps(SensorKind):
    """A position as latitude, longitude and altitude, by the world's
    ``<spherical_coordinates>``."""


def read_gps(element: Element, context: DocumentContext) -> Gps:
    part(element, context, ("gps", "navsat"), ("position_sensing", "velocity_sensing"))
    return Gps()

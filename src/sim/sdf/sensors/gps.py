"""A GPS receiver."""

from __future__ import annotations

from dataclasses import dataclass

from sim.sdf.context import Context
from sim.sdf.sensors.parts import part
from sim.sdf.sensors.sensor import Kind
from sim.sdf.xml.elements import Element


@dataclass(frozen=True)
class Gps(Kind):
    """A position as latitude, longitude and altitude, by the world's
    ``<spherical_coordinates>``."""


def read_gps(element: Element, context: Context) -> Gps:
    part(element, context, ("gps", "navsat"), ("position_sensing", "velocity_sensing"))
    return Gps()

"""A sonar."""

from __future__ import annotations

from dataclasses import dataclass

from sim.sdf.context import DocumentContext
from sim.sdf.sensors.parts import check_range, part
from sim.sdf.sensors.sensor import SensorKind
from sim.sdf.xml.elements import Element, number, positive


@dataclass(frozen=True)
class Sonar(SensorKind):
    """Nearest distance in a cone about +x, in m. At ``range_max`` the cone has this ``radius``."""

    range_min: float
    range_max: float
    radius: float


def read_sonar(element: Element, context: DocumentContext) -> Sonar:
    sonar = part(element, context, ("sonar",), ("min", "max", "radius", "geometry"))
    lowest, highest, radius = (
        number(sonar.find(tag), default)
        for tag, default in (("min", 0.0), ("max", 1.0), ("radius", 0.5))
    )
    check_range(sonar, lowest, highest)
    return Sonar(lowest, highest, positive(sonar, radius))

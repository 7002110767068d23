"""A sensor of a link as data.

SI units and radians. A sensor looks along +x, with y to the left and z up, as SDF has it; optical
frames are made where messages are.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Tuple

from sim.arrays import Array
from sim.sdf.plugins import Plugin


@dataclass(frozen=True)
class SensorKind:
    """Base class of kinds of sensors."""


@dataclass(frozen=True)
class Sensor:
    """A sensor of a link.

    ``type`` is SDF's; ``rate`` in Hz of simulated time; ``plugins`` are the sensor's own, as of
    gazebo_ros.
    """

    name: str
    type: str
    link_from_sensor: Array
    rate: float
    kind: SensorKind
    plugins: Tuple[Plugin, ...] = ()

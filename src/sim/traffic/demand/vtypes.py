"""Vehicle and person types of a demand: size, driving, SUMO ``vType``.

A demand file may change each number. SI units. Sizes are typical of European vehicles; driving
follows SUMO's Krauss model and its LC2013 lane changes unless a demand names others.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Dict, Tuple

from sim.traffic.state import PEDESTRIAN, VehicleType


@dataclass(frozen=True)
class SpeedFactor:
    """Ratio of desired speed to speed limit.

    It is normally distributed with ``mean`` and ``deviation``, truncated to ``min`` .. ``max``.
    """

    mean: float = 1.0
    deviation: float = 0.1
    min: float = 0.8
    max: float = 1.2


@dataclass(frozen=True)
class DriverType:
    """Type of vehicle or person.

    ``sigma`` is the driver's imperfection (0..1), ``tau`` the headway in s, ``min_gap`` the gap at
    standstill. ``desired_speed``, times the speed factor, is the speed chosen below the maximum; 0
    if unused. ``models`` are attributes of SUMO's ``vType`` that select other driver models and set
    their parameters.
    """

    name: str
    vehicle_class: str
    gui_shape: str
    color: str
    length: float
    width: float
    height: float
    max_speed: float
    accel: float
    decel: float
    sigma: float = 0.5
    tau: float = 1.2
    min_gap: float = 2.5
    speed_factor: SpeedFactor = SpeedFactor()
    desired_speed: float = 0.0
    models: Tuple[Tuple[str, str], ...] = ()

    @property
    def shown(self) -> VehicleType:
        """Vehicle type for the 3D simulator."""
        return VehicleType(self.name, self.name, self.length, self.width, self.height)


AMBULANCE = "ambulance"
TYPES: Dict[str, DriverType] = {
    kind.name: kind
    for kind in (
        DriverType("car", "passenger", "passenger", "yellow", 4.6, 1.8, 1.5, 50.0, 2.6, 4.5),
        DriverType("van", "delivery", "delivery", "white", 6.0, 2.1, 2.6, 40.0, 2.2, 4.5),
        DriverType("truck", "truck", "truck", "orange", 9.0, 2.5, 3.6, 25.0, 1.3, 4.0),
        DriverType("bus", "bus", "bus", "cyan", 12.0, 2.5, 3.2, 28.0, 1.2, 4.0),
        DriverType(
            "motorcycle", "motorcycle", "motorcycle", "magenta", 2.2, 0.9, 1.5, 50.0, 4.0, 6.0
        ),
        DriverType(
            "bicycle",
            "bicycle",
            "bicycle",
            "green",
            1.8,
            0.65,
            1.75,
            12.0,
            1.2,
            3.0,
            tau=1.0,
            min_gap=0.8,
            desired_speed=5.0,
        ),
        DriverType(
            "ambulance",
            "emergency",
            "emergency",
            "red",
            6.5,
            2.1,
            2.6,
            45.0,
            2.6,
            6.0,
            0.2,
            1.0,
            2.0,
            SpeedFactor(1.3, 0.1, 1.1, 1.5),
        ),
        DriverType(
            PEDESTRIAN,
            "pedestrian",
            "pedestrian",
            "blue",
            0.4,
            0.5,
            1.7,
            6.0,
            1.5,
            2.0,
            0.0,
            1.0,
            0.25,
            SpeedFactor(1.0, 0.15, 0.6, 1.4),
            1.35,
        ),
    )
}
VEHICLES: Tuple[str, ...] = tuple(name for name in TYPES if name != PEDESTRIAN)
# Bounds of the numbers that a demand file may change.
LIMITS: Dict[str, Tuple[float, float]] = {
    "length": (0.5, 40.0),
    "width": (0.3, 4.0),
    "height": (0.3, 5.0),
    "max_speed": (0.1, 100.0),
    "accel": (0.1, 15.0),
    "decel": (0.1, 15.0),
    "sigma": (0.0, 1.0),
    "tau": (0.1, 10.0),
    "min_gap": (0.1, 20.0),
    "desired_speed": (0.1, 100.0),
}
# Numbers that apply to a pedestrian.
WALKING = ("length", "width", "height", "max_speed", "min_gap", "desired_speed")
SPEED_FACTOR_LIMITS: Dict[str, Tuple[float, float]] = {
    "mean": (0.1, 3.0),
    "deviation": (0.0, 1.0),
    "min": (0.1, 3.0),
    "max": (0.1, 3.0),
}
# LC2013 bounds the sideways speed of a lane change by standing + factor * speed, so that a stopped
# car does not slide sideways; without lcKeepRight traffic in a jam keeps its lane instead of
# crowding the right one.
LANE_CHANGE = {"lcMaxSpeedLatStanding": "0", "lcMaxSpeedLatFactor": "0.25", "lcKeepRight": "0"}


def vtype_attributes(kind: DriverType) -> Dict[str, str]:
    """Return attributes of SUMO's ``vType`` element, in SUMO's units (SI)."""
    factor = kind.speed_factor
    attributes = {
        "id": kind.name,
        "vClass": kind.vehicle_class,
        "guiShape": kind.gui_shape,
        "color": kind.color,
        "length": kind.length,
        "width": kind.width,
        "height": kind.height,
        "maxSpeed": kind.max_speed,
        **({} if kind.name == PEDESTRIAN else _driving(kind)),
        "minGap": kind.min_gap,
        "speedFactor": f"normc({factor.mean:g},{factor.deviation:g},{factor.min:g},{factor.max:g})",
        **({"desiredMaxSpeed": kind.desired_speed} if kind.desired_speed else {}),
    }
    texts = {
        key: value if isinstance(value, str) else f"{value:g}" for key, value in attributes.items()
    }
    return texts if kind.name == PEDESTRIAN else {**texts, **LANE_CHANGE, **dict(kind.models)}


def vtype_parameters(kind: DriverType) -> Dict[str, str]:
    """Return generic parameters of the ``vType``.

    Ambulances drive with blue light, so that others make room.
    """
    return {"has.bluelight.device": "true"} if kind.name == AMBULANCE else {}


def _driving(kind: DriverType) -> Dict[str, object]:
    return {
        "accel": kind.accel,
        "decel": kind.decel,
        "emergencyDecel": max(9.0, kind.decel),
        "sigma": kind.sigma,
        "tau": kind.tau,
    }

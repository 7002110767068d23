"""Vans, lorries, buses, and the ambulance.

Cabs and bodies use the car's sections, with boxes and stripes added.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Callable, Dict, List, Sequence, Tuple

import numpy as np

from sim.arrays import Array
from sim.assets.traffic.car_body import (
    BRAKE_PART,
    GLASS_PART,
    PAINT_PART,
    TRIM_PART,
    CarShape,
    car_surface,
)
from sim.assets.traffic.cars import car_wheels, model_of
from sim.assets.traffic.files import Color, ModelFiles
from sim.assets.traffic.surface import PartSurface
from sim.assets.traffic.wheels import wheel

_VAN = CarShape(
    6.0, 2.1, 2.6, (0.98, 4.55), 0.35, 0.92, 1.30, 1.22, 1.30, 0.55,
    0.72, 1.42, 5.86, 5.97, ((0.10, 0.22),), clearance=0.24, narrowing=0.13, nose_taper=0.14,
    tail_taper=0.03, roof_fall=0.03,
)  # fmt: skip
VANS: Dict[str, Tuple[str, CarShape]] = {
    "van": ("Panel van for traffic", _VAN),
    "delivery_van": (
        "Delivery van for traffic",
        CarShape(
            4.5, 1.83, 1.84, (0.88, 3.6), 0.32, 0.80, 1.10, 1.02, 1.05, 0.60,
            0.92, 1.62, 4.36, 4.47, ((0.10, 0.33),), clearance=0.19, narrowing=0.12,
            tail_taper=0.04,
        ),
    ),
    "minibus": (
        "Minibus for traffic",
        CarShape(
            5.6, 2.0, 2.3, (0.95, 4.25), 0.34, 0.88, 1.22, 1.14, 1.20, 0.60,
            0.75, 1.45, 5.44, 5.57, ((0.09, 0.24), (0.26, 0.48), (0.5, 0.72), (0.74, 0.95)),
            clearance=0.22, narrowing=0.13, nose_taper=0.15, tail_taper=0.03,
        ),
    ),
}  # fmt: skip
_BUS = CarShape(
    12.0, 2.5, 3.2, (2.75, 8.75), 0.48, 1.02, 1.10, 1.08, 1.28, 0.75,
    0.05, 0.32, 11.9, 11.97, tuple((0.015 + 0.123 * k, 0.125 + 0.123 * k) for k in range(8)),
    clearance=0.28, narrowing=0.06, nose_taper=0.05, tail_taper=0.03, roof_fall=0.0, tyre_width=0.3,
)  # fmt: skip
_COACH = CarShape(
    12.0, 2.55, 3.6, (2.75, 8.9), 0.50, 1.30, 1.68, 1.62, 1.75, 0.8,
    0.10, 0.60, 11.85, 11.96, tuple((0.012 + 0.164 * k, 0.158 + 0.164 * k) for k in range(6)),
    clearance=0.30, narrowing=0.10, nose_taper=0.08, tail_taper=0.03, roof_fall=0.02,
    tyre_width=0.3,
)  # fmt: skip
BUSES: Dict[str, Tuple[str, CarShape]] = {
    "bus": ("City bus for traffic", _BUS),
    "coach": ("Coach for traffic", _COACH),
}
_CAB = CarShape(
    2.3, 2.5, 3.1, (1.38,), 0.48, 1.20, 1.46, 1.40, 1.46, 1.2,
    0.06, 0.42, 2.16, 2.29, ((0.08, 0.55),),
    clearance=0.32, narrowing=0.10, nose_taper=0.07, tail_taper=0.02, roof_fall=0.04,
    tyre_width=0.3,
)  # fmt: skip
WHITE: Color = (0.86, 0.86, 0.85)


@dataclass(frozen=True)
class LorryShape:
    """Dimensions of a lorry.

    ``size`` (length, width, height) of the whole, ``axles`` from the front, start of the load,
    height of its ``floor``, m, and its part; ``cab`` is as wide.
    """

    size: Tuple[float, float, float]
    axles: Tuple[float, ...]
    load: float
    floor: float = 1.05
    load_part: str = "load"
    cab: CarShape = _CAB


LORRIES: Dict[str, Tuple[str, LorryShape]] = {
    "truck": (
        "Lorry with a box body for traffic",
        LorryShape((9.0, 2.5, 3.6), (1.38, 6.4), 2.42),
    ),
    "semitrailer": (
        "Articulated lorry for traffic",
        LorryShape((16.5, 2.5, 4.0), (1.38, 4.9, 11.8, 13.1, 14.4), 2.85),
    ),
}


def van_model(name: str) -> ModelFiles:
    """Return the files of one of ``VANS``."""
    description, van = VANS[name]
    return _road_vehicle(name, description, van, car_surface(van), WHITE)


def bus_model(name: str) -> ModelFiles:
    """Return the files of one of ``BUSES``.

    Doors are on the right, the line's number is in front.
    """
    description, bus = BUSES[name]
    surface = car_surface(bus)
    side, front = -0.5 * bus.width, 0.5 * bus.length
    # Doors are on the right, where stops are.
    for at in (1.0, 5.9) if name == "bus" else (1.0,):
        _plate(
            surface,
            GLASS_PART,
            (front - at - 1.25, front - at - 0.65),
            side,
            (0.42, bus.height - 0.55),
        )
        _plate(
            surface,
            GLASS_PART,
            (front - at - 0.61, front - at - 0.01),
            side,
            (0.42, bus.height - 0.55),
        )
    if name == "bus":
        low = bus.height - 0.42
        surface.box("number", (front - 0.34, -0.75, low), (front - 0.19, 0.75, low + 0.2), -0.03)
    return _road_vehicle(name, description, bus, surface, (0.62, 0.10, 0.08))


def ambulance_model(name: str) -> ModelFiles:
    """Return the van in white with a red stripe and blue lights."""
    length, width, height = 6.5, 2.1, 2.6
    van = CarShape(**{**_VAN.__dict__, "length": length, "roof_to": 6.36, "deck_at": 6.47,
                      "axles": (0.98, 4.95), "height": height - 0.12})  # fmt: skip
    surface = car_surface(van)
    for side in (1.0, -1.0):
        _plate(surface, "stripe", (-0.5 * length + 0.12, 0.5 * length - 1.6), side * 0.5 * width,
               (1.0, 1.19))  # fmt: skip
        left = "left" if side > 0 else "right"
        low, high = sorted((side * 0.18, side * 0.72))
        surface.box(f"blue_{left}", (1.45, low, height - 0.15), (1.75, high, height))
    surface.box(
        "blue_rear", (-0.5 * length + 0.2, -0.5, height - 0.16), (-0.5 * length + 0.42, 0.5, height)
    )
    return _road_vehicle(
        name, "Ambulance for traffic", van, surface, WHITE, (length, width, height)
    )


def lorry_model(name: str) -> ModelFiles:
    """Return a cab, a frame, and a load in a white box. A ``semitrailer`` is rigid."""
    description, lorry = LORRIES[name]
    length, width, _ = lorry.size
    surface = lorry_surface(lorry)
    surface.parts = ["cab" if part == PAINT_PART else part for part in surface.parts]
    tyre = lorry.cab.tyre_width
    wheels = car_wheels(length, lorry.axles, width - tyre - 0.1, lorry.cab.wheel)
    return model_of(
        name,
        description,
        lorry.size,
        surface,
        wheels,
        {"wheel": lorry_wheel(lorry).by_part()},
        (0.70, 0.10, 0.08),
        "cab",
    )


def lorry_wheel(lorry: LorryShape) -> PartSurface:
    """Return each of a lorry's wheels."""
    return wheel(lorry.cab.wheel, lorry.cab.tyre_width, 0.6)


def lorry_surface(lorry: LorryShape) -> PartSurface:
    """Return a lorry without its wheels."""
    (length, width, height), axles, floor = lorry.size, lorry.axles, lorry.floor
    front, rear = 0.5 * length, -0.5 * length
    surface, shift = PartSurface(), np.array([front - 0.5 * lorry.cab.length, 0.0, 0.0])
    for triangle, part in zip(*_cab_parts(lorry.cab)):
        surface.triangle(part, triangle + shift)
    half = 0.5 * width
    surface.box(lorry.load_part, (rear, -half, floor), (front - lorry.load, half, height))
    frame = 0.42
    surface.box(TRIM_PART, (rear + 0.05, -frame, floor - 0.5), (front - 1.6, frame, floor + 0.01))
    # Bars along the sides and behind, mudguards.
    bars = (
        (axles[0] + 0.75, axles[1] - 0.7),
        *(((axles[1] + 0.8, axles[2] - 0.75),) if len(axles) > 2 else ()),
    )
    for start, end in bars:
        for side in (-1.0, 1.0):
            low, high = sorted((side * (half - 0.06), side * (half - 0.02)))
            surface.box(
                TRIM_PART, (front - end, low, floor - 0.55), (front - start, high, floor - 0.1)
            )
    surface.box(
        TRIM_PART, (rear + 0.02, -half + 0.05, floor - 0.55), (rear + 0.1, half - 0.05, floor - 0.3)
    )
    for side, left in ((1.0, "left"), (-1.0, "right")):
        outer, inner = side * (half - 0.06), side * (half - 0.42)
        middle = side * (half - 0.2)
        for part, ends in (
            (BRAKE_PART, (inner, middle)),
            (f"blinker_{left}_rear", (middle, outer)),
        ):
            low, high = sorted(ends)
            surface.box(part, (rear - 0.01, low, floor - 0.25), (rear + 0.04, high, floor - 0.07))
    surface.box("plate", (rear - 0.012, -0.26, floor - 0.23), (rear + 0.01, 0.26, floor - 0.11))
    return surface


def _cab_parts(cab: CarShape) -> Tuple[List[Array], List[str]]:
    """Return triangles and parts of a lorry's cab.

    The lamps and the plate at its rear are left out.
    """
    surface = car_surface(cab)
    keep = [
        not (
            part == BRAKE_PART
            or part.endswith("_rear")
            or (part == "plate" and triangle[:, 0].max() < 0)
        )
        for triangle, part in zip(surface.triangles, surface.parts)
    ]
    kept = [number for number, wanted in enumerate(keep) if wanted]
    return [surface.triangles[k] for k in kept], [surface.parts[k] for k in kept]


def _road_vehicle(
    name: str,
    description: str,
    car: CarShape,
    surface: PartSurface,
    paint: Color,
    size: Sequence[float] = (),
) -> ModelFiles:
    length, width, height = size or (car.length, car.width, car.height)
    return model_of(
        name,
        description,
        (length, width, height),
        surface,
        car_wheels(car.length, car.axles, car.track, car.wheel),
        {"wheel": wheel(car.wheel, car.tyre_width).by_part()},
        paint,
    )


def _plate(
    surface: PartSurface, part: str, along: Tuple[float, float], y: float, up: Tuple[float, float]
) -> None:
    """Add a thin plate on a side at ``y``.

    ``along`` and ``up`` are its bounds along and upwards.
    """
    low, high = sorted((y - np.sign(y) * 0.06, y + np.sign(y) * 0.006))
    surface.box(part, (along[0], low, up[0]), (along[1], high, up[1]))


HEAVY: Dict[str, Callable[[str], ModelFiles]] = {
    **{name: van_model for name in VANS},
    **{name: lorry_model for name in LORRIES},
    **{name: bus_model for name in BUSES},
    "ambulance": ambulance_model,
}

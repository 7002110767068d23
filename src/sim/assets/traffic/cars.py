"""Cars of traffic: typical European dimensions by class, and model files."""

from __future__ import annotations

from typing import Dict, List, Mapping, Sequence, Tuple

from sim.arrays import Array
from sim.assets.traffic.car_body import (
    BRAKE_PART,
    GRILLE_PART,
    HEADLAMP_PART,
    PAINT_PART,
    TRIM_PART,
    CarShape,
    car_surface,
)
from sim.assets.traffic.files import Color, ModelFiles, VehicleVisual
from sim.assets.traffic.surface import PartSurface
from sim.assets.traffic.wheels import GAP_PART, RIM_PART, TYRE_PART, wheel

# Begin and end of each side window, as shares of the cabin.
_FOUR_DOOR_WINDOWS = ((0.07, 0.46), (0.5, 0.86))
_ESTATE_WINDOWS = ((0.06, 0.36), (0.395, 0.67), (0.705, 0.93))
_TWO_DOOR_WINDOWS = (
    (0.09, 0.50),
    (0.53, 0.78),
)
SALOON = CarShape(
    4.6,
    1.8,
    1.5,
    (0.90, 3.65),
    0.32,
    0.70,
    0.99,
    0.93,
    1.05,
    0.98,
    1.45,
    2.12,
    3.28,
    3.92,
    _FOUR_DOOR_WINDOWS,
)
CARS: Dict[str, Tuple[str, CarShape]] = {
    "car": ("Saloon for traffic", SALOON),
    "saloon": ("Saloon for traffic", SALOON),
    "city_car": (
        "City car for traffic",
        CarShape(
            3.6,
            1.65,
            1.5,
            (0.66, 3.04),
            0.29,
            0.74,
            1.00,
            0.93,
            0.98,
            0.88,
            0.94,
            1.55,
            3.18,
            3.53,
            ((0.07, 0.5), (0.54, 0.88)),
            narrowing=0.12,
        ),
    ),
    "hatchback": (
        "Hatchback for traffic",
        CarShape(
            4.25,
            1.79,
            1.47,
            (0.86, 3.46),
            0.315,
            0.71,
            0.99,
            0.92,
            0.98,
            0.90,
            1.28,
            1.98,
            3.62,
            4.12,
            _FOUR_DOOR_WINDOWS,
        ),
    ),
    "estate": (
        "Estate car for traffic",
        CarShape(
            4.6,
            1.8,
            1.48,
            (0.90, 3.62),
            0.32,
            0.70,
            0.98,
            0.92,
            0.97,
            0.90,
            1.42,
            2.10,
            4.08,
            4.47,
            _ESTATE_WINDOWS,
            roof_bars=True,
        ),
    ),
    "suv": (
        "Sport utility vehicle for traffic",
        CarShape(
            4.45,
            1.8,
            1.65,
            (0.87, 3.52),
            0.355,
            0.86,
            1.12,
            1.06,
            1.10,
            1.00,
            1.28,
            1.90,
            3.85,
            4.30,
            _ESTATE_WINDOWS,
            clearance=0.22,
            roof_bars=True,
        ),
    ),
    "mpv": (
        "People carrier for traffic",
        CarShape(
            4.4,
            1.8,
            1.65,
            (0.87, 3.58),
            0.32,
            0.76,
            1.08,
            0.96,
            1.00,
            0.92,
            0.95,
            1.75,
            3.98,
            4.32,
            ((0.10, 0.42), (0.45, 0.7), (0.73, 0.93)),
        ),
    ),
    "coupe": (
        "Coupe for traffic",
        CarShape(
            4.4,
            1.8,
            1.33,
            (0.85, 3.45),
            0.325,
            0.64,
            0.92,
            0.87,
            0.96,
            0.88,
            1.50,
            2.25,
            2.95,
            4.02,
            _TWO_DOOR_WINDOWS,
            clearance=0.14,
            narrowing=0.19,
        ),
    ),
    "pickup": (
        "Pickup for traffic",
        CarShape(
            5.25,
            1.86,
            1.8,
            (0.92, 4.05),
            0.375,
            0.96,
            1.20,
            1.14,
            1.12,
            1.12,
            1.42,
            2.0,
            3.25,
            3.50,
            ((0.08, 0.5), (0.54, 0.9)),
            clearance=0.26,
            bed=True,
        ),
    ),
}
# Ambient and diffuse colours of unpainted parts.
COLORS: Mapping[str, Color] = {
    "glass": (0.05, 0.065, 0.08),
    TRIM_PART: (0.045, 0.045, 0.05),
    GRILLE_PART: (0.02, 0.02, 0.025),
    HEADLAMP_PART: (0.80, 0.82, 0.84),
    "plate": (0.88, 0.88, 0.84),
    TYRE_PART: (0.03, 0.03, 0.032),
    RIM_PART: (0.50, 0.51, 0.53),
    GAP_PART: (0.09, 0.09, 0.10),
    "load": (0.72, 0.73, 0.74),
    "stripe": (0.62, 0.04, 0.03),
    "number": (0.50, 0.36, 0.03),
}
LAMPS: Mapping[str, Color] = {
    BRAKE_PART: (0.25, 0.02, 0.02),
    "blinker_left_front": (0.32, 0.18, 0.02),
    "blinker_left_rear": (0.32, 0.18, 0.02),
    "blinker_right_front": (0.32, 0.18, 0.02),
    "blinker_right_rear": (0.32, 0.18, 0.02),
    "blue_left": (0.02, 0.04, 0.25),
    "blue_right": (0.02, 0.04, 0.25),
    "blue_rear": (0.02, 0.04, 0.25),
}
# The paint of a model that is shown as it is.
PLAIN: Color = (0.2, 0.35, 0.65)


def car_model(name: str) -> ModelFiles:
    """Return the files of one of ``CARS``."""
    description, car = CARS[name]
    return model_of(
        name,
        description,
        (car.length, car.width, car.height),
        car_surface(car),
        car_wheels(car.length, car.axles, car.track, car.wheel),
        {"wheel": wheel(car.wheel, car.tyre_width).by_part()},
        PLAIN,
    )


def car_wheels(
    length: float, axles: Sequence[float], track: float, radius: float
) -> List[VehicleVisual]:
    """Return a wheel on each end of each axle.

    Wheels of the first axle are ``wheel_front_...``, of the others ``wheel_rear_...``, from the
    third on with a number.
    """
    found = []
    for number, at in enumerate(axles):
        end = "front" if number == 0 else "rear" if number == 1 else f"rear_{number}"
        for side, sign in (("left", 1.0), ("right", -1.0)):
            yaw = 0.0 if sign > 0 else 3.14159265
            pose = (0.5 * length - at, 0.5 * sign * track, radius, 0.0, 0.0, yaw)
            found.append(VehicleVisual(f"wheel_{end}_{side}", "wheel", (), pose))
    return found


def model_of(
    name: str,
    description: str,
    size: Tuple[float, float, float],
    surface: PartSurface,
    wheels: List[VehicleVisual],
    meshes: Mapping[str, Mapping[str, Tuple[Array, Array]]],
    paint: Color,
    painted: str = PAINT_PART,
) -> ModelFiles:
    """Return a vehicle's files.

    Its paint is the visual of the part ``painted``, its lamps are separate visuals, the rest is the
    visual ``details``.
    """
    parts = surface.by_part()
    details = {part: shape for part, shape in parts.items() if part in COLORS}
    lamps = {part: shape for part, shape in parts.items() if part in LAMPS}
    unknown = set(parts) - set(details) - set(lamps) - {painted}
    if unknown:
        raise ValueError(f"{name}: parts without a colour: {', '.join(sorted(unknown))}")
    visuals = [VehicleVisual(painted, "body", paint), VehicleVisual("details", "details")]
    visuals += [VehicleVisual(lamp, lamp, LAMPS[lamp]) for lamp in lamps]
    return ModelFiles(
        name,
        description,
        size,
        tuple(visuals + wheels),
        {
            "body": {painted: parts[painted]},
            "details": details,
            **{lamp: {lamp: shape} for lamp, shape in lamps.items()},
            **meshes,
        },
        {**COLORS, **LAMPS, painted: paint},
    )

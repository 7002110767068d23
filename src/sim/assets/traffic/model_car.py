"""Model car of scale 1:10, as students build on a toy's chassis.

It has plates on spacers, motor, battery, servo, computer, and a camera on a mast.
"""

from __future__ import annotations

from typing import Dict, Tuple

from sim.assets.traffic.car_body import PAINT_PART
from sim.assets.traffic.files import Color
from sim.assets.traffic.surface import PartSurface
from sim.assets.traffic.wheels import wheel

WHEEL_RADIUS = 0.0325  # m
WHEEL_WIDTH = 0.028  # m
AXLE_DISTANCE = 0.13  # m, from the middle
BOARD_PART = "board"
METAL_PART = "metal"
BATTERY_PART = "battery"
PLASTIC_PART = "plastic"
LENS_PART = "lens"
MODEL_CAR_COLORS: Dict[str, Color] = {
    BOARD_PART: (0.05, 0.32, 0.12),
    METAL_PART: (0.62, 0.63, 0.66),
    BATTERY_PART: (0.75, 0.45, 0.06),
    PLASTIC_PART: (0.06, 0.06, 0.07),
    LENS_PART: (0.02, 0.03, 0.08),
}
# Corners low and high of boxes, m.
_BOXES: Dict[str, Tuple[Tuple[Tuple[float, float, float], Tuple[float, float, float]], ...]] = {
    PAINT_PART: (
        # The upper plate, bumpers, and the hoop that holds the camera.
        ((-0.145, -0.066, 0.078), (0.105, 0.066, 0.082)),
        ((0.170, -0.0975, 0.028), (0.1875, 0.0975, 0.046)),
        ((-0.1875, -0.090, 0.030), (-0.172, 0.090, 0.046)),
        ((0.060, 0.030, 0.082), (0.068, 0.036, 0.1155)),
        ((0.060, -0.036, 0.082), (0.068, -0.030, 0.1155)),
        ((0.060, -0.030, 0.110), (0.068, 0.030, 0.1155)),
    ),
    PLASTIC_PART: (
        # The tub, its arms to the wheels, shock towers, the servo, the computer's case.
        ((-0.172, -0.040, 0.024), (0.172, 0.040, 0.036)),
        ((0.122, -0.072, 0.026), (0.138, 0.072, 0.032)),
        ((-0.138, -0.072, 0.026), (-0.122, 0.072, 0.032)),
        ((0.143, -0.052, 0.036), (0.148, 0.052, 0.066)),
        ((-0.148, -0.052, 0.036), (-0.143, 0.052, 0.066)),
        ((0.090, -0.020, 0.036), (0.112, 0.020, 0.066)),
        ((0.056, -0.014, 0.094), (0.070, 0.014, 0.108)),
    ),
    METAL_PART: (
        ((-0.116, -0.006, 0.036), (-0.066, 0.030, 0.072)),
        *(
            ((x - 0.003, y - 0.003, 0.036), (x + 0.003, y + 0.003, 0.078))
            for x in (-0.135, 0.080)
            for y in (-0.036, 0.036)
        ),
        # Sockets of the computer.
        ((-0.105, 0.006, 0.0885), (-0.086, 0.038, 0.101)),
    ),
    BATTERY_PART: (((-0.056, -0.036, 0.036), (0.078, 0.008, 0.060)),),
    BOARD_PART: (
        ((-0.100, -0.040, 0.086), (-0.010, 0.040, 0.0885)),
        ((0.006, -0.028, 0.084), (0.050, 0.028, 0.0865)),
    ),
    LENS_PART: (((0.070, -0.005, 0.097), (0.074, 0.005, 0.106)),),
}


def model_car_parts() -> Tuple[PartSurface, PartSurface]:
    """Return body and wheel."""
    surface = PartSurface()
    for part, boxes in _BOXES.items():
        for low, high in boxes:
            surface.box(part, low, high)
    for end in (1.0, -1.0):
        # Dampers from the arms to the towers.
        for side in (1.0, -1.0):
            foot = (end * AXLE_DISTANCE, side * 0.056, 0.032)
            head = (end * (AXLE_DISTANCE + 0.0155), side * 0.046, 0.064)
            surface.tube(METAL_PART, [(foot, 0.005, 0.005), (head, 0.005, 0.005)], 6)
    return surface, wheel(WHEEL_RADIUS, WHEEL_WIDTH, 0.62, 16, 8)

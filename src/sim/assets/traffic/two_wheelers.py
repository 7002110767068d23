"""Bicycles and motorcycles with their riders."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Dict, Mapping, Sequence, Tuple, Union

import numpy as np

from sim.arrays import Array
from sim.assets.traffic.cars import COLORS, LAMPS
from sim.assets.traffic.files import Color, ModelFiles, VehicleVisual
from sim.assets.traffic.people import Person, between, head, trunk
from sim.assets.traffic.surface import PartSurface
from sim.assets.traffic.wheels import wheel
from sim.transforms import rotation_from_rpy

BICYCLE_SIZE = (1.8, 0.65, 1.75)  # m
MOTORCYCLE_SIZE = (2.2, 0.9, 1.5)  # m
CYCLISTS: Dict[str, Tuple[str, Person, Color]] = {
    "bicycle": (
        "Cyclist for traffic",
        Person(1.75, 0.95, "light", "brown", (0.70, 0.28, 0.09), (0.10, 0.11, 0.16)),
        (0.08, 0.30, 0.17),
    ),
    "bicycle_woman": (
        "Cyclist with long hair for traffic",
        Person(1.75, 0.88, "olive", "black", (0.30, 0.36, 0.52), (0.08, 0.08, 0.1), long_hair=True),
        (0.55, 0.08, 0.08),
    ),
    "bicycle_commuter": (
        "Cyclist with a bag and a helmet for traffic",
        Person(
            1.8, 1.0, "dark", "black", (0.62, 0.66, 0.10), (0.2, 0.2, 0.22), bag=(0.1, 0.1, 0.12)
        ),
        (0.08, 0.08, 0.09),
    ),
}
HELMET: Mapping[str, Color] = {
    "bicycle": (0.12, 0.16, 0.45),
    "bicycle_commuter": (0.80, 0.80, 0.78),
    "motorcycle": (0.06, 0.06, 0.07),
}
# Parts of the rider, which are a separate visual.
RIDER = ("torso", "trousers", "skin", "hair", "shoe", "helmet", "bag")
STEEL: Color = (0.35, 0.36, 0.38)


def bicycle_model(name: str) -> ModelFiles:
    """Return the files of one of ``CYCLISTS``."""
    description, person, paint = CYCLISTS[name]
    surface, radius = PartSurface(), 0.34
    rear, front, crank = (-0.52, 0.0, radius), (0.54, 0.0, radius), (-0.08, 0.0, 0.30)
    saddle, bar = (-0.25, 0.0, 0.90), (0.36, 0.0, 1.02)
    for start, end, thick in (
        (saddle, crank, 0.018),
        (crank, (0.36, 0.0, 0.72), 0.020),
        ((-0.22, 0.0, 0.82), (0.37, 0.0, 0.84), 0.017),
        (rear, crank, 0.014),
        (rear, (-0.22, 0.0, 0.80), 0.012),
        (bar, (0.38, 0.0, 0.70), 0.018),
        ((0.38, 0.0, 0.72), front, 0.018),
    ):
        _rod(surface, "frame", start, end, thick, thick)
    _rod(surface, "trim", (0.34, 0.29, 1.03), (0.34, -0.29, 1.03), 0.014, 0.014)
    surface.box("trim", (-0.37, -0.07, 0.88), (-0.13, 0.07, 0.92))
    hip = np.array([-0.22, 0.0, 0.96])
    _rider(
        surface,
        person,
        hip,
        0.42,
        hands=(0.32, 0.27, 1.04),
        knees=((0.15, 0.11, 0.80), (0.10, 0.11, 0.62)),
        feet=((0.02, 0.12, 0.46), (-0.16, 0.12, 0.16)),
        helmet=name in HELMET,
    )
    colors = {**_colors(person, name), "frame": paint}
    wheels = [
        VehicleVisual("wheel_front", "wheel", (), (*front, 0, 0, 0)),
        VehicleVisual("wheel_rear", "wheel", (), (*rear, 0, 0, 0)),
    ]
    turning = wheel(radius, 0.035, 0.86, 16, 8, 2)
    # A helmet stands up from the head.
    size = BICYCLE_SIZE if name in HELMET else (*BICYCLE_SIZE[:2], 1.69)
    return _model(name, description, size, surface, "frame", colors, wheels, turning)


def motorcycle_model(name: str) -> ModelFiles:
    """Return a motorcycle with a rider in leather."""
    person = Person(1.72, 1.08, "light", "black", (0.09, 0.09, 0.10), (0.06, 0.06, 0.07))
    surface, radius = PartSurface(), 0.30
    rear, front = (-0.78, 0.0, radius), (0.78, 0.0, radius)
    for side in (0.075, -0.075):
        _rod(surface, "steel", (0.50, side, 0.95), (0.78, side, radius), 0.024, 0.024)
        _rod(surface, "trim", (-0.78, 0.8 * side, radius), (-0.2, 0.8 * side, 0.42), 0.03, 0.03)
    surface.box("trim", (-0.28, -0.17, 0.24), (0.30, 0.17, 0.62), 0.05)
    tank = [(0.62, 0.30, 0.13), (0.74, 0.34, 0.17), (0.84, 0.26, 0.13), (0.88, 0.12, 0.06)]
    surface.tube("body", [((0.10, 0.0, z), x, y) for z, x, y in tank], 10)
    nose = [(0.62, 0.16, 0.13), (0.80, 0.24, 0.20), (0.95, 0.18, 0.17), (1.12, 0.05, 0.11)]
    surface.tube("body", [((0.56, 0.0, z), x, y) for z, x, y in nose], 10)
    tail = [(0.70, 0.34, 0.10), (0.80, 0.38, 0.13), (0.84, 0.34, 0.09)]
    surface.tube("body", [((-0.62, 0.0, z), x, y) for z, x, y in tail], 10)
    surface.box("trim", (-0.62, -0.13, 0.76), (-0.16, 0.13, 0.86))
    _rod(surface, "steel", (0.2, -0.2, 0.34), (-0.85, -0.2, 0.46), 0.045, 0.06)
    _rod(surface, "trim", (0.42, 0.36, 0.98), (0.42, -0.36, 0.98), 0.018, 0.018)
    for side in (1.0, -1.0):
        low, high = sorted((side * 0.36, side * 0.45))
        surface.box("trim", (0.46, low, 1.06), (0.49, high, 1.14))
    surface.box("headlamp", (0.76, -0.09, 0.78), (0.815, 0.09, 0.92), -0.02)
    surface.box("brake_lights", (-1.06, -0.10, 0.74), (-1.0, 0.10, 0.82))
    surface.box("plate", (-1.03, -0.1, 0.55), (-1.015, 0.1, 0.70))
    surface.box("trim", (-1.1, -0.05, 0.5), (-0.9, 0.05, 0.55))
    for side, left in ((1.0, "left"), (-1.0, "right")):
        low, high = sorted((side * 0.14, side * 0.22))
        surface.box(f"blinker_{left}_rear", (-1.02, low, 0.70), (-0.96, high, 0.76))
        low, high = sorted((side * 0.18, side * 0.26))
        surface.box(f"blinker_{left}_front", (0.66, low, 0.84), (0.72, high, 0.90))
    _rider(
        surface,
        person,
        np.array([-0.34, 0.0, 0.88]),
        0.48,
        hands=(0.36, 0.30, 0.99),
        knees=((0.12, 0.21, 0.74),) * 2,
        feet=((-0.22, 0.19, 0.38),) * 2,
        helmet=True,
        scale=0.78,
    )
    colors = {**_colors(person, name), "body": (0.42, 0.05, 0.05)}
    wheels = [
        VehicleVisual("wheel_front", "wheel", (), (*front, 0, 0, 0)),
        VehicleVisual("wheel_rear", "wheel", (), (*rear, 0, 0, 0)),
    ]
    turning, text = wheel(radius, 0.13, 0.7, 16, 8, 2), "Motorcycle with rider for traffic"
    return _model(name, text, MOTORCYCLE_SIZE, surface, "body", colors, wheels, turning)


def _rider(
    surface: PartSurface,
    person: Person,
    hip: Array,
    lean: float,
    hands: Sequence[float],
    knees: Sequence[Sequence[float]],
    feet: Sequence[Sequence[float]],
    helmet: bool,
    scale: float = 0.9,
) -> None:
    """Add a sitting person with the hips in one place.

    Hands, knees, and feet are given for the left and mirrored to the right.
    """
    pose = np.eye(4)
    pose[:3, :3], pose[:3, 3] = scale * rotation_from_rpy(0.0, lean, 0.0), hip
    # The head stays upright.
    seated = replace(person, coat=0.0, skirt=0.0)
    body = PartSurface()
    for triangle, part in zip(trunk(seated).triangles, trunk(seated).parts):
        if part not in ("hair",) and not (part == "skin" and triangle[:, 2].min() > 0.63):
            body.triangle(part, triangle)
    surface.add(body.moved(pose))
    neck = pose @ [0.0, 0.0, 0.66, 1.0]
    face = head(person)
    if helmet:
        shell = [
            ((-0.02, 0.0, 0.10), 0.105, 0.09),
            ((-0.01, 0.0, 0.17), 0.12, 0.098),
            ((0.0, 0.0, 0.235), 0.085, 0.07),
            ((0.0, 0.0, 0.255), 0.03, 0.03),
        ]
        face.tube("helmet", shell, 10)
    upright = np.diag([scale, scale, scale, 1.0])
    upright[:3, 3] = neck[:3] + np.array([0.03, 0.0, -0.02])
    surface.add(face.moved(upright))
    for number, side in enumerate((1.0, -1.0)):
        flip = np.array([1.0, side, 1.0])
        shoulder = (pose @ [0.0, 0.19 * side, 0.52, 1.0])[:3]
        hip_joint = hip + np.array([0.02, 0.10 * side, -0.02])
        hand, knee, foot = (np.asarray(at) * flip for at in (hands, knees[number], feet[number]))
        elbow = 0.5 * (shoulder + hand) + [-0.02, 0.07 * side, -0.09]
        _limb(surface, "torso", shoulder, elbow, 0.052, 0.042)
        _limb(surface, "torso", elbow, hand, 0.042, 0.030)
        palm = np.array([0.04, 0.03, 0.025])
        surface.box("skin", hand - palm, hand + palm)
        _limb(surface, "trousers", hip_joint, knee, 0.085, 0.062)
        _limb(surface, "trousers", knee, foot, 0.062, 0.042)
        sole = np.array([[-0.07, -0.042, -0.09], [0.18, 0.042, 0.0]])
        surface.box("shoe", *(foot + sole))


def _limb(
    surface: PartSurface,
    part: str,
    start: Union[Array, Sequence[float]],
    end: Union[Array, Sequence[float]],
    upper: float,
    lower: float,
    sides: int = 7,
) -> None:
    one = PartSurface()
    one.tube(part, [((0.0, 0.0, -1.0), lower, lower), ((0.0, 0.0, 0.0), upper, upper)], sides)
    surface.add(between(one, start, end))


_rod = partial(_limb, sides=5)


def _colors(person: Person, name: str) -> Mapping[str, Color]:
    return {
        **COLORS,
        **LAMPS,
        **person.colors(),
        "steel": STEEL,
        "helmet": HELMET.get(name, (0.1, 0.1, 0.1)),
    }


def _model(
    name: str,
    description: str,
    size: Tuple[float, float, float],
    surface: PartSurface,
    painted: str,
    colors: Mapping[str, Color],
    wheels: Sequence[VehicleVisual],
    turning: PartSurface,
) -> ModelFiles:
    parts = surface.by_part()
    lamps = {part: shape for part, shape in parts.items() if part in LAMPS}
    rest = {part: shape for part, shape in parts.items() if part not in (*LAMPS, painted)}
    rider = {part: shape for part, shape in rest.items() if part in RIDER}
    details = {part: shape for part, shape in rest.items() if part not in RIDER}
    visuals = [VehicleVisual(painted, "body", colors[painted]), VehicleVisual("details", "details")]
    visuals.append(VehicleVisual("rider", "rider"))
    visuals += [VehicleVisual(lamp, lamp, LAMPS[lamp]) for lamp in lamps]
    meshes = {
        "body": {painted: parts[painted]},
        "details": details,
        "rider": rider,
        **{lamp: {lamp: shape} for lamp, shape in lamps.items()},
        "wheel": turning.by_part(),
    }
    return ModelFiles(name, description, size, (*visuals, *wheels), meshes, colors)

"""Vehicles and persons as coloured triangles for viewers without models.

Typed bodies have windows, lamps, and walking legs. Lighting is computed here, one colour per
triangle, since viewers draw coloured triangles unlit. World frame, m; colours r g b a from 0 to 1.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Dict, List, NamedTuple, Tuple

import numpy as np

from sim.arrays import Array
from sim.traffic.lamps import lit_vehicles
from sim.traffic.limbs import walking_swings
from sim.traffic.looks import kind_of
from sim.traffic.state import TrafficState, VehicleType
from sim.transforms import rotation_from_rpy

Color = Tuple[float, float, float]
UNKNOWN = VehicleType("", "car", 4.6, 1.8, 1.5)
WHITE: Color = (0.97, 0.97, 0.97)
GLASS: Color = (0.10, 0.13, 0.17)
TYRE_COLOR = (0.08, 0.08, 0.08)
STEEL_COLOR = (0.35, 0.36, 0.38)
CLOTH_COLOR = (0.17, 0.17, 0.22)
SKIN_COLOR = (0.85, 0.65, 0.52)
LAMP_RED = (0.85, 0.10, 0.08)
PAINT: Dict[str, Color] = {
    "car": (0.30, 0.55, 0.90),
    "van": (0.98, 0.62, 0.15),
    "truck": (0.55, 0.28, 0.68),
    "bus": (0.10, 0.70, 0.62),
    "motorcycle": (0.95, 0.35, 0.65),
    "bicycle": (0.20, 0.65, 0.30),
    "pedestrian": (0.95, 0.80, 0.20),
    "ambulance": WHITE,
}
# Lamps by number; 0 for parts other than lamps. Off and on:
NO_LAMP, BRAKE_LAMP, LEFT_LAMP, RIGHT_LAMP, BLUE_LAMP = range(5)
_LAMP_COLORS = np.array(
    [
        [(0.0,) * 3] * 2,
        [(0.40, 0.05, 0.05), (1.0, 0.12, 0.05)],
        *[[(0.45, 0.27, 0.05), (1.0, 0.70, 0.0)]] * 2,
        [(0.05, 0.08, 0.35), (0.15, 0.35, 1.0)],
    ]
)
# Towards the sun of the generated worlds.
_SUN = np.array([0.4, -0.3, 0.87]) / np.linalg.norm([0.4, -0.3, 0.87])
_AMBIENT = 0.45
_FOOT_REACH = 0.28  # m, a foot's way forward


class Triangles(NamedTuple):
    """``corners`` (n, 3, 3) and ``colors`` (n, 4)."""

    corners: Array
    colors: Array


class ShapePart(NamedTuple):
    """Box in fractions of length, width, and height.

    x is forward from the centre; the top is narrowed by ``taper``; without ``color`` it has the
    paint. Its middle is ``left`` of the vehicle's; ``step`` is 1 or -1 for alternating legs.
    """

    back: float
    front: float
    width: float
    bottom: float
    top: float
    taper: float = 0.0
    color: Tuple[float, ...] = ()
    left: float = 0.0
    step: int = 0


class VehicleShape(NamedTuple):
    """Triangles in the vehicle's frame.

    ``corners`` (k, 3, 3), ``normals`` (k, 3), ``colors`` (k, 3), ``lamp`` (k,) numbers, and
    ``sway`` (k, 3), the forward offset of each corner at the maximum of a step, in m.
    """

    corners: Array
    normals: Array
    colors: Array
    lamp: Array
    sway: Array


_CAR = [
    ShapePart(-0.5, 0.5, 1.0, 0.12, 0.58, 0.02),
    ShapePart(-0.40, 0.22, 0.92, 0.58, 0.96, 0.12, GLASS),
    ShapePart(-0.31, 0.11, 0.76, 0.96, 1.0),
]
_VAN = [
    ShapePart(-0.5, 0.5, 1.0, 0.10, 0.52),
    ShapePart(0.18, 0.42, 0.94, 0.52, 0.95, 0.10, GLASS),
    ShapePart(-0.5, 0.30, 0.96, 0.52, 1.0, 0.02),
]
PARTS: Dict[str, List[ShapePart]] = {
    "car": _CAR,
    "van": _VAN,
    "ambulance": [
        ShapePart(-0.5, 0.5, 0.98, 0.10, 0.52),
        *_VAN[1:],
        ShapePart(-0.502, 0.31, 1.0, 0.40, 0.51, 0.0, LAMP_RED),
    ],
    "truck": [
        ShapePart(-0.5, 0.24, 1.0, 0.25, 1.0, 0.0, (0.86, 0.87, 0.88)),
        ShapePart(0.29, 0.5, 0.96, 0.10, 0.50),
        ShapePart(0.29, 0.49, 0.92, 0.50, 0.72, 0.02, GLASS),
        ShapePart(0.29, 0.47, 0.90, 0.72, 0.78),
        ShapePart(-0.48, 0.28, 0.5, 0.10, 0.25),
    ],
    "bus": [
        ShapePart(-0.5, 0.5, 1.0, 0.10, 0.48),
        ShapePart(-0.49, 0.5, 0.98, 0.48, 0.80, 0.0, GLASS),
        ShapePart(-0.5, 0.5, 1.0, 0.80, 1.0, 0.01),
    ],
    "motorcycle": [
        ShapePart(-0.5, 0.5, 0.35, 0.05, 0.50),
        ShapePart(-0.18, 0.10, 0.75, 0.50, 0.85, 0.05, GLASS),
        ShapePart(-0.10, 0.06, 0.40, 0.85, 1.0, 0.02),
    ],
    "bicycle": [
        ShapePart(-0.5, -0.12, 0.08, 0.01, 0.39, 0.0, TYRE_COLOR),
        ShapePart(0.12, 0.5, 0.08, 0.01, 0.39, 0.0, TYRE_COLOR),
        ShapePart(-0.3, 0.3, 0.10, 0.33, 0.42, 0.0, STEEL_COLOR),
        ShapePart(0.19, 0.24, 0.9, 0.57, 0.60, 0.0, STEEL_COLOR),
        ShapePart(-0.13, 0.04, 0.40, 0.20, 0.56, 0.0, CLOTH_COLOR),
        ShapePart(-0.12, 0.08, 0.60, 0.54, 0.85, 0.03),
        ShapePart(-0.02, 0.11, 0.30, 0.87, 1.0, 0.0, SKIN_COLOR),
    ],
    "pedestrian": [
        ShapePart(-0.20, 0.5, 0.26, 0.01, 0.48, 0.15, CLOTH_COLOR, 0.2, 1),
        ShapePart(-0.20, 0.5, 0.26, 0.01, 0.48, 0.15, CLOTH_COLOR, -0.2, -1),
        ShapePart(-0.28, 0.30, 0.9, 0.47, 0.84, 0.05),
        ShapePart(-0.5, -0.28, 0.6, 0.58, 0.80, 0.0, CLOTH_COLOR),
        ShapePart(-0.28, 0.28, 0.44, 0.86, 1.0, 0.03, SKIN_COLOR),
    ],
}
PARTS.update({"coach": PARTS["bus"], "semitrailer": PARTS["truck"]})
PAINT.update({"coach": PAINT["bus"], "semitrailer": PAINT["truck"]})
# Faces of a box by its corners, which are numbered by bits: 1 front, 2 left, 4 top. In order: top,
# front, rear, left, right; none below.
_FACES = np.array([[4, 5, 7, 6], [1, 3, 7, 5], [2, 0, 4, 6], [3, 2, 6, 7], [0, 1, 5, 4]])
_TRIANGLES = _FACES[:, [0, 1, 2, 0, 2, 3]].reshape(-1, 3)
_TOP_SIDE = [0, 1]
_FRONT_SIDE = [2, 3]
_REAR_SIDE = [4, 5]


def vehicle_shape(kind: VehicleType, paint: Tuple[float, ...] = ()) -> VehicleShape:
    """Return the shape of a type in its size. An unlisted model looks like a car."""
    kind = replace(kind, model=kind_of(kind.model))
    paint = paint or PAINT.get(kind.model, PAINT["car"])
    size = np.array([kind.length, kind.width, kind.height])
    parts = PARTS.get(kind.model, _CAR)
    lamps, numbers = _lamps(kind, parts)
    corners = np.concatenate([*(_box(part) for part in parts), lamps]) * size
    edges = corners[:, 1:] - corners[:, :1]
    normals = np.cross(edges[:, 0], edges[:, 1])
    boxes = len(parts) * len(_TRIANGLES)
    lamp = np.concatenate([np.full(boxes, NO_LAMP), numbers])
    colors = np.concatenate(
        [
            np.repeat([part.color or paint for part in parts], len(_TRIANGLES), axis=0),
            _LAMP_COLORS[numbers, 0],
        ]
    )
    step = np.concatenate(
        [np.repeat([part.step for part in parts], len(_TRIANGLES)), np.zeros(len(numbers))]
    )
    hips = max((part.top for part in parts if part.step), default=1.0) * kind.height
    return VehicleShape(
        corners,
        normals / np.linalg.norm(normals, axis=1, keepdims=True),
        colors,
        lamp,
        _FOOT_REACH * step[:, None] * np.clip(1.0 - corners[..., 2] / hips, 0.0, 1.0),
    )


def traffic_triangles(state: TrafficState, shapes: Dict[int, VehicleShape]) -> Triangles:
    """Return all vehicles and persons of a state at their poses.

    Types missing in ``shapes`` look like a car.
    """
    rotation, lit, steps = (
        rotation_from_rpy(state.roll, state.pitch, state.yaw),
        lit_lamps(state),
        walking_swings(state.position, state.yaw, state.speed),
    )
    unknown, parts = vehicle_shape(UNKNOWN), [Triangles(np.empty((0, 3, 3)), np.empty((0, 4)))]
    for kind in np.unique(state.type).tolist():
        rows = np.flatnonzero(state.type == kind)
        parts.append(
            _placed(
                shapes.get(kind, unknown),
                rotation[rows],
                state.position[rows],
                lit[rows],
                steps[rows],
            )
        )
    return Triangles(*(np.concatenate(arrays) for arrays in zip(*parts)))


def shape_triangles(shape: VehicleShape) -> Triangles:
    """Return one vehicle in its own frame."""
    return _placed(
        shape,
        np.eye(3)[np.newaxis],
        np.zeros((1, 3)),
        np.zeros((1, len(_LAMP_COLORS)), bool),
        np.zeros(1),
    )


def lit_lamps(state: TrafficState) -> Array:
    """Return which lamps (n, 5) shine at the state's time, by number."""
    bits = lit_vehicles(state.signals, state.time)
    lit = np.zeros((len(state), len(_LAMP_COLORS)), bool)
    for bit, lamp in enumerate((BRAKE_LAMP, LEFT_LAMP, RIGHT_LAMP, BLUE_LAMP)):
        lit[:, lamp] = bits >> bit & 1
    return lit


def shaded(corners: Array, color: Color) -> Triangles:
    """Return triangles (n, 3, 3) of one colour, lit by the sun."""
    edges = corners[:, 1:] - corners[:, :1]
    normals = np.cross(edges[:, 0], edges[:, 1])
    sun = np.clip(normals @ _SUN / np.maximum(np.linalg.norm(normals, axis=1), 1e-12), 0.0, 1.0)
    light = _AMBIENT + (1.0 - _AMBIENT) * sun[:, np.newaxis]
    return Triangles(corners, np.column_stack([light * color, np.ones(len(corners))]))


def _placed(
    shape: VehicleShape, rotation: Array, position: Array, lit: Array, steps: Array
) -> Triangles:
    """Return triangles of n vehicles of one shape.

    ``rotation`` (n, 3, 3), ``position`` (n, 3), ``lit`` (n, 5), ``steps`` (n,).
    """
    transposed = rotation.transpose(0, 2, 1)
    own = shape.corners.reshape(-1, 3)
    if shape.sway.any():
        own = np.repeat(own[np.newaxis], len(rotation), axis=0)
        own[..., 0] += steps[:, np.newaxis] * shape.sway.reshape(-1)
    corners = own @ transposed + position[:, np.newaxis]
    sun = transposed @ _SUN
    light = _AMBIENT + (1.0 - _AMBIENT) * np.clip(sun @ shape.normals.T, 0.0, 1.0)[..., np.newaxis]
    colors = np.ones((len(rotation), len(shape.colors), 4))
    colors[..., :3] = shape.colors * light
    # Lamps do not need the sun.
    lamps = np.flatnonzero(shape.lamp)
    colors[:, lamps, :3] = _LAMP_COLORS[shape.lamp[lamps], lit[:, shape.lamp[lamps]].astype(int)]
    return Triangles(corners.reshape(-1, 3, 3), colors.reshape(-1, 4))


def _lamps(kind: VehicleType, parts: List[ShapePart]) -> Tuple[Array, Array]:
    """Return lamps of a motor vehicle: corners and numbers (k,).

    Corners (k, 3, 3) are in fractions; lamps at the ends stand off slightly, to avoid z-fighting.
    """
    if kind.model in ("bicycle", "pedestrian"):
        return np.empty((0, 3, 3)), np.empty(0, int)
    half, low, high = 0.5 * parts[0].width, 0.55 / kind.height, 0.75 / kind.height
    inner = 0.6 * half
    lamps = [(BRAKE_LAMP, ShapePart(-0.503, 0.0, 2.0 * inner, low, high), _REAR_SIDE)]
    for number, side in ((LEFT_LAMP, 1.0), (RIGHT_LAMP, -1.0)):
        middle = side * 0.5 * (inner + 0.96 * half)
        place = ShapePart(-0.503, 0.503, 0.96 * half - inner, low, high, left=middle)
        lamps += [(number, place, _REAR_SIDE), (number, place, _FRONT_SIDE)]
    if kind.model == "ambulance":
        bar = ShapePart(0.14, 0.22, 0.8, 0.97, 1.0)
        lamps += [
            (BLUE_LAMP, bar, _TOP_SIDE),
            (BLUE_LAMP, bar, _FRONT_SIDE),
            (BLUE_LAMP, ShapePart(-0.5, -0.46, 0.8, 0.96, 1.0), _TOP_SIDE),
            (BLUE_LAMP, ShapePart(-0.503, -0.46, 0.8, 0.93, 1.0), _REAR_SIDE),
        ]
    return np.concatenate([_box(part)[side] for _, part, side in lamps]), np.repeat(
        [number for number, _, _ in lamps], 2
    )


def _box(part: ShapePart) -> Array:
    """Return corners (10, 3, 3) of a part's triangles in fractions.

    They run anticlockwise seen from outside.
    """
    half = 0.5 * part.width
    corners = np.array(
        [
            [
                part.front if bits & 1 else part.back,
                half if bits & 2 else -half,
                part.top if bits & 4 else part.bottom,
            ]
            for bits in range(8)
        ]
    )
    corners[4::2, 0] += part.taper
    corners[5::2, 0] -= part.taper
    corners[4:, 1] *= 1.0 - part.taper
    corners[:, 1] += part.left
    triangles: Array = corners[_TRIANGLES]
    return triangles

"""Vehicles as coloured triangles for viewers that have no models: typed bodies with windows and brake lights.

Light is computed here, one colour per triangle, since viewers draw coloured triangles unlit. World frame, m; colours r g b a from 0 to 1.
"""
from __future__ import annotations

from typing import Dict, List, NamedTuple, Tuple

import numpy as np

from sim.traffic.state import TrafficState, VehicleType

Color = Tuple[float, float, float]
# SUMO's bit of a vehicle's signals for its brake lights.
BRAKE_SIGNAL = 8
UNKNOWN = VehicleType("", "car", 4.6, 1.8, 1.5)
PAINT: Dict[str, Color] = {"car": (0.30, 0.55, 0.90), "van": (0.98, 0.62, 0.15), "truck": (0.55, 0.28, 0.68), "bus": (0.10, 0.70, 0.62),
                           "motorcycle": (0.95, 0.35, 0.65)}
WHITE: Color = (0.97, 0.97, 0.97)
GLASS: Color = (0.10, 0.13, 0.17)
_TAIL, _BRAKE = (0.40, 0.05, 0.05), (1.0, 0.12, 0.05)
# m above the road; the lamps stand a little off the rear, so that renderers need not choose.
_LAMPS_BOTTOM, _LAMPS_TOP, _LAMPS_BACK = 0.5, 0.75, -0.503
# Towards the sun of the generated worlds.
_SUN = np.array([0.4, -0.3, 0.87]) / np.linalg.norm([0.4, -0.3, 0.87])
_AMBIENT = 0.45


class Triangles(NamedTuple):
    """``corners`` (n, 3, 3) and ``colors`` (n, 4)."""

    corners: np.ndarray
    colors: np.ndarray


class Part(NamedTuple):
    """A box in fractions of length, width and height, x forward from the centre, narrowed by ``taper`` at its top; no ``color``: paint."""

    back: float
    front: float
    width: float
    bottom: float
    top: float
    taper: float = 0.0
    color: Tuple[float, ...] = ()


class Shape(NamedTuple):
    """Triangles in the vehicle's frame: ``corners`` (k, 3, 3), ``normals`` (k, 3), ``colors`` (k, 3); the last two are the brake lights."""

    corners: np.ndarray
    normals: np.ndarray
    colors: np.ndarray


_CAR = [Part(-0.5, 0.5, 1.0, 0.12, 0.58, 0.02), Part(-0.40, 0.22, 0.92, 0.58, 0.96, 0.12, GLASS), Part(-0.31, 0.11, 0.76, 0.96, 1.0)]
PARTS: Dict[str, List[Part]] = {
    "car": _CAR,
    "van": [Part(-0.5, 0.5, 1.0, 0.10, 0.52), Part(0.18, 0.42, 0.94, 0.52, 0.95, 0.10, GLASS), Part(-0.5, 0.30, 0.96, 0.52, 1.0, 0.02)],
    "truck": [Part(-0.5, 0.24, 1.0, 0.25, 1.0, 0.0, (0.86, 0.87, 0.88)), Part(0.29, 0.5, 0.96, 0.10, 0.50),
              Part(0.29, 0.49, 0.92, 0.50, 0.72, 0.02, GLASS), Part(0.29, 0.47, 0.90, 0.72, 0.78), Part(-0.48, 0.28, 0.5, 0.10, 0.25)],
    "bus": [Part(-0.5, 0.5, 1.0, 0.10, 0.48), Part(-0.49, 0.5, 0.98, 0.48, 0.80, 0.0, GLASS), Part(-0.5, 0.5, 1.0, 0.80, 1.0, 0.01)],
    "motorcycle": [Part(-0.5, 0.5, 0.35, 0.05, 0.50), Part(-0.18, 0.10, 0.75, 0.50, 0.85, 0.05, GLASS),
                   Part(-0.10, 0.06, 0.40, 0.85, 1.0, 0.02)],
}
# Faces of a box by its corners, which are numbered by bits: 1 front, 2 left, 4 top. In order: top, front, rear, left, right; none below.
_FACES = np.array([[4, 5, 7, 6], [1, 3, 7, 5], [2, 0, 4, 6], [3, 2, 6, 7], [0, 1, 5, 4]])
_TRIANGLES = _FACES[:, [0, 1, 2, 0, 2, 3]].reshape(-1, 3)
_REAR = [4, 5]


def vehicle_shape(kind: VehicleType, paint: Tuple[float, ...] = ()) -> Shape:
    """The shape of a type in its size; a model that is not listed looks like a car."""
    paint = paint or PAINT.get(kind.model, PAINT["car"])
    size = np.array([kind.length, kind.width, kind.height])
    parts = PARTS.get(kind.model, _CAR)
    lamps = Part(_LAMPS_BACK, 0.0, 0.9 * parts[0].width, _LAMPS_BOTTOM / kind.height, _LAMPS_TOP / kind.height)
    corners = np.concatenate([*(_box(part) for part in parts), _box(lamps)[_REAR]]) * size
    edges = corners[:, 1:] - corners[:, :1]
    normals = np.cross(edges[:, 0], edges[:, 1])
    colors = np.concatenate([np.repeat([part.color or paint for part in parts], len(_TRIANGLES), axis=0), [_TAIL] * len(_REAR)])
    return Shape(corners, normals / np.linalg.norm(normals, axis=1, keepdims=True), colors)


def traffic_triangles(state: TrafficState, shapes: Dict[int, Shape]) -> Triangles:
    """All vehicles of a state at their poses; types that ``shapes`` lacks look like a car."""
    rotation = _rotations(state.yaw, state.pitch, state.roll)
    braking = (np.asarray(state.signals).astype(np.int64) & BRAKE_SIGNAL) != 0
    unknown, parts = vehicle_shape(UNKNOWN), [Triangles(np.empty((0, 3, 3)), np.empty((0, 4)))]
    for kind in np.unique(state.type).tolist():
        rows = np.flatnonzero(state.type == kind)
        parts.append(_placed(shapes.get(kind, unknown), rotation[rows], state.position[rows], braking[rows]))
    return Triangles(*(np.concatenate(arrays) for arrays in zip(*parts)))


def shape_triangles(shape: Shape) -> Triangles:
    """One vehicle in its own frame."""
    return _placed(shape, np.eye(3)[np.newaxis], np.zeros((1, 3)), np.zeros(1, bool))


def _placed(shape: Shape, rotation: np.ndarray, position: np.ndarray, braking: np.ndarray) -> Triangles:
    """Triangles of n vehicles of one shape; ``rotation`` (n, 3, 3), ``position`` (n, 3), ``braking`` (n,)."""
    transposed = rotation.transpose(0, 2, 1)
    corners = shape.corners.reshape(-1, 3) @ transposed + position[:, np.newaxis]
    sun = transposed @ _SUN
    light = _AMBIENT + (1.0 - _AMBIENT) * np.clip(sun @ shape.normals.T, 0.0, 1.0)[..., np.newaxis]
    colors = np.ones((len(rotation), len(shape.colors), 4))
    colors[..., :3] = shape.colors * light
    # Lamps do not need the sun.
    colors[:, -len(_REAR):, :3] = np.where(braking[:, np.newaxis], _BRAKE, _TAIL)[:, np.newaxis]
    return Triangles(corners.reshape(-1, 3, 3), colors.reshape(-1, 4))


def _rotations(yaw: np.ndarray, pitch: np.ndarray, roll: np.ndarray) -> np.ndarray:
    """R_z(yaw) R_y(pitch) R_x(roll), (n, 3, 3)."""
    cy, sy, cp, sp, cr, sr = np.cos(yaw), np.sin(yaw), np.cos(pitch), np.sin(pitch), np.cos(roll), np.sin(roll)
    return np.stack([cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr,
                     sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr, -sp, cp * sr, cp * cr], axis=1).reshape(-1, 3, 3)


def _box(part: Part) -> np.ndarray:
    """Corners (10, 3, 3) of a part's triangles in fractions; the outside is where they run anticlockwise."""
    half = 0.5 * part.width
    corners = np.array([[part.front if bits & 1 else part.back, half if bits & 2 else -half, part.top if bits & 4 else part.bottom]
                        for bits in range(8)])
    corners[4::2, 0] += part.taper
    corners[5::2, 0] -= part.taper
    corners[4:, 1] *= 1.0 - part.taper
    return corners[_TRIANGLES]

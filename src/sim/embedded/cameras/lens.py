"""Lenses with Brown's distortion (plumb_bob in ROS), by the law of ``laws/sensors/lens.h``.

Rays are x / z and y / z in the optical frame (z forward, x right, y down); pixel centres have whole
coordinates.
"""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from typing import Optional, Sequence, Tuple

import numpy as np

from sim.arrays import Array
from sim.laws.library import COUNT, LONG, NUMBER, POINTER, Laws, address, refusal
from sim.sdf.sensors.cameras import Camera

TEXT = ctypes.c_char_p
CAMERA = [COUNT, COUNT, NUMBER, POINTER]
LAWS = Laws(
    "sim_laws",
    {
        "sim_intrinsics": (None, [*CAMERA, POINTER]),
        "sim_distorted": (None, [POINTER, POINTER, LONG, POINTER]),
        "sim_lens_view": (COUNT, [*CAMERA, TEXT, *[POINTER] * 5, TEXT, COUNT]),
    },
    long=True,
)
MESSAGE = 300


@dataclass(frozen=True)
class LensView:
    """Pinhole view drawn for a camera, and the pixel map into it.

    ``size`` is in pixels, ``edges`` are the tangents left, right, bottom and top. For the camera's
    pixels (h, w), ``columns`` and ``rows`` are coordinates in the view, ``nearest`` is the index of
    the nearest view pixel (-1 outside the lens); all are 0 for a lens without distortion.
    """

    size: Tuple[int, int]
    edges: Tuple[float, float, float, float]
    columns: Array
    rows: Array
    nearest: Array


def lens_view(camera: Camera) -> LensView:
    """Return the view of a camera; raises InputError for an impossible lens."""
    return _lens_view(camera, None)


def pixel_rays(camera: Camera) -> Array:
    """Return rays (h, w, 3) of depth 1 of all pixels.

    Pixels that no ray reaches through the lens are NaN.
    """
    rays = np.empty((camera.height, camera.width, 2))
    _lens_view(camera, address(rays))
    return np.concatenate([rays, np.ones((*rays.shape[:2], 1))], axis=2)


def intrinsics(camera: Camera) -> Tuple[float, float, float]:
    """Return f, cx, cy in pixels, with the lens centre as principal point."""
    found = (NUMBER * 3)()
    LAWS().sim_intrinsics(*_words(camera), found)
    return found[0], found[1], found[2]


def distorted(coefficients: Sequence[float], rays: Array) -> Array:
    """Apply Brown-Conrady distortion (k1, k2, p1, p2, k3) to rays (..., 2)."""
    given, lens = np.ascontiguousarray(rays, float), (NUMBER * 7)(*coefficients)
    found = np.empty_like(given)
    LAWS().sim_distorted(lens, given.ctypes.data, given.size // 2, found.ctypes.data)
    return found


def _lens_view(camera: Camera, rays: Optional[int]) -> LensView:
    view, message = np.empty(6), ctypes.create_string_buffer(MESSAGE)
    shape = camera.height, camera.width
    columns, rows = (np.zeros(shape, np.float32) for _ in range(2))
    nearest = np.zeros(shape, np.int32)
    places = [address(array) for array in (columns, rows, nearest)]
    words = (*_words(camera), camera.name.encode(), address(view), rays, *places)
    if not LAWS().sim_lens_view(*words, message, MESSAGE):
        raise refusal(message.value)
    width, height, left, right, bottom, top = view.tolist()
    edges = left, right, bottom, top
    return LensView((int(width), int(height)), edges, columns, rows, nearest)


def _words(camera: Camera) -> Sequence[object]:
    lens = (NUMBER * 7)(*camera.lens.coefficients, *camera.lens.center)
    return camera.width, camera.height, camera.horizontal_fov, lens

"""Lens law of a wide-angle camera (``laws/sensors/wide_lens.h``).

Radii are in halves of a picture's width, angles from the optical axis in rad.
"""

from __future__ import annotations

import ctypes
import weakref
from dataclasses import dataclass
from typing import Tuple

import numpy as np

from sim.arrays import Array
from sim.errors import InputError
from sim.laws.library import COUNT, NUMBER, POINTER, Laws, address
from sim.sdf.sensors.cameras import Camera

TEXT = ctypes.c_char_p
LAWS = Laws(
    "sim_laws",
    {
        "sim_wide_lens_new": (POINTER, [TEXT, TEXT, POINTER, NUMBER, NUMBER, TEXT, COUNT]),
        "sim_wide_lens_delete": (None, [POINTER]),
        "sim_wide_lens_angles": (None, [POINTER, POINTER, COUNT, POINTER]),
        "sim_wide_lens_model": (None, [POINTER, COUNT, POINTER, TEXT, COUNT]),
    },
)
LONGEST = 300


@dataclass(frozen=True)
class LensModel:
    """Lens parameters of ``camera_info``: distortion model, focal length in pixels, coefficients.

    The model's name is empty if ``camera_info`` has none.
    """

    name: str
    focal: float
    coefficients: Tuple[float, ...]


class LensLaw:
    """Lens of one wide-angle camera. Raises InputError if it cannot image its field of view."""

    def __init__(self, camera: Camera) -> None:
        lens = camera.wide
        assert lens is not None
        self._width = camera.width
        custom, message = np.array(lens.custom), ctypes.create_string_buffer(LONGEST)
        self._law = LAWS().sim_wide_lens_new(
            lens.kind.encode(),
            lens.function.encode(),
            address(custom),
            camera.horizontal_fov if lens.scaled else 0.0,
            lens.cutoff,
            message,
            LONGEST,
        )
        if not self._law:
            raise InputError(f"camera {camera.name}", message.value.decode())
        weakref.finalize(self, LAWS().sim_wide_lens_delete, self._law)

    def angles(self, radii: Array) -> Array:
        """Return the rays' angles at radii (...); NaN without a ray."""
        given = np.ascontiguousarray(radii, dtype=float)
        found = np.empty_like(given)
        LAWS().sim_wide_lens_angles(self._law, address(given), given.size, address(found))
        return found

    def model(self) -> LensModel:
        """Return the closest distortion model of ROS."""
        values, name = np.empty(5), ctypes.create_string_buffer(LONGEST)
        LAWS().sim_wide_lens_model(self._law, self._width, address(values), name, LONGEST)
        coefficients = {"plumb_bob": (0.0,) * 5, "equidistant": tuple(map(float, values[1:]))}
        word = name.value.decode()
        return LensModel(word, float(values[0]), coefficients.get(word, ()))

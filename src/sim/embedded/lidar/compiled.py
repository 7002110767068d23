"""Ray computations in C++ beside Embree (``laws/sensors/lidar_rays.cc``), with their data."""

from __future__ import annotations

import ctypes
from typing import Any, Optional

from sim.arrays import Array
from sim.laws.library import COUNT, LONG, POINTER, Laws, address

LAWS = Laws(
    "sim_laws",
    {
        "sim_lidar_single": (None, [POINTER] * 4),
        "sim_lidar_pairs": (None, [LONG, *[POINTER] * 7, COUNT, *[POINTER] * 3]),
        "sim_lidar_into": (LONG, [LONG, *[POINTER] * 10]),
        "sim_lidar_hits": (LONG, [POINTER, LONG, LONG, *[POINTER] * 9]),
    },
    long=True,
)


class Pointers(ctypes.Structure):
    """C structure of numbers and addresses of contiguous arrays, which it keeps alive."""

    def __init__(self, *values: Any) -> None:
        """Take an array, a number or None for each field."""
        self._kept = values
        super().__init__(*(value if _plain(value) else address(value) for value in values))


class Faces(Pointers):
    """Triangles of a shell.

    Unit normals and their products with a corner (m, 4); greys, reflectivity, kinds and things
    (m,).
    """

    _fields_ = [(name, POINTER) for name in ("planes", "greys", "reflectivity", "kinds", "things")]


class HitArrays(Pointers):
    """Arrays of :class:`~sim.embedded.lidar.shell.Hits`."""

    _fields_ = [
        (name, POINTER)
        for name in (
            "distances",
            "brightness",
            "reflectivity",
            "things",
            "cosines",
            "kinds",
            "instances",
        )
    ]


class WorldRays(Pointers):
    """Rays in the world frame, ``count`` of them.

    ``origins`` and ``directions`` (3, n); ``share`` and ``interval`` (n,) as in
    :class:`~sim.embedded.lidar.paths.RayMoments`.
    """

    _fields_ = [
        ("count", LONG),
        *((name, POINTER) for name in ("origins", "directions", "share", "interval")),
    ]


class Ways(Pointers):
    """Motion of ``things`` things in ``legs`` intervals.

    The layout is that of :class:`~sim.embedded.lidar.paths.Paths`.
    """

    _fields_ = [
        *((name, LONG) for name in ("things", "legs")),
        *((name, POINTER) for name in ("begins", "ways", "inverses", "axes", "angles")),
    ]


class LocalRayArrays(Pointers):
    """Arrays of :class:`~sim.embedded.lidar.paths.LocalRays`."""

    _fields_ = [
        ("capacity", LONG),
        *((name, POINTER) for name in ("rays", "things", "eyes", "along", "starts", "heads")),
    ]


def where(array: Optional[Array]) -> Optional[int]:
    """Return an array's address, or None."""
    return None if array is None else address(array)


def reference(values: Pointers) -> Any:
    """Return a pointer to a structure, kept alive for the call."""
    return ctypes.byref(values)


def _plain(value: Any) -> bool:
    return value is None or isinstance(value, int)

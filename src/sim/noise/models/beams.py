"""Lidar measurements as ranges along beams, and conversions to and from points.

Points have the layout of a PointCloud2 of 32 bytes each. Sensor frame, x forward, z along the axis
of rotation upwards. A beam without a return has the range +inf; NaN and -inf (too near, REP 117)
are kept as they are.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional

import numpy as np

from sim.arrays import Array
from sim.errors import InputError

POINT = np.dtype(
    {
        "names": ["x", "y", "z", "intensity", "ring", "time"],
        "formats": ["<f4", "<f4", "<f4", "<f4", "<u2", "<f4"],
        "offsets": [0, 4, 8, 16, 20, 24],
        "itemsize": 32,
    }
)
WHITE = 255.0
COLUMNS = (("intensity", WHITE, np.float32), ("ring", 0, np.uint16), ("time", 0.0, np.float32))


@dataclass(frozen=True)
class Beams:
    """Lidar beams as fired: range, direction, intensity, ring and time.

    ``ranges`` (n,) in m along ``directions`` (n, 3) of length 1, ``intensity`` (n,) from 0 to 255,
    ``ring`` (n,), ``time`` (n,) in s.
    """

    ranges: Array
    directions: Array
    intensity: Array
    ring: Array
    time: Array

    def __len__(self) -> int:
        return len(self.ranges)


def beams_of_points(points: Array) -> Beams:
    """Convert points (n,) with x, y, z to beams.

    Intensity, ring and time are optional fields; a point that is not finite has the range NaN.
    """
    missing = [name for name in "xyz" if name not in (points.dtype.names or ())]
    if missing:
        raise InputError("points", f"must have the fields x, y and z, lack {', '.join(missing)}")
    places = np.empty((3, len(points)), np.float32)
    for axis, name in enumerate("xyz"):
        places[axis] = points[name]
    ranges = np.sqrt(places[0] * places[0] + places[1] * places[1] + places[2] * places[2])
    ranges[~np.isfinite(ranges)] = np.nan
    with np.errstate(invalid="ignore", divide="ignore"):
        places *= np.where(ranges > 0.0, np.float32(1.0) / ranges, np.float32(0.0))
    return Beams(
        ranges,
        places.T,
        *(_column(points, name, default, dtype) for name, default, dtype in COLUMNS),
    )


def places_of_beams(beams: Beams) -> Array:
    """Return the end points (n, 3) float32 of beams. NaN without a return."""
    ranges = np.where(np.isinf(beams.ranges), np.float32(np.nan), beams.ranges)
    result: Array = (beams.directions.T * ranges).T.astype(np.float32, copy=False)
    return result


def points_of_beams(beams: Beams, like: Optional[Array] = None, keep: bool = False) -> Array:
    """Convert beams with a return to points (m,).

    The points are of type POINT, or have all fields of ``like``, keeping the values of its other
    fields; ``keep`` keeps beams without a return as NaN.
    """
    rows = np.arange(len(beams)) if keep else np.flatnonzero(beams.ranges != np.inf)
    points = (
        np.zeros(len(rows), POINT) if like is None else _pieces(like).take(rows).view(like.dtype)
    )
    places = places_of_beams(beams)
    for axis, name in enumerate("xyz"):
        points[name] = places[:, axis].take(rows)
    for name, _, _ in COLUMNS:
        if name in (points.dtype.names or ()):
            points[name] = getattr(beams, name).take(rows)
    return points


def beams_of_scan(
    ranges: Array,
    angle_min: float,
    angle_increment: float,
    intensities: Optional[Array] = None,
) -> Beams:
    """Return the beams of a flat scan, as one ring."""
    angles = angle_min + angle_increment * np.arange(len(ranges))
    directions = np.stack([np.cos(angles), np.sin(angles), np.zeros(len(ranges))], axis=1).astype(
        np.float32
    )
    given = intensities is not None and len(intensities) == len(ranges)
    intensity = (
        np.array(intensities, np.float32) if given else np.full(len(ranges), WHITE, np.float32)
    )
    return Beams(
        np.array(ranges, np.float32),
        directions,
        intensity,
        np.zeros(len(ranges), np.uint16),
        np.zeros(len(ranges), np.float32),
    )


def _pieces(points: Array) -> Array:
    """Return points as raw memory, which numpy copies twenty times faster."""
    return np.ascontiguousarray(points).view((np.void, points.dtype.itemsize))


def _column(points: Array, name: str, default: float, dtype: type) -> Array:
    if name not in (points.dtype.names or ()):
        return np.full(len(points), default, dtype)
    return np.ascontiguousarray(points[name], dtype=dtype)

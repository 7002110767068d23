"""Converts point clouds and laser scans to beams and back.

Organised clouds of depth cameras are converted to depth.
"""

from __future__ import annotations

from typing import Any, List

import numpy as np

from sim.arrays import Array
from sim.errors import InputError
from sim.noise.models.beams import Beams, beams_of_points, beams_of_scan, places_of_beams

_TYPES = {1: "i1", 2: "u1", 3: "i2", 4: "u2", 5: "i4", 6: "u4", 7: "f4", 8: "f8"}


def points(message: Any) -> Array:
    """Return a structured array (n,) with the cloud's own fields.

    It is a copy of the data, row after row; InputError if the message is not a valid cloud.
    """
    order = ">" if message.is_bigendian else "<"
    single = [field for field in message.fields if field.count == 1 and field.datatype in _TYPES]
    try:
        dtype = np.dtype(
            {
                "names": [field.name for field in single],
                "formats": [order + _TYPES[field.datatype] for field in single],
                "offsets": [field.offset for field in single],
                "itemsize": message.point_step,
            }
        )
    except ValueError as error:
        raise InputError(
            "fields",
            f"are not those of a cloud with points of {message.point_step} bytes ({error})",
        ) from None
    row, step = (
        message.width * message.point_step,
        message.row_step or message.width * message.point_step,
    )
    if not message.width or not message.height:
        return np.empty(0, dtype)
    if step < row or len(message.data) < (message.height - 1) * step + row:
        raise InputError(
            "data",
            f"{len(message.data)} bytes with rows of {step} cannot be {message.width} x "
            f"{message.height} points",
        )
    data: Array = np.ndarray((message.height, row), np.uint8, message.data, 0, (step, 1))
    return np.array(data).reshape(-1).view(dtype)


def read_cloud(message: Any, base: str) -> Any:
    """Return ``beams`` of the sensor, or ``depth`` (h, w).

    Depth is the z of an organised cloud in an optical frame.
    """
    found = points(message)
    if base == "beams":
        return beams_of_points(found)
    if message.height < 2 or "z" not in (found.dtype.names or ()):
        raise InputError(
            "height",
            f"models of depth work on organised clouds with x, y and z, not on {message.width} x "
            f"{message.height} points",
        )
    return found["z"].reshape(message.height, message.width).astype(np.float32)


def write_cloud(message: Any, base: str, values: Any) -> None:
    """Write beams or depth into a cloud.

    Points without a return are removed from a cloud of one row and become NaN in an organised one;
    all other fields, and the padding between them, stay.
    """
    found = points(message)
    if base == "depth":
        with np.errstate(invalid="ignore", divide="ignore"):
            factor = values.reshape(-1) / found["z"]
        for name in "xyz":
            found[name] *= np.where(np.isfinite(factor), factor, np.nan)
    else:
        places = places_of_beams(values)
        for axis, name in enumerate("xyz"):
            found[name] = places[:, axis]
        if "intensity" in (found.dtype.names or ()):
            found["intensity"] = values.intensity
    # As bytes, since NumPy leaves the padding between fields undefined when it copies points.
    data = found.view(f"V{message.point_step}")
    if base == "beams" and message.height == 1:
        data = data[values.ranges != np.inf]
        message.width = len(data)
    message.is_dense = bool(message.is_dense) and message.height == 1
    message.row_step = message.width * message.point_step
    message.data = data.tobytes()


def read_scan(message: Any) -> Beams:
    return beams_of_scan(
        np.array(message.ranges, np.float32),
        message.angle_min,
        message.angle_increment,
        message.intensities,
    )


def write_scan(message: Any, beams: Beams) -> None:
    message.ranges = numbers(beams.ranges)
    message.intensities = numbers(beams.intensity) if len(message.intensities) else []


def numbers(values: Array) -> List[float]:
    return np.asarray(values, float).tolist()

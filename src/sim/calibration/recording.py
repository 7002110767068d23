"""Recording by cameras and a lidar: input of every calibration.

Images are rectified and grey, (h, w) uint8. Pixel centres are at whole coordinates. A cloud is
points (n,) with x, y, z in m in the lidar's frame, and perhaps ``ring`` and ``time``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Dict, Optional, Sequence, Tuple, Union
from zipfile import BadZipFile

import numpy as np

from sim.arrays import Array
from sim.errors import InputError
from sim.files import reading

# Axes of an optical frame (z forward, x to the right, y down) in a camera frame (x forward, y left,
# z up).
CAMERA_FROM_OPTICAL = np.array([[0.0, 0.0, 1.0], [-1.0, 0.0, 0.0], [0.0, -1.0, 0.0]])
# Array name of the optics at a place of the board.
OPTICS = re.compile(r"(\d+)/optics")


@dataclass(frozen=True)
class RectifiedCamera:
    """Rectified pinhole camera in pixels, as P of a camera_info.

    ``baseline`` in m to the right camera of a stereo pair, 0 for a single camera.
    """

    focal: float
    center: Tuple[float, float]
    width: int
    height: int
    baseline: float = 0.0


@dataclass(frozen=True)
class SensorFrame:
    """Simultaneous cloud, left image and, with stereo, right image."""

    cloud: Array
    left: Array
    right: Optional[Array] = None


@dataclass(frozen=True)
class BoardRecording:
    """Frames of sensors and a board at rest."""

    optics: RectifiedCamera
    frames: Tuple[SensorFrame, ...]

    def first(self, count: int) -> BoardRecording:
        """Return the first ``count`` frames."""
        return BoardRecording(self.optics, self.frames[:count])


@dataclass(frozen=True)
class RigRecording:
    """Recordings of one rig, one per place of the board.

    With the frames' names; ``optical`` if the camera's has optical axes.
    """

    recordings: Tuple[BoardRecording, ...]
    camera: str = "stereo_left"
    lidar: str = "lidar"
    optical: bool = False


def write_recording(recordings: Sequence[BoardRecording], path: Union[str, Path]) -> None:
    """Write recordings of one rig as a compressed npz. One for each place of the board."""
    arrays: Dict[str, Array] = {}
    for place, recording in enumerate(recordings):
        optics = recording.optics
        arrays[f"{place}/optics"] = np.array(
            [optics.focal, *optics.center, optics.width, optics.height, optics.baseline]
        )
        for number, frame in enumerate(recording.frames):
            name = f"{place}/{number:04d}"
            arrays[f"{name}/cloud"], arrays[f"{name}/left"] = frame.cloud, frame.left
            if frame.right is not None:
                arrays[f"{name}/right"] = frame.right
    np.savez_compressed(path, **arrays)


def read_recording(path: Union[str, Path]) -> Tuple[BoardRecording, ...]:
    """Read the recordings of an npz.

    Raises InputError that names the file and the missing array.
    """
    with reading(path), open(path, "rb") as stream:
        try:
            with np.load(stream) as loaded:
                arrays = {name: loaded[name] for name in loaded.files}
        except (OSError, ValueError, EOFError, AttributeError, TypeError, BadZipFile) as error:
            raise InputError(path, f"not a recording ({error})") from None
    places = sorted((found.group(1) for found in map(OPTICS.fullmatch, arrays) if found), key=int)
    if not places:
        raise InputError(path, "array 0/optics is missing; write recordings with write_recording")
    return tuple(_recording(arrays, place, path) for place in places)


def _recording(arrays: Dict[str, Array], place: str, path: Union[str, Path]) -> BoardRecording:
    optics, fy = _optics(arrays[f"{place}/optics"], f"{path}: array {place}/optics")
    names = sorted(name[: -len("/cloud")] for name in arrays if name.endswith("/cloud"))
    frames = [
        SensorFrame(
            _cloud(arrays[f"{name}/cloud"], f"{path}: array {name}/cloud"),
            square_picture(arrays[f"{name}/left"], optics.focal, fy),
            square_picture(arrays[f"{name}/right"], optics.focal, fy)
            if f"{name}/right" in arrays
            else None,
        )
        for name in names
        if name.startswith(f"{place}/") and f"{name}/left" in arrays
    ]
    if not frames:
        raise InputError(
            path, f"place {place} has no frame: arrays {place}/0000/cloud and .../left"
        )
    return BoardRecording(optics, tuple(frames))


def _optics(values: Array, where: str) -> Tuple[RectifiedCamera, float]:
    """Return the camera with square pixels, and the pictures' fy.

    ``values`` are fx cx cy width height, then optionally the baseline, and fy of other pixels.
    """
    if values.ndim != 1 or not 5 <= len(values) <= 7:
        raise InputError(
            where,
            f"must be 5 to 7 numbers: fx cx cy width height, baseline, fy; has {values.shape}",
        )
    given = values.tolist()
    fx, cx, cy, width, height = given[:5]
    baseline = given[5] if len(given) > 5 else 0.0
    fy = given[6] if len(given) > 6 else fx
    if not (fx > 0.0 and fy > 0.0):
        raise InputError(where, f"focal lengths must be positive, got {fx:g} and {fy:g}")
    center = np.array([cx, cy])
    return square_optics(fx, fy, center, int(width), int(height), baseline), float(fy)


def square_optics(
    fx: float, fy: float, center: Array, width: int, height: int, baseline: float = 0.0
) -> RectifiedCamera:
    """Return the camera of :func:`square_picture`'s pictures; pixels become fx to a side."""
    rows = round(height * fx / fy)
    cy = (center[1] + 0.5) * rows / height - 0.5
    return RectifiedCamera(float(fx), (float(center[0]), float(cy)), width, rows, baseline)


def square_picture(picture: Array, fx: float, fy: float) -> Array:
    """Resample the rows of a picture (h, w) to square pixels."""
    rows = round(len(picture) * fx / fy)
    if rows == len(picture):
        return picture
    import cv2

    way = cv2.INTER_AREA if rows < len(picture) else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(picture, (picture.shape[1], rows), interpolation=way))


def _cloud(points: Array, where: str) -> Array:
    """Return points (n,) with fields.

    (n, 3) or (n, 4) become x y z and an intensity.
    """
    if points.dtype.names:
        return points
    if points.ndim != 2 or points.shape[1] not in (3, 4):
        raise InputError(
            where, f"must have fields x y z, or the shape (n, 3) or (n, 4); has {points.shape}"
        )
    names = ("x", "y", "z", "intensity")[: points.shape[1]]
    found = np.zeros(len(points), [(name, "<f4") for name in names])
    for column, name in enumerate(names):
        found[name] = points[:, column]
    return found

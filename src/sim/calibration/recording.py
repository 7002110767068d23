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
    try:
        with np.load(path) as loaded:
            arrays = {name: loaded[name] for name in loaded.files}
    except (OSError, ValueError, EOFError, AttributeError, TypeError, BadZipFile) as error:
        raise InputError(path, f"not a recording ({error})") from None
    places = sorted((found.group(1) for found in map(OPTICS.fullmatch, arrays) if found), key=int)
    if not places:
        raise InputError(path, "array 0/optics is missing; write recordings with write_recording")
    return tuple(_recording(arrays, place, path) for place in places)


def _recording(arrays: Dict[str, Array], place: str, path: Union[str, Path]) -> BoardRecording:
    focal, x, y, width, height, baseline = arrays[f"{place}/optics"].tolist()
    optics = RectifiedCamera(focal, (x, y), int(width), int(height), baseline)
    names = sorted(name[: -len("/cloud")] for name in arrays if name.endswith("/cloud"))
    frames = [
        SensorFrame(arrays[f"{name}/cloud"], arrays[f"{name}/left"], arrays.get(f"{name}/right"))
        for name in names
        if name.startswith(f"{place}/") and f"{name}/left" in arrays
    ]
    if not frames:
        raise InputError(
            path, f"place {place} has no frame: arrays {place}/0000/cloud and .../left"
        )
    return BoardRecording(optics, tuple(frames))

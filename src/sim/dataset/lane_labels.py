"""Lane borders as labels, in space and in pixels.

One file for each picture, and one in TuSimple's format [TuSimple] for all.
"""

from __future__ import annotations

import json
from typing import Any, Dict, List, NamedTuple, Sequence

import numpy as np

from sim.arrays import Array
from sim.dataset.kitti_format import OPTICAL, projection
from sim.embedded.cameras.optics import projected
from sim.sdf.sensors.cameras import Camera
from sim.traffic.lane_view import NearBorder
from sim.transforms import inverse

# Rows that TuSimple's file has columns for.
ROW_STEP = 10  # pixels
NO_COLUMN = -2  # pixels, stands for no lane


class SeenLine(NamedTuple):
    """Border with its points' pixels (n, 2), NaN behind the camera."""

    line: NearBorder
    pixels: Array


class LaneLabels:
    """Labels of one camera."""

    def __init__(self, camera: Camera) -> None:
        self._camera = camera
        self._camera_from_base = OPTICAL @ inverse(np.asarray(camera.sensor_from_camera))
        self._intrinsic = projection(camera)[:, :3]

    def file(self, lines: Sequence[SeenLine]) -> str:
        """Return a picture's lines in the base's frame as JSON."""
        found = [
            {
                "paint": line.border.paint,
                "left_lane": line.border.left_lane,
                "right_lane": line.border.right_lane,
                "two_way": line.border.two_way,
                "base": np.round(line.points, 3).tolist(),
                "pixels": [
                    None if np.isnan(pixel).any() else np.round(pixel, 2).tolist()
                    for pixel in pixels
                ],
            }
            for line, pixels in lines
        ]
        return json.dumps({"lines": found}) + "\n"

    def tusimple(self, picture: str, lines: Sequence[SeenLine]) -> str:
        """Return a picture's line of TuSimple's file.

        It has the column of each lane line at each row.
        """
        rows = np.arange(0, self._camera.height, ROW_STEP)
        lanes = [self._columns(pixels, rows) for _, pixels in lines]
        entry: Dict[str, Any] = {
            "raw_file": picture,
            "lanes": [lane for lane in lanes if any(column != NO_COLUMN for column in lane)],
            "h_samples": rows.tolist(),
        }
        return json.dumps(entry) + "\n"

    def pixels(self, points: Array) -> Array:
        """Project points (n, 3) of the base's frame to pixels (n, 2). NaN behind the camera."""
        optical = points @ self._camera_from_base[:3, :3].T + self._camera_from_base[:3, 3]
        return projected(self._intrinsic, self._camera.lens.coefficients, optical)

    def seen(self, lines: Sequence[NearBorder]) -> List[SeenLine]:
        """Return the lines with a point within the picture."""
        size = (self._camera.width - 0.5, self._camera.height - 0.5)
        found = []
        for line in lines:
            pixels = self.pixels(line.points)
            if ((pixels > -0.5) & (pixels < size)).all(axis=1).any():
                found.append(SeenLine(line, pixels))
        return found

    def _columns(self, pixels: Array, rows: Array) -> List[int]:
        """Return the column of a line's first crossing of each row.

        The line's pixels are (n, 2); only crossings within the picture count.
        """
        pieces = np.concatenate([pixels[:-1], pixels[1:]], axis=1)
        pieces = pieces[np.isfinite(pieces).all(axis=1) & (pieces[:, 1] != pieces[:, 3])]
        if not len(pieces):
            return [NO_COLUMN] * len(rows)
        u0, v0, u1, v1 = pieces.T[:, :, None]
        columns = np.rint(u0 + (rows - v0) / (v1 - v0) * (u1 - u0))
        crossed = (rows >= np.minimum(v0, v1)) & (rows <= np.maximum(v0, v1))
        crossed &= (columns >= 0) & (columns < self._camera.width)
        first = columns[crossed.argmax(axis=0), np.arange(len(rows))]
        result: List[int] = np.where(crossed.any(axis=0), first, NO_COLUMN).astype(int).tolist()
        return result

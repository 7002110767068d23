"""Borders of lanes as labels: in space and in pixels, a file for each picture, and one in
TuSimple's format [TuSimple] for all."""

from __future__ import annotations

import json
from typing import Any, Dict, List, Sequence

import numpy as np

from sim.arrays import Array
from sim.dataset.kitti_format import OPTICAL, projection
from sim.embedded.cameras.optics import projected
from sim.sdf.sensors.cameras import Camera
from sim.traffic.lane_view import NearBorder
from sim.transforms import inverse

# Between the rows that TuSimple's file has columns for, pixels, and what stands for none.
ROWS, ABSENT = 10, -2


class LaneLabels:
    """Labels of one camera."""

    def __init__(self, camera: Camera) -> None:
        self._camera = camera
        self._camera_from_base = OPTICAL @ inverse(np.asarray(camera.sensor_from_camera))
        self._intrinsic = projection(camera)[:, :3]

    def file(self, lines: Sequence[NearBorder]) -> str:
        """A picture's lines, in the base's frame, as JSON."""
        found = [
            {
                "paint": line.border.paint,
                "left_lane": line.border.left_lane,
                "right_lane": line.border.right_lane,
                "two_way": line.border.two_way,
                "base": np.round(line.points, 3).tolist(),
                "pixels": [
                    None if np.isnan(pixel).any() else np.round(pixel, 2).tolist()
                    for pixel in self.pixels(line.points)
                ],
            }
            for line in self.seen(lines)
        ]
        return json.dumps({"lines": found}) + "\n"

    def tusimple(self, picture: str, lines: Sequence[NearBorder]) -> str:
        """A picture's line of TuSimple's file: the column of each lane line at each row."""
        rows = np.arange(0, self._camera.height, ROWS)
        lanes = [self._columns(self.pixels(line.points), rows) for line in self.seen(lines)]
        entry: Dict[str, Any] = {
            "raw_file": picture,
            "lanes": [lane for lane in lanes if any(column != ABSENT for column in lane)],
            "h_samples": rows.tolist(),
        }
        return json.dumps(entry) + "\n"

    def pixels(self, points: Array) -> Array:
        """Pixels (n, 2) of points (n, 3) of the base's frame, NaN for what is behind the camera."""
        optical = points @ self._camera_from_base[:3, :3].T + self._camera_from_base[:3, 3]
        return projected(self._intrinsic, self._camera.lens.coefficients, optical)

    def seen(self, lines: Sequence[NearBorder]) -> List[NearBorder]:
        """Those of which a point is within the picture."""
        size = (self._camera.width - 0.5, self._camera.height - 0.5)
        found = []
        for line in lines:
            pixels = self.pixels(line.points)
            if ((pixels > -0.5) & (pixels < size)).all(axis=1).any():
                found.append(line)
        return found

    def _columns(self, pixels: Array, rows: Array) -> List[int]:
        """Where a line of pixels (n, 2) first crosses each row, within the picture."""
        found = np.full(len(rows), ABSENT)
        for (u0, v0), (u1, v1) in zip(pixels[:-1], pixels[1:]):
            if not np.isfinite([u0, v0, u1, v1]).all() or v0 == v1:
                continue
            crossed = (rows >= min(v0, v1)) & (rows <= max(v0, v1)) & (found == ABSENT)
            columns = np.rint(u0 + (rows - v0) / (v1 - v0) * (u1 - u0)).astype(int)
            inside = (columns >= 0) & (columns < self._camera.width)
            found[crossed & inside] = columns[crossed & inside]
        result: List[int] = found.tolist()
        return result

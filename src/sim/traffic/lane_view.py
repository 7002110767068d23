"""Lane borders around a place: ground truth for a lane detector.

Occlusion is ignored.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import List

import numpy as np

from sim.arrays import Array
from sim.traffic.roads.network import Network
from sim.traffic.scenery.lane_borders import LaneBorder, lane_borders
from sim.traffic.scenery.ribbon import arc_length, at
from sim.transforms import inverse

# Between points of a line, m.
SPACING = 1.0


@dataclass(frozen=True)
class NearBorder:
    """Part of a lane's border along the lane. ``points`` (n, 3) are in the requested frame."""

    border: LaneBorder
    points: Array


class LaneView:
    """All lane borders of a network, without junctions."""

    def __init__(self, network: Network) -> None:
        self._borders = lane_borders(network)
        parts = [_resampled(border.points(network)) for border in self._borders]
        self._points = np.concatenate([np.empty((0, 3)), *parts])
        self._number = np.repeat(np.arange(len(parts)), [len(part) for part in parts])

    def near(self, world_from_frame: Array, reach: float) -> List[NearBorder]:
        """Return the parts within ``reach`` (m) of a frame's origin, in plan.

        Their points are in that frame.
        """
        place = world_from_frame[:3, 3]
        apart = np.hypot(*(self._points[:, :2] - place[:2]).T)
        rows = np.flatnonzero(apart <= reach)
        frame_from_world = inverse(world_from_frame)
        points = self._points[rows] @ frame_from_world[:3, :3].T + frame_from_world[:3, 3]
        breaks = (np.diff(rows) > 1) | (np.diff(self._number[rows]) != 0)
        found = []
        for part in np.split(np.arange(len(rows)), np.flatnonzero(breaks) + 1):
            if len(part) > 1:
                found.append(NearBorder(self._borders[self._number[rows[part[0]]]], points[part]))
        return found


def _resampled(line: Array) -> Array:
    """Return points of a polyline at most ``SPACING`` apart. All original points are included."""
    lengths = arc_length(line)
    steps = np.linspace(0.0, lengths[-1], max(int(np.ceil(lengths[-1] / SPACING)), 1) + 1)
    return at(line, np.unique(np.concatenate([lengths, steps])))

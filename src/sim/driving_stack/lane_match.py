"""Matches the camera's lane lines to the map's.

The result is the car's pose error. World frame, m, rad.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import List, Optional, Sequence, Tuple

import numpy as np

from sim.arrays import Array
from sim.traffic.roads.network import Network
from sim.traffic.roads.path import Path

# A line that is further from where the map has it is another one.
MAX_OFFSET = 0.9  # m
MAX_HEADING_DIFFERENCE = 0.15  # rad
# Painted lines lie on a lane's border or just inside of it.
LINE_INSET = 0.03  # m
# Lines that leave the map's by more than this along their way are of a junction's mouth.
MAX_SPREAD = 0.12  # m
# So much of a line lies beside the lane, where the map has lines: a junction's mouth bends them.
MIN_ON_LANE_SHARE = 0.6
# Lines of lanes that bend more are not found as they are.
MAX_CURVATURE = 0.045  # 1/m
# Length of the path around the car's place that counts as the lane ahead.
PATH_WINDOW = 40.0  # m


@dataclass(frozen=True, eq=False)
class LaneMap:
    """Centre line of a lane and half its width at arc lengths.

    The width is 0 inside junctions, which are without lines.
    """

    path: Path
    places: Array
    half_widths: Array

    @classmethod
    def along(cls, network: Network, edges: Sequence[str], path: Path) -> LaneMap:
        """Return the map of the lanes of ``edges`` along ``path``."""
        places = np.arange(0.0, path.length, 1.0)
        xs, ys = (np.asarray(values) for values in path.at(places)[:2])
        halves = np.zeros(len(places))
        wanted = set(edges)
        for i, (x, y) in enumerate(zip(xs, ys)):
            lane = network.lane_at(float(x), float(y))
            if lane is not None and lane.edge in wanted:
                halves[i] = 0.5 * lane.width
        return cls(path, places, halves)

    def near(self, s: float) -> Tuple[Path, float]:
        """Return the piece of the path around a place, and its start."""
        begin, end = max(s - PATH_WINDOW, 0.0), min(s + PATH_WINDOW, self.path.length)
        x, y = self.path.at(np.linspace(begin, end, int(end - begin) + 2))[:2]
        return Path(np.column_stack([x, y])), begin


@dataclass(frozen=True)
class Match:
    """Pose error from lane lines.

    The place ``ahead`` m before the car is ``offset`` m further left and its yaw ``turn`` more than
    estimated, in a lane with ``yaw``; ``lines`` of two were seen, the longest over ``length`` m.
    """

    ahead: float
    offset: float
    turn: float
    yaw: float
    lines: int
    length: float


def match(
    lane: LaneMap, pose: Tuple[float, float, float], s: float, lines: Sequence[Tuple[int, Array]]
) -> Optional[Match]:
    """Compare lines with the map's; None if they do not fit.

    The pose is at ``s``. Lines have a side (1 left, -1 right) and points (n, 2) of the base frame.
    """
    x, y, yaw = pose
    cos, sin = math.cos(yaw), math.sin(yaw)
    piece, begin = lane.near(s)
    kept: List[Tuple[float, float, float, float]] = []
    for side, points in lines:
        if len(points) < 2:
            continue
        east = x + cos * points[:, 0] - sin * points[:, 1]
        north = y + sin * points[:, 0] + cos * points[:, 1]
        places, aside = piece.project(east, north)
        halves = np.interp(places + begin, lane.places, lane.half_widths)
        on_lane = halves > 1.0
        if on_lane.mean() < MIN_ON_LANE_SHARE or on_lane.sum() < 2:
            continue
        if _bend(piece, places[on_lane]) > MAX_CURVATURE:
            continue
        rest = (aside - side * (halves - LINE_INSET))[on_lane]
        along = points[on_lane, 0]
        ahead = along.mean()
        turn, offset = np.polyfit(along - ahead, rest, 1)
        spread = np.std(rest - offset - turn * (along - ahead))
        if abs(offset) < MAX_OFFSET and abs(turn) < MAX_HEADING_DIFFERENCE and spread < MAX_SPREAD:
            kept.append((float(ahead), float(offset), float(turn), float(np.ptp(along))))
    if not kept:
        return None
    ahead, offset, turn, _ = np.mean(kept, axis=0)
    length = max(reach for *_, reach in kept)
    lane_yaw = float(lane.path.at(s + ahead)[3])
    return Match(float(ahead), -float(offset), -float(turn), lane_yaw, len(kept), length)


def _bend(path: Path, places: Array) -> float:
    """Return the mean absolute curvature of a path between places, 1/m."""
    begin, end = float(places.min()), float(places.max())
    turn = path.at(end)[3] - path.at(begin)[3]
    return abs(math.remainder(float(turn), 2.0 * math.pi)) / max(end - begin, 1.0)

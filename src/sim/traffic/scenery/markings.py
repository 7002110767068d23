"""Road markings.

Lines beside and between lanes, at the sides of junctions, stop lines, and crossings. World frame,
metres.
"""

from __future__ import annotations

from typing import Iterator, List

import numpy as np
import shapely

from sim.arrays import Array
from sim.traffic.roads.footways import walking_polygons
from sim.traffic.roads.network import Lane, Network
from sim.traffic.roads.stop_lines import StopLine, stop_lines
from sim.traffic.scenery.lane_borders import DASHED, LINE_WIDTH, NO_LINE, LaneBorder, lane_borders
from sim.traffic.scenery.mesh import SceneryMesh, join, quads
from sim.traffic.scenery.mouths import lane_mouths
from sim.traffic.scenery.ribbon import arc_length, at, beside, dash_ends, ribbon, stripes
from sim.traffic.scenery.surface import JUNCTION, junction_kinds

DASH_LENGTH = 3.0  # m
DASH_GAP = 6.0  # m
# Stop lines lie a little before the end of the lane, where vehicles stand behind them.
STOP_LINE_WIDTH = 0.5  # m
STOP_LINE_SETBACK = 0.3  # m
YIELD_DASH_LENGTH = 0.5  # m
YIELD_DASH_GAP = 0.3  # m
ZEBRA_STRIPE_WIDTH = 0.5  # m
# Lines that bound a crossing with lights.
GUIDE_WIDTH = 0.15  # m
GUIDE_DASH_LENGTH = 0.5  # m
GUIDE_DASH_GAP = 0.25  # m
OBSTACLE_CLEARANCE = 0.3  # m


def markings(network: Network) -> SceneryMesh:
    """Return all white paint on the road."""
    borders = lane_borders(network)
    painted = [_paint(border, network) for border in borders if border.paint != NO_LINE]
    painted += [_stop_line(line, network) for line in stop_lines(network)]
    with_lights = {connection.to_lane for connection in network.connections if connection.light}
    for lane in network.crossings:
        painted += _crossing(level_with_junction(lane, network), lane.width, lane.id in with_lights)
    painted += _junction_lines(network)
    return join(painted)


def _paint(border: LaneBorder, network: Network) -> SceneryMesh:
    points = network.known_path(border.lane).points
    if border.paint == DASHED:
        return _dashes(points, 0.5 * (border.right + border.left))
    return ribbon(points, border.right, border.left)


def _dashes(line: Array, distance: float) -> SceneryMesh:
    start, end = dash_ends(arc_length(line)[-1], DASH_LENGTH, DASH_GAP)
    return stripes(line, start, end, distance - 0.5 * LINE_WIDTH, distance + 0.5 * LINE_WIDTH)


def _stop_line(line: StopLine, network: Network) -> SceneryMesh:
    points = network.known_path(line.lane).points
    length, half = arc_length(points)[-1], 0.5 * line.width
    end = max(length - STOP_LINE_SETBACK, 0.0)
    start = max(end - STOP_LINE_WIDTH, 0.0)
    if not line.dashed:
        return stripes(points, np.array([start]), np.array([end]), -half, half)
    right, left = (at(beside(points, side), np.array([start, end])) for side in (-half, half))
    shares = (
        np.array(dash_ends(line.width, YIELD_DASH_LENGTH, YIELD_DASH_GAP)).T[:, :, None, None]
        / line.width
    )
    # (k, 2, 2, 3): per dash its right and left side, each at the line's back and front.
    sides = right + shares * (left - right)
    return quads(np.stack([sides[:, 0, 0], sides[:, 0, 1], sides[:, 1, 1], sides[:, 1, 0]], axis=1))


def _crossing(line: Array, width: float, with_lights: bool) -> Iterator[SceneryMesh]:
    """Yield a zebra crossing, or two broken lines with a light."""
    if len(line) < 2:
        return
    half, length = 0.5 * width, arc_length(line)[-1]
    if not with_lights:
        yield stripes(line, *dash_ends(length, ZEBRA_STRIPE_WIDTH, ZEBRA_STRIPE_WIDTH), -half, half)
        return
    start, end = dash_ends(length, GUIDE_DASH_LENGTH, GUIDE_DASH_GAP)
    for side in (-half, half - GUIDE_WIDTH):
        yield stripes(line, start, end, side, side + GUIDE_WIDTH)


def level_with_junction(lane: Lane, network: Network) -> Array:
    """Return distinct points (n, 3) of a crossing at its junction's height.

    netconvert takes their height from the sloping edges beside it.
    """
    line: Array = lane.shape[
        np.concatenate([[True], np.hypot(*np.diff(lane.shape[:, :2], axis=0).T) > 1e-3])
    ].copy()
    outline = network.junctions.get(lane.edge[1 : lane.edge.rfind("_")])
    if outline is not None:
        line[:, 2] = np.median(outline[:, 2])
    return line


def _junction_lines(network: Network) -> List[SceneryMesh]:
    """Return solid lines along free parts of junction outlines.

    No lane and no pedestrian way ends there.
    """
    outlines = [
        network.junctions[node]
        for node, kind in junction_kinds(network).items()
        if kind == JUNCTION
    ]
    if not outlines:
        return []
    starts = np.vstack(outlines)
    ends = np.vstack([np.roll(outline, -1, axis=0) for outline in outlines])
    middles = shapely.points(0.5 * (starts + ends)[:, :2])
    free = np.ones(len(starts), bool)
    ends = shapely.linestrings(
        np.array([mouth.corners for mouth in lane_mouths(network)]).reshape(-1, 2, 2)
    )
    for obstacles in (ends, walking_polygons(network)):
        free[
            shapely.STRtree(obstacles).query(
                middles, predicate="dwithin", distance=OBSTACLE_CLEARANCE
            )[0]
        ] = False
    lines, first = [], 0
    for outline in outlines:
        lines += _free_lines(outline, free[first : first + len(outline)])
        first += len(outline)
    return lines


def _free_lines(outline: Array, free: Array) -> List[SceneryMesh]:
    """Return ribbons inside the free segments of one outline."""
    if free.all() or not free.any():
        return []
    inside = LINE_WIDTH if shapely.LinearRing(outline[:, :2]).is_ccw else -LINE_WIDTH
    begin = int(np.flatnonzero(~free)[0])
    order = np.roll(np.arange(len(outline)), -begin)
    runs = np.split(order, np.flatnonzero(np.diff(free[order].astype(int))) + 1)
    lines = []
    for run in runs:
        if not free[run[0]]:
            continue
        points = outline[np.append(run, (run[-1] + 1) % len(outline))]
        points = points[
            np.concatenate([[True], np.hypot(*np.diff(points[:, :2], axis=0).T) > 1e-3])
        ]
        if len(points) > 1:
            lines.append(ribbon(points, min(0.0, inside), max(0.0, inside)))
    return lines

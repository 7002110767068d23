"""Lanes' borders around a place, against SUMO's own geometry of its lanes."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import shapely
import sumolib

from sim.traffic.lane_view import SPACING, LaneView
from sim.traffic.roads.network import Network
from sim.traffic.scenery.lane_borders import LINE_WIDTH, lane_borders
from sim.transforms import transform_from_rpy

NETWORKS = Path(__file__).resolve().parents[2] / "networks"
MERGE = NETWORKS / "merge" / "merge.net.xml"


@pytest.fixture(scope="module")
def merge():
    return Network.read(MERGE)


@pytest.fixture(scope="module")
def lanes():
    """Return SUMO's lanes by id, and the place of the world's origin."""
    net = sumolib.net.readNet(str(MERGE))
    return {lane.getID(): lane for edge in net.getEdges() for lane in edge.getLanes()}


def by_id(network):
    return {lane.id: lane for lane in network.lanes}


def test_each_line_lies_beside_sumo_s_lane_by_half_its_width(merge, lanes):
    first = next(lane for lane in merge.lanes if lane.id in lanes)
    offset = lanes[first.id].getShape()[0] - first.shape[0, :2]
    for line in lane_borders(merge):
        lane = lanes[line.lane.id]
        half = 0.5 * lane.getWidth()
        side = 1.0 if line.left > 0.0 else -1.0
        inset = 0.0 if line.left > half or line.right < -half else 0.5 * LINE_WIDTH
        border = sumolib.geomhelper.move2side(lane.getShape(), -side * (half - inset))
        points = shapely.points(line.points(merge)[:, :2] + offset)
        assert shapely.LineString(border).distance(points).max() < 0.02, line.lane.id


def test_lines_between_lanes_are_dashed_and_name_both(merge):
    dashed = [line for line in lane_borders(merge) if line.paint == "dashed"]
    known = by_id(merge)
    assert dashed
    for line in dashed:
        right, left = known[line.right_lane], known[line.left_lane]
        assert right.edge == left.edge and left.index == right.index + 1
    for line in lane_borders(merge):
        if line.paint == "solid" and not line.two_way:
            assert (line.left_lane == "") != (line.right_lane == "")


def test_nearby_borders_are_in_the_frame_and_within_reach(merge):
    lane = max(merge.lanes, key=lambda lane: lane.length)
    x, y, z = merge.known_path(lane).points[0]
    yaw = np.arctan2(*(merge.known_path(lane).points[1] - (x, y, z))[[1, 0]])
    near = LaneView(merge).near(transform_from_rpy((x, y, z), (0.0, 0.0, yaw)), 30.0)
    assert near
    for line in near:
        assert np.hypot(*line.points[:, :2].T).max() <= 30.0
        assert np.hypot(*np.diff(line.points[:, :2], axis=0).T).max() <= SPACING + 1e-6
    own = [line for line in near if lane.id in (line.border.left_lane, line.border.right_lane)]
    ahead = [line.points[line.points[:, 0] > 1.0] for line in own]
    sides = {round(float(np.median(points[:, 1])), 1) for points in ahead if len(points)}
    assert {np.sign(side) for side in sides} == {-1.0, 1.0}
    assert all(abs(abs(side) - 0.5 * lane.width) < 0.1 for side in sides)

"""Boxes among lanes of a network and among arbitrary shapes.

Unambiguous results equal shapely's.
"""

from __future__ import annotations

import pickle

import numpy as np
import shapely
from nets import MERGE_NET
from support.boxes import box_corners

from sim.traffic.roads.network import Network
from sim.traffic.roads.only_polygon import OnlyPolygon

BOXES = 3000


def agrees(polygons: np.ndarray, centres: np.ndarray, seed: int) -> int:
    """Return the number of boxes with one polygon alone by both methods.

    No result differs from shapely's, and boxes well within one polygon are found.
    """
    draw, only, tree, sure = np.random.default_rng(seed), OnlyPolygon(polygons), None, 0
    tree = shapely.STRtree(polygons)
    length, width = draw.uniform(0.3, 9.0, len(centres)), draw.uniform(0.2, 3.0, len(centres))
    yaw = draw.uniform(-np.pi, np.pi, len(centres))
    for corners, (x, y) in zip(box_corners(centres, yaw, length, width), centres.tolist()):
        found, box = only(corners, x, y), shapely.Polygon(corners)
        touched = tree.query(box, predicate="intersects")
        if found is not None:
            assert touched.tolist() == [found] and polygons[found].contains(box)
            sure += 1
        elif len(touched) == 1:
            ring = shapely.get_exterior_ring(polygons[touched[0]])
            assert (
                not polygons[touched[0]].contains_properly(box)
                or shapely.get_num_interior_rings(polygons[touched[0]])
                or ring.distance(box) < 1e-5
            )
    return sure


def test_boxes_on_lanes():
    network = Network.read(MERGE_NET)
    draw = np.random.default_rng(1)
    points = np.vstack([lane.shape[:, :2] for lane in network.lanes])
    centres = points[draw.integers(len(points), size=BOXES)] + draw.normal(0.0, 2.0, (BOXES, 2))
    assert agrees(network.polygons, centres, 2) > BOXES // 20
    again = pickle.loads(pickle.dumps(OnlyPolygon(network.polygons)))
    corners = box_corners(centres, *np.full((3, BOXES), 0.5))
    assert [again(box, *at) for box, at in zip(corners, centres.tolist())] == [
        OnlyPolygon(network.polygons)(box, *at) for box, at in zip(corners, centres.tolist())
    ]


def test_holes_and_overlaps_are_left_open():
    ring = shapely.Point(0.0, 0.0).buffer(20.0) - shapely.Point(0.0, 0.0).buffer(8.0)
    bend = shapely.LineString([(30, -20), (50, -20), (50, 20), (30, 20)]).buffer(6.0)
    polygons = np.array([ring, bend, shapely.box(52.0, -5.0, 80.0, 5.0), shapely.Polygon()])
    centres = np.random.default_rng(3).uniform(-30.0, 90.0, (BOXES, 2)) * (1.0, 0.35)
    assert agrees(polygons, centres, 4) > BOXES // 50
    assert OnlyPolygon(polygons)(box_corners(np.zeros((1, 2)), *np.ones((3, 1)))[0], 0, 0) is None

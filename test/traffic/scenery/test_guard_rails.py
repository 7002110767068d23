"""Guard rails stand along fast roads without pavements.

They collide at their visible places.
"""

from __future__ import annotations

import numpy as np
import pytest
from plain_nets import build

from sim.traffic.scenery.beside_road import Roadside
from sim.traffic.scenery.guard_rails import RAIL_BOTTOM, RAIL_DISTANCE, RAIL_TOP, rail_lines, rails

ENDS = {"a": (0.0, 0.0, "priority"), "b": (400.0, 0.0, "priority")}


def lines(folder, *edges, nodes=ENDS):
    return list(rail_lines(Roadside(build(folder, nodes, edges))))


def test_a_motorway_has_one_on_either_side(tmp_path):
    found = lines(tmp_path, 'a b 2 33 spreadType="center"')
    assert sorted(round(float(line[:, 1].mean()), 2) for line in found) == [
        -3.2 - RAIL_DISTANCE,
        3.2 + RAIL_DISTANCE,
    ]
    assert all(np.ptp(line[:, 0]) > 380.0 for line in found)


@pytest.mark.parametrize("edge", ["a b 2 13.9", "a b 2 21.9", 'a b 2 33 sidewalkWidth="2"'])
def test_a_slow_road_or_one_with_a_pavement_has_none(tmp_path, edge):
    assert lines(tmp_path, edge) == []


def test_guard_rails_have_a_gap_at_a_nearby_road(tmp_path):
    nodes = {
        "a": (0.0, 0.0, "priority"),
        "m": (200.0, 0.0, "priority"),
        "b": (400.0, 0.0, "priority"),
        "s": (200.0, -100.0, "priority"),
    }
    found = lines(tmp_path, "a m 1 33", "m b 1 33", "s m 1 13.9", nodes=nodes)
    points = np.concatenate(found)
    south = points[points[:, 1] < points[:, 1].mean()]
    assert not (np.abs(south[:, 0] - 200.0) < 4.0).any() and len(south) > 80


def test_boxes_are_where_the_beam_is(tmp_path):
    nodes = {**ENDS, "c": (700.0, 200.0, "priority")}
    network = build(tmp_path, nodes, ["a b 1 33", "b c 1 33"])
    beams, posts, boxes = rails(list(rail_lines(Roadside(network))))
    assert boxes and len(posts.faces) % 8 == 0
    for corner in beams.vertices[::7]:
        inside = []
        for box in boxes:
            turn = np.array([np.cos(box.yaw), np.sin(box.yaw)])
            away = corner[:2] - box.centre[:2]
            along, across = away @ turn, away @ [-turn[1], turn[0]]
            beyond = np.abs([along, across]) - 0.5 * box.size[:2]
            inside.append(max(float(beyond.max()), 0.0))
        assert min(inside) < 0.1
    assert beams.vertices[:, 2].min() == pytest.approx(RAIL_BOTTOM)
    assert beams.vertices[:, 2].max() == pytest.approx(RAIL_TOP)

"""Arrows on lanes match SUMO's connections."""

from __future__ import annotations

import numpy as np
import pytest
import shapely
from plain_nets import cross

from sim.traffic.scenery.arrows import ARROW_LENGTH, TIP_DISTANCES, arrows, glyph


@pytest.mark.parametrize("ways", ["s", "l", "r", "sl", "sr", "slr", "lr"])
def test_a_glyph_points_where_it_leads(ways):
    triangles = glyph(frozenset(ways))
    along, aside = triangles[..., 0], triangles[..., 1]
    assert (along.max() == ARROW_LENGTH) == ("s" in ways)
    assert (aside.max() > 1.0) == ("l" in ways) and (aside.min() < -1.0) == ("r" in ways)
    ab, ac = triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0]
    assert (ab[:, 0] * ac[:, 1] - ab[:, 1] * ac[:, 0] > 0.0).all()


def test_letters_for_turns_that_are_partly_so_mean_the_same():
    np.testing.assert_array_equal(glyph(frozenset("L")), glyph(frozenset("l")))
    np.testing.assert_array_equal(glyph(frozenset("R")), glyph(frozenset("r")))


def test_lanes_have_them_before_a_junction_where_they_part(tmp_path):
    """Of two lanes on each of four arms only the left ones turn left."""
    network = cross(tmp_path, "priority", lanes=2)
    mesh = arrows(network)
    centres = mesh.triangles.mean(axis=1)[:, :2]
    approaches = [lane for edge in ("wc", "ec", "sc", "nc") for lane in network.edges[edge]]
    for lane in approaches:
        mine = centres[shapely.contains_xy(lane.polygon, *centres.T)]
        left = lane.index == max(each.index for each in network.edges[lane.edge])
        ways = {
            letter
            for connection in network.connections
            if connection.from_lane == lane.id
            for letter in connection.direction
        }
        assert ("l" in ways) == left and ("r" in ways) == (not left)
        end = lane.shape[-1, :2]
        away = np.hypot(*(mine - end).T)
        assert len(mine) >= 2 and away.min() > TIP_DISTANCES[0] - 0.5
    everywhere = shapely.union_all([lane.polygon for lane in approaches])
    assert shapely.contains_xy(everywhere, *centres.T).all()


def test_one_lane_needs_none(tmp_path):
    assert not len(arrows(cross(tmp_path, "priority")).faces)

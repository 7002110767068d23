from __future__ import annotations

import numpy as np
import pytest
import shapely
from nets import build_cross, netconvert

from sim.traffic.roads.network import Network
from sim.traffic.scenery.markings import markings


def painted(network: Network) -> shapely.Geometry:
    return shapely.union_all(shapely.polygons(markings(network).triangles[:, :, :2]))


def on_line(area, start, end, count: int = 400) -> float:
    """Return the share of a line that is painted."""
    points = np.linspace(start, end, count)
    return float(shapely.contains_xy(area, points).mean())


def test_one_lane_each_way_has_a_dashed_line_between_them(tmp_path):
    area = painted(Network.read(build_cross(tmp_path)))
    assert on_line(area, (-95, 0), (-20, 0)) == pytest.approx(1 / 3, abs=0.1)
    assert (
        on_line(area, (-95, -3), (-20, -3)) == 1.0
        and on_line(area, (-95, -1.5), (-20, -1.5)) == 0.0
    )


def test_two_lanes_each_way_have_a_solid_line_between_the_directions(tmp_path):
    (tmp_path / "a.nod.xml").write_text(
        '<nodes><node id="a" x="0" y="0"/><node id="b" x="100" y="0"/></nodes>'
    )
    (tmp_path / "a.edg.xml").write_text(
        '<edges><edge id="ab" from="a" to="b" numLanes="2"/><edge id="ba" from="b" to="a" '
        'numLanes="2"/></edges>'
    )
    net = tmp_path / "a.net.xml"
    netconvert(tmp_path, "a", net, "--offset.disable-normalization")
    area = painted(Network.read(net))
    assert on_line(area, (5, 0.06), (95, 0.06)) == on_line(area, (5, -0.06), (95, -0.06)) == 1.0
    assert on_line(area, (5, 3.2), (95, 3.2)) == pytest.approx(1 / 3, abs=0.1)


@pytest.mark.not_quick
def test_crossings_have_stripes_or_with_lights_broken_lines(tmp_path):
    zebra, lights = (
        Network.read(build_cross(folder, kind))
        for folder, kind in ((tmp_path, "priority"), (tmp_path, "traffic_light"))
    )
    for network, middle, border in ((zebra, 0.5, 0.5), (lights, 0.0, 2 / 3)):
        area = painted(network)
        for lane in network.crossings:
            start, end = lane.shape[0, :2], lane.shape[-1, :2]
            along = (end - start) / np.hypot(*(end - start))
            beside = np.array([-along[1], along[0]]) * (0.5 * lane.width - 0.07)
            assert on_line(area, start, end) == pytest.approx(middle, abs=0.12)
            assert on_line(area, start + beside, end + beside) == pytest.approx(border, abs=0.12)


def test_stop_lines_lie_before_the_end_of_their_lanes(tmp_path):
    network = Network.read(build_cross(tmp_path))
    area, end = painted(network), network.lanes_by_id["wc_2"].shape[-1]
    assert on_line(area, end[:2] + np.array([-0.5, -1.4]), end[:2] + np.array([-0.5, 1.4])) == 1.0
    assert on_line(area, end[:2] + np.array([-1.5, -1.2]), end[:2] + np.array([-1.5, 1.2])) == 0.0


def test_a_lane_that_gives_way_ends_at_a_dashed_line(tmp_path):
    network = Network.read(build_cross(tmp_path, "right_before_left"))
    area, end = painted(network), network.lanes_by_id["wc_2"].shape[-1]
    assert (
        0.3 < on_line(area, end[:2] + np.array([-0.5, -1.4]), end[:2] + np.array([-0.5, 1.4])) < 0.8
    )

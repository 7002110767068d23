from __future__ import annotations

import numpy as np
import pytest
from nets import build_cross

from sim.traffic.roads.network import Network
from sim.traffic.roads.stop_lines import stop_lines


def test_lanes_that_obey_a_light_end_at_a_solid_line(tmp_path):
    network = Network.read(build_cross(tmp_path))
    lines = {line.lane.id: line for line in stop_lines(network)}
    assert set(lines) == {f"{way}c_{index}" for way in "ensw" for index in (1, 2)}
    assert not any(line.dashed for line in lines.values())
    line = lines["wc_2"]
    np.testing.assert_allclose(line.middle, network.lanes_by_id["wc_2"].shape[-1])
    assert (line.yaw, line.width) == (pytest.approx(0.0), 3.0)


def test_lanes_that_give_way_have_a_dashed_line(tmp_path):
    lines = stop_lines(Network.read(build_cross(tmp_path, "priority_stop")))
    stops = {line.lane.edge for line in lines if not line.dashed and line.lane.index == 2}
    assert len(stops) == 2
    equal = stop_lines(Network.read(build_cross(tmp_path, "right_before_left")))
    assert {line.lane.edge for line in equal if line.lane.index == 2} == {
        "ec",
        "nc",
        "wc",
        "sc",
    } and all(line.dashed for line in equal)

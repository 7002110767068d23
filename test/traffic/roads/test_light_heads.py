from __future__ import annotations

import numpy as np
import pytest
from nets import build_cross, build_straight

from sim.traffic.roads.light_heads import VEHICLE_LAMP_HEIGHT, LightHead, light_heads
from sim.traffic.roads.network import Network


@pytest.fixture(scope="module")
def cross(tmp_path_factory) -> Network:
    return Network.read(build_cross(tmp_path_factory.mktemp("cross")))


def ahead(head: LightHead) -> np.ndarray:
    return np.array([np.cos(head.yaw), np.sin(head.yaw)])


def test_every_controlled_link_has_one_head(cross):
    heads = light_heads(cross)
    assert [(head.light, head.link) for head in heads] == [
        ("c", link) for link in range(len(heads))
    ]
    assert len({c.link for c in cross.connections if c.light}) == len(heads)
    assert sum(head.to_lane.startswith(":c_c") for head in heads) == 4


def test_vehicle_heads_hang_over_their_lane_and_face_traffic(cross):
    for head in light_heads(cross):
        if head.to_lane.startswith(":c_c"):
            continue
        lane = cross.lanes_by_id[head.from_lane]
        np.testing.assert_allclose(head.stop, lane.shape[-1])
        np.testing.assert_allclose(
            ahead(head), (lane.shape[-1] - lane.shape[0])[:2] / 100.0, atol=0.2
        )
        assert head.width == lane.width
        red, yellow, green = (head.lamps[color] for color in ("red", "yellow", "green"))
        assert red[2] > yellow[2] > green[2] >= VEHICLE_LAMP_HEIGHT
        across = np.array([-ahead(head)[1], ahead(head)[0]])
        assert abs((red - head.stop)[:2] @ across) < 0.5 * lane.width
        assert (red - head.middle)[:2] @ ahead(head) < -0.1


def test_heads_of_an_edge_share_a_mast_right_of_the_road(cross):
    heads = [head for head in light_heads(cross) if head.from_lane in ("wc_1", "wc_2")]
    assert len(heads) > 3
    np.testing.assert_allclose(
        [head.pole for head in heads], np.broadcast_to(heads[0].pole, (len(heads), 3)), atol=1e-3
    )
    assert heads[0].pole[1] == pytest.approx(-(3.0 + 1.5 + 2.0) - 0.35, abs=0.01)
    assert cross.lane_at(*heads[0].pole[:2]) is None


def test_heads_of_a_lane_stand_in_the_order_of_their_turns(cross):
    """The head of the right turn hangs right of that of the left turn.

    Travelling east these are the links to the south and to the north.
    """
    at = {
        head.to_lane[:2]: head.lamps["red"][1]
        for head in light_heads(cross)
        if head.from_lane == "wc_2"
    }
    assert at["cs"] < at["ce"] < at["cn"]


def test_heads_of_pedestrians_stand_at_the_far_end_of_the_crossing(cross):
    crossings = {lane.id: lane for lane in cross.crossings}
    heads = [head for head in light_heads(cross) if head.to_lane in crossings]
    for head in heads:
        shape = crossings[head.to_lane].shape
        np.testing.assert_allclose(head.stop, shape[0])
        assert set(head.lamps) == {"red", "green"} and head.lamps["red"][2] > head.lamps["green"][2]
        assert np.hypot(*(head.lamps["red"] - shape[-1])[:2]) < 3.0
        assert head.from_lane in {lane.id for lane in cross.walkingareas}


def test_heads_stand_on_their_road(tmp_path):
    level, high = (
        Network.read(build_cross(folder, z=z)) for folder, z in ((tmp_path, 0.0), (tmp_path, 7.0))
    )
    assert level.flat and not high.flat
    for low, up in zip(light_heads(level), light_heads(high)):
        np.testing.assert_allclose(
            up.lamps["green"] - low.lamps["green"], (0.0, 0.0, 7.0), atol=1e-6
        )
        assert up.pole[2] == pytest.approx(7.0)


@pytest.mark.parametrize("build", [build_straight, lambda folder: build_cross(folder, "priority")])
def test_a_net_without_lights_has_no_heads(tmp_path, build):
    assert light_heads(Network.read(build(tmp_path))) == []

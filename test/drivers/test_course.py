"""Course data of a driver, from small networks with one junction."""

from __future__ import annotations

import numpy as np
import pytest
from arms import LENGTH, crossing

from sim.drivers.course import course
from sim.drivers.speed_profile import COMFORTABLE_DECELERATION


@pytest.mark.not_quick
def test_speed_limits_are_met_by_braking_gently(tmp_path):
    way = course(crossing(tmp_path, "priority"), ["west", "-east"])
    begin = way.path.project(*way.path.points[0, :2])[0]
    assert way.speeds.at(begin) == pytest.approx(13.9)
    slow = min(place for place, limit in way.limits if limit == pytest.approx(8.3))
    assert way.speeds.at(slow + 1.0) == pytest.approx(8.3)
    assert way.speeds.at(slow - 10.0) == pytest.approx(
        np.sqrt(8.3**2 + 2 * COMFORTABLE_DECELERATION * 10.0)
    )


def test_a_light_stands_where_the_lane_ends(tmp_path):
    network = crossing(tmp_path, "traffic_light")
    way = course(network, ["south", "-north"])
    lane = network.lanes_by_id["south_0"]
    assert [signal.light for signal in way.signals] == ["centre"]
    assert way.signals[0].stop == pytest.approx(lane.length, abs=0.01)
    assert way.signals[0].index == network.passages(["south", "-north"])[0].link.index


def test_the_minor_road_gives_way_and_the_major_road_does_not(tmp_path):
    network = crossing(tmp_path, "priority")
    minor, major = course(network, ["south", "-north"]), course(network, ["west", "-east"])
    assert {conflict.other.from_lane for conflict in minor.conflicts} >= {"west_0", "east_0"}
    assert not major.conflicts
    for conflict in minor.conflicts:
        assert (
            minor.path.length / 2 - 20.0
            < conflict.enter
            < conflict.leave
            < minor.path.length / 2 + 20.0
        )
        at = [
            conflict.foe.at(0.5 * (conflict.foe_enter + conflict.foe_leave)),
            minor.path.at(0.5 * (conflict.enter + conflict.leave)),
        ]
        assert np.hypot(at[0][0] - at[1][0], at[0][1] - at[1][1]) < 8.0


def test_a_left_turn_waits_inside_the_junction(tmp_path):
    network = crossing(tmp_path, "priority")
    passage = network.passages(["west", "-north"])[0]
    assert len(passage.link.via) == 2
    way = course(network, ["west", "-north"])
    oncoming = [conflict for conflict in way.conflicts if conflict.other.from_lane == "east_0"]
    assert oncoming and all(
        conflict.stop > network.lanes_by_id["west_0"].length + 1.0 for conflict in oncoming
    )
    assert all(
        conflict.foe_stop == pytest.approx(network.lanes_by_id["east_0"].length, abs=LENGTH * 1e-3)
        for conflict in oncoming
    )

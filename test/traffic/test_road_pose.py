"""States on sloping roads."""

from __future__ import annotations

import numpy as np
import pytest
from nets import ROOT
from states import state

from sim.traffic.elevation import RoadHeights
from sim.traffic.road_pose import on_the_road
from sim.traffic.roads.network import Network
from sim.traffic.state import VehicleType

CAR_TYPE = VehicleType("car", "car", 4.6, 1.8, 1.5)
WALKER_TYPE = VehicleType("walker", "pedestrian", 0.4, 0.5, 1.7)


@pytest.fixture(scope="module")
def town() -> Network:
    return Network.read(ROOT / "networks" / "town" / "town.net.xml")


def test_a_car_on_the_ramp_leans_with_it_and_a_person_does_not(town):
    lane = town.edges["bridge_north"][1]
    rise = np.diff(lane.shape, axis=0)
    steepest = int(np.argmax(rise[:, 2] / np.hypot(*rise[:, :2].T)))
    middle, yaw = (
        0.5 * (lane.shape[steepest] + lane.shape[steepest + 1]),
        np.arctan2(rise[steepest, 1], rise[steepest, 0]),
    )
    grade = rise[steepest, 2] / np.hypot(*rise[steepest, :2])
    shown = on_the_road(
        state(0.0, [0, 1], [middle - [0, 0, 0.3], middle], [yaw, yaw], [5.0, 1.0]),
        [CAR_TYPE],
        RoadHeights(town),
    )
    assert shown.pitch == pytest.approx(-np.arctan(grade), abs=0.01) and grade > 0.04
    assert shown.position[:, 2] == pytest.approx(middle[2], abs=0.05)
    walking = on_the_road(state(0.0, [0], [middle], [yaw], [1.0]), [WALKER_TYPE], RoadHeights(town))
    assert walking.pitch[0] == walking.roll[0] == 0.0 and walking.position[0, 2] == pytest.approx(
        middle[2], abs=0.05
    )


def test_a_flat_network_leaves_states_as_they_are():
    flat = RoadHeights(Network.read(ROOT / "networks" / "merge" / "merge.net.xml"))
    given = state(0.0, [0], [[1.0, 2.0, 0.0]], [0.3], [5.0])
    assert on_the_road(given, [CAR_TYPE], flat) is given

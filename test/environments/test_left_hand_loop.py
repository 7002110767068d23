"""Drives in the left-hand merge and town are mirror images."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Callable, Iterator, List

import numpy as np
import pytest

from sim.environments.closed_loop import ClosedLoop
from sim.environments.lane_following import LaneFollowing
from sim.environments.scenario import Scenario, merge, town
from sim.traffic.session import TRACI

pytestmark = pytest.mark.not_quick
STEPS = 40


@pytest.fixture(scope="module", autouse=True)
def cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        yield


class Drive:
    """A drive of the ego among traffic for some steps.

    ``ego`` (n, 3) has its x, y and yaw, ``traffic`` (m, 2) for each step the vehicles' positions,
    ``lanes`` the ego's distances from its lane's middle (n,), m, nan off the lanes of edges.
    """

    def __init__(self, scenario: Scenario, way: List[str], steps: int) -> None:
        ego, lanes, self.traffic = [], [], []
        with ClosedLoop(replace(scenario, warm_up=10.0, sumo=TRACI)) as loop:
            loop.reset(1)
            driver = LaneFollowing(loop, way)
            for _ in range(steps):
                loop.command(*driver.command(), loop.scenario.step)
                loop.step()
                x, y = loop.ego.centre
                ego.append((x, y, loop.ego.yaw))
                lane = loop.network.lane_at(x, y)
                middle = None if lane is None or lane.internal else loop.network.path(lane)
                lanes.append(math.nan if middle is None else middle.project(x, y)[1])
                order = np.argsort(loop.shown.id)
                walks = [
                    loop.types[kind].model.startswith("pedestrian") for kind in loop.shown.type
                ]
                order = order[~np.array(walks, bool)[order]]
                self.traffic.append(loop.shown.position[order, :2])
        self.ego, self.lanes = np.array(ego), np.array(lanes)


@pytest.mark.parametrize(
    "make, way, distance",
    [(merge, ["Out"], 1.0), (town, ["main_2_east", "bridge_north", "station_south"], 8.0)],
)
def test_left_hand_drives_are_mirror_images(
    make: Callable[[bool], Scenario], way: List[str], distance: float
) -> None:
    """SUMO's vehicles and the ego in physics drive on the other side."""
    right, left = (Drive(make(side), way, STEPS) for side in (False, True))
    assert len(right.traffic[-1]) > 5
    for here, there in zip(right.traffic, left.traffic):
        assert there == pytest.approx(here * [1.0, -1.0], abs=1e-6)
    assert left.ego == pytest.approx(right.ego * [1.0, -1.0, -1.0], abs=0.01)
    assert np.hypot(*(left.ego[-1] - left.ego[0])[:2]) > distance
    assert np.nanmax(np.abs(left.lanes)) < 0.3

"""Lane follower among SUMO's drivers in the jam of the merge network.

It is let in in turn, without a contact, and brakes softly.
"""

from __future__ import annotations

from collections import deque
from pathlib import Path

import numpy as np
import pytest
from test_lane_follow import MERGE_NET, OPTIONS, Car

from sim.drivers.course import course
from sim.drivers.lane_follow import LaneFollower
from sim.drivers.nearby_traffic import NearbyTraffic
from sim.traffic.demand.demand import read_demand
from sim.traffic.demand.routes import write_demand
from sim.traffic.ego_state import EgoState
from sim.traffic.measures.boxes import Boxes, overlapping
from sim.traffic.roads.network import Network
from sim.traffic.run import TrafficRun
from sim.traffic.session import SumoOptions
from sim.traffic.state import TrafficState
from sim.traffic.summary import Summary

TIME_STEP = 0.1  # s
DURATION = 60.0  # s
# The queues already stand before the zipper; the ego starts this far from where the lanes join.
WARM_UP = 20.0  # s
START_DISTANCE = 80.0  # m


class Merge:
    """SUMO's jam with an ego in it.

    ``contact`` is the time of the first, ``braking`` the hardest of the ego, m/s^2.
    """

    def __init__(self, folder: Path, lane: str, seed: int) -> None:
        network, demand = (
            Network.read(MERGE_NET),
            read_demand(MERGE_NET.parents[2] / "config" / "demand" / "merge.yaml"),
        )
        edge, index = lane.rsplit("_", 1)
        self._way = course(network, network.route(edge, "Out"), int(index))
        ((_, self._end),) = self._way.joining
        options = SumoOptions(
            MERGE_NET,
            tuple(write_demand(demand, network, folder)),
            TIME_STEP,
            seed,
            **demand.sumo_options,
        )
        self._run = TrafficRun(
            options, network, list(demand.types), Summary("none", seed, "lockstep", DURATION)
        )
        self.contact, self.braking = np.inf, 0.0

    def drive(self, late: int) -> float:
        """Return the time when the ego has merged, s, or inf.

        It sees everything ``late`` steps late.
        """
        try:
            return self._drive(late)
        finally:
            self._run.close()

    def _drive(self, late: int) -> float:
        for _ in range(round(WARM_UP / TIME_STEP)):
            self._run.step(())
        x, y, _, yaw, _ = self._way.path.at(self._end - START_DISTANCE)
        driver, car = LaneFollower(self._way, OPTIONS), Car(x, y, yaw)
        shown, seen = self._run.first([car.state]), deque(maxlen=late + 1)
        for time in np.arange(0.0, DURATION, TIME_STEP):
            arrived, speed = self._run.step([car.state]), car.speed
            seen.append(self._seen(shown))
            if touches(car.state, seen[-1]):
                self.contact = min(self.contact, time)
            car.drive(driver, TIME_STEP, lambda t: seen[0].aged(TIME_STEP * (len(seen) - 1)))
            self.braking = max(self.braking, (speed - car.speed) / TIME_STEP)
            if self._way.path.project(*car.state.centre)[0] - 0.5 * car.state.length > self._end:
                return time
            shown = arrived
        return np.inf

    def _seen(self, state: TrafficState) -> NearbyTraffic:
        kinds = [self._run.session.types[kind] for kind in state.type]
        length, width = (
            np.array([getattr(kind, name) for kind in kinds]) for name in ("length", "width")
        )
        return NearbyTraffic(
            state.position, state.yaw, state.speed, length, width, np.zeros(len(state), bool)
        )


def touches(ego: EgoState, seen: NearbyTraffic) -> bool:
    own = Boxes(
        np.array([ego.centre]),
        np.array([ego.yaw]),
        np.zeros(1),
        np.array([ego.length]),
        np.array([ego.width]),
    )
    theirs = Boxes(seen.position[:, :2], seen.yaw, seen.speed, seen.length, seen.width)
    return bool(overlapping(own.repeated(len(seen.yaw)), theirs).any())


@pytest.mark.parametrize(
    "lane, late",
    [
        ("In1_0", 0),
        ("In2_1", 5),
        pytest.param("In1_0", 5, marks=pytest.mark.slow),
        pytest.param("In2_1", 0, marks=pytest.mark.slow),
    ],
)
@pytest.mark.not_quick
def test_it_merges_in_turn_with_sumos_drivers(tmp_path, lane, late):
    merge = Merge(tmp_path, lane, seed=1)
    merged = merge.drive(late)
    assert merge.contact == np.inf
    assert merge.braking < 6.0
    # SUMO's own drivers come through the same 80 m at 2.2 to 2.5 m/s; late data take longer.
    assert merged < (DURATION if late else START_DISTANCE / 1.8)

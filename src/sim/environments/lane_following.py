"""The driver of ``hybrid_merge.launch`` (``lane_follow``) at an ego of a closed loop."""

from __future__ import annotations

from typing import Optional, Sequence, Tuple

import numpy as np
import yaml

from sim.drivers.course import course, edges_over
from sim.drivers.lane_follow import DriverOptions, LaneFollower
from sim.drivers.nearby_traffic import NearbyTraffic, no_traffic, with_egos
from sim.environments.closed_loop import ClosedLoop
from sim.resources import resource
from sim.traffic.looks import is_person
from sim.vehicle.idm import IdmParameters


class LaneFollowing:
    """Follows the shortest route over ``stops``, edges of the network.

    It begins on the lane of the ``ego`` (by default the first); ``config/lane_follow.yaml`` has the
    default options.
    """

    def __init__(
        self,
        loop: ClosedLoop,
        stops: Sequence[str],
        options: Optional[DriverOptions] = None,
        ego: Optional[str] = None,
    ) -> None:
        self._loop = loop
        self._ego = loop.egos[ego] if ego else next(iter(loop.egos.values()))
        lane = loop.network.lanes_by_id[self._ego.start.lane]
        edges = edges_over(loop.network, [lane.edge, *stops], "stops")
        self.course = course(loop.network, edges, lane.index)
        self._driver = LaneFollower(self.course, options or configured())

    def command(self) -> Tuple[float, float, float]:
        """Return steering (rad), speed (m/s) and acceleration (m/s^2) by the displayed state."""
        return self._driver.command(self._ego.state, self._around())

    def steering(self) -> float:
        """Return the steering angle in rad, ignoring other vehicles."""
        return self._driver.steering(self._ego.state)

    def _around(self) -> NearbyTraffic:
        loop = self._loop
        state, others = loop.shown, loop.others(self._ego.name)
        if not len(state):
            return with_egos(no_traffic(loop.lights), others)
        length, width, _ = loop.sizes[state.type].T
        walks = np.array([is_person(kind.model) for kind in loop.types])[state.type]
        around = NearbyTraffic(
            state.position,
            state.yaw,
            state.speed,
            length,
            width,
            walks,
            loop.lights,
            acceleration=state.acceleration,
        )
        return with_egos(around, others)


def configured() -> DriverOptions:
    """Return the options of the launch files' driver."""
    values = yaml.safe_load(resource("config", "lane_follow.yaml").read_text(encoding="utf-8"))
    idm = (values[name] for name in ("desired_speed", "time_headway", "minimum_gap"))
    return DriverOptions(IdmParameters(*idm), values["wheelbase"], values["rear_axle"])

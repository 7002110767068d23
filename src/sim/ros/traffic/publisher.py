"""Publishes a traffic run.

States and egos each step, tf at its rate, names once a second.
"""

from __future__ import annotations

import math
import time
from typing import Dict, Mapping, Sequence

import rospy
from tf2_msgs.msg import TFMessage

from sim.msg import EgoStatus, TrafficTypes, TrafficVehicles
from sim.ros.conversions import (
    NumpyTrafficStates,
    header,
    states_message,
    types_message,
    vehicles_message,
)
from sim.ros.traffic.frames import TrafficFrames
from sim.ros.traffic.lights import LightsPublisher
from sim.traffic.ego.ego_watch import EgoRecord
from sim.traffic.roads.light_heads import LightHead
from sim.traffic.run import TrafficRun
from sim.traffic.state import VehicleType

NAMES_PERIOD = 1.0


class TrafficPublisher:
    """``/traffic/...`` and tf. ``begin`` is the simulator's time of the run's first state."""

    def __init__(
        self, peak: Mapping[VehicleType, int], tf_rate: float, heads: Sequence[LightHead] = ()
    ) -> None:
        self._peak = peak
        self._lights = LightsPublisher(heads)
        self._tf_period = 1.0 / tf_rate if tf_rate > 0 else math.inf
        self.states = rospy.Publisher(
            "/traffic/states", NumpyTrafficStates, queue_size=100, tcp_nodelay=True
        )
        self._vehicles = rospy.Publisher(
            "/traffic/vehicles", TrafficVehicles, queue_size=2, latch=True
        )
        self._types = rospy.Publisher("/traffic/types", TrafficTypes, queue_size=2, latch=True)
        self._frames = TrafficFrames()
        self._tf = rospy.Publisher("/tf", TFMessage, queue_size=5)
        self._egos: Dict[str, rospy.Publisher] = {}
        self.restart()

    def restart(self) -> None:
        """Publish everything again at the next state."""
        self._lights.restart()
        self._known_types, self._known_names = -1, -1
        self._next_tf = self._next_names = -math.inf

    def publish(self, run: TrafficRun, now: float) -> float:
        """Publish the run's state as that of simulation time ``now``.

        Returns the wall seconds it took.
        """
        started = time.perf_counter()
        session, state = run.session, run.state
        if len(session.types) != self._known_types:
            self._types.publish(types_message(session.types, self._peak, now))
            self._known_types = len(session.types)
        self.states.publish(states_message(state, now, self._lights.publish(run, now)))
        if len(session.names) != self._known_names and now >= self._next_names - 1e-9:
            self._vehicles.publish(vehicles_message(state, session.names, now))
            self._known_names, self._next_names = len(session.names), now + NAMES_PERIOD
        if now >= self._next_tf - 1e-9 and self._tf.get_num_connections():
            self._tf.publish(self._frames.message(state, session.names, now))
            self._next_tf = now + self._tf_period
        for name, record in run.egos.items():
            self._publish_ego(name, record, now)
        return time.perf_counter() - started

    def _publish_ego(self, name: str, record: EgoRecord, now: float) -> None:
        if name not in self._egos:
            self._egos[name] = rospy.Publisher(f"/{name}/traffic", EgoStatus, queue_size=10)
        if not self._egos[name].get_num_connections():
            return
        near, road = record.closeness, record.on_road
        self._egos[name].publish(
            EgoStatus(
                header(now),
                name,
                road.lane,
                road.off_road,
                record.state.speed,
                near.gap,
                near.time_to_collision,
                record.collisions,
                list(road.shadows),
            )
        )

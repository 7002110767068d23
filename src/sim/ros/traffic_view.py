"""What a driver sees of traffic: the vehicles that the simulator shows at a time."""
from __future__ import annotations

import threading
import time
from typing import List, Optional

import numpy as np
import rospy
from sim.msg import TrafficStates, TrafficTypes

from sim.drivers.lane_follow import Surroundings
from sim.ros.conversions import NumpyTrafficStates, state_from_message
from sim.traffic.state import TrafficState

KEPT = 5
EPSILON = 1e-6
UNKNOWN = (5.0, 2.0)
NOTHING = Surroundings(np.empty((0, 2)), np.empty(0), np.empty(0), np.empty(0), np.empty(0))


class TrafficView:
    """Listens to ``/traffic/states`` and ``/traffic/types``."""

    def __init__(self) -> None:
        self._states: List[TrafficState] = []
        self._sizes = np.array([UNKNOWN])
        self._news = threading.Condition()
        rospy.Subscriber("/traffic/types", TrafficTypes, self._take_types)
        self._source = rospy.Subscriber("/traffic/states", NumpyTrafficStates, self._take_state, tcp_nodelay=True, buff_size=2 ** 22)

    def wait_for_source(self) -> None:
        """Waits until traffic is connected, so that not even its first states are lost; SUMO's warm start may take minutes."""
        while not self._source.get_num_connections():
            if rospy.is_shutdown():
                raise rospy.ROSInterruptException("told to end")
            time.sleep(0.02)

    def newest(self) -> Surroundings:
        """The newest state at hand; nothing where there is none."""
        with self._news:
            return self._seen(self._states[-1]) if self._states else NOTHING

    def shown_at(self, now: float, patience: float = 10.0) -> Surroundings:
        """The state that the simulator shows at ``now``, waiting ``patience`` wall s for it and its types; then the newest."""
        with self._news:
            self._news.wait_for(lambda: self._shown(now) is not None and self._knows(self._shown(now)), timeout=patience)
            state = self._shown(now)
        if state is None:
            rospy.logwarn("no traffic state of %.2f s came within %.0f s; driving by the newest one", now, patience)
        return self.newest() if state is None else self._seen(state)

    def _shown(self, now: float) -> Optional[TrafficState]:
        fit = [state for state in self._states if -EPSILON < now - state.time - state.step < state.step - EPSILON]
        return fit[-1] if fit else None

    def _knows(self, state: TrafficState) -> bool:
        return not len(state) or int(state.type.max()) < len(self._sizes) - 1

    def _seen(self, state: TrafficState) -> Surroundings:
        size = self._sizes[np.minimum(state.type, len(self._sizes) - 1)]
        return Surroundings(state.position[:, :2], state.yaw, state.speed, size[:, 0], size[:, 1])

    def _take_types(self, message: TrafficTypes) -> None:
        with self._news:
            self._sizes = np.array([*zip(message.length, message.width), UNKNOWN])
            self._news.notify_all()

    def _take_state(self, message: TrafficStates) -> None:
        state = state_from_message(message)
        with self._news:
            if self._states and state.time <= self._states[-1].time:
                self._states = []
            self._states = [*self._states[1 - KEPT:], state]
            self._news.notify_all()

"""Traffic for a driver: vehicles, persons and lights shown at a time."""

from __future__ import annotations

import threading
import time
from typing import Dict, List, NamedTuple, Optional

import numpy as np
import rospy

from sim.drivers.nearby_traffic import Lights, NearbyTraffic
from sim.msg import TrafficLights, TrafficTypes
from sim.ros.states_text import StatesText
from sim.traffic.looks import is_person
from sim.traffic.state import TrafficState

KEPT = 5
EPSILON = 1e-6
UNKNOWN = (5.0, 2.0)


class _Seen(NamedTuple):
    state: TrafficState
    lights: int


class TrafficView:
    """Listens to ``/traffic/states``, ``/traffic/types`` and ``/traffic/lights``."""

    def __init__(self) -> None:
        self._states: List[_Seen] = []
        self._lights: Dict[int, Lights] = {0: {}}
        self._sizes, self._walks = np.array([UNKNOWN]), np.array([False])
        self._news = threading.Condition()
        rospy.Subscriber("/traffic/types", TrafficTypes, self._take_types)
        rospy.Subscriber("/traffic/lights", TrafficLights, self._take_lights, tcp_nodelay=True)
        self._source = rospy.Subscriber(
            "/traffic/states",
            StatesText,
            self._take_state,
            tcp_nodelay=True,
        )

    def wait_for_source(self) -> None:
        """Wait until traffic is connected, to get its first states.

        SUMO's warm start may take minutes.
        """
        while not self._source.get_num_connections():
            if rospy.is_shutdown():
                raise rospy.ROSInterruptException("asked to end")
            time.sleep(0.02)

    def newest(self, now: float) -> Optional[NearbyTraffic]:
        """Return the newest state shown by ``now``, extrapolated to ``now``.

        The first one if none is shown yet; None without any.
        """
        with self._news:
            due = [seen for seen in self._states if _shown_from(seen.state) <= now + EPSILON]
            seen = due[-1] if due else self._states[0] if self._states else None
            return self._around(seen, now) if seen else None

    @property
    def connected(self) -> bool:
        """True if states have a publisher."""
        return self._source.get_num_connections() > 0

    @property
    def step(self) -> float:
        """s between states; 0 before the first of them."""
        with self._news:
            return self._states[-1].state.step if self._states else 0.0

    def shown_at(self, now: float, patience: float = 10.0) -> Optional[NearbyTraffic]:
        """Return the state that the simulator shows at ``now``.

        Waits ``patience`` wall s for all its messages, then returns the newest.
        """

        def complete() -> bool:
            shown = self._shown(now)
            return shown is not None and self._knows(shown)

        with self._news:
            self._news.wait_for(complete, timeout=patience)
            seen = self._shown(now)
        if seen is None:
            rospy.logwarn(
                "no traffic state of %.2f s came within %.0f s; driving by the newest one",
                now,
                patience,
            )
        return self.newest(now) if seen is None else self._around(seen, now)

    def _shown(self, now: float) -> Optional[_Seen]:
        fit = [
            seen
            for seen in self._states
            if -EPSILON < now - _shown_from(seen.state) < seen.state.step - EPSILON
        ]
        return fit[-1] if fit else None

    def _knows(self, seen: _Seen) -> bool:
        return seen.lights in self._lights and (
            not len(seen.state) or int(seen.state.type.max()) < len(self._sizes) - 1
        )

    def _around(self, seen: _Seen, now: float) -> NearbyTraffic:
        state = seen.state
        kind = np.minimum(state.type, len(self._sizes) - 1)
        lights = self._lights.get(seen.lights, self._lights[max(self._lights)])
        late = now - _shown_from(state)
        length, width = self._sizes[kind].T
        around = NearbyTraffic(
            state.position,
            state.yaw,
            state.speed,
            length,
            width,
            self._walks[kind],
            lights,
            acceleration=state.acceleration,
        )
        return around.aged(late) if late > EPSILON else around

    def _take_types(self, message: TrafficTypes) -> None:
        with self._news:
            self._sizes = np.array([*zip(message.length, message.width), UNKNOWN])
            self._walks = np.array([*(is_person(model) for model in message.model), False])
            self._news.notify_all()

    def _take_lights(self, message: TrafficLights) -> None:
        letters = dict(zip(zip(message.light, message.link), message.state))
        with self._news:
            begins_anew = message.version <= max(self._lights)
            before = [] if begins_anew else sorted(self._lights.items())[-KEPT:]
            self._lights = {0: {}, **dict(before), message.version: letters}
            self._news.notify_all()

    def _take_state(self, message: StatesText) -> None:
        seen = _Seen(message.state(), message.lights)
        with self._news:
            if self._states and seen.state.time <= self._states[-1].state.time:
                self._states = []
            self._states = [*self._states[1 - KEPT :], seen]
            self._news.notify_all()


def _shown_from(state: TrafficState) -> float:
    """Return when the simulator begins to show a state. It is one step after its stamp."""
    return state.time + state.step

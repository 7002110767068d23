"""A lockstep participant that halts the simulator at each boundary.

The test reads and acts meanwhile.
"""

from __future__ import annotations

import queue
import time

import rospy
from geometry_msgs.msg import Point, Pose, Quaternion, Twist, Vector3
from std_srvs.srv import Trigger

from gazebo_msgs.msg import ModelState
from gazebo_msgs.srv import GetModelState, GetWorldProperties, SetModelState
from sim.msg import LockstepBoundary, TrafficLights, TrafficTypes
from sim.ros.conversions import NumpyTrafficStates, state_from_message, types_from_message
from sim.ros.lockstep_client import LockstepClient, Membership

PERIOD = 0.1
PATIENCE = 120.0


class Stepper:
    """Halts physics at a multiple of 0.1 s between calls of :meth:`step`."""

    def __init__(self, models) -> None:
        self._boundaries: queue.Queue[LockstepBoundary] = queue.Queue()
        self.states, self.types, self._lights, self._versions = {}, {}, {}, {}
        self._heard = queue.Queue()
        rospy.Subscriber("/traffic/states", NumpyTrafficStates, self._heard.put, tcp_nodelay=True)
        rospy.Subscriber(
            "/traffic/types",
            TrafficTypes,
            lambda message: self.types.update(types_from_message(message)),
        )
        rospy.Subscriber(
            "/traffic/lights",
            TrafficLights,
            lambda message: self._lights.update({message.version: message}),
        )
        self._client = LockstepClient(
            Membership("test", PERIOD, models, PATIENCE), self._boundaries.put
        )
        rospy.wait_for_service("/gazebo/get_model_state", PATIENCE)
        self.model_state = rospy.ServiceProxy(
            "/gazebo/get_model_state", GetModelState, persistent=True
        )
        while not all(self.model_state(model, "").success for model in models):
            time.sleep(0.05)
        self._client.join()
        self.boundary = self._boundaries.get(timeout=PATIENCE)
        self._set = rospy.ServiceProxy("/gazebo/set_model_state", SetModelState)
        self._world = rospy.ServiceProxy("/gazebo/get_world_properties", GetWorldProperties)
        self._reset = rospy.ServiceProxy("/traffic_bridge/reset", Trigger)

    @property
    def time(self) -> float:
        return self.boundary.header.stamp.to_sec()

    def step(self, seconds: float = PERIOD) -> None:
        """Step to the boundary ``seconds`` later."""
        for _ in range(round(seconds / PERIOD)):
            self._client.done(self.time, self.time)
            self.boundary = self._boundaries.get(timeout=PATIENCE)

    def reset(self) -> None:
        """Reset the simulation to time 0."""
        # Traffic is idle then, so that no state from before the reset is still to come.
        self.newest()
        while not self._heard.empty():
            self._heard.get()
        self.states.clear()
        self._lights.clear()
        while not self._boundaries.empty():
            self._boundaries.get()
        answer = self._reset()
        assert answer.success, answer.message
        self.boundary = self._boundaries.get(timeout=PATIENCE)
        while self.time > 1e-6:
            self.boundary = self._boundaries.get(timeout=PATIENCE)

    def shown(self):
        """Return the traffic state shown at this boundary, one SUMO step old."""
        return self._state(round(self.time / PERIOD) - 1)

    def newest(self):
        """Return the traffic state one SUMO step ahead.

        Once it has arrived, SUMO halts until the next :meth:`step`.
        """
        return self._state(round(self.time / PERIOD) + 1)

    def _state(self, key: int):
        while key not in self.states:
            message = self._heard.get(timeout=PATIENCE)
            state = state_from_message(message)
            # A state further ahead is from before the last reset.
            if state.time < self.time + 1.5 * PERIOD:
                self.states[round(state.time / PERIOD)] = state
                self._versions[round(state.time / PERIOD)] = message.lights
        return self.states[key]

    def lights(self, state=None) -> TrafficLights:
        """Return the lights that belong to a state, or to :meth:`shown`."""
        version = self._versions[round((self.shown() if state is None else state).time / PERIOD)]
        end = time.monotonic() + PATIENCE
        while version not in self._lights and time.monotonic() < end:
            time.sleep(0.001)
        return self._lights[version]

    def model_names(self):
        return self._world().model_names

    def put(self, model: str, x: float, y: float, speed: float = 0.0) -> None:
        """Put a model at a place, heading +x."""
        pose, twist = Pose(Point(x, y, 0.0), Quaternion(w=1.0)), Twist(linear=Vector3(x=speed))
        answer = self._set(ModelState(model, pose, twist, ""))
        assert answer.success, answer.status_message

"""Topics of the simulator: clock, states, lockstep and traffic."""

from __future__ import annotations

import math
from typing import Any, Callable, List, Sequence

import numpy as np
import rospy
from geometry_msgs.msg import Point, Pose, Quaternion, Twist, Vector3
from rosgraph_msgs.msg import Clock

from gazebo_msgs.msg import LinkState, LinkStates, ModelState, ModelStates
from sim.embedded.entities import WorldEntities
from sim.embedded.lockstep import LockstepParticipant
from sim.embedded.physics.layout import States
from sim.embedded.simulation import Simulation
from sim.errors import InputError, SimError
from sim.msg import LockstepBoundary, LockstepDone, TrafficLights, TrafficTypes
from sim.ros.conversions import (
    LIGHTS_TOPIC,
    STATES_TOPIC,
    TYPES_TOPIC,
    header,
    lights_from_message,
    pose_from_matrix,
    stamp,
    twist,
    types_from_message,
    vector,
)
from sim.ros.node.own_time import OwnTime
from sim.ros.node.throttle import Throttle
from sim.ros.states_text import StatesText
from sim.transforms import quaternion_from_rpy

TIME_TOLERANCE = 1e-6  # s
# The node that collects all nodes' logs, and the period of /clock if it is the only subscriber.
ROSOUT_NODE = "/rosout"
ROSOUT_CLOCK_RATE = 1.0  # Hz of simulated time
LOG_PERIOD = 5.0  # s of simulated time, between two lines about one topic's messages


class ClockTopic:
    """``/clock``, and the time of this node, which needs no message.

    If rosout is the only subscriber, which every launch starts and which ignores the time, one
    message per simulated second is enough.
    """

    def __init__(self, throttle: Throttle) -> None:
        # First, or rospy connects its subscription to the publisher and keeps that.
        self._own = OwnTime()
        self._publisher = rospy.Publisher("/clock", Clock, queue_size=100, tcp_nodelay=True)
        self._throttle, self._for_rosout = throttle, Throttle(ROSOUT_CLOCK_RATE)

    def __call__(self, now: float) -> None:
        if not self._throttle.due(now):
            return
        if self._for_rosout.due(now) or self._heard():
            self.publish(now)
        else:
            self._own.set(stamp(now))

    def next(self, now: float) -> float:
        """Return a time before which no message is due, for present subscribers."""
        least = now if self._heard() else self._for_rosout.next(now)
        return max(least, self._throttle.next(now))

    def _heard(self) -> bool:
        """Return whether a node other than rosout subscribes."""
        impl = self._publisher.impl
        return impl is None or any(one.endpoint_id != ROSOUT_NODE for one in impl.connections)

    def publish(self, now: float) -> None:
        """Publish the time at once."""
        time = stamp(now)
        self._own.set(time)
        self._publisher.publish(Clock(time))


class StateTopics:
    """``/gazebo/model_states`` and ``link_states``, made only while they have subscribers."""

    def __init__(self, simulation: Simulation, throttle: Throttle) -> None:
        self._simulation, self._throttle = simulation, throttle
        self._models = rospy.Publisher("/gazebo/model_states", ModelStates, queue_size=5)
        self._links = rospy.Publisher("/gazebo/link_states", LinkStates, queue_size=5)

    def next(self, now: float) -> float:
        """Return a time before which no message is due, for present subscribers."""
        heard = self._models.get_num_connections() or self._links.get_num_connections()
        return self._throttle.next(now) if heard else math.inf

    def __call__(self, now: float) -> None:
        if not self._throttle.due(now):
            return
        if self._models.get_num_connections():
            states = _with_traffic(self._simulation, self._simulation.physics.poses.model_states())
            self._models.publish(ModelStates(states.names, _poses(states), _twists(states)))
        if self._links.get_num_connections():
            states = self._simulation.physics.poses.link_states()
            self._links.publish(LinkStates(states.names, _poses(states), _twists(states)))


class SimulatorTopics:
    """Wires a simulation's listeners to publishers and its mailbox to subscribers."""

    def __init__(
        self,
        simulation: Simulation,
        entities: WorldEntities,
        set_model_state: Callable[[ModelState], Any],
        set_link_state: Callable[[LinkState], Any],
        clock: ClockTopic,
        states: StateTopics,
    ) -> None:
        self._simulation, self._entities = simulation, entities
        self._clock = clock
        self._boundary = rospy.Publisher(
            "/gazebo/lockstep/boundary", LockstepBoundary, queue_size=100, tcp_nodelay=True
        )
        simulation.on_step += [clock, states]
        simulation.on_boundary.append(self._publish_boundary)
        post = simulation.mailbox.post
        self._subscribers = [
            rospy.Subscriber(
                "/gazebo/set_model_state",
                ModelState,
                lambda message: post(lambda: self._take_state("model", set_model_state, message)),
            ),
            rospy.Subscriber(
                "/gazebo/set_link_state",
                LinkState,
                lambda message: post(lambda: self._take_state("link", set_link_state, message)),
            ),
            rospy.Subscriber(
                "/gazebo/lockstep/done",
                LockstepDone,
                lambda message: post(lambda: self._done(message)),
                tcp_nodelay=True,
            ),
            rospy.Subscriber(
                TYPES_TOPIC, TrafficTypes, lambda message: post(lambda: self._take_types(message))
            ),
            rospy.Subscriber(
                LIGHTS_TOPIC,
                TrafficLights,
                lambda message: post(lambda: self._take_lights(message)),
                tcp_nodelay=True,
            ),
            rospy.Subscriber(
                STATES_TOPIC,
                StatesText,
                lambda message: post(lambda: self._take_traffic(message)),
                tcp_nodelay=True,
            ),
        ]

    def _take_state(self, what: str, put: Callable[[Any], Any], message: Any) -> None:
        try:
            put(message)
        except SimError as error:
            rospy.logwarn_throttle(1.0, f"/gazebo/set_{what}_state: {error}")

    def _take_traffic(self, message: StatesText) -> None:
        """Take a state. An invalid one counts as arrived, and is not waited for."""
        try:
            self._simulation.pool.add(message.state())
        except InputError as error:
            rospy.logerr_throttle(LOG_PERIOD, f"{error}; message ignored")
        self._simulation.lockstep.input(STATES_TOPIC, message.time)

    def _take_types(self, message: TrafficTypes) -> None:
        try:
            self._simulation.pool.set_types(types_from_message(message))
        except InputError as error:
            rospy.logerr_throttle(LOG_PERIOD, f"{error}; message ignored")

    def _take_lights(self, message: TrafficLights) -> None:
        try:
            self._simulation.lamps.add(message.header.stamp.to_sec(), lights_from_message(message))
        except InputError as error:
            rospy.logerr_throttle(LOG_PERIOD, f"{error}; message ignored")

    def _done(self, message: LockstepDone) -> None:
        if message.heard.to_sec() > self._simulation.physics.time + TIME_TOLERANCE:
            return
        self._simulation.lockstep.done(message.name, message.stamp.to_sec(), tuple(message.inputs))

    def _publish_boundary(self, due: Sequence[LockstepParticipant]) -> None:
        now = self._simulation.physics.time
        message = LockstepBoundary(
            header=header(now),
            participants=[participant.name for participant in due],
            repeats=[participant.repeats for participant in due],
        )
        for name in sorted({name for participant in due for name in participant.models}):
            if self._simulation.physics.models.has(name):
                state, (size, center) = (
                    self._entities.state(name),
                    self._simulation.physics.models.bounds(name),
                )
                message.models.append(name)
                message.pose.append(pose_from_matrix(state.pose))
                message.twist.append(twist(state.linear, state.angular))
                message.size.append(vector(size))
                message.center.append(vector(center))
        for model, other in sorted({pair for participant in due for pair in participant.contacts}):
            message.touching.append(model)
            message.touched.append(other)
        self._boundary.publish(message)


def _with_traffic(simulation: Simulation, states: States) -> States:
    names, poses = simulation.pool.names(), simulation.pool.poses()
    spin = np.column_stack([np.zeros((len(names), 2)), poses.yaw_rate])
    return States(
        states.names + names,
        np.vstack([states.positions, poses.position]),
        np.vstack([states.quaternions, quaternion_from_rpy(poses.roll, poses.pitch, poses.yaw)]),
        np.vstack([states.linear, poses.velocity]),
        np.vstack([states.angular, spin]),
    )


def _poses(states: States) -> List[Pose]:
    return [
        Pose(Point(*p), Quaternion(*q))
        for p, q in zip(states.positions.tolist(), states.quaternions.tolist())
    ]


def _twists(states: States) -> List[Twist]:
    return [
        Twist(Vector3(*v), Vector3(*w))
        for v, w in zip(states.linear.tolist(), states.angular.tolist())
    ]

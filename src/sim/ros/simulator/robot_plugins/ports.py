"""Common base of the topics of gazebo_plugins."""

from __future__ import annotations

from typing import Any, Callable, List

import rospy
from geometry_msgs.msg import TransformStamped
from std_srvs.srv import Empty, EmptyResponse

from sim.embedded.robot_plugins.drives import update_schedule
from sim.embedded.simulation import Simulation
from sim.robot_plugins.settings import PluginSettings
from sim.ros.tf_prefix import tf_prefix

# Messages that may wait for a slow subscriber.
QUEUE = 100


class PluginTopics:
    """The topics of one plugin of a model.

    Published at the Hz of its element ``RATE``, or with each step without one.
    """

    RATE = "updateRate"

    def __init__(
        self, simulation: Simulation, model: str, settings: PluginSettings, seed: int
    ) -> None:
        self._simulation, self._model, self._settings, self._seed = (
            simulation,
            model,
            settings,
            seed,
        )
        self._schedule = update_schedule(
            settings.plugin,
            settings.number(self.RATE) if self.RATE else 0.0,
            simulation.physics.timestep,
        )
        self._topics: List[Any] = []
        self._services: List[rospy.Service] = []
        self._prefix = tf_prefix(settings.space)

    def publish(self, now: float) -> List[TransformStamped]:
        """Publish due topics with subscribers; return transforms for /tf."""
        return self._publish(now) if self._schedule.due(now) else []

    def close(self) -> None:
        self._simulation.subsystems.parts.remove(self._settings)
        for service in self._services:
            service.shutdown("its model has gone")
        for topic in self._topics:
            topic.unregister()

    def _publish(self, now: float) -> List[TransformStamped]:
        raise NotImplementedError

    def _advertise(self, name: str, kind: type) -> rospy.Publisher:
        publisher = rospy.Publisher(
            self._settings.topic(name), kind, queue_size=QUEUE, tcp_nodelay=True
        )
        self._topics.append(publisher)
        return publisher

    def _serve(self, name: str, action: Callable[[], None]) -> None:
        """Offer a std_srvs/Empty service."""

        def answer(_request: Any) -> EmptyResponse:
            action()
            return EmptyResponse()

        self._offer_service(name, Empty, answer)

    def _offer_service(self, name: str, kind: Any, answer: Callable[[Any], Any]) -> None:
        """Offer a service, unless another plugin has done so, as in roscpp."""
        full = self._settings.topic(name)
        try:
            self._services.append(rospy.Service(full, kind, answer))
        except rospy.ServiceException:
            rospy.logerr(
                "model %s: plugin %s has no service %s, which another plugin offers; give one of "
                "them a <robotNamespace> of its own",
                self._model,
                self._settings.plugin,
                full,
            )

    def _frame(self, name: str) -> str:
        return self._settings.frame(self._prefix, name)

"""The topic of a sensor, and the environment of all sensors."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Callable, Optional, Protocol

from sim.arrays import Array
from sim.embedded.lidar.exposure import ExposureRecorder
from sim.embedded.lidar.targets import RayTargets
from sim.embedded.physics.physics import Physics
from sim.embedded.sensors.geodesy import Geodesy
from sim.embedded.sensors.hub import SensorWorker, Station
from sim.embedded.sensors.schedule import SensorSchedule
from sim.ros.node.subscribers import Subscribers
from sim.ros.sensors.truth_messages import Labelling

# Messages that may wait for a slow subscriber.
QUEUE = 100


@dataclass(frozen=True)
class SensorEnvironment:
    """Environment of the sensors.

    The ``physics``, positions on Earth, and targets of rays, with their poses during a scan;
    ``distorted``: motion distortion of lidars without a setting in their SDF; ``radar_seed`` and
    ``noise_seed`` of the random numbers of radars and plugins, ``labelling`` of classes, and the
    world's ``magnetic_field`` (3,) in T.
    """

    physics: Physics
    geodesy: Geodesy
    targets: RayTargets
    recorder: ExposureRecorder
    distorted: bool
    radar_seed: int
    noise_seed: int
    labelling: Labelling
    magnetic_field: Array


class AnyPort(Protocol):
    """The topics of one sensor."""

    def station(self, name: str, schedule: SensorSchedule, worker: SensorWorker) -> Station:
        """Return the sensor's station in the hub."""

    def close(self) -> None:
        """Unregister its topics."""


class SensorPort:
    """One topic of one sensor.

    ``reading`` makes its message from the time, or from the result of its worker, or returns None.
    """

    def __init__(
        self,
        topic: str,
        kind: Any,
        reading: Callable[[Any], Optional[Any]],
        watch: Optional[Callable[[], Any]] = None,
        queue: int = QUEUE,
    ) -> None:
        self._subscribers = Subscribers()
        self.publisher = self._subscribers.publisher(topic, kind, queue)
        self._reading, self._watch = reading, watch

    def station(self, name: str, schedule: SensorSchedule, worker: SensorWorker) -> Station:
        """Return the sensor's station in the hub."""
        return Station(name, schedule, self.wanted, worker, self.publish, self._watch)

    def wanted(self) -> bool:
        return self._subscribers.present

    def publish(self, moment: Any) -> None:
        """Measure and publish."""
        message = self._reading(moment)
        if message is not None:
            self.publisher.publish(message)

    def close(self) -> None:
        self.publisher.unregister()

"""The topic of a sensor, and what sensors of all kinds are made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Callable, Optional, Protocol

from sim.arrays import Array
from sim.embedded.lidar.exposure import Recorder
from sim.embedded.lidar.targets import RayTargets
from sim.embedded.physics.physics import Physics
from sim.embedded.sensors.geodesy import Geodesy
from sim.embedded.sensors.hub import Station, Worker
from sim.embedded.sensors.schedule import Schedule
from sim.ros.node.subscribers import Subscribers
from sim.ros.sensors.truth_messages import Labelling

# Messages that may wait for a slow subscriber.
QUEUE = 100


@dataclass(frozen=True)
class Measured:
    """What is measured: the ``physics``, places on Earth, and what rays meet, with where it was
    during a scan; ``distorted`` is whether lidars whose SDF does not say move while they scan,
    ``radar_seed`` where what is random in radars begins, ``labelling`` how classes are numbered,
    and ``magnetic_field`` (3,) the world's, T."""

    physics: Physics
    geodesy: Geodesy
    targets: RayTargets
    recorder: Recorder
    distorted: bool
    radar_seed: int
    labelling: Labelling
    magnetic_field: Array


class AnyPort(Protocol):
    """The topics of one sensor."""

    def station(self, name: str, schedule: Schedule, worker: Worker) -> Station:
        """The sensor as the hub knows it."""

    def close(self) -> None:
        """Unregister its topics."""


class Port:
    """One topic of one sensor: ``reading`` makes its message of the time, or of what its worker
    hands over, or None where there is nothing to say."""

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

    def station(self, name: str, schedule: Schedule, worker: Worker) -> Station:
        """The sensor as the hub knows it."""
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

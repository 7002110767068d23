"""Drives an ego through traffic and samples its camera and lidar.

Both are exact and of one instant, a boundary, while the drive goes on to the next.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Iterator, List, Optional, Tuple

import numpy as np

from sim.arrays import Array
from sim.dataset.kitti_format import InertialState
from sim.dataset.lidar_link import LidarLink
from sim.dataset.options import DatasetOptions, places
from sim.dataset.sample import LANES, DataSample
from sim.embedded.cameras import CameraFrame, Shot
from sim.embedded.cameras.cameras import CameraSensors
from sim.embedded.entities import WorldEntities
from sim.embedded.lidar.snapshot import SnapshotTaker
from sim.embedded.sensors.mount import SensorMount
from sim.environments.closed_loop import ClosedLoop
from sim.environments.ego import model_path
from sim.environments.lane_following import LaneFollowing
from sim.errors import SimulationError
from sim.traffic.lane_view import LaneView, NearBorder


class DatasetDrive:
    """Closed loop with an ego driven by the launch files' driver. It must be closed."""

    def __init__(self, options: DatasetOptions) -> None:
        place = places()[options.place]
        self._options, self._loop = options, ClosedLoop(place.scenario)
        self._ego = next(iter(self._loop.egos.values()))
        self._camera = options.camera()
        simulation = self._loop.simulation
        self._cameras = CameraSensors(
            self._loop.physics,
            simulation.pool,
            simulation.lamps,
            model_path(),
            self._loop.look,
            options.quality,
            options.conditions,
        )
        self._taker = SnapshotTaker(self._loop.physics, simulation.pool)
        mount = SensorMount(self._ego.name, self._ego.link, options.lidar_sensor())
        self._lidar = LidarLink(model_path(), mount)
        self._entities = WorldEntities(simulation)
        self._lanes = LaneView(self._loop.network)
        self._driver = LaneFollowing(self._loop, place.stops)

    def __enter__(self) -> DatasetDrive:
        return self

    def __exit__(self, *error: object) -> None:
        self._lidar.close()
        self._cameras.close()
        self._loop.close()

    @property
    def ego(self) -> str:
        """The name of the car that carries the sensors."""
        return self._ego.name

    def samples(self) -> Iterator[DataSample]:
        """Yield the requested number of samples.

        Each is complete when the next one is due, since camera and lidar measure while the drive
        goes on.
        """
        options, loop = self._options, self._loop
        loop.reset(options.seed)
        exposed: Optional[_Exposed] = None
        before: Optional[Array] = None
        for number in range(options.frames * options.every):
            if number % options.every == 0:
                sample = None if exposed is None else self._sample(exposed)
                exposed = self._expose(before)
                if sample is not None:
                    yield sample
            before = self._entities.state(self._ego.name).linear
            self._ego.command(*self._driver.command())
            loop.step()
        if exposed is not None:
            yield self._sample(exposed)

    def _expose(self, before: Optional[Array]) -> _Exposed:
        """Begin to measure this instant.

        ``before`` is the velocity of the traffic step before. The acceleration is the mean over
        that step, 0 without one.
        """
        base = self._loop.physics.poses.link_pose(self._ego.name, self._ego.link)
        state = self._entities.state(self._ego.name)
        lines = tuple(self._lanes.near(base, LANES))
        gained = np.zeros(3) if before is None else state.linear - before
        motion = InertialState(base, state.linear, state.angular, gained / self._loop.scenario.step)
        exposed = _Exposed(self._loop.time, motion, lines)
        shot = Shot(self._camera, base @ self._camera.sensor_from_camera, labels=True, boxes=True)
        self._lidar.begin(self._taker.take())
        self._cameras.capture([shot], exposed.frames.extend)
        return exposed

    def _sample(self, exposed: _Exposed) -> DataSample:
        points = self._lidar.returns()
        self._cameras.finish()
        if not exposed.frames:
            raise SimulationError("the camera took no picture; the log says why")
        return DataSample(
            exposed.time,
            exposed.frames[0],
            points,
            exposed.motion,
            exposed.lines,
        )


@dataclass
class _Exposed:
    """Instant being measured.

    Some values are available at once, the camera's frame once it is drawn.
    """

    time: float
    motion: InertialState
    lines: Tuple[NearBorder, ...]
    frames: List[CameraFrame] = field(default_factory=list)

"""Drives an ego through traffic and takes what its camera and its lidar measure at boundaries, both
at one instant and exact."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Iterator, List, Sequence, Tuple

import numpy as np

from sim.arrays import Array
from sim.dataset.options import Options, places
from sim.embedded.cameras import Cameras, Frame, Shot
from sim.embedded.entities import Entities
from sim.embedded.lidar.exposure import Exposure
from sim.embedded.lidar.scanner import Scanner
from sim.embedded.lidar.snapshot import SnapshotTaker
from sim.embedded.lidar.targets import RayTargets
from sim.embedded.sensors.mount import Mount
from sim.environments.closed_loop import ClosedLoop
from sim.environments.ego import model_path
from sim.environments.lane_following import LaneFollowing
from sim.errors import SimulationError
from sim.traffic.lane_view import LaneView, NearBorder

# How far lanes' borders are labels, m.
LANES = 60.0


@dataclass(frozen=True)
class Sample:
    """One instant: ``frame`` with labels and boxes, ``points`` (n, 4) x y z in the lidar's frame
    and reflectance from 0 to 1, ``world_from_base`` (4, 4), velocity (3,) and angular velocity
    (3,) in the world, and the lanes' borders around the car in its base's frame."""

    time: float
    frame: Frame
    points: Array
    world_from_base: Array
    velocity: Array
    angular_velocity: Array
    lines: Tuple[NearBorder, ...] = ()


class Drive:
    """A closed loop with an ego that the launch files' driver drives; to be closed."""

    def __init__(self, options: Options) -> None:
        place = places()[options.place]
        self._options, self._loop = options, ClosedLoop(place.scenario)
        self._ego = next(iter(self._loop.egos.values()))
        self._camera = options.camera()
        simulation = self._loop.simulation
        self._cameras = Cameras(
            self._loop.physics,
            simulation.pool,
            simulation.lamps,
            model_path(),
            self._loop.look,
            options.quality,
            options.conditions,
        )
        self._taker = SnapshotTaker(self._loop.physics, simulation.pool)
        mount = Mount(self._ego.name, self._ego.link, options.lidar_sensor())
        self._scanner = Scanner(RayTargets(model_path()), mount, distorted=False)
        self._entities = Entities(simulation)
        self._lanes = LaneView(self._loop.network)
        self._driver = LaneFollowing(self._loop, place.stops)

    def __enter__(self) -> Drive:
        return self

    def __exit__(self, *error: object) -> None:
        self._cameras.close()
        self._loop.close()

    @property
    def ego(self) -> str:
        """The name of the car that carries the sensors."""
        return self._ego.name

    def samples(self) -> Iterator[Sample]:
        """As many as were asked for."""
        options, loop = self._options, self._loop
        loop.reset(options.seed)
        for number in range(options.frames * options.every):
            if number % options.every == 0:
                yield self._sample()
            self._ego.command(*self._driver.command())
            loop.step()

    def _sample(self) -> Sample:
        base = self._loop.physics.link_pose(self._ego.name, self._ego.link)
        taken: List[Frame] = []

        def deliver(frames: Sequence[Frame]) -> None:
            taken.extend(frames)

        shot = Shot(self._camera, base @ self._camera.sensor_from_camera, labels=True, boxes=True)
        self._cameras.capture([shot], deliver)
        scan = self._scanner.scan(Exposure((self._taker.take(),)))
        self._cameras.finish()
        if not taken:
            raise SimulationError("the camera took no picture; the log says why")
        assert scan is not None  # One of a single instant always is.
        there = np.isfinite(scan.ranges)
        points = np.column_stack(
            [
                scan.directions[there] * scan.ranges[there, None],
                scan.intensities[there] / 255.0,
            ]
        )
        state = self._entities.state(self._ego.name)
        lines = tuple(self._lanes.near(base, LANES))
        return Sample(self._loop.time, taken[0], points, base, state.linear, state.angular, lines)

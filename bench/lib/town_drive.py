"""Drive of the ego through the town, with camera and lidar data.

They measure at each step of 0.1 s, instantaneously and without noise.
"""

from __future__ import annotations

from typing import Iterator, List, Sequence

import numpy as np

from bench.lib.lidar import Lidar
from bench.lib.mujoco_town import Box
from sim.dataset.options import places
from sim.embedded.cameras import CameraFrame, Shot
from sim.embedded.cameras.cameras import CameraSensors
from sim.environments.closed_loop import ClosedLoop
from sim.environments.ego import model_path
from sim.environments.lane_following import LaneFollowing
from sim.rendering.conditions import conditions_of
from sim.rendering.types import Quality
from sim.transforms import rotation_from_rpy, transform_from_rpy

SEED = 1


class TownDrive:
    """Launch file's driver in the town with traffic, as context manager.

    The seed is 1.
    """

    def __init__(self) -> None:
        place = places()["town"]
        self.loop = ClosedLoop(place.scenario)
        self._ego = next(iter(self.loop.egos.values()))
        self._driver = LaneFollowing(self.loop, place.stops)
        self.loop.reset(SEED)

    def __enter__(self) -> TownDrive:
        return self

    def __exit__(self, *error: object) -> None:
        self.loop.close()

    def cameras(self, quality: Quality) -> CameraSensors:
        """Cameras in this town at noon, to be closed."""
        simulation = self.loop.simulation
        return CameraSensors(
            simulation.physics,
            simulation.pool,
            simulation.lamps,
            model_path(),
            self.loop.look,
            quality,
            conditions_of("clear", 12.0),
        )

    def lidar(self, device: str, base_from_lidar: np.ndarray) -> Lidar:
        """Return a lidar of the package on the ego."""
        simulation = self.loop.simulation
        place = (self._ego.name, self._ego.link, base_from_lidar)
        return Lidar(device, place, simulation.physics, simulation.pool)

    def poses(self, steps: int) -> Iterator[np.ndarray]:
        """world_from_base (4, 4) of the ego at each step of a drive."""
        for _ in range(steps):
            yield np.asarray(self.loop.physics.poses.link_pose(self._ego.name, self._ego.link))
            self._ego.command(*self._driver.command())
            self.loop.step()

    def boxes(self) -> List[Box]:
        """Around the vehicles and persons of the traffic."""
        pool = self.loop.simulation.pool
        poses, sizes = pool.poses(), self.loop.sizes[pool.state.type]
        turns = rotation_from_rpy(poses.roll, poses.pitch, poses.yaw)
        middles = poses.position + 0.5 * sizes[:, 2:] * turns[:, :, 2]
        return [Box(*parts) for parts in zip(sizes, middles, turns)]


def frames(cameras: CameraSensors, shots: Sequence[Shot]) -> List[CameraFrame]:
    """Pictures of this instant."""
    taken: List[CameraFrame] = []
    cameras.capture(shots, taken.extend)
    cameras.finish()
    if len(taken) != len(shots):
        raise RuntimeError("a camera took no picture; see the log")
    return taken


def level(x: float, y: float, z: float) -> np.ndarray:
    """base_from_sensor (4, 4) of a sensor that looks ahead."""
    return np.asarray(transform_from_rpy((x, y, z), (0.0, 0.0, 0.0)))

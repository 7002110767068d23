"""Town without traffic, for vehicles that a measurement places.

It is complete, or in plain colours without street furniture and parked cars.
"""

from __future__ import annotations

from dataclasses import replace
from typing import List

import numpy as np

from bench.lib.lidar import Lidar
from bench.lib.report import ROOT
from sim.embedded.cameras.cameras import CameraSensors
from sim.embedded.physics.physics import Physics
from sim.embedded.traffic.lamps import Lamps
from sim.embedded.traffic.traffic import Traffic
from sim.rendering.conditions import Conditions
from sim.rendering.types import Quality
from sim.sdf.model_path import ModelPath
from sim.sdf.reader import read_model, read_world
from sim.sdf.types import Link, Model

STEP = 0.005
CAR = "ego"
FURNITURE = ("parked_", "town_street")


class StandingTown:
    """Town with the world's ``models`` and an empty traffic ``pool``."""

    def __init__(self, plain: bool = False) -> None:
        self._path = ModelPath([str(ROOT / folder) for folder in ("models", "worlds")])
        world, _ = read_world(ROOT / "worlds" / "town.world", self._path.paths)
        self.models: List[Model] = [
            _plain(model) if plain else model
            for model in world.models
            if not (plain and model.name.startswith(FURNITURE))
        ]
        self.physics, self._look = Physics(world.gravity, STEP), world.look
        self.physics.add_many(
            [(model, model.name, model.world_from_model) for model in self.models]
        )
        self.pool = Traffic(self.physics)

    def put(self, pose: np.ndarray) -> None:
        """Put the ego's car, which is not driven, to world_from_base (4, 4)."""
        if CAR in self.physics.models.names():
            self.physics.poses.set_model_pose(CAR, pose)
        else:
            file = self._path.model_file("model://ego_car", where="bench")
            model, _ = read_model(file, self._path.paths)
            self.physics.add(replace(model, static=True), CAR, pose)
        self.physics.step()

    def lidar(self, device: str, base_from_lidar: np.ndarray) -> Lidar:
        """Return a lidar of the package on the car."""
        return Lidar(device, (CAR, "base_link", base_from_lidar), self.physics, self.pool)

    def cameras(self, quality: Quality, conditions: Conditions = Conditions()) -> CameraSensors:
        """Cameras on it, to be closed."""
        lamps = Lamps(self.physics)
        return CameraSensors(
            self.physics, self.pool, lamps, self._path, self._look, quality, conditions
        )


def _plain(model: Model) -> Model:
    """Return the model without images, in the colours that tint them."""

    def bare(link: Link) -> Link:
        return replace(link, visuals=tuple(replace(visual, image="") for visual in link.visuals))

    return replace(model, links=tuple(bare(link) for link in model.links))

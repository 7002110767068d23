"""Scenes and single pictures for the tests of cameras."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar, List, Optional, Sequence

import numpy as np

from sim.embedded.cameras import CameraFrame, Shot
from sim.embedded.cameras.cameras import CameraSensors
from sim.embedded.cameras.instances import Instances
from sim.embedded.physics.physics import Physics
from sim.embedded.traffic.lamps import Lamps
from sim.embedded.traffic.traffic import Traffic
from sim.rendering.conditions import Conditions
from sim.rendering.types import Quality
from sim.sdf.look import SceneSettings
from sim.sdf.model_path import ModelPath
from sim.sdf.sensors.cameras import Camera
from sim.sdf.types import Color, Geometry, Inertial, Link, Model, Visual

from ..bodies import IDENTITY

REPOSITORY = Path(__file__).resolve().parents[3]
MODELS = ModelPath([str(REPOSITORY / "models"), str(REPOSITORY / "worlds")])
BACKGROUND = (0.2, 0.4, 0.6)
# One light from everywhere: colours come out as they are.
PLAIN = SceneSettings((1.0, 1.0, 1.0), BACKGROUND, ())
RED = (1.0, 0.0, 0.0, 1.0)
GREEN = (0.0, 1.0, 0.0, 1.0)
BLUE = (0.0, 0.0, 1.0, 1.0)


def camera(width: int = 640, height: int = 480, fov: float = 1.2, **others: object) -> Camera:
    return Camera("camera", IDENTITY, width, height, fov, **{"near": 0.1, "far": 100.0, **others})


def seen(name: str, *visuals: Visual, static: bool = True) -> Model:
    """Return a model of one link with visuals alone."""
    return Model(
        name,
        IDENTITY,
        static,
        (Link("link", IDENTITY, Inertial(1.0, IDENTITY, np.eye(3)), (), visuals),),
    )


def visual(
    geometry: Geometry, color: Color, at: np.ndarray = IDENTITY, name: str = "visual"
) -> Visual:
    return Visual(name, at, geometry, color)


class Watched:
    """World with cameras; a fixture closes the ones in ``made``."""

    made: ClassVar[List[Watched]] = []

    def __init__(
        self,
        models: Sequence[Model] = (),
        look: SceneSettings = PLAIN,
        quality: Quality = Quality(),
        model_path: ModelPath = MODELS,
        conditions: Conditions = Conditions(),
        instances: Optional[Instances] = None,
        own_process: bool = False,
    ) -> None:
        self.physics = Physics((0.0, 0.0, -9.8), 0.005)
        self.physics.add_many([(model, model.name, model.world_from_model) for model in models])
        self.pool, self.lamps = Traffic(self.physics), Lamps(self.physics)
        self.made.append(self)
        self.cameras = CameraSensors(
            self.physics,
            self.pool,
            self.lamps,
            model_path,
            look,
            quality,
            conditions,
            instances=instances,
            own_process=own_process,
        )

    def frame(self, camera: Camera, at: np.ndarray = IDENTITY, depth: bool = False) -> CameraFrame:
        """Return the camera's current frame; fail if none is delivered."""
        return self.frames([Shot(camera, at, depth)])[0]

    def frames(self, shots: Sequence[Shot]) -> Sequence[CameraFrame]:
        got: Optional[Sequence[CameraFrame]] = None

        def deliver(frames: Sequence[CameraFrame]) -> None:
            nonlocal got
            got = frames

        self.cameras.capture(shots, deliver)
        self.cameras.finish()
        assert got is not None
        return got

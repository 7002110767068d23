"""Pictures of a layout's overhead cameras, without a simulator's loop.

Models can be moved at will between pictures of a detector.
"""

from __future__ import annotations

from pathlib import Path
from typing import List, Mapping, Tuple

import numpy as np

from sim.embedded.cameras import CameraFrame, Shot
from sim.embedded.cameras.cameras import CameraSensors
from sim.embedded.physics.physics import Physics
from sim.embedded.traffic.lamps import Lamps
from sim.embedded.traffic.traffic import Traffic
from sim.kitting.world.cell import cell_of
from sim.rendering.types import Quality
from sim.resources import resource
from sim.sdf.model_path import ModelPath
from sim.sdf.reader import read_model_string, read_world
from sim.sdf.sensors.cameras import Camera as PictureCamera
from sim.sdf.urdf.reader import read_urdf_string
from sim.workcell.bodies import CellCamera
from sim.workcell.layout import Layout, LayoutModel, LayoutPart
from sim.workcell.models import model_text, write_meshes

Array = np.ndarray


class LabPictures:
    """Layout with cameras, by default without robots; close it after use.

    It owns an OpenGL context.
    """

    def __init__(
        self, layout: Layout, folder: Path, robots: bool = False, quality: Quality = Quality()
    ) -> None:
        paths = [str(resource("models")), str(resource("worlds"))]
        world, _ = read_world(resource("worlds", "agility_lab.world"), paths)
        self._meshes = write_meshes(layout, folder)
        self.layout, self.physics = layout, Physics(world.gravity, 0.002)
        placed = [(model, model.name, model.world_from_model) for model in world.models]
        placed += [self._placed(one) for one in layout.models.values()]
        if robots:
            placed += [
                (read_urdf_string(robot.urdf(), name)[0], name, robot.ring.world_from_base)
                for name, robot in cell_of(layout).robots.items()
            ]
        self.physics.add_many(placed)
        traffic = Traffic(self.physics)
        self._cameras = CameraSensors(
            self.physics, traffic, Lamps(self.physics), ModelPath(paths), world.look, quality
        )

    def close(self) -> None:
        self._cameras.close()

    def add(self, name: str, part: LayoutPart, world_from_model: Array) -> None:
        """Another model of a part."""
        self.physics.add_many([self._placed(LayoutModel(name, part, world_from_model))])

    def move(self, poses: Mapping[str, Array]) -> None:
        """Move models to world_from_model (4, 4)."""
        for name, pose in poses.items():
            self.physics.poses.set_model_pose(name, pose)

    def picture(self, camera: str) -> Array:
        """Return a camera's picture (h, w, 3) RGB."""
        placed = self.layout.models[camera]
        body = placed.part.body
        assert isinstance(body, CellCamera)
        optics = PictureCamera(
            camera, np.eye(4), body.size[0], body.size[1], body.fov, near=0.05, far=20.0
        )
        got: List[CameraFrame] = []
        self._cameras.capture([Shot(optics, placed.world_from_model)], got.extend)
        self._cameras.finish()
        return np.asarray(got[0].color)

    def _placed(self, one: LayoutModel) -> Tuple[object, str, Array]:
        model, _ = read_model_string(model_text(one.name, one.part, self._meshes), [])
        return model, one.name, one.world_from_model

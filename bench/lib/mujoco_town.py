"""Town in plain colours by MuJoCo's renderer, with traffic as boxes.

It was the reference when the embedded simulator's renderer was chosen (docs/cameras.md).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Sequence

import mujoco
import numpy as np
from mujoco.egl import GLContext

from bench.lib.standing_town import StandingTown
from sim.embedded.cameras.link_meshes import link_meshes
from sim.rendering.meshes import DrawnMesh
from sim.sdf.sensors.cameras import Camera

BLUE = np.array([0.2, 0.3, 0.7, 1.0], np.float32)
MOST_GEOMS = 20000


@dataclass(frozen=True)
class Box:
    """Box of a vehicle.

    ``size`` (3,), position (3,) of its centre and rotation (3, 3) in the world.
    """

    size: np.ndarray
    position: np.ndarray
    rotation: np.ndarray


class MujocoTown:
    """To be closed; pictures belong to the thread that made it."""

    def __init__(self, camera: Camera) -> None:
        spec = mujoco.MjSpec()
        spec.visual.global_.offwidth, spec.visual.global_.offheight = camera.width, camera.height
        ratio = camera.height / camera.width
        fovy = float(np.degrees(2.0 * np.arctan(np.tan(0.5 * camera.horizontal_fov) * ratio)))
        spec.worldbody.add_camera(name="front", fovy=fovy)
        for model in StandingTown(plain=True).models:
            for link in model.links:
                at = model.world_from_model @ link.model_from_link
                for mesh in link_meshes(model.name, link):
                    _add(spec, mesh.mesh, at @ mesh.link_from_mesh)
        spec.visual.map.znear, spec.visual.map.zfar = 0.1, 300.0
        spec.stat.extent = 1.0
        spec.visual.headlight.ambient = [0.6, 0.6, 0.6]
        self._model = spec.compile()
        self._data = mujoco.MjData(self._model)
        mujoco.mj_forward(self._model, self._data)
        self._opengl = GLContext(camera.width, camera.height)
        self._opengl.make_current()
        self._context = mujoco.MjrContext(self._model, mujoco.mjtFontScale.mjFONTSCALE_100)
        mujoco.mjr_setBuffer(mujoco.mjtFramebuffer.mjFB_OFFSCREEN, self._context)
        self._scene = mujoco.MjvScene(self._model, MOST_GEOMS)
        for flag in (mujoco.mjtRndFlag.mjRND_SHADOW, mujoco.mjtRndFlag.mjRND_REFLECTION):
            self._scene.flags[flag] = 0
        self._view = mujoco.MjvCamera()
        self._view.type, self._view.fixedcamid = mujoco.mjtCamera.mjCAMERA_FIXED, 0
        self._picture = np.zeros((camera.height, camera.width, 3), np.uint8)

    def picture(self, world_from_camera: np.ndarray, boxes: Sequence[Box]) -> np.ndarray:
        """Return a picture (h, w, 3) uint8 along the camera's x axis."""
        self._data.cam_xpos[0] = world_from_camera[:3, 3]
        ahead, left, up = world_from_camera[:3, :3].T
        self._data.cam_xmat[0] = np.column_stack([-left, up, -ahead]).ravel()
        self._opengl.make_current()
        scene = self._scene
        mujoco.mjv_updateScene(
            self._model,
            self._data,
            mujoco.MjvOption(),
            None,
            self._view,
            mujoco.mjtCatBit.mjCAT_ALL,
            scene,
        )
        for box in boxes:
            mujoco.mjv_initGeom(
                scene.geoms[scene.ngeom],
                mujoco.mjtGeom.mjGEOM_BOX,
                0.5 * box.size,
                box.position,
                box.rotation.ravel(),
                BLUE,
            )
            scene.ngeom += 1
        high, wide, _ = self._picture.shape
        area = mujoco.MjrRect(0, 0, wide, high)
        mujoco.mjr_render(area, scene, self._context)
        mujoco.mjr_readPixels(self._picture, None, area, self._context)
        return self._picture[::-1]

    def close(self) -> None:
        """Release OpenGL's resources."""
        self._context.free()
        self._opengl.free()


def _add(spec: mujoco.MjSpec, mesh: DrawnMesh, at: np.ndarray) -> None:
    """A mesh in its mean colour."""
    name = f"mesh_{len(spec.meshes)}"
    corners = np.asarray(mesh.corners, float).reshape(-1, 3)
    made = spec.add_mesh(name=name)
    made.uservert, made.userface = corners.ravel(), np.arange(len(corners))
    made.inertia = mujoco.mjtMeshInertia.mjMESH_INERTIA_SHELL
    turn = np.zeros(4)
    mujoco.mju_mat2Quat(turn, at[:3, :3].ravel())
    color = np.asarray(mesh.colors, float).mean(axis=0) * np.asarray(mesh.tint[:3])
    spec.worldbody.add_geom(
        type=mujoco.mjtGeom.mjGEOM_MESH,
        meshname=name,
        pos=at[:3, 3],
        quat=turn,
        rgba=[*color.tolist(), 1.0],
        contype=0,
        conaffinity=0,
    )

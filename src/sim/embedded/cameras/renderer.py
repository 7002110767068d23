"""Draws meshes by MuJoCo's renderer on EGL, with or without a graphics card; the one module that
knows OpenGL.

Belongs to the thread that makes it. The world is drawn as seen from the camera, so that float32
serves worlds of any size.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Optional, Tuple

import mujoco
import numpy as np

from sim.arrays import Array
from sim.errors import SimulationError
from sim.sdf.look import Look

from .lights import put_lights
from .mesh_store import MeshStore
from .types import Quality, View

if TYPE_CHECKING:
    from mujoco.egl import GLContext

NO_GL = (
    "cameras need OpenGL through EGL, which does not start here ({}); install libegl1, "
    "libegl-mesa0 and libgl1-mesa-dri "
    "(or the graphics card's own EGL), and unset PYOPENGL_PLATFORM"
)
FIRST_SIZE = (640, 480)
ROOM = 256
# MuJoCo's sky is a coarse ball, at 0.6 of where the picture is clipped or more; so far beyond far
# it cuts the ground where it is not seen.
SKY = 10.0


@dataclass(frozen=True)
class Drawn:
    """What to draw: ``mesh`` (k,) numbers in the store, ``position`` (k, 3) and ``rotation`` (k, 3,
    3) of their meshes in the world, and ``shining`` (k,), as bright as can be whatever lights there
    are."""

    mesh: Array
    position: Array
    rotation: Array
    shining: Array


class Renderer:
    """One OpenGL context, one size of buffer that grows with the pictures asked for."""

    def __init__(self, look: Look, quality: Quality) -> None:
        self._look = look
        self._background = np.round(255.0 * np.array(look.background)).astype(np.uint8)
        # Edges before the sky are only smooth where the sky is drawn like everything else.
        self._smooth = quality.samples > 0
        self._context: Optional[mujoco.MjrContext] = None
        self._store: Optional[MeshStore] = None
        self._gl = _start_gl()

    def load(self, store: MeshStore) -> None:
        """Bring a store's meshes and textures to the graphics side, in place of those before."""
        width, height = (
            FIRST_SIZE
            if self._context is None
            else (self._context.offWidth, self._context.offHeight)
        )
        settings = store.model.vis.global_
        settings.offwidth, settings.offheight = width, height
        if self._context is not None:
            self._context.free()
            self._context = None
        try:
            self._context = mujoco.MjrContext(store.model, mujoco.mjtFontScale.mjFONTSCALE_50)
        except mujoco.FatalError as error:
            raise SimulationError(NO_GL.format(error)) from error
        mujoco.mjr_setBuffer(mujoco.mjtFramebuffer.mjFB_OFFSCREEN, self._context)
        self._context.readDepthMap = mujoco.mjtDepthMap.mjDEPTH_ZEROFAR
        self._store = store
        self._room(store, ROOM)

    def render(
        self, drawn: Drawn, view: View, world_from_camera: Array, depth: bool
    ) -> Tuple[Array, Optional[Array]]:
        """Colours (h, w, 3) uint8 and, where asked for, depths (h, w) float32 in m along the axis,
        inf where nothing is nearer than far."""
        store, context = self._store, self._context
        assert store is not None and context is not None  # Something has been loaded.
        self._resize(view, context)
        self._fill(drawn, store, world_from_camera[:3, 3])
        far = self._aim(view, world_from_camera[:3, :3])
        put_lights(self._scene, self._look, world_from_camera[:3, 3])
        area = mujoco.MjrRect(0, 0, view.width, view.height)
        colors, nearness = (
            np.empty((view.height, view.width, 3), np.uint8),
            np.empty((view.height, view.width), np.float32),
        )
        mujoco.mjr_render(area, self._scene, context)
        mujoco.mjr_readPixels(
            colors, nearness if depth or not self._smooth else None, area, context
        )
        if not self._smooth:
            # MuJoCo clears to black; channel by channel is twenty times as fast as by pixel.
            empty = nearness <= 0.0
            for channel, value in enumerate(self._background):
                np.copyto(colors[..., channel], value, where=empty)
        return colors[::-1], _depths(nearness[::-1], view.near, far, view.far) if depth else None

    def close(self) -> None:
        """Give the graphics side up."""
        if self._context is not None:
            self._context.free()
        self._gl.free()

    def _room(self, store: MeshStore, count: int) -> None:
        self._scene = mujoco.MjvScene(store.model, maxgeom=count)
        self._scene.flags[:] = 0
        self._scene.flags[mujoco.mjtRndFlag.mjRND_CULL_FACE] = 1
        self._scene.flags[mujoco.mjtRndFlag.mjRND_SKYBOX] = int(self._smooth)
        self._geoms = self._scene.geoms

    def _resize(self, view: View, context: mujoco.MjrContext) -> None:
        width, height = max(view.width, context.offWidth), max(view.height, context.offHeight)
        if (width, height) != (context.offWidth, context.offHeight):
            mujoco.mjr_resizeOffscreen(width, height, context)

    def _fill(self, drawn: Drawn, store: MeshStore, eye: Array) -> None:
        count = len(drawn.mesh)
        if count > len(self._geoms):
            self._room(store, max(count, 2 * len(self._geoms)))
        positions = (
            drawn.position - eye + (drawn.rotation @ store.origin[drawn.mesh][:, :, None])[:, :, 0]
        )
        rotations = (drawn.rotation @ store.turn[drawn.mesh]).reshape(-1, 9)
        colors = store.tint[drawn.mesh]
        materials, size = store.material[drawn.mesh].tolist(), np.zeros(3)
        opaque, shining = (colors[:, 3] >= 1.0).tolist(), drawn.shining.tolist()
        for row, (geom, mesh) in enumerate(zip(self._geoms, drawn.mesh.tolist())):
            mujoco.mjv_initGeom(
                geom, mujoco.mjtGeom.mjGEOM_MESH, size, positions[row], rotations[row], colors[row]
            )
            # MuJoCo counts a mesh and its convex hull as two.
            geom.dataid, geom.matid, geom.texcoord = 2 * mesh, materials[row], 1
            geom.transparent, geom.emission, geom.specular, geom.shininess = (
                not opaque[row],
                float(shining[row]),
                0.0,
                0.0,
            )
        self._scene.ngeom = count

    def _aim(self, view: View, rotation: Array) -> float:
        """Look along the first column of a rotation (3, 3); returns where the picture is
        clipped."""
        far = view.far
        if self._smooth:
            far *= SKY * float(
                np.sqrt(1.0 + max(-view.left, view.right) ** 2 + max(-view.bottom, view.top) ** 2)
            )
        for camera in self._scene.camera:
            camera.pos[:], camera.forward[:], camera.up[:] = 0.0, rotation[:, 0], rotation[:, 2]
            camera.frustum_near, camera.frustum_far = view.near, far
            camera.frustum_bottom, camera.frustum_top = (
                view.near * view.bottom,
                view.near * view.top,
            )
            camera.frustum_center, camera.frustum_width = (
                0.5 * view.near * (view.left + view.right),
                0.5 * view.near * (view.right - view.left),
            )
        return far


def _depths(nearness: Array, near: float, clipped: float, far: float) -> Array:
    """1 / z is linear in the depth buffer, which is 1 at ``near`` and 0 where it is ``clipped``."""
    depth = np.float32(1.0) / (
        np.float32(1.0 / clipped) + nearness * np.float32(1.0 / near - 1.0 / clipped)
    )
    depth[depth >= np.float32(far)] = np.inf
    return depth


def _start_gl() -> GLContext:
    """An EGL context, current in this thread."""
    try:
        from mujoco.egl import GLContext

        # Its destructor asks for what a start that fails leaves undefined.
        GLContext._context = None
        context = GLContext(*FIRST_SIZE)
        context.make_current()
        return context
    except (
        Exception
    ) as error:  # PyOpenGL raises many kinds, down to AttributeError where the library is absent.
        raise SimulationError(
            NO_GL.format(" ".join(str(error).split()) or type(error).__name__)
        ) from error

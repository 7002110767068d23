"""Draws meshes by OpenGL, with or without a graphics card.

Belongs to the thread that makes it. The world is drawn as seen from the camera, so that float32
serves worlds of any size. While OpenGL works, Python's other threads run.
"""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Dict, Optional, Tuple

import numpy as np

from sim.arrays import Array
from sim.errors import SimulationError

from . import gl
from .batches import Batch, Batches, batches_of
from .buffers import COMMAND, INSTANCE, INSTANCES, PLACES, MeshBuffers, Textures
from .context import start
from .frame import FRAME, MOST_LAMPS, frame_of, nearest_lamps, put_lamps
from .lighting import Lighting
from .meshes import MeshStore
from .programs import FRAME_BINDING, Programs
from .shadow_target import ShadowTarget
from .shadows import OFFSET, REACHES, SIZE, TAPS, ShadowMap, shadow_maps
from .targets import Target, depths_of
from .types import Drawn, Quality, View
from .visible import visible

if TYPE_CHECKING:
    import moderngl

# Lamps that light a picture, the nearest ones, by level of quality.
LAMPS = {"cheap": 7, "middle": 8, "best": MOST_LAMPS}
SHADOW_UNIT = 1
ATTRIBUTES = ("place", "normal", "coordinate", "paint")
INSTANCE_ATTRIBUTES = ("row_x", "row_y", "row_z", "tint", "ids")


class Renderer:
    """One OpenGL context, whose targets grow with the pictures asked for; SimulationError where
    there is none."""

    def __init__(self, quality: Quality) -> None:
        self._quality = quality
        self._context, self._gl = start()
        self.name = str(self._context.info["GL_RENDERER"])
        self._samples = min(quality.samples, self._context.max_samples)
        self._programs = Programs(self._context)
        self._textures = Textures(self._context, quality.level)
        self._frame = self._context.buffer(reserve=FRAME.itemsize)
        self._instances = self._context.buffer(reserve=INSTANCE.itemsize)
        self._commands = self._context.buffer(reserve=COMMAND.itemsize)
        self._empty = self._context.buffer(reserve=4)
        self._targets: Dict[int, Target] = {}
        self._shadows: Optional[ShadowTarget] = None
        self._store: Optional[MeshStore] = None
        self._meshes: Optional[MeshBuffers] = None
        self._arrays: Dict[int, moderngl.VertexArray] = {}

    def load(self, store: MeshStore) -> Tuple[str, ...]:
        """Bring a store's meshes and images to the graphics side, in place of those before; returns
        what there is to warn of."""
        self._drop_meshes()
        self._store, self._meshes = store, MeshBuffers(self._context, store)
        self._textures.load(store.images)
        return tuple(self._textures.warnings)

    def render(
        self,
        drawn: Drawn,
        view: View,
        world_from_camera: Array,
        lighting: Lighting,
        depth: bool,
    ) -> Tuple[Array, Optional[Array]]:
        """Colours (h, w, 3) uint8 and, where asked for, depths (h, w) float32 in m along the axis,
        inf where nothing is nearer than far."""
        store, eye = self._store, world_from_camera[:3, 3]
        assert store is not None and self._meshes is not None  # Something has been loaded.
        seen = visible(drawn, store, view, world_from_camera, self._quality.smallest)
        batches = batches_of(seen, eye, store, self._meshes)
        frame = frame_of(view, world_from_camera, lighting)
        lamps = nearest_lamps(lighting.lamps, eye, LAMPS[self._quality.level])
        put_lamps(frame, lamps, eye)
        maps: Tuple[ShadowMap, ...] = ()
        if lighting.shadows and REACHES[self._quality.level]:
            maps = self._cast(drawn, view, world_from_camera, lighting, frame)
        self._frame.write(frame.tobytes())
        self._frame.bind_to_uniform_block(FRAME_BINDING)
        target = self._target(view.width, view.height, self._samples)
        self._begin(target, view, lighting)
        defines = self._defines(lighting, len(lamps), len(maps))
        self._upload(batches)
        self._draw(batches, 0, batches.opaque, defines)
        if lighting.sky:
            self._sky(defines)
        if batches.opaque < len(batches.batches):
            self._blend(batches, defines)
        return self._read(target, view, depth)

    def close(self) -> None:
        """Give the graphics side up."""
        self._drop_meshes()
        for target in self._targets.values():
            target.release()
        if self._shadows is not None:
            self._shadows.release()
        self._context.release()

    def _defines(self, lighting: Lighting, lamps: int, maps: int) -> Dict[str, object]:
        level = self._quality.level
        found: Dict[str, object] = {"SUNS": len(lighting.suns), "LAMPS": lamps and _even(lamps)}
        if lighting.fog > 0.0:
            found["FOG"] = 1
        if lighting.wetness > 0.0:
            found["WET"] = 1
        if lamps or level != "cheap" or lighting.wetness > 0.0:
            found["PIXEL_LIGHT"] = 1
        if maps:
            found.update(SHADOW_MAPS=maps, SHADOW_TAPS=TAPS[level], SHADOW_SIZE=f"{SIZE}.0")
        return found

    def _cast(
        self,
        drawn: Drawn,
        view: View,
        world_from_camera: Array,
        lighting: Lighting,
        frame: Array,
    ) -> Tuple[ShadowMap, ...]:
        assert self._store is not None and self._meshes is not None
        store, meshes, eye = self._store, self._meshes, world_from_camera[:3, 3]
        level = self._quality.level
        maps = shadow_maps(view, world_from_camera, lighting.suns[0].towards, level)
        if self._shadows is None:
            self._shadows = ShadowTarget(self._context, self._gl, len(maps))
        program = self._programs.get("cast")

        def cast(shadow: ShadowMap, clip: Array) -> None:
            batches = batches_of(shadow.casters(drawn, store, eye), eye, store, meshes)
            self._upload(batches)
            program["light"].write(clip.T.astype(np.float32).tobytes())  # type: ignore[union-attr]
            self._call(program, 0, len(batches.commands))

        self._shadows.draw(list(maps), cast)
        for number, shadow in enumerate(maps):
            rows = shadow.texture_rows()
            for name, row in zip(("shadow_x", "shadow_y", "shadow_z"), rows):
                frame[0][name][number] = row
            frame[0]["shadow_reach"][number] = shadow.reach
            frame[0]["shadow_reach"][2 + number] = OFFSET * shadow.texel
        return maps

    def _target(self, width: int, height: int, samples: int) -> Target:
        """A target of at least this size."""
        target = self._targets.get(samples)
        if target is None or target.size[0] < width or target.size[1] < height:
            if target is not None:
                width, height = max(width, target.size[0]), max(height, target.size[1])
                target.release()
                del self._targets[samples]
            self._targets[samples] = Target(self._gl, (width, height), (gl.RGBA8,), samples)
        return self._targets[samples]

    def _begin(self, target: Target, view: View, lighting: Lighting) -> None:
        target.bind()
        self._gl.glViewport(0, 0, view.width, view.height)
        self._gl.glEnable(gl.CULL_FACE)
        self._gl.glEnable(gl.DEPTH_TEST)
        self._gl.glDisable(gl.BLEND)
        self._gl.glDepthFunc(gl.GREATER)
        self._gl.glDepthMask(1)
        color = (ctypes.c_float * 4)(*lighting.background, 1.0)
        self._gl.glClearBufferfv(gl.COLOR_KIND, 0, color)
        self._gl.glClearBufferfv(gl.DEPTH_KIND, 0, (ctypes.c_float * 1)(0.0))

    def _upload(self, batches: Batches) -> None:
        for buffer, array in (
            (self._instances, batches.instances),
            (self._commands, batches.commands),
        ):
            data = array.tobytes()
            if data:
                buffer.orphan(max(len(data), buffer.size))
                buffer.write(data)

    def _draw(self, batches: Batches, first: int, last: int, defines: Dict[str, object]) -> None:
        assert self._store is not None
        for batch in batches.batches[first:last]:
            self._batch(batch, self._store.images[batch.image], defines)

    def _batch(self, batch: Batch, image: str, defines: Dict[str, object]) -> None:
        program = self._programs.get("scene", **defines, **({"TEXTURED": 1} if image else {}))
        if image:
            self._textures.get(image).use(0)
        if self._shadows is not None and "SHADOW_MAPS" in defines:
            self._shadows.use(SHADOW_UNIT)
            for number, name in enumerate(("shadow_near", "shadow_far")):
                if name in program:
                    program[name].value = SHADOW_UNIT + number  # type: ignore[union-attr]
        program["alpha"].value = batch.alpha  # type: ignore[union-attr]
        self._call(program, batch.first, batch.count)

    def _call(self, program: moderngl.Program, first: int, count: int) -> None:
        """Draw commands of the buffer."""
        self._gl.glUseProgram(program.glo)
        self._gl.glBindVertexArray(self._array(program).glo)
        self._gl.glBindBuffer(gl.DRAW_INDIRECT_BUFFER, self._commands.glo)
        self._gl.glMultiDrawElementsIndirect(
            gl.TRIANGLES, gl.INT, COMMAND.itemsize * first, count, 0
        )

    def _array(self, program: moderngl.Program) -> moderngl.VertexArray:
        assert self._meshes is not None
        if program.glo not in self._arrays:
            self._arrays[program.glo] = self._context.vertex_array(
                program,
                [
                    (self._meshes.vertices, PLACES, *ATTRIBUTES),
                    (self._instances, INSTANCES, *INSTANCE_ATTRIBUTES),
                ],
                index_buffer=self._meshes.indices,
                skip_errors=True,
            )
        return self._arrays[program.glo]

    def _sky(self, defines: Dict[str, object]) -> None:
        fog = {"FOG": 1} if "FOG" in defines else {}
        program = self._programs.get("sky", **fog)
        if program.glo not in self._arrays:
            self._arrays[program.glo] = self._context.vertex_array(program, [])
        self._gl.glDepthFunc(gl.GEQUAL)
        self._gl.glDepthMask(0)
        self._gl.glUseProgram(program.glo)
        self._gl.glBindVertexArray(self._arrays[program.glo].glo)
        self._gl.glDrawArrays(gl.TRIANGLES, 0, 3)

    def _blend(self, batches: Batches, defines: Dict[str, object]) -> None:
        self._gl.glDepthFunc(gl.GREATER)
        self._gl.glDepthMask(1)
        self._gl.glEnable(gl.BLEND)
        self._gl.glBlendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA)
        self._draw(batches, batches.opaque, len(batches.batches), defines)
        self._gl.glDisable(gl.BLEND)

    def _read(self, target: Target, view: View, depth: bool) -> Tuple[Array, Optional[Array]]:
        width, height = view.width, view.height
        if target.samples:
            single = self._target(width, height, 0)
            target.copy_to(single, width, height)
            target = single
        colors = np.empty((height, width, 3), np.uint8)
        target.read(0, width, height, (gl.RGB, gl.BYTE), colors)
        if not depth:
            return colors, None
        nearness = np.empty((height, width), np.float32)
        target.read(-1, width, height, (gl.DEPTH, gl.FLOAT), nearness)
        if self._gl.glGetError():
            raise SimulationError("OpenGL failed to draw a picture")
        return colors, depths_of(nearness, view.near, view.far)

    def _drop_meshes(self) -> None:
        for array in self._arrays.values():
            array.release()
        self._arrays = {}
        if self._meshes is not None:
            self._meshes.release()
        self._meshes = None


def _even(count: int) -> int:
    """How many lamps a program counts: few different programs serve all counts."""
    return next(most for most in (1, 2, 4, 8, MOST_LAMPS) if most >= count)

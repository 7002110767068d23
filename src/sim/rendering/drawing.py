"""Draws batches of meshes with programs: keeps buffers, textures and vertex arrays. Belongs to the
context's thread."""

from __future__ import annotations

from typing import TYPE_CHECKING, Dict, Optional, Tuple

import numpy as np

from sim.arrays import Array
from sim.rendering import gl
from sim.rendering.batches import DrawBatch, DrawBatches
from sim.rendering.buffers import COMMAND, INSTANCE, INSTANCES, PLACES, MeshBuffers, Textures
from sim.rendering.gl import Functions
from sim.rendering.meshes import MeshStore
from sim.rendering.programs import ShaderPrograms
from sim.rendering.shadow_target import ShadowTarget

if TYPE_CHECKING:
    import moderngl

SHADOW_UNIT = 1
ATTRIBUTES = ("place", "normal", "coordinate", "paint")
INSTANCE_ATTRIBUTES = ("row_x", "row_y", "row_z", "tint", "ids")
OLD_POSE_FORMAT = "4f 4f 4f /i"
OLD_ATTRIBUTES = ("old_x", "old_y", "old_z")
POSE_BYTES = 48
Defines = Dict[str, object]


class SceneDrawer:
    """``store`` and ``meshes`` are those loaded last."""

    def __init__(self, context: moderngl.Context, functions: Functions, level: str) -> None:
        self._context, self._gl = context, functions
        self.programs = ShaderPrograms(context)
        self._textures = Textures(context, level)
        self._instances = context.buffer(reserve=INSTANCE.itemsize)
        self._old_poses = context.buffer(reserve=POSE_BYTES)
        self._commands = context.buffer(reserve=COMMAND.itemsize)
        self._arrays: Dict[int, moderngl.VertexArray] = {}
        self._store: Optional[MeshStore] = None
        self._meshes: Optional[MeshBuffers] = None

    @property
    def store(self) -> MeshStore:
        assert self._store is not None  # Something has been loaded.
        return self._store

    @property
    def meshes(self) -> MeshBuffers:
        assert self._meshes is not None  # Something has been loaded.
        return self._meshes

    def load(self, store: MeshStore) -> Tuple[str, ...]:
        """Upload a store's meshes and images, replacing the former ones. Return warnings."""
        self.release()
        self._store, self._meshes = store, MeshBuffers(self._context, store)
        self._textures.load(store.images)
        return tuple(self._textures.warnings)

    def upload(self, instances: Array, commands: Array, old_poses: Optional[Array] = None) -> None:
        """Upload the next instances and commands, for flow earlier poses too."""
        parts = [(self._instances, instances), (self._commands, commands)]
        if old_poses is not None:
            parts.append((self._old_poses, old_poses))
        for buffer, array in parts:
            data = array.tobytes()
            if data:
                buffer.orphan(max(len(data), buffer.size))
                buffer.write(data)

    def draw(
        self,
        batches: DrawBatches,
        first: int,
        last: int,
        defines: Defines,
        shadows: Optional[ShadowTarget],
    ) -> None:
        """Draw batches from ``first`` to ``last``."""
        for batch in batches.batches[first:last]:
            self._batch(batch, self.store.images[batch.image], defines, shadows)

    def call(self, program: moderngl.Program, first: int, count: int) -> None:
        """Draw commands of the buffer."""
        self._gl.glUseProgram(program.glo)
        self._gl.glBindVertexArray(self._array(program).glo)
        self._gl.glBindBuffer(gl.DRAW_INDIRECT_BUFFER, self._commands.glo)
        self._gl.glMultiDrawElementsIndirect(
            gl.TRIANGLES, gl.UNSIGNED_INT, COMMAND.itemsize * first, count, 0
        )

    def cover(self, program: moderngl.Program, corners: int = 3) -> None:
        """Draw a program's full-screen triangle, or ``corners`` vertices by their numbers."""
        if program.glo not in self._arrays:
            self._arrays[program.glo] = self._context.vertex_array(program, [])
        self._gl.glUseProgram(program.glo)
        self._gl.glBindVertexArray(self._arrays[program.glo].glo)
        self._gl.glDrawArrays(gl.TRIANGLES, 0, corners)

    def release(self) -> None:
        """Give the meshes' memory back."""
        for array in self._arrays.values():
            array.release()
        self._arrays = {}
        if self._meshes is not None:
            self._meshes.release()
        self._meshes = None

    def _batch(
        self, batch: DrawBatch, image: str, defines: Defines, shadows: Optional[ShadowTarget]
    ) -> None:
        program = self.programs.get("scene", **defines, **({"TEXTURED": 1} if image else {}))
        if image:
            self._textures.get(image).use(0)
        if shadows is not None and "SHADOW_MAPS" in defines:
            shadows.use(SHADOW_UNIT)
            for number, name in enumerate(("shadow_near", "shadow_far")):
                if name in program:
                    program[name].value = SHADOW_UNIT + number  # type: ignore[union-attr]
        program["alpha"].value = batch.alpha  # type: ignore[union-attr]
        self.call(program, batch.first, batch.count)

    def _array(self, program: moderngl.Program) -> moderngl.VertexArray:
        if program.glo not in self._arrays:
            buffers = [
                (self.meshes.vertices, PLACES, *ATTRIBUTES),
                (self._instances, INSTANCES, *INSTANCE_ATTRIBUTES),
            ]
            if OLD_ATTRIBUTES[0] in program:
                buffers.append((self._old_poses, OLD_POSE_FORMAT, *OLD_ATTRIBUTES))
            self._arrays[program.glo] = self._context.vertex_array(
                program, buffers, index_buffer=self.meshes.indices, skip_errors=True
            )
        return self._arrays[program.glo]


def clip_bytes(matrix: Array) -> bytes:
    """Return a matrix (4, 4) as bytes for GLSL."""
    return np.ascontiguousarray(matrix.T, np.float32).tobytes()

"""Meshes and images of a store in graphics memory.

One vertex buffer, one index buffer, and a texture for each image.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Dict, List

import numpy as np

from sim.arrays import Array
from sim.errors import InputError
from sim.rendering.images import read_image
from sim.rendering.meshes import MeshStore, indexed, vertices_of

if TYPE_CHECKING:
    import moderngl

# Samples along a texture that is seen at a slant, by level of quality.
ANISOTROPY = {"cheap": 1.0, "middle": 4.0, "best": 8.0}
# With a software renderer, more than one costs ten times as much as the rest of a picture.
BY_PROCESSOR = ("llvmpipe", "softpipe")
PLACES = "3f 3f 2f 4f1 /v"
INSTANCES = "4f 4f 4f 4f 2u /i"
INSTANCE = np.dtype([("pose", np.float32, (3, 4)), ("tint", np.float32, 4), ("ids", np.uint32, 2)])
COMMAND = np.dtype(
    [
        ("count", np.uint32),
        ("instances", np.uint32),
        ("first", np.uint32),
        ("base", np.int32),
        ("base_instance", np.uint32),
    ]
)


class Textures:
    """Textures by file, cached while any store has them.

    ``warnings`` names unreadable ones, which are white.
    """

    def __init__(self, context: moderngl.Context, level: str) -> None:
        drawn_by = str(context.info["GL_RENDERER"]).lower()
        by_processor = any(name in drawn_by for name in BY_PROCESSOR)
        self._context = context
        self._anisotropy = 1.0 if by_processor else ANISOTROPY[level]
        self._made: Dict[str, moderngl.Texture] = {}
        self.warnings: List[str] = []

    def load(self, images: List[str]) -> None:
        """Load the textures of a store and drop others."""
        for image in set(self._made) - set(images):
            self._made.pop(image).release()
        self.warnings = []
        for image in images:
            if image and image not in self._made:
                self._made[image] = self._texture(image)

    def get(self, image: str) -> moderngl.Texture:
        return self._made[image]

    def _texture(self, image: str) -> moderngl.Texture:
        try:
            texels = read_image(image)
        except InputError as error:
            self.warnings.append(f"{error}; shown white")
            texels = np.full((1, 1, 3), 255, np.uint8)
        height, width, channels = texels.shape
        texture = self._context.texture((width, height), channels, texels.tobytes(), alignment=1)
        texture.build_mipmaps()
        texture.filter = (self._context.LINEAR_MIPMAP_LINEAR, self._context.LINEAR)
        texture.anisotropy = min(self._anisotropy, self._context.max_anisotropy)
        return texture


class MeshBuffers:
    """Vertex and index buffers of all meshes of a store.

    ``first``, ``count``, and ``base`` (n,) locate each mesh in ``vertices`` and ``indices``.
    """

    def __init__(self, context: moderngl.Context, store: MeshStore) -> None:
        vertices, indices = [], []
        self.first, self.count, self.base = (np.zeros(len(store.meshes), int) for _ in range(3))
        places = corners = 0
        for number, mesh in enumerate(store.meshes):
            vertex, index = indexed(vertices_of(mesh))
            self.first[number], self.count[number], self.base[number] = places, len(index), corners
            places, corners = places + len(index), corners + len(vertex)
            vertices.append(vertex)
            indices.append(index)
        self.vertices = context.buffer(_joined(vertices, 4 * 9))
        self.indices = context.buffer(_joined(indices, 4))

    def commands(self, meshes: Array, counts: Array, rows: Array) -> Array:
        """Return indirect draw commands ``COMMAND`` (g,) of ``meshes`` (g,).

        Each draws ``counts`` instances from ``rows`` on.
        """
        found = np.zeros(len(meshes), COMMAND)
        found["count"], found["first"] = self.count[meshes], self.first[meshes]
        found["base"], found["instances"] = self.base[meshes], counts
        found["base_instance"] = rows
        return found

    def release(self) -> None:
        self.vertices.release()
        self.indices.release()


def _joined(arrays: List[Array], least: int) -> bytes:
    return b"".join(array.tobytes() for array in arrays) or bytes(least)

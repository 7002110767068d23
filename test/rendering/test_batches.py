"""Drawing order."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np

from sim.rendering.batches import batches_of
from sim.rendering.buffers import COMMAND
from sim.rendering.meshes import DrawnMesh, MeshStore
from sim.rendering.types import DrawnInstances


def mesh(key: str, size: tuple, image: str = "", alpha: float = 1.0) -> DrawnMesh:
    """Return a triangle that fills half of a box of this size."""
    corners = np.array([[[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 1.0]]]) * size
    none = np.zeros((1, 3, 3))
    return DrawnMesh(
        corners, none, none[0], none[..., :2], image, (1.0, 1.0, 1.0, alpha), key.encode()
    )


def test_ground_is_drawn_late_and_transparent_things_last():
    store = MeshStore(
        [
            mesh("road", (50.0, 8.0, 0.0), "stone"),
            mesh("lawn", (80.0, 80.0, 0.1)),
            mesh("wall", (20.0, 0.3, 6.0), "stone"),
            mesh("plate", (0.5, 0.5, 0.01)),
            mesh("car", (4.0, 2.0, 1.5)),
            mesh("pane", (2.0, 0.1, 1.0), "", 0.5),
        ]
    )
    # As visible() has them, near things first.
    numbers = np.array([0, 1, 5, 4, 2, 3, 4, 1])
    count = len(numbers)
    drawn = DrawnInstances(
        numbers,
        np.zeros((count, 3)),
        np.tile(np.eye(3), (count, 1, 1)),
        np.zeros(count, bool),
        np.zeros(count, int),
        np.arange(count),
    )
    buffers = SimpleNamespace(commands=lambda meshes, *_: np.zeros(len(meshes), COMMAND))
    found = batches_of(drawn, np.zeros(3), store, buffers)
    assert found.drawn.mesh.tolist() == [4, 4, 3, 2, 0, 1, 1, 5]
    assert found.drawn.part.tolist() == [3, 6, 5, 4, 0, 1, 7, 2]
    assert [batch.image for batch in found.batches] == [0, 1, 0, 0]
    assert found.opaque == 3

"""Things in a picture: visible and hidden pixels, and bounding boxes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Sequence, Tuple

import numpy as np

from sim.arrays import Array
from sim.rendering.batches import DrawBatches
from sim.rendering.drawing import SceneDrawer
from sim.rendering.gl import Functions
from sim.rendering.label_runs import LabelRuns
from sim.rendering.meshes import MeshStore
from sim.rendering.silhouettes import silhouettes
from sim.rendering.types import DrawnInstances, Extent

if TYPE_CHECKING:
    import moderngl

# More than there are classes.
CLASSES = 256


def things_in(runs: LabelRuns, things: Sequence[int]) -> Tuple[Array, Array]:
    """Return numbers (n,) of visible things and their pixel counts (n,).

    Most pixels of such an instance are of a class of ``things``.
    """
    found, place = np.unique(runs.instances, return_inverse=True)
    counts = np.bincount(
        place.ravel() * CLASSES + runs.kinds, runs.pixels, len(found) * CLASSES
    ).reshape(-1, CLASSES)
    keep = (found > 0) & np.isin(counts.argmax(axis=1), list(things))
    return found[keep], counts.sum(axis=1)[keep].astype(int)


def box_of(drawn: DrawnInstances, store: MeshStore) -> Tuple[Array, Array, Array]:
    """Return the bounding box of meshes: corners low and high (3,) in the frame of the first mesh.

    Returns also world_from_box (4, 4) of that frame.
    """
    turn, origin = drawn.rotation[0], drawn.position[0]
    turned = np.einsum("ji,kjl->kil", turn, drawn.rotation)
    moved = (drawn.position - origin) @ turn
    low, high = store.low[drawn.mesh] + moved, store.high[drawn.mesh] + moved
    # The box of a turned wheel's box would reach below the ground.
    for row in np.flatnonzero(np.abs(turned - np.eye(3)).max(axis=(1, 2)) > 1e-6).tolist():
        points = store.meshes[int(drawn.mesh[row])].corners.reshape(-1, 3) @ turned[row].T
        low[row], high[row] = (
            edge + moved[row] for edge in (points.min(axis=0), points.max(axis=0))
        )
    world_from_box = np.eye(4)
    world_from_box[:3, :3], world_from_box[:3, 3] = turn, origin
    return low.min(axis=0), high.max(axis=0), world_from_box


def extents_of(
    context: moderngl.Context,
    functions: Functions,
    drawing: SceneDrawer,
    batches: DrawBatches,
    numbers: Array,
    counts: Array,
) -> Tuple[Extent, ...]:
    """Return the extents of instances ``numbers`` (n,).

    They are visible in ``counts`` (n,) pixels. Draws into the bound target, which has a stencil,
    and overwrites the uploaded data.
    """
    rows = [np.flatnonzero(batches.drawn.instance == number) for number in numbers]
    if not rows:
        return ()
    order = np.concatenate(rows)
    starts = np.concatenate([[0], np.cumsum([len(own) for own in rows])])
    ones = np.ones(len(order), int)
    commands = drawing.meshes.commands(batches.drawn.mesh[order], ones, np.arange(len(order)))
    drawing.upload(batches.instances[order], commands)
    whole = silhouettes(context, functions, drawing, starts)
    return tuple(
        Extent(
            int(number),
            int(seen),
            max(all_of_it, int(seen)),
            *box_of(batches.drawn.of(own), drawing.store),
        )
        for number, seen, all_of_it, own in zip(numbers, counts, whole, rows)
    )

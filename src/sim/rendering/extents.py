"""Which things are in a picture, how much of each is hidden, and the box around it.

What would be seen of a thing if nothing hid it is counted by drawing it alone: first its depth,
then every pixel at that depth once.
"""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, List, Sequence, Tuple

import numpy as np

from sim.arrays import Array

from . import gl
from .batches import Batches
from .drawing import Drawing
from .gl import Functions
from .meshes import MeshStore
from .types import Drawn, Extent

if TYPE_CHECKING:
    import moderngl


def things_in(kinds: Array, instances: Array, things: Sequence[int]) -> Tuple[Array, Array]:
    """Numbers (n,) of instances most of whose pixels are of a class of ``things``, and how many
    pixels (n,) each has."""
    pairs, counts = np.unique(
        instances.astype(np.uint32).ravel() << 8 | kinds.ravel(), return_counts=True
    )
    numbers, classes = pairs >> 8, pairs & 255
    found, place = np.unique(numbers, return_inverse=True)
    totals = np.bincount(place.ravel(), counts, len(found)).astype(int)
    most = np.zeros(len(found), int)
    most[place.ravel()[np.argsort(counts, kind="stable")]] = classes[
        np.argsort(counts, kind="stable")
    ]
    keep = (found > 0) & np.isin(most, list(things))
    return found[keep], totals[keep]


def box_of(drawn: Drawn, store: MeshStore) -> Tuple[Array, Array, Array]:
    """Corners low and high (3,) of the box around meshes, in the frame of the first of them, and
    world_from_box (4, 4) of that frame."""
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
    drawing: Drawing,
    batches: Batches,
    numbers: Array,
    counts: Array,
) -> Tuple[Extent, ...]:
    """The extents of the instances ``numbers`` (n,) that are seen in ``counts`` (n,) pixels.

    Spoils the depths of the target that is bound, and what was uploaded for drawing.
    """
    rows = [np.flatnonzero(batches.drawn.instance == number) for number in numbers]
    if not rows:
        return ()
    order = np.concatenate(rows)
    starts = np.concatenate([[0], np.cumsum([len(own) for own in rows])])
    ones = np.ones(len(order), int)
    commands = drawing.meshes.commands(batches.drawn.mesh[order], ones, np.arange(len(order)))
    drawing.upload(batches.instances[order], commands)
    program = drawing.programs.get("count")
    functions.glColorMask(0, 0, 0, 0)
    found: List[Extent] = []
    for number, seen, start, end in zip(numbers, counts, starts, starts[1:]):
        functions.glDepthMask(1)
        functions.glDepthFunc(gl.GREATER)
        functions.glClearBufferfv(gl.DEPTH_KIND, 0, (ctypes.c_float * 1)(0.0))
        drawing.call(program, int(start), int(end - start))
        functions.glDepthMask(0)
        functions.glDepthFunc(gl.EQUAL)
        query = context.query(samples=True)
        with query:
            drawing.call(program, int(start), int(end - start))
        own = batches.drawn.of(rows[len(found)])
        whole = max(int(query.samples), int(seen))
        found.append(Extent(int(number), int(seen), whole, *box_of(own, drawing.store)))
    functions.glColorMask(1, 1, 1, 1)
    functions.glDepthMask(1)
    return tuple(found)

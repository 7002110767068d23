"""Instanced, indirect draw commands in drawing order.

All instances of a mesh are one command, all meshes with one image one call.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import List

import numpy as np

from sim.arrays import Array
from sim.rendering.buffers import INSTANCE, MeshBuffers
from sim.rendering.meshes import MeshStore
from sim.rendering.types import DrawnInstances, FlowReference


@dataclass(frozen=True)
class DrawBatch:
    """Commands ``first`` to ``first`` + ``count`` with one image and ``alpha``."""

    image: int
    first: int
    count: int
    alpha: float = 1.0


@dataclass(frozen=True)
class DrawBatches:
    """Batches of a picture.

    ``drawn`` in the order of ``instances`` (k,) of ``INSTANCE``, ``commands`` (g,) of ``COMMAND``;
    transparent ones last, sorted back to front. ``opaque`` is the number of opaque batches.
    """

    drawn: DrawnInstances
    instances: Array
    commands: Array
    batches: List[DrawBatch]
    opaque: int


def batches_of(
    drawn: DrawnInstances, eye: Array, store: MeshStore, buffers: MeshBuffers
) -> DrawBatches:
    """Return the batches of drawn objects, near ones first and ground last.

    They are seen from the eye (3,).
    """
    alpha = store.tint[drawn.mesh, 3]
    solid, clear = np.flatnonzero(alpha >= 1.0), np.flatnonzero(alpha < 1.0)[::-1]
    solid = solid[_order(drawn.mesh[solid], store)]
    rows = np.concatenate([solid, clear])
    sorted_ = drawn.of(rows)
    meshes = sorted_.mesh
    starts = np.flatnonzero(
        np.append(True, (np.diff(meshes) != 0) | (np.arange(1, len(meshes)) >= len(solid)))[
            : len(meshes)
        ]
    )
    counts = np.diff(np.append(starts, len(meshes)))
    commands = buffers.commands(meshes[starts], counts, starts)
    batches: List[DrawBatch] = []
    images = store.picture[meshes[starts]]
    last = int(np.searchsorted(starts, len(solid)))
    edges = np.flatnonzero(np.diff(images[:last], prepend=-1)) if last else np.empty(0, int)
    for begin, end in zip(edges, np.append(edges[1:], last)):
        batches.append(DrawBatch(int(images[begin]), int(begin), int(end - begin)))
    opaque = len(batches)
    for number in range(last, len(starts)):
        share = float(store.tint[meshes[starts[number]], 3])
        batches.append(DrawBatch(int(images[number]), number, 1, share))
    return DrawBatches(sorted_, _instances(sorted_, eye, store), commands, batches, opaque)


def _order(meshes: Array, store: MeshStore) -> Array:
    """Return rows sorted by image and mesh, nearest first.

    Ground comes last, since it reaches to the eye and yet all objects on it hide some of it.
    """
    count = np.arange(len(meshes))
    groups = store.picture[meshes] + len(store.images) * store.lies[meshes]
    nearest_group = np.full(2 * len(store.images), len(meshes))
    np.minimum.at(nearest_group, groups, count)
    nearest_mesh = np.full(len(store.meshes), len(meshes))
    np.minimum.at(nearest_mesh, meshes, count)
    keys = (count, nearest_mesh[meshes], nearest_group[groups], store.lies[meshes])
    order: Array = np.lexsort(keys)
    return order


def _instances(drawn: DrawnInstances, eye: Array, store: MeshStore) -> Array:
    found = np.zeros(len(drawn.mesh), INSTANCE)
    found["pose"][:, :, :3] = drawn.rotation
    found["pose"][:, :, 3] = drawn.position - eye
    found["tint"] = store.tint[drawn.mesh]
    found["ids"][:, 0], found["ids"][:, 1] = drawn.instance, drawn.shining
    return found


def earlier_poses(drawn: DrawnInstances, earlier: FlowReference) -> Array:
    """Return poses (k, 3, 4) float32 relative to the earlier eye.

    New objects keep their present poses.
    """
    then, eye = earlier.drawn, earlier.world_from_camera[:3, 3]
    keys, now = _keys(then), _keys(drawn)
    order = np.argsort(keys, kind="stable")
    rows = np.searchsorted(keys[order], now)
    rows = order[np.minimum(rows, len(keys) - 1)] if len(keys) else np.zeros(len(now), int)
    known = keys[rows] == now if len(keys) else np.zeros(len(now), bool)
    found = np.empty((len(now), 3, 4), np.float32)
    found[:, :, :3], found[:, :, 3] = drawn.rotation, drawn.position - eye
    there = rows[known]
    found[known, :, :3], found[known, :, 3] = then.rotation[there], then.position[there] - eye
    return found


def _keys(drawn: DrawnInstances) -> Array:
    return drawn.instance.astype(np.int64) << 32 | drawn.part

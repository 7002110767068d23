"""Pool of triangular prisms of any shape, which make static triangles solid.

A prism is a mocap body with a separate mesh; its vertices are overwritten in the compiled world
without a recompile. In use it collides at its place; parked it collides with nothing. World frame,
SI units.
"""

from __future__ import annotations

from typing import List, Optional, Tuple, Union

import mujoco
import numpy as np

from sim.arrays import Array
from sim.embedded.physics.frames import INVERSE, cross, multiply, quaternions_of_angles, rotate
from sim.embedded.physics.geoms import PRISM_GROUP, ROLLING_FRICTION, TORSIONAL_FRICTION
from sim.embedded.physics.meshes import stl_bytes

PARKED = (0.0, 0.0, -1000.0)
FILE = "::prism.stl"
# Any prism will do; MuJoCo prepares the one file once for all.
CORNERS = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, -1], [1, 0, -1], [0, 1, -1]], float)
FACES = np.array(
    [[0, 1, 2], [3, 5, 4], [0, 3, 4], [0, 4, 1], [1, 4, 5], [1, 5, 2], [2, 5, 3], [2, 3, 0]]
)


def add_prism_bodies(
    spec: mujoco.MjSpec, first: int, count: int
) -> List[Union[mujoco.MjsBody, mujoco.MjsMesh]]:
    """Add ``count`` prisms to the spec, numbered from ``first``.

    Returns the new elements, bodies first.
    """
    spec.assets.setdefault(FILE, stl_bytes(CORNERS, FACES))
    bodies, meshes = [], []
    for index in range(first, first + count):
        meshes.append(spec.add_mesh(name=f"::prism{index}", file=FILE))
        body = spec.worldbody.add_body(name=f"::prism{index}", mocap=True)
        body.add_geom(
            type=mujoco.mjtGeom.mjGEOM_MESH, meshname=f"::prism{index}", mass=0.0, group=PRISM_GROUP
        )
        bodies.append(body)
    return bodies + meshes


class PrismArray:
    """Prisms of one world; ``labels`` are their models' names, None if parked."""

    def __init__(self) -> None:
        self.labels: List[Optional[str]] = []
        self.body_ids = np.empty(0, int)
        self.used = np.empty(0, bool)
        # Outward world normals (n, 3) of the triangles, and for each geom the number of its prism
        # or -1.
        self.normals, self.number_of_geom = np.empty((0, 3)), np.empty(0, int)
        self._model: Optional[mujoco.MjModel] = None
        self._corners = np.empty((0, 6, 3))
        self._friction = np.empty(0)
        self._priority = np.empty(0, int)

    def __len__(self) -> int:
        return len(self.labels)

    def grow(self, count: int) -> None:
        """Append parked prisms."""
        self.labels += [None] * count
        self.used = np.append(self.used, np.zeros(count, bool))
        self.normals = np.concatenate([self.normals, np.tile((0.0, 0.0, 1.0), (count, 1))])
        self._corners = np.concatenate([self._corners, np.tile(CORNERS, (count, 1, 1))])
        self._friction = np.append(self._friction, np.ones(count))
        self._priority = np.append(self._priority, np.zeros(count, int))

    @property
    def tops(self) -> Array:
        """Corners (n, 3, 3) of the triangles."""
        return self._corners[:, :3]

    def bind(self, model: mujoco.MjModel, data: mujoco.MjData) -> None:
        """Find the prisms in a compiled world and write them into it."""
        if len(self):
            if model is not self._model:
                self._find(model)
            self._model, self._data = model, data
            self._write(np.arange(len(self)))

    def _find(self, model: mujoco.MjModel) -> None:
        """Find the prisms in a freshly compiled model, before any write."""
        self.body_ids = np.array(
            [
                mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_BODY, f"::prism{k}")
                for k in range(len(self))
            ]
        )
        self._mocap, self._geoms = (
            model.body_mocapid[self.body_ids],
            model.body_geomadr[self.body_ids],
        )
        self.number_of_geom = np.full(model.ngeom, -1)
        self.number_of_geom[self._geoms] = np.arange(len(self))
        self._volumes, meshes = model.body_bvhadr[self.body_ids], model.geom_dataid[self._geoms]
        self._vertices = model.mesh_vertadr[meshes][:, None] + _order(model, int(self._geoms[0]))
        self._loops, self._signs = _polygons(model, int(meshes[0]))
        self._sides = model.mesh_polyadr[meshes][:, None] + np.arange(len(self._signs))
        model.geom_sameframe[self._geoms] = mujoco.mjtSameFrame.mjSAMEFRAME_NONE.value
        model.geom_pos[self._geoms], model.geom_quat[self._geoms] = 0.0, (1.0, 0.0, 0.0, 0.0)

    def put(
        self,
        index: Array,
        tops: Array,
        depths: Array,
        label: str,
        friction: float,
        priority: int,
    ) -> None:
        """Shape the prisms ``index`` (k,) from triangles (k, 3, 3).

        ``depths`` (k, 3) point to the far sides.
        """
        self._corners[index] = np.concatenate([tops, tops + depths[:, None]], axis=1)
        normals = cross(tops[:, 1] - tops[:, 0], tops[:, 2] - tops[:, 0])
        outwards = np.where((normals * depths).sum(axis=1, keepdims=True) > 0.0, -normals, normals)
        self.normals[index] = outwards / np.linalg.norm(outwards, axis=1, keepdims=True)
        self._friction[index], self._priority[index], self.used[index] = friction, priority, True
        for k in index.tolist():
            self.labels[k] = label
        self._write(index)

    def park(self, index: Array) -> None:
        """Park prisms (k,)."""
        if not len(index):
            return
        self.used[index] = False
        for k in index.tolist():
            self.labels[k] = None
        self._write_contact_bits(index)

    def label_of_body(self, body: int) -> Optional[str]:
        """Return the model of a prism's body; None for other bodies."""
        place = np.flatnonzero(self.body_ids == body)
        return self.labels[place[0]] if len(place) else None

    def _write(self, index: Array) -> None:
        model, geoms = self._model, self._geoms[index]
        assert model is not None  # Prisms are written into a world that they are bound to.
        centers, quaternions = self._corners[index].mean(axis=1), self._turns(index)
        back = np.repeat(quaternions * INVERSE, 6, axis=0)
        corners = rotate(back, (self._corners[index] - centers[:, None]).reshape(-1, 3)).reshape(
            -1, 6, 3
        )
        self._data.mocap_pos[self._mocap[index]], self._data.mocap_quat[self._mocap[index]] = (
            centers,
            quaternions,
        )
        model.mesh_vert[self._vertices[index]] = corners
        first, second, third = (corners[:, corner] for corner in self._loops.T)
        sides = self._signs[:, None] * cross(second - first, third - second)
        model.mesh_polynormal[self._sides[index]] = sides / np.linalg.norm(
            sides, axis=2, keepdims=True
        )
        lower, upper = corners.min(axis=1), corners.max(axis=1)
        box = np.hstack([(lower + upper) / 2, (upper - lower) / 2])
        model.geom_aabb[geoms], model.bvh_aabb[self._volumes[index]] = box, box
        model.geom_size[geoms], model.geom_rbound[geoms] = (
            box[:, 3:],
            np.linalg.norm(corners, axis=2).max(axis=1),
        )
        model.geom_friction[geoms] = np.stack(
            [
                self._friction[index],
                np.full(len(index), TORSIONAL_FRICTION),
                np.full(len(index), ROLLING_FRICTION),
            ],
            axis=1,
        )
        model.geom_priority[geoms] = self._priority[index]
        self._write_contact_bits(index)

    def _write_contact_bits(self, index: Array) -> None:
        """Enable collisions of used prisms, and disable them for parked ones."""
        used, model = self.used[index], self._model
        assert model is not None
        self._data.mocap_pos[self._mocap[index[~used]]] = PARKED
        for array in (model.geom_contype, model.geom_conaffinity):
            array[self._geoms[index]] = used
        for array in (model.body_contype, model.body_conaffinity):
            array[self.body_ids[index]] = used

    def _turns(self, index: Array) -> Array:
        """Return quaternions (k, 4) of tight boxes around the prisms.

        They turn z to a triangle's normal and x along its first side.
        """
        x, y, z = self.normals[index].T
        tilts = np.where(
            z[:, None] > -0.999,
            np.stack([1.0 + z, -y, x, np.zeros(len(index))], axis=1),
            (0.0, 1.0, 0.0, 0.0),
        )
        tilts /= np.linalg.norm(tilts, axis=1, keepdims=True)
        along = rotate(tilts * INVERSE, self._corners[index, 1] - self._corners[index, 0])
        return multiply(tilts, quaternions_of_angles(np.arctan2(along[:, 1], along[:, 0])[:, None]))


def _order(model: mujoco.MjModel, geom: int) -> Array:
    """Return a compiled mesh's vertex index (6,) for each of ``CORNERS``."""
    rotation = np.empty(9)
    mujoco.mju_quat2Mat(rotation, model.geom_quat[geom])
    first = model.mesh_vertadr[model.geom_dataid[geom]]
    vertices = model.mesh_vert[first : first + 6] @ rotation.reshape(3, 3).T + model.geom_pos[geom]
    result: Array = np.linalg.norm(vertices[None] - CORNERS[:, None], axis=2).argmin(axis=1)
    return result


def _polygons(model: mujoco.MjModel, mesh: int) -> Tuple[Array, Array]:
    """Return three corners (s, 3) of each side of a compiled prism.

    They are in turn; the signs (s,) are -1 if the normal points the other way, else 1.
    """
    geom = int(np.flatnonzero(model.geom_dataid == mesh)[0])
    corner_of_vertex = np.argsort(_order(model, geom))
    loops, signs = [], []
    for side in range(
        model.mesh_polyadr[mesh], model.mesh_polyadr[mesh] + model.mesh_polynum[mesh]
    ):
        first = model.mesh_polyvertadr[side]
        vertices = model.mesh_polyvert[first : first + 3]
        a, b, c = model.mesh_vert[model.mesh_vertadr[mesh] + vertices].astype(float)
        loops.append(corner_of_vertex[vertices])
        signs.append(1.0 if np.cross(b - a, c - b) @ model.mesh_polynormal[side] > 0 else -1.0)
    return np.array(loops), np.array(signs)

"""Pool of boxes for traffic, which move and resize without a recompile.

A slot is a mocap body with one box. In use it stands at its set place; parked it lies far below the
ground and collides with nothing. MuJoCo gives mocap bodies no velocity in contacts: a slot pushes
bodies out of its way, but drags nothing along.
"""

from __future__ import annotations

from typing import Callable, List, NamedTuple, Optional, Sequence

import mujoco
import numpy as np

from sim.arrays import Array
from sim.embedded.physics.native import NATIVE
from sim.errors import InputError
from sim.traffic.interpolation import CubicMotion

PARKED_Z = -1000.0
UPRIGHT = (1.0, 0.0, 0.0, 0.0)


def add_slot_bodies(spec: mujoco.MjSpec, first: int, count: int) -> List[mujoco.MjsBody]:
    """Add the bodies of slots ``first`` and following to the spec."""
    if count < 1:
        raise InputError("slots", f"at least one slot must be added, not {count}")
    bodies = []
    for index in range(first, first + count):
        body = spec.worldbody.add_body(name=f"::slot{index}", pos=[0.0, 0.0, PARKED_Z], mocap=True)
        # Contacts lack the slot's velocity, so only stiff ones keep pushed bodies from sinking into
        # a fast slot.
        body.add_geom(
            type=mujoco.mjtGeom.mjGEOM_BOX,
            size=[0.5, 0.5, 0.5],
            mass=0.0,
            priority=1,
            solref=[2 * spec.option.timestep, 1.0],
        )
        bodies.append(body)
    return bodies


class Movement(NamedTuple):
    """Motion of boxes for ``native/boxes.cc``, by addresses.

    ``boxes`` of them move along cubic paths from ``begin`` to ``end``.
    """

    boxes: int
    columns: int
    coefficients: int
    begin: float
    end: float
    half_heights: int
    rows: int
    positions: int
    quaternions: int
    mocap_positions: int
    mocap_quaternions: int


class BoxPool:
    """Pool of boxes; ``labels`` name the slots' vehicles, None if unused."""

    def __init__(self, touched: Callable[[], None]) -> None:
        self.labels: List[Optional[str]] = []
        self.positions = np.empty((0, 3))
        self.quaternions = np.empty((0, 4))
        self.half_sizes = np.empty((0, 3))
        self.used = np.empty(0, dtype=bool)
        self.body_ids = np.empty(0, dtype=int)
        self._names: List[str] = []
        self._touched = touched
        self._half_heights = (np.empty(0), 0)

    def __len__(self) -> int:
        return len(self._names)

    @property
    def count(self) -> int:
        """Number of slots, in use or parked."""
        return len(self._names)

    def grow(self, names: Sequence[str], size: Array) -> None:
        """Append parked slots of edges ``size`` (3,)."""
        count = len(names)
        self._names += names
        self.labels += [None] * count
        self.positions = np.vstack([self.positions, np.tile([0.0, 0.0, PARKED_Z], (count, 1))])
        self.quaternions = np.vstack([self.quaternions, np.tile(UPRIGHT, (count, 1))])
        self.half_sizes = np.vstack([self.half_sizes, np.tile(size / 2, (count, 1))])
        self.used = np.append(self.used, np.zeros(count, dtype=bool))

    def label(self, labels: Sequence[str]) -> None:
        """Name the vehicles in the first slots; clear other labels."""
        self.labels = [*labels, *[None] * (len(self) - len(labels))]

    def label_of_body(self, body: int) -> Optional[str]:
        """Return the vehicle or number of a slot's body, else None."""
        place = np.flatnonzero(self.body_ids == body)
        return (self.labels[place[0]] or f"slot {place[0]}") if len(place) else None

    def bind(self, model: mujoco.MjModel, data: mujoco.MjData) -> None:
        """Find the slots in a compiled world and write their state."""
        self._model, self._data = model, data
        self.body_ids = np.array(
            [mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_BODY, name) for name in self._names],
            dtype=int,
        )
        self._mocap = model.body_mocapid[self.body_ids].astype(np.int32)
        self._addresses = [
            array.ctypes.data
            for array in (
                self._mocap,
                self.positions,
                self.quaternions,
                data.mocap_pos,
                data.mocap_quat,
            )
        ]
        self._geoms = model.body_geomadr[self.body_ids]
        self._volumes = model.body_bvhadr[self.body_ids]
        self._write(np.arange(len(self)))

    def set(
        self,
        index: Array,
        positions: Array,
        quaternions: Array,
        half_sizes: Optional[Array] = None,
    ) -> None:
        """Set poses of slots ``index`` (k,); optionally half edges (k, 3).

        Poses are box centres (k, 3) and quaternions wxyz (k, 4).
        """
        index = np.asarray(index, dtype=int)
        self.positions[index], self.quaternions[index] = positions, quaternions
        if half_sizes is not None or not self.used[index].all():
            self.use(index, self.half_sizes[index] if half_sizes is None else half_sizes)
        else:
            self._write_poses(index)
        self._touched()

    def use(self, index: Array, half_sizes: Array) -> None:
        """Take slots (k,) into use in place, with half edges (k, 3)."""
        self.used[index], self.half_sizes[index] = True, half_sizes
        self._write(index)
        self._touched()

    def move(self, motion: CubicMotion, time: float, half_heights: Array) -> None:
        """Move the first k boxes, with their bases on a motion.

        ``half_heights`` (k,) are half of their vertical edges.
        """
        count, columns, coefficients, _, _, *addresses = self.movement(motion, half_heights)
        NATIVE().sim_boxes(count, columns, coefficients, motion.elapsed(time), *addresses)
        self._touched()

    def movement(self, motion: CubicMotion, half_heights: Array) -> Movement:
        """Return a motion for repeated use in this generation."""
        count, columns = motion.coefficients.shape[1:]
        return Movement(
            count,
            columns,
            motion.address,
            motion.begin,
            motion.end,
            self._address_of(half_heights),
            *self._addresses,
        )

    def _address_of(self, half_heights: Array) -> int:
        """Return the address of the half heights, which rarely change."""
        if half_heights is not self._half_heights[0]:
            self._half_heights = (half_heights, half_heights.ctypes.data)
        return self._half_heights[1]

    def park(self, index: Array) -> None:
        """Park slots (k,)."""
        index = np.asarray(index, dtype=int)
        self.positions[index], self.quaternions[index], self.used[index] = (
            (0.0, 0.0, PARKED_Z),
            UPRIGHT,
            False,
        )
        self._write(index)
        self._touched()

    def _write(self, index: Array) -> None:
        self._write_poses(index)
        geoms, halves = self._geoms[index], self.half_sizes[index]
        self._model.geom_size[geoms] = halves
        self._model.geom_rbound[geoms] = np.linalg.norm(halves, axis=1)
        self._model.geom_aabb[geoms, 3:] = halves
        self._model.bvh_aabb[self._volumes[index], 3:] = halves
        self._write_contact_bits(index)

    def _write_poses(self, index: Array) -> None:
        mocap = self._mocap[index]
        self._data.mocap_pos[mocap], self._data.mocap_quat[mocap] = (
            self.positions[index],
            self.quaternions[index],
        )

    def _write_contact_bits(self, index: Array) -> None:
        """Enable collisions of slots in use only.

        Hundreds of parked boxes would otherwise cost as much as active ones.
        """
        bits = self.used[index].astype(int)
        for array in (self._model.geom_contype, self._model.geom_conaffinity):
            array[self._geoms[index]] = bits
        for array in (self._model.body_contype, self._model.body_conaffinity):
            array[self.body_ids[index]] = bits

"""Corrects MuJoCo's contacts of upright cylinders with planes.

``mjc_PlaneCylinder`` divides the tilted remainder of the plane's normal by the tilt. For a cylinder
with a tilt t of 1e-15 to 1e-8 rad this leaves rounding errors of 1e-16 / t: contacts as deep as the
cylinder's radius, or none at all. Exactly upright cylinders have a separate rule, which is right;
so almost upright ones are set upright before their contacts are computed.
"""

from __future__ import annotations

from itertools import chain
from typing import List, Tuple

import mujoco
import numpy as np

from sim.arrays import Array
from sim.embedded.physics.motion import is_free, move_root
from sim.embedded.physics.native import NATIVE
from sim.transforms import transform

# Below the first MuJoCo takes a cylinder for upright; beyond the second its contacts are right to
# 1e-7 of the radius.
UPRIGHT_TILT = 5e-16
SAFE_TILT = 5e-8
FOLLOWING = (
    mujoco.mj_makeConstraint,
    mujoco.mj_island,
    mujoco.mj_projectConstraint,
    mujoco.mj_fwdVelocity,
)


class Discs:
    """Cylinders of one compiled world that planes may carry.

    For C functions: ``listed`` is the number and address of the planes' geom ids, then of the
    cylinders'; ``tilts`` are the bounds between which a cylinder is set upright.
    """

    tilts = (UPRIGHT_TILT, SAFE_TILT)

    def bind(self, model: mujoco.MjModel, data: mujoco.MjData) -> None:
        """Find planes and moving cylinders in a compiled world."""
        self._model, self._data = model, data
        solid = (model.geom_contype | model.geom_conaffinity) != 0
        moves = model.body_weldid[model.geom_bodyid] != 0
        self._planes = np.flatnonzero(solid & (model.geom_type == mujoco.mjtGeom.mjGEOM_PLANE))
        self._cylinders = np.flatnonzero(
            solid & moves & (model.geom_type == mujoco.mjtGeom.mjGEOM_CYLINDER)
        )
        self._any = bool(len(self._planes) and len(self._cylinders))
        self._geoms = [each.astype(np.int32) for each in (self._planes, self._cylinders)]
        self.listed = [(len(each), each.ctypes.data) for each in self._geoms]

    def straighten(self) -> None:
        """Set almost upright cylinders upright; compute contacts again.

        Positions must be up to date.
        """
        if not self._any or not NATIVE().sim_almost_upright(
            self._model._address, self._data._address, *chain(*self.listed), *self.tilts
        ):
            return
        found = [pair for plane in self._planes.tolist() for pair in self._almost_upright(plane)]
        if found:
            for geom, axis in found:
                self._turn_body(geom, axis)
            mujoco.mj_kinematics(self._model, self._data)
            for geom, axis in found:
                self._data.geom_xmat[geom] = self._upright(geom, axis).ravel()
            for compute in (mujoco.mj_collision, *FOLLOWING):
                compute(self._model, self._data)

    def _almost_upright(self, plane: int) -> List[Tuple[int, Array]]:
        """Return cylinders almost upright on a plane, with exact axes (3,).

        They may be without contact.
        """
        normal = self._data.geom_xmat[plane].reshape(3, 3)[:, 2].copy()
        places = self._data.geom_xpos[self._cylinders]
        height = (places - self._data.geom_xpos[plane]) @ normal
        near = self._cylinders[height < self._model.geom_rbound[self._cylinders]]
        if not len(near):
            return []
        axes = self._data.geom_xmat[near].reshape(-1, 3, 3)[:, :, 2]
        cosines = axes @ normal
        tilts = np.abs(axes * cosines[:, None] - normal).max(axis=1)
        found = np.flatnonzero((tilts > UPRIGHT_TILT) & (tilts < SAFE_TILT)).tolist()
        return [(int(near[which]), np.sign(cosines[which]) * normal) for which in found]

    def _turn_body(self, geom: int, axis: Array) -> None:
        """Turn a free body upright with its cylinder, for later steps."""
        root = int(self._model.body_rootid[self._model.geom_bodyid[geom]])
        if is_free(self._model, root):
            turn, place = (
                self._upright(geom, axis) @ self._data.geom_xmat[geom].reshape(3, 3).T,
                self._data.geom_xpos[geom],
            )
            move_root(self._model, self._data, root, transform(place - turn @ place, turn))

    def _upright(self, geom: int, axis: Array) -> Array:
        """Return a cylinder's orientation (3, 3), turned slightly to have ``axis``."""
        side = self._data.geom_xmat[geom].reshape(3, 3)[:, 0]
        side = side - axis * (side @ axis)
        side /= np.linalg.norm(side)
        return np.stack([side, np.cross(axis, side), axis], axis=1)

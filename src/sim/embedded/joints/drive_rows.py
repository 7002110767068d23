"""Arrays of all driven joints in one order, for ``native/drives.cc``. SI units."""

from __future__ import annotations

import ctypes
from typing import Dict, List, Mapping, Tuple

import mujoco
import numpy as np

from sim.arrays import Array
from sim.embedded.joint_settings import DrivenJoint
from sim.embedded.joints.command import EFFORT, VELOCITY
from sim.embedded.joints.trajectory import JointSpline
from sim.embedded.physics.physics import Physics
from sim.laws.library import COUNT, POINTER

Key = Tuple[str, str]
# Arrays (n,) of n joints by the name of their field in C, but for all and product, which are (nv,).
STATE = ("last", "reference", "rate", "integral", "settled", "error", "grown", "blocked_for")
ARRAYS = (
    ("qpos", "dof", "diagonal"),
    ("by_velocity", "by_effort"),
    ("effort_limit", "fastest", "lower", "upper", "damping", "friction"),
    ("trajectories",),
    STATE,
    ("efforts", "saturated_for"),
    ("slipping", "saturated", "too_far", "too_fast"),
    ("values", "possible", "all", "product"),
)


class _DriveLaw(ctypes.Structure):
    _fields_ = [("count", COUNT), *((name, POINTER) for group in ARRAYS for name in group)]


class DriveRows:
    """Arrays of driven joints; ``law`` is the pointer for C functions.

    Arrays are written in place, never replaced.
    """

    def __init__(
        self,
        physics: Physics,
        joints: Mapping[Key, DrivenJoint],
        trajectories: Mapping[Key, JointSpline],
    ) -> None:
        self.keys, count = list(joints), len(joints)
        self.of = {key: row for row, key in enumerate(self.keys)}
        self._of_models: Dict[str, List[int]] = {}
        for row, (model, _) in enumerate(self.keys):
            self._of_models.setdefault(model, []).append(row)
        axes = [driven.joint.axis for driven in joints.values()]
        self.effort_limit, self.fastest, self.lower, self.upper = (
            np.array([getattr(axis, name) for axis in axes], dtype=float)
            for name in ("effort", "velocity", "lower", "upper")
        )
        controls = [driven.control for driven in joints.values()]
        self.by_velocity, self.by_effort = (
            np.array([control == name for control in controls], dtype=bool)
            for name in (VELOCITY, EFFORT)
        )
        self.trajectories = np.array([trajectories[key].law for key in joints], dtype=np.uintp)
        # Each joint's last position; the servo's reference, its rate and the integral of its error;
        # that integral before something blocked the joint, the last error and its share of the
        # integral, and for how many s the joint has been blocked; the effort, and for how many s
        # it was saturated.
        self.last, self.reference, self.rate, self.integral = (np.zeros(count) for _ in range(4))
        self.settled, self.error, self.grown, self.blocked_for = (np.zeros(count) for _ in range(4))
        self.efforts, self.saturated_for = np.zeros(count), np.zeros(count)
        self.last[:] = np.nan
        self.slipping, self.saturated, self.too_far, self.too_fast = (
            np.zeros(count, dtype=bool) for _ in range(4)
        )
        self.values, self.possible = np.zeros(count), np.zeros(count)
        self.bind(physics)

    def of_model(self, model: str) -> List[int]:
        """Return the rows of a model's joints."""
        return self._of_models.get(model, [])

    def places(self, model: str) -> Array:
        """Return MuJoCo's indices (k,) of a model's joint positions."""
        found: Array = self._places[model] if model in self._places else self.qpos[:0]
        return found

    def bind(self, physics: Physics) -> None:
        """Find the joints in the compiled model."""
        model = physics.model
        ids = np.array(
            [
                mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_JOINT, f"{owner}::{joint}")
                for owner, joint in self.keys
            ],
            dtype=int,
        )
        self.qpos, self.dof = (
            addresses[ids].astype(np.int32) for addresses in (model.jnt_qposadr, model.jnt_dofadr)
        )
        self._places = {owner: self.qpos[rows] for owner, rows in self._of_models.items()}
        self.diagonal = model.dof_Madr[self.dof].astype(np.int32)
        self.damping, self.friction = (
            model.dof_damping[self.dof].copy(),
            model.dof_frictionloss[self.dof].copy(),
        )
        self.all, self.product = np.zeros(model.nv), np.zeros(model.nv)
        names = [name for group in ARRAYS for name in group]
        self._law = _DriveLaw(len(self.keys), *(getattr(self, name).ctypes.data for name in names))
        self.law = ctypes.addressof(self._law)

    def seat(self, rows: Array, positions: Array) -> None:
        """Set the references of some joints to their positions."""
        self.reference[rows] = positions[rows]
        for name in STATE[2:]:
            getattr(self, name)[rows] = 0.0

    def restart(self) -> None:
        """Delete all motions; each joint holds its next position."""
        self.last[:] = np.nan
        self.efforts[:] = self.saturated_for[:] = 0.0
        self.slipping[:] = False

    def take(self, row: int, before: DriveRows, old: int) -> None:
        """Copy a joint's state from other arrays."""
        for name in (*STATE, "efforts", "saturated_for"):
            getattr(self, name)[row] = getattr(before, name)[old]

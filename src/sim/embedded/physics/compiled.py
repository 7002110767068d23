"""Compiles a world's spec into generations, each with its predecessor's state.

World frame, SI units.
"""

from __future__ import annotations

from typing import AbstractSet, List, Mapping, Protocol, Sequence, Tuple, Union

import mujoco

from sim.arrays import Array
from sim.embedded.physics.bare import put_last
from sim.embedded.physics.carry import carry_state
from sim.embedded.physics.spec import STOP, STOP_TIME, ModelPlan
from sim.errors import InputError

Element = Union[mujoco.MjsBody, mujoco.MjsMesh]


class RecompileListener(Protocol):
    """Object that looks up ids in, or points into, a compiled world."""

    def bind(self, model: mujoco.MjModel, data: mujoco.MjData) -> None:
        """Bind to the compiled world of another generation."""


class CompiledWorld:
    """Spec with its compiled MuJoCo model and data.

    ``model``, ``data`` and all ids change at each generation; ``plans`` are the models in the spec.
    """

    def __init__(
        self, gravity: Array, timestep: float, memory: int, plans: Mapping[str, ModelPlan]
    ) -> None:
        self.spec, self._plans = _empty_spec(gravity, timestep, memory), plans
        self.generation = 0
        self._followers: List[RecompileListener] = []
        self.model = self.spec.compile()
        self.data = mujoco.MjData(self.model)
        self._home = _body_poses(self.model)

    def follow(self, follower: RecompileListener) -> None:
        """Bind an object to this and all later generations."""
        self._followers.append(follower)
        follower.bind(self.model, self.data)

    def compile(self, where: str, apart: AbstractSet[str] = frozenset()) -> None:
        """Compile the spec and carry over the state, except for bodies ``apart``.

        Raises InputError if MuJoCo refuses it. Followers keep the old generation until
        :meth:`bind_followers`.
        """
        try:
            model = self.spec.compile()
            data = mujoco.MjData(model)
        except (ValueError, mujoco.FatalError) as error:
            raise InputError(
                where, f"MuJoCo refuses the model: {' '.join(str(error).split())}"
            ) from error
        self._home = _body_poses(model)
        carry_state((self.model, self.data), (model, data), apart)
        self.model, self.data = model, data
        self.generation += 1

    def compile_added(self, where: str, elements: Sequence[Element]) -> None:
        """Compile the spec with new elements; delete them on failure."""
        put_last(self.spec, self._plans.values())
        try:
            self.compile(where)
        except Exception:
            for element in elements:
                self.spec.delete(element)
            raise

    def bind_followers(self) -> None:
        """Bind all followers to this generation."""
        for follower in self._followers:
            follower.bind(self.model, self.data)

    def reset(self, time: float) -> None:
        """Reset positions, velocities and poses written into the model."""
        mujoco.mj_resetData(self.model, self.data)
        self.data.time = time
        self.model.body_pos[:], self.model.body_quat[:] = self._home

    def set_gravity(self, gravity: Array) -> None:
        """Set gravity (3,) of this generation and those to come."""
        self.model.opt.gravity = self.spec.option.gravity = gravity


def _body_poses(model: mujoco.MjModel) -> Tuple[Array, Array]:
    return model.body_pos.copy(), model.body_quat.copy()


def _empty_spec(gravity: Array, timestep: float, memory: int) -> mujoco.MjSpec:
    spec = mujoco.MjSpec()
    spec.memory = memory
    spec.compiler.degree = False
    spec.compiler.inertiafromgeom = mujoco.mjtInertiaFromGeom.mjINERTIAFROMGEOM_FALSE
    option = spec.option
    option.gravity, option.timestep = gravity, timestep
    option.integrator = mujoco.mjtIntegrator.mjINT_IMPLICITFAST
    # The elliptic cone has the same friction in all directions; impratio above 1 keeps what sticks
    # from creeping.
    option.cone, option.impratio = mujoco.mjtCone.mjCONE_ELLIPTIC, 50.0
    # A diverging run must end in an error instead of silently restarting at time 0.
    option.disableflags |= mujoco.mjtDisableBit.mjDSBL_AUTORESET
    option.enableflags |= mujoco.mjtEnableBit.mjENBL_MULTICCD
    spec.default.geom.condim = 4
    spec.default.geom.solref = [max(2 * timestep, 0.01), 1.0]
    # Joint friction is a soft constraint: without a stiff one, a joint that should stick creeps at
    # 1 cm/s.
    spec.default.joint.solref_friction = [2 * timestep, 1.0]
    # Damping 1 / step and stiffness 1 / (STOP_TIME step), as MuJoCo's solref has them.
    ratio = (STOP_TIME / (4 * timestep)) ** 0.5
    spec.default.joint.solref_limit = [2 * timestep, ratio]
    spec.default.joint.solimp_limit = STOP
    spec.default.joint.solimp_friction = [0.99, 0.999, 0.001, 0.5, 2.0]
    return spec

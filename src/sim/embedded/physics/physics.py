"""Steps the embedded simulator's physical world, and applies wrenches to it.

Poses, joints, contacts and names are attributes of the world, each in a separate module; clocks,
services and vehicles are left to users. World frame, SI units, poses as (4, 4) ``world_from_x``.
Readings always belong to ``time``: derived values are recomputed at the first reading after a write
or a step, so write first, then read.
"""

from __future__ import annotations

import ctypes
from typing import Callable, Dict, Iterable, Sequence

import mujoco
import numpy as np

from sim.arrays import Array
from sim.embedded.physics.contacts import ModelContacts
from sim.embedded.physics.frames import checked_vector
from sim.embedded.physics.geoms import GROUND_GROUP
from sim.embedded.physics.joints import ModelJoints
from sim.embedded.physics.names import PartNames
from sim.embedded.physics.native import NATIVE
from sim.embedded.physics.population import Addition, Population
from sim.embedded.physics.poses import ModelPoses
from sim.errors import SimulationError
from sim.laws.library import COUNT
from sim.sdf.types import Model

DEFAULT_MEMORY = 256 * 2**20


class StepOutcome(ctypes.Structure):
    """Outcome of several steps in C++.

    Flags: the state is not finite, a driven joint exceeds its limit, the last step must be settled.
    """

    _fields_ = [(name, COUNT) for name in ("diverged", "beyond", "unsettled")]
    diverged: int
    beyond: int
    unsettled: int


class Physics:
    """MuJoCo world of SDF models, which ``models`` holds."""

    def __init__(
        self,
        gravity: Sequence[float] = (0.0, 0.0, -9.8),
        timestep: float = 0.001,
        memory: int = DEFAULT_MEMORY,
        visuals: bool = False,
    ) -> None:
        self.timestep, self.steps = timestep, 0
        # Counts resets of models or time.
        self.resets = 0
        self._pushed = False
        # True: MuJoCo computes the forces on each body (``data.cfrc_ext``, ``cfrc_int``) after each
        # step, for drives or for readers, which are registered by an id.
        self.keep_forces = False
        self.force_readers: Dict[int, Callable[[], None]] = {}
        self.models = Population(gravity, timestep, memory, visuals)
        self._world, self._derived = self.models.world, self.models.derived
        self.poses = ModelPoses(self.models)
        self.joints = ModelJoints(self.models, self.poses.note_jump)
        self.names = PartNames(self.models)
        self.contacts = ModelContacts(self.models, self.names, lambda: self.steps)

    @property
    def model(self) -> mujoco.MjModel:
        """MuJoCo's model of this generation."""
        return self._world.model

    @property
    def data(self) -> mujoco.MjData:
        """MuJoCo's state of this generation."""
        return self._world.data

    @property
    def time(self) -> float:
        """Simulated time in s, without accumulated rounding."""
        return self.steps * self.timestep

    @property
    def gravity(self) -> Array:
        """Gravity (3,) in m/s^2."""
        result: Array = self.model.opt.gravity.copy()
        return result

    def set_gravity(self, gravity: Array) -> None:
        """Set gravity (3,) from the next step on."""
        vector = checked_vector("gravity", "gravity", gravity)
        self._world.set_gravity(vector)
        self.touch()

    def add(self, model: Model, name: str, world_from_model: Array) -> None:
        """Add one model at a pose."""
        self.models.add_many([(model, name, world_from_model)])

    def add_many(self, additions: Iterable[Addition]) -> None:
        """Add models with one compile; an InputError leaves the world unchanged."""
        self.models.add_many(additions)

    def remove(self, name: str) -> None:
        """Remove a model and everything that belongs to it alone."""
        self.models.remove(name)
        self.poses.remove(name)

    def touch(self) -> None:
        """Mark the state as stale, after a write of positions or velocities."""
        self._derived.touch()

    def refresh(self) -> None:
        """Update all quantities derived from positions and velocities."""
        self._derived.refresh()

    @property
    def moment(self) -> int:
        """Update, and return a number that changes with the state."""
        return self._derived.moment

    def step(self, n: int = 1) -> None:
        """Advance by n steps; wrenches act during the first."""
        for _ in range(n):
            self._derived.refresh()
            diverged = NATIVE().sim_step2(self.model._address, self.data._address)
            self._derived.stale = True
            if self.keep_forces or self.force_readers:
                mujoco.mj_rnePostConstraint(self.model, self.data)
                for read in self.force_readers.values():
                    read()
            if self.contacts.kept_step == self.steps:
                self.contacts.store()
            self.steps += 1
            self.clear_wrenches()
            if diverged:
                raise self._diverged()

    def stretch(self, law: int, steps: int, seconds: float, outcome: StepOutcome) -> int:
        """Make up to ``steps`` steps in one call; return how many.

        ``law`` is the address of :mod:`stretch`'s data. It takes about ``seconds`` of wall time at
        most, and fills ``outcome``.
        """
        made: int = NATIVE().sim_stretch(
            self.model._address,
            self.data._address,
            law,
            steps,
            self.steps,
            not self._derived.stale,
            self.timestep,
            seconds,
            ctypes.addressof(outcome),
        )
        if made:
            self.steps += made
            self._derived.stale, self._pushed = True, False
        if outcome.diverged:
            raise self._diverged()
        return made

    def _diverged(self) -> SimulationError:
        return SimulationError(
            f"the physics diverged at {self.time:.3f} s; use a smaller step, or check masses, "
            "inertias and forces, then reset"
        )

    def reset(self) -> None:
        """Set the time to 0 and reset the models, as :meth:`reset_models`."""
        self.reset_time()
        self.reset_models()

    def reset_time(self) -> None:
        """Count steps from 0 again; nothing moves."""
        self.steps = 0
        self._begin_again()
        self.data.time = 0.0

    def reset_models(self) -> None:
        """Move every model to its spawn pose, at rest, with initial joints.

        Time and traffic slots stay.
        """
        self.poses.reset()
        self._begin_again()
        self.models.reset(self.time)

    def _begin_again(self) -> None:
        """Delete contacts of earlier steps."""
        self.resets += 1
        self.poses.note_jump()
        self.contacts.reset()

    def apply_wrench(
        self,
        name: str,
        link: str,
        force: Iterable[float],
        torque: Iterable[float],
        point: Array,
    ) -> None:
        """Add a force (3,) at a point (3,), and a torque (3,).

        All are in the world frame, for the next step only.
        """
        body = self.models.body_id(name, link)
        self.refresh()
        # Plain floats: NumPy's scalars are several times slower, and this runs once per vehicle and
        # step.
        x, y, z = (np.asarray(point, dtype=float) - self.data.xipos[body]).tolist()
        fx, fy, fz = map(float, force)
        tx, ty, tz = map(float, torque)
        self.data.xfrc_applied[body] += (
            fx,
            fy,
            fz,
            tx + y * fz - z * fy,
            ty + z * fx - x * fz,
            tz + x * fy - y * fx,
        )
        self._pushed = True

    def drive(self, body: int, law: int) -> None:
        """Add a vehicle's wheel forces (``Vehicle.law``) to the next step.

        ``body`` is the vehicle's body.
        """
        self.refresh()
        NATIVE().sim_drive(
            self.model._address,
            self.data._address,
            body,
            GROUND_GROUP,
            law,
            self.time,
            self.timestep,
        )
        self._pushed = True

    def clear_wrenches(self) -> None:
        """Delete the wrenches applied since the last step."""
        if self._pushed:
            NATIVE().sim_clear_wrenches(self.model._address, self.data._address)
            self._pushed = False

    @property
    def single_steps(self) -> bool:
        """True if steps must be made singly, for pictures, contacts or forces."""
        return self.models.visuals or self.contacts.keeps or bool(self.force_readers)

    def mount(self, name: str, owner: str, link: str, link_from_model: Array) -> None:
        """Fix a free model to another's link at ``link_from_model`` (4, 4)."""
        self.models.body_id(owner, link)
        self.models.mounts.mount(name, owner, link, link_from_model)

    def unmount(self, name: str) -> None:
        """Free a model, with its current pose and velocity."""
        self.models.mounts.unmount(name)

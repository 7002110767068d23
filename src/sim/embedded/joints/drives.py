"""Drives the joints of ``libsim_joints.so``: trajectories in, generalized forces of the coming step
out.

Computed torque from MuJoCo's own inertia matrix and bias forces, within each joint's effort limit.
SI units.
"""

from __future__ import annotations

import logging
import math
from typing import Dict, List, Mapping, Sequence, Tuple

import mujoco
import numpy as np

from sim.arrays import Array
from sim.embedded.joint_settings import DrivenJoint
from sim.embedded.joints.command import EFFORT, POSITION, VELOCITY
from sim.embedded.joints.quiet import Quiet
from sim.embedded.joints.servo import Servo
from sim.embedded.joints.trajectory import CUBIC, Knot, Trajectory, shifted
from sim.embedded.physics.physics import Physics
from sim.errors import InputError

log = logging.getLogger(__name__)
# Simulated s at the effort limit from which on it is said: a jerk at a corner of a trajectory is
# not worth a line.
LONG = 0.1
# Simulated s that going back from a contact takes, and without commands after which they are taken
# again.
BACKING, DEAF = 0.1, 0.2

Key = Tuple[str, str]


class Drives:
    """All driven joints of a world, by model and joint."""

    def __init__(self, physics: Physics) -> None:
        self._physics, self._quiet = physics, Quiet(log)
        self._joints: Dict[Key, DrivenJoint] = {}
        self._trajectories: Dict[Key, Trajectory] = {}
        self._rows = _Rows(physics, {})
        self._generation = -1
        # Until when, and because of what, models take no commands.
        self._deaf: Dict[str, Tuple[float, str]] = {}

    def set(self, joints: Mapping[Key, DrivenJoint]) -> None:
        """Drive these joints; one that was driven before goes on as it did."""
        kept = {key for key, joint in joints.items() if self._joints.get(key) is joint}
        self._trajectories = {
            key: self._trajectories[key] if key in kept else Trajectory(joint.control != POSITION)
            for key, joint in joints.items()
        }
        before, self._rows = self._rows, _Rows(self._physics, joints)
        for key in kept:
            self._rows.take(self._rows.of[key], before, before.of[key])
        self._joints, self._generation = dict(joints), self._physics.models.generation

    def controls(self, model: str) -> Dict[str, str]:
        """How each driven joint of a model is controlled."""
        return {
            joint: driven.control
            for (owner, joint), driven in self._joints.items()
            if owner == model
        }

    def command(self, model: str, stamp: float, knots: Mapping[str, Sequence[Knot]]) -> None:
        """Take knots of some joints, whose time 0 is ``stamp``, or the present where that is
        past."""
        until, why = self._deaf.get(model, (-math.inf, ""))
        if self._physics.time < until:
            # Whoever goes on as if nothing had happened shall not press again and again.
            self._deaf[model] = (self._physics.time + DEAF, why)
            raise InputError(
                model,
                f"was stopped by {why}, which it pressed on; it takes commands again once none "
                f"has come for {DEAF:g} s",
            )
        self._look()
        base = max(stamp, self._physics.time)
        for joint, points in knots.items():
            self._trajectories[model, joint].merge(base, [shifted(knot, base) for knot in points])

    def moving(self, model: str) -> bool:
        """Whether a joint of a model is to move, or is pushed, in the step just made."""
        rows = self._rows
        return any(
            rows.by_effort[row] or rows.servo.rate[row] != 0.0 for row in rows.of_model(model)
        )

    def positions(self, model: str) -> Array:
        """Positions (n,) of a model's driven joints."""
        result: Array = self._physics.data.qpos[self._rows.qpos[self._rows.of_model(model)]].copy()
        return result

    def back_off(self, model: str, places: Array, why: str) -> None:
        """Forget what was planned for a model, bring its joints from where they are to ``places``
        (n,), and take no commands meanwhile."""
        now = self._physics.time
        self._deaf[model] = (now + DEAF, why)
        self.give_way(model)
        for row, place in zip(self._rows.of_model(model), places.tolist()):
            key = self._rows.keys[row]
            if self._joints[key].control == POSITION:
                self._trajectories[key].merge(now, [Knot(now + BACKING, CUBIC, place)])

    def give_way(self, model: str) -> None:
        """Forget what was planned for a model; its joints hold where they are."""
        rows, positions = self._rows, self._physics.data.qpos[self._rows.qpos]
        for row in rows.of_model(model):
            by_position = self._joints[rows.keys[row]].control == POSITION
            self._trajectories[rows.keys[row]].hold(
                self._physics.time, float(positions[row]) if by_position else 0.0
            )
        rows.servo.seat(np.array(rows.of_model(model), dtype=int), positions)

    def effort(self, model: str, joint: str) -> float:
        """What drives a joint in the last step, N or N m."""
        row = self._rows.of.get((model, joint))
        return float(self._rows.efforts[row]) if row is not None else 0.0

    def reset(self) -> None:
        """Forget what was planned; joints hold where they are."""
        self._rows.last[:] = np.nan
        self._deaf.clear()

    def apply(self) -> None:
        """Set the forces of the coming step."""
        if not self._joints:
            return
        physics, rows = self._physics, self._rows
        physics.refresh()
        positions, velocities = self._look(), physics.data.qvel[rows.dof]
        # A speed that could not be kept is not made up for.
        rows.servo.reference[rows.slipping] = positions[rows.slipping]
        values = self._targets(physics.time + physics.timestep)
        targets = np.where(
            rows.by_velocity, rows.servo.reference + values * physics.timestep, values
        )
        targets[rows.by_effort] = positions[rows.by_effort]
        accelerations = rows.servo.step(targets, positions, velocities)
        accelerations[rows.by_effort] = 0.0
        # What a joint could not do alone must not be made up for by the others.
        most = rows.limits / rows.inertias(physics)
        possible = np.minimum(np.maximum(accelerations, -most), most)
        wanted = np.where(
            rows.by_effort,
            self._pushed(values, velocities),
            rows.inverse_dynamics(physics, possible),
        )
        rows.efforts = np.minimum(np.maximum(wanted, -rows.limits), rows.limits)
        physics.data.qfrc_applied[rows.dof] = rows.efforts
        self._watch((np.abs(wanted) > rows.limits) | (possible != accelerations))

    def settle(self) -> None:
        """Call it after each step: where joints are then is where physics left them."""
        if self._joints:
            self._rows.last = self._physics.data.qpos[self._rows.qpos]

    def _look(self) -> Array:
        """Positions (n,) of the joints; those that somebody has put elsewhere since the last step
        hold there."""
        if self._generation != self._physics.models.generation:
            self._rows.bind(self._physics)
            self._generation = self._physics.models.generation
        positions: Array = self._physics.data.qpos[self._rows.qpos]
        moved = positions != self._rows.last
        if moved.any():
            now = self._physics.time
            self._rows.servo.seat(moved, positions)
            for row in np.flatnonzero(moved).tolist():
                key = self._rows.keys[row]
                self._trajectories[key].hold(
                    now, float(positions[row]) if self._joints[key].control == POSITION else 0.0
                )
            self._rows.last = positions
        return positions

    def _targets(self, time: float) -> Array:
        values: List[float] = []
        for key in self._rows.keys:
            trajectory = self._trajectories[key]
            trajectory.forget(time)
            values.append(trajectory.at(time)[0])
        return np.array(values)

    def _pushed(self, values: Array, velocities: Array) -> Array:
        """Efforts, but for those that would drive a joint beyond its velocity limit."""
        return np.where(
            (np.abs(velocities) >= self._rows.speeds) & (values * velocities > 0.0), 0.0, values
        )

    def _watch(self, saturated: Array) -> None:
        rows, servo, now = self._rows, self._rows.servo, self._physics.time
        rows.saturated_for = np.where(saturated, rows.saturated_for + self._physics.timestep, 0.0)
        rows.slipping = saturated & rows.by_velocity
        if saturated.any():
            servo.saturated(saturated)
        for what, found in (
            ("position", servo.too_far),
            ("velocity", servo.too_fast),
            ("effort", rows.saturated_for > LONG),
        ):
            if found.any():
                for row in np.flatnonzero(found).tolist():
                    model, joint = rows.keys[row]
                    self._quiet.warn(
                        now,
                        (model, joint, what),
                        "/%s: joint %s is asked for more than its %s limit, and kept to it",
                        model,
                        joint,
                        what,
                    )


class _Rows:
    """The arrays of all driven joints, in one order."""

    def __init__(self, physics: Physics, joints: Mapping[Key, DrivenJoint]) -> None:
        self.keys = list(joints)
        self.of = {key: row for row, key in enumerate(self.keys)}
        self._of_models: Dict[str, List[int]] = {}
        for row, (model, _) in enumerate(self.keys):
            self._of_models.setdefault(model, []).append(row)
        axes = [driven.joint.axis for driven in joints.values()]
        self.limits, self.speeds = (
            np.array([getattr(axis, name) for axis in axes], dtype=float)
            for name in ("effort", "velocity")
        )
        controls = [driven.control for driven in joints.values()]
        self.by_velocity, self.by_effort = (
            np.array([control == name for control in controls], dtype=bool)
            for name in (VELOCITY, EFFORT)
        )
        lower, upper = (
            np.array([getattr(axis, name) for axis in axes], dtype=float)
            for name in ("lower", "upper")
        )
        self.servo = Servo(lower, upper, self.speeds, physics.timestep)
        self.slipping = np.zeros(len(axes), dtype=bool)
        self.last, self.efforts, self.saturated_for = (
            np.full(len(axes), np.nan),
            np.zeros(len(axes)),
            np.zeros(len(axes)),
        )
        self.bind(physics)

    def of_model(self, model: str) -> List[int]:
        """Rows of a model's joints."""
        return self._of_models.get(model, [])

    def bind(self, physics: Physics) -> None:
        """Find the joints in the compiled model."""
        ids = np.array(
            [
                mujoco.mj_name2id(physics.model, mujoco.mjtObj.mjOBJ_JOINT, f"{model}::{joint}")
                for model, joint in self.keys
            ],
            dtype=int,
        )
        self.qpos, self.dof = (
            physics.model.jnt_qposadr[ids].astype(int),
            physics.model.jnt_dofadr[ids].astype(int),
        )
        self._diagonal = physics.model.dof_Madr[self.dof].astype(int)
        self._damping, self._friction = (
            physics.model.dof_damping[self.dof].copy(),
            physics.model.dof_frictionloss[self.dof].copy(),
        )
        self._all, self._product = np.zeros(physics.model.nv), np.zeros(physics.model.nv)

    def inertias(self, physics: Physics) -> Array:
        """What each joint (n,) moves while all others stand, kg or kg m^2."""
        result: Array = physics.data.qM[self._diagonal]
        return result

    def inverse_dynamics(self, physics: Physics, accelerations: Array) -> Array:
        """Efforts (n,) that give these accelerations, all other joints at constant speed: M a +
        bias - passive, friction included.

        The integrator treats damping implicitly, which adds its product with the step to the
        inertia.
        """
        self._all[self.dof] = accelerations
        mujoco.mj_mulM(physics.model, physics.data, self._product, self._all)
        forces = self._product[self.dof] + self._damping * physics.timestep * accelerations
        result: Array = (
            forces
            + physics.data.qfrc_bias[self.dof]
            - physics.data.qfrc_passive[self.dof]
            + self._friction * np.sign(self.servo.rate)
        )
        return result

    def take(self, row: int, before: _Rows, old: int) -> None:
        """Go on with a joint where other arrays have left it."""
        self.last[row], self.efforts[row], self.saturated_for[row] = (
            before.last[old],
            before.efforts[old],
            before.saturated_for[old],
        )
        self.servo.take(row, before.servo, old)

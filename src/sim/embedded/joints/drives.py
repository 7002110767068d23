"""Drives the joints of ``libsim_joints.so``: trajectories in, generalized forces out.

Computed torque control from MuJoCo's inertia matrix and bias forces, within each joint's effort
limit. The law of a step is in ``native/drives.cc``, on the arrays of :mod:`drive_rows`. SI units.
"""

from __future__ import annotations

import logging
import math
from typing import Dict, Mapping, Sequence, Tuple

import numpy as np

from sim.arrays import Array
from sim.embedded.joint_settings import DrivenJoint
from sim.embedded.joints.command import POSITION
from sim.embedded.joints.drive_rows import DriveRows, Key
from sim.embedded.joints.quiet import Quiet
from sim.embedded.joints.trajectory import CUBIC, JointSpline, SplineKnot
from sim.embedded.physics.native import NATIVE
from sim.embedded.physics.physics import Physics
from sim.embedded.subsystem import Subsystem
from sim.errors import InputError

log = logging.getLogger(__name__)
# Time at the effort limit that is worth a line: a jerk at a corner of a trajectory is not.
SATURATION_TIME = 0.1  # s of simulated time
RETREAT_TIME = 0.1  # s of simulated time, to go back from a contact
COMMAND_SILENCE = 0.2  # s of simulated time, after which commands are taken again


class Drives(Subsystem):
    """Driven joints of a world, by model and joint."""

    def __init__(self, physics: Physics) -> None:
        self._physics, self._quiet = physics, Quiet(log)
        self._joints: Dict[Key, DrivenJoint] = {}
        self._trajectories: Dict[Key, JointSpline] = {}
        self._rows = DriveRows(physics, {}, {})
        self._generation = -1
        # Models that ignore commands: until when, and why.
        self._deaf: Dict[str, Tuple[float, str]] = {}

    def set(self, joints: Mapping[Key, DrivenJoint]) -> None:
        """Set the driven joints; known ones keep their state."""
        kept = {key for key, joint in joints.items() if self._joints.get(key) is joint}
        self._trajectories = {
            key: self._trajectories[key] if key in kept else JointSpline(joint.control != POSITION)
            for key, joint in joints.items()
        }
        before, self._rows = self._rows, DriveRows(self._physics, joints, self._trajectories)
        for key in kept:
            self._rows.take(self._rows.of[key], before, before.of[key])
        self._joints, self._generation = dict(joints), self._physics.models.generation

    def controls(self, model: str) -> Dict[str, str]:
        """Return the kind of control of each driven joint of a model."""
        return {
            joint: driven.control
            for (owner, joint), driven in self._joints.items()
            if owner == model
        }

    def command(self, model: str, stamp: float, knots: Mapping[str, Array]) -> None:
        """Add knots (n, 5) of some joints.

        Their times count from ``stamp``, or from now if that is past.
        """
        until, why = self._deaf.get(model, (-math.inf, ""))
        if self._physics.time < until:
            # A client that continues regardless shall not press again and again.
            self._deaf[model] = (self._physics.time + COMMAND_SILENCE, why)
            raise InputError(
                model,
                f"was stopped by {why}, which it pressed on; it takes commands again once none "
                f"has come for {COMMAND_SILENCE:g} s",
            )
        self._look()
        base = max(stamp, self._physics.time)
        for joint, points in knots.items():
            self._trajectories[model, joint].merge(base, points)

    def moving(self, model: str) -> bool:
        """Return whether any joint moves by plan or is pushed. It holds for the step just made."""
        rows = self._rows
        return any(rows.by_effort[row] or rows.rate[row] != 0.0 for row in rows.of_model(model))

    def positions(self, model: str) -> Array:
        """Return the positions (n,) of a model's driven joints."""
        result: Array = self._physics.data.qpos[self._rows.places(model)]
        return result

    def back_off(self, model: str, places: Array, why: str) -> None:
        """Delete a model's plan and move its joints to ``places`` (n,).

        Commands are ignored meanwhile.
        """
        now = self._physics.time
        self._deaf[model] = (now + COMMAND_SILENCE, why)
        self.give_way(model)
        for row, place in zip(self._rows.of_model(model), places.tolist()):
            key = self._rows.keys[row]
            if self._joints[key].control == POSITION:
                self._trajectories[key].merge(now, [SplineKnot(RETREAT_TIME, CUBIC, place)])

    def give_way(self, model: str) -> None:
        """Delete a model's plan; its joints hold their positions."""
        rows, positions = self._rows, self._physics.data.qpos[self._rows.qpos]
        for row in rows.of_model(model):
            by_position = self._joints[rows.keys[row]].control == POSITION
            self._trajectories[rows.keys[row]].hold(
                self._physics.time, float(positions[row]) if by_position else 0.0
            )
        rows.seat(np.array(rows.of_model(model), dtype=int), positions)

    def effort(self, model: str, joint: str) -> float:
        """Return a joint's effort in the last step, N or N m."""
        row = self._rows.of.get((model, joint))
        return float(self._rows.efforts[row]) if row is not None else 0.0

    def reset(self) -> None:
        """Delete all plans; joints hold their positions."""
        self._rows.restart()
        self._deaf.clear()

    def before_step(self) -> None:
        """Set the forces of the coming step."""
        if not self._joints:
            return
        physics = self._physics
        physics.refresh()
        self._look()
        if NATIVE().sim_drives_apply(
            physics.model._address,
            physics.data._address,
            self._rows.law,
            physics.time + physics.timestep,
            physics.timestep,
        ):
            self.watch(physics.time)

    def next_update(self, now: float) -> float:
        return math.inf

    def prepare(self) -> int:
        """Return the data's address for steps in C++, 0 without joints."""
        if not self._joints:
            return 0
        self._look()
        return self._rows.law

    @property
    def count(self) -> int:
        """Number of driven joints."""
        return len(self._joints)

    def rows(self, model: str) -> Sequence[int]:
        """Return the rows of a model's joints."""
        return self._rows.of_model(model)

    def after_step(self) -> None:
        """Store the joints' positions after the step."""
        if self._joints:
            NATIVE().sim_drives_settle(self._physics.data._address, self._rows.law)

    def _look(self) -> None:
        """Hold joints that were moved from outside since the last step."""
        physics, rows = self._physics, self._rows
        if self._generation != physics.models.generation:
            rows.bind(physics)
            self._generation = physics.models.generation
        if not NATIVE().sim_drives_moved(physics.data._address, rows.law):
            return
        positions: Array = physics.data.qpos[rows.qpos]
        moved = positions != rows.last
        rows.seat(moved, positions)
        for row in np.flatnonzero(moved).tolist():
            key = rows.keys[row]
            self._trajectories[key].hold(
                physics.time,
                float(positions[row]) if self._joints[key].control == POSITION else 0.0,
            )
        rows.last[:] = positions

    def watch(self, now: float) -> None:
        """Warn of joints that failed to follow since ``now``."""
        rows = self._rows
        for what, found in (
            ("position", rows.too_far),
            ("velocity", rows.too_fast),
            ("effort", rows.saturated_for > SATURATION_TIME),
        ):
            for row in np.flatnonzero(found).tolist():
                model, joint = rows.keys[row]
                self._quiet.warn(
                    now,
                    (model, joint, what),
                    "/%s: the command of joint %s exceeds its %s limit; it is limited",
                    model,
                    joint,
                    what,
                )

"""A gripper with fingers on prismatic joints that one drive moves together, as a screw or rack
does.

The drive presses each finger with at most the force that was asked for; what a finger deviates from
the mean of all is held with as much. Its own weight does not load the drive. SI units.
"""

from __future__ import annotations

import logging
from typing import Dict, List, Sequence, Tuple

import mujoco
import numpy as np

from sim.arrays import Array
from sim.embedded.joint_settings import PARALLEL, Parallel
from sim.embedded.joints.grip import Grip
from sim.embedded.joints.gripper import Order, Orders, Report
from sim.embedded.joints.keeping_up import keep_up
from sim.embedded.joints.quiet import Quiet
from sim.embedded.joints.touch import grasped, touches
from sim.embedded.physics.physics import Physics

log = logging.getLogger(__name__)
BANDWIDTH, LONGEST = 150.0, 0.3
# Simulated s for which fingers may lose touch without letting go, and over which their force and
# speed are averaged.
PATIENCE = 0.02
# m/s of the width below which it stands, and m by which an order must be wider than the fingers are
# to open them.
RESTING, PLAY = 1e-3, 1e-4


class ParallelGripper:
    """Drives the fingers of one model."""

    def __init__(self, physics: Physics, model: str, settings: Parallel) -> None:
        self._physics, self._model, self._settings = physics, model, settings
        self._orders, self._quiet, self._grip = Orders(), Quiet(log), Grip(physics, model)
        # All fingers slide, so that each has one.
        axes = [joint.axis for joint in settings.fingers if joint.axis is not None]
        self._lower, self._upper = (
            max(axis.lower for axis in axes),
            min(axis.upper for axis in axes),
        )
        self._strongest = min(settings.force, *(axis.effort for axis in axes))
        self._fastest = min(
            settings.speed / len(settings.fingers), *(axis.velocity for axis in axes)
        )
        self._force, self._goal, self._reference = self._strongest, 0.0, 0.0
        self._last = np.full(len(settings.fingers), np.nan)
        self._efforts = np.zeros(len(settings.fingers))
        self._pressed, self._speed, self._thing, self._seen = 0.0, 0.0, "", 0.0
        self._bodies: Dict[str, int] = {}
        self._wanted, self._jumps, self._compiled = True, -1, -1
        self._generation = -1

    def order(self, order: Order) -> None:
        """Take an order; InputError where its values are not numbers."""
        order.check()
        self._orders.add(order)

    def efforts(self) -> Dict[str, float]:
        """What drives the finger joints, N."""
        return {
            joint.name: float(effort)
            for joint, effort in zip(self._settings.fingers, self._efforts)
        }

    def reset(self) -> None:
        """Forget orders, let go, hold the fingers where they are."""
        self._orders.clear()
        self._grip.release()
        self._last[:], self._thing, self._pressed, self._force = np.nan, "", 0.0, self._strongest

    def apply(self) -> None:
        """Set the forces of the coming step."""
        self._grip.keep()
        self._bind()
        data, step = self._physics.data, self._physics.timestep
        positions, velocities = data.qpos[self._qpos], data.qvel[self._dof]
        if (positions != self._last).any():
            self._goal = self._reference = float(
                np.clip(positions.mean(), self._lower, self._upper)
            )
        order = self._orders.due(self._physics.time)
        if order is not None:
            self._begin(order, positions)
        self._assist()
        self._physics.refresh()
        self._efforts = self._pressing(positions.tolist(), velocities.tolist(), step)
        data.qfrc_applied[self._dof] = (
            self._efforts + data.qfrc_bias[self._dof] - data.qfrc_passive[self._dof]
        )

    def settle(self) -> None:
        """Call it right after each step: looks what the fingers touch."""
        self._last, self._compiled = (
            self._physics.data.qpos[self._qpos],
            self._physics.models.generation,
        )
        found = touches(self._physics, self._finger_of, len(self._dof))
        thing, now = grasped(found), self._physics.time
        if thing:
            self._jumps = self._physics.jumps(thing)
            self._thing, self._seen, self._bodies = (
                thing,
                now,
                {name: body for name, (_, body) in found[0].items()},
            )
            if not self._grip.thing:
                keep_up(self._physics, self._palm, self._bodies[thing])
        elif not 0.0 <= now - self._seen <= PATIENCE:
            self._thing = ""
        force = sum(sum(force for force, _ in touched.values()) for touched in found) / len(found)
        share = min(1.0, self._physics.timestep / PATIENCE)
        self._pressed += (force - self._pressed) * share
        self._speed += (float(self._physics.data.qvel[self._dof].sum()) - self._speed) * share

    @property
    def thing(self) -> str:
        """The model that is held, empty where none."""
        return self._grip.thing or self._thing

    def report(self) -> Report:
        """What it does and holds."""
        self._bind()
        data, settings = self._physics.data, self._settings
        width = settings.closed_width + float(data.qpos[self._qpos].sum())
        thing = self.thing
        return Report(
            PARALLEL,
            width,
            self._pressed,
            False,
            abs(self._speed) > RESTING,
            bool(thing),
            thing,
            bool(self._grip.thing),
        )

    def _begin(self, order: Order, positions: Array) -> None:
        wanted = (order.width - self._settings.closed_width) / len(positions)
        self._goal = min(max(wanted, self._lower), self._upper)
        self._force = min(order.force or self._strongest, self._strongest)
        if abs(wanted - self._goal) > 1e-6 or order.force > self._strongest * (1 + 1e-9):
            self._quiet.warn(
                self._physics.time,
                "limit",
                "/%s: the gripper is asked for %g m and %g N; it does %g to %g m and up to %g N",
                self._model,
                order.width,
                order.force,
                *self._widths(),
                self._strongest,
            )
        self._reference = float(positions.mean())
        self._wanted = self._goal <= self._reference + PLAY
        if not self._wanted:
            self._grip.release()

    def _widths(self) -> Tuple[float, float]:
        closed, count = self._settings.closed_width, len(self._settings.fingers)
        return closed + count * self._lower, closed + count * self._upper

    def _assist(self) -> None:
        """Take what all fingers touch, and was not put elsewhere since."""
        physics, thing = self._physics, self._thing
        if not self._settings.grasp_assist or not thing or not self._wanted or self._grip.thing:
            return
        if (
            self._seen == physics.time
            and physics.models.has(thing)
            and physics.jumps(thing) == self._jumps
            and self._compiled == physics.models.generation
        ):
            physics.refresh()
            body = self._bodies[thing]
            if physics.model.body_dofnum[physics.model.body_rootid[body]]:
                self._grip.take(
                    body, physics.data.xpos[body].copy(), physics.data.xpos[body].copy()
                )

    def _pressing(self, positions: List[float], velocities: List[float], step: float) -> Array:
        """Forces (n,) of the drive on the fingers: m (w^2 e + 2 w e') on their mean, and on what
        each deviates from it."""
        count, w, most = len(positions), min(BANDWIDTH, LONGEST / step), self._force
        mean, speed = sum(positions) / count, sum(velocities) / count
        inertia = float(self._physics.data.qM[self._diagonal[0]])
        # Further ahead the reference would press no harder, and would snap shut once the fingers
        # come free.
        lead = 2.0 * most / (inertia * w * w)
        before, reach = self._reference, self._fastest * step
        ahead = before + _kept(self._goal - before, reach)
        self._reference = mean + _kept(ahead - mean, lead)
        together = _kept(
            inertia * (w * w * (before - mean) + 2.0 * w * ((ahead - before) / step - speed)), most
        )
        return np.array(
            [
                together
                - _kept(inertia * (w * w * (position - mean) + 2.0 * w * (velocity - speed)), most)
                for position, velocity in zip(positions, velocities)
            ]
        )

    def _bind(self) -> None:
        physics = self._physics
        if self._generation == physics.models.generation:
            return
        self._generation = physics.models.generation
        names: Sequence[str] = [f"{self._model}::{joint.name}" for joint in self._settings.fingers]
        ids = [mujoco.mj_name2id(physics.model, mujoco.mjtObj.mjOBJ_JOINT, name) for name in names]
        self._qpos, self._dof = (
            physics.model.jnt_qposadr[ids].astype(int),
            physics.model.jnt_dofadr[ids].astype(int),
        )
        self._diagonal = physics.model.dof_Madr[self._dof].astype(int)
        self._palm = int(physics.model.body_parentid[physics.model.jnt_bodyid[ids[0]]])
        # A finger is its link and what is fixed to it.
        self._finger_of = np.full(physics.model.nbody, -1)
        for finger, body in enumerate(physics.model.jnt_bodyid[ids]):
            self._finger_of[physics.model.body_weldid == physics.model.body_weldid[body]] = finger


def _kept(value: float, most: float) -> float:
    """A value kept to plus or minus a limit."""
    return min(max(value, -most), most)

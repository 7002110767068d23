"""Parallel gripper: fingers on prismatic joints, moved together by one drive.

The drive presses each finger with at most the commanded force; a finger's deviation from the mean
is held with as much. Its weight does not load the drive. The law of a step is in
``native/fingers.cc``. SI units.
"""

from __future__ import annotations

import ctypes
import logging
from typing import Dict, Sequence, Tuple

import mujoco
import numpy as np

from sim.embedded.joint_settings import PARALLEL, Parallel
from sim.embedded.joints.grip import Grip
from sim.embedded.joints.gripper import GripperOrder, GripperReport, Orders
from sim.embedded.joints.keeping_up import keep_up
from sim.embedded.joints.quiet import Quiet
from sim.embedded.joints.touch import Touches, by_model, grasped
from sim.embedded.physics.native import NATIVE
from sim.embedded.physics.physics import Physics
from sim.embedded.subsystem import Subsystem
from sim.laws.library import COUNT, NUMBER, POINTER

log = logging.getLogger(__name__)
MAX_TOUCH_GAP = 0.02  # s of simulated time, without letting go
RESTING_SPEED = 1e-3  # m/s of the width, below which it stands
OPENING_TOLERANCE = 1e-4  # m; an order must be this much wider than the fingers to open them


class _Fingers(ctypes.Structure):
    """C structure: arrays (n,) of n fingers, with m, m/s, N."""

    _fields_ = [
        ("count", COUNT),
        ("qpos", POINTER),
        ("dof", POINTER),
        ("diagonal", COUNT),
        *((name, NUMBER) for name in ("lower", "upper", "fastest", "force", "goal", "reference")),
        *((name, NUMBER) for name in ("pressed", "speed")),
        ("last", POINTER),
        ("efforts", POINTER),
    ]
    force: float
    goal: float
    reference: float
    pressed: float
    speed: float


class ParallelGripper(Subsystem):
    """Parallel gripper of one model."""

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
        fastest = min(settings.speed / len(settings.fingers), *(axis.velocity for axis in axes))
        self._last = np.full(len(settings.fingers), np.nan)
        self._efforts = np.zeros(len(settings.fingers))
        self._touches = Touches(physics)
        self._law = _Fingers(
            count=len(settings.fingers),
            lower=self._lower,
            upper=self._upper,
            fastest=fastest,
            force=self._strongest,
            last=self._last.ctypes.data,
            efforts=self._efforts.ctypes.data,
        )
        self._address = ctypes.addressof(self._law)
        self._thing, self._seen, self._touching = "", 0.0, False
        self._bodies: Dict[str, int] = {}
        self._wanted, self._jumps, self._compiled = True, -1, -1
        self._generation = -1

    def order(self, order: GripperOrder) -> None:
        """Add an order; raises InputError if a value is not a number."""
        order.check()
        self._orders.add(order)

    def efforts(self) -> Dict[str, float]:
        """Return the efforts of the finger joints in N."""
        return {
            joint.name: float(effort)
            for joint, effort in zip(self._settings.fingers, self._efforts)
        }

    def reset(self) -> None:
        """Delete orders, release, and hold the fingers' positions."""
        self._orders.clear()
        self._grip.release()
        self._last[:], self._efforts[:] = np.nan, 0.0
        self._law.pressed = self._law.speed = 0.0
        self._law.force = self._strongest
        self._thing, self._touching, self._wanted = "", False, True

    def next_update(self, now: float) -> float:
        """Return a time up to which C++ alone makes steps.

        It holds while the fingers touch nothing.
        """
        return now if self._touching or self.thing else self._orders.next()

    def prepare(self) -> Tuple[int, int]:
        """Return the addresses of drive and touch data for steps in C++."""
        self._bind()
        NATIVE().sim_fingers_look(self._physics.data._address, self._address)
        return self._address, self._touches.address

    def before_step(self) -> None:
        """Set the forces of the coming step."""
        self._grip.keep()
        self._bind()
        physics = self._physics
        middle = NATIVE().sim_fingers_look(physics.data._address, self._address)
        order = self._orders.due(physics.time)
        if order is not None:
            self._begin(order, middle)
        self._assist()
        physics.refresh()
        NATIVE().sim_fingers_apply(physics.data._address, self._address, physics.timestep)

    def after_step(self) -> None:
        """Find the things that the fingers touch."""
        physics, count = self._physics, len(self._dof)
        self._compiled = physics.models.generation
        touches = self._touches.look()
        self._touching = bool(touches)
        force = sum(touch.normal for touch in touches) / count
        NATIVE().sim_fingers_settle(physics.data._address, self._address, force, physics.timestep)
        found = by_model(physics, touches, count) if touches else []
        thing, now = grasped(found) if found else "", physics.time
        if thing:
            self._jumps = self._physics.poses.jumps(thing)
            self._thing, self._seen, self._bodies = (
                thing,
                now,
                {name: body for name, (_, body) in found[0].items()},
            )
            if not self._grip.thing:
                keep_up(self._physics, self._palm, self._bodies[thing])
        elif not 0.0 <= now - self._seen <= MAX_TOUCH_GAP:
            self._thing = ""

    @property
    def thing(self) -> str:
        """Held model; empty if none."""
        return self._grip.thing or self._thing

    def report(self) -> GripperReport:
        """Return the state of the gripper."""
        self._bind()
        data, settings = self._physics.data, self._settings
        width = settings.closed_width + float(data.qpos[self._qpos].sum())
        thing = self.thing
        return GripperReport(
            PARALLEL,
            width,
            self._law.pressed,
            False,
            abs(self._law.speed) > RESTING_SPEED,
            bool(thing),
            thing,
            bool(self._grip.thing),
        )

    def _begin(self, order: GripperOrder, middle: float) -> None:
        """Start an order from the fingers' mean position."""
        law = self._law
        wanted = (order.width - self._settings.closed_width) / len(self._dof)
        law.goal = min(max(wanted, self._lower), self._upper)
        law.force = min(order.force or self._strongest, self._strongest)
        if abs(wanted - law.goal) > 1e-6 or order.force > self._strongest * (1 + 1e-9):
            self._quiet.warn(
                self._physics.time,
                "limit",
                "/%s: command %g m, %g N is out of range; allowed: %g to %g m, up to %g N",
                self._model,
                order.width,
                order.force,
                *self._widths(),
                self._strongest,
            )
        law.reference = middle
        self._wanted = law.goal <= middle + OPENING_TOLERANCE
        if not self._wanted:
            self._grip.release()

    def _widths(self) -> Tuple[float, float]:
        closed, count = self._settings.closed_width, len(self._settings.fingers)
        return closed + count * self._lower, closed + count * self._upper

    def _assist(self) -> None:
        """Hold an object that all fingers touch, unless moved from outside."""
        physics, thing = self._physics, self._thing
        if not self._settings.grasp_assist or not thing or not self._wanted or self._grip.thing:
            return
        if (
            self._seen == physics.time
            and physics.models.has(thing)
            and physics.poses.jumps(thing) == self._jumps
            and self._compiled == physics.models.generation
        ):
            physics.refresh()
            body = self._bodies[thing]
            if physics.model.body_dofnum[physics.model.body_rootid[body]]:
                self._grip.take(
                    body, physics.data.xpos[body].copy(), physics.data.xpos[body].copy()
                )

    def _bind(self) -> None:
        physics = self._physics
        if self._generation == physics.models.generation:
            return
        self._generation = physics.models.generation
        names: Sequence[str] = [f"{self._model}::{joint.name}" for joint in self._settings.fingers]
        ids = [mujoco.mj_name2id(physics.model, mujoco.mjtObj.mjOBJ_JOINT, name) for name in names]
        self._qpos, self._dof = (
            addresses[ids].astype(np.int32)
            for addresses in (physics.model.jnt_qposadr, physics.model.jnt_dofadr)
        )
        self._law.qpos, self._law.dof = self._qpos.ctypes.data, self._dof.ctypes.data
        self._law.diagonal = int(physics.model.dof_Madr[self._dof[0]])
        self._palm = int(physics.model.body_parentid[physics.model.jnt_bodyid[ids[0]]])
        # A finger is its link and all links fixed to it.
        finger_of = np.full(physics.model.nbody, -1)
        for finger, body in enumerate(physics.model.jnt_bodyid[ids]):
            finger_of[physics.model.body_weldid == physics.model.body_weldid[body]] = finger
        self._touches.bind(finger_of)

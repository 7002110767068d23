"""Stops a driven model that presses on something, itself or by what it holds, as the collision
detection of robots' controllers does.

Its joints go back a little on their way, which takes the pressure off, and take no commands
meanwhile. SI units, world axes.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import Deque, Dict, List, Optional, Tuple

import mujoco
import numpy as np

from sim.arrays import Array
from sim.embedded.joint_settings import ContactLimits
from sim.embedded.joints.contact_guard import NONE, ContactGuard, Force
from sim.embedded.joints.drives import DEAF, Drives
from sim.embedded.physics.physics import Physics

# Simulated s of its way by which a model goes back.
BACK = 0.05


@dataclass(frozen=True)
class Pressing:
    """Two collisions by their full names, ``own`` on the model or what it holds, and the force (3,)
    on the own side in N."""

    own: str
    other: str
    force: Force


@dataclass(frozen=True)
class Stopped:
    """A motion that was stopped at a time, and by what."""

    time: float
    pressing: Pressing


class ContactStop:
    """Watches one model: it stops and goes back where it moves, and gives way where it stands."""

    def __init__(self, physics: Physics, model: str, limits: ContactLimits, drives: Drives) -> None:
        self._physics, self._model, self._drives = physics, model, drives
        # Of what presses on the links, and on what is held.
        self._guards = ContactGuard(limits.force), ContactGuard(limits.held, lifting=True)
        self._pairs: Tuple[Dict[str, Tuple[str, str]], Dict[str, Tuple[str, str]]] = ({}, {})
        self._places: Deque[Tuple[float, Array]] = deque()
        self._masks: Dict[str, Array] = {}
        self._generation = -1
        self.last: Optional[Stopped] = None

    def pressing(self) -> List[Pressing]:
        """What presses on the model or on what it holds, averaged over some steps."""
        return [
            Pressing(*pairs[name], force)
            for guard, pairs in zip(self._guards, self._pairs)
            for name, force in guard.felt.items()
        ]

    def reset(self) -> None:
        """Forget all."""
        for guard in self._guards:
            guard.clear()
        self._places.clear()
        self.last = None

    def settle(self, held: str, tool: str = "") -> None:
        """Call it right after each step, with the models that are held and that hang on the flange,
        if any."""
        physics, now = self._physics, self._physics.time
        stopping = self.last is not None and self.last.time <= now < self.last.time + DEAF
        moving = not stopping and self._drives.moving(self._model)
        self._remember(now)
        pressing = None
        for guard, pairs, pushes in zip(self._guards, self._pairs, self._pushes(held, tool)):
            name = guard.step(pushes, moving, physics.timestep)
            for other in [other for other in pairs if other not in guard.felt]:
                del pairs[other]
            # What is held and lies somewhere may be pressed on that by the fingers alone, which an
            # arm at rest must bear.
            if name and (moving or guard is self._guards[0]):
                pressing = Pressing(*pairs[name], guard.felt[name])
        if pressing and moving:
            self.last = Stopped(now, pressing)
            self._drives.back_off(self._model, self._places[0][1], pressing.other)
        elif pressing and not stopping:
            self._drives.give_way(self._model)

    def _remember(self, now: float) -> None:
        """Keeps the places of the joints of the last while."""
        self._places.append((now, self._drives.positions(self._model)))
        while not now - BACK <= self._places[0][0] <= now:
            self._places.popleft()

    def _pushes(self, held: str, tool: str) -> Tuple[Dict[str, Force], Dict[str, Force]]:
        """Forces on the model and on what it holds in the step just made, by the links that exert
        them."""
        physics = self._physics
        found: Tuple[Dict[str, Force], Dict[str, Force]] = ({}, {})
        strongest: Tuple[Dict[str, float], Dict[str, float]] = ({}, {})
        if not physics.data.ncon:
            return found
        # 0 are others, 1 is the model, 2 what it holds; finger tips that stand on something static
        # do not hold it.
        owner = self._mask(self._model).astype(int)
        if tool:
            owner += self._mask(tool)
        if held and physics.models.has(held) and not physics.models.sdf(held).static:
            owner += 2 * self._mask(held)
        geoms = np.asarray(physics.data.contact.geom, dtype=int).reshape(-1, 2)
        sides = owner[physics.model.geom_bodyid[geoms]]
        wrench = np.empty(6)
        for index in np.flatnonzero((sides == 0).sum(axis=1) == 1).tolist():
            # On the contact's second geom, in the contact's axes.
            mujoco.mj_contactForce(physics.model, physics.data, index, wrench)
            side = int(sides[index, 0] == 0)
            part = int(sides[index, side]) - 1
            force = (1.0 if side else -1.0) * (
                physics.data.contact.frame[index].reshape(3, 3).T @ wrench[:3]
            )
            other = physics.name_of_link(int(physics.model.geom_bodyid[geoms[index, 1 - side]]))
            found[part][other] = tuple((np.array(found[part].get(other, NONE)) + force).tolist())
            if float(wrench[0]) >= strongest[part].get(other, 0.0):
                strongest[part][other] = float(wrench[0])
                self._pairs[part][other] = (
                    physics.name_of_geom(int(geoms[index, side])),
                    physics.name_of_geom(int(geoms[index, 1 - side])),
                )
        return found

    def _mask(self, name: str) -> Array:
        """Which bodies (n,) of the compiled world are a model's."""
        physics = self._physics
        if self._generation != physics.models.generation:
            self._generation, self._masks = physics.models.generation, {}
        if name not in self._masks:
            mask = np.zeros(physics.model.nbody, dtype=bool)
            mask[physics.bodies_of(name)] = True
            self._masks[name] = mask
        return self._masks[name]

"""Stops a driven model that presses on something, itself or by what it holds, as the collision
detection of robots' controllers does.

Its joints go back a little on their way, which takes the pressure off, and take no commands
meanwhile. SI units, world axes.
"""

from __future__ import annotations

import math
from collections import deque
from dataclasses import dataclass
from typing import Callable, Deque, Dict, List, Optional, Sequence, Tuple

import numpy as np

from sim.arrays import Array
from sim.embedded.joint_settings import ContactLimits
from sim.embedded.joints.contact_guard import ContactGuard, Force
from sim.embedded.joints.drives import COMMAND_SILENCE, Drives
from sim.embedded.joints.touch import Touches
from sim.embedded.physics.physics import Physics
from sim.embedded.subsystem import Subsystem

Load = Tuple[str, str]
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


class ContactStop(Subsystem):
    """Watches one model: it stops and goes back where it moves, and gives way where it stands.

    ``load`` gives the models that it holds and that hang on its flange, empty where none."""

    def __init__(
        self,
        physics: Physics,
        model: str,
        limits: ContactLimits,
        drives: Drives,
        load: Callable[[], Load],
    ) -> None:
        self._physics, self._model, self._drives, self._load = physics, model, drives, load
        # Of what presses on the links, and on what is held.
        self._guards = ContactGuard(limits.force), ContactGuard(limits.held, lifting=True)
        self._pairs: Tuple[Dict[str, Tuple[str, str]], Dict[str, Tuple[str, str]]] = ({}, {})
        self._places: Deque[Tuple[float, Array]] = deque()
        self._touches = Touches(physics, outside=True)
        self._bound: Tuple[int, str, str] = (-1, "", "")
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
        for guard, pairs in zip(self._guards, self._pairs):
            guard.clear()
            pairs.clear()
        self._places.clear()
        self.last = None

    def next_update(self, now: float) -> float:
        """A simulated time before which nothing happens as long as nothing is touched."""
        return now if any(guard.felt for guard in self._guards) else math.inf

    def prepare(self) -> int:
        """What C++ looks for in steps that are made together: an address."""
        self._bind()
        return self._touches.address

    def remember(self, times: Sequence[float], places: Array) -> None:
        """Keeps the places (n, k) of the joints at n times, the last of which is the newest, and
        forgets what was long before."""
        self._places.extend(zip(times, places))
        while not times[-1] - BACK <= self._places[0][0] <= times[-1]:
            self._places.popleft()

    def after_step(self) -> None:
        """Stop or give way where something presses."""
        now = self._physics.time
        self.remember([now], self._drives.positions(self._model)[None])
        pushes = self._pushes()
        if not any(pushes) and not any(guard.felt for guard in self._guards):
            return
        stopping = (
            self.last is not None and self.last.time <= now < self.last.time + COMMAND_SILENCE
        )
        moving = not stopping and self._drives.moving(self._model)
        pressing = None
        for guard, pairs, forces in zip(self._guards, self._pairs, pushes):
            name = guard.step(forces, moving, self._physics.timestep)
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

    def _pushes(self) -> Tuple[Dict[str, Force], Dict[str, Force]]:
        """Forces on the model and on what it holds in the step just made, by the links that exert
        them."""
        self._bind()
        found: Tuple[Dict[str, Force], Dict[str, Force]] = ({}, {})
        strongest: Dict[Tuple[int, str], float] = {}
        physics = self._physics
        for touch in self._touches.look():
            part, other = touch.part, physics.names.of_link(touch.body)
            x, y, z = found[part].get(other, (0.0, 0.0, 0.0))
            found[part][other] = (x + touch.x, y + touch.y, z + touch.z)
            if touch.strongest >= strongest.get((part, other), 0.0):
                strongest[part, other] = touch.strongest
                self._pairs[part][other] = (
                    physics.names.of_geom(touch.own_geom),
                    physics.names.of_geom(touch.other_geom),
                )
        return found

    def _bind(self) -> None:
        """Finds what belongs to the model, part 0, and to what it holds, part 1."""
        physics, (held, tool) = self._physics, self._load()
        bound = (physics.models.generation, held, tool)
        if self._bound == bound:
            return
        self._bound = bound
        parts = np.full(physics.model.nbody, -1)
        # Finger tips that stand on something static do not hold it.
        if held and physics.models.has(held) and not physics.models.sdf(held).static:
            parts[physics.names.bodies_of(held)] = 1
        for own in filter(None, (self._model, tool)):
            parts[physics.names.bodies_of(own)] = 0
        self._touches.bind(parts)

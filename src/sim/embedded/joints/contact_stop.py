"""Collision detection of a driven model, as of robot controllers.

It stops when the model, or a held thing, presses on something. Joints back off on their path, which
relieves the pressure, and ignore commands meanwhile. SI units, world axes.
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
# Simulated s of its path by which a model backs off.
BACK = 0.05


@dataclass(frozen=True)
class Pressing:
    """Contact of two collisions by full names.

    ``own`` is on the model or a held thing; the force (3,) in N acts on it.
    """

    own: str
    other: str
    force: Force


@dataclass(frozen=True)
class Stopped:
    """Stop of a motion: its time and cause."""

    time: float
    pressing: Pressing


class ContactStop(Subsystem):
    """Contact stop of one model, which backs off, or yields at rest.

    ``load`` returns the models that it holds and the tool on its flange, or empty names.
    """

    def __init__(
        self,
        physics: Physics,
        model: str,
        limits: ContactLimits,
        drives: Drives,
        load: Callable[[], Load],
    ) -> None:
        self._physics, self._model, self._drives, self._load = physics, model, drives, load
        # Guards of the links, and of held things.
        self._guards = ContactGuard(limits.force), ContactGuard(limits.held, lifting=True)
        self._pairs: Tuple[Dict[str, Tuple[str, str]], Dict[str, Tuple[str, str]]] = ({}, {})
        self._places: Deque[Tuple[float, Array]] = deque()
        self._touches = Touches(physics, outside=True)
        self._bound: Tuple[int, str, str] = (-1, "", "")
        self.last: Optional[Stopped] = None

    def pressing(self) -> List[Pressing]:
        """Return the contacts on the model and held things, averaged over steps."""
        return [
            Pressing(*pairs[name], force)
            for guard, pairs in zip(self._guards, self._pairs)
            for name, force in guard.felt.items()
        ]

    def reset(self) -> None:
        """Delete all state."""
        for guard, pairs in zip(self._guards, self._pairs):
            guard.clear()
            pairs.clear()
        self._places.clear()
        self.last = None

    def next_update(self, now: float) -> float:
        """Return a time before which nothing happens without contacts."""
        return now if any(guard.felt for guard in self._guards) else math.inf

    def prepare(self) -> int:
        """Return the address of the data for steps in C++."""
        self._bind()
        return self._touches.address

    def remember(self, times: Sequence[float], places: Array) -> None:
        """Store joint positions (n, k) at n ascending times; drop old ones."""
        self._places.extend(zip(times, places))
        while not times[-1] - BACK <= self._places[0][0] <= times[-1]:
            self._places.popleft()

    def after_step(self) -> None:
        """Stop or yield if a contact exceeds its limit."""
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
            # The fingers alone may press a held thing onto its support, which an arm at rest must
            # bear.
            if name and (moving or guard is self._guards[0]):
                pressing = Pressing(*pairs[name], guard.felt[name])
        if pressing and moving:
            self.last = Stopped(now, pressing)
            self._drives.back_off(self._model, self._places[0][1], pressing.other)
        elif pressing and not stopping:
            self._drives.give_way(self._model)

    def _pushes(self) -> Tuple[Dict[str, Force], Dict[str, Force]]:
        """Return the step's forces on the model and held things, by link."""
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
        """Find the model's bodies (part 0) and held ones (part 1)."""
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

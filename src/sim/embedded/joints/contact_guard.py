"""When a motion stops because something presses on what moves: the law of ``<contact_stop>``. N, s,
world axes.

The Gazebo plugin follows the same law in C++.
"""

from __future__ import annotations

import math
from typing import Dict, Mapping, Tuple

Force = Tuple[float, float, float]
# Simulated s over which forces are averaged, exponentially: a light thing that is only knocked does
# not stop an arm.
AVERAGED = 0.005
# N below which a force that has ended is forgotten.
NOTHING = 1e-3
NONE: Force = (0.0, 0.0, 0.0)


class ContactGuard:
    """Averages what each thing presses with and says which one is beyond ``limit``.

    What pressed as the motion began comes on top of the limit: a robot may move away from what it
    rests on. With ``lifting`` that does not count at all until it has let go: a thing that is
    picked up grates on where it lies.
    """

    def __init__(self, limit: float, lifting: bool = False) -> None:
        self._limit, self._lifting = limit, lifting
        self.felt: Dict[str, Force] = {}
        self._begun: Dict[str, float] = {}

    def step(self, pushes: Mapping[str, Force], moving: bool, step: float) -> str:
        """Take the forces of a step by what exerts them; the name of the one that is too strong,
        empty where none is."""
        share = min(1.0, step / AVERAGED)
        for name in sorted({*self.felt, *pushes}):
            push, before = pushes.get(name, NONE), self.felt.get(name, NONE)
            x, y, z = (old + share * (force - old) for old, force in zip(before, push))
            felt = self.felt[name] = (x, y, z)
            if name not in pushes and size(felt) < NOTHING:
                del self.felt[name]
        sizes = {name: size(felt) for name, felt in sorted(self.felt.items())}
        self._begun = (
            {name: self._begun[name] for name in sizes if name in self._begun} if moving else sizes
        )
        over = [
            name
            for name, felt in sizes.items()
            if felt > self._limit + (self._before(name) if moving else 0.0)
        ]
        return max(over, key=sizes.__getitem__, default="")

    def _before(self, name: str) -> float:
        return math.inf if self._lifting and name in self._begun else self._begun.get(name, 0.0)

    def clear(self) -> None:
        """Forget all."""
        self.felt, self._begun = {}, {}


def size(force: Force) -> float:
    """Its magnitude."""
    return math.sqrt(force[0] * force[0] + force[1] * force[1] + force[2] * force[2])

"""Makes shapes of static models solid near dynamic models, by slots.

Elsewhere they are kept out of the physics.
"""

from __future__ import annotations

from typing import Callable, Dict, List, Sequence, Tuple

import mujoco
import numpy as np

from sim.arrays import Array
from sim.embedded.physics.frames import transform_of_quaternion
from sim.embedded.physics.ground.shapes import GroundShape
from sim.embedded.physics.ground.slots import ShapeSlots

FIRST_SLOTS = 8
NOTHING = np.empty(0, int)


class SolidShapes:
    """Solid shapes of one world; ``grow(count)`` must add slots and bind again."""

    def __init__(self, slots: ShapeSlots, grow: Callable[[int], None]) -> None:
        self._slots, self._grow = slots, grow
        self._shapes: Dict[str, Sequence[GroundShape]] = {}
        self._all: List[Tuple[str, GroundShape]] = []
        self._number_of_slot: List[int] = []
        self._near: Dict[int, Array] = {}
        self._placed = False

    def __bool__(self) -> bool:
        return bool(self._shapes)

    def add(self, model: str, shapes: Sequence[GroundShape]) -> None:
        """Take a model's shapes in."""
        if shapes:
            self._shapes[model] = tuple(shapes)

    def remove(self, model: str) -> None:
        """Remove a model's shapes."""
        if self._shapes.pop(model, ()):
            self.park()

    def park(self) -> None:
        """Park all slots, since bodies of static models may have moved."""
        self._placed = False
        for slot, number in enumerate(self._number_of_slot):
            if number >= 0:
                self._slots.park(slot)
        self._number_of_slot = [-1] * len(self._slots)
        self._near.clear()

    def bind(self, model: mujoco.MjModel, data: mujoco.MjData) -> None:
        """Find the slots in a compiled world; they keep their places."""
        self._slots.bind(model, data)
        self._model, self._placed = model, False
        self._number_of_slot += [-1] * (len(self._slots) - len(self._number_of_slot))
        self._all = [(name, shape) for name, shapes in self._shapes.items() for shape in shapes]

    def look(self, body: int, place: Array, reach: float) -> None:
        """Find the shapes within ``reach`` (half edges) of a moved body."""
        if not self._placed:
            self._place()
        near = (self._lower <= place + reach) & (self._upper >= place - reach)
        self._near[body] = np.flatnonzero(near.all(axis=1))

    def assign(self) -> None:
        """Assign slots to the shapes near bodies."""
        wanted = set(np.concatenate([NOTHING, *self._near.values()]).tolist())
        for slot, number in enumerate(self._number_of_slot):
            if number >= 0 and number not in wanted:
                self._slots.park(slot)
                self._number_of_slot[slot] = -1
        missing = sorted(wanted.difference(self._number_of_slot))
        if len(wanted) > len(self._slots):
            count = max(FIRST_SLOTS, 2 * len(self._slots), len(wanted))
            self._grow(count - len(self._slots))
        free = [slot for slot, number in enumerate(self._number_of_slot) if number < 0]
        for slot, number in zip(free, missing):
            self._number_of_slot[slot] = number
            model, shape = self._all[number]
            self._slots.put(slot, shape, model, self._poses[number])

    def _place(self) -> None:
        """Compute the world poses of all shapes."""
        model = self._model
        bodies = {
            name: mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_BODY, name)
            for name in {shape.body for _, shape in self._all}
        }
        poses = {
            name: transform_of_quaternion(model.body_pos[body], model.body_quat[body])
            for name, body in bodies.items()
        }
        self._poses = [poses[shape.body] @ shape.pose for _, shape in self._all]
        places = np.array([pose[:3, 3] for pose in self._poses]).reshape(-1, 3)
        halves = np.array(
            [np.abs(pose[:3, :3]) @ shape.half for pose, (_, shape) in zip(self._poses, self._all)]
        ).reshape(-1, 3)
        self._lower, self._upper = places - halves, places + halves
        self._placed = True

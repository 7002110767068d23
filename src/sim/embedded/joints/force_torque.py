"""A force and torque sensor in a wrist: what acts on all that hangs beyond a joint, contacts and
held things, in the axes of the sensor.

As a robot's controller that knows its tool gives it: the tool's own weight and inertia are taken
out. N and N m, about the sensor's origin.
"""

from __future__ import annotations

from typing import Optional, Tuple

import mujoco
import numpy as np

from sim.arrays import Array
from sim.embedded.joint_settings import ForceTorque
from sim.embedded.physics.native import NATIVE
from sim.embedded.physics.physics import Physics

# Simulated s over which readings are averaged, as a sensor's filter does: exponentially.
AVERAGED = 0.01


class ForceTorqueSensor:
    """Reads only while it is ``wanted``."""

    def __init__(self, physics: Physics, model: str, settings: ForceTorque) -> None:
        self._physics, self._link, self.settings = physics, f"{model}::{settings.link}", settings
        self.wanted = False
        self._reading: Optional[Array] = None
        self._generation = -1
        self._bodies, self._link_id, self._root = np.zeros(0, dtype=np.int32), -1, -1
        self._turn, self._place = (
            settings.link_from_sensor[:3, :3].copy(),
            settings.link_from_sensor[:3, 3].copy(),
        )
        self._measured = np.zeros(6)
        # As C functions take them, kept since asking for them takes longer than the sum.
        self._addresses = [each.ctypes.data for each in (self._turn, self._place, self._measured)]
        self._bodies_address = self._bodies.ctypes.data

    def settle(self) -> None:
        """Call it right after each step."""
        if not self.wanted:
            self._reading = None
            return
        self._bind()
        # MuJoCo's forces from outside on the bodies, with torques about the centre of the tree.
        NATIVE().sim_force_torque(
            self._physics.data._address,
            len(self._bodies),
            self._bodies_address,
            self._link_id,
            self._root,
            *self._addresses,
        )
        if self._reading is None:
            self._reading = self._measured.copy()
        else:
            share = min(1.0, self._physics.timestep / AVERAGED)
            self._reading = self._reading + share * (self._measured - self._reading)

    def reading(self) -> Optional[Tuple[Array, Array]]:
        """Force (3,) and torque (3,); None before the first step in which it was wanted."""
        return None if self._reading is None else (self._reading[:3], self._reading[3:])

    def _bind(self) -> None:
        """Finds the bodies beyond the joint in the compiled model."""
        if self._generation == self._physics.models.generation:
            return
        self._generation, model = self._physics.models.generation, self._physics.model
        self._link_id = mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_BODY, self._link)
        self._root = int(model.body_rootid[self._link_id])
        beyond = {self._link_id}
        # Parents come before their children.
        for body in range(self._link_id + 1, model.nbody):
            if int(model.body_parentid[body]) in beyond:
                beyond.add(body)
        self._bodies = np.array(sorted(beyond), dtype=np.int32)
        self._bodies_address = self._bodies.ctypes.data

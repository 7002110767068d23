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
        self._bodies, self._link_id, self._root = np.zeros(0, dtype=int), -1, -1
        self._turn, self._place = (
            settings.link_from_sensor[:3, :3].copy(),
            settings.link_from_sensor[:3, 3].copy(),
        )

    def settle(self) -> None:
        """Call it right after each step."""
        if not self.wanted:
            self._reading = None
            return
        self._bind()
        measured = self._measured()
        share = min(1.0, self._physics.timestep / AVERAGED)
        self._reading = (
            measured
            if self._reading is None
            else self._reading + share * (measured - self._reading)
        )

    def reading(self) -> Optional[Tuple[Array, Array]]:
        """Force (3,) and torque (3,); None before the first step in which it was wanted."""
        return None if self._reading is None else (self._reading[:3], self._reading[3:])

    def _measured(self) -> Array:
        """MuJoCo's forces from outside on the bodies, with torques about the centre of the tree, to
        the sensor's origin and axes."""
        data, link = self._physics.data, self._link_id
        found = data.cfrc_ext[self._bodies].sum(axis=0)
        world_from_link = data.xmat[link].reshape(3, 3)
        origin = data.xpos[link] + world_from_link @ self._place
        # Plain floats: NumPy's cross product takes longer than all the rest.
        (tx, ty, tz, fx, fy, fz), (x, y, z) = (
            found.tolist(),
            (data.subtree_com[self._root] - origin).tolist(),
        )
        about_origin = (
            (fx, tx + y * fz - z * fy),
            (fy, ty + z * fx - x * fz),
            (fz, tz + x * fy - y * fx),
        )
        result: Array = ((world_from_link @ self._turn).T @ np.array(about_origin)).T.reshape(6)
        return result

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
        self._bodies = np.array(sorted(beyond), dtype=int)

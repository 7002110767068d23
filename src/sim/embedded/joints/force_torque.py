"""Force-torque sensor in a wrist: contacts and held things beyond a joint.

It measures in its own axes, N and N m about its origin. Weight and inertia of the tool are
compensated, as by a robot's controller.
"""

from __future__ import annotations

import ctypes
import math
from typing import Optional, Tuple

import mujoco
import numpy as np

from sim.arrays import Array
from sim.embedded.joint_settings import ForceTorqueSettings, Mechanism
from sim.embedded.joints.model_parts import ModelParts
from sim.embedded.physics.native import NATIVE
from sim.embedded.physics.physics import Physics
from sim.embedded.subsystem import Subsystem
from sim.laws.library import COUNT, POINTER


class _Wrist(ctypes.Structure):
    """C structure of a wrist."""

    _fields_ = [
        ("count", COUNT),
        ("bodies", POINTER),
        *((name, COUNT) for name in ("link", "root")),
        *((name, POINTER) for name in ("turn", "place", "reading")),
        ("begun", COUNT),
    ]


class ForceTorqueSensor(Subsystem):
    """Sensor of one model; measures only while ``wanted``."""

    def __init__(self, physics: Physics, model: str, settings: ForceTorqueSettings) -> None:
        self._physics, self._link, self.settings = physics, f"{model}::{settings.link}", settings
        self.wanted = False
        self._generation, self._bodies = -1, np.zeros(0, dtype=np.int32)
        self._turn, self._place = (
            settings.link_from_sensor[:3, :3].copy(),
            settings.link_from_sensor[:3, 3].copy(),
        )
        self._reading = np.zeros(6)
        self._law = _Wrist(
            turn=self._turn.ctypes.data,
            place=self._place.ctypes.data,
            reading=self._reading.ctypes.data,
        )

    def prepare(self) -> int:
        """Return the data's address for steps in C++, 0 if not wanted."""
        if not self.wanted:
            self._law.begun = False
            return 0
        self._bind()
        return ctypes.addressof(self._law)

    def after_step(self) -> None:
        """Add the step's force to the average."""
        law = self.prepare()
        if law:
            NATIVE().sim_wrist_settle(self._physics.data._address, law, self._physics.timestep)

    def reset(self) -> None:
        self._law.begun = False

    def next_update(self, now: float) -> float:
        return math.inf

    def reading(self) -> Optional[Tuple[Array, Array]]:
        """Return force (3,) and torque (3,); None before the first wanted step."""
        found = self._reading.copy()
        return (found[:3], found[3:]) if self._law.begun else None

    def _bind(self) -> None:
        """Find the bodies beyond the joint in the compiled model."""
        if self._generation == self._physics.models.generation:
            return
        self._generation, model = self._physics.models.generation, self._physics.model
        link = mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_BODY, self._link)
        beyond = {link}
        # Parents come before their children.
        for body in range(link + 1, model.nbody):
            if int(model.body_parentid[body]) in beyond:
                beyond.add(body)
        self._bodies = np.array(sorted(beyond), dtype=np.int32)
        law = self._law
        law.count, law.bodies = len(self._bodies), self._bodies.ctypes.data
        law.link, law.root = link, int(model.body_rootid[link])


class ForceTorqueSensors(ModelParts[ForceTorqueSensor]):
    """Force-torque sensors of all models."""

    def __init__(self, physics: Physics) -> None:
        super().__init__(self._sensor)
        self._physics = physics

    def before_step(self) -> None:
        """Make MuJoCo compute body forces while a sensor is wanted."""
        self._physics.keep_forces = any(sensor.wanted for sensor in self)

    def _sensor(self, model: str, mechanism: Mechanism) -> Optional[ForceTorqueSensor]:
        settings = mechanism.force_torque
        return ForceTorqueSensor(self._physics, model, settings) if settings else None

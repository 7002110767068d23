"""Wheel drives of robots, by model and plugin.

Plugins: ``libgazebo_ros_diff_drive.so``, ``libgazebo_ros_skid_steer_drive.so`` and
``libgazebo_ros_tricycle_drive.so``.

A wheel's motor holds its speed within its torque: MuJoCo's dry friction of that joint, whose
constraint pulls to the wanted rate instead of to 0 (``native/motors.cc``). Belongs to the physics
thread; follows models as they come and go.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Dict, List, Tuple

import numpy as np

from sim.arrays import Array
from sim.embedded.physics.native import NATIVE
from sim.embedded.physics.physics import Physics
from sim.embedded.physics.spec import HARD, ROLLING
from sim.embedded.robot_plugin_settings import DRIVES
from sim.embedded.sensors.schedule import SensorSchedule
from sim.embedded.subsystem import Subsystem
from sim.laws.library import address
from sim.robot_plugins.settings import PluginSettings
from sim.robot_plugins.wheel_drive import WheelDrive

Key = Tuple[str, str]


def update_schedule(where: str, rate: float, step: float) -> SensorSchedule:
    """Return the schedule of a plugin's <updateRate> in Hz.

    A rate of 0, or above that of the physics, means each step.
    """
    fastest = 1.0 / step
    return SensorSchedule(where, min(rate or fastest, fastest), step)


@dataclass
class _Driven:
    """Drive of a plugin: law, command schedule and motor rates.

    Also the degrees of freedom (wheels,) in MuJoCo of the wheels that odometry reads.
    """

    settings: PluginSettings
    law: WheelDrive
    schedule: SensorSchedule
    rates: List[float]
    wheels: Array


class WheelDrives(Subsystem):
    """Wheel drives of all robots."""

    def __init__(self, physics: Physics) -> None:
        self._physics = physics
        self._driven: Dict[Key, _Driven] = {}
        self._changes = self._generation = -1
        # MuJoCo's degrees of freedom of all motors, and the rates that they are to have.
        self._dofs: Array = np.zeros(0, dtype=np.int32)
        self._rates: Array = np.zeros(0)

    def __bool__(self) -> bool:
        """Return whether the world has any."""
        self.follow()
        return bool(self._driven)

    def get(self, model: str, settings: PluginSettings) -> WheelDrive:
        """Return the law of a model's plugin."""
        self.follow()
        return self._driven[model, settings.plugin].law

    def follow(self) -> None:
        """Drive the models in the world; known ones keep their state."""
        models = self._physics.models
        if self._changes == models.changes:
            return
        self._changes, self._generation, before = models.changes, -1, self._driven
        self._driven = {}
        for name in models.names():
            for settings in models.plan(name).robot_plugins:
                if settings.filename in DRIVES:
                    key = name, settings.plugin
                    kept = before.get(key)
                    self._driven[key] = (
                        kept if kept and kept.settings is settings else self._new(settings)
                    )

    def _new(self, settings: PluginSettings) -> _Driven:
        schedule = update_schedule(
            settings.plugin, settings.number("updateRate"), self._physics.timestep
        )
        law = WheelDrive(settings)
        return _Driven(settings, law, schedule, [0.0] * len(law.motors), np.zeros(0, dtype=int))

    def before_step(self) -> None:
        """Set the motors of the coming step. The state must not change in between."""
        self.follow()
        if not self._driven:
            return
        self._bind()
        now = self._physics.time
        for (model, _), driven in self._driven.items():
            if driven.schedule.due(now):
                angles = [self._physics.joints.state(model, name)[0] for name in driven.law.motors]
                driven.rates = driven.law.rates(angles, 1.0 / driven.schedule.rate)
        self._rates[:] = [rate for driven in self._driven.values() for rate in driven.rates]
        physics = self._physics
        physics.refresh()
        NATIVE().sim_motors_apply(
            physics.model._address,
            physics.data._address,
            len(self._dofs),
            address(self._dofs),
            address(self._rates),
        )

    def after_step(self) -> None:
        """Read how wheels have turned."""
        speeds = self._physics.data.qvel
        for driven in self._driven.values():
            left, right = speeds[driven.wheels].reshape(-1, 2).mean(axis=0).tolist()
            driven.law.roll(left, right, self._physics.timestep)

    def reset(self) -> None:
        """Delete commands and odometry."""
        self.follow()
        for driven in self._driven.values():
            driven.law.reset()
            driven.schedule.reset()
            driven.rates = [0.0] * len(driven.law.motors)

    def next_update(self, now: float) -> float:
        return now if self else math.inf

    def _bind(self) -> None:
        """Find motors and wheels in MuJoCo's current model."""
        models = self._physics.models
        if self._generation == models.generation:
            return
        self._generation = models.generation
        motors: List[int] = []
        for (model, _), driven in self._driven.items():
            motors += [self._physics.joints.dof(model, name) for name in driven.law.motors]
            wheels = [self._physics.joints.dof(model, name) for name in driven.law.wheels]
            driven.wheels = np.array(wheels, dtype=int)
        self._dofs = np.array(motors, dtype=np.int32)
        self._rates = np.zeros(len(motors))
        self._prepare_ground()

    def _prepare_ground(self) -> None:
        """Give the ground the contact parameters of wheels.

        Of two shapes MuJoCo takes the softness and the torsional friction of the one with the lower
        friction: on such ground wheels would sink in, which reduces their radius, and could not
        turn on the spot.
        """
        model = self._physics.model
        still = model.body_weldid[model.geom_bodyid] == 0
        model.geom_solref[still] = [max(2 * self._physics.timestep, ROLLING), 1.0]
        model.geom_solimp[still] = HARD
        model.geom_condim[still] = 3

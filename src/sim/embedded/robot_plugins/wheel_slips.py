"""Wheels that slip in proportion to their force, as ``libgazebo_ros_wheel_slip.so`` lets them.

The contacts are softened in ``native/wheel_slip.cc``. Belongs to the physics thread; follows models
as they come and go.
"""

from __future__ import annotations

import math
from typing import Dict, List, Tuple

import numpy as np

from sim.arrays import Array
from sim.embedded.physics.native import NATIVE
from sim.embedded.physics.physics import Physics
from sim.embedded.subsystem import Subsystem
from sim.errors import InputError
from sim.laws.library import address
from sim.robot_plugins.settings import WHEEL_SLIP, PluginSettings
from sim.robot_plugins.wheel_slip import SlipWheel, slip_wheels

LATERAL_PARAMETER = 5
LONGITUDINAL_PARAMETER = 6


class WheelSlips(Subsystem):
    """Slipping wheels of all models."""

    def __init__(self, physics: Physics) -> None:
        self._physics = physics
        # By plugin: its settings and its rows of the arrays.
        self._plugins: Dict[int, Tuple[PluginSettings, slice]] = {}
        self._links: List[Tuple[str, str]] = []
        self._changes = self._generation = -1
        # Axle, radius, N, lateral and longitudinal compliance (n, 7); N carried (n,).
        self._wheels: Array = np.zeros((0, 7))
        self._loads: Array = np.zeros(0)
        self._bodies: Array = np.zeros(0, dtype=np.int32)

    def __bool__(self) -> bool:
        """Return whether the world has any."""
        self.follow()
        return bool(self._links)

    def follow(self) -> None:
        """Add the wheels of new models; known wheels keep their settings."""
        models = self._physics.models
        if self._changes == models.changes:
            return
        self._changes, self._generation = models.changes, -1
        before, kept = self._plugins, self._wheels
        self._plugins, self._links = {}, []
        rows: List[Array] = []
        for name in models.names():
            for settings in models.plan(name).robot_plugins:
                if settings.filename != WHEEL_SLIP:
                    continue
                wheels = slip_wheels(settings, models.sdf(name))
                place = slice(len(rows), len(rows) + len(wheels))
                if id(settings) in before:
                    rows += list(kept[before[id(settings)][1]])
                else:
                    rows += [_row(wheel) for wheel in wheels]
                self._plugins[id(settings)] = settings, place
                self._links += [(name, wheel.link) for wheel in wheels]
        self._wheels = np.array(rows, dtype=float).reshape(-1, 7)
        self._loads = np.zeros(len(rows))

    def set(self, settings: PluginSettings, which: int, compliance: float) -> None:
        """Set the lateral or longitudinal compliance of a plugin's wheels.

        Raises InputError for a value that is not allowed.
        """
        if not (np.isfinite(compliance) and compliance >= 0.0):
            raise InputError("data", "must be a number of at least 0; the message is ignored")
        self.follow()
        if id(settings) in self._plugins:
            self._wheels[self._plugins[id(settings)][1], which] = compliance

    def before_step(self) -> None:
        """Soften the contacts of the coming step. The state must not change in between."""
        if not self:
            return
        self._physics.refresh()
        self._bind()
        NATIVE().sim_wheel_slip_apply(*self._common(), address(self._wheels), address(self._loads))

    def after_step(self) -> None:
        """Read the loads (normal forces) of wheels."""
        if self._links and self._generation == self._physics.models.generation:
            NATIVE().sim_wheel_slip_settle(*self._common(), address(self._loads))

    def reset(self) -> None:
        """Delete set compliances and the wheels' loads."""
        self._plugins, self._changes = {}, -1
        self.follow()

    def next_update(self, now: float) -> float:
        return now if self else math.inf

    def _common(self) -> Tuple[int, int, int, int]:
        model, data = self._physics.model, self._physics.data
        return model._address, data._address, len(self._bodies), address(self._bodies)

    def _bind(self) -> None:
        """Find the wheels' bodies in MuJoCo's current model."""
        models = self._physics.models
        if self._generation != models.generation:
            self._generation = models.generation
            found = [models.body_id(model, link) for model, link in self._links]
            self._bodies = np.array(found, dtype=np.int32)


def _row(wheel: SlipWheel) -> Array:
    return np.array(
        [*wheel.axle, wheel.radius, wheel.normal_force, wheel.lateral, wheel.longitudinal]
    )

"""Wrenches on links, held until the next command, and their readings.

N and N m in world axes, at the link's centre of mass.
"""

from __future__ import annotations

from typing import Sequence, Tuple

import numpy as np

from sim.embedded.physics.physics import Physics
from sim.embedded.subsystem import StepHooks
from sim.errors import InputError

Vector = Tuple[float, float, float]


def push(
    physics: Physics, model: str, link: str, force: Sequence[float], torque: Sequence[float]
) -> None:
    """Add a force (3,) and a torque (3,) for the coming step."""
    physics.refresh()
    centre = physics.data.xipos[physics.models.body_id(model, link)].copy()
    physics.apply_wrench(model, link, force, torque, centre)


class PushedLink(StepHooks):
    """Wrench on one link of a model."""

    def __init__(self, physics: Physics, model: str, link: str) -> None:
        self._physics, self._model, self._link = physics, model, link
        self._force = self._torque = (0.0, 0.0, 0.0)

    def push(self, force: Vector, torque: Vector) -> None:
        """Set the acting wrench; raises InputError if not finite."""
        if not np.isfinite((*force, *torque)).all():
            raise InputError("force, torque", "must be finite; the message is ignored")
        self._force, self._torque = force, torque

    def before_step(self) -> None:
        if any((*self._force, *self._torque)):
            push(self._physics, self._model, self._link, self._force, self._torque)

    def reset(self) -> None:
        self._force = self._torque = (0.0, 0.0, 0.0)


class AppliedWrench(StepHooks):
    """External wrench on a link: without gravity, contacts and joints."""

    def __init__(self, physics: Physics, model: str, link: str) -> None:
        self._physics, self._model, self._link = physics, model, link
        self.force, self.torque = np.zeros(3), np.zeros(3)

    def before_step(self) -> None:
        """Read the wrench after all others have been applied."""
        body = self._physics.models.body_id(self._model, self._link)
        applied = self._physics.data.xfrc_applied[body]
        self.force, self.torque = applied[:3].copy(), applied[3:].copy()

    def reset(self) -> None:
        self.force, self.torque = np.zeros(3), np.zeros(3)

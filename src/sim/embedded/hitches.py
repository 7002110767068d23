"""Hitches between models: ``<towed_by>``, ``<coupling>`` and ``<ball>`` of a vehicle's plugin."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import Mapping, Optional, Tuple

import numpy as np

from sim.arrays import Array
from sim.embedded.physics.physics import Physics
from sim.errors import InputError
from sim.sdf.types import Model
from sim.vehicle.hitch import Hitch
from sim.vehicle.vehicle import Vehicle


@dataclass(frozen=True)
class Towing:
    """Settings of a hitch: towing model, coupling and ball.

    ``coupling`` (3,) is in the frame of the towed model's first link, ``ball`` (3,) in that of the
    towing model's, in m.
    """

    towed_by: str
    coupling: Array
    ball: Array


def read_towing(plugin: str, parameters: Mapping[str, str]) -> Optional[Towing]:
    """Return a plugin's hitch, or None without ``<towed_by>``.

    Raises InputError for a missing or wrong point.
    """
    towed_by = parameters.get("towed_by", "").strip()
    if not towed_by:
        return None
    return Towing(
        towed_by, _point(plugin, parameters, "coupling"), _point(plugin, parameters, "ball")
    )


def _point(plugin: str, parameters: Mapping[str, str], name: str) -> Array:
    words = parameters.get(name, "").split()
    try:
        point = np.array([float(word) for word in words])
    except ValueError:
        point = np.array([])
    if point.shape != (3,) or not np.isfinite(point).all():
        raise InputError(
            f"plugin {plugin}",
            f"<{name}> must be x y z in m, as <towed_by> needs it, not '{' '.join(words)}'",
        )
    return point


class TowedModel:
    """Model that another one tows while present and near; otherwise braked."""

    def __init__(self, name: str, model: Model, vehicle: Vehicle, towing: Towing) -> None:
        self._name, self._model, self._vehicle, self._towing = name, model, vehicle, towing
        # The model that the hitch is made for, which may be replaced by another of its name.
        self._hitch: Optional[Tuple[Model, Hitch]] = None

    def reset(self) -> None:
        """Open the hitch; it closes again where its points meet."""
        self._hitch = None

    def apply(self, physics: Physics) -> None:
        """Add the hitch's forces to the coming step."""
        hitch = self._present(physics)
        if hitch is None:
            return
        towing, closed = self._towing, hitch.closed
        coupling, coupling_speed = _moving(physics, self._name, towing.coupling)
        ball, ball_speed = _moving(physics, towing.towed_by, towing.ball)
        force = hitch.pull((ball - coupling).tolist(), (ball_speed - coupling_speed).tolist())
        if hitch.closed != closed:
            self._follow(hitch.closed)
        if hitch.closed:
            _push(physics, self._name, force, coupling)
            _push(physics, towing.towed_by, -force, ball)

    def _present(self, physics: Physics) -> Optional[Hitch]:
        """Return the hitch to the present towing model, or None."""
        by = self._towing.towed_by
        towing = physics.models.sdf(by) if physics.models.has(by) else None
        if self._hitch is not None and self._hitch[0] is not towing:
            if self._hitch[1].closed:
                self._follow(False)
            self._hitch = None
        if self._hitch is None and towing is not None and not towing.static:
            hitch = Hitch(_mass(self._model), _mass(towing), physics.timestep)
            self._hitch = (towing, hitch)
        return self._hitch[1] if self._hitch is not None else None

    def _follow(self, closed: bool) -> None:
        """Release the brakes of a closed hitch; brake when it has opened."""
        if closed:
            self._vehicle.neutral()
        else:
            self._vehicle.command(0.0, 0.0, 0.0)
        logging.getLogger(__name__).info(
            "model %s is %s %s",
            self._name,
            "hitched to" if closed else "braked: it is no longer hitched to",
            self._towing.towed_by,
        )


def _mass(model: Model) -> float:
    return sum(link.inertial.mass for link in model.links)


def _moving(physics: Physics, name: str, point: Array) -> Tuple[Array, Array]:
    """Return the world position and velocity of a model's point."""
    link = physics.models.link_names(name)[0]
    pose, (linear, angular) = (
        physics.poses.link_pose(name, link),
        physics.poses.link_twist(name, link),
    )
    arm = pose[:3, :3] @ point
    return pose[:3, 3] + arm, linear + np.cross(angular, arm)


def _push(physics: Physics, name: str, force: Array, point: Array) -> None:
    link = physics.models.link_names(name)[0]
    physics.apply_wrench(name, link, force, (0.0, 0.0, 0.0), point)

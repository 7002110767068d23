"""The link that ``libgazebo_ros_hand_of_god.so`` draws to a pose, without weight."""

from __future__ import annotations

from typing import Callable, Optional

import numpy as np

from sim.arrays import Array
from sim.embedded.physics.physics import Physics
from sim.embedded.subsystem import StepHooks
from sim.robot_plugins.critical_spring import spring_effort
from sim.transforms import rotvec_from_rotation


class DrawnLink(StepHooks):
    """Link drawn to a wanted pose by a spring.

    ``wanted`` returns the pose (4, 4) in the world, None if unknown. ``linear`` is in N/m,
    ``angular`` in N m per rad of half the angle, as upstream.
    """

    def __init__(
        self,
        physics: Physics,
        model: str,
        link: str,
        linear: float,
        angular: float,
        wanted: Callable[[], Optional[Array]],
    ) -> None:
        self._physics, self._model, self._link = physics, model, link
        self._linear, self._angular, self._wanted = linear, angular, wanted

    def before_step(self) -> None:
        """Compensate the link's weight and draw it to its pose."""
        physics = self._physics
        found = physics.models.properties.link(self._model, self._link)
        force, torque = -found.mass * np.asarray(physics.gravity), np.zeros(3)
        wanted, pose = self._wanted(), physics.poses.link_pose(self._model, self._link)
        if wanted is not None:
            speed, spin = physics.poses.link_twist(self._model, self._link)
            half = 0.5 * rotvec_from_rotation(wanted[:3, :3] @ pose[:3, :3].T)
            force = force + spring_effort(
                self._linear, found.mass, wanted[:3, 3] - pose[:3, 3], speed
            )
            torque = spring_effort(self._angular, float(found.inertia[0, 0]), half, spin)
        centre = pose[:3, :3] @ found.center + pose[:3, 3]
        physics.apply_wrench(self._model, self._link, force, torque, centre)

    def reset(self) -> None:
        """Keep the wanted pose, which comes from outside."""

"""Timed wrenches on bodies, as of gazebo_ros' ``apply_body_wrench``."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Tuple

from sim.embedded.timed import TimedActions

Vector = Tuple[float, float, float]


@dataclass(frozen=True)
class TimedWrench:
    """Force and torque on a link, in the world frame.

    ``point`` is in the frame of the link ``part``; the wrench acts from ``begin`` to ``end`` (s).
    """

    model: str
    part: str
    force: Vector
    torque: Vector
    point: Vector
    begin: float
    end: float = math.inf


class Wrenches(TimedActions[TimedWrench]):
    """Applies the active wrenches."""

    def before_step(self) -> None:
        """Add due wrenches to the coming step."""
        for one in self.due():
            pose = self._physics.poses.link_pose(one.model, one.part)
            point = pose[:3, :3] @ one.point + pose[:3, 3]
            self._physics.apply_wrench(one.model, one.part, one.force, one.torque, point)

    def after_step(self) -> None:
        """Remove the step's forces, so that they do not act twice."""
        self._physics.clear_wrenches()

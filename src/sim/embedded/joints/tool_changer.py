"""Tool changer at a robot's flange: mounts and releases end effectors.

A mounted tool is fixed to the flange; the changer's pins draw it in, so that flange and mount
coincide. An end effector is a model with ``libsim_gripper.so`` without driven joints; its first
link's frame is its mount. SI units.
"""

from __future__ import annotations

import logging
import math
from dataclasses import dataclass
from typing import List, Tuple

import numpy as np

from sim.arrays import Array
from sim.embedded.joint_settings import ToolChangerSettings
from sim.embedded.joints.model_parts import ModelParts
from sim.embedded.joints.trajectory import TIME_TOLERANCE
from sim.embedded.physics.physics import Physics
from sim.embedded.subsystem import Subsystem
from sim.transforms import inverse

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Near:
    """End effector nearest to a flange, in m and rad. The name is empty if none exists."""

    tool: str = ""
    distance: float = 0.0
    angle: float = 0.0


@dataclass(frozen=True)
class ChangerReport:
    """State of a tool changer.

    The mounted model (empty: none), the nearest other one, and the stamp of the last executed
    command.
    """

    tool: str
    nearest: Near
    commanded: float


class ToolChanger(Subsystem):
    """Tool changer of one model."""

    def __init__(self, physics: Physics, model: str, settings: ToolChangerSettings) -> None:
        self._physics, self._model, self._settings = physics, model, settings
        self._orders: List[Tuple[float, bool]] = []
        self._commanded = 0.0
        # The initial tool comes after the robot, as models are spawned one by one.
        self._awaited = settings.tool

    def order(self, stamp: float, close: bool) -> None:
        """Close or open at a simulated time; it replaces orders for later."""
        self._orders = [order for order in self._orders if order[0] <= stamp]
        self._orders.append((stamp, close))

    @property
    def tool(self) -> str:
        """Mounted model; empty if none."""
        models = self._physics.models
        return next(
            (name for name in models.names() if models.mounts.owner_of(name) == self._model), ""
        )

    def report(self) -> ChangerReport:
        """Return the mounted tool and the nearest one."""
        return ChangerReport(self.tool, self.nearest(), self._commanded)

    def next_update(self, now: float) -> float:
        """Return a simulated time before which no order is due."""
        if self._awaited:
            return now
        return self._orders[0][0] - 2.0 * TIME_TOLERANCE if self._orders else math.inf

    def before_step(self) -> None:
        """Execute due orders."""
        if self._awaited and self._is_tool(self._awaited):
            self._mount(self._awaited)
        while self._orders and self._orders[0][0] <= self._physics.time + TIME_TOLERANCE:
            stamp, close = self._orders.pop(0)
            self._commanded = stamp
            if close:
                self._close()
            else:
                self.release()

    def release(self) -> None:
        """Release the mounted tool."""
        self._awaited = ""
        if self.tool:
            self._physics.unmount(self.tool)

    def reset(self) -> None:
        """Delete orders and release any tool but the first.

        :class:`ToolChangers` then calls :meth:`restore`.
        """
        self._orders.clear()
        self._commanded = 0.0
        tool = self.tool
        if tool and tool != self._settings.tool:
            self._physics.unmount(tool)
            self._physics.poses.set_model_pose(
                tool, self._physics.models.plan(tool).world_from_model
            )
            self._physics.poses.set_model_twist(tool, np.zeros(3), np.zeros(3))

    def restore(self) -> None:
        """Mount the initial tool."""
        self._awaited = self._settings.tool
        if self._awaited and self._is_tool(self._awaited):
            self._mount(self._awaited)

    def nearest(self) -> Near:
        """Return the nearest end effector that no changer holds."""
        physics, settings = self._physics, self._settings
        flange = physics.poses.link_pose(self._model, settings.link) @ settings.link_from_flange
        found = []
        for name in physics.models.names():
            if self._is_tool(name) and not physics.models.mounts.owner_of(name):
                off = inverse(flange) @ self._mount_pose(name)
                cosine = 0.5 * (float(np.trace(off[:3, :3])) - 1.0)
                found.append(
                    Near(
                        name,
                        float(np.linalg.norm(off[:3, 3])),
                        math.acos(min(1.0, max(-1.0, cosine))),
                    )
                )
        return min(found, key=lambda near: near.distance, default=Near())

    def _close(self) -> None:
        near, settings = self.nearest(), self._settings
        if self.tool:
            return
        if near.tool and near.distance <= settings.point and near.angle <= settings.angle:
            self._mount(near.tool)
        else:
            log.warning("/%s: the tool changer has no tool within reach", self._model)

    def _mount(self, name: str) -> None:
        self._awaited = ""
        physics, settings = self._physics, self._settings
        if physics.models.mounts.owner_of(name) == self._model:
            return
        physics.unmount(name)
        model = physics.models.sdf(name)
        physics.mount(
            name,
            self._model,
            settings.link,
            settings.link_from_flange @ inverse(model.links[0].model_from_link),
        )

    def _mount_pose(self, name: str) -> Array:
        return self._physics.poses.link_pose(name, self._physics.models.sdf(name).links[0].name)

    def _is_tool(self, name: str) -> bool:
        models = self._physics.models
        mechanism = models.mechanism(name) if models.has(name) else None
        return mechanism is not None and mechanism.gripper is not None and not mechanism.driven


class ToolChangers(ModelParts[ToolChanger]):
    """Tool changers of all models."""

    def reset(self) -> None:
        """Open all changers before any closes, as tools may be exchanged."""
        super().reset()
        for changer in self:
            changer.restore()

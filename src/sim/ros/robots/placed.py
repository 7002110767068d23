"""A robot of a layout: description, pose and gripper."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional, Tuple

import numpy as np

from sim.arrays import Array
from sim.errors import InputError
from sim.robots.gripper import Gripper
from sim.robots.placed import placed_robot
from sim.robots.robot import Robot
from sim.ros.conversions import WORLD_FRAME
from sim.workcell.layout import Layout
from sim.workcell.stations import LightCurtain


@dataclass(frozen=True)
class PlacedArm:
    """A robot under its name in the layout."""

    name: str
    robot: Robot
    # Light curtains that stop it when interrupted.
    curtains: Tuple[str, ...] = ()

    @property
    def gripper(self) -> Optional[Gripper]:
        return self.robot.gripper

    @property
    def world_from_base(self) -> Array:
        return self.robot.ring.world_from_base

    @property
    def world_from_workstation(self) -> Array:
        return self.robot.ring.world_from_workstation

    @property
    def frame(self) -> str:
        """tf frame of the workstation and of CRCL's poses."""
        return (
            WORLD_FRAME
            if np.allclose(self.world_from_workstation, np.eye(4))
            else f"{self.name}/workstation"
        )


def placed_arm(layout: Layout, name: str) -> PlacedArm:
    """Return a robot of the layout.

    InputError for an unknown name, or if its description or gripper is missing.
    """
    placed = layout.robots.get(name)
    if placed is None:
        raise InputError(
            "robot",
            f"the layout has no robot {name!r}; it has {', '.join(layout.robots) or 'none'}",
        )
    robot = placed_robot(placed, layout.grippers, layout.tool_on(name))
    curtains = tuple(
        model
        for model, standing in layout.models.items()
        if isinstance(standing.part.body, LightCurtain) and name in standing.part.body.robots
    )
    return PlacedArm(name, robot, curtains)

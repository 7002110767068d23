"""Robots of a workcell: on their places, with gripper or tool changer."""

from __future__ import annotations

from pathlib import Path
from typing import Mapping, Protocol, Tuple

from sim.arrays import Array
from sim.resources import resource
from sim.robots.robot import Robot, read_robot


class Placement(Protocol):
    """Data of a robot in a workcell.

    ``description`` is a file of ``config/robots`` without its ending, or the path of a YAML file.
    """

    @property
    def name(self) -> str: ...

    @property
    def description(self) -> str: ...

    @property
    def gripper(self) -> str: ...

    @property
    def reach(self) -> Mapping[str, Tuple[float, float]]: ...

    @property
    def tool_changer(self) -> bool: ...

    @property
    def world_from_base(self) -> Array: ...

    @property
    def world_from_workstation(self) -> Array: ...


def placed_robot(placement: Placement, tools: Mapping[str, str], tool: str) -> Robot:
    """Return the robot of a workcell.

    One with a tool changer takes the ``tools``, grippers by their models' names, and has ``tool``
    on at the start, "" for none. Raises InputError for a missing or invalid description or gripper.
    """
    description = (
        Path(placement.description)
        if placement.description.endswith(".yaml")
        else resource("config", "robots") / f"{placement.description}.yaml"
    )
    robot = read_robot(
        description,
        placement.name,
        placement.gripper or None,
        placement.reach,
        tools if placement.tool_changer else None,
        tool,
    )
    return robot.placed(placement.world_from_base, placement.world_from_workstation)

"""What stands in the cell from the start: trays with their slots, gears, robots, and which robot
reaches which slot. World frame; metres, radians."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Dict, FrozenSet, Mapping, Tuple

import numpy as np

from sim.arrays import Array
from sim.errors import InputError
from sim.resources import resource
from sim.robots.robot import Robot, read_robot
from sim.transforms import transform_from_rpy
from sim.workcell.bodies import Tray
from sim.workcell.gear import Gear
from sim.workcell.handling import Handling, picking
from sim.workcell.layout import Layout, PlacedRobot

# rad: the openings of the fingers that are tried, about the world's z.
TURNS = tuple(np.radians((0.0, 45.0, 90.0, 135.0)))


@dataclass(frozen=True)
class Cell:
    """``trays`` and ``gears`` by model and part; ``robots`` under their names, placed as the
    layout says."""

    layout: Layout
    trays: Mapping[str, Tray]
    gears: Mapping[str, Gear]
    robots: Mapping[str, Robot]

    def tray_pose(self, tray: str) -> Array:
        """world_from_tray (4, 4) as the layout has it."""
        return self.layout.models[tray].world_from_model

    def grasps(self, robot: str, world_from_gear: Array, part: str) -> Tuple[Handling, ...]:
        """The ways in which a robot can take or place a gear, by the turn of its fingers."""
        return tuple(
            handling
            for handling in (picking(world_from_gear, self.gears[part], turn) for turn in TURNS)
            if self._reaches(robot, handling)
        )

    def reach(self, world_from_gear: Array, part: str) -> FrozenSet[str]:
        """The robots that can take a gear that lies there."""
        return frozenset(name for name in self.robots if self.grasps(name, world_from_gear, part))

    def _reaches(self, name: str, handling: Handling) -> bool:
        robot = self.robots[name]
        return all(robot.kinematics.inverse(robot.ring.flange(pose)) for pose in handling)


def cell_of(layout: Layout) -> Cell:
    """The cell of a layout; InputError where a description is missing or wrong."""
    trays = {
        name: model.part.body
        for name, model in layout.models.items()
        if isinstance(model.part.body, Tray)
    }
    gears = {name: part.body for name, part in layout.parts.items() if isinstance(part.body, Gear)}
    if not trays:
        raise InputError("layout", "has no tray; kitting needs trays with parts and kit trays")
    return Cell(layout, trays, gears, {name: _robot(one) for name, one in layout.robots.items()})


def slot_pose(world_from_tray: Array, tray: Tray, number: int) -> Array:
    """world_from_gear (4, 4) of a gear that lies in a slot, counted from 1."""
    result: Array = world_from_tray @ transform_from_rpy(tray.rest(number))
    return result


def slots_by_part(tray: Tray) -> Dict[str, Tuple[int, ...]]:
    """The numbers of a tray's slots for each part."""
    found: Dict[str, Tuple[int, ...]] = {}
    for number, slot in enumerate(tray.slots, 1):
        found[slot.part] = (*found.get(slot.part, ()), number)
    return found


def _robot(placed: PlacedRobot) -> Robot:
    description = (
        placed.description
        if placed.description.endswith(".yaml")
        else resource("config", "robots") / f"{placed.description}.yaml"
    )
    robot = read_robot(description, placed.name, placed.gripper or None, placed.reach)
    return replace(
        robot,
        ring=replace(
            robot.ring,
            world_from_base=placed.world_from_base,
            world_from_workstation=placed.world_from_workstation,
        ),
    )

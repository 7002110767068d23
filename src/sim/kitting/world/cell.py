"""Fixed content of the cell: trays with slots, gears, robots, reach.

World frame; metres, radians.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Dict, FrozenSet, Iterator, Mapping, Tuple

import numpy as np

from sim.arrays import Array
from sim.errors import InputError
from sim.robots.gripper import VACUUM, Gripper
from sim.robots.placed import placed_robot
from sim.robots.robot import Robot
from sim.transforms import transform_from_rpy
from sim.workcell.bodies import Tray
from sim.workcell.gear import Gear
from sim.workcell.handling import Handling, docking, picking
from sim.workcell.layout import Layout
from sim.workcell.stations import ToolHolder

# rad: the openings of the fingers that are tried, about the world's z.
TURNS = tuple(np.radians((0.0, 45.0, 90.0, 135.0)))
# m: margin of the fingers' opening around a hub.
AROUND = 0.01


@dataclass(frozen=True)
class Tool:
    """An end effector.

    ``robot`` has it on at the start, "" for none; ``place`` of a tool holder is its place while it
    is not mounted, "" for one that is never taken off.
    """

    name: str
    gripper: Gripper
    robot: str
    place: str

    @property
    def suction(self) -> bool:
        return self.gripper.kind == VACUUM

    def handles(self, gear: Gear) -> bool:
        """Return whether it can hold a gear by its hub."""
        if self.suction:
            return gear.hub_radius >= self.gripper.cup_radius
        width = 2.0 * gear.hub_radius
        return self.gripper.closed_width < width <= self.gripper.open_width - AROUND


@dataclass(frozen=True)
class Cell:
    """Fixed content of the cell.

    ``trays`` and ``gears`` by model and part; ``robots`` by name, placed by the layout, and their
    ``tools``.
    """

    layout: Layout
    trays: Mapping[str, Tray]
    gears: Mapping[str, Gear]
    robots: Mapping[str, Robot]
    tools: Mapping[str, Tool]

    def tray_pose(self, tray: str) -> Array:
        """Return world_from_tray (4, 4) in the layout."""
        return self.layout.models[tray].world_from_model

    def robot_with(self, robot: str, tool: str) -> Robot:
        """Return a robot with a tool on, or without one for ""."""
        found = self.robots[robot]
        return found.with_tool(tool) if found.end_effectors else found

    def grasps(
        self, robot: str, world_from_gear: Array, part: str, tool: str
    ) -> Tuple[Handling, ...]:
        """Return the stops for a robot to take or place a gear. With a tool, by the tool's turn."""
        gear = self.gears[part]
        if tool not in self.tools or not self.tools[tool].handles(gear):
            return ()
        ways = (picking(world_from_gear, gear, turn, self.tools[tool].suction) for turn in TURNS)
        return tuple(way for way in ways if _reaches(self.robot_with(robot, tool), way))

    def reach(self, world_from_gear: Array, part: str) -> FrozenSet[str]:
        """Return the robots with a tool to take a gear at a pose."""
        return frozenset(
            robot
            for robot in self.robots
            if any(
                self.grasps(robot, world_from_gear, part, tool) for tool in self._tools_of(robot)
            )
        )

    def docks(self, tool: str) -> FrozenSet[str]:
        """Return the robots that can hang up and take a tool."""
        one = self.tools[tool]
        if not one.place:
            return frozenset()
        place, tcp = self.layout.place_pose(one.place), one.gripper.mount_from_tcp
        return frozenset(
            name
            for name, robot in self.robots.items()
            if robot.end_effectors
            and _reaches(robot.with_tool(""), docking(place))
            and _reaches(robot.with_tool(tool), docking(place, tcp))
        )

    def _tools_of(self, robot: str) -> Iterator[str]:
        changes = bool(self.robots[robot].end_effectors)
        return (
            name
            for name, tool in self.tools.items()
            if tool.robot == robot or (changes and tool.place)
        )


def _reaches(robot: Robot, handling: Handling) -> bool:
    return all(robot.kinematics.inverse(robot.ring.flange(pose)) for pose in handling)


def cell_of(layout: Layout) -> Cell:
    """Return the cell of a layout. Raises InputError for a missing or invalid description."""
    trays = {
        name: model.part.body
        for name, model in layout.models.items()
        if isinstance(model.part.body, Tray)
    }
    gears = {name: part.body for name, part in layout.parts.items() if isinstance(part.body, Gear)}
    if not trays:
        raise InputError("layout", "has no tray; kitting needs trays with parts and kit trays")
    robots = {
        name: placed_robot(one, layout.grippers, layout.tool_on(name))
        for name, one in layout.robots.items()
    }
    return Cell(layout, trays, gears, robots, {one.name: one for one in _tools(layout, robots)})


def slot_pose(world_from_tray: Array, tray: Tray, number: int) -> Array:
    """Return world_from_gear (4, 4) of a gear in a slot. Slots count from 1."""
    result: Array = world_from_tray @ transform_from_rpy(tray.rest(number))
    return result


def slots_by_part(tray: Tray) -> Dict[str, Tuple[int, ...]]:
    """Return the numbers of a tray's slots for each part."""
    found: Dict[str, Tuple[int, ...]] = {}
    for number, slot in enumerate(tray.slots, 1):
        found[slot.part] = (*found.get(slot.part, ()), number)
    return found


def _tools(layout: Layout, robots: Mapping[str, Robot]) -> Iterator[Tool]:
    """Yield the tools of the layout, and fixed grippers.

    Each tool has a separate place as far as there are places; the grippers belong to robots without
    a tool changer.
    """
    places = [
        f"{name}/{number}"
        for name, model in layout.models.items()
        if isinstance(model.part.body, ToolHolder)
        for number in range(1, len(model.part.body.places) + 1)
    ]
    taken = {tool.place for tool in layout.tools.values()}
    free = iter([place for place in places if place not in taken])
    for name, robot in robots.items():
        if robot.gripper is not None:
            yield Tool(f"{name}/{robot.gripper.name}", robot.gripper, name, "")
    changed = {
        name: end_effector.gripper
        for robot in robots.values()
        for name, end_effector in robot.end_effectors.items()
    }
    for name, gripper in changed.items():
        placed = layout.tools[name]
        yield Tool(name, gripper, placed.robot, placed.place or next(free, ""))

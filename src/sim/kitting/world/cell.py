"""What stands in the cell from the start: trays with their slots, gears, robots, and which robot
reaches which slot. World frame; metres, radians."""

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
# m: how much wider than a hub fingers must open.
AROUND = 0.01


@dataclass(frozen=True)
class Tool:
    """An end effector: ``robot`` has it on at the start, "" for none; ``place`` of a tool holder is
    where it hangs while no robot has it, "" for one that is never taken off."""

    name: str
    gripper: Gripper
    robot: str
    place: str

    @property
    def suction(self) -> bool:
        return self.gripper.kind == VACUUM

    def handles(self, gear: Gear) -> bool:
        """Whether it can hold a gear by its hub."""
        if self.suction:
            return gear.hub_radius >= self.gripper.cup_radius
        width = 2.0 * gear.hub_radius
        return self.gripper.closed_width < width <= self.gripper.open_width - AROUND


@dataclass(frozen=True)
class Cell:
    """``trays`` and ``gears`` by model and part; ``robots`` under their names, placed as the
    layout says, and the ``tools`` that they work with."""

    layout: Layout
    trays: Mapping[str, Tray]
    gears: Mapping[str, Gear]
    robots: Mapping[str, Robot]
    tools: Mapping[str, Tool]

    def tray_pose(self, tray: str) -> Array:
        """world_from_tray (4, 4) as the layout has it."""
        return self.layout.models[tray].world_from_model

    def robot_with(self, robot: str, tool: str) -> Robot:
        """A robot with a tool on, or with none where it is ""."""
        found = self.robots[robot]
        return found.with_tool(tool) if found.end_effectors else found

    def grasps(
        self, robot: str, world_from_gear: Array, part: str, tool: str
    ) -> Tuple[Handling, ...]:
        """The ways in which a robot with a tool can take or place a gear, by the tool's turn."""
        gear = self.gears[part]
        if tool not in self.tools or not self.tools[tool].handles(gear):
            return ()
        ways = (picking(world_from_gear, gear, turn, self.tools[tool].suction) for turn in TURNS)
        return tuple(way for way in ways if _reaches(self.robot_with(robot, tool), way))

    def reach(self, world_from_gear: Array, part: str) -> FrozenSet[str]:
        """The robots that can take a gear that lies there with one of their tools."""
        return frozenset(
            robot
            for robot in self.robots
            if any(
                self.grasps(robot, world_from_gear, part, tool) for tool in self._tools_of(robot)
            )
        )

    def docks(self, tool: str) -> FrozenSet[str]:
        """The robots that can hang a tool into its place, and take it from there."""
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
    """The cell of a layout; InputError where a description is missing or wrong."""
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
    """world_from_gear (4, 4) of a gear that lies in a slot, counted from 1."""
    result: Array = world_from_tray @ transform_from_rpy(tray.rest(number))
    return result


def slots_by_part(tray: Tray) -> Dict[str, Tuple[int, ...]]:
    """The numbers of a tray's slots for each part."""
    found: Dict[str, Tuple[int, ...]] = {}
    for number, slot in enumerate(tray.slots, 1):
        found[slot.part] = (*found.get(slot.part, ()), number)
    return found


def _tools(layout: Layout, robots: Mapping[str, Robot]) -> Iterator[Tool]:
    """The tools of the layout, each with a place of its own as far as there are places, and the
    grippers that robots without a tool changer have on."""
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

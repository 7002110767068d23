"""Layout of a workcell, a YAML file: parts, models and robots.

World frame; metres and radians. Keys: ``parts`` by name, each of a ``kind``; ``models`` by name,
each a ``part`` at a ``pose`` or ``in`` a slot; ``robots`` by namespace, each a description (a name
in config/robots, or a .yaml file) with a ``gripper``, the ``pose`` of its base, and the frame
``workstation`` of its CRCL poses (else the world). ``frames`` by name are reference frames for the
poses of models and robots (``frame``), and for a workstation; ``reach`` of a robot gives some of
its joints other ranges than its description. ``tools`` by name are end effectors that robots with a
``tool_changer`` take off and put on: each a ``gripper``, on a ``robot`` or ``in`` a place of a tool
holder at the start.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Dict, Mapping, Tuple, Union

import numpy as np

from sim.arrays import Array
from sim.checks import mapping, read_yaml, text
from sim.errors import InputError
from sim.transforms import transform_from_pose, transform_from_rpy
from sim.workcell.bodies import Tray
from sim.workcell.parts import LARGEST, LayoutPart, named, numbers, read_parts
from sim.workcell.stations import ToolHolder

POSE = ("x", "y", "z", "roll", "pitch", "yaw")
# m: the farthest place of a part, as in a world of roads.
FARTHEST = 1e5


@dataclass(frozen=True)
class LayoutModel:
    """A model of the layout with world_from_model (4, 4)."""

    name: str
    part: LayoutPart
    world_from_model: Array
    slot: str = ""


@dataclass(frozen=True)
class PlacedRobot:
    """A robot of the layout.

    Its namespace, the names of its description and its gripper, and the poses of its base and its
    workstation's frame (4, 4). A robot with a ``tool_changer`` takes the layout's tools in place of
    a fixed gripper. ``reach`` has lower and upper ends of joints (rad or m) that differ from the
    description's.
    """

    name: str
    description: str
    gripper: str
    world_from_base: Array
    world_from_workstation: Array
    reach: Mapping[str, Tuple[float, float]] = field(default_factory=dict)
    tool_changer: bool = False


@dataclass(frozen=True)
class PlacedTool:
    """An end effector that is a separate model.

    Its description, and its place at the start, ``robot``'s flange or ``place`` of a tool holder,
    with ``world_from_tool`` (4, 4) there.
    """

    name: str
    gripper: str
    robot: str = ""
    place: str = ""
    world_from_tool: Array = field(default_factory=lambda: np.eye(4))


@dataclass(frozen=True)
class Layout:
    parts: Mapping[str, LayoutPart]
    models: Mapping[str, LayoutModel]
    robots: Mapping[str, PlacedRobot]
    tools: Mapping[str, PlacedTool] = field(default_factory=dict)

    def place_pose(self, place: str) -> Array:
        """Return world_from_tool (4, 4) of an end effector in ``HOLDER/NUMBER``."""
        return _place_pose(place, self.models, "place")

    @property
    def grippers(self) -> Mapping[str, str]:
        """The tools' grippers by the tools' names."""
        return {name: tool.gripper for name, tool in self.tools.items()}

    def tool_on(self, robot: str) -> str:
        """Return the tool on a robot's flange at the start, or ""."""
        return next((name for name, tool in self.tools.items() if tool.robot == robot), "")

    def slot_pose(self, slot: str) -> Array:
        """Return world_from_gear (4, 4) of a gear in ``TRAY/NUMBER``."""
        return _slot_pose(slot, self.models, "slot")


def read_layout(path: Union[str, Path]) -> Layout:
    """Read the layout in a file; InputError names file and key."""
    root = mapping(
        read_yaml(path), str(path), ("parts", "models", "robots", "frames", "tools"), ("parts",)
    )
    folder = Path(path).resolve().parent
    parts = read_parts(root["parts"], f"{path}: parts", folder)
    frames: Dict[str, Array] = {}
    for name, value in named(root.get("frames"), f"{path}: frames").items():
        frames[name] = _frame(value, frames, f"{path}: frames/{name}")
    models: Dict[str, LayoutModel] = {}
    for name, value in named(root.get("models"), f"{path}: models").items():
        models[name] = _placed(name, value, parts, models, frames, f"{path}: models/{name}")
    robots = {
        name: _robot(name, value, frames, f"{path}: robots/{name}", folder)
        for name, value in named(root.get("robots"), f"{path}: robots").items()
    }
    tools: Dict[str, PlacedTool] = {}
    for name, value in named(root.get("tools"), f"{path}: tools").items():
        tools[name] = _tool(name, value, robots, models, tools, f"{path}: tools/{name}")
    counts = Counter([*models, *robots, *tools])
    shared = sorted(name for name, count in counts.items() if count > 1)
    if shared:
        raise InputError(path, f"{shared[0]!r} is a model and a robot or tool; names must differ")
    return Layout(parts, models, robots, tools)


def _frame(value: Any, frames: Mapping[str, Array], where: str) -> Array:
    """Return world_from_frame (4, 4) of a pose, or of a mapping with pose and reference frame."""
    if isinstance(value, list):
        return transform_from_pose(_pose(value, where))
    value = mapping(value, where, ("pose", "frame"), ("pose",))
    return _world_from(value, frames, where) @ transform_from_pose(
        _pose(value["pose"], f"{where}/pose")
    )


def _world_from(value: Mapping[str, Any], frames: Mapping[str, Array], where: str) -> Array:
    """Return world_from_frame (4, 4) of an entry's reference frame."""
    return _named_frame(value["frame"], frames, f"{where}/frame") if "frame" in value else np.eye(4)


def _named_frame(name: Any, frames: Mapping[str, Array], where: str) -> Array:
    found = frames.get(text(name, where))
    if found is None:
        raise InputError(
            where,
            f"{name!r} must be one of the frames before it: {', '.join(frames) or 'none'}",
        )
    return found


def _placed(
    name: str,
    value: Any,
    parts: Mapping[str, LayoutPart],
    models: Mapping[str, LayoutModel],
    frames: Mapping[str, Array],
    where: str,
) -> LayoutModel:
    value = mapping(value, where, ("part", "pose", "in", "frame"), ("part",))
    part = parts.get(text(value["part"], f"{where}/part"))
    if part is None:
        raise InputError(
            f"{where}/part", f"{value['part']!r} is not among the parts {', '.join(parts)}"
        )
    if ("pose" in value) == ("in" in value):
        raise InputError(where, "needs either pose, [x, y, z, roll, pitch, yaw], or in, TRAY/SLOT")
    if "pose" in value:
        return LayoutModel(
            name,
            part,
            _world_from(value, frames, where)
            @ transform_from_pose(_pose(value["pose"], f"{where}/pose")),
        )
    if "frame" in value:
        raise InputError(f"{where}/frame", "needs a pose; a slot already has its place")
    slot = text(value["in"], f"{where}/in")
    return LayoutModel(name, part, _slot_pose(slot, models, f"{where}/in"), slot)


def _tool(
    name: str,
    value: Any,
    robots: Mapping[str, PlacedRobot],
    models: Mapping[str, LayoutModel],
    tools: Mapping[str, PlacedTool],
    where: str,
) -> PlacedTool:
    value = mapping(value, where, ("gripper", "robot", "in"), ("gripper",))
    gripper = text(value["gripper"], f"{where}/gripper")
    if ("robot" in value) == ("in" in value):
        raise InputError(where, "needs either robot, which has it on, or in, HOLDER/PLACE")
    if "robot" in value:
        robot = text(value["robot"], f"{where}/robot")
        if robot not in robots or not robots[robot].tool_changer:
            raise InputError(f"{where}/robot", f"{robot!r} is not a robot with tool_changer: true")
        _check_free(robot, {tool.robot: tool.name for tool in tools.values()}, f"{where}/robot")
        return PlacedTool(name, gripper, robot)
    place = text(value["in"], f"{where}/in")
    _check_free(place, {tool.place: tool.name for tool in tools.values()}, f"{where}/in")
    return PlacedTool(name, gripper, "", place, _place_pose(place, models, f"{where}/in"))


def _check_free(at: str, taken: Mapping[str, str], where: str) -> None:
    if at in taken:
        raise InputError(where, f"{taken[at]} is at {at!r} already")


def _place_pose(place: str, models: Mapping[str, LayoutModel], where: str) -> Array:
    holder, _, counted = place.partition("/")
    placed = models.get(holder)
    if placed is None or not isinstance(placed.part.body, ToolHolder):
        raise InputError(where, f"{holder!r} is not a tool holder")
    count = len(placed.part.body.places)
    if not counted.isdigit() or not 1 <= int(counted) <= count:
        raise InputError(
            where, f"{place!r} names no place; {holder} has {holder}/1 to {holder}/{count}"
        )
    return placed.world_from_model @ placed.part.body.rest(int(counted))


def _slot_pose(slot: str, models: Mapping[str, LayoutModel], where: str) -> Array:
    tray, _, counted = slot.partition("/")
    placed = models.get(tray)
    if placed is None or not isinstance(placed.part.body, Tray):
        raise InputError(where, f"{tray!r} is not a tray before it")
    count = len(placed.part.body.slots)
    if not counted.isdigit() or not 1 <= int(counted) <= count:
        raise InputError(where, f"{slot!r} names no slot; {tray} has {tray}/1 to {tray}/{count}")
    return placed.world_from_model @ transform_from_rpy(placed.part.body.rest(int(counted)))


def _robot(
    name: str, value: Any, frames: Mapping[str, Array], where: str, folder: Path
) -> PlacedRobot:
    value = mapping(
        value,
        where,
        ("robot", "gripper", "tool_changer", "pose", "frame", "workstation", "reach"),
        ("robot", "pose"),
    )
    gripper = text(value["gripper"], f"{where}/gripper") if value.get("gripper") else ""
    changer = value.get("tool_changer", False)
    if not isinstance(changer, bool):
        raise InputError(f"{where}/tool_changer", f"{changer!r} is neither true nor false")
    if changer and gripper:
        raise InputError(
            f"{where}/gripper",
            "a robot with a tool changer cannot have a gripper; write it under tools, with robot",
        )
    description = text(value["robot"], f"{where}/robot")
    if description.endswith(".yaml"):
        description = str(folder / description)
    world_from_base = _world_from(value, frames, where) @ transform_from_pose(
        _pose(value["pose"], f"{where}/pose")
    )
    workstation = value.get("workstation", [0.0] * 6)
    at = f"{where}/workstation"
    world_from_workstation = (
        _named_frame(workstation, frames, at)
        if isinstance(workstation, str)
        else _frame(workstation, frames, at)
    )
    return PlacedRobot(
        name,
        description,
        gripper,
        world_from_base,
        world_from_workstation,
        _reach(value.get("reach"), f"{where}/reach"),
        changer,
    )


def _reach(value: Any, where: str) -> Dict[str, Tuple[float, float]]:
    found = {}
    for joint, ends in named(value, where).items():
        low, high = numbers(ends, f"{where}/{joint}", ("lower", "upper"), -LARGEST, LARGEST)
        if low >= high:
            raise InputError(
                f"{where}/{joint}", f"goes from {low:g} to {high:g}; the first must be the smaller"
            )
        found[joint] = (low, high)
    return found


def _pose(value: Any, where: str) -> Tuple[float, ...]:
    return numbers(value, where, POSE, -FARTHEST, FARTHEST)

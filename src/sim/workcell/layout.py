"""The layout of a workcell, a YAML file: what parts there are, where they lie, and where the robots
stand. World frame; metres and radians.

Keys: ``parts`` by name, each of a ``kind``; ``models`` by name, each a ``part`` at a ``pose`` or
``in`` a slot; ``robots`` by namespace, each a description (a name in config/robots, or a .yaml
file) with a ``gripper``, the ``pose`` of its base, and the frame ``workstation`` of its CRCL poses
(else the world). ``frames`` by name are places that poses of models and robots may be given in
(``frame``), and that a workstation may be; ``reach`` of a robot gives some of its joints other
ranges than its description.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Callable, Dict, List, Mapping, Tuple, Union

import numpy as np

from sim.arrays import Array
from sim.checks import mapping, number, read_yaml, sequence, text, whole
from sim.errors import InputError
from sim.transforms import transform_from_pose, transform_from_rpy
from sim.workcell.bodies import Body, Camera, Slot, Table, Tray, Wall
from sim.workcell.gear import Gear

GREY = (0.6, 0.6, 0.62)
POSE = ("x", "y", "z", "roll", "pitch", "yaw")
# m: the largest part, and the farthest place of one, as in a world of roads.
LARGEST, FARTHEST = 100.0, 1e5


@dataclass(frozen=True)
class Part:
    """What a name of ``parts`` stands for; ``color`` is r, g, b from 0 to 1."""

    name: str
    body: Body
    color: Tuple[float, float, float]


@dataclass(frozen=True)
class Placed:
    """A model of the layout with world_from_model (4, 4)."""

    name: str
    part: Part
    world_from_model: Array
    slot: str = ""


@dataclass(frozen=True)
class PlacedRobot:
    """A robot: its namespace, the names of its description and its gripper, and where its base and
    its workstation's frame are (4, 4).

    ``reach`` has lower and upper ends of joints (rad or m) that differ from those of the
    description.
    """

    name: str
    description: str
    gripper: str
    world_from_base: Array
    world_from_workstation: Array
    reach: Mapping[str, Tuple[float, float]] = field(default_factory=dict)


@dataclass(frozen=True)
class Layout:
    parts: Mapping[str, Part]
    models: Mapping[str, Placed]
    robots: Mapping[str, PlacedRobot]

    def slot_pose(self, slot: str) -> Array:
        """world_from_gear (4, 4) of a gear that lies in ``TRAY/NUMBER``."""
        return _slot_pose(slot, self.models, "slot")


def read_layout(path: Union[str, Path]) -> Layout:
    """The layout in a file; InputError names file and key."""
    root = mapping(read_yaml(path), str(path), ("parts", "models", "robots", "frames"), ("parts",))
    parts = _parts(root["parts"], f"{path}: parts")
    frames: Dict[str, Array] = {}
    for name, value in _named(root.get("frames"), f"{path}: frames").items():
        frames[name] = _frame(value, frames, f"{path}: frames/{name}")
    models: Dict[str, Placed] = {}
    for name, value in _named(root.get("models"), f"{path}: models").items():
        models[name] = _placed(name, value, parts, models, frames, f"{path}: models/{name}")
    folder = Path(path).resolve().parent
    robots = {
        name: _robot(name, value, frames, f"{path}: robots/{name}", folder)
        for name, value in _named(root.get("robots"), f"{path}: robots").items()
    }
    shared = sorted(set(models) & set(robots))
    if shared:
        raise InputError(path, f"{shared[0]!r} is a model and a robot; names must differ")
    return Layout(parts, models, robots)


def _parts(value: Any, where: str) -> Dict[str, Part]:
    """Gears first, since trays name them."""
    parts: Dict[str, Part] = {}
    named = {
        name: mapping(
            part, f"{where}/{name}", _ALLOWED.get(_kind(part, f"{where}/{name}"), ()), ("kind",)
        )
        for name, part in _named(value, where).items()
    }
    for name, part in sorted(named.items(), key=lambda item: item[1]["kind"] != "gear"):
        at = f"{where}/{name}"
        red, green, blue = _numbers(
            part.get("color", list(GREY)), f"{at}/color", ("r", "g", "b"), 0.0, 1.0
        )
        parts[name] = Part(name, _KINDS[part["kind"]](part, at, parts), (red, green, blue))
    return parts


def _kind(part: Any, where: str) -> str:
    kind = part.get("kind") if isinstance(part, dict) else None
    if not isinstance(kind, str) or kind not in _KINDS:
        raise InputError(f"{where}/kind", f"{kind!r} is not one of: {', '.join(_KINDS)}")
    return kind


def _gear(part: Dict[str, Any], where: str, parts: Mapping[str, Part]) -> Gear:
    keys = ("thickness", "hub_radius", "hub_height", "density")
    sizes = {key: number(part[key], f"{where}/{key}", 1e-4, 1e5) for key in keys if key in part}
    gear = Gear(
        number(part.get("module"), f"{where}/module", 1e-4, 0.1),
        whole(part.get("teeth"), f"{where}/teeth", 6, 400),
        **sizes,
    )
    if gear.hub_radius >= gear.root_radius:
        raise InputError(
            f"{where}/hub_radius",
            f"{gear.hub_radius:g} m is not below the gear's root radius {gear.root_radius:.4g} m",
        )
    return gear


def _tray(part: Dict[str, Any], where: str, parts: Mapping[str, Part]) -> Tray:
    slots: List[Slot] = []
    gears: Dict[str, Gear] = {}
    for index, slot in enumerate(sequence(part.get("slots"), f"{where}/slots"), 1):
        at = f"{where}/slots/{index}"
        slot = mapping(slot, at, ("part", "at"), ("part", "at"))
        name = text(slot["part"], f"{at}/part")
        gear = parts[name].body if name in parts else None
        if not isinstance(gear, Gear):
            raise InputError(f"{at}/part", f"{name!r} is no gear; gears: {', '.join(parts)}")
        gears[name] = gear
        slots.append(Slot(name, *_numbers(slot["at"], f"{at}/at", ("x", "y"), -LARGEST, LARGEST)))
    keys = ("floor", "depth", "rim", "clearance")
    sizes = {key: number(part[key], f"{where}/{key}", 1e-4, 1.0) for key in keys if key in part}
    length, width = _size(part, where, 2)
    return Tray((length, width), tuple(slots), gears, **sizes, kit=_kit(part, where))


def _kit(part: Dict[str, Any], where: str) -> bool:
    kit = part.get("kit", False)
    if not isinstance(kit, bool):
        raise InputError(f"{where}/kit", f"must be true or false, not {kit!r}")
    return kit


def _table(part: Dict[str, Any], where: str, parts: Mapping[str, Part]) -> Table:
    length, width, height = _size(part, where, 3)
    return Table((length, width, height))


def _wall(part: Dict[str, Any], where: str, parts: Mapping[str, Part]) -> Wall:
    length, thickness, height = _size(part, where, 3)
    return Wall((length, thickness, height))


def _size(part: Dict[str, Any], where: str, count: int) -> Tuple[float, ...]:
    return _numbers(
        part.get("size"), f"{where}/size", ("length", "width", "height")[:count], 1e-3, LARGEST
    )


def _camera(part: Dict[str, Any], where: str, parts: Mapping[str, Part]) -> Camera:
    size = sequence(part.get("size"), f"{where}/size")
    if len(size) != 2:
        raise InputError(
            f"{where}/size", f"needs width and height in pixels, not {len(size)} numbers"
        )
    width, height = (whole(each, f"{where}/size", 1, 8192) for each in size)
    return Camera(
        (width, height),
        number(part.get("fov"), f"{where}/fov", 0.01, 3.0),
        number(part.get("rate", 10), f"{where}/rate", 0.01, 1000.0),
    )


_KINDS: Mapping[str, Callable[[Dict[str, Any], str, Mapping[str, Part]], Body]] = {
    "gear": _gear,
    "tray": _tray,
    "table": _table,
    "wall": _wall,
    "camera": _camera,
}
_ALLOWED = {
    "gear": (
        "kind",
        "color",
        "module",
        "teeth",
        "thickness",
        "hub_radius",
        "hub_height",
        "density",
    ),
    "tray": ("kind", "color", "size", "slots", "floor", "depth", "rim", "clearance", "kit"),
    "table": ("kind", "color", "size"),
    "wall": ("kind", "color", "size"),
    "camera": ("kind", "color", "size", "fov", "rate"),
}


def _frame(value: Any, frames: Mapping[str, Array], where: str) -> Array:
    """world_from_frame (4, 4) of a pose, or of a mapping with a pose and the frame that it is
    in."""
    if isinstance(value, list):
        return transform_from_pose(_pose(value, where))
    value = mapping(value, where, ("pose", "frame"), ("pose",))
    return _world_from(value, frames, where) @ transform_from_pose(
        _pose(value["pose"], f"{where}/pose")
    )


def _world_from(value: Mapping[str, Any], frames: Mapping[str, Array], where: str) -> Array:
    """world_from_frame (4, 4) of the frame that an entry's pose is in."""
    return _named_frame(value["frame"], frames, f"{where}/frame") if "frame" in value else np.eye(4)


def _named_frame(name: Any, frames: Mapping[str, Array], where: str) -> Array:
    found = frames.get(text(name, where))
    if found is None:
        raise InputError(
            where,
            f"{name!r} is not one of the frames before it: {', '.join(frames) or 'there are none'}",
        )
    return found


def _placed(
    name: str,
    value: Any,
    parts: Mapping[str, Part],
    models: Mapping[str, Placed],
    frames: Mapping[str, Array],
    where: str,
) -> Placed:
    value = mapping(value, where, ("part", "pose", "in", "frame"), ("part",))
    part = parts.get(text(value["part"], f"{where}/part"))
    if part is None:
        raise InputError(
            f"{where}/part", f"{value['part']!r} is not among the parts {', '.join(parts)}"
        )
    if ("pose" in value) == ("in" in value):
        raise InputError(where, "needs either pose, [x, y, z, roll, pitch, yaw], or in, TRAY/SLOT")
    if "pose" in value:
        return Placed(
            name,
            part,
            _world_from(value, frames, where)
            @ transform_from_pose(_pose(value["pose"], f"{where}/pose")),
        )
    if "frame" in value:
        raise InputError(
            f"{where}/frame", "is of a pose, and there is none; a slot has its place already"
        )
    slot = text(value["in"], f"{where}/in")
    return Placed(name, part, _slot_pose(slot, models, f"{where}/in"), slot)


def _slot_pose(slot: str, models: Mapping[str, Placed], where: str) -> Array:
    tray, _, counted = slot.partition("/")
    placed = models.get(tray)
    if placed is None or not isinstance(placed.part.body, Tray):
        raise InputError(where, f"{tray!r} is no tray that comes before it")
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
        ("robot", "gripper", "pose", "frame", "workstation", "reach"),
        ("robot", "pose"),
    )
    gripper = text(value["gripper"], f"{where}/gripper") if value.get("gripper") else ""
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
    )


def _reach(value: Any, where: str) -> Dict[str, Tuple[float, float]]:
    found = {}
    for joint, ends in _named(value, where).items():
        low, high = _numbers(ends, f"{where}/{joint}", ("lower", "upper"), -LARGEST, LARGEST)
        if low >= high:
            raise InputError(
                f"{where}/{joint}", f"goes from {low:g} to {high:g}; the first must be the smaller"
            )
        found[joint] = (low, high)
    return found


def _pose(value: Any, where: str) -> Tuple[float, ...]:
    return _numbers(value, where, POSE, -FARTHEST, FARTHEST)


def _numbers(
    value: Any, where: str, names: Tuple[str, ...], low: float, high: float
) -> Tuple[float, ...]:
    values = sequence(value, where)
    if len(values) != len(names):
        raise InputError(
            where, f"needs the {len(names)} numbers {', '.join(names)}, not {len(values)}"
        )
    return tuple(number(each, f"{where}/{name}", low, high) for each, name in zip(values, names))


def _named(value: Any, where: str) -> Dict[str, Any]:
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise InputError(where, "a mapping from names is needed")
    return {text(name, where): each for name, each in value.items()}

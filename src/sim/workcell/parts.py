"""Parts of a layout, by name, each of a ``kind``. Metres, rad.

The keys depend on the kind.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Callable, Dict, List, Mapping, Tuple

from sim.checks import mapping, number, sequence, text, whole
from sim.errors import InputError
from sim.workcell.bodies import Body, CellCamera, CellTable, GearSlot, Tray, Wall
from sim.workcell.gear import Gear
from sim.workcell.imported import MeshBody, SdfModel
from sim.workcell.stations import Conveyor, LightCurtain, ToolHolder

GREY = (0.6, 0.6, 0.62)
# m: the largest part.
LARGEST = 100.0


@dataclass(frozen=True)
class LayoutPart:
    """A part of the layout. ``color`` is r, g, b from 0 to 1."""

    name: str
    body: Body
    color: Tuple[float, float, float]


def read_parts(value: Any, where: str, folder: Path) -> Dict[str, LayoutPart]:
    """Read the parts, gears first, since trays refer to them. Files are relative to ``folder``."""
    parts: Dict[str, LayoutPart] = {}
    entries = {
        name: mapping(
            part, f"{where}/{name}", _ALLOWED.get(_kind(part, f"{where}/{name}"), ()), ("kind",)
        )
        for name, part in named(value, where).items()
    }
    for name, part in sorted(entries.items(), key=lambda item: item[1]["kind"] != "gear"):
        at = f"{where}/{name}"
        if "file" in part:
            part["file"] = str(folder / text(part["file"], f"{at}/file"))
        red, green, blue = numbers(
            part.get("color", list(GREY)), f"{at}/color", ("r", "g", "b"), 0.0, 1.0
        )
        parts[name] = LayoutPart(name, _KINDS[part["kind"]](part, at, parts), (red, green, blue))
    return parts


def _kind(part: Any, where: str) -> str:
    kind = part.get("kind") if isinstance(part, dict) else None
    if not isinstance(kind, str) or kind not in _KINDS:
        raise InputError(f"{where}/kind", f"{kind!r} is not one of: {', '.join(_KINDS)}")
    return kind


def _gear(part: Dict[str, Any], where: str, parts: Mapping[str, LayoutPart]) -> Gear:
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


def _tray(part: Dict[str, Any], where: str, parts: Mapping[str, LayoutPart]) -> Tray:
    slots: List[GearSlot] = []
    gears: Dict[str, Gear] = {}
    for index, slot in enumerate(sequence(part.get("slots"), f"{where}/slots"), 1):
        at = f"{where}/slots/{index}"
        slot = mapping(slot, at, ("part", "at"), ("part", "at"))
        name = text(slot["part"], f"{at}/part")
        gear = parts[name].body if name in parts else None
        if not isinstance(gear, Gear):
            raise InputError(
                f"{at}/part", f"{name!r} is not a gear; must be one of: {', '.join(parts)}"
            )
        gears[name] = gear
        slots.append(
            GearSlot(name, *numbers(slot["at"], f"{at}/at", ("x", "y"), -LARGEST, LARGEST))
        )
    keys = ("floor", "depth", "rim", "clearance")
    sizes = {key: number(part[key], f"{where}/{key}", 1e-4, 1.0) for key in keys if key in part}
    length, width = _size(part, where, 2)
    return Tray((length, width), tuple(slots), gears, **sizes, kit=_kit(part, where))


def _kit(part: Dict[str, Any], where: str) -> bool:
    kit = part.get("kit", False)
    if not isinstance(kit, bool):
        raise InputError(f"{where}/kit", f"must be true or false, not {kit!r}")
    return kit


def _table(part: Dict[str, Any], where: str, parts: Mapping[str, LayoutPart]) -> CellTable:
    length, width, height = _size(part, where, 3)
    return CellTable((length, width, height))


def _wall(part: Dict[str, Any], where: str, parts: Mapping[str, LayoutPart]) -> Wall:
    length, thickness, height = _size(part, where, 3)
    return Wall((length, thickness, height))


def _size(part: Dict[str, Any], where: str, count: int) -> Tuple[float, ...]:
    return numbers(
        part.get("size"), f"{where}/size", ("length", "width", "height")[:count], 1e-3, LARGEST
    )


def _camera(part: Dict[str, Any], where: str, parts: Mapping[str, LayoutPart]) -> CellCamera:
    size = sequence(part.get("size"), f"{where}/size")
    if len(size) != 2:
        raise InputError(
            f"{where}/size", f"needs width and height in pixels, not {len(size)} numbers"
        )
    width, height = (whole(each, f"{where}/size", 1, 8192) for each in size)
    return CellCamera(
        (width, height),
        number(part.get("fov"), f"{where}/fov", 0.01, 3.0),
        number(part.get("rate", 10), f"{where}/rate", 0.01, 1000.0),
    )


def _tool_holder(part: Dict[str, Any], where: str, parts: Mapping[str, LayoutPart]) -> ToolHolder:
    places = tuple(
        _pair(place, f"{where}/places/{index}")
        for index, place in enumerate(sequence(part.get("places"), f"{where}/places"), 1)
    )
    if not places:
        raise InputError(f"{where}/places", "is empty; write [x, y] for each")
    keys = ("height", "opening", "collar", "thickness")
    sizes = {key: number(part[key], f"{where}/{key}", 1e-3, 2.0) for key in keys if key in part}
    holder = ToolHolder(places, **sizes)
    if not holder.opening < 2.0 * holder.collar:
        raise InputError(
            f"{where}/opening",
            f"{holder.opening:g} m lets a collar of radius {holder.collar:g} m fall through",
        )
    return holder


def _pair(value: Any, where: str) -> Tuple[float, float]:
    x, y = numbers(value, where, ("x", "y"), -LARGEST, LARGEST)
    return x, y


def _conveyor(part: Dict[str, Any], where: str, parts: Mapping[str, LayoutPart]) -> Conveyor:
    length, width, height = _size(part, where, 3)
    return Conveyor(
        (length, width, height), number(part.get("speed", 0.0), f"{where}/speed", -2.0, 2.0)
    )


def _light_curtain(
    part: Dict[str, Any], where: str, parts: Mapping[str, LayoutPart]
) -> LightCurtain:
    width, height = _size(part, where, 2)
    robots = tuple(
        text(name, f"{where}/robots")
        for name in sequence(part.get("robots", []), f"{where}/robots")
    )
    automatic = part.get("auto_reset", True)
    if not isinstance(automatic, bool):
        raise InputError(f"{where}/auto_reset", f"{automatic!r} is neither true nor false")
    return LightCurtain(
        (width, height),
        robots,
        automatic,
        number(part.get("rate", 50.0), f"{where}/rate", 1.0, 1000.0),
    )


def _model(part: Dict[str, Any], where: str, parts: Mapping[str, LayoutPart]) -> SdfModel:
    model = SdfModel(_file(part, where))
    model.check(f"{where}/file")
    return model


def _mesh(part: Dict[str, Any], where: str, parts: Mapping[str, LayoutPart]) -> MeshBody:
    mesh = MeshBody(
        _file(part, where),
        number(part.get("mass"), f"{where}/mass", 1e-4, 1e5),
        number(part.get("scale", 1.0), f"{where}/scale", 1e-6, 1e3),
    )
    mesh.check(f"{where}/file")
    return mesh


def _file(part: Dict[str, Any], where: str) -> Path:
    return Path(text(part.get("file"), f"{where}/file"))


_KINDS: Mapping[str, Callable[[Dict[str, Any], str, Mapping[str, LayoutPart]], Body]] = {
    "gear": _gear,
    "tray": _tray,
    "table": _table,
    "wall": _wall,
    "camera": _camera,
    "tool_holder": _tool_holder,
    "conveyor": _conveyor,
    "light_curtain": _light_curtain,
    "model": _model,
    "mesh": _mesh,
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
    "tool_holder": ("kind", "color", "places", "height", "opening", "collar", "thickness"),
    "conveyor": ("kind", "color", "size", "speed"),
    "light_curtain": ("kind", "color", "size", "robots", "auto_reset", "rate"),
    "model": ("kind", "file"),
    "mesh": ("kind", "color", "file", "mass", "scale"),
}


def numbers(
    value: Any, where: str, names: Tuple[str, ...], low: float, high: float
) -> Tuple[float, ...]:
    values = sequence(value, where)
    if len(values) != len(names):
        raise InputError(
            where, f"needs the {len(names)} numbers {', '.join(names)}, not {len(values)}"
        )
    return tuple(number(each, f"{where}/{name}", low, high) for each, name in zip(values, names))


def named(value: Any, where: str) -> Dict[str, Any]:
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise InputError(where, "a mapping from names is needed")
    return {text(name, where): each for name, each in value.items()}

"""Generator of the Scenic module with one class per model.

Classes and properties have GzScenic's names. Scenic 3.1, 2D or 3D mode. Programs import it as
``gzscenic.model``.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Iterator, List, Mapping, Optional, Tuple

from sim.errors import InputError
from sim.scenes.descriptor import gzscenic_class_name
from sim.scenes.models import MAX_SIZE_FACTOR, MIN_SIZE_FACTOR, MISSION_ONLY, ModelInfo
from sim.scenes.pieces import object_size, pack_pieces

WALL = "grey_wall"
# A wall of a room is as GzScenic's.
WALL_WIDTH = 0.1  # m
WALL_HEIGHT = 1.0  # m
SIZES = ("width", "length", "height")
# GzScenic draws the length of round models.
_LEADERS = ("length", "width", "height")
_BASE = {"2D": "FlatModel", "3D": "SolidModel"}
_HEADER = '''"""The models of a descriptor as classes of Scenic 3.1, {mode} mode; generated."""
from sim.scenes.pieces import unpack_pieces
from sim.scenes.scenic_objects import {imports}

# GzScenic's, 5 m along x and 10 m along y; a program may replace it.
workspace = Workspace(RectangularRegion(0 @ 0, 0, 5, 10))
floor = Floor(0 @ 0, 0, 2000, 2000)

class BaseModel({base}, Object):
    type: "{mission}"
    gz_name: "base"
    dynamic_size: False
    any_size: False
    true_size: None
    requireVisible: False
    width: 0.00001
    length: 0.00001
    height: 0.00001
'''
_PLACE = {
    "2D": """    position: new Point in workspace
    heading: Range(0, 360) deg
    z: 0
""",
    "3D": """    stands: True
    position: stand((new Point in workspace).position, self.height)
    yaw: Range(0, 360) deg
""",
}
# GzScenic's places of the walls: 0.1 m inside the edges; those in the north and south take the
# corners.
_ROOM = '''

def create_room(length, width, x=0, y=0, sides='NSWE', room_wall=True, height={height}):
    """Walls inside the edges of a room of ``length`` along y and ``width`` along x around (x, y),
    on the ``sides`` N (+y), S, W (-x) and E."""
    check_room(length, width, sides)
    for side, sign in (('N', 1), ('S', -1)):
        if side in sides:
            new GreyWall at x @ (y + sign * (length / 2 - 0.1)), facing 90 deg,
                with length width - 0.1, with height height, with room_wall room_wall
    for side, sign in (('E', 1), ('W', -1)):
        if side in sides:
            new GreyWall at (x + sign * (width / 2 - 0.1)) @ y, facing 0 deg,
                with length length - 0.4, with height height, with room_wall room_wall
'''


def module_source(models: Mapping[str, ModelInfo], mode: str) -> str:
    """Return the text of the module for ``mode`` 2D or 3D."""
    if mode not in _BASE:
        raise InputError("mode", f"{mode!r} is neither 2D nor 3D")
    imports = (
        "FlatModel, FlatShape, Floor, check_room"
        if mode == "2D"
        else "Floor, SolidModel, check_room, solid_shape, stand"
    )
    text = (
        _HEADER.format(mode=mode, imports=imports, base=_BASE[mode], mission=MISSION_ONLY)
        + _PLACE[mode]
    )
    text += "".join(_class(_plain(info), mode) for info in models.values())
    return text + (_ROOM.format(height=WALL_HEIGHT) if WALL in models else "")


def _plain(info: ModelInfo) -> ModelInfo:
    """Return the model with Python's numbers.

    numpy 2 writes its own as np.float64(1.0).
    """

    def plain(value: Optional[float]) -> Optional[float]:
        return None if value is None else float(value)

    (x, y, z), center = map(float, info.size), tuple(map(float, info.center))
    return replace(
        info,
        size=(x, y, z),
        center=(center[0], center[1], center[2]),
        heading=plain(info.heading),
        z=plain(info.z),
    )


def _class(info: ModelInfo, mode: str) -> str:
    name, size = info.class_name, object_size(info)
    before = ""
    lines: List[str] = []
    if info.shape != "box":
        maker = "FlatShape" if mode == "2D" else "solid_shape"
        before = (
            f"_{name}_pieces = unpack_pieces({pack_pieces(info)!r})\n_{name}_shape = "
            f"{maker}(_{name}_pieces, {size!r})\n\n"
        )
        lines.append(f"    model_pieces = _{name}_pieces")
    bottom = info.center[2] / info.size[2] - 0.5
    if mode == "2D" and bottom != 0.0:
        lines.append(f"    model_bottom = {bottom!r}")
    tied = _round_sizes(info)
    if tied and info.dynamic_size:
        lines.append(f"    round_sizes = {tied!r}")
    lines += [f"    {key}: {value}" for key, value in _properties(info, mode, bottom)]
    alias = gzscenic_class_name(info.name)
    after = f"\n{alias} = {name}\n" if alias != name and alias.isidentifier() else ""
    return "\n\n{}class {}(BaseModel):\n{}\n{}".format(before, name, "\n".join(lines), after)


def _properties(info: ModelInfo, mode: str, bottom: float) -> Iterator[Tuple[str, str]]:
    yield "type", repr(info.kind)
    yield "gz_name", repr(info.name)
    yield "dynamic_size", repr(info.dynamic_size)
    yield "allowCollisions", repr(info.allow_collisions)
    yield "true_size", repr(object_size(info))
    yield from _wall_sizes() if info.name == WALL else _sizes(info)
    if info.shape != "box":
        yield "shape", f"_{info.class_name}_shape"
    if info.heading is not None:
        yield "heading" if mode == "2D" else "yaw", repr(info.heading)
    if mode == "2D" and info.z is not None:
        yield "z", repr(info.z)
    elif mode == "2D" and bottom < 0.0:
        yield "z", f"{-bottom!r} * self.height"  # the model's origin is inside of it


def _wall_sizes() -> Iterator[Tuple[str, str]]:
    yield "any_size", "True"
    yield "room_wall", "False"
    yield "width", repr(WALL_WIDTH)
    yield "length", "Range(0.01, 20)"
    yield "height", repr(WALL_HEIGHT)


def _sizes(info: ModelInfo) -> Iterator[Tuple[str, str]]:
    """Yield fixed sizes, or random ones as in GzScenic.

    Random: each between half and twice the measured, and one factor for all sizes that keep their
    ratio.
    """
    tied = _round_sizes(info)
    for name, size in zip(SIZES, object_size(info)):
        if not info.dynamic_size:
            yield name, repr(size)
        elif name in dict(tied[1:]):
            leader, measured = tied[0]
            yield name, f"{size / measured!r} * self.{leader}"
        else:
            yield name, f"Range({MIN_SIZE_FACTOR * size!r}, {MAX_SIZE_FACTOR * size!r})"


def _round_sizes(info: ModelInfo) -> Tuple[Tuple[str, float], ...]:
    """Return the properties with a common factor, with their measures.

    The first is the random one.
    """
    axes = dict(zip("xyz" if info.front == "y" else "yxz", zip(SIZES, object_size(info))))
    return tuple(
        sorted((axes[axis] for axis in info.round_axes), key=lambda item: _LEADERS.index(item[0]))
    )
